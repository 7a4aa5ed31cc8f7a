import type { AnswerKind } from './quote-kinds.ts';

/**
 * What a line says of a question. Shares are of what the question's words mean together; what is said in several places
 * counts where it says most, in the order that stands here.
 */
export interface Signs extends Partial<Record<AnswerKind, number>> {
  /** Said by the line; of that by the words themselves, by relatives, by wider or narrower things. */
  line: number;
  itself: number;
  related: number;
  near: number;
  /** Said by the heading right above it; of that by wider or narrower things. */
  heading: number;
  headingNear: number;
  /** Said by the lines before it, the less the farther; by the headings above; by the lines after it. */
  before: number;
  above: number;
  after: number;
  /** Line and heading together, squared: the last word that is said tells more than the first. */
  together: number;
  /** How its passage stands to the best, as a logarithm. */
  standing: number;
  /** Of the heading's words, the share that the question says; the same where it is a question, and for its first line. */
  headingAsked: number;
  questionAsked: number;
  questionAnswered: number;
  /** Of the line's own words, the share that the question says. */
  lineAsked: number;
  /** Says yes or no to a question that wants it. */
  yesOrNo: number;
  isRow: number;
  /** Said by the line, where it is a row. */
  row: number;
  /** Begins with what was named before. */
  refersBack: number;
  /** The logarithm of its length in lines of eighty characters. */
  length: number;
  /** Names asked for that its passage hasn't got. */
  missing: number;
}

/**
 * What each is worth: the odds, as a logarithm, that it gives a line against the others of being the one that answers.
 * Chosen with `bench/choose.ts` on nine of the ten organisations of the dialogues at a time and on half of the questions
 * of the encyclopaedias, and measured on what was left out (`bench/RESULTS.md`), but for `agent` and `naming`: too few
 * questions ask for these to tell.
 */
export const worth: Record<keyof Signs, number> = {
  line: 2.7,
  itself: 1.75,
  related: 0.65,
  near: 0.55,
  heading: 1.85,
  headingNear: 0.2,
  before: 0.8,
  above: 0.45,
  after: 0.65,
  together: 3.2,
  standing: 2.2,
  headingAsked: 1.4,
  questionAsked: 0.4,
  questionAnswered: 0.6,
  lineAsked: 2.5,
  yesOrNo: 0.45,
  isRow: -1.55,
  row: 1.35,
  refersBack: 0.1,
  length: 0.25,
  missing: -1.45,
  date: 1.2,
  figure: 1.35,
  measure: 1.35,
  name: 1,
  agent: 0.8,
  naming: 0.8,
  reason: 0.55,
};

const names = Object.keys(worth) as (keyof Signs)[];

export const worthOf = (signs: Signs): number =>
  names.reduce((sum, name) => sum + worth[name] * (signs[name] ?? 0), 0);
