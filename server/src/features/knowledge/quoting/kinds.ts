import { fold } from '../../reading/service.ts';
import { plainText, type SpanMeaning } from '../lexicon/concepts.ts';

/** What a question's words say that its answer holds. */
export type AnswerKind =
  | 'date'
  | 'figure'
  | 'measure'
  | 'name'
  | 'agent'
  | 'naming'
  | 'reason'
  | keyof typeof forms;

const kindPatterns: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'date',
    /\b(?:quand|(?:quelles?|quels?) (?:annees?|dates?|epoques?|periodes?|siecles?|jours?|mois|moments?|decennies?)|when|(?:what|which) (?:years?|dates?|century|decade|months?|days?))\b/,
  ],
  [
    'figure',
    /\b(?:combien|duree|pourcentage|nombre de|(?:quel|quelle)(?: (?:est|etait|sont|fut))?(?: (?:le|la|l))? ?(?:montant|nombre|prix|tarif|cout|age|taux|score|budget|poids|taille|population|superficie|distance|hauteur|longueur|largeur|proportion|quantite|altitude|temperature|vitesse|numero)|how (?:many|much|long|old|far|often|tall|big|fast|large|high|deep)|(?:what|which)(?: (?:is|was|are|were))?(?: the)? (?:percentage|percent|number|price|fee|cost|age|amount|population|size|distance|height|weight|rate)|number of)\b/,
  ],
  [
    'name',
    /\b(?:qui|who|whom|whose|where|(?:quel|quelle|quels|quelles)(?: (?:est|etait|sont|etaient|fut))?(?: (?:le|la|les|l))? ?(?:personnes?|auteurs?|roi|reine|presidente?|acteurs?|actrices?|joueurs?|ecrivains?|pays|villes?|regions?|lieux?|endroits?|continents?|iles?|villages?|departements?|capitales?|etats?|communes?|provinces?)|(?:what|which)(?: (?:is|was|are|were))?(?: the)? (?:persons?|people|authors?|king|queen|presidents?|players?|country|countries|city|cities|regions?|places?|states?|continents?|islands?|towns?|count(?:y|ies)|capitals?|locations?))\b/,
  ],
  ['reason', /\b(?:pourquoi|raisons?|dans quel but|why|reasons?|purpose)\b/],
];

/** "où" asks for a place, "ou" offers another word; people leave the accent away at a question's start. */
const wantsPlace = /où|^\s*ou\b/i;

const months =
  'janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|may|june|july|august|september|october|november|december';
const weekdays =
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|monday|tuesday|wednesday|thursday|friday|saturday|sunday';
const dates = new RegExp(
  `\\b(?:\\d{4}s?|\\d0s|${months}|${weekdays}|siecles?|centur(?:y|ies)|printemps|automne|hiver|spring|summer|autumn|winter)\\b`,
  'g',
);
// "un", "une" and "one" are articles and pronouns more often than figures.
const numberWords =
  'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cents?|mille|millions?|milliards?|douzaines?|dizaines?|vingtaines?|centaines?|milliers?|moitie|tiers|quarts?|double|triple|two|three|four|five|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|billions?|dozens?|half|thirds?|quarters?|twice';
