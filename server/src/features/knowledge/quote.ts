import type { Chatbot } from '@parlance/contract/chatbots';
import type { Span, TextLanguage } from '../reading/service.ts';
import { WantedAnswer } from './quote-kinds.ts';
import { askedIn, evidenceIn, type Line, linesOf, weightOf } from './quote-lines.ts';
import { narrowRow, rowsThatAnswer } from './quote-rows.ts';
import { setApart } from './quote-similarity.ts';
import type { RankedPassage } from './search.ts';

/** With its place in its passage's text. */
export interface QuotedSentence extends Span {
  text: string;
  passage: RankedPassage;
}

export interface Quotation {
  /** As many as the length asked for allows, the one that answers first. Empty when nothing does. */
  sentences: QuotedSentence[];
  answered: boolean;
}

/** Passages that sentences are taken from. Further ones hold the answer once in fifty times, and mislead as often. */
const passagesRead = 8;
const sentencesQuoted: Record<Chatbot['answerLength'], number> = { short: 1, medium: 3, long: 5 };
/** Rows answer each for its own thing: fewer would leave one of those asked about without its figure. */
const leastRows = 3;
/**
 * From which support on something answers, in words that stand nowhere else. What a passage holds of a question by chance
 * is a share that falls with the root of how much the question says, as any share of a sample does: the share squared
 * times what is said tells how far from chance it is. Fewer than one in ten answerable questions of ordinary French and
 * English text lie below.
 */
const leastSupport = 0.38;
/** A passage that doesn't name whom or what the question names speaks of something else: once in fifty times it answers. */
const unnamed = 0.5;
/**
 * What a sentence is worth beside the share of the question that it covers: how its passage stands to the best (a
 * logarithm: half the score costs 0.2), and whether it holds what is asked for. A figure or a date is rarer in sentences
 * than a name, and says twice as much. Round figures; shares of answers hardly move around them.
 */
const worth = {
  standing: 0.3,
  date: 0.15,
  figure: 0.15,
  measure: 0.075,
  name: 0.075,
  agent: 0.075,
  naming: 0.075,
  reason: 0.075,
};
/**
 * In a passage of many sentences that say alike, the one that answers is told less surely: by a third of what their
 * number makes likely, for each that covers 0.2 less is e times less likely.
 */
const spread = { less: 0.2, share: 0.3 };
/** A further sentence says at least two fifths as much of the question as the best one: what only fills up misleads. */
const further = 0.4;
const longestQuote = 700;

interface Candidate {
  line: Line;
  passage: RankedPassage;
  rank: number;
  value: number;
}

/** How a passage stands to the best one, by words or by vectors: the n-th by vectors no lower than an n-th of it. */
const standingOf = ({ scoreByWords, rankByVectors }: RankedPassage, best: number) =>
  Math.max(best > 0 ? scoreByWords / best : 0, rankByVectors === undefined ? 0 : 1 / rankByVectors);

/**
 * The share of the other passages read that stand below the same heading. Words that come together by chance do so in
 * passages about anything; where all that was found stands below one heading, that says nothing.
 */
