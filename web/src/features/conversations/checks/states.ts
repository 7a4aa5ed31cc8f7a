import type { CheckResult } from '@parlance/contract/endpoints/checks';

const states = ['broken', 'failing', 'mended', 'holds'] as const;
export type ResultState = (typeof states)[number];

export function stateOf({ passed, before }: Pick<CheckResult, 'passed' | 'before'>): ResultState {
  if (!passed) return before ? 'broken' : 'failing';
  return before === false ? 'mended' : 'holds';
}

/**
 * The results with the worst first: what broke, what fails, what is right again; then answers that read otherwise; then
 * the rest, as they were asked.
 */
export function sortWorstFirst(results: readonly CheckResult[]): CheckResult[] {
  const rank = (result: CheckResult) =>
    2 * states.indexOf(stateOf(result)) + (result.answerBefore === undefined ? 1 : 0);
  return [...results].sort((one, other) => rank(one) - rank(other));
}
