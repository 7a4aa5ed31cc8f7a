import {
  alternatives,
  foldedInPlace,
  months,
  weekdays as namedDays,
  wholeMonths,
  wholeWeekdays,
} from '../hours/day-names.ts';
import { numberWordsIn } from './number-words.ts';

/** What a sentence names that is true or false to the letter. */
export type QuantityKind = 'hour' | 'date' | 'amount' | 'figure';

/** One in a text. `keys` are all that it may mean: a text proves it that shows one of them. */
export interface Quantity {
  kind: QuantityKind;
  keys: readonly string[];
  start: number;
  end: number;
}

/** From Monday, 1, to Sunday, 7. */
const dayOf = (name: string) => namedDays.get(name) || 7;

const blank = '[ \\u00a0\\u202f]';
const month = alternatives(months);
const wholeMonth = `(?:${wholeMonths})`;
const wholeDay = `(?:${wholeWeekdays})`;
const shortDay = '(?:lun|mar|mer|jeu|ven|sam|dim|mon|tues?|wed|thur?s?|fri|sat|sun)';
const until = `(?:${blank}?[-\\u2010-\\u2013—]${blank}?|${blank}(?:to|and|through|thru|till|until|au|a|et|jusqu['’]au|jusqu['’]a)${blank})`;
const ordinal = '(?:er|st|nd|rd|th|e|eme)?';
const noWordBefore = '(?<![\\p{L}\\p{N}])';
const noWordBehind = '(?![\\p{L}\\p{N}])';
const number = "\\d{1,3}(?:[ \\u00a0\\u202f.,']\\d{3}){1,5}(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d+)?";
const currency = '(?:€|\\$|£|eur(?:os?)?|usd|gbp|chf|dollars?|pounds?|francs?|livres sterling)';

const pair = new RegExp(`${blank}(?:and|et)${blank}`, 'u');

const lone = new RegExp(`(?<![\\p{L}\\p{N}.,:])(\\d{1,2})(?:\\.([0-5]\\d))?(?:${until})$`, 'u');

const moneyBehind = new RegExp(`^ ${currency}(?!\\p{L})`, 'u');

