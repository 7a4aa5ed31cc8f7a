import type { CheckResult } from '@parlance/contract/endpoints/checks';
import { expect, test } from 'vitest';
import { sortWorstFirst, stateOf } from './states.ts';

const result = (question: string, passed: boolean, before: boolean | null, answerBefore?: string) =>
  ({ question, passed, before, answerBefore }) as CheckResult;

test('a check that was never right has not broken, one that was never asked is not mended', () => {
  expect(stateOf({ passed: false, before: true })).toBe('broken');
  expect(stateOf({ passed: false, before: false })).toBe('failing');
  expect(stateOf({ passed: false, before: null })).toBe('failing');
  expect(stateOf({ passed: true, before: false })).toBe('mended');
  expect(stateOf({ passed: true, before: null })).toBe('holds');
});

test('what broke comes first, what is as it was last, each in its order', () => {
  const results = [
    result('a', true, true),
    result('b', true, true, 'autrement'),
    result('c', false, false),
    result('d', true, false, 'faux'),
    result('e', false, true, 'juste'),
    result('f', true, null),
  ];
  expect(sortWorstFirst(results).map(({ question }) => question)).toEqual(['e', 'c', 'd', 'b', 'a', 'f']);
});
