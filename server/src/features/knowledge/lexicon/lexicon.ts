import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fold, lexiconFolder, stemOfWord, type TextLanguage } from '../../reading/service.ts';
import { eachWord, firstStem, type Token, tokensOf } from './lexicon-words.ts';

/** A phrase of the lexicon where it stands in a text, with the concepts that it may mean. */
export interface NamedConcepts {
  start: number;
  end: number;
  concepts: readonly number[];
  /** The concepts of whose sort it is, one of several such things. */
  sorts: readonly number[];
}

/** Whether a phrase and a word of one text share a letter. */
export const standsOver = (
  { start, end }: NamedConcepts,
  { start: at, text }: { start: number; text: string },
): boolean => start < at + text.length && end > at;

/** The forms of a French verb whose stems the analysis leaves apart: "expédier", "expédie", "livrent", "vendu". */
const conjugations: readonly (readonly [form: RegExp, endings: readonly string[]])[] = [
  [/er$/, ['e', 'ent']],
  [/re$/, ['', 'ent', 'u']],
];

function formsOf(phrase: string, language: TextLanguage): string[] {
  if (language === 'en' || phrase.includes(' ')) return [phrase];
  const [form, endings] = conjugations.find(([pattern]) => pattern.test(phrase)) ?? [];
  if (form === undefined || endings === undefined) return [phrase];
  return [phrase, ...endings.map((ending) => phrase.replace(form, ending))];
}

interface Concept {
  /** Each language's words for it, and what answers it, as they are written: most are never asked for. */
  said: Record<TextLanguage, string>;
  answers: string;
  /** What a text may speak of instead: wider things and narrower ones. */
  near: Set<number> | undefined;
  /** Whether its words are not one thing but of one sort: makes of cars, what may have gone wrong. */
  isSort: boolean;
}

/** The phrases that begin with one word. */
interface Phrases {
  concepts: Map<string, number[]>;
  /** The number of words of the longest. */
  maxWords: number;
}

/**
 * Where the phrases stand that begin with a word of each stem: a concept's number × `maxPhrasesPerConcept` and the
 * phrase's place there.
 */
type Beginnings = Record<TextLanguage, Map<string, number[]>>;
const maxPhrasesPerConcept = 1_000;

/** Words of the longest phrase: "mode de paiement" is three, and so are nearly all of the longest entries. */
const maxPhraseWords = 5;

const listOf = (text: string) => (text === '' ? [] : text.split(',').map((phrase) => phrase.trim()));

const nothing: ReadonlySet<number> = new Set();
const none: readonly number[] = [];

/**
 * Reading sets down no more than with which word each phrase begins; the rest is read when a text holds that word, as few
 * texts that a program sees hold many of them.
 */
export class Lexicon {
  readonly #concepts: Concept[] = [];
  readonly #beginnings: Beginnings;
  readonly #hasBeginnings: boolean;
  /** The phrases that begin with words that a text has held. */
  readonly #begun: Record<TextLanguage, Map<string, Phrases>> = { fr: new Map(), en: new Map() };
  readonly #headed = new Map<string, number[]>();

  /** The names of what is wider than a concept: the line that they head may be read later. */
  readonly #wider: [concept: number, names: readonly string[]][] = [];

  /** Of files whose beginnings have been prepared, or not yet. */
  constructor(prepared?: Beginnings) {
    this.#beginnings = prepared ?? { fr: new Map(), en: new Map() };
    this.#hasBeginnings = prepared !== undefined;
  }

  /** Takes in the lines of a file. */
  read(file: string): void {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const [meaning = '', answers = ''] = line.split(' ~ ');
      const [sides = '', names] = meaning.split(' > ');
      const isSort = sides.includes(' ≈ ');
      const [fr = '', en = ''] = sides.split(isSort ? ' ≈ ' : ' = ');
      const id = this.#concepts.push({ said: { fr, en }, answers, near: undefined, isSort }) - 1;
      const end = fr.indexOf(',');
      const head = end === -1 ? fr : fr.slice(0, end);
      const conceptsHeadedBy = this.#headed.get(head);
      if (conceptsHeadedBy === undefined) this.#headed.set(head, [id]);
      else conceptsHeadedBy.push(id);
      if (names !== undefined) this.#wider.push([id, listOf(names)]);
      if (this.#hasBeginnings) continue;
      this.#begin(fr, 'fr', id);
      this.#begin(en, 'en', id);
    }
  }