const patterns = {
  /** "24h/24", "7j/7", "24/7". */
  always:
    /(?<![\p{N}/])(?:24\/7|24 ?h(?:eures)? ?(?:\/|sur) ?24(?: ?h)?|7 ?j(?:ours)? ?(?:\/|sur) ?7|7\/7)(?![\p{N}/])/gu,
  isoDay: /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu,
  slashedDay: /(?<![\d/.,])(\d{1,2})([/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/]|[.,]\d)/gu,
  /** "15 août", "du 4 au 20 août", "1st to 15th of May". */
  dayMonth: new RegExp(
    [
      noWordBefore,
      `(?:(\\d{1,2})${ordinal}${until})?(?:the )?(\\d{1,2})${ordinal}${blank}(?:of )?(${month})`,
      noWordBehind,
      `\\.?`,
    ].join(''),
    'gu',
  ),
  monthDay: new RegExp(
    [
      noWordBefore,
      `(${month})\\.?${blank}(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:${until}(\\d{1,2})(?:st|nd|rd|th)?)?(?![\\p{N}\\p{L}]|[.,:]\\d|${blank}?[h€%])`,
    ].join(''),
    'gu',
  ),
  months: new RegExp(
    [noWordBefore, `(${wholeMonth})(?:${until}(${wholeMonth}))?`, noWordBehind].join(''),
    'gu',
  ),
  days: new RegExp(
    [noWordBefore, `(${wholeDay})s?(?:${until}(${wholeDay})s?)?`, noWordBehind].join(''),
    'gu',
  ),
  shortDays: new RegExp(
    [noWordBefore, `(${shortDay})\\.?${until}(${shortDay})`, noWordBehind].join(''),
    'gu',
  ),
  everyDay:
    /(?<!\p{L})(?:tous les jours|chaque jour|toute la semaine|every ?day|daily|each day|all week|seven days a week|7 days a week)(?!\p{L})/gu,
  weekend: /(?<!\p{L})(?:week-?ends?|fins? de semaine)(?!\p{L})/gu,
  workingDays:
    /(?<!\p{L})(?:en semaine|jours de semaine|jours ouvres|on weekdays|weekdays|working days|business days)(?!\p{L})/gu,
  clock: new RegExp(
    [
      '(?<![\\p{L}\\p{N}.,/])',
      `(\\d{1,2})(?:(?:${blank}?(?:h|heures?)${blank}?([0-5]\\d)?(?![\\p{L}\\p{N}])|[:]([0-5]\\d)(?!\\d))(?:${blank}?([ap])\\.?m\\b)?|(?:\\.([0-5]\\d))?${blank}?([ap])\\.?m(?![\\p{L}]))`,
      '(\\.)?',
    ].join(''),
    'gu',
  ),
  oClock: new RegExp([noWordBefore, `(\\d{1,2})${blank}o['’]clock`, noWordBehind].join(''), 'gu'),
  noon: /(?<!\p{L})(?:midi|noon|midday|minuit|midnight)(?!\p{L})/gu,
  percent: new RegExp(
    ['(?<![\\p{N}.,])', `(${number})${blank}?(?:%|pour ?cents?(?!\\p{L})|per ?cents?(?!\\p{L}))`].join(''),
    'gu',
  ),
  money: new RegExp(
    [
      '(?<![\\p{L}\\p{N}.,])',
      `(?:${currency}${blank}?(${number})|(${number})${blank}?(${currency})(?!\\p{L})(?:${blank}?(\\d{2})(?!\\d|[.,]\\d|${blank}?(?:h|€|%)))?)`,
    ].join(''),
    'gu',
  ),
  version: /(?<![\p{L}\p{N}.])\d+(?:\.\d+){2,}(?!\d)/gu,
  figure: new RegExp(['(?<![\\p{L}\\p{N}.,])', `(${number})(?:er|re|e|eme|st|nd|rd|th)?`].join(''), 'gu'),
  half: /(?<!\p{L})(?:moitie|half)(?!\p{L}|-?(?: an)? ?hour| past)/gu,
  halfHour: /(?<!\p{L})(?:demi-?heure|half(?:-| an )hour)s?(?!\p{L})/gu,
};

