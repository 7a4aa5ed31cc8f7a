import { describe, expect, test } from 'vitest';
import { splitList } from '../../../kit/http/quoted-list.ts';
import { DataError } from './data-errors.ts';
import {
  appliedPreferences,
  parseAccept,
  parseChange,
  parsePreferences,
  parseQuery,
  parseRows,
  type Table,
} from './data-request.ts';

const table: Table = {
  name: 'cats',
  columns: {
    id: { type: 'uuid' },
    name: { type: 'text', nullable: true, maxLength: 5 },
    tame: { type: 'boolean' },
    born: { type: 'timestamptz' },
    coat: { type: 'text', oneOf: ['black', 'tabby'] },
  },
};
const id = '0198c2a1-0000-7000-8000-000000000001';

/** The status and code of the refusal that `act` meets. */
const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof DataError) return `${error.status} ${error.body.code}`;
    throw error;
  }
  return 'none';
};
const asked = (query: Record<string, unknown>, range?: string) => parseQuery(table, query, range);

describe('the query', () => {
  test('shows every column unless some are named, under other names if wished', () => {
    expect(asked({}).select.map(({ name }) => name)).toEqual(['id', 'name', 'tame', 'born', 'coat']);
    expect(asked({ select: '*' }).select).toHaveLength(5);
    expect(asked({ select: 'name,called:name,"tame"' }).select).toEqual([
      { name: 'name', column: 'name' },
      { name: 'called', column: 'name' },
      { name: 'tame', column: 'tame' },
    ]);
  });

  test.each([
    ['nope', '400 42703'],
    ['__proto__', '400 42703'],
    ['toString', '400 42703'],
    ['name,', '400 PGRST100'],
    ['owners(*)', '400 PGRST200'],
    ['mine:owners!inner(name)', '400 PGRST200'],
    ['name::int', '400 PGRST100'],
    ['name->>a', '400 PGRST100'],
  ])('refuses to show %s', (select, expected) => expect(refusal(() => asked({ select }))).toBe(expected));

  test('has filters, several of them on one column', () => {
    expect(asked({ id: `eq.${id}`, name: ['gte.a', 'not.lt.b'] }).filters).toEqual([
      { column: 'id', type: 'uuid', negated: false, operator: '=', value: id },
      { column: 'name', type: 'text', negated: false, operator: '>=', value: 'a' },
      { column: 'name', type: 'text', negated: true, operator: '<', value: 'b' },
    ]);
    expect(asked({ name: 'in.(a,"b,c","d\\"e")', tame: 'is.not_null' }).filters).toMatchObject([
      { values: ['a', 'b,c', 'd"e'] },
      { state: 'not null' },
    ]);
    expect(asked({ name: 'eq.' }).filters).toMatchObject([{ value: '' }]);
    expect(asked({ name: 'eq.a.b\nc' }).filters).toMatchObject([{ value: 'a.b\nc' }]);
  });

  test.each([
    [{ nope: 'eq.1' }, '400 42703'],
    [{ constructor: 'eq.1' }, '400 42703'],
    [{ name: 'like.a*' }, '400 PGRST100'],
    [{ name: 'eq' }, '400 PGRST100'],
    [{ name: '' }, '400 PGRST100'],
    [{ name: 'toString.a' }, '400 PGRST100'],
    [{ name: 'in.a,b' }, '400 PGRST100'],
    [{ name: 'in.("a)' }, '400 PGRST100'],
    [{ name: 'is.maybe' }, '400 PGRST100'],
    [{ name: 'is.true' }, '400 42804'],
    [{ name: 'eq.a\0' }, '400 22021'],
    [{ id: 'eq.1' }, '400 22P02'],
    [{ id: `in.(${id},x)` }, '400 22P02'],
    [{ tame: 'eq.perhaps' }, '400 22P02'],
    [{ born: 'gt.yesterday' }, '400 22007'],
    [{ or: '(name.eq.a)' }, '400 PGRST100'],
    [{ select: ['id', 'name'] }, '400 PGRST100'],
    [{ order: 'nope.desc' }, '400 42703'],
    [{ order: 'name.up' }, '400 PGRST100'],
    [{ limit: 'all' }, '400 PGRST100'],
    [{ limit: '-1' }, '416 PGRST103'],
    [{ offset: '-1' }, '416 PGRST103'],
    [{ columns: 'nope' }, '400 PGRST204'],
    [{ on_conflict: 'name' }, '400 42P10'],
    [{ on_conflict: 'nope' }, '400 42703'],
  ])('refuses %j', (query, expected) => expect(refusal(() => asked(query))).toBe(expected));

  test('takes an order, a part by parameters, by header or by both', () => {
    expect(refusal(() => asked({ order: 'name.desc.nullslast,born,"tame".nullsfirst' }))).toBe('none');
    expect(asked({ limit: '2', offset: '1' })).toMatchObject({ limit: 2, offset: 1 });
    expect(asked({}, '1-3')).toMatchObject({ offset: 1, limit: 3 });
    expect(asked({}, 'items=1-')).toMatchObject({ offset: 1, limit: Number.POSITIVE_INFINITY });
    expect(asked({ limit: '2', offset: '2' }, '1-9')).toMatchObject({ offset: 2, limit: 2 });
    expect(asked({}, 'bytes=-5')).toMatchObject({ offset: 0 });
    expect(refusal(() => asked({}, '3-1'))).toBe('416 PGRST103');
  });
});

