import { sentencesOf, type TextLanguage } from '../../reading/service.ts';
import { answerClaims, type Claims, claimsIn, deniesSomething, joinClaims } from './claims.ts';
import { provenQuantities, quantitiesIn } from './quantities.ts';
import { foldForQuantities } from './quantity-readings.ts';
import { denialsIn, type TextWord, WordIndex, wordsOfText } from './words.ts';

export interface ProofPassage {
  text: string;
  language: TextLanguage;
  position: { heading?: string | undefined };
  sourceName: string;
}

/** A part of a line that says a figure of its own. */
export interface Clause {
  words: WordIndex;
  size: number;
  quantities: ReadonlySet<string>;
}

/** A sentence or row of a passage, with what it is said under. */
export interface Line {
  text: string;
  language: TextLanguage;
  /** What it says itself. */
  words: WordIndex;
  /** With its headings, its question, its list's lead, and what its pronoun stands for. */
  inContext: WordIndex;
  /** The words without headings that name several things: which of them it speaks of is its own to say. */
  surely: WordIndex;
  said: readonly TextWord[];
  clauses: readonly Clause[];
  denies: boolean;
  /** Whether it begins with what stands for something that was named before. */
  isPronoun: boolean;
  quantities: ReadonlySet<string>;
  /** What it excepts: "tous les jours sauf le lundi". */
  excepted: ReadonlySet<string>;
  claims: Claims;
  /** Whether it names what follows, or asks for it. */
  isHeading: boolean;
  /** The parts of it in which nothing is denied. */
  asserted: { words: WordIndex; quantities: ReadonlySet<string> };
}

