import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fold, lexiconFolder, stemOfWord, stopWords, type TextLanguage } from '../reading/service.ts';

/** One word of a text as the lexicon's phrases are compared with it, and where it stands. */
interface Token {
  stem: string;
  /** Alone it names nothing: "né" and "été" without their accents, "comment", "can". */
  isStop: boolean;
  start: number;
  end: number;
}

/** A phrase of the lexicon where it stands in a text, with the concepts that it may mean. */
export interface NamedConcepts {
  start: number;
  end: number;
  concepts: readonly number[];
}

/** Whether a phrase and a word of one text share a letter. */
export const standsOver = (
  { start, end }: NamedConcepts,
  { start: at, text }: { start: number; text: string },
): boolean => start < at + text.length && end > at;

/** "Place de parking", "place du parking": what stands between the words of a phrase says nothing. */
const articles = {
  fr: new Set('au aux d de des du l la le les un une'.split(' ')),
  en: new Set('a an of the'.split(' ')),
};

const word = /[\p{L}\p{N}]+/gu;

/** Words come again and again, in the lexicon as in questions; emptied, not grown, by noise. */
const stemsKept = 50_000;
const stems: Record<TextLanguage, Map<string, Pick<Token, 'stem' | 'isStop'>>> = {
  fr: new Map(),
  en: new Map(),
};

function stemIn(lower: string, language: TextLanguage): Pick<Token, 'stem' | 'isStop'> {
  const kept = stems[language].get(lower);
  if (kept) return kept;
  const plain = fold(lower);
  const read = { stem: stemOfWord(plain, language), isStop: stopWords[language].has(plain) };
  if (stems[language].size >= stemsKept) stems[language].clear();
  if (lower.length <= longestKept) stems[language].set(lower, read);
  return read;
}
const longestKept = 40;

function tokensOf(text: string, language: TextLanguage): Token[] {
  const tokens: Token[] = [];
  for (const { 0: written, index } of text.matchAll(word)) {
    const lower = written.toLowerCase();
    if (!articles[language].has(lower))
      tokens.push({ ...stemIn(lower, language), start: index, end: index + written.length });
  }
  return tokens;
}

/** The forms of a French verb whose stems the analysis leaves apart: "expédier", "expédie", "livrent", "vendu". */
const conjugations: readonly (readonly [form: RegExp, endings: readonly string[]])[] = [
  [/er$/, ['e', 'ent']],
  [/re$/, ['', 'ent', 'u']],
];

function formsOf(phrase: string, language: TextLanguage): string[] {
  const [form, endings] = conjugations.find(([pattern]) => pattern.test(phrase)) ?? [];
  if (language === 'en' || form === undefined || endings === undefined || phrase.includes(' '))
    return [phrase];
  return [phrase, ...endings.map((ending) => phrase.replace(form, ending))];
}

interface Concept {
  /** Each language's words for it. */
  said: Record<TextLanguage, readonly string[]>;
  /** What a text may speak of instead: wider things and narrower ones. */
  near: Set<number>;
  /** What a text probably speaks of that answers a question about it. */
  answers: Set<number>;
}

/** "Mode de paiement" is three words, and so are nearly all of the longest entries. */
const longestPhrase = 5;

const sideOf = (text: string | undefined) =>
  text === undefined ? [] : text.split(',').map((phrase) => phrase.trim());

export class Lexicon {
  readonly #concepts: Concept[] = [];
  readonly #byPhrase: Record<TextLanguage, Map<string, number[]>> = { fr: new Map(), en: new Map() };
  /** The first words of phrases, with the length of the longest that begins so. */
  readonly #byFirst: Record<TextLanguage, Map<string, number>> = { fr: new Map(), en: new Map() };
  readonly #headed = new Map<string, number[]>();

  /** What is wider than which concept, and what answers it, by name: the line that it heads may be read later. */
  readonly #wider: [concept: number, names: readonly string[]][] = [];
  readonly #answered: [concept: number, names: readonly string[]][] = [];

