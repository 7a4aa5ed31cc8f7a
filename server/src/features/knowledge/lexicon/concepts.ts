import { type AnalysedText, fold, type TextLanguage } from '../../reading/service.ts';
import { type Direction, encode, type Features, featuresOf } from './encoder.ts';
import { lexicon, type NamedConcepts } from './lexicon.ts';

/** What says a thing without its word: "14 €", "de 9 h à 12 h", a telephone number. */
const signs: readonly (readonly [sign: RegExp, headwords: readonly string[]])[] = [
  [/\p{N}\s?(?:€|euros?|\$|£|%)|[€$£]\s?\p{N}/iu, ['prix']],
  [/\b(?:gratuit\w*|free|offert\w*|sans frais|compris\w*|inclus\w*|included)\b/iu, ['prix', 'gratuit']],
  [/\b\p{N}{1,2}\s?(?:h|heures?|[ap]m|[ap]\.m\.)(?!\p{L})|\b\p{N}{1,2}:\p{N}{2}\b/iu, ['horaire', 'heure']],
  [/(?:\p{N}{2}[ .]){4}\p{N}{2}|\+\p{N}{2}/u, ['téléphone', 'contact']],
  [/@/u, ['e-mail', 'courriel', 'contact']],
];

/** What a text, or a part of one, says, whatever it is asked: by number, word and concept. */
export interface SpanMeaning {
  numbers: ReadonlySet<number>;
  concepts: ReadonlySet<number>;
  /** The concepts, and those of whose sort it names something. */
  all: ReadonlySet<number>;
  /** What it says by the encoder's features. */
  readonly features: Features;
  /** The direction of a question that it would answer. */
  readonly direction: Direction;
  /** As `plainText` gives it. */
  readonly plain: string;
  /** The words of the whole text, of whose terms these stand from one place to another. */
  words: readonly string[];
  from: number;
  to: number;
}

/** A text without capitals and accents, apostrophes as spaces. */
export const plainText = (text: string) => fold(text.toLowerCase()).replace(/['’]/g, ' ');

/** What stands in a text from one character to another. */
export function meaningBetween(
  text: {
    text: string;
    language: TextLanguage;
    read: AnalysedText;
    words: readonly string[];
    named: readonly NamedConcepts[];
  },
  start: number,
  end: number,
): SpanMeaning {
  const { terms, starts } = text.read;
  let from = 0;
  while (from < starts.length && (starts[from] as number) < start) from += 1;
  let to = from;
  while (to < starts.length && (starts[to] as number) < end) to += 1;
  const part = text.text.slice(start, end);
  const { concepts, all } = conceptsIn(
    part,
    text.named.filter((one) => one.start >= start && one.start < end),
  );
  let features: Features | undefined;
  let direction: Direction | undefined;
  let plain: string | undefined;
  return {
    numbers: new Set(terms.slice(from, to).map(({ number }) => number)),
    concepts,
    all,
    get features() {
      features ??= featuresOf([{ text: part, language: text.language, concepts: all }]);
      return features;
    },
    get direction() {
      direction ??= encode('answer', this.features);
      return direction;
    },
    get plain() {
      plain ??= plainText(part);
      return plain;
    },
    words: text.words,
    from,
    to,
  };
}

/** The concepts of a text that has such phrases, and all with those of whose sort it names something. */
export function conceptsIn(
  text: string,
  named: readonly NamedConcepts[],
): Pick<SpanMeaning, 'concepts' | 'all'> {
  const concepts = new Set([
    ...named.flatMap((one) => one.concepts),
    ...signs.flatMap(([sign, headwords]) =>
      sign.test(text) ? headwords.flatMap((headword) => lexicon().conceptsHeadedBy(headword)) : [],
    ),
  ]);
  const sorts = named.flatMap((one) => one.sorts);
  return { concepts, all: sorts.length === 0 ? concepts : new Set([...concepts, ...sorts]) };
}
