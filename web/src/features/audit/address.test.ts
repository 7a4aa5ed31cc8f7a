import { expect, test } from 'vitest';
import { bucketsFor, filterIn, filtersNothing, isTooLong, noFilter, viewIn } from './address.ts';
import { toHistoryQuery } from './queries.ts';

const chatbotId = '0190a000-0000-7000-8000-000000000001';
const filterOf = (search: string) => filterIn(new URLSearchParams(search));
const askedBy = (search: string) =>
  toHistoryQuery(filterOf(search), viewIn(new URLSearchParams(search)).bucket);

test('without a filter the last month is shown, newest first, by what suits it', () => {
  expect(filtersNothing(filterOf(''))).toBe(true);
  expect(askedBy('')).toEqual({ period: '1m' });
  expect(viewIn(new URLSearchParams())).toEqual({ bucket: '', form: 'bars', sort: '-at' });
  const everything = new URLSearchParams(`chatbot=${chatbotId}&period=7d&type=storage&operation=reindex`);
  for (const name of Object.keys(noFilter)) everything.delete(name);
  expect(everything.size).toBe(0);
});

test('the address says what is asked for', () => {
  const search = `period=1y&chatbot=${chatbotId}&type=message&operation=api_call&per=hour`;
  expect(askedBy(search)).toEqual({
    period: '1y',
    chatbotId,
    tokenType: 'message',
    operation: 'api_call',
    bucket: 'hour',
  });
  expect(askedBy('chatbot=unassigned&period=24h')).toEqual({ chatbotId: 'unassigned', period: '24h' });
});

test('what nobody could have chosen is not asked for', () => {
  const search =
    'period=2y&chatbot=../me&type=gold&operation=drop&per=second&from=2026-1-1&as=pie&sort=-name';
  expect(askedBy(search)).toEqual({ period: '1m' });
  expect(viewIn(new URLSearchParams(search))).toEqual({ bucket: '', form: 'bars', sort: '-at' });
  expect(filtersNothing(filterOf('period=days'))).toBe(true);
});

test('two days count in either order, one alone is both', () => {
  const days = { from: '2026-11-03', to: '2026-11-20' };
  expect(askedBy('period=days&from=2026-11-03&to=2026-11-20')).toEqual(days);
  expect(askedBy('period=days&from=2026-11-20&to=2026-11-03')).toEqual(days);
  expect(askedBy('period=days&to=2026-11-03')).toEqual({ from: '2026-11-03', to: '2026-11-03' });
  expect(askedBy('from=2026-11-03&period=7d')).toEqual({ period: '7d' });
});

test('more than five years are not asked for, and of more than one no hours', () => {
  expect(isTooLong(filterOf('period=days&from=2021-11-03&to=2026-11-02'))).toBe(false);
  expect(isTooLong(filterOf('period=days&from=2021-11-03&to=2026-11-03'))).toBe(true);
  expect(bucketsFor(filterOf('period=days&from=2025-11-03&to=2026-11-02'))).toContain('hour');
  expect(bucketsFor(filterOf('period=days&from=2025-11-03&to=2026-11-03'))).toEqual(['day', 'month']);
  expect(askedBy('period=days&from=2024-11-03&to=2026-11-03&per=hour')).not.toHaveProperty('bucket');
});
