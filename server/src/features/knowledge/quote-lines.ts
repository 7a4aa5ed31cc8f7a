import { isEntry, type ReadText, readText, type TextLanguage } from '../reading/service.ts';
import { termWeight } from './bm25.ts';
import { asWord, passageText } from './passage-text.ts';
import { exactness, meaningIn, type QuestionWord } from './question.ts';
import type { RankedPassage } from './search.ts';

export interface Line {
  text: string;
  start: number;
  isRow: boolean;
  isTitle: boolean;
  /** Of what the question's words mean, the share that the line says, itself or by where it stands. */
  coverage: number;
  /** The share that its own words say. */
  own: number;
}

/**
 * What a line takes over of the words around it. A text goes on about what it said before: "It was founded in 1834"
 * answers for the name in the sentence before, less the farther that is, and a heading names the subject of all below.
 * What comes after a sentence says less about it. Shares of answers hardly move around these figures.
 */
const inherited = { before: 0.7, after: 0.5, heading: 0.8 };
/** A relative ("construction" for "construit"), or another name, says more than half of what the word itself does. */
const kinship = 0.6;

/** Words of one family share their beginning: so many letters at least, and half of the longer one. */
const familyLetters = 4;

function areRelated(one: string, other: string): boolean {
  let shared = familyLetters;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return 2 * shared >= Math.max(one.length, other.length);
}

function hasRelative(word: string, words: readonly string[], from = 0, to = words.length): boolean {
  if (word.length < familyLetters) return false;
  const beginning = word.slice(0, familyLetters);
  for (let at = from; at < to; at += 1) {
    const other = words[at] ?? '';
    if (other.startsWith(beginning) && areRelated(word, other)) return true;
  }
  return false;
}

interface AskedTerm {
  number: number;
  word: string;
  weight: number;
  /** A name, which nothing else can stand for; a figure may be written in many ways. */
  isName: boolean;
  /** What says it in the passage's language, with what each weighs: itself and its other names. */
  said: { number: number; weight: number }[];
  /** What else it is called, for a passage that neither says it nor a relative. */
  otherNames: readonly number[];
}

