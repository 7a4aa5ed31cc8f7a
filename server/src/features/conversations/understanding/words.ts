import type { Language } from '@parlance/contract/i18n';
import { fold, termsOf } from '../../reading/service.ts';

/** A word of a message, folded, with its place in it. "l'hôtel" is two, "petit-déjeuner" one, "peut-on" two. */
export interface Word {
  text: string;
  /** In small letters, with its accents. */
  written: string;
  start: number;
  end: number;
  /** Whether a hyphen or an apostrophe joins it to the word before. */
  isJoined: boolean;
  /** Whether a comma, a colon or the like stands before it. */
  isApart: boolean;
}

export const listOfWords = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** What a hyphen ties to a French verb or pronoun; other hyphens make one word. */
const tied = listOfWords('je tu il elle on nous vous ils elles ce t y en le la les moi toi lui leur ci là');

export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const end = index + written.length;
    const last = words.at(-1);
    const between = text.slice(last?.end ?? 0, index);
    const isHyphen = /^[-‐‑]$/.test(between);
    const lower = written.toLowerCase();
    const folded = fold(lower);
    if (last && isHyphen && (last.text === 'rendez' || !tied.has(lower))) {
      last.text += `-${folded}`;
      last.written += `-${lower}`;
      last.end = end;
      continue;
    }
    const isJoined = isHyphen || /^['’ʼ]$/.test(between);
    const isApart = /[^\s'’ʼ\-‐‑"«»“”]/.test(between);
    words.push({ text: folded, written: lower, start: index, end, isJoined, isApart });
  }
  return words;
}

// A question that goes on in the other language holds words of both.
const functionWords =
  listOfWords(`how much many what when where which why who the of for with and is are do does did you it its they
  them that this there can could quel quelle quels quelles combien comment pourquoi vous nous je tu c est ce les des une que
  qu pour avec et ca elle ils elles
  bjr bsr slt svp stp merci bonjour bonsoir salut coucou hello hi hey please pls thanks whats wheres hows whens thats one ones oui ouais non yes yeah no faut voudrais voudrait aimerais attendant coup`);

/** Whether a word says what is spoken of, rather than how it is said. */
export const isContent = ({ text }: Word, language: Language) =>
  !functionWords.has(text) && termsOf(text, language).length > 0;

export const isNumber = (text: string) => /^\p{N}/u.test(text);

const times = listOfWords(`
  lundi lundis mardi mardis mercredi mercredis jeudi jeudis vendredi vendredis samedi samedis dimanche dimanches weekend
  week-end weekends week-ends matin matins matinee midi midis apres-midi aprem soir soirs soiree nuit nuits jour jours journee
  semaine semaines mois an ans annee annees ete hiver automne printemps saison janvier fevrier mars avril mai juin juillet
  aout septembre octobre novembre decembre demain aujourd hui hier vacances ferie feries noel paques toussaint pont heure
  heures h minute minutes min trimestre prochain prochaine dernier derniere tot tard maintenant
  monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays
  weekday weekdays morning mornings noon lunchtime afternoon afternoons evening evenings night nights day days week weeks
  month months year years summer winter autumn spring season january february march april may june july august september
  october november december tomorrow today tonight yesterday holiday holidays bank christmas easter hour hours minute minutes
  early late earlier later next last fois time times
  premier premiere premiers premieres first`);

const people = listOfWords(`
  enfant enfants adulte adultes etudiant etudiants etudiante etudiantes senior seniors retraite retraites bebe bebes ado ados
  adolescent adolescents famille familles groupe groupes personne personnes couple couples debutant debutants debutante
  debutantes handicape handicapes chomeur chomeurs scolaire scolaires ecole ecoles entreprise entreprises particulier
  particuliers professionnel professionnels pro pros association associations asso assos femme femmes homme hommes fille
  filles garcon garcons mineur mineurs accompagnateur accompagnateurs visiteur visiteurs membre membres adherent adherents
  salarie salaries resident residents habitant habitants etranger etrangers
  child children kid kids adult adults student students pensioner pensioners baby babies toddler toddlers infant infants
  teenager teenagers teen teens family families group groups people person persons couple beginner beginners disabled
  unemployed son sons daughter daughters husband wife friend friends partner mum dad mother father parent parents boy girl
  copain copains copine copines conjoint mari fils maman papa mere pere ami amis amie amies collegue collegues school schools company companies business businesses women woman men man girls boys minors member members
  non-members resident residents visitor visitors guest guests two three four`);

