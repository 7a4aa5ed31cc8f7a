import { limits } from '@parlance/contract/limits';
import { expect, test } from 'vitest';
import { chosenForCall, chosenOf, emptySelection, isAllTicked, toggleRow, toggleRows } from './selection.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));
const filter = { kind: 'file' } as const;
const shown = { filter, isWhole: false };

test('rows are chosen one by one, and what has gone meanwhile no longer counts', () => {
  const two = toggleRow(toggleRow(emptySelection, rows, 'a'), rows, 'c');
  expect(chosenOf(two, rows)).toEqual([{ id: 'a' }, { id: 'c' }]);
  expect(isAllTicked(two, rows)).toBe('some');
  expect(chosenForCall(two, rows.slice(0, 2), shown)).toEqual([{ ids: ['a'] }]);
  expect(isAllTicked(toggleRow(two, rows, 'b'), rows)).toBe(true);
  expect(isAllTicked(toggleRows(rows, false), rows)).toBe(false);
});

test('all that match are told by the filter; without one of them, those in sight remain', () => {
  expect(chosenForCall('all', rows, shown)).toEqual([{ filter }]);
  expect(chosenForCall(toggleRow('all', rows, 'b'), rows, shown)).toEqual([{ ids: ['a', 'c'] }]);
});

test('more than a call takes are several calls, unless the filter tells them from the few that are left', () => {
  const most = limits.sourcesPerCall;
  const many = Array.from({ length: most * 2 + 1 }, (_, at) => ({ id: String(at) }));
  const all = toggleRows(many, true);
  const calls = chosenForCall(all, many, shown);
  expect(calls.map((one) => ('ids' in one ? one.ids.length : 0))).toEqual([most, most, 1]);
  const whole = { filter, isWhole: true };
  expect(chosenForCall(all, many, whole)).toEqual([{ filter }]);
  expect(chosenForCall(toggleRow(all, many, '7'), many, whole)).toEqual([{ filter, except: ['7'] }]);
});
