import type { AnswerKind } from './kinds.ts';

/**
 * What a line says of a question. Shares are of what the question's words mean together; what is said in several places
 * counts where it says most, in the order that stands here.
 */
export class Signs implements Record<AnswerKind, number> {
  /** Said by the line; and what of that is said by relatives, by wider or narrower things. */
  line = 0;
  related = 0;
  near = 0;
  /** Said by the heading right above it; by the lines before it, the less the farther; by the headings above; after it. */
  heading = 0;
  before = 0;
  above = 0;
  after = 0;
  /** Said by none of all these. */
  unsaid = 0;
  /** What neither line nor heading says, but the line, the heading probably answers; or what is answered by it. */
  answers = 0;
  headingAnswers = 0;
  told = 0;
  /** How well the line fits the question by what the encoder was taught; the same together with its heading; the heading alone. */
  fits = 0;
  fitsHeaded = 0;
  headingFits = 0;
  /** How much a line of a practical page is like what answers questions like this one elsewhere; the same with its heading. */
  known = 0;
  knownHeaded = 0;
  /** The share of the words spoken of before that its passage says. */
  spokenOf = 0;
  /** How its passage stands to the best by words, by an embedding model's vectors, as logarithms. */
  standing = 0;
  vectors = 0;
  /** The share of the heading's words that the question says; for a first line, where the heading is a question. */
  headingAsked = 0;
  questionAnswered = 0;
  /** The share of the line's own words that the question says. */
  lineAsked = 0;
  /** Says yes or no to a question that wants it. */
  yesOrNo = 0;
  isRow = 0;
  /** Said by the line, where it is a row. */
  row = 0;
  /** Begins with what was named before. */
  refersBack = 0;
  /** The logarithm of its length in lines of eighty characters. */
  length = 0;
  /** Names asked for that its passage hasn't got. */
  missing = 0;
  /** Stands under the heading of what the question before was answered with. */
  goesOn = 0;
  /** Was that answer's first sentence, or a further one. */
  toldFirst = 0;
  toldBefore = 0;
  /** Holds what the question wants to be told. */
  date = 0;
  figure = 0;
  measure = 0;
  name = 0;
  agent = 0;
  naming = 0;
  reason = 0;
  price = 0;
  hour = 0;
  span = 0;
  age = 0;
  count = 0;
  place = 0;
  contact = 0;
  permission = 0;
  duty = 0;
  way = 0;
  document = 0;
  condition = 0;
}

/** Pages of organisations, which say a thing in a short line, or texts as encyclopaedias have them. */
export type TextKind = 'practical' | 'prose';

/**
 * What each is worth: the odds, as a logarithm, that it gives a line against the others of being the one that answers.
 * Chosen with `bench/choose.ts`, for practical pages on the organisations of `bench/organisations` and, twice, on every sixth
 * question of the encyclopaedias, for prose on every second one of these, and measured on others (`bench/RESULTS.md`), but for
 * `vectors`, `agent` and `naming`, which these don't tell, and for those of the question before and practical `standing`, which
 * what was spoken of before moves: round figures of whole conversations (ADR 52, 54).
 */
export const worth: Record<TextKind, Record<keyof Signs, number>> = {
  practical: {
    line: 2.8,
    related: 0.3,
    near: 0.25,
    heading: 2.1,
    before: 1.5,
    above: -0.2,
    after: -0.1,
    unsaid: -4.35,
    answers: 1.35,
    headingAnswers: 0.55,
    told: 0.4,
    fits: 2.85,
    fitsHeaded: 3.3,
    headingFits: 1.4,
    known: 0.3,
    knownHeaded: 1.3,
    spokenOf: 1.2,
    standing: 0.5,
    vectors: 1,
    headingAsked: 0.35,
    questionAnswered: 1.05,
    lineAsked: 1.15,
    yesOrNo: 0.55,
    isRow: -0.65,
    row: 1.1,
    refersBack: 0.05,
    length: 0.1,
    missing: -1.65,
    goesOn: 1,
    toldFirst: -1,
    toldBefore: -0.5,
    date: 0.9,
    figure: 0.7,
    measure: 1.35,
    name: 0.8,
    agent: 1.5,
    naming: 1.5,
    reason: 0.6,
    price: 0.55,
    hour: 0.15,
    span: 0.4,
    age: 0.45,
    count: 0.1,
    place: 0.2,
    contact: 0.75,
    permission: 0.7,
    duty: 0.45,
    way: 0.65,
    document: 0.2,
    condition: 0.5,
  },
  prose: {
    line: 2.6,
    related: 0.1,
    near: -1.6,
    heading: 1.25,
    before: 1.1,
    above: 0,
    after: 0.2,
    unsaid: -3.65,
    answers: -1,
    headingAnswers: 0.05,
    told: 0.2,
    fits: 1,
    fitsHeaded: 1.45,
    headingFits: -0.35,
    known: 0,
    knownHeaded: 0,
    spokenOf: 1.2,
    standing: 3.45,
    vectors: 1,
    headingAsked: 0.55,
    questionAnswered: 0,
    lineAsked: 1.35,
    yesOrNo: 0,
    isRow: 0,
    row: 0,
    refersBack: 0.05,
    length: 0.25,
    missing: -1.55,
    goesOn: 1,
    toldFirst: -1,
    toldBefore: -0.5,
    date: 1.15,
    figure: 1.55,
    measure: 1.1,
    name: 1.3,
    agent: 1.5,
    naming: 1.5,
    reason: 0.85,
    price: 0.3,
    hour: 0.15,
    span: 1.25,
    age: 0.1,
    count: -0.2,
    place: -0.05,
    contact: 0.05,
    permission: 0.45,
    duty: 0.2,
    way: -0.2,
    document: 0.1,
    condition: -0.1,
  },
};

const oddsOf = (kind: TextKind) => Object.entries(worth[kind]) as [keyof Signs, number][];
const odds: Record<TextKind, [keyof Signs, number][]> = {
  practical: oddsOf('practical'),
  prose: oddsOf('prose'),
};

export function worthOf(signs: Signs, kind: TextKind): number {
  let sum = 0;
  for (const [name, worth] of odds[kind]) sum += worth * signs[name];
  return sum;
}
