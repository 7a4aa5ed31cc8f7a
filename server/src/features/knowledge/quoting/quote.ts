import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import type { Span, TextLanguage } from '../../reading/service.ts';
import type { RankedPassage } from '../passages/ranked.ts';
import { isLikelyAnswered, signsOfAnswer } from './certainty.ts';
import { type EarlierAnswer, signsAfter, withoutBullet } from './earlier.ts';
import { WantedAnswer } from './kinds.ts';
import { addKnownAnswers, type Line, type ReadPassage, readPassage, wordsSaidBy } from './lines.ts';
import { narrowRow, selectAnsweringRows } from './rows.ts';
import { findSimilarityOutliers } from './similarity.ts';
import { type Signs, type TextKind, worthOf } from './worth.ts';

/** A sentence with its place in its passage's text. */
export interface QuotedSentence extends Span {
  text: string;
  passage: RankedPassage;
}

export interface Quotation {
  /** The sentences, as many as the length asked for allows, the one that answers first. Empty when nothing does. */
  sentences: QuotedSentence[];
  answered: boolean;
}

/** Passages that sentences are taken from. */
const maxPassagesRead = 12;
const maxSentences: Record<Chatbot['answerLength'], number> = { short: 1, medium: 3, long: 5 };
/**
 * Rows of an answer at least: each answers for its own thing, and fewer would leave one of those asked about without
 * its figure.
 */
const minRows = 3;
/** The likeliest rows that are looked at for the things that were asked about. */
const maxRowsRead = 12;
/**
 * The support from which on something answers, in words that stand nowhere else: chosen so that about four of five
 * questions that sources don't answer are refused (`bench/answers`).
 */
const minSupport = 0.41;
/** What standing in the passage of the first one adds to the others' odds, as a logarithm. */
const minShareOfBest = 0.7;
/** The likelihood up to which further sentences are shown: that the one that answers is among them. */
const likelyShare: Record<TextKind, number> = { practical: 0.8, prose: 0.95 };
/** On practical pages only those, too, whose odds are at least this share of the first one's. */
const minOddsOfFirst = 0.5;
const asksTwo = /,|\?[^?]*\?|(?<!\p{L})(?:et|and|ou|or|&)(?!\p{L})/iu;
/**
 * The mean length of practical pages' lines at most, as `Signs` count it: about 108 characters. The organisations' lie
 * below it, the encyclopaedias' above.
 */
const maxPracticalLength = 0.3;
/** What is left of a question that a text says by other names. Chosen on the organisations of `bench/organisations`. */
const littleUnsaid = 0.29;
const maxQuoteLength = 700;

interface CandidateLine {
  line: Line;
  passage: RankedPassage;
  rank: number;
  /** The logarithm of its odds to answer, against the others'. */
  value: number;
}

/** The least standing, as a share: of what words or vectors did not find at all there is this much. */
const minStanding = 0.01;

/** How a passage stands to the best one by words, and by vectors: the n-th by these no lower than an n-th of it. */
function scoreCandidate(
  { scoreByWords, rankByVectors }: RankedPassage,
  best: number,
  hasVectors: boolean,
): Pick<Signs, 'standing' | 'vectors'> {
  const share = (of: number) => Math.log(Math.max(minStanding, of));
  return {
    standing: share(best > 0 ? scoreByWords / best : 0),
    vectors: hasVectors ? share(rankByVectors === undefined ? 0 : 1 / rankByVectors) : 0,
  };
}

/**
 * The best one and others, until it is likely enough that the one that answers is among them. Those of the best one's
 * passage are likelier than they stand: a text goes on about what it said.
 */
function pickLikeliest(
  first: CandidateLine,
  ranked: readonly CandidateLine[],
  { share, minOdds }: { share: number; minOdds: number },
): CandidateLine[] {
  const likelihoodOf = (one: CandidateLine) =>
    one.value + (one !== first && one.passage === first.passage ? minShareOfBest : 0);
  const odds = (one: CandidateLine) => Math.exp(likelihoodOf(one) - first.value);
  const others = ranked.filter((one) => one !== first).sort((a, b) => likelihoodOf(b) - likelihoodOf(a));
  const all = ranked.reduce((sum, one) => sum + odds(one), 0);
  let sum = 0;
  return [first, ...others].filter((one) => {
    const isWanted = sum < share * all && odds(one) >= minOdds;
    sum += odds(one);
    return isWanted;
  });
}