  /** Takes in the lines of a file. */
  read(file: string): void {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const [meaning = '', answers] = line.split(' ~ ');
      const [sides = '', names] = meaning.split(' > ');
      const [french, english] = sides.split(' = ');
      const said = { fr: sideOf(french), en: sideOf(english) };
      const id = this.#concepts.push({ said, near: new Set(), answers: new Set() }) - 1;
      const head = said.fr[0] ?? '';
      this.#headed.set(head, [...(this.#headed.get(head) ?? []), id]);
      if (names !== undefined) this.#wider.push([id, sideOf(names)]);
      if (answers !== undefined) this.#answered.push([id, sideOf(answers)]);
      for (const language of ['fr', 'en'] as const)
        for (const phrase of said[language])
          for (const form of formsOf(phrase, language)) this.#add(form, language, id);
    }
  }

  /** Joins what is wider with what is narrower, and what is asked with what answers it, once all files are read. */
  join(): void {
    for (const [id, names] of this.#wider) {
      for (const other of names.flatMap((name) => this.headed(name))) {
        if (other === id) continue;
        this.#concepts[id]?.near.add(other);
        this.#concepts[other]?.near.add(id);
      }
    }
    const named = new Map<string, readonly number[]>();
    for (const [id, names] of this.#answered) {
      for (const name of names) {
        const concepts = named.get(name) ?? this.#namedBy(name);
        named.set(name, concepts);
        for (const other of concepts) if (other !== id) this.#concepts[id]?.answers.add(other);
      }
    }
  }

  /** The concepts of a headword, else those of the phrases that it is made of. */
  #namedBy(name: string): readonly number[] {
    const headed = this.headed(name);
    return headed.length > 0 ? headed : this.namedIn(name, 'fr', true).flatMap(({ concepts }) => concepts);
  }

  #add(phrase: string, language: TextLanguage, id: number): void {
    const tokens = tokensOf(phrase, language);
    const stems = tokens.map(({ stem }) => stem);
    const [first] = stems;
    if (first === undefined || stems.length > longestPhrase) return;
    if (stems.length === 1 && tokens[0]?.isStop) return;
    const key = stems.join(' ');
    const known = this.#byPhrase[language].get(key);
    if (known === undefined) this.#byPhrase[language].set(key, [id]);
    else if (!known.includes(id)) known.push(id);
    const longest = this.#byFirst[language];
    longest.set(first, Math.max(longest.get(first) ?? 0, stems.length));
  }

  /** The concepts whose French headword this is. */
  headed(name: string): readonly number[] {
    return this.#headed.get(name) ?? [];
  }

  /** Whether a folded word is one of its phrases, or begins one. */
  names(word: string, language: TextLanguage): boolean {
    return this.#byFirst[language].has(stemOfWord(word, language));
  }

  /** All words of its phrases, folded. */
  words(language: TextLanguage): Set<string> {
    const words = new Set<string>();
    for (const { said } of this.#concepts)
      for (const phrase of said[language])
        for (const [written] of phrase.matchAll(word)) words.add(fold(written.toLowerCase()));
    return words;
  }

  /** What else a concept is called, in a language. */
  said(concept: number, language: TextLanguage): readonly string[] {
    return this.#concepts[concept]?.said[language] ?? [];
  }

  /** What a text may speak of instead of a concept. */
  near(concept: number): ReadonlySet<number> {
    return this.#concepts[concept]?.near ?? new Set();
  }

  /** What a text probably speaks of that answers a question about a concept. */
  answers(concept: number): ReadonlySet<number> {
    return this.#concepts[concept]?.answers ?? new Set();
  }

  /** How many concepts there are: they are numbered from 0. */
  get size(): number {
    return this.#concepts.length;
  }

  /** The phrases that stand in a text: all, or those alone that no longer one before them overlaps. */
  namedIn(text: string, language: TextLanguage, longestOnly = false): NamedConcepts[] {
    const tokens = tokensOf(text, language);
    const named: NamedConcepts[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const first = tokens[at] as Token;
      let length = Math.min(this.#byFirst[language].get(first.stem) ?? 0, tokens.length - at);
      for (; length > 0; length -= 1) {
        let key = first.stem;
        for (let next = 1; next < length; next += 1) key += ` ${(tokens[at + next] as Token).stem}`;
        const concepts = this.#byPhrase[language].get(key);
        if (concepts === undefined || (length === 1 && first.isStop)) continue;
        named.push({ start: first.start, end: (tokens[at + length - 1] as Token).end, concepts });
        if (!longestOnly) continue;
        at += length - 1;
        break;
      }
    }
    return named;
  }
}

const files = () =>
  readdirSync(lexiconFolder)
    .sort()
    .map((name) => join(lexiconFolder, name));

let known: Lexicon | undefined;

/** Read when it is first asked for, which takes half a second, unless it has been prepared. */
export function lexicon(): Lexicon {
  if (known) return known;
  known = new Lexicon();
  for (const file of files()) known.read(file);
  known.join();
  return known;
}

/** Reads it a file at a time, so that nothing else waits for long. */
export async function prepareLexicon(): Promise<void> {
  const read = new Lexicon();
  for (const file of files()) {
    read.read(file);
    await setImmediate();
  }
  read.join();
  known ??= read;
}
