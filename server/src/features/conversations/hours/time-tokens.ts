import {
  alternatives,
  byName,
  foldedInPlace,
  months,
  weekdays,
  wholeMonths,
  wholeWeekdays,
} from './day-names.ts';

/** What a text says of days and hours, piece by piece. */
export type TimeToken = { start: number; end: number } & (
  | { kind: 'weekday'; weekday: number; isPlural: boolean; isShort: boolean }
  | { kind: 'days'; days: 'weekdays' | 'weekend' | 'all' | 'holidays' }
  /** `half`: of the day, where it is said; `isMidnight`: the end of a day, or its beginning. */
  | { kind: 'clock'; minutes: number; half?: 'am' | 'pm'; isMidnight?: boolean }
  | { kind: 'allDay' }
  | { kind: 'date'; month: number; day: number; year?: number }
  /** Day and month in an order that the language doesn't tell for sure. */
  | { kind: 'slashed'; first: number; second: number; year?: number }
  | { kind: 'month'; month: number }
  | { kind: 'number'; value: number }
  | { kind: 'part'; part: 'morning' | 'afternoon' | 'evening' | 'night' }
  | { kind: 'open' | 'closed' | 'except' | 'including' | 'included' | 'to' | 'and' | 'filler' | 'between' }
  | { kind: 'nth'; n: number }
  | { kind: 'ofMonth' }
  | { kind: 'word'; text: string }
  | { kind: 'sign'; text: string }
);
type TokenValue = TimeToken extends infer T
  ? T extends TimeToken
    ? Omit<T, 'start' | 'end'>
    : never
  : never;

const ordinals = byName(
  `premier,1er,first,1st deuxieme,2e,2eme,second,2nd troisieme,3e,3eme,third,3rd quatrieme,4e,4eme,fourth,4th`,
  1,
);
for (const last of ['dernier', 'last']) ordinals.set(last, -1);

const behind = '(?![\\p{L}\\p{N}])';

const clockOf = (hours: number, minutes: number, half?: string): TokenValue | undefined => {
  if (minutes > 59) return undefined;
  if (half === undefined) {
    if (hours > 24 || (hours === 24 && minutes > 0)) return undefined;
    const isMidnight = hours === 24 || (hours === 0 && minutes === 0);
    return { kind: 'clock', minutes: hours * 60 + minutes, ...(isMidnight ? { isMidnight } : {}) };
  }
  if (hours < 1 || hours > 12) return undefined;
  const isMidnight = half === 'a' && hours === 12 && minutes === 0;
  const at = ((hours % 12) + (half === 'p' ? 12 : 0)) * 60 + minutes;
  return {
    kind: 'clock',
    minutes: isMidnight ? 1440 : at,
    half: half === 'a' ? 'am' : 'pm',
    ...(isMidnight ? { isMidnight } : {}),
  };
};
const dateOf = (day: number, month: number | undefined, year?: string): TokenValue | undefined =>
  month === undefined || day < 1 || day > 31
    ? undefined
    : { kind: 'date', day, month, ...(year === undefined ? {} : { year: Number(year) }) };

type Reader = (match: RegExpExecArray) => TokenValue | undefined;
const always =
  (read: TokenValue): Reader =>
  () =>
    read;
