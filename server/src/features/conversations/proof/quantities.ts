import { months, weekdays as namedDays } from '../hours/day-names.ts';
import { numberWordsIn } from './number-words.ts';
import { lone, moneyBehind, pair, patterns } from './quantity-patterns.ts';
import {
  amountReading,
  between,
  dayReading,
  figureKey,
  foldForQuantities,
  hourKey,
  hourReading,
  numberOf,
  percentKey,
  percentReading,
  plainNumber,
  type Quantity,
  type QuantityReading,
  weekdaysReading,
  yearReading,
} from './quantity-readings.ts';

export type FoundQuantity = Quantity & QuantityReading;

/** A text from which one kind of quantity after the other is taken. */
class QuantityReader {
  readonly found: FoundQuantity[] = [];
  readonly text: string;
  /** What is left, folded; what was read is no part of anything else, and sets apart what stands around it. */
  rest: string;

  constructor(text: string) {
    this.text = text;
    this.rest = foldForQuantities(text);
  }

  /** Takes each match of which `read` makes something. */
  take(pattern: RegExp, read: (match: RegExpExecArray) => QuantityReading[] | undefined): void {
    let left = '';
    let at = 0;
    for (const match of this.rest.matchAll(pattern)) {
      const { 0: whole, index } = match;
      const readings = read(match as RegExpExecArray);
      if (readings === undefined) continue;
      const end = index + whole.length;
      for (const reading of readings) this.add(reading, index, end);
      left += this.rest.slice(at, index) + '\n'.repeat(whole.length);
      at = end;
    }
    this.rest = left + this.rest.slice(at);
  }

  add(reading: QuantityReading, start: number, end: number): void {
    this.found.push({ ...reading, start, end });
  }

  blank(start: number, end: number): void {
    this.rest = this.rest.slice(0, start) + '\n'.repeat(end - start) + this.rest.slice(end);
  }
}

/**
 * The figures, hours, dates and amounts that a text names, in its order. They are read in this one: what is read first is no
 * part of what comes after it.
 */
export function quantitiesIn(text: string): FoundQuantity[] {
  const reader = new QuantityReader(text);
  readAlways(reader);
  readVersions(reader);
  readDates(reader);
  readMonths(reader);
  readWeekdays(reader);
  readAmounts(reader);
  readClocks(reader);
  readFigures(reader);
  readNumberWords(reader);
  reader.take(patterns.halfHour, () => [{ kind: 'figure', keys: [figureKey(30), figureKey(0.5)], also: [] }]);
  reader.take(patterns.half, () => [{ kind: 'figure', keys: [figureKey(0.5), percentKey(50)], also: [] }]);
  return reader.found.sort((a, b) => a.start - b.start);
}

function readAlways(reader: QuantityReader) {
  reader.take(patterns.always, ([whole]) => [
    {
      kind: 'figure',
      keys: whole.startsWith('24/7') ? ['a:24', 'a:7'] : [whole.startsWith('24') ? 'a:24' : 'a:7'],
      also: [
        ...(whole.startsWith('24 ') || whole.startsWith('24h')
          ? []
          : ['w:all', 'w:1', 'w:2', 'w:3', 'w:4', 'w:5', 'w:6', 'w:7']),
        figureKey(24),
        figureKey(7),
      ],
    },
  ]);
}

function readVersions(reader: QuantityReader) {
  reader.take(patterns.version, ([whole]) => {
    const parts = whole.split('.');
    return parts.length === 3 && parts[2]?.length === 4
      ? undefined
      : [{ kind: 'figure', keys: [`v:${whole}`], also: [] }];
  });
}

const isDay = (day: number) => day >= 1 && day <= 31;

function readDates(reader: QuantityReader) {
  reader.take(patterns.isoDay, ([, y = '', m, d]) => [dayReading(Number(m), Number(d)), yearReading(y)]);
  reader.take(patterns.slashedDay, ([, first = '', sign, second = '', y]) => {
    const [a, b] = [Number(first), Number(second)];
    if (a < 1 || b < 1 || a > 31 || b > 31 || (a > 12 && b > 12)) return undefined;
    // "10.30" and "1.50" are an hour or an amount.
    if (sign === '.' && y === undefined) return undefined;
    const readings = [...(b <= 12 ? [dayReading(b, a)] : []), ...(a <= 12 ? [dayReading(a, b)] : [])];
    return [
      {
        kind: 'date',
        keys: [...new Set(readings.flatMap(({ keys }) => keys)), ...(y === undefined ? [`r:${a}/${b}`] : [])],
        also: readings.flatMap(({ also }) => also),
      },
      ...(y === undefined ? [] : [yearReading(y)]),
    ];
  });
  reader.take(patterns.dayMonth, ([, from, to = '', name = '']) => {
    const month = months.get(name) as number;
    if (!isDay(Number(to))) return undefined;
    return [...(from === undefined ? [] : [dayReading(month, Number(from))]), dayReading(month, Number(to))];
  });
  reader.take(patterns.monthDay, ([, name = '', from = '', to]) => {
    const month = months.get(name) as number;
    if (!isDay(Number(from))) return undefined;
    return [dayReading(month, Number(from)), ...(to === undefined ? [] : [dayReading(month, Number(to))])];
  });
}