const figures = new RegExp(`\\p{N}+(?:[.,]\\p{N}+)*|\\b(?:${numberWords})\\b`, 'gu');
const names = /(?<=[\s'’(«"“-])\p{Lu}[\p{L}\p{N}]+/gu;
const reasons =
  /\b(?:car|parce qu\w*|afin|puisqu\w*|pour|grace|cause|raison|suite|en effet|du fait|because|since|due|in order|so that|reason|caused?|result)\b/;

const numbers = `\\d|\\b(?:un|une|one|${numberWords})\\b`;
/** Measures that a question asks for, and how a sentence gives them. */
const measures: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  [/\b(?:quelle annee|(?:what|which) year)\b/, /\b\d{4}\b/],
  [
    /\b(?:prix|tarif|cout\w*|montant|budget|salaire|how much|price|fee|cost|worth|paid|salary)\b/,
    /[€$£]|\b(?:euros?|dollars?|francs?|livres?|pounds?|millions?|milliards?|billions?)\b/,
  ],
  [
    /\b(?:pourcentage|percent\w*|proportion|taux|rate|quelle part)\b/,
    /%|\b(?:pour ?cent|percent|tiers|moitie|half|thirds?|quarts?|quarters?)\b/,
  ],
  [
    /\b(?:combien de temps|duree|how long|age|how old)\b/,
    /\b(?:ans?|annees?|mois|jours?|heures?|minutes?|semaines?|siecles?|years?|months?|days?|hours?|weeks?|centuries)\b/,
  ],
];
/** "Combien de salles", "how many rooms": a number and, a few words on, the noun, singular or plural. */
const countedNoun = /\b(?:combien d[e ]|how many|nombre d[e ]|number of) ?(?:de |d )?([a-z]{3,40})/;
const counts = new RegExp(`(?:${numbers})`, 'g');
const maxCharactersBetween = 25;
const countsOf = (noun: string) => {
  const stem = ` ${noun.slice(0, Math.max(4, noun.length - 2))}`;
  return (sentence: string) =>
    Array.from(sentence.matchAll(counts), ({ 0: { length }, index }) => index + length).some((end) =>
      sentence
        .slice(end, end + maxCharactersBetween + stem.length - 1)
        .split('.', 1)[0]
        ?.replace(/\W/g, ' ')
        .includes(stem),
    );
};

const asksAgent = /\b(?:qui|who|whom)\b/;
const agent = /(?<![\p{L}-])(?:par|by) (?:(?:les?|la|une?|the|an?) |l['’])?\p{Lu}/u;
const asksNaming =
  /\b(?:comment (?:s appel|se nomm|est.{0,15}(?:appel|nomm))|(?:sur|pre)?nom\b|names?\b|called\b|named\b)/;
const naming =
  /\b(?:(?:sur|pre)?noms?|(?:sur)?nomm\w+|appel\w+|baptis\w+|intitul\w+|dite?|called|names?|named|known as|nicknamed|titled)\b/;

/**
 * A beginning that is answered by yes or no; in French also a verb before its pronoun, or what is asked as it is told.
 */
const yesOrNo =
  /^(?:[^,;!]{1,40}[,;!]\s*)?(?:est-ce qu|esce qu|is|are|do|does|can|could|may|have|has|will|must|should|would)(?!\p{L})|-(?:vous|on|je|ils?|elles?|nous)(?!\p{L})|(?<!\p{L})(?:vous (?:avez|faites|prenez|acceptez|livrez|vendez|proposez|etes)|on peut|je peux|il y a|y a)(?!\p{L})/u;

/**
 * What visitors of organisations ask for, by how they ask, and by what sentences that answer are told: read without
 * accents, apostrophes as spaces.
 */
const forms = {
  price: [
    /\b(?:prix|tarifs?|cout\w*|combien|payant\w*|payer|paye\w*|paie\w*|montant|factur\w*|cher|gratuit\w*|frais|supplement|how much|prices?|costs?|fees?|paid|pay|free|charged?|expensive|cheap\w*|extra)\b/,
    /[€$£]|\b(?:euros?|gratuit\w*|offert\w*|inclus\w*|compris\w*|factur\w*|free|included|charged?|rembours\w*|refund\w*)\b/,
  ],
  hour: [
    /\b(?:heures?|horaires?|ouvr\w*|ouvert\w*|ferm\w*|quand|what time|when|open\w*|clos\w*|hours|soir|matin|midi|late|early|tard|tot)\b/,
    /\b\d{1,2} ?(?:h|heures?|am|pm|a\.m|p\.m)\b|\b\d{1,2}:\d{2}\b|\b(?:midi|minuit|noon|midnight)\b/,
  ],
  span: [
    /\b(?:combien de temps|duree|dure\w*|delai\w*|quand|longtemps|long|soon|when|avance|advance|attente|wait\w*|jusqu\w*|until|vite|fast|rapide\w*|preavis|notice)\b/,
    /\b(?:\d+|une?|deux|trois|quatre|cinq|six|huit|dix|quinze|trente|one|two|three|four|five|ten|an?) (?:ans?|annees?|mois|jours?|heures?|minutes?|min|semaines?|nuits?|years?|months?|days?|hours?|weeks?|nights?|working days?)\b|\b(?:veille|lendemain|aussitot|immediat\w*|day before|same day)\b/,
  ],
  age: [
    /\b(?:ages?|ans|an|mois|old|years?|enfants?|gosses?|fils|fille|bebe|petit|kids?|child\w*|son|daughter|toddler|baby|ado\w*|teen\w*|vieux|vieille|senior\w*|mineur\w*)\b/,
    /\b\d+ (?:ans?|mois|years?|months?)\b|\b(?:ages?|aged|over|under|moins de|plus de) \d|\b(?:enfants?|children|mineurs?|adult\w*|parent\w*)\b/,
  ],
  count: [
    /\b(?:combien|nombre|how many|maxi\w*|max|limite?|plusieurs|several)\b/,
    /\d|\b(?:deux|trois|quatre|cinq|six|dix|two|three|four|five|six|ten|maximum|au plus|up to|at most|illimit\w*|unlimited)\b/,
  ],
  place: [
    /\b(?:ou est|ou se|ou sont|ou puis|ou peut|ou on|ou je|adresse|situe\w*|trouve\w*|endroit|where|address|located|find you|venir|acces|get there|aller)\b|^ou\b/,
    /\b(?:rue|avenue|boulevard|place|impasse|route|chemin|quai|zone|etage|rez|niveau|batiment|gare|arret|parking|derriere|devant|face|cote|pres|entree|street|road|lane|floor|building|station|stop|car park|behind|next to|opposite|near|entrance|desk|accueil|reception|guichet|km|metres)\b/,
  ],
  contact: [
    /\b(?:numero|tel|telephone\w*|joindre|contact\w*|appel\w*|mail|e-mail|courriel|ecrire|phone|call|email|reach|speak|talk|number|s adresser|qui dois|a qui|who do|who should|plaindre|plainte|complain\w*|reclamation)\b/,
    /@|\b(?:appel\w*|telephon\w*|contact\w*|courriel|e-?mails?|mail|call|phone|ring|ecri\w*|write|adress\w*|formulaire|form)\b|\d\d \d\d \d\d/,
  ],
  permission: [
    /\b(?:peut|peux|puis|pouvez|pourra\w*|possible|autoris\w*|droit|permis\w*|accept\w*|interdi\w*|can|could|may|allow\w*|ok|permit\w*|take|prenez|admis\w*|moyen|legal)\b/,
    /\b(?:autoris\w*|interdi\w*|admis\w*|accept\w*|possible|impossible|permis\w*|peut|peuvent|pouvez|pouvons|refus\w*|toler\w*|allowed|forbidden|permitted|may|can|cannot|welcome|not|jamais|never|bienvenus?|exclu\w*|reserve\w*|sauf|except)\b/,
  ],
  duty: [
    /\b(?:faut|dois|doit|doivent|devez|devons|oblig\w*|necessaire|besoin|need\w*|have to|must|required|should|prevenir|reserver|apporter|amener|emporter|bring|avance)\b/,
    /\b(?:oblig\w*|doit|doivent|devez|faut|necessaire\w*|exig\w*|demand\w*|apport\w*|muni\w*|prevoy\w*|fournir|present\w*|required|must|needs?|compulsory|mandatory|inutile|please|bring|essential|rendez-vous|appointment)\b/,
  ],
  way: [
    /\b(?:comment|how do|how can|how to|demarches?|marche a suivre|que faire|quoi faire|fais quoi|faire quoi|je fais|procedure|what do i|what should|what happens|se passe|how does)\b/,
    /\b\w{2,}ez\b|\b(?:en ligne|online|sur place|par telephone|by phone|by email|formulaire|form|site|website|application|app|guichet|espace|account|rubrique|please|cliqu\w*|click|suffit|simply)\b/,
  ],
  document: [
    /\b(?:papiers?|documents?|pieces?|justificatifs?|dossier|attestation|certificat|apporter|amener|fournir|paperwork|proof|bring|certificate|id)\b/,
    /\b(?:pieces?|cartes?|justificatifs?|copies?|attestations?|certificats?|passeports?|formulaires?|livret|photos?|proof|id|passport|form|copy|licence|permis|ordonnance|prescription|contrat|facture|devis)\b/,
  ],
  condition: [
    /\b(?:si|perdu\w*|perds|perdre|casse\w*|oubli\w*|retard\w*|malade\w*|annul\w*|absen\w*|rate\w*|probleme\w*|panne|if|lost|lose|broke\w*|forg\w*|late|sick|ill|cancel\w*|miss\w*|problem\w*|change\w*|abime\w*|vole\w*|stolen|damag\w*)\b/,
    /\b(?:en cas|si|s il|sinon|a defaut|au-dela|if|in case|in the event|otherwise|unless|within|lost|perdu\w*|perte|oubli\w*|retard\w*|annul\w*|cancel\w*|absence|damag\w*|casse\w*|rembours\w*|refund\w*|factur\w*|remplac\w*|replac\w*)\b/,
  ],
} as const satisfies Record<string, readonly [asked: RegExp, said: RegExp]>;

type Form = keyof typeof forms;
const formNames = Object.keys(forms) as Form[];
const isForm = (kind: AnswerKind): kind is Form => kind in forms;

/** The number of the forms that were asked for a line has; of other kinds those that chance rarely gives. */
export const formsOf = (signs: Readonly<Record<AnswerKind, number>>): number =>
  counted.reduce((sum, kind) => sum + signs[kind], 0);
const counted: readonly AnswerKind[] = [...formNames, 'agent', 'naming', 'reason'];

/** A question as kinds of answers see it. Its own names and figures are no answer to it. */
export class WantedAnswer {
  readonly #kinds: ReadonlySet<AnswerKind>;
  readonly #own: ReadonlySet<string>;
  /** Whether yes or no would answer. */
  readonly isYesOrNo: boolean;
  readonly #measures: readonly ((sentence: string) => boolean)[];

  constructor(question: string) {
    const asked = plainText(question);
    const kinds = kindPatterns.filter(([, words]) => words.test(asked)).map(([kind]) => kind);
    if (wantsPlace.test(question)) kinds.push('name');
    kinds.push(...formNames.filter((form) => forms[form][0].test(asked)));
    if (asksAgent.test(asked)) kinds.push('agent');
    if (asksNaming.test(asked)) kinds.push('naming');
    const noun = countedNoun.exec(asked)?.[1];
    this.#measures = [
      ...measures
        .filter(([words]) => words.test(asked))
        .map(
          ([, said]) =>
            (sentence: string) =>
              said.test(sentence),
        ),
      ...(noun === undefined ? [] : [countsOf(noun)]),
    ];
    if (this.#measures.length > 0) kinds.push('measure');
    this.isYesOrNo = yesOrNo.test(fold(question.toLowerCase()));
    this.#kinds = new Set(kinds);
    this.#own = new Set(asked.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu));
  }

  /** The kinds asked for that a sentence holds, which says what `said` is. */
  in(sentence: string, said: Pick<SpanMeaning, 'plain'>): AnswerKind[] {
    const isNew = (found: string) => !this.#own.has(plainText(found));
    return [...this.#kinds].filter((kind) => {
      if (isForm(kind)) return forms[kind][1].test(said.plain);
      if (kind === 'reason') return reasons.test(said.plain);
      if (kind === 'agent') return agent.test(sentence);
      if (kind === 'naming') return naming.test(said.plain);
      if (kind === 'measure') return this.#measures.some((isSaid) => isSaid(said.plain));
      if (kind === 'name') return (sentence.slice(1).match(names) ?? []).some(isNew);
      return (said.plain.match(kind === 'date' ? dates : figures) ?? []).some(isNew);
    });
  }
}
