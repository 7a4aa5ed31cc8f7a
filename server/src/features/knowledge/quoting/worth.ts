import type { AnswerKind } from './kinds.ts';

/**
 * What a line says of a question. Shares are of what the question's words mean together; what is said in several places
 * counts where it says most, in the order that stands here.
 */
export interface Signs extends Partial<Record<AnswerKind, number>> {
  /** Said by the line; and what of that is said by relatives, by wider or narrower things. */
  line: number;
  related: number;
  near: number;
  /** Said by the heading right above it; by the lines before it, the less the farther; by the headings above; after it. */
  heading: number;
  before: number;
  above: number;
  after: number;
  /** Said by none of all these. */
  unsaid: number;
  /** What neither line nor heading says, but the line, the heading probably answers; or what is answered by it. */
  answers: number;
  headingAnswers: number;
  told: number;
  /** How close the line lies to the question among the lexicon's concepts; the same together with its heading. */
  close: number;
  closeHeaded: number;
  /** How its passage stands to the best by words, by an embedding model's vectors, as logarithms. */
  standing: number;
  vectors: number;
  /** The share of the heading's words that the question says; for a first line, where the heading is a question. */
  headingAsked: number;
  questionAnswered: number;
  /** The share of the line's own words that the question says. */
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
  /** Stands under the heading of what the question before was answered with. */
  goesOn?: number;
  /** Was that answer's first sentence, or a further one. */
  toldFirst?: number;
  toldBefore?: number;
}

/**
 * What each is worth: the odds, as a logarithm, that it gives a line against the others of being the one that answers.
 * Chosen with `bench/choose.ts` on the organisations of `bench/organisations` and on half of the questions of the
 * encyclopaedias, and measured on others (`bench/RESULTS.md`), but for `vectors`, `agent` and `naming`, which these don't
 * tell, and for those of the question before, round figures of whole conversations (ADR 52).
 */
export const worth: Record<keyof Signs, number> = {
  line: 4.7,
  related: 0.25,
  near: 0.6,
  heading: 4.55,
  before: 5.95,
  above: -2.65,
  after: 6.4,
  unsaid: -6.35,
  answers: 3.3,
  headingAnswers: 1.25,
  told: 2.15,
  close: 1.35,
  closeHeaded: 1.7,
  standing: 0.8,
  vectors: 1,
  headingAsked: 1.2,
  questionAnswered: 1.8,
  lineAsked: 2.75,
  yesOrNo: 0.85,
  isRow: -1.3,
  row: 1.9,
  refersBack: 0.25,
  length: 0.2,
  missing: -0.9,
  goesOn: 1,
  toldFirst: -1,
  toldBefore: -0.5,
  date: 1.05,
  figure: 1.55,
  measure: 1.2,
  name: 1.4,
  agent: 1.5,
  naming: 1.5,
  reason: 2.15,
  price: 0.8,
  hour: 0.5,
  span: 1.1,
  age: 0.5,
  count: 0,
  place: 0,
  contact: 0.7,
  permission: 0.9,
  duty: 0.4,
  way: 1.5,
  document: 1.25,
  condition: 0.75,
};

const names = Object.keys(worth) as (keyof Signs)[];

export const worthOf = (signs: Signs): number =>
  names.reduce((sum, name) => sum + worth[name] * (signs[name] ?? 0), 0);
