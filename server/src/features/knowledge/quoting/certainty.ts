import { formsOf } from './kinds.ts';
import type { Line } from './lines.ts';
import { worth } from './worth.ts';

/** What tells whether the likeliest line answers, or nothing does. */
interface Likeliest {
  line: Line;
  /** The logarithm of its odds to answer, against the others'. */
  value: number;
}

/**
 * What each is worth: the odds, as a logarithm, that a question has an answer. The more its likeliest line is worth, the
 * surer; the fewer words fit by chance, the surer; of many lines one is soon worth as much. Meaning and forms count again,
 * what is only associated or is a wider thing less than among lines: the nearest of what doesn't answer is that, too. Chosen
 * with `bench/choose.ts` on the organisations of `bench/organisations`, as many unanswerable questions as answerable ones.
 */
export const certainty = {
  always: -1.52,
  value: 0.41,
  words: 0.54,
  lines: -0.66,
  fits: 0.99,
  forms: 0.52,
  answers: -0.99,
  near: -1.59,
  isRow: -0.48,
};

type Certainty = typeof certainty;
const names = Object.keys(certainty) as (keyof Certainty)[];

/** The lines at least that are counted: of fewer nothing was chosen. */
const fewestLines = 30;

/** What the likeliest of so many lines says of a question of so many words, by the names of `certainty`. */
export const signsOfAnswer = (
  { line: { signs }, value }: Likeliest,
  words: number,
  lines: number,
): Certainty => ({
  always: 1,
  // What was spoken of before tells which line is likelier, not whether there is an answer.
  value: value - worth.practical.spokenOf * signs.spokenOf,
  words,
  lines: Math.log(Math.max(fewestLines, lines)),
  fits: signs.fits,
  forms: formsOf(signs),
  answers: signs.answers,
  near: signs.near,
  isRow: signs.isRow,
});

/** Whether a question with such signs has an answer, as likely as not. */
export const isLikelyAnswered = (signs: Certainty): boolean =>
  names.reduce((sum, name) => sum + certainty[name] * signs[name], 0) >= 0;