function agreementOn({ position: { heading } }: RankedPassage, passages: readonly RankedPassage[]): number {
  const isBelow = ({ position }: RankedPassage) => position.heading === heading;
  if (heading === undefined || passages.every(isBelow)) return 0;
  const read = passages.slice(0, passagesRead);
  return (read.filter(isBelow).length - 1) / (read.length - 1);
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
): Quotation {
  const nothing: Quotation = { sentences: [], answered: false };
  const written = passages.find(({ isWritten }) => isWritten);
  if (written) {
    const whole = { text: written.text, passage: written, start: 0, end: written.text.length };
    return { sentences: [whole], answered: true };
  }
  const wanted = new WantedAnswer(question);
  const best = Math.max(...passages.map(({ scoreByWords }) => scoreByWords));
  let support = 0;
  const candidates: Candidate[] = [];
  for (const [rank, passage] of passages.slice(0, passagesRead).entries()) {
    const asked = askedIn(passage);
    if (weightOf(asked) === 0) continue;
    const { amount, headed, missingNames } = evidenceIn(passage, asked);
    const evidence = amount * unnamed ** missingNames * (1 + headed) * (1 + agreementOn(passage, passages));
    const standing = worth.standing * Math.log(standingOf(passage, best));
    const lines = linesOf(passage, asked);
    const alike = lines.reduce(
      (sum, { coverage, isTitle }) => sum + (isTitle ? 0 : Math.exp(coverage / spread.less)),
      0,
    );
    const doubt = alike === 0 ? 0 : spread.share * spread.less * Math.log(alike);
    for (const line of lines) {
      support = Math.max(support, line.coverage ** 2 * evidence);
      if (line.isTitle) continue;
      const fits = wanted.in(line.text).reduce((sum, kind) => sum + worth[kind], 0);
      candidates.push({ line, passage, rank, value: line.coverage + standing + fits - doubt });
    }
  }
  // What words don't show, vectors may: a source that says it all in other words, or in the other language.
  const answering = support < leastSupport ? setApart(passages) : passages;
  const ranked = candidates
    .filter(({ passage }) => answering.includes(passage))
    .sort((a, b) => b.value - a.value);
  const first = ranked[0];
  if (first === undefined) return nothing;

  const ofItsKind = ranked.filter(
    ({ line }) => line.isRow === first.line.isRow && line.coverage >= further * first.line.coverage,
  );
  const most = sentencesQuoted[length];
  const chosen = first.line.isRow
    ? rowsThatAnswer(ofItsKind).slice(0, Math.max(most, leastRows)).sort(byPlace)
    : withAntecedent(ofItsKind, most);
  const sentences = chosen.map((candidate) => ({
    text: isWhole(candidate)
      ? candidate.line.text
      : readable(candidate.line.isRow ? narrowRow(candidate) : candidate.line.text),
    passage: candidate.passage,
    start: candidate.line.start,
    end: candidate.line.start + candidate.line.text.length,
  }));
  return { sentences, answered: true };
}

// What begins so speaks of what was named before; "il y a", "it is" do not.
const refersBack =
  /^[«“"(\s]*(?:(?:ils|elles?|celui-ci|celle-ci|ceux-ci|celles-ci|ces? derni(?:er|ère)s?|cette dernière|he|she|they|the latter)|il(?! (?:y|n’y|n'y|faut|existe|s’agit|s'agit|est (?:possible|nécessaire|conseillé|interdit)))|it(?! (?:is|was) (?:not )?(?:possible|necessary|recommended|forbidden)))(?![\p{L}-])/iu;

const byPlace = (a: Candidate, b: Candidate) => a.rank - b.rank || a.line.start - b.line.start;

/** The one that answers best, then the others in the order in which they are read. */
function answerFirst([best, ...others]: readonly Candidate[]): Candidate[] {
  if (best === undefined) return [];
  return [best, ...others.sort(byPlace)];
}

/**
 * So many sentences, the one that answers best first; when it begins with a pronoun, the one before it leads to it, in the
 * last one's place, or as a second one.
 */
function withAntecedent(ranked: readonly Candidate[], most: number): Candidate[] {
  const first = ranked.slice(0, most);
  const [best] = ranked;
  if (best === undefined || !refersBack.test(best.line.text)) return answerFirst(first);
  const before = ranked
    .filter(({ passage, line }) => passage === best.passage && line.start < best.line.start)
    .reduce<Candidate | undefined>(
      (near, other) => ((near?.line.start ?? -1) > other.line.start ? near : other),
      undefined,
    );
  if (before === undefined) return answerFirst(first);
  const others = first.filter((one) => one !== before).slice(0, Math.max(1, most - 1));
  return [before, ...answerFirst(others)];
}

/** Its owner wrote it to be said as it stands. */
const isWhole = ({ passage }: Candidate) => passage.isAnswer;

function readable(text: string): string {
  const plain = text.replace(/^(?:[-•–*]|\p{So})\s+/u, '').trim();
  if (plain.length <= longestQuote) return plain;
  const space = plain.lastIndexOf(' ', longestQuote);
  // Without a space the end may be half of a character, which neither an address nor the database takes.
  return `${plain.slice(0, space > 0 ? space : longestQuote).replace(/[\ud800-\udbff]$/, '')}…`;
}