/** What is asked of anything: by these alone one doesn't know of what. */
const properties = listOfWords(`
  paye payer payez paie paient pay pays paying free cher chers chere cheres cheap cheaper expensive prix price prices montant
  amount inclus inclut include includes included cover covers couvre contient contains comprend comprennent compris duree
  durees dure durent long longue longtemps last lasts duration ouvre ouvrent ferme ferment open opens opening close closes
  closed works work working valid fonctionne need needed level levels niveau niveaux notice preavis format limite limites limit limits plafond
  discount discounts frais fee fees charge charges extra remise acompte delai delais condition conditions taille tailles size
  sizes age ages reste restent left complet full loin far near pres prend prennent prendre take takes commence start starts
  begin begins finit end ends facile easy big small petit petits petite petites grand grands grande grandes mieux better
  best pire exact choix choice options sens safe normal vrai true sur sure signifie mean means servi servis servie serve
  served nombre number part partent partir leave leaves arrive arrivent heated use used vaut worth
  quantite bien mal possible aller venir go get come tot tard vite fast plus moins show montrez manger eat hold holds mesure
  existe adapte adaptes propose
  inscrire reserver reservation book booking date dates attente wait waiting papiers
  papier document documents justificatif justificatifs pieces paperwork apporter amener fournir bring provide preuve proof`);
const propertyStart =
  /^(?:payant|gratuit|cout|cost|tarif|inclu|compri|contenai|couver|ouver|ferme|clos|disponib|availab|possib|obligatoire|mandator|compulsor|requi|necessa|accessib|valab|reduc|supplement|surcharge|caution|deposit|minim|maxim|autoris|allow|permis|interdi|forbid|rembours|surveill|chauff|utilis|conseil|recommand)/;

/** Words of the place itself, where nothing else is said. */
const ofThePlace =
  /^(?:horaires?|adresses?|address|addresses|telephones?|phone|tel|numero|mail|mails|email|emails|e-mail|contact|contacts|site|website)$/;

/** Those that are names themselves: "height limit", "ticket price". */
const namedProperties =
  listOfWords(`prix price prices montant amount duree duration limite limites limit limits plafond frais fee fees
  charge charges remise discount discounts acompte delai delais condition conditions taille size sizes age ages choix choice
  options nombre number tarif tarifs supplement supplements caution deposit deposits reduction reductions reservation booking
  level levels niveau niveaux notice preavis format cout couts cost costs minimum maximum date dates attente wait papiers papier
  document documents justificatif justificatifs pieces paperwork preuve proof`);
export const isNamedProperty = ({ text }: Word) => namedProperties.has(text);

export type Meaning = 'time' | 'people' | 'property' | 'place' | 'thing';

export function meaningOfWord(text: string): Meaning {
  if (isNumber(text) || times.has(text)) return 'time';
  if (people.has(text)) return 'people';
  if (ofThePlace.test(text)) return 'place';
  return properties.has(text) || propertyStart.test(text) ? 'property' : 'thing';
}

/** Which preposition replaces which: "à Nantes", "au Mans". */
const prepositions: Record<Language, ReadonlyMap<string, string>> = {
  fr: new Map([
    ...'en pour avec sans chez par sur sous dans vers depuis pendant apres avant entre jusqu jusque contre hors hormis sauf'
      .split(' ')
      .map((word): [string, string] => [word, word]),
    ...['a', 'au', 'aux'].map((word): [string, string] => [word, 'a']),
    ...['de', 'du', 'd'].map((word): [string, string] => [word, 'de']),
  ]),
  en: new Map(
    'for with without in on at to from by of after before during until till under over per about near between since into within around'
      .split(' ')
      .map((word) => [word, word]),
  ),
};
/** Without its accent "à" is told from "a" by what comes after it alone. */
export const prepositionOf = ({ text, written, start }: Word, language: Language) =>
  written === 'a' && language === 'fr' && start > 0 ? undefined : prepositions[language].get(text);

type Determiner = 'definite' | 'indefinite' | 'possessive' | 'demonstrative';
const determiners = {
  fr: new Map<string, Determiner>([
    ...['le', 'la', 'les', 'l', 'du', 'au', 'aux'].map((word): [string, Determiner] => [word, 'definite']),
    ...['un', 'une', 'des', 'quelques', 'plusieurs', 'chaque', 'deux', 'trois', 'd'].map(
      (word): [string, Determiner] => [word, 'indefinite'],
    ),
    ...'mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs'
      .split(' ')
      .map((word): [string, Determiner] => [word, 'possessive']),
    ...['ce', 'cet', 'cette', 'ces'].map((word): [string, Determiner] => [word, 'demonstrative']),
  ]),
  en: new Map<string, Determiner>([
    ['the', 'definite'],
    ...['a', 'an', 'any', 'some', 'each', 'every', 'all'].map((word): [string, Determiner] => [
      word,
      'indefinite',
    ]),
    ...['my', 'your', 'our', 'their', 'his', 'her', 'its'].map((word): [string, Determiner] => [
      word,
      'possessive',
    ]),
    ...['this', 'that', 'these', 'those'].map((word): [string, Determiner] => [word, 'demonstrative']),
  ]),
};
export const determinerOf = ({ text }: Word, language: Language) => determiners[language].get(text);