/**
 * The second line where a question is about two things: the likeliest that says a word of it that the first one does
 * not.
 */
function findOtherThing(first: CandidateLine, ranked: readonly CandidateLine[]): CandidateLine | undefined {
  const said = new Set(wordsSaidBy(first.line.said, first.passage).keys());
  return ranked
    .slice(1, maxOthersRead)
    .find(({ line, passage }) => [...wordsSaidBy(line.said, passage).keys()].some((word) => !said.has(word)));
}
const maxOthersRead = 8;

/**
 * The share of the other passages read that stand below the same heading. Words that come together by chance do so in
 * passages about anything; where all that was found stands below one heading, that says nothing.
 */
function countAgreement(
  { position: { heading } }: RankedPassage,
  passages: readonly RankedPassage[],
): number {
  const isBelow = ({ position }: RankedPassage) => position.heading === heading;
  if (heading === undefined || passages.every(isBelow)) return 0;
  const read = passages.slice(0, maxPassagesRead);
  return (read.filter(isBelow).length - 1) / (read.length - 1);
}

/** What the first passages say of a question that was asked after `earlier`, in their order, and what kind of text they are. */
export function readPassages(
  question: string,
  passages: readonly RankedPassage[],
  earlier?: EarlierAnswer,
): { kind: TextKind; read: ReadPassage[] } {
  const wanted = new WantedAnswer(passages[0]?.question ?? question);
  const best = Math.max(...passages.map(({ scoreByWords }) => scoreByWords));
  const hasVectors = passages.some(({ rankByVectors }) => rankByVectors !== undefined);
  const read = passages.slice(0, maxPassagesRead).map((passage) => {
    const standing = scoreCandidate(passage, best, hasVectors);
    const read = readPassage(passage, wanted, standing, countAgreement(passage, passages));
    if (earlier)
      for (const line of read.lines) Object.assign(line.signs, signsAfter(earlier, passage, line.text));
    return read;
  });
  const kind = kindOf(read.flatMap(({ lines }) => lines));
  // What is asked of encyclopaedias is answered in too many ways.
  if (kind === 'practical')
    for (const [at, { lines }] of read.entries()) addKnownAnswers(passages[at] as RankedPassage, lines);
  return { kind, read };
}

/**
 * The sentences of the passages that answer a question, or that nothing does: decided from words alone, before any
 * model is asked. Table rows come as their own line.
 */
export function quote(
  question: string,
  _language: TextLanguage,
  passages: readonly RankedPassage[],
  length: Chatbot['answerLength'] = 'medium',
  earlier?: EarlierAnswer,
): Quotation {
  const nothing: Quotation = { sentences: [], answered: false };
  const written = passages.find(({ isWritten }) => isWritten);
  if (written) {
    const whole = { text: written.text, passage: written, start: 0, end: written.text.length };
    return { sentences: [whole], answered: true };
  }
  const { kind, read } = readPassages(question, passages, earlier);
  const support = Math.max(0, ...read.map((one) => one.support[kind]));
  const candidates = read.flatMap(({ lines }, rank) =>
    lines.map((line): CandidateLine => {
      const passage = passages[rank] as RankedPassage;
      return { line, passage, rank, value: worthOf(line.signs, kind) };
    }),
  );
  const byWorth = candidates.sort((a, b) => b.value - a.value);
  const [best] = byWorth;
  if (best === undefined) return nothing;
  // What words don't show, vectors may: a source that says it all in other words, or in the other language.
  const isWholePractical = kind === 'practical' && best.passage.isOfSmall === true;
  const asksOne = !asksTwo.test(question);
  const isWordForWord = support >= minSupport;
  // A row says its thing and its figure and no more: worth, chosen on questions about one thing, hides that it says both.
  const isOfRows = best.line.isRow && !asksOne;
  const isSupported =
    isWholePractical && tellsByWorth(best)
      ? isLikelyAnswered(signsOfAnswer(best, passages[0]?.asked.length ?? 0, byWorth.length)) ||
        (isOfRows && isWordForWord)
      : isWordForWord;
  const apart = isSupported ? undefined : findSimilarityOutliers(passages);
  const ranked = apart ? byWorth.filter(({ passage }) => apart.includes(passage)) : byWorth;
  const first = ranked[0];
  if (first === undefined) return nothing;

  const most = maxSentences[length];
  const minOdds = asksOne && isWholePractical && !isTranslated(first) ? minOddsOfFirst : 0;
  const likely = pickLikeliest(first, ranked, { share: likelyShare[kind], minOdds });
  const second = asksOne ? undefined : findOtherThing(first, ranked);
  const told = second ? [first, second, ...likely.filter((one) => one !== first && one !== second)] : likely;
  const rows = selectAnsweringRows(ranked.filter(({ line }) => line.isRow).slice(0, maxRowsRead));
  const chosen = first.line.isRow
    ? rows.slice(0, Math.max(most, minRows)).sort(byPlace)
    : addAntecedent(
        told.filter((candidate) => !candidate.line.isRow || rows.includes(candidate)),
        ranked,
        most,
      );
  const sentences = chosen.map((candidate) => ({
    text: isWhole(candidate)
      ? candidate.line.text
      : shortenQuote(candidate.line.isRow ? narrowRow(candidate) : candidate.line.text),
    passage: candidate.passage,
    start: candidate.line.start,
    end: candidate.line.start + candidate.line.text.length,
  }));
  return { sentences, answered: true };
}

