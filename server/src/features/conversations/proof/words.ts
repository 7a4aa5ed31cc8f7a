import { lexicon } from '../../knowledge/service.ts';
import { fold, type TextLanguage, termsOf } from '../../reading/service.ts';
import { foldForQuantities } from './quantity-readings.ts';

/** A word of a text that carries its subject, as it is compared. */
export interface TextWord {
  start: number;
  end: number;
  /** Stems, any of which is the word. */
  stems: readonly string[];
  /** Parts of a compound: all of these together are it, too. */
  parts: readonly string[];
  concepts: ReadonlySet<number>;
  isNegated: boolean;
  /** Whether it says little: a sentence says the same without it. */
  isLight: boolean;
}

const set = (text: string) => new Set(text.trim().split(/\s+/));

/** Verbs and nouns that any sentence may be built with, as they are written without accents. */
const light = set(`
  propose proposons proposent proposes proposee proposees offre offrons offrent dispose disposons disposez disposent trouve
  trouver trouvez trouvent situe situee situes situees sert servi servie servis servies servent utiliser utilisez permet
  permettent prevu prevue prevus prevues prevoir prevoyez beneficier beneficiez concerne concernant indique indiquent noter
  notez savoir sachez voir voyez rendre venir venez aller allez prendre prenez prend mettre mettez donner donnez donne vouloir voulez souhaiter
  souhaitez souhait besoin cas facon maniere chose genre type types sorte effet reponse question information informations
  renseignement renseignements detail details exemple environ egalement notamment ensuite enfin simplement directement
  bien sur oui non merci possible possibilite possibilites seulement uniquement toujours precise preciser precisement selon
  existe existent compte comptez effectue effectuer effectuent assure assurons suivant suivants suivante suivantes afin
  niveau partie part reste rester restent dit dite obtenir obtenez faut sinon attention prix tarif tarifs coute coutent cout
  offer offers offered provide provides provided available find located serve serves served use uses used allow allows note know see come comes
  go goes take takes taking put puts give gives want wants wish need needs needed case way thing things kind type sort fact question answer information
  details detail example also just simply directly well sure yes thank thanks please get gets make makes made like about
  following available possible only always cost costs price prices include includes let able apply applies per must have
  currently actually generally usually usual normally typically approximately around certain lot one ones regarding concerning
  according based mentioned stated states says said passage passages document documents source sources
  demain tomorrow today maintenant actuel current now partir starting start starts until compter ex cf par etc lieu lieux propre propres own frais gratuit gratuite gratuits gratuites gratuitement free charge charged supplement supplementaire
  compris comprise comprises inclus incluse incluses included comprend comprennent inclut extra additional
  cabinet hotel boutique magasin salle club centre etablissement agence bureau entreprise societe mairie bibliotheque ecole
  practice shop store gym centre center office company school library equipe team
  every except sauf keep keeps kept garder gardons garde bring brings apporter apportez faut apporte
  ouvert ouverte ouverts ouvertes ouvre ouvrent ferme fermee fermes fermees ferment open opens opened closed closes close opening
  jour jours day days nuit nuits night nights semaine semaines week weeks mois month months an ans annee annees year years
  heure heures hour hours minute minutes fois personne personnes person people adulte adultes
  demande demandee demandees demander requis required necessaire necessary
  exact exactement fonction general generale generalement habituellement actuellement normalement concretement autre
  d'apres documentation mentionne indiquees indique`);

