import { limits } from '@parlance/contract/limits';
import { expect, test } from 'vitest';
import { allTicked, chosenForCall, chosenOf, nothing, toggleRow, toggleRows } from './selection.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));
const filter = { kind: 'file' } as const;

test('rows are chosen one by one, and what has gone meanwhile no longer counts', () => {
  const two = toggleRow(toggleRow(nothing, rows, 'a'), rows, 'c');
  expect(chosenOf(two, rows)).toEqual([{ id: 'a' }, { id: 'c' }]);
  expect(allTicked(two, rows)).toBe('some');
  expect(chosenForCall(two, rows.slice(0, 2), filter)).toEqual([{ ids: ['a'] }]);
  expect(allTicked(toggleRow(two, rows, 'b'), rows)).toBe(true);
  expect(allTicked(toggleRows(rows, false), rows)).toBe(false);
});

test('all that match are told by the filter; without one of them, those in sight remain', () => {
  expect(chosenForCall('all', rows, filter)).toEqual([{ filter }]);
  expect(chosenForCall(toggleRow('all', rows, 'b'), rows, filter)).toEqual([{ ids: ['a', 'c'] }]);
});

test('more than a call takes are several calls', () => {
  const many = Array.from({ length: limits.pageSize.max * 2 + 1 }, (_, at) => ({ id: String(at) }));
  const calls = chosenForCall(toggleRows(many, true), many, filter);
  expect(calls.map((one) => ('ids' in one ? one.ids.length : 0))).toEqual([100, 100, 1]);
});
