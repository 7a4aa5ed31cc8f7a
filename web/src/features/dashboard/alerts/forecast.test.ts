import { expect, test } from 'vitest';
import { type Forecast, forecastSentence } from './forecast.ts';

const today = new Date('2026-11-23T10:00:00Z');
const forecast = (dates: Partial<Forecast>): Forecast => ({
  perDay: 900,
  days: 14,
  endsOn: null,
  earliest: null,
  latest: null,
  ...dates,
});
const said = (
  dates: Partial<Forecast>,
  language: 'fr' | 'en' = 'en',
  type: 'message' | 'storage' = 'message',
) => forecastSentence(language, type, forecast(dates), today);

test('a day, and the days between which it lies', () => {
  const dates = { endsOn: '2026-12-03', earliest: '2026-12-01', latest: '2027-01-09' };
  expect(said(dates)).toBe(
    'At this pace your message tokens last until 3 December, between 1 December and 9 January 2027 depending on how busy it gets.',
  );
  expect(said(dates, 'fr')).toBe(
    'À ce rythme, vos jetons de message dureront jusqu’au 3 décembre, entre le 1er décembre et le 9 janvier 2027 selon l’affluence.',
  );
});

test('without an upper end: the earliest day; of days that are all alike, that day alone', () => {
  expect(said({ endsOn: '2026-12-03', earliest: '2026-11-28' })).toBe(
    'At this pace your message tokens last until 3 December; if every day were a busy one, until 28 November.',
  );
  const same = '2026-12-03';
  expect(said({ endsOn: same, earliest: same, latest: same })).toBe(
    'At this pace your message tokens last until 3 December.',
  );
});

test('messages that last say so, and what a busy time would do; storage that lasts says nothing', () => {
  expect(said({})).toBe('At this pace your message tokens last until they renew.');
  expect(said({ earliest: '2026-12-01' }, 'fr')).toBe(
    'À ce rythme, vos jetons de message dureront jusqu’au renouvellement\u202f; si tous les jours étaient chargés, jusqu’au 1er décembre.',
  );
  expect(said({}, 'en', 'storage')).toBeUndefined();
  expect(said({ endsOn: '2027-03-04' }, 'en', 'storage')).toBe(
    'At this pace your storage tokens last until 4 March 2027.',
  );
});