const letters = /[a-z]/;
const token = /[\p{L}\p{N}]+(?:['’ʼ]?[\p{L}\p{N}]+)*|[,;:.()!?–—|\n]/gu;
const frenchNot = set('pas plus jamais rien aucun aucune guere point');
const negator = set(
  `not never no without cannot sans jamais aucun aucune ni neither nor isnt arent doesnt dont cant wont wasnt werent didnt
  couldnt shouldnt wouldnt hasnt havent nothing none nobody unable`,
);
/** "Not only", "pas seulement", "non seulement", "no later than": nothing is denied. */
const denialEnds = set('only seulement uniquement later less more longer moins');
/** Words of weight behind a denial that are denied. */
const reach = 2;
const stopsDenial = /^[,;:.()!?–—|\n]$|^(?:mais|but|sauf|except|however|cependant|toutefois|et|and)$/;

export interface Denial {
  start: number;
  end: number;
  /** Whether it denies the word alone: "Non remboursé", "gluten-free", "sans frais". */
  isOfWord: boolean;
  /** A number for what one word of denial denies: what stands in it, and what behind. */
  group: number;
}

/** Where a text denies what it names. */
export function denialsIn(text: string): Denial[] {
  const words = Array.from(text.matchAll(token), ({ 0: said, index }) => ({
    said: foldForQuantities(said).replaceAll("'", ''),
    start: index,
    end: index + said.length,
    isNe: /^(?:ne|n['’ʼ].*)$/i.test(said),
  }));
  const deniedBit: Denial[] = [];
  const denyAfter = (at: number, isOfWord = false) => {
    let start: number | undefined;
    let end = 0;
    let counted = 0;
    for (let next = at; next < words.length && counted < reach; next++) {
      const { said, ...span } = words[next] as (typeof words)[number];
      if (stopsDenial.test(said)) break;
      if (said.length > 3 || /\d/.test(said)) counted++;
      start ??= span.start;
      end = span.end;
    }
    if (start !== undefined) deniedBit.push({ start, end, isOfWord, group: at });
  };
  for (let at = 0; at < words.length; at++) {
    const { said, isNe, start } = words[at] as (typeof words)[number];
    if (isNe) {
      for (let next = at + 1; next <= at + 6 && next < words.length; next++) {
        const follows = words[next] as (typeof words)[number];
        if (stopsDenial.test(follows.said) && !/^(?:et|and)$/.test(follows.said)) break;
        if (!frenchNot.has(follows.said)) continue;
        if (denialEnds.has(words[next + 1]?.said ?? '')) break;
        deniedBit.push({ start, end: follows.start, isOfWord: false, group: next + 1 });
        denyAfter(next + 1);
        break;
      }
    } else if (
      (negator.has(said) || /n['’]t$/i.test(text.slice(start, (words[at] as { end: number }).end))) &&
      !denialEnds.has(words[at + 1]?.said ?? '') &&
      !/^[.,;:!?)]$/.test(words[at + 1]?.said ?? '.')
    )
      denyAfter(at + 1, said === 'sans' || said === 'without');
    else if (said === 'free' && text[start - 1] === '-')
      deniedBit.push({ start: words[at - 1]?.start ?? start, end: start, isOfWord: true, group: at });
    else if (said === 'non' && !stopsDenial.test(words[at + 1]?.said ?? '.'))
      deniedBit.push({ start, end: words[at + 1]?.end ?? start, isOfWord: true, group: at });
  }
  return deniedBit;
}

/** Countries and languages in both languages, by what either calls them. */
const translations = (() => {
  const other = new Map<string, string>();
  const add = (type: 'region' | 'language', codes: readonly string[]) => {
    const [french, english] = ['fr', 'en'].map(
      (locale) => new Intl.DisplayNames(locale, { type, fallback: 'none' }),
    );
    for (const code of codes) {
      const [a, b] = [french?.of(code), english?.of(code)].map((name) =>
        fold((name ?? '').toLowerCase()).replace(/[^\p{L}]/gu, ''),
      );
      if (!a || !b || a === b) continue;
      other.set(a, b);
      other.set(b, a);
    }
  };
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((a) => letters.map((b) => a + b));
  return () => {
    if (other.size === 0) {
      add('region', pairs);
      add(
        'language',
        pairs.map((pair) => pair.toLowerCase()),
      );
    }
    return other;
  };
})();

/** What of a text carries its subject, and whether it is denied. */
export function wordsOfText(text: string, language: TextLanguage, denials: readonly Denial[]): TextWord[] {
  const byStart = new Map<number, { end: number; stems: string[]; parts: string[] }>();
  for (const { term, start, end, extra } of termsOf(text, language)) {
    if (!letters.test(term)) continue;
    const known = byStart.get(start) ?? { end, stems: [], parts: [] };
    (extra ? known.stems : known.parts).push(term);
    byStart.set(start, known);
  }
  const things = lexicon().namedIn(text, language);
  let thing = 0;
  const words: TextWord[] = [];
  for (const [start, { end, stems, parts }] of byStart) {
    while (
      thing < things.length &&
      (things[thing] as { end: number }).end <= start &&
      thing < things.length - 1
    ) {
      // Phrases overlap: only those that end well before are passed.
      if ((things[thing + 1] as { start: number }).start > start) break;
      thing++;
    }
    const concepts = new Set<number>();
    for (let at = Math.max(0, thing - 4); at < things.length; at++) {
      const named = things[at] as (typeof things)[number];
      if (named.start >= end) break;
      if (named.end > start) for (const concept of named.concepts) concepts.add(concept);
    }
    const written = fold(text.slice(start, end).toLowerCase()).replace(/^(?:[ldjmtsnc]|qu)['’ʼ]/, '');
    const abroad = translations().get(written.replace(/[^\p{L}]/gu, ''));
    words.push({
      start,
      end,
      stems: [
        ...stems,
        ...(parts.length === 1 ? parts : []),
        ...(stems.length + parts.length > 1 ? [] : [written]),
        ...(abroad === undefined ? [] : [abroad]),
      ],
      parts: parts.length > 1 ? parts : [],
      concepts,
      isNegated: denials.some((deniedBit) => deniedBit.start < end && start < deniedBit.end),
      isLight: light.has(written),
    });
  }
  return words.sort((a, b) => a.start - b.start);
}

const assertedBit = 1;
const deniedBit = 2;

/** How surely a text says a word, and whether it says or denies it (bits). */
export interface Match {
  strength: number;
  polarity: number;
}
const none: Match = { strength: 0, polarity: 0 };

/** Letters that two stems of one family share at their beginning: "annul", "annulat"; "reserv", "reservation". */
const minCommonStart = 5;
const minShareOfLonger = 0.6;

function isFamily(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at >= Math.max(minCommonStart, minShareOfLonger * Math.max(a.length, b.length));
}

/** Shares of what is worth less than the word itself. */
export const worth = { word: 1, family: 0.9, concept: 0.9, near: 0.5 };

/** The words of a text, to be asked whether it says others. */
export class WordIndex {
  readonly #stems = new Map<string, number>();
  readonly #starts = new Map<string, Set<string>>();
  readonly #concepts = new Map<number, number>();

  constructor(statements: Iterable<{ words: readonly TextWord[] }> = []) {
    for (const { words } of statements) this.add(words);
  }

  add(words: readonly TextWord[]): void {
    for (const { stems, parts, concepts, isNegated } of words) {
      const polarity = isNegated ? deniedBit : assertedBit;
      for (const stem of [...stems, ...parts]) {
        this.#stems.set(stem, (this.#stems.get(stem) ?? 0) | polarity);
        if (stem.length < minCommonStart) continue;
        const start = stem.slice(0, minCommonStart);
        const alike = this.#starts.get(start);
        if (alike) alike.add(stem);
        else this.#starts.set(start, new Set([stem]));
      }
      for (const concept of concepts)
        this.#concepts.set(concept, (this.#concepts.get(concept) ?? 0) | polarity);
    }
  }

  match(word: TextWord): Match {
    let polarity = 0;
    for (const stem of word.stems) polarity |= this.#stems.get(stem) ?? 0;
    if (polarity === 0 && word.parts.length > 1 && word.parts.every((part) => this.#stems.has(part)))
      for (const part of word.parts) polarity |= this.#stems.get(part) ?? 0;
    if (polarity !== 0) return { strength: worth.word, polarity };
    for (const stem of word.stems) {
      for (const other of this.#starts.get(stem.slice(0, minCommonStart)) ?? [])
        if (isFamily(stem, other)) polarity |= this.#stems.get(other) ?? 0;
    }
    if (polarity !== 0) return { strength: worth.family, polarity };
    for (const concept of word.concepts) polarity |= this.#concepts.get(concept) ?? 0;
    if (polarity !== 0) return { strength: worth.concept, polarity };
    for (const concept of word.concepts)
      for (const other of lexicon().near(concept)) polarity |= this.#concepts.get(other) ?? 0;
    return polarity === 0 ? none : { strength: worth.near, polarity };
  }
}

/** Whether words are said only where they are denied. */
export const isDeniedOnly = ({ polarity }: Match) => polarity === deniedBit;
export const isAssertedOnly = ({ polarity }: Match) => polarity === assertedBit;
