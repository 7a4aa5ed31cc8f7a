import { describe, expect, test } from 'vitest';
import { type Change, matches, parseBindings } from './bindings.ts';

const change: Change = {
  type: 'UPDATE',
  table: 'sources',
  at: '2026-11-21T10:00:00Z',
  record: {
    id: 'AB',
    name: 'a, "b" (c)',
    status: 'ready',
    progress: null,
    updated_at: '2026-11-21T10:00:00.123+00:00',
  },
  old: { id: 'ab' },
};
const passes = (filter: string, changed = change, event = '*') =>
  parseBindings([{ event, schema: 'public', table: 'sources', filter }]).every((one) =>
    matches(one, changed),
  );

describe('a filter', () => {
  test.each([
    ['id=eq.ab', true],
    ['id=neq.ab', false],
    ['id=not.eq.ab', false],
    ['status=in.(pending,ready)', true],
    ['status=not.in.(pending,ready)', false],
    ['name=eq."a, \\"b\\" (c)"', true],
    ['name=in.(x,"a, \\"b\\" (c)")', true],
    ['status=eq.ready,id=eq.ab', true],
    ['status=eq.ready,id=eq.cd', false],
    ['updated_at=gt.2026-11-21T09:59:59Z', true],
    ['updated_at=lte.2026-11-21T11:00:00+02:00', false],
    ['progress=is.null', true],
    ['progress=not.is.null', false],
    ['progress=eq.x', false],
    ['progress=not.eq.x', false],
    ['progress=isdistinct.x', true],
    ['kind=eq.file', false],
    ['kind=not.eq.file', false],
    ['', true],
  ])('%s: %s', (filter, expected) => expect(passes(filter)).toBe(expected));

  test('judges a row that is gone by what is told of it', () => {
    const gone: Change = { ...change, type: 'DELETE', record: null, old: { id: 'ab', name: 'a' } };
    expect(passes('name=eq.a', gone)).toBe(true);
    expect(passes('status=eq.ready', gone)).toBe(false);
    expect(passes('status=neq.ready', gone)).toBe(false);
  });

  test('compares numbers as numbers', () => {
    const counted: Change = { ...change, table: 'conversations', record: { message_count: 10 } };
    const [binding] = parseBindings([{ table: 'conversations', filter: 'message_count=gt.9' }]);
    expect(binding && matches(binding, counted)).toBe(true);
  });

  test.each([
    'id',
    'id=',
    'id=eq',
    'toString=eq.a',
    'owner_id=eq.a',
    'id=like.a',
    'status=in.(a',
    'id=is.x',
    ',',
    'a=b,',
    'status=in.(a)b',
    'name=eq."a"b',
    'name=eq."a',
  ])('%s is refused', (filter) => expect(() => passes(filter)).toThrow(/^Unable to subscribe/));
});

describe('a filter’s bounds', () => {
  const listOf = (length: number) => `name=in.(${Array.from({ length }, (_, at) => at).join(',')})`;
  test.each([
    ['4,096 characters', `name=eq.${'a'.repeat(4088)}`, `name=eq.${'a'.repeat(4089)}`],
    ['ten conditions', Array(10).fill('id=eq.a').join(','), Array(11).fill('id=eq.a').join(',')],
    ['a hundred values', listOf(100), listOf(101)],
  ])('%s', (_what, most, more) => {
    expect(() => passes(most)).not.toThrow();
    expect(() => passes(more)).toThrow(/^Unable to subscribe/);
  });

  test.each(['id=eq.(,', 'id=in.(,', 'id=eq.",', 'id=in.("', 'id=', '(((', '"\\'])(
    '%s over and over is refused before it costs anything',
    (piece) => {
      const bindings = Array.from({ length: 100 }, () => ({
        table: 'sources',
        filter: piece.repeat(4096 / piece.length),
      }));
      const begun = process.cpuUsage();
      for (const binding of bindings) expect(() => parseBindings([binding])).toThrow(/^Unable to subscribe/);
      const { user, system } = process.cpuUsage(begun);
      // Quadratic, the first of them takes seconds at this length.
      expect((user + system) / 1000).toBeLessThan(1000);
    },
  );
});

test('an event is one or all', () => {
  expect(passes('', change, 'UPDATE')).toBe(true);
  expect(passes('', change, 'INSERT')).toBe(false);
});

test('a list has its end', () => {
  expect(() => parseBindings(Array.from({ length: 101 }, () => ({})))).toThrow();
  expect(() => parseBindings({})).toThrow();
  expect(parseBindings(undefined)).toEqual([]);
});
