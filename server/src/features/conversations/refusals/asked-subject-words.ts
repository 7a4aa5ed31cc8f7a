import type { Language } from '@parlance/contract/i18n';

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/**
 * What may stand before the thing that a message asks about, folded. One word more, and what follows may be no thing:
 * "comment annuler ma commande" asks for a way, not for an order.
 */
export const openings: Record<Language, ReadonlySet<string>> = {
  fr: setOf(`bonjour bonsoir salut madame monsieur dites dis moi svp stp s il vous te plait et pour aussi egalement encore
    est ce que qu y a t elle on c ca sinon si
    avez as ont ai aurait auriez aurais avoir vous tu je j peut peux puis pourrais pouvez
    ou quel quelle quels quelles combien coute coutent vaut valent sont trouve trouvent situe situent se
    proposez propose proposes vendez vend vends faites fait fais acceptez accepte acceptes offrez disposez dispose louez loue
    organisez fournissez servez sert reparez
    cherche cherchons recherche voudrais veux souhaite souhaiterais aimerais voulais savoir demander acheter louer reserver
    commander voir utiliser apporter amener emmener venir avec obtenir besoin interesse interessee par
    parlez parle donnez donne infos info information informations renseignement renseignements sur propos concernant quid`),
  en: setOf(`hello hi hey please and about also does do did you u have has got i i m we can could may would like want need
    is are there where s what which how much many know tell me get find buy rent book hire order use bring see if
    sell offer accept serve provide organise organize make stock with looking for interested in information info on
    regarding concerning`),
};

/** Behind these a thing may come without an article: behind other verbs, what does may be another verb. */
export const beforeBare: Record<Language, ReadonlySet<string>> = {
  fr: setOf('et avez sur concernant info infos'),
  en: setOf(
    'and have has got sell offer accept serve provide organise organize stock with for about on regarding',
  ),
};

/** French needs the article of the thing itself: its gender and number show in the one that was given, where there is any. */
export const articles: Record<Language, ReadonlyMap<string, string>> = {
  fr: new Map([
    ...['le', 'un', 'du', 'mon', 'ton', 'd un'].map((word) => [word, 'le'] as const),
    ...['la', 'une', 'de la', 'cette', 'ma', 'ta', 'd une'].map((word) => [word, 'la'] as const),
    ...['les', 'des', 'ces', 'mes', 'tes', 'vos', 'nos', 'leurs'].map((word) => [word, 'les'] as const),
    ...['l', 'de l'].map((word) => [word, 'l’'] as const),
    ...['votre', 'notre', 'leur', 'd', 'de'].map((word) => [word, ''] as const),
  ]),
  en: new Map([
    ...['the', 'a', 'an', 'your', 'my', 'our', 'this', 'these', 'those'].map(
      (word) => [word, 'the'] as const,
    ),
    ...['any', 'some'].map((word) => [word, ''] as const),
  ]),
};

/** Between two words of one thing: "table à langer", "place of worship". */
export const links: Record<Language, ReadonlySet<string>> = {
  fr: setOf('de d du des a au aux en l la'),
  en: setOf('of'),
};

/** Courtesy behind it, and where one is. */
export const closings = setOf(
  `svp stp s il vous te plait merci beaucoup d avance chez ici please pls thanks thank you here there sir madam bonjour`,
);

/** What begins with a capital and is nobody's name. */
export const capitalised = setOf('wi fi wifi internet noel');

/** Words that make no thing of what they stand in: a state ("the spa open"), a time ("le spa dimanche"), too little ("la chose"). */
export const unfit =
  setOf(`ouvert ouverte ouverts ouvertes ferme fermee fermes fermees disponible disponibles inclus incluse
  incluses compris comprise comprises situe situee situes possible possibles necessaire obligatoire autorise autorisee
  autorises admis admise acceptes acceptees prevu prevue dispo aujourd hui demain hier maintenant matin midi soir lundi mardi
  mercredi jeudi vendredi samedi dimanche semaine jour jours nuit heure heures temps fois chose choses truc trucs machin
  question questions probleme problemes reponse gens personne personnes monde
  open opened closed free available included possible near far ready worth today tomorrow yesterday now tonight morning
  evening monday tuesday wednesday thursday friday saturday sunday week day days night hour hours time thing things stuff
  question questions problem problems answer people person anyone someone anything something everything`);

/** Nobody is answered with these, nor with what begins so. */
export const rudeWords =
  setOf(`con cons conne connes cul culs pute putes bite bites chatte chattes pede pedes viol viols caca
  pipi prout sexe sexes sex sexy nude nudes cock cocks pussy ass asses arse rape tit tits crap poop pee hitler cocaine tuer
  meurtre bombe bombes bomb bombs drogue drogues drug drugs`);
export const rudeStems =
  `connard connass putain merd encul salop salaud couille batard tapette negre bougnoul gouine pouff
  nique foutr branl chiott chier chiass debil cretin abruti idiot imbecil nazi violeur pedoph porn fuck shit bitch bastard
  cunt dick asshole whore slut nigg fagg retard moron stupid wank rapist terror suicid kill`.split(/\s+/);