  /** Joins what is wider with what is narrower, once all files are read. */
  join(): void {
    for (const [id, names] of this.#wider) {
      for (const other of names.flatMap((name) => this.conceptsHeadedBy(name))) {
        if (other === id) continue;
        this.#nearOf(id)?.add(other);
        this.#nearOf(other)?.add(id);
      }
    }
  }

  #nearOf(id: number): Set<number> | undefined {
    const concept = this.#concepts[id];
    if (concept) concept.near ??= new Set();
    return concept?.near;
  }

  /** The concepts of a headword, else those of the phrases that it is made of. */
  #namedBy(name: string): readonly number[] {
    const conceptsHeadedBy = this.conceptsHeadedBy(name);
    return conceptsHeadedBy.length > 0
      ? conceptsHeadedBy
      : this.namedIn(name, 'fr', true).flatMap(({ concepts, sorts }) => [...concepts, ...sorts]);
  }

  /** Sets down with which words the phrases begin that a concept is called by. */
  #begin(phrasesFor: string, language: TextLanguage, id: number): void {
    for (const [at, phrase] of listOf(phrasesFor).entries()) {
      for (const form of formsOf(phrase, language)) {
        const first = firstStem(form, language);
        if (first === undefined) continue;
        const places = this.#beginnings[language].get(first);
        const place = id * maxPhrasesPerConcept + at;
        if (places === undefined) this.#beginnings[language].set(first, [place]);
        else places.push(place);
      }
    }
  }

  /** The phrases that begin with a word of this stem; undefined: none does. */
  #begunBy(stem: string, language: TextLanguage): Phrases | undefined {
    const begun = this.#begun[language].get(stem) ?? this.#readBeginning(stem, language);
    return begun === undefined || begun.maxWords === 0 ? undefined : begun;
  }

  #readBeginning(stem: string, language: TextLanguage): Phrases | undefined {
    const places = this.#beginnings[language].get(stem);
    if (places === undefined) return undefined;
    const begun: Phrases = { concepts: new Map(), maxWords: 0 };
    for (const place of places) {
      const id = Math.floor(place / maxPhrasesPerConcept);
      const phrase = this.phrasesFor(id, language)[place % maxPhrasesPerConcept] ?? '';
      for (const form of formsOf(phrase, language)) this.#add(form, language, id, stem, begun);
    }
    this.#begun[language].set(stem, begun);
    return begun;
  }

  #add(phrase: string, language: TextLanguage, id: number, first: string, begun: Phrases): void {
    const tokens = tokensOf(phrase, language);
    if (tokens[0]?.stem !== first || tokens.length > maxPhraseWords) return;
    if (tokens.length === 1 && tokens[0].isStop) return;
    const key = tokens.map(({ stem }) => stem).join(' ');
    const loadedLexicon = begun.concepts.get(key);
    if (loadedLexicon === undefined) begun.concepts.set(key, [id]);
    else if (!loadedLexicon.includes(id)) loadedLexicon.push(id);
    begun.maxWords = Math.max(begun.maxWords, tokens.length);
  }

  /** The concepts whose French headword this is. */
  conceptsHeadedBy(name: string): readonly number[] {
    return this.#headed.get(name) ?? [];
  }

  /** Whether a folded word is one of its phrases, or begins one. */
  names(word: string, language: TextLanguage): boolean {
    return this.#begunBy(stemOfWord(word, language), language) !== undefined;
  }

  /** All words of its phrases, folded. */
  words(language: TextLanguage): Set<string> {
    const found = new Set<string>();
    for (const { said: phrasesFor } of this.#concepts)
      eachWord(phrasesFor[language], (written) => Boolean(found.add(written)));
    return new Set([...found].map((written) => fold(written.toLowerCase())));
  }

  /** What else a concept is called, in a language. */
  phrasesFor(concept: number, language: TextLanguage): readonly string[] {
    return listOf(this.#concepts[concept]?.said[language] ?? '');
  }

  /** The first of these. */
  firstPhrase(concept: number, language: TextLanguage): string {
    const said = this.#concepts[concept]?.said[language] ?? '';
    const end = said.indexOf(',');
    return end === -1 ? said : said.slice(0, end);
  }

  /** What a text may speak of instead of a concept. */
  near(concept: number): ReadonlySet<number> {
    return this.#concepts[concept]?.near ?? nothing;
  }

  /** What a text probably speaks of that answers a question about a concept; `associations` keeps them all. */
  answers(concept: number): ReadonlySet<number> {
    const named = listOf(this.#concepts[concept]?.answers ?? '').flatMap((name) => this.#namedBy(name));
    return new Set(named.filter((other) => other !== concept));
  }

  /** What `newLexicon` reads again. */
  beginningsFile(): string {
    return JSON.stringify({ fr: [...this.#beginnings.fr], en: [...this.#beginnings.en] });
  }

  /** The number of concepts, which are numbered from 0. */
  get size(): number {
    return this.#concepts.length;
  }

  /** The phrases that stand in a text: all, or those alone that no longer one before them overlaps. */
  namedIn(text: string, language: TextLanguage, longestOnly = false): NamedConcepts[] {
    const tokens = tokensOf(text, language);
    const named: NamedConcepts[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const first = tokens[at] as Token;
      const begun = this.#begunBy(first.stem, language);
      let length = Math.min(begun?.maxWords ?? 0, tokens.length - at);
      for (; length > 0; length -= 1) {
        let key = first.stem;
        for (let next = 1; next < length; next += 1) key += ` ${(tokens[at + next] as Token).stem}`;
        const loadedLexicon = begun?.concepts.get(key);
        if (loadedLexicon === undefined || (length === 1 && first.isStop)) continue;
        const concepts = loadedLexicon.filter((id) => !this.#concepts[id]?.isSort);
        const sorts =
          concepts.length === loadedLexicon.length
            ? none
            : loadedLexicon.filter((id) => !concepts.includes(id));
        named.push({ start: first.start, end: (tokens[at + length - 1] as Token).end, concepts, sorts });
        if (!longestOnly || concepts.length === 0) continue;
        at += length - 1;
        break;
      }
    }
    return named;
  }
}

const files = () =>
  readdirSync(lexiconFolder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => join(lexiconFolder, name));

/**
 * The file of the beginnings: stemming the first word of each phrase takes most of reading, so the build does it once, and
 * leaves them beside the texts.
 */
const beginningsPath = join(lexiconFolder, 'beginnings.json');

function newLexicon(): Lexicon {
  if (!existsSync(beginningsPath)) return new Lexicon();
  const { fr, en } = JSON.parse(readFileSync(beginningsPath, 'utf8')) as Record<
    TextLanguage,
    [string, number[]][]
  >;
  return new Lexicon({ fr: new Map(fr), en: new Map(en) });
}

let loadedLexicon: Lexicon | undefined;

/** The lexicon, read when it is first asked for, unless it has been prepared. */
export function lexicon(): Lexicon {
  if (loadedLexicon) return loadedLexicon;
  loadedLexicon = newLexicon();
  for (const file of files()) loadedLexicon.read(file);
  loadedLexicon.join();
  return loadedLexicon;
}

/** Reads it a file at a time, so that nothing else waits for long. */
export async function prepareLexicon(): Promise<void> {
  const read = newLexicon();
  for (const file of files()) {
    read.read(file);
    await setImmediate();
  }
  read.join();
  loadedLexicon ??= read;
}