const exception =
  /(?<!\p{L})(?:sauf|hormis|excepte(?:e|s)?|a l'exception d[eu]s?|hors|except(?: for)?|excluding|apart from)(?!\p{L})[^.;()|]*/gu;
const pronoun =
  /^["«“(\s-]*(?:ils?|elles?|celui|celle|ceux|ce|c'|cet|cette|ces|cela|ca|il s'|y|on y|leur|leurs|son|sa|ses|it|its|they|their|he|she|this|these|those|there|both|otherwise|sinon|au-dela|ensuite|puis|then|oui|non|yes|no)(?![\p{L}-])/u;

const maxLines = 400;

const joins = /[;,]|(?<!\p{L})(?:et|and|mais|but|ou|or|contre|tandis que|while|whereas)(?!\p{L})/giu;
const namesSeveral = /[,&/]|(?<!\p{L})(?:et|and|ou|or)(?!\p{L})/iu;

/** The parts of a line between its joints, as long as each has a quantity of its own. */
function clausesOf(text: string, words: readonly TextWord[]): Clause[] {
  const quantities = quantitiesIn(text);
  if (quantities.length < 2 || text.includes(' | ')) return [];
  const ends = [...text.matchAll(joins)].map(({ index }) => index);
  const clauses: Clause[] = [];
  let from = 0;
  for (const [at, end] of [...ends, text.length].entries()) {
    const isLast = at === ends.length;
    const holds = (start: number, stop: number) =>
      quantities.some((one) => one.start >= start && one.start < stop);
    // A joint within a figure, or in front of what has none, is none.
    if (
      !isLast &&
      (!holds(from, end) ||
        !holds(end, text.length) ||
        quantities.some((one) => one.start < end && end < one.end))
    )
      continue;
    const own = words.filter((word) => word.start >= from && word.start < end && !word.isLight);
    const index = new WordIndex();
    index.add(own);
    clauses.push({ words: index, size: own.length, quantities: provenQuantities(text.slice(from, end)) });
    from = end;
  }
  return clauses.length > 1 ? clauses : [];
}

const parts = /[^,;:()–—|]+/gu;

function assertedIn(text: string, words: readonly TextWord[]): Line['asserted'] {
  const denials = denialsIn(text).filter(({ isOfWord }) => !isOfWord);
  const index = new WordIndex();
  const quantities = new Set<string>();
  for (const { 0: part, index: start } of text.matchAll(parts)) {
    const end = start + part.length;
    if (denials.some((one) => one.start < end && start < one.end)) continue;
    index.add(words.filter((word) => word.start >= start && word.end <= end));
    for (const key of provenQuantities(part)) quantities.add(key);
  }
  return { words: index, quantities };
}

/** A passage as lines, each with all that it may be read with. Time and memory are linear in its text. */
export function linesOf({ text, language, position, sourceName }: ProofPassage): Line[] {
  const headings = [position.heading ?? '', sourceName.replace(/\.\w{2,5}$/, '').replace(/[-_]/g, ' ')];
  const headed = headings
    .flatMap((heading) => heading.split(' › '))
    .map((heading) => [wordsOfText(heading, language), !namesSeveral.test(heading)] as const);
  const headedQuantities = provenQuantities(position.heading ?? '');
  const lines: Line[] = [];
  let title: TextWord[] = [];
  let question: TextWord[] = [];
  let asked: Claims = new Map();
  let isTitleSure = true;
  let lead: TextWord[] = [];
  let before: TextWord[] = [];
  for (const { start, end } of sentencesOf(text).slice(0, maxLines)) {
    const said = text.slice(start, end);
    const bare = foldForQuantities(said);
    const words = wordsOfText(said, language);
    const isQuestion = /\?["»”\s]*$/.test(said);
    const isRow = said.includes(' | ');
    const isTitle =
      !isRow &&
      said.length <= 80 &&
      !/[.!?;:,…|]$/.test(said) &&
      !/^[-•–*\d]/.test(said) &&
      (start === 0 || text.slice(text.slice(0, start).trimEnd().length, start).includes('\n'));
    if (isTitle) {
      title = words;
      isTitleSure = !namesSeveral.test(said);
      question = [];
      asked = new Map();
    }
    if (isQuestion) {
      question = words;
      asked = claimsIn(said, true);
    }
    if (!/^[-•–*]/.test(said)) lead = [];
    const own = new WordIndex();
    own.add(words);
    const inContext = new WordIndex();
    const surely = new WordIndex();
    for (const some of [words, question, lead, pronoun.test(bare) ? before : []]) {
      inContext.add(some);
      surely.add(some);
    }
    for (const [some, isSure] of [...headed, [title, isTitleSure] as const]) {
      inContext.add(some);
      if (isSure) surely.add(some);
    }
    const reply = /^["«\s-]*(?:r\. ?:? ?|a\. ?:? ?)?(oui|yes|non|no)(?!\p{L})/u.exec(bare)?.[1];
    const ofItself = claimsIn(said, true);
    const claims =
      reply === undefined ? ofItself : joinClaims([ofItself, answerClaims(asked, /oui|yes/.test(reply))]);
    const quantities = quantitiesIn(said);
    const excepted = new Set<string>();
    for (const { 0: clause, index } of bare.matchAll(exception))
      for (const key of provenQuantities(said.slice(index, index + clause.length))) excepted.add(key);
    const rest = excepted.size === 0 ? undefined : provenQuantities(bare.replace(exception, ' '));
    lines.push({
      text: said,
      language,
      words: own,
      inContext,
      quantities: new Set([...provenQuantities(said), ...headedQuantities]),
      excepted: new Set([...excepted].filter((key) => !rest?.has(key) || key.startsWith('w:'))),
      claims,
      surely,
      said: words.filter(({ start, end }) => !quantities.some((one) => one.start < end && start < one.end)),
      clauses: clausesOf(said, words),
      isPronoun: pronoun.test(bare),
      denies: /^no/.test(reply ?? '') || deniesSomething(said, claims),
      isHeading: isTitle || isQuestion,
      asserted: assertedIn(said, words),
    });
    if (/:$/.test(said)) lead = words;
    if (!pronoun.test(bare)) before = words;
  }
  return lines;
}