/** Readers of tokens: the first that matches at a place reads what stands there. */
const readers: readonly [RegExp, Reader][] = [
  [
    new RegExp(`(?:24 ?h(?:eures)? ?(?:/|sur) ?24(?: ?h)?|24/24|24 hours(?: a day)?|24h)${behind}`, 'uy'),
    always({ kind: 'allDay' }),
  ],
  [
    new RegExp(
      `(?:(?:7 ?j(?:ours)? ?(?:/|sur) ?7(?: ?j)?|7/7|7 days a week|seven days a week))${behind}`,
      'uy',
    ),
    always({
      kind: 'days',
      days: 'all',
    }),
  ],
  [
    new RegExp(
      `(?:tous les jours(?: de la semaine)?|chaque jour|every ?day|each day|daily|every day of the week)${behind}`,
      'uy',
    ),
    always({
      kind: 'days',
      days: 'all',
    }),
  ],
  [
    new RegExp(`(?:en semaine|jours de semaine|jours ouvres|week ?days)${behind}`, 'uy'),
    always({ kind: 'days', days: 'weekdays' }),
  ],
  [
    new RegExp(`(?:week-? ?ends?|fins? de semaine)${behind}`, 'uy'),
    always({ kind: 'days', days: 'weekend' }),
  ],
  [
    new RegExp(`(?:jours? feries?|feries?|(?:public|bank|statutory|federal) holidays?)${behind}`, 'uy'),
    always({
      kind: 'days',
      days: 'holidays',
    }),
  ],
  [
    new RegExp(`(?:de chaque mois|du mois|of (?:the|each|every) month)${behind}`, 'uy'),
    always({ kind: 'ofMonth' }),
  ],
  [
    /(\d{4})-(\d{2})-(\d{2})(?!\d)/uy,
    ([, year, month, day]) => dateOf(Number(day), Number(month) <= 12 ? Number(month) : undefined, year),
  ],
  [
    new RegExp(
      `(\\d{1,2})(?:er|st|nd|rd|th)? (?:(?:day )?of )?(${alternatives(months)})(?:\\.(?!\\n))?(?:,? (\\d{4}))?${behind}`,
      'uy',
    ),
    ([, day, month = '', year]) => dateOf(Number(day), months.get(month), year),
  ],
  [
    /(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\p{L}\p{N}:.]| ?(?:[ap]\.?m|h))/uy,
    ([, month = '', day, year]) => dateOf(Number(day), months.get(month), year),
  ],
  [
    /(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?!\d)/uy,
    ([, first, second, year]) => ({
      kind: 'slashed',
      first: Number(first),
      second: Number(second),
      year: Number(year),
    }),
  ],
  [
    /(\d{1,2})\/(\d{1,2})(?![\d/])/uy,
    ([, first, second]) => ({ kind: 'slashed', first: Number(first), second: Number(second) }),
  ],
  [
    /(\d{1,2})(?::([0-5]\d)|\.([0-5]\d))? ?([ap])\.? ?m(?![\p{L}\p{N}])\.?/uy,
    ([, hours, minutes, others, half]) => clockOf(Number(hours), Number(minutes ?? others ?? 0), half),
  ],
  [
    /(\d{1,2}) ?(?:h|heures?) ?(?:([0-5]\d)(?!\d))?(?![\p{L}])/uy,
    ([, hours, minutes]) => clockOf(Number(hours), Number(minutes ?? 0)),
  ],
  [
    /(\d{1,2})[:.]([0-5]\d)(?![\d:.]\d|\d)/uy,
    ([, hours, minutes]) => clockOf(Number(hours), Number(minutes)),
  ],
  [new RegExp(`(?:(?:12 )?(?:noon|midday)|midi)${behind}`, 'uy'), always({ kind: 'clock', minutes: 720 })],
  [
    new RegExp(`(?:(?:12 )?midnight|minuit)${behind}`, 'uy'),
    always({ kind: 'clock', minutes: 1440, isMidnight: true }),
  ],
  [new RegExp(`(?:apres-? ?midis?|afternoons?)${behind}`, 'uy'), always({ kind: 'part', part: 'afternoon' })],
  [new RegExp(`(?:matins?|matinees?|mornings?)${behind}`, 'uy'), always({ kind: 'part', part: 'morning' })],
  [new RegExp(`(?:soirs?|soirees?|evenings?)${behind}`, 'uy'), always({ kind: 'part', part: 'evening' })],
  [new RegExp(`(?:nuits?|nights?)${behind}`, 'uy'), always({ kind: 'part', part: 'night' })],
  [
    new RegExp(`(${alternatives(ordinals)})${behind}`, 'uy'),
    ([, word = '']) => ({ kind: 'nth', n: ordinals.get(word) as number }),
  ],
  [
    new RegExp(`(${wholeWeekdays})(s?)${behind}`, 'uy'),
    ([, name = '', plural]) => ({
      kind: 'weekday',
      weekday: weekdays.get(name) as number,
      isPlural: plural === 's',
      isShort: false,
    }),
  ],
  [
    new RegExp(`(${alternatives(weekdays)})${behind}(?:\\.(?=[^\\n]))?`, 'uy'),
    ([, name = '']) => ({
      kind: 'weekday',
      weekday: weekdays.get(name) as number,
      isPlural: false,
      isShort: true,
    }),
  ],
  [
    new RegExp(`(${wholeMonths})${behind}`, 'uy'),
    ([, name = '']) => ({ kind: 'month', month: months.get(name) as number }),
  ],
  [
    new RegExp(
      `(?:horaires? d'ouverture|heures d'ouverture|jours d'ouverture|opening (?:hours|times)|hours of opening|ouvert(?:e|s|es)?|ouvre(?:nt)?|ouvrons|ouvertures?|opens?|opening)${behind}`,
      'uy',
    ),
    always({ kind: 'open' }),
  ],
  [
    new RegExp(`(?:fermee?s?|fermetures?|closed|closing|ferme(?:nt)?|fermons|closes?)${behind}`, 'uy'),
    always({ kind: 'closed' }),
  ],
  [
    new RegExp(
      `(?:sauf|hormis|excepte|hors|a l'exception d(?:e|es|u)|except(?: for)?|excluding|but not|other than)${behind}`,
      'uy',
    ),
    always({
      kind: 'except',
    }),
  ],
  [new RegExp(`(?:y compris|including|incl\\.?)${behind}`, 'uy'), always({ kind: 'including' })],
  [
    new RegExp(`(?:inclus(?:e|es)?|compris(?:e|es)?|included|inclusive)${behind}`, 'uy'),
    always({ kind: 'included' }),
  ],
  [new RegExp(`(?:entre|between)${behind}`, 'uy'), always({ kind: 'between' })],
  [new RegExp(`(?:jusqu'(?:au?|en)|until|till|to|through|thru|au|a)${behind}`, 'uy'), always({ kind: 'to' })],
  [new RegExp(`(?:et|and|ainsi que)${behind}`, 'uy'), always({ kind: 'and' })],
  [
    new RegExp(
      `(?:sans interruption|non-? ?stop|en continu|journee continue|toute l'annee|all year(?: round)?|year-? ?round|also|aussi|egalement|puis|then|on|at|from|de|du|des|le|la|les|the|en|in|nous|vous|we|you|are|is|sont|est|sommes|our|notre|nos|heures|hours|hrs|horaires?|times?)${behind}`,
      'uy',
    ),
    always({ kind: 'filler' }),
  ],
  [/[dl]'/uy, always({ kind: 'filler' })],
  [
    /(\d{1,4})(?:st|nd|rd|th|er)?(?![\p{L}\p{N}])/uy,
    ([, value]) => ({ kind: 'number', value: Number(value) }),
  ],
  [/[-\u2010-\u2015]/uy, always({ kind: 'to' })],
  [/[\p{L}\p{N}]{1,60}'?/uy, ([text]) => ({ kind: 'word', text })],
];

/** A text as its words are compared: without accents, capitals, curved apostrophes and narrow spaces, every letter in its place. */
export const foldForTimes = (text: string): string =>
  (foldedInPlace(text) ?? text).replace(/[’ʼ]/g, "'").replace(/[\t\u00a0\u2000-\u200a\u202f]/g, ' ');

/** Characters of a text that are read: longer ones say more than hours. */
export const maxTimeTextLength = 2000;

/**
 * A text's words, figures and signs as they speak of time. In time linear in the text, whose first `maxTimeTextLength`
 * letters are read.
 */
export function timeTokens(text: string): TimeToken[] {
  const read = foldForTimes(text.slice(0, maxTimeTextLength));
  const tokens: TimeToken[] = [];
  for (let at = 0; at < read.length; ) {
    if (/[ \r]/.test(read[at] as string)) {
      at += 1;
      continue;
    }
    const { token, end } = tokenAt(read, at);
    tokens.push({ ...token, start: at, end } as TimeToken);
    at = end;
  }
  return tokens;
}

function tokenAt(read: string, at: number): { token: TokenValue; end: number } {
  for (const [expression, reader] of readers) {
    expression.lastIndex = at;
    const match = expression.exec(read);
    const token = match === null ? undefined : reader(match);
    if (match !== null && token !== undefined && match[0] !== '') return { token, end: at + match[0].length };
  }
  const sign = String.fromCodePoint(read.codePointAt(at) as number);
  return { token: { kind: 'sign', text: sign }, end: at + sign.length };
}