function readMonths(reader: QuantityReader) {
  reader.take(patterns.months, ({ 0: whole, 1: first = '', 2: last, index }) => {
    // "It may", "a march": months have a capital in English, unless French says them.
    if (/^(?:may|march)$/.test(whole) && !/\p{Lu}/u.test(reader.text[index] ?? '')) return undefined;
    if (/^may$/.test(whole) && /^ (?:i|we|you)\b/.test(reader.rest.slice(index + 3))) return undefined;
    const from = months.get(first) as number;
    if (last === undefined) return [{ kind: 'date', keys: [`m:${from}`], also: [`m:${from}`] }];
    const to = months.get(last) as number;
    const also = between(from, to, 12).map((one) => `m:${one}`);
    return [
      { kind: 'date', keys: [`m:${from}`], also },
      { kind: 'date', keys: [`m:${to}`], also: [] },
    ];
  });
}

/** The number of a weekday, from Monday, 1, to Sunday, 7. */
const dayOf = (name: string) => namedDays.get(name) || 7;

function readWeekdays(reader: QuantityReader) {
  const readNamed = ([, first = '', last]: RegExpExecArray) => {
    const from = dayOf(first);
    return [weekdaysReading(last === undefined ? [from] : between(from, dayOf(last), 7))];
  };
  reader.take(patterns.days, (match) => {
    const [whole, first = '', last] = match;
    // "Samedi et dimanche" are two days, "du lundi au vendredi" five.
    if (last !== undefined && pair.test(whole))
      return [weekdaysReading([dayOf(first)]), weekdaysReading([dayOf(last)])];
    return readNamed(match);
  });
  reader.take(patterns.shortDays, readNamed);
  reader.take(patterns.everyDay, () => [
    {
      kind: 'date',
      keys: ['w:all'],
      also: ['w:1', 'w:2', 'w:3', 'w:4', 'w:5', 'w:6', 'w:7', 'a:7', 'w:12345'],
    },
  ]);
  reader.take(patterns.weekend, () => [{ kind: 'date', keys: ['w:67'], also: ['w:6', 'w:7'] }]);
  reader.take(patterns.workingDays, () => [
    { kind: 'date', keys: ['w:12345'], also: ['w:1', 'w:2', 'w:3', 'w:4', 'w:5'] },
  ]);
}

function readAmounts(reader: QuantityReader) {
  reader.take(patterns.percent, ([, written = '']) => [percentReading(numberOf(written))]);
  reader.take(patterns.money, ([whole, behind, before, unit, cents]) => {
    const value = numberOf(behind ?? before ?? '') + (cents === undefined ? 0 : Number(cents) / 100);
    return [amountReading(value, unit ?? /^\D+/.exec(whole)?.[0].trim() ?? '')];
  });
}

function readClocks(reader: QuantityReader) {
  const clocks: { at: number; hours: number; half: string | undefined }[] = [];
  reader.take(patterns.clock, (match) => {
    const [, h, m1, m2, half1, m3, half2] = match;
    let hours = Number(h);
    const minutes = Number(m1 ?? m2 ?? m3 ?? 0);
    const half = half1 ?? half2;
    if (half === 'p' && hours < 12) hours += 12;
    if (half === 'a' && hours === 12) hours = 0;
    if (hours > 24) return [{ kind: 'figure', keys: [figureKey(hours)], also: [] }];
    clocks.push({ at: match.index, hours, half });
    return [hourReading(hours, minutes)];
  });
  // "From 2 to 6 pm", "de 9 à 18 h": the first is an hour like the second, in the same half of the day unless it would end before.
  for (const { at, hours, half } of clocks) {
    const from = Math.max(0, at - 16);
    const before = lone.exec(reader.rest.slice(from, at));
    if (!before) continue;
    const [, written = '', minutes] = before;
    let first = Number(written);
    if (half === 'p' && first < 12 && first + 12 <= hours) first += 12;
    if (first > 24) continue;
    const start = from + before.index;
    const end = start + written.length + (minutes === undefined ? 0 : 3);
    reader.add(hourReading(first, Number(minutes ?? 0)), start, end);
    reader.blank(start, end);
  }
  reader.take(patterns.oClock, ([, h]) => [
    { ...hourReading(Number(h), 0), keys: [hourKey(Number(h), 0), hourKey(Number(h) + 12, 0)] },
  ]);
  reader.take(patterns.noon, ([whole]) => [hourReading(/^(?:midi|noon|midday)$/.test(whole) ? 12 : 0, 0)]);
}