/** "14 250,50" and "14,250.50" are one number; a lone group of three figures behind a separator is grouping. */
function numberOf(written: string): number {
  const foldForQuantities = written.replace(/[ \u00a0\u202f']/g, '');
  const separators = foldForQuantities.match(/[.,]/g) ?? [];
  if (separators.length === 0) return Number(foldForQuantities);
  const last = Math.max(foldForQuantities.lastIndexOf('.'), foldForQuantities.lastIndexOf(','));
  const isGrouping =
    separators.length === 1
      ? foldForQuantities.length - last === 4 && !foldForQuantities.startsWith('0')
      : new Set(separators).size === 1;
  const digits = foldForQuantities.replace(/[.,]/g, '');
  return isGrouping
    ? Number(digits)
    : Number(`${digits.slice(0, last - foldForQuantities.length + 1)}.${foldForQuantities.slice(last + 1)}`);
}

const plainNumber = (value: number) => String(Number(value.toFixed(4)));
const figureKey = (value: number) => `n:${plainNumber(value)}`;
const amountKey = (value: number, unit: string) => `c:${plainNumber(value)}${unit}`;
const percentKey = (value: number) => `p:${plainNumber(value)}`;
const two = (value: number) => String(value).padStart(2, '0');
const dayKey = (month: number, day: number) => `d:${two(month)}-${two(day)}`;
const hourKey = (hours: number, minutes: number) => `h:${hours % 24}:${two(minutes)}`;

const currencyOf = (written: string) =>
  written.startsWith('€') || written.startsWith('eur')
    ? '€'
    : written === '$' || written === 'usd' || written.startsWith('dollar')
      ? '$'
      : written === '£' || written === 'gbp' || written.startsWith('pound') || written.startsWith('livre')
        ? '£'
        : 'F';

/** From one to the other, round the end of the week or the year. */
function between(first: number, last: number, count: number): number[] {
  const all = [first];
  for (let at = first; at !== last; all.push(at)) at = (at % count) + 1;
  return all;
}

/** Text as it is compared: same length, without accents and capitals. */
export const foldForQuantities = (text: string): string =>
  foldedInPlace(text)?.replace(/[’ʼ]/g, "'") ?? text.toLowerCase();

/** A quantity with what else it says in a text that proves others: a day is also its month, an hour its figure. */
interface FoundQuantity extends Quantity {
  also: readonly string[];
}

function readQuantities(text: string): FoundQuantity[] {
  const found: FoundQuantity[] = [];
  let rest = foldForQuantities(text);
  const take = (
    pattern: RegExp,
    read: (match: RegExpExecArray) => Omit<FoundQuantity, 'start' | 'end'>[] | undefined,
  ) => {
    let left = '';
    let at = 0;
    for (const match of rest.matchAll(pattern)) {
      const { 0: whole, index } = match;
      const readings = read(match as RegExpExecArray);
      if (readings === undefined) continue;
      const end = index + whole.length;
      for (const reading of readings) found.push({ ...reading, start: index, end });
      // What is read is no part of anything else, and sets apart what stands around it.
      left += rest.slice(at, index) + '\n'.repeat(whole.length);
      at = end;
    }
    rest = left + rest.slice(at);
  };
  const day = (monthOf: number, dayOf: number) => ({
    kind: 'date' as const,
    keys: [dayKey(monthOf, dayOf)],
    also: [`m:${monthOf}`, figureKey(dayOf)],
  });
  const year = (written: string) => {
    const value = Number(written.length === 2 ? `20${written}` : written);
    return { kind: 'figure' as const, keys: [figureKey(value)], also: [] };
  };
  const weekdays = (list: readonly number[]) => ({
    kind: 'date' as const,
    keys: list.length === 1 ? [`w:${list[0]}`] : [`w:${list.join('')}`],
    also: [
      ...list.map((one) => `w:${one}`),
      ...(list.length === 7 ? ['w:all'] : []),
      ...(list.length >= 5 && [1, 2, 3, 4, 5].every((one) => list.includes(one)) ? ['w:12345'] : []),
    ],
  });
  const hour = (hours: number, minutes: number) => ({
    kind: 'hour' as const,
    keys: [hourKey(hours, minutes)],
    also:
      minutes === 0
        ? [figureKey(hours)]
        : [figureKey(hours + minutes / 100), figureKey(hours * 60 + minutes)],
  });

  take(patterns.always, ([whole]) => [
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
  take(patterns.version, ([whole]) => {
    const parts = whole.split('.');
    return parts.length === 3 && parts[2]?.length === 4
      ? undefined
      : [{ kind: 'figure', keys: [`v:${whole}`], also: [] }];
  });
  take(patterns.isoDay, ([, y = '', m, d]) => [day(Number(m), Number(d)), year(y)]);
  take(patterns.slashedDay, ([, first = '', sign, second = '', y]) => {
    const [a, b] = [Number(first), Number(second)];
    if (a < 1 || b < 1 || a > 31 || b > 31 || (a > 12 && b > 12)) return undefined;
    // "10.30" and "1.50" are an hour or an amount.
    if (sign === '.' && y === undefined) return undefined;
    const readings = [...(b <= 12 ? [day(b, a)] : []), ...(a <= 12 ? [day(a, b)] : [])];
    return [
      {
        kind: 'date',
        keys: [...new Set(readings.flatMap(({ keys }) => keys)), ...(y === undefined ? [`r:${a}/${b}`] : [])],
        also: readings.flatMap(({ also }) => also),
      },
      ...(y === undefined ? [] : [year(y)]),
    ];
  });
  take(patterns.dayMonth, ([, from, to = '', name = '']) => {
    const monthOf = months.get(name) as number;
    if (Number(to) > 31 || Number(to) < 1) return undefined;
    return [...(from === undefined ? [] : [day(monthOf, Number(from))]), day(monthOf, Number(to))];
  });
  take(patterns.monthDay, ([, name = '', from = '', to]) => {
    const monthOf = months.get(name) as number;
    if (Number(from) > 31 || Number(from) < 1) return undefined;
    return [day(monthOf, Number(from)), ...(to === undefined ? [] : [day(monthOf, Number(to))])];
  });
  take(patterns.months, ({ 0: whole, 1: first = '', 2: last, index }) => {
    // "It may", "a march": months have a capital in English, unless French says them.
    if (/^(?:may|march)$/.test(whole) && !/\p{Lu}/u.test(text[index] ?? '')) return undefined;
    if (/^may$/.test(whole) && /^ (?:i|we|you)\b/.test(rest.slice(index + 3))) return undefined;
    const from = months.get(first) as number;
    const list = last === undefined ? [from] : between(from, months.get(last) as number, 12);
    return [
      {
        kind: 'date',
        keys: [list[0], list.at(-1)].map((one) => `m:${one}`).slice(0, 1),
        also: list.map((one) => `m:${one}`),
      },
      ...(last === undefined ? [] : [{ kind: 'date' as const, keys: [`m:${list.at(-1)}`], also: [] }]),
    ];
  });
  const named = ([, first = '', last]: RegExpExecArray) => {
    const from = dayOf(first);
    if (last === undefined) return [weekdays([from])];
    const to = dayOf(last);
    // "Samedi et dimanche" are two days, "du lundi au vendredi" five.
    return [weekdays(between(from, to, 7))];
  };
  take(patterns.days, (match) => {
    const [whole, first = '', last] = match;
    if (last !== undefined && pair.test(whole)) return [weekdays([dayOf(first)]), weekdays([dayOf(last)])];
    return named(match);
  });
  take(patterns.shortDays, named);
  take(patterns.everyDay, () => [
    {
      kind: 'date',
      keys: ['w:all'],
      also: ['w:1', 'w:2', 'w:3', 'w:4', 'w:5', 'w:6', 'w:7', 'a:7', 'w:12345'],
    },
  ]);
  take(patterns.weekend, () => [{ kind: 'date', keys: ['w:67'], also: ['w:6', 'w:7'] }]);
  take(patterns.workingDays, () => [
    { kind: 'date', keys: ['w:12345'], also: ['w:1', 'w:2', 'w:3', 'w:4', 'w:5'] },
  ]);
  take(patterns.percent, ([, written = '']) => [
    { kind: 'amount', keys: [percentKey(numberOf(written))], also: [figureKey(numberOf(written))] },
  ]);
  take(patterns.money, ([whole, behind, before, unit, cents]) => {
    const written = behind ?? before ?? '';
    const value = numberOf(written) + (cents === undefined ? 0 : Number(cents) / 100);
    const sign = unit ?? /^\D+/.exec(whole)?.[0].trim() ?? '';
    return [
      {
        kind: 'amount',
        keys: [amountKey(value, currencyOf(sign)), `b:${plainNumber(value)}`],
        also: [figureKey(value)],
      },
    ];
  });
  // "From 2 to 6 pm", "de 9 à 18 h": the first is an hour like the second, in the same half of the day unless it would end before.
  const clocks: { at: number; hours: number; minutes: number; half: string | undefined }[] = [];
  take(patterns.clock, (match) => {
    const [, h, m1, m2, half1, m3, half2] = match;
    let hours = Number(h);
    const minutes = Number(m1 ?? m2 ?? m3 ?? 0);
    const half = half1 ?? half2;
    if (half === 'p' && hours < 12) hours += 12;
    if (half === 'a' && hours === 12) hours = 0;
    if (hours > 24) return [{ kind: 'figure', keys: [figureKey(hours)], also: [] }];
    clocks.push({ at: match.index, hours, minutes, half });
    return [hour(hours, minutes)];
  });
  for (const { at, hours, half } of clocks) {
    const before = lone.exec(rest.slice(Math.max(0, at - 16), at));
    if (!before) continue;
    const start = Math.max(0, at - 16) + before.index;
    let first = Number(before[1]);
    if (half === 'p' && first < 12 && first + 12 <= hours) first += 12;
    if (first > 24) continue;
    const written = before[1]?.length ?? 0;
    const end = start + written + (before[2] === undefined ? 0 : 3);
    found.push({ ...hour(first, Number(before[2] ?? 0)), start, end });
    rest = rest.slice(0, start) + '\n'.repeat(end - start) + rest.slice(end);
  }
  take(patterns.oClock, ([, h]) => [
    { ...hour(Number(h), 0), keys: [hourKey(Number(h), 0), hourKey(Number(h) + 12, 0)] },
  ]);
  take(patterns.noon, ([whole]) => [hour(/^(?:midi|noon|midday)$/.test(whole) ? 12 : 0, 0)]);
  take(patterns.figure, ({ 0: whole, 1: written = '', index }) => {
    const value = numberOf(written);
    const behind = rest.slice(index + whole.length, index + whole.length + 3);
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
  // In words, with what they count: the same as in figures.
  let readTo = 0;
  for (const { value, start, end } of numberWordsIn(rest)) {
    if (start < readTo) continue;
    const behind = rest.slice(end, end + 24);
    const clock =
      /^ (?:heures?|h)(?: (trente|quinze|quarante-cinq|et demie?|et quart|moins le quart))?(?![\p{L}])/u.exec(
        behind,
      );
    const past = /(?:^|[^\p{L}])(half past|quarter past|quarter to) $/u.exec(
      rest.slice(Math.max(0, start - 16), start),
    );
    const oClock = /^ (?:o'clock|[ap]\.?m)\b/.exec(behind);
    const money = moneyBehind.exec(behind);
    const share = /^ (?:pour ?cents?|per ?cents?|%)/.exec(behind);
    if (share) {
      found.push({
        kind: 'amount',
        keys: [percentKey(value)],
        also: [figureKey(value)],
        start,
        end: end + share[0].length,
      });
      readTo = end + share[0].length;
    } else if (money)
      found.push({
        kind: 'amount',
        keys: [amountKey(value, currencyOf(money[0].trim())), `b:${plainNumber(value)}`],
        also: [figureKey(value)],
        start,
        end: end + money[0].length,
      });
    else if (past && value <= 12) {
      const [hours, minutes] =
        past[1] === 'quarter to' ? [value - 1, 45] : [value, past[1] === 'half past' ? 30 : 15];
      const reading = hour(hours, minutes);
      found.push({ ...reading, keys: [...reading.keys, hourKey(hours + 12, minutes)], start, end });
    } else if (clock && value <= 24) {
      const [hours, minutes] = {
        trente: [value, 30],
        quinze: [value, 15],
        'quarante-cinq': [value, 45],
        'et demi': [value, 30],
        'et demie': [value, 30],
        'et quart': [value, 15],
        'moins le quart': [value - 1, 45],
      }[clock[1] ?? ''] ?? [value, 0];
      found.push({ ...hour(hours as number, minutes as number), start, end: end + clock[0].length });
    } else if (oClock && value <= 12) {
      const hours = oClock[0].includes('p') && value < 12 ? value + 12 : value;
      found.push({ ...hour(hours, 0), start, end });
    } else found.push({ kind: 'figure', keys: [figureKey(value)], also: [], start, end });
  }
  take(patterns.halfHour, () => [{ kind: 'figure', keys: [figureKey(30), figureKey(0.5)], also: [] }]);
  take(patterns.half, () => [{ kind: 'figure', keys: [figureKey(0.5), percentKey(50)], also: [] }]);
  return found.sort((a, b) => a.start - b.start);
}

/** The figures, hours, dates and amounts that a text names, in its order. */
export const quantitiesIn = (text: string): Quantity[] => readQuantities(text);

/** "Premier", "once": what says one without naming it. */
const single = /(?<!\p{L})(?:une?|one|once|premi(?:er|ere)s?|first|simple|single|seule?)(?!\p{L})/u;
const second = /(?<!\p{L})(?:second|seconde|twice|double|deux fois|both|couple)(?!\p{L})/u;
const half = /(?<!\p{L})(?:demie?|half|moitie)(?!\p{L})/u;

/** All that a text proves of quantities. */
export function provenQuantities(text: string): Set<string> {
  const keys = new Set<string>();
  for (const reading of readQuantities(text)) {
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