/** Who wrote a text, by the names that those who ask about it use: the text itself says "I". */
const writers = new Set(
  `author authors writer writers poster posters reviewer reviewers commenter commenters narrator speaker user users person
  auteur auteurs auteure autrice redacteur redactrice narrateur narratrice internaute internautes utilisateur utilisateurs
  utilisatrice utilisatrices personne`.split(/\s+/),
);
/** "World War I", "Charles I": there a capital stands before it. */
const firstPerson =
  /(?:^|[.!?,;:("“]\s?|(?<!\p{L})\p{Ll}+\s)I(?=['’]|\s\p{Ll})|(?<![\p{L}-])(?:[Mm]y|[Jj]e|[Jj]['’]\p{Ll}+|[Mm](?:on|a|es))(?=\s)/mu;

/** The question's words as a passage's language reads them, with what each weighs. */
export function askedIn({ asked: words, language, text }: RankedPassage): AskedTerm[] {
  const others = words.filter((word) => !writers.has(asWord(word.text)));
  const isOwnStory = others.length > 0 && others.length < words.length && firstPerson.test(text);
  return termsIn(isOwnStory ? others : words, language);
}

function termsIn(words: readonly QuestionWord[], language: TextLanguage): AskedTerm[] {
  const asked = new Map<number, AskedTerm>();
  for (const { text, isExact, terms, otherNames } of words) {
    const factor = isExact ? exactness : 1;
    const spoken = terms.filter((term) => term.language === language && !term.extra);
    const said = (isName: boolean) =>
      spoken
        .filter(({ meant }) => meant === isName)
        .map(({ number, salience }) => ({ number, weight: salience * factor }));
    for (const { number, weight } of said(false)) {
      asked.set(number, {
        number,
        word: asWord(text),
        weight,
        isName: isExact && !/\p{N}/u.test(text),
        said: [{ number, weight }, ...said(true)],
        otherNames,
      });
    }
  }
  return [...asked.values()];
}

export const weightOf = (asked: readonly AskedTerm[]) => asked.reduce((sum, { weight }) => sum + weight, 0);

/**
 * Reads which of the asked words a text of the passage says, from one of its terms to another: 1 for each that it does,
 * translated ones as the word that was asked.
 */
function readerFor(passage: RankedPassage, asked: readonly AskedTerm[]) {
  const place = new Map(asked.map(({ number }, at) => [number, at]));
  const meaning = meaningIn(passage.asked, passage.language);
  const places = new Map<number, number[]>();
  for (const { number, language } of passage.asked.flatMap(({ terms }) => terms))
    if (language === passage.language)
      places.set(
        number,
        (meaning(number) ?? [number]).flatMap((own) => place.get(own) ?? []),
      );
  return ({ terms }: ReadText, from = 0, to = terms.length): number[] => {
    const says = asked.map(() => 0);
    for (let at = from; at < to; at += 1)
      for (const word of places.get((terms[at] as ReadText['terms'][number]).number) ?? nothing)
        says[word] = 1;
    return says;
  };
}
const nothing: readonly number[] = [];

/** The question's words that a text of a passage says, with what each weighs. */
export function saidIn(text: string, passage: RankedPassage): ReadonlyMap<number, number> {
  const asked = askedIn(passage);
  const says = readerFor(passage, asked)(readText(text, passage.language));
  return new Map(asked.filter((_, at) => says[at] === 1).map(({ number, weight }) => [number, weight]));
}

/** Kept read like passages, of which many stand below one heading. */
const headingOf = ({ position, language }: RankedPassage) =>
  passageText({ text: position.heading ?? '', language });

const isRowText = (text: string, passage: RankedPassage) =>
  text.includes(' | ') || (passage.position.row ?? 0) > 0;
const looksLikeTitle = (text: string) =>
  text.length <= 100 && !/[.!?…:;»”"')\]]$/.test(text) && !/^(?:[-•–*]|\d)/.test(text) && !isEntry(text);

/** What stands below one of these headings and leads to a page's number names what is said elsewhere. */
const contentsHeading = /(?:^|› )(?:sommaire|table des mati[èe]res|(?:table of )?contents)$/iu;
const contentsLine = /(?:…|(?<!\.)\.{4,})\s?\p{N}+$/u;

/** Whether a place of a passage stands in such a line. */
function isContents({ text, position }: RankedPassage, at: number): boolean {
  if (!contentsHeading.test(position.heading ?? '')) return false;
  const from = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  return contentsLine.test(text.slice(from, end < 0 ? undefined : end));
}

/** What a passage as a whole says of a question. */
export interface Evidence {
  /** BM25 with each term's salience for its rarity, so that it compares between questions, and between chatbots. */
  amount: number;
  /** The share of the question that the headings above it say: that is what it is about. */
  headed: number;
  /** Names that are asked about and stand nowhere in it, in no other form either. */
  missingNames: number;
}

export function evidenceIn(passage: RankedPassage, asked: readonly AskedTerm[]): Evidence {
  const terms = new Map(asked.flatMap(({ said }) => said.map(({ number }): [number, number] => [number, 0])));
  const whole = passageText(passage);
  let length = 0;
  for (const { number, extra } of whole.read.terms) {
    const known = terms.get(number);
    if (known !== undefined) terms.set(number, known + 1);
    if (!extra) length += 1;
  }
  const headings = new Set(headingOf(passage).read.terms.map(({ number }) => number));
  const evidence: Evidence = { amount: 0, headed: 0, missingNames: 0 };
  for (const { said, weight, word, isName } of asked) {
    const amounts = said.map(({ number, weight }) => {
      const frequency = (terms.get(number) ?? 0) + (headings.has(number) ? 1 : 0);
      return weight * termWeight(frequency, length);
    });
    const most = Math.max(...amounts);
    evidence.amount += most;
    if (said.some(({ number }) => headings.has(number))) evidence.headed += weight;
    if (isName && most === 0 && !hasRelative(word, whole.words)) evidence.missingNames += 1;
  }
  evidence.headed /= weightOf(asked);
  return evidence;
}

/** A passage's sentences and rows with what they say of a question. */
export function linesOf(passage: RankedPassage, asked: readonly AskedTerm[]): Line[] {
  const { text, position } = passage;
  const total = weightOf(asked);
  const share = (says: readonly number[]) => {
    let said = 0;
    for (let at = 0; at < asked.length; at += 1)
      said += (asked[at] as AskedTerm).weight * (says[at] as number);
    return said / total;
  };
  const read = readerFor(passage, asked);
  const inHeading = read(headingOf(passage).read);
  if (passage.isAnswer) {
    // Said whole or not at all, and as much about the question above it as if it repeated it.
    const inText = read(readText(text, passage.language));
    const coverage = share(inText.map((said, at) => Math.max(said, inHeading[at] ?? 0)));
    return [{ text, start: 0, isRow: false, isTitle: false, coverage, own: coverage }];
  }
  const byHeading = inHeading.map((said) => said * inherited.heading);

  const whole = passageText(passage);
  const { starts } = whole.read;
  const inAny = read(whole.read);
  const otherNames = new Map<number, number>();
  for (const [at, { word, otherNames: others }] of asked.entries())
    if (others.length > 0 && inAny[at] === 0 && inHeading[at] === 0 && !hasRelative(word, whole.words))
      for (const number of others) otherNames.set(number, at);
  let from = 0;
  const lines = whole.sentences.map(({ start, end }) => {
    const line = text.slice(start, end);
    let to = from;
    while (to < starts.length && (starts[to] as number) < end) to += 1;
    const says = read(whole.read, from, to);
    if (otherNames.size > 0)
      for (const { number } of whole.read.terms.slice(from, to)) {
        const at = otherNames.get(number);
        if (at !== undefined) says[at] = kinship;
      }
    for (let at = 0; at < says.length; at += 1)
      if (says[at] === 0 && hasRelative((asked[at] as AskedTerm).word, whole.words, from, to))
        says[at] = kinship;
    from = to;
    const isRow = isRowText(line, passage);
    const isAlone = text[end] === '\n' && (start === 0 || text[start - 1] === '\n');
    const isTitle = !isRow && isAlone && (position.heading?.endsWith(line) || looksLikeTitle(line));
    return { text: line, start, isRow, isTitle, says };
  });
  const hasBody = lines.some(({ isTitle }) => !isTitle);

  // What each line takes over from those before it, then from those after it: in time linear in the lines.
  const around = lines.map(() => byHeading.slice());
  for (const [order, kept] of [
    [lines.keys(), inherited.before],
    [[...lines.keys()].reverse(), inherited.after],
  ] as const) {
    const said = asked.map(() => 0);
    for (const index of order) {
      const line = lines[index];
      const taken = around[index];
      if (line === undefined || taken === undefined) continue;
      for (let at = 0; at < said.length; at += 1) {
        const left = kept * (said[at] as number);
        taken[at] = Math.max(taken[at] as number, left);
        said[at] = Math.max(left, line.isRow ? 0 : (line.says[at] as number));
      }
    }
  }

  return lines.map(({ text, start, isRow, isTitle, says }, index) => ({
    text,
    start,
    isRow,
    isTitle: (isTitle && hasBody) || isContents(passage, start),
    // A row speaks of its own thing, whatever the lines around it say.
    coverage: share(
      (isRow ? byHeading : (around[index] ?? says)).map((taken, at) => Math.max(taken, says[at] ?? 0)),
    ),
    own: share(says),
  }));
}