function readFigures(reader: QuantityReader) {
  reader.take(patterns.figure, ({ 0: whole, 1: written = '', index }) => {
    const value = numberOf(written);
    const behind = reader.rest.slice(index + whole.length, index + whole.length + 3);
    const isBare = !/^[ \u00a0\u202f]?[\p{L}]/u.test(behind);
    const point = /^(\d{1,2})\.([0-5]\d)$/.exec(written);
    return [
      {
        kind: 'figure',
        keys: [
          figureKey(value),
          ...(point && Number(point[1]) <= 24 ? [hourKey(Number(point[1]), Number(point[2]))] : []),
        ],
        also: isBare ? [`b:${plainNumber(value)}`] : [],
      },
    ];
  });
}

/** Reads numbers in words, with what they count, as the same numbers in figures. */
function readNumberWords(reader: QuantityReader) {
  let readTo = 0;
  for (const { value, start, end } of numberWordsIn(reader.rest)) {
    if (start < readTo) continue;
    const before = reader.rest.slice(Math.max(0, start - 16), start);
    const behind = reader.rest.slice(end, end + 24);
    const share = /^ (?:pour ?cents?|per ?cents?|%)/.exec(behind);
    if (share) {
      readTo = end + share[0].length;
      reader.add(percentReading(value), start, readTo);
      continue;
    }
    const { reading, length } = readCounted(value, before, behind);
    reader.add(reading, start, end + length);
  }
}

const minutesInWords: Record<string, number> = {
  trente: 30,
  quinze: 15,
  'quarante-cinq': 45,
  'et demi': 30,
  'et demie': 30,
  'et quart': 15,
  'moins le quart': -15,
};

/** What a number in words counts, and how much of what stands behind it says so. */
function readCounted(
  value: number,
  before: string,
  behind: string,
): { reading: QuantityReading; length: number } {
  const money = moneyBehind.exec(behind);
  if (money) return { reading: amountReading(value, money[0].trim()), length: money[0].length };
  const [, past] = /(?:^|[^\p{L}])(half past|quarter past|quarter to) $/u.exec(before) ?? [];
  if (past !== undefined && value <= 12) {
    const [hours, minutes] =
      past === 'quarter to' ? [value - 1, 45] : [value, past === 'half past' ? 30 : 15];
    const reading = hourReading(hours, minutes);
    return { reading: { ...reading, keys: [...reading.keys, hourKey(hours + 12, minutes)] }, length: 0 };
  }
  const clock =
    /^ (?:heures?|h)(?: (trente|quinze|quarante-cinq|et demie?|et quart|moins le quart))?(?![\p{L}])/u.exec(
      behind,
    );
  if (clock && value <= 24) {
    const minutes = minutesInWords[clock[1] ?? ''] ?? 0;
    const reading = minutes < 0 ? hourReading(value - 1, 60 + minutes) : hourReading(value, minutes);
    return { reading, length: clock[0].length };
  }
  const oClock = /^ (?:o'clock|[ap]\.?m)\b/.exec(behind);
  if (oClock && value <= 12) {
    const hours = oClock[0].includes('p') && value < 12 ? value + 12 : value;
    return { reading: hourReading(hours, 0), length: 0 };
  }
  return { reading: { kind: 'figure', keys: [figureKey(value)], also: [] }, length: 0 };
}

/** "Premier", "once": what says one without naming it. */
const single = /(?<!\p{L})(?:une?|one|once|premi(?:er|ere)s?|first|simple|single|seule?)(?!\p{L})/u;
const second = /(?<!\p{L})(?:second|seconde|twice|double|deux fois|both|couple)(?!\p{L})/u;
const half = /(?<!\p{L})(?:demie?|half|moitie)(?!\p{L})/u;

/** All that a text proves of quantities: what it names, and what else it says by that. */
export function provenQuantities(
  text: string,
  named: readonly FoundQuantity[] = quantitiesIn(text),
): Set<string> {
  const keys = new Set<string>();
  for (const reading of named) {
    for (const key of reading.keys) if (!key.startsWith('b:')) keys.add(key);
    for (const key of reading.also) keys.add(key);
  }
  // Without its unit, which the head of a column or the visitor's question names.
  for (const key of [...keys]) if (key.startsWith('b:')) keys.add(`n:${key.slice(2)}`);
  const words = foldForQuantities(text);
  if (single.test(words)) keys.add('n:1');
  if (second.test(words)) keys.add('n:2');
  if (half.test(words)) for (const key of ['n:0.5', 'p:50', 'n:30']) keys.add(key);
  if (keys.has('w:6') && keys.has('w:7')) keys.add('w:67');
  if ([1, 2, 3, 4, 5].every((one) => keys.has(`w:${one}`))) keys.add('w:12345');
  return keys;
}