describe('a body', () => {
  test('is read by the types of its columns', () => {
    const row = { id, name: null, tame: true, born: '2026-11-21T10:00:00.000Z', coat: 'tabby' };
    expect(parseChange(table, row)).toEqual(row);
    expect(parseRows(table, row, undefined, 'null')).toEqual([row]);
    expect(parseRows(table, [{ name: 'a' }, { name: 'b' }], undefined, 'null')).toHaveLength(2);
  });

  test('holds of named columns what it has, the others as told', () => {
    const rows = [{ name: 'a', nope: 1 }, { id }];
    expect(parseRows(table, rows, ['id', 'name'], 'default')).toEqual([{ name: 'a' }, { id }]);
    expect(refusal(() => parseRows(table, rows, ['id', 'name'], 'null'))).toBe('400 23502');
  });

  test.each([
    [null, '400 PGRST102'],
    ['text', '400 PGRST102'],
    [[], '400 PGRST102'],
    [{ nope: 1 }, '400 PGRST204'],
    [{ toString: 'x' }, '400 PGRST204'],
    [{ name: 5 }, '400 22P02'],
    [{ name: ['x'] }, '400 22P02'],
    [{ name: 'longer' }, '400 22001'],
    [{ coat: 'white' }, '400 23514'],
    [{ tame: null }, '400 23502'],
    [{ tame: 'true' }, 'none'],
    [{ tame: 1 }, '400 22P02'],
    [{ born: 'x' }, '400 22007'],
    [{ id: 'x' }, '400 22P02'],
  ])('%j as a change', (body, expected) => expect(refusal(() => parseChange(table, body))).toBe(expected));

  test('of many rows needs the same keys in all', () => {
    expect(refusal(() => parseRows(table, [{ name: 'a' }, { id }], undefined, 'null'))).toBe('400 PGRST102');
    expect(refusal(() => parseRows(table, [1], undefined, 'null'))).toBe('400 PGRST102');
    expect(refusal(() => parseRows(table, undefined, undefined, 'null'))).toBe('400 PGRST102');
  });
});

describe('preferences', () => {
  test('come in one header or several, the first of a kind counts', () => {
    const preferences = parsePreferences('return=representation, count=exact,return=minimal,tx=rollback');
    expect(preferences).toEqual({ return: 'representation', count: 'exact' });
    expect(appliedPreferences(preferences)).toBe('return=representation, count=exact');
  });

  test('are refused only to who is strict', () => {
    expect(parsePreferences('anything=else, return=everything')).toEqual({});
    expect(refusal(() => parsePreferences('handling=strict, anything=else'))).toBe('400 PGRST122');
    expect(parsePreferences('handling=strict, max-affected=3')).toHaveProperty('max-affected', '3');
    expect(parsePreferences('max-affected=3')).toEqual({});
  });
});

test('answers in the forms it has', () => {
  expect(parseAccept(undefined)).toEqual({ isSingle: false, withoutNulls: false });
  expect(parseAccept('text/html, */*;q=0.8')).toMatchObject({ isSingle: false });
  expect(parseAccept('application/vnd.pgrst.object+json')).toMatchObject({ isSingle: true });
  expect(parseAccept('application/vnd.pgrst.array+json;nulls=stripped')).toEqual({
    isSingle: false,
    withoutNulls: true,
  });
  expect(refusal(() => parseAccept('text/csv'))).toBe('406 PGRST107');
});

test('splits lists', () => {
  expect(splitList('')).toEqual([]);
  expect(splitList('a,,b')).toEqual(['a', '', 'b']);
  expect(splitList('a,')).toEqual(['a', '']);
  expect(splitList('"a"b')).toBeUndefined();
});
