import { foldedInPlace } from '../hours/day-names.ts';

/** What a sentence names that is true or false to the letter. */
export type QuantityKind = 'hour' | 'date' | 'amount' | 'figure';

/** A quantity in a text. `keys` are all that it may mean: a text proves it that shows one of them. */
export interface Quantity {
  kind: QuantityKind;
  keys: readonly string[];
  start: number;
  end: number;
}

/** What a quantity means, with what else it says in a text that proves others: a day is also its month, an hour its figure. */
export interface QuantityReading {
  kind: QuantityKind;
  keys: readonly string[];
  also: readonly string[];
}

/** The number that is written: "14 250,50" and "14,250.50" are one; a lone group of three figures behind a separator is grouping. */
export function numberOf(written: string): number {
  const digitsAndSigns = written.replace(/[ \u00a0\u202f']/g, '');
  const separators = digitsAndSigns.match(/[.,]/g) ?? [];
  if (separators.length === 0) return Number(digitsAndSigns);
  const last = Math.max(digitsAndSigns.lastIndexOf('.'), digitsAndSigns.lastIndexOf(','));
  const isGrouping =
    separators.length === 1
      ? digitsAndSigns.length - last === 4 && !digitsAndSigns.startsWith('0')
      : new Set(separators).size === 1;
  const digits = digitsAndSigns.replace(/[.,]/g, '');
  return isGrouping
    ? Number(digits)
    : Number(`${digits.slice(0, last - digitsAndSigns.length + 1)}.${digitsAndSigns.slice(last + 1)}`);
}

export const plainNumber = (value: number) => String(Number(value.toFixed(4)));
export const figureKey = (value: number) => `n:${plainNumber(value)}`;
const amountKey = (value: number, unit: string) => `c:${plainNumber(value)}${unit}`;
export const percentKey = (value: number) => `p:${plainNumber(value)}`;
const two = (value: number) => String(value).padStart(2, '0');
const dayKey = (month: number, day: number) => `d:${two(month)}-${two(day)}`;
export const hourKey = (hours: number, minutes: number) => `h:${hours % 24}:${two(minutes)}`;

const currencyOf = (written: string) =>
  written.startsWith('€') || written.startsWith('eur')
    ? '€'
    : written === '$' || written === 'usd' || written.startsWith('dollar')
      ? '$'
      : written === '£' || written === 'gbp' || written.startsWith('pound') || written.startsWith('livre')
        ? '£'
        : 'F';

/** All numbers from one to the other, round the end of the week or the year. */
export function between(first: number, last: number, count: number): number[] {
  const all = [first];
  for (let at = first; at !== last; all.push(at)) at = (at % count) + 1;
  return all;
}

/** A text as quantities are read in it: of the same length, without accents and capitals. */
export const foldForQuantities = (text: string): string =>
  foldedInPlace(text)?.replace(/[’ʼ]/g, "'") ?? text.toLowerCase();

/** A day of a month, which also says its month and its figure. */
export const dayReading = (month: number, day: number): QuantityReading => ({
  kind: 'date',
  keys: [dayKey(month, day)],
  also: [`m:${month}`, figureKey(day)],
});

export function yearReading(written: string): QuantityReading {
  const value = Number(written.length === 2 ? `20${written}` : written);
  return { kind: 'figure', keys: [figureKey(value)], also: [] };
}

/** Days of the week, each of which is also said by itself. */
export const weekdaysReading = (list: readonly number[]): QuantityReading => ({
  kind: 'date',
  keys: [`w:${list.join('')}`],
  also: [
    ...list.map((one) => `w:${one}`),
    ...(list.length === 7 ? ['w:all'] : []),
    ...(list.length >= 5 && [1, 2, 3, 4, 5].every((one) => list.includes(one)) ? ['w:12345'] : []),
  ],
});

export const hourReading = (hours: number, minutes: number): QuantityReading => ({
  kind: 'hour',
  keys: [hourKey(hours, minutes)],
  also:
    minutes === 0 ? [figureKey(hours)] : [figureKey(hours + minutes / 100), figureKey(hours * 60 + minutes)],
});

export const percentReading = (value: number): QuantityReading => ({
  kind: 'amount',
  keys: [percentKey(value)],
  also: [figureKey(value)],
});

/** An amount of a currency; bare, it may be the figure of a column whose head names the currency. */
export const amountReading = (value: number, currency: string): QuantityReading => ({
  kind: 'amount',
  keys: [amountKey(value, currencyOf(currency)), `b:${plainNumber(value)}`],
  also: [figureKey(value)],
});