/**
 * Whether the worth of the likeliest line tells if it answers, where all of the sources were looked through and are practical
 * pages. In prose, and among many passages, words that stand nowhere else tell more; and they do in the other language, for a
 * name that the passage hasn't got, and where the line and what stands around it say all that was asked.
 */
function tellsByWorth(likeliest: CandidateLine): boolean {
  const { signs } = likeliest.line;
  return !isTranslated(likeliest) && signs.missing === 0 && signs.unsaid > littleUnsaid;
}

const isTranslated = ({ passage: { heard, language } }: CandidateLine) =>
  heard !== undefined && heard !== language;

/** What kind of text lines are of: those of practical pages are short. */
function kindOf(lines: readonly Line[]): TextKind {
  const length = lines.reduce((sum, { signs }) => sum + signs.length, 0) / lines.length;
  return length < maxPracticalLength ? 'practical' : 'prose';
}

const byPlace = (a: CandidateLine, b: CandidateLine) => a.rank - b.rank || a.line.start - b.line.start;

/** The one that answers best, then the others in the order in which they are read. */
function putAnswerFirst([best, ...others]: readonly CandidateLine[]): CandidateLine[] {
  if (best === undefined) return [];
  return [best, ...others.sort(byPlace)];
}

/**
 * The sentences, the one that answers best first; when it begins with a pronoun whose thing no heading names, the one
 * before it leads to it, in the last one's place, or as a second one.
 */
function addAntecedent(
  likely: readonly CandidateLine[],
  all: readonly CandidateLine[],
  most: number,
): CandidateLine[] {
  const first = likely.slice(0, most);
  const [best] = first;
  if (best === undefined || best.line.signs.refersBack === 0 || best.line.signs.heading > 0)
    return putAnswerFirst(first);
  const before = all
    .filter(({ passage, line }) => passage === best.passage && line.start < best.line.start)
    .reduce<CandidateLine | undefined>(
      (near, other) => ((near?.line.start ?? -1) > other.line.start ? near : other),
      undefined,
    );
  if (before === undefined) return putAnswerFirst(first);
  const others = first.filter((one) => one !== before).slice(0, Math.max(1, most - 1));
  return [before, ...putAnswerFirst(others)];
}

/** Whether a line's owner wrote it to be said as it stands. */
const isWhole = ({ passage }: CandidateLine) => passage.isAnswer;

function shortenQuote(text: string): string {
  const plain = withoutBullet(text);
  if (plain.length <= maxQuoteLength) return plain;
  const space = plain.lastIndexOf(' ', maxQuoteLength);
  // Without a space the end may be half of a character, which neither an address nor the database takes.
  return `${plain.slice(0, space > 0 ? space : maxQuoteLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
