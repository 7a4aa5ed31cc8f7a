import { fold } from '../reading/service.ts';

/** What a question's words say that its answer holds. */
export type AnswerKind = 'date' | 'figure' | 'measure' | 'name' | 'agent' | 'naming' | 'reason';

const wanted: readonly (readonly [AnswerKind, RegExp])[] = [
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
const counted = /\b(?:combien d[e ]|how many|nombre d[e ]|number of) ?(?:de |d )?([a-z]{3,40})/;
const counts = new RegExp(`(?:${numbers})`, 'g');
const mostBetween = 25;
const countsOf = (noun: string) => {
  const stem = ` ${noun.slice(0, Math.max(4, noun.length - 2))}`;
  return (sentence: string) =>
    Array.from(sentence.matchAll(counts), ({ 0: { length }, index }) => index + length).some((end) =>
      sentence
        .slice(end, end + mostBetween + stem.length - 1)
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

/** Words as kinds are recognised by: small, without accents, apostrophes apart. */
const plain = (text: string) => fold(text.toLowerCase()).replace(/['’]/g, ' ');

/** What begins so is answered by yes or no; in French also by a verb before its pronoun, or by what is asked as it is told. */
const yesOrNo =
  /^(?:[^,;!]{1,40}[,;!]\s*)?(?:est-ce qu|esce qu|is|are|do|does|can|could|may|have|has|will|must|should|would)(?!\p{L})|-(?:vous|on|je|ils?|elles?|nous)(?!\p{L})|(?<!\p{L})(?:vous (?:avez|faites|prenez|acceptez|livrez|vendez|proposez|etes)|on peut|je peux|il y a|y a)(?!\p{L})/u;

/** A question as kinds of answers see it. Its own names and figures are no answer to it. */
export class WantedAnswer {
  readonly #kinds: ReadonlySet<AnswerKind>;
  readonly #own: ReadonlySet<string>;
  /** Whether yes or no would answer. */
  readonly isYesOrNo: boolean;
  readonly #measures: readonly ((sentence: string) => boolean)[];

  constructor(question: string) {
    const asked = plain(question);
    const kinds = wanted.filter(([, words]) => words.test(asked)).map(([kind]) => kind);
    if (wantsPlace.test(question)) kinds.push('name');
    if (asksAgent.test(asked)) kinds.push('agent');
    if (asksNaming.test(asked)) kinds.push('naming');
    const noun = counted.exec(asked)?.[1];
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

  /** The kinds asked for that a sentence holds. */
  in(sentence: string): AnswerKind[] {
    if (this.#kinds.size === 0) return [];
    let known: string | undefined;
    const text = () => {
      known ??= plain(sentence);
      return known;
    };
    const isNew = (found: string) => !this.#own.has(plain(found));
    return [...this.#kinds].filter((kind) => {
      if (kind === 'reason') return reasons.test(text());
      if (kind === 'agent') return agent.test(sentence);
      if (kind === 'naming') return naming.test(text());
      if (kind === 'measure') return this.#measures.some((isSaid) => isSaid(text()));
      if (kind === 'name') return (sentence.slice(1).match(names) ?? []).some(isNew);
      return (text().match(kind === 'date' ? dates : figures) ?? []).some(isNew);
    });
  }
}
