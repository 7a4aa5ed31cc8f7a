import { RecentlyUsed } from '../../../kit/limits/recently-used.ts';
import {
  type AnalysedText,
  analyseText,
  fold,
  type Span,
  sentencesOf,
  type TextLanguage,
} from '../../reading/service.ts';
import { meaningBetween, type SpanMeaning } from './concepts.ts';
import { lexicon, type NamedConcepts } from './lexicon.ts';

const elided = /^(?:[a-z]|[a-z]*qu)['’ʼ]/;
const possessive = /['’ʼ]s?$/;
/** What follows a verb that stands before its pronoun: "A-t-il", "trouve-t-on", "sont-elles". */
const inverted = /-(?:t-)?(?:je|tu|ils?|elles?|on|ce|nous|vous)$/;
/** A word as its relatives are known by: without accents, and without what is elided before it or hangs on it. */
export const asWord = (text: string) => {
  const word = fold(text.toLowerCase());
  return /^[a-z]*$/.test(word)
    ? word
    : word.replace(elided, '').replace(possessive, '').replace(inverted, '');
};

interface WordCounts {
  numbers: ReadonlyMap<number, number>;
  concepts: ReadonlyMap<number, number>;
  length: number;
}

function countWords({ read, named }: Pick<PassageText, 'read' | 'named'>): WordCounts {
  const numbers = new Map<number, number>();
  let length = 0;
  for (const { number, extra } of read.terms) {
    numbers.set(number, (numbers.get(number) ?? 0) + 1);
    if (!extra) length += 1;
  }
  const concepts = new Map<number, number>();
  for (const phrase of named)
    for (const concept of phrase.concepts) concepts.set(concept, (concepts.get(concept) ?? 0) + 1);
  return { numbers, concepts, length };
}

/** What a text is found and quoted by, each made when it is first asked for. */
export class PassageText {
  readonly text: string;
  readonly language: TextLanguage;
  #read: AnalysedText | undefined;
  #words: string[] | undefined;
  #particulars: string | undefined;
  #counts: WordCounts | undefined;
  #sentences: Span[] | undefined;
  #said: SpanMeaning | undefined;
  #saidBySentence: readonly SpanMeaning[] | undefined;
  #named: readonly NamedConcepts[] | undefined;

  constructor(text: string, language: TextLanguage) {
    this.text = text;
    this.language = language;
  }

  get read(): AnalysedText {
    this.#read ??= analyseText(this.text, this.language);
    return this.#read;
  }

  /** Each term's word. */
  get words(): readonly string[] {
    const { starts, ends } = this.read;
    this.#words ??= starts.map((start, at) => asWord(this.text.slice(start, ends[at])));
    return this.#words;
  }

  /** Figures and names: last year's price list is no repetition of this year's, nor another branch's page of this one's. */
  get particulars(): string {
    this.#particulars ??=
      this.text.match(/\p{N}+|(?<=[\p{Ll},;]\s(?:\p{L}['’])?)\p{Lu}\p{L}+/gu)?.join(' ') ?? '';
    return this.#particulars;
  }

  /** How often it says each number and concept, and how many words it has. */
  get counts(): WordCounts {
    this.#counts ??= countWords(this);
    return this.#counts;
  }

  /** What the lexicon knows in it. */
  get named(): readonly NamedConcepts[] {
    this.#named ??= lexicon().namedIn(this.text, this.language);
    return this.#named;
  }

  /** What all of it says. */
  get said(): SpanMeaning {
    this.#said ??= meaningBetween(this, 0, this.text.length);
    return this.#said;
  }

  /** What each sentence says. */
  get saidBySentence(): readonly SpanMeaning[] {
    this.#saidBySentence ??= this.sentences.map(({ start, end }) => meaningBetween(this, start, end));
    return this.#saidBySentence;
  }

  get sentences(): readonly Span[] {
    this.#sentences ??= sentencesOf(this.text);
    return this.#sentences;
  }
}

/** What a text that was read takes in memory, in characters of about 90 bytes: some more than it has. */
const weightOfText = (text: string) => text.length + 50;
/**
 * Texts that are kept as they were read: visitors of a chatbot ask about the same things. About 55 MB, and 10 MB of headings.
 */
const keptWeight = { texts: 600_000, headings: 100_000 };
/**
 * Characters of a text that is kept: passages have 400 tokens at most, but for a row or a sentence that can't be cut.
 */
const maxKeptLength = 8_000;
/** What was read of texts, in each language that they were read in. */
type KeptTexts<Read> = RecentlyUsed<string, Partial<Record<TextLanguage, Read>>>;

function readOnce<Read>(kept: KeptTexts<Read>, text: string, language: TextLanguage, read: () => Read): Read {
  let known = kept.get(text);
  if (known === undefined) {
    known = {};
    kept.set(text, known);
  }
  known[language] ??= read();
  return known[language];
}

const keptTexts: KeptTexts<PassageText> = new RecentlyUsed(keptWeight.texts, weightOfText);

export const passageText = ({ text, language }: { text: string; language: TextLanguage }): PassageText =>
  text.length > maxKeptLength
    ? new PassageText(text, language)
    : readOnce(keptTexts, text, language, () => new PassageText(text, language));

/** A passage's headings as texts: the one right above it, and those above that. */
export interface Headings {
  path: readonly string[];
  nearest: PassageText;
  above: PassageText;
}

const keptHeadings: KeptTexts<Headings> = new RecentlyUsed(keptWeight.headings, weightOfText);

export const headingsOf = (heading: string, language: TextLanguage): Headings =>
  readOnce(keptHeadings, heading, language, () => {
    const path = heading === '' ? [] : heading.split(' › ');
    return {
      path,
      nearest: new PassageText(path.at(-1) ?? '', language),
      above: new PassageText(path.slice(0, -1).join('\n'), language),
    };
  });
