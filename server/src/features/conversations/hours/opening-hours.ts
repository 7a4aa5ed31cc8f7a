import { type Day, partsOf } from '@parlance/contract/local-time';
import { nthWeekday, weekdayOf } from './calendar.ts';
import { announcingWords, genericWords, scopeWords } from './hours-words.ts';
import { type Hours, type Rule, rulesOf } from './opening-rules.ts';
import { atomsOf, isEmptyDays, type Opening, type Season } from './time-atoms.ts';
import { maxTimeTextLength, type TimeToken, timeTokens } from './time-tokens.ts';

/** What a line says of hours. */
export interface HoursLine {
  /** Whose hours they are, where the line says so in front of them. */
  label: readonly string[];
  /** Undefined where something in the line isn't understood: then nothing of it is sure. */
  rules: readonly Rule[] | undefined;
  /** All that it is about beside days and hours. */
  words: readonly string[];
  saysOpen: boolean;
  saysClosed: boolean;
  /** Whether it names days, dates or hours. */
  saysWhen: boolean;
  saysDays: boolean;
}

/** Whether openings stand in their order, not one over the other. */
const areApart = (openings: readonly Opening[]) =>
  openings.every((one, at) => at === 0 || one.from >= (openings[at - 1] as Opening).to);

const maxScopeLength = 60;

/** What one line says of hours; undefined where it speaks neither of days or hours nor of being open. */
export function hoursLine(text: string): HoursLine | undefined {
  const tokens = timeTokens(text);
  const says = (kinds: RegExp) => tokens.some(({ kind }) => kinds.test(kind));
  const wordsOf = (some: readonly TimeToken[]) =>
    some.flatMap((token) =>
      token.kind === 'word' && token.text.length > 2 && !genericWords.has(token.text) ? [token.text] : [],
    );
  const line = {
    saysOpen: says(/^open$/),
    saysClosed: says(/^closed$/),
    saysWhen: says(/^(?:weekday|days|allDay|clock|date|slashed|month)$/),
    saysDays: says(/^(?:weekday|days|allDay|nth)$/),
    words: wordsOf(tokens),
  };
  const isScope =
    text.length <= maxScopeLength &&
    tokens.some((token) => token.kind === 'word' && scopeWords.has(token.text));
  if (!line.saysOpen && !line.saysClosed && !line.saysWhen)
    return isScope ? { ...line, label: [], rules: undefined, saysDays: true } : undefined;
  const read = text.length > maxTimeTextLength ? undefined : atomsOf(tokens);
  const rules = read && rulesOf(read);
  const isSure =
    rules?.every(({ hours, days }) => (hours === undefined || areApart(hours)) && !isEmptyDays(days)) ??
    false;
  const when = tokens.findIndex(({ kind }) =>
    /^(?:open|closed|weekday|days|allDay|clock|date|month)$/.test(kind),
  );
  return { ...line, label: wordsOf(tokens.slice(0, Math.max(0, when))), rules: isSure ? rules : undefined };
}

/** The words that a heading is about, without those that only announce hours. */
export const headingWords = (text: string): string[] =>
  timeTokens(text).flatMap((token) =>
    token.kind === 'word' &&
    token.text.length > 2 &&
    !genericWords.has(token.text) &&
    !announcingWords.has(token.text)
      ? [token.text]
      : [],
  );

const isIn = (day: Day, { from, to }: Season) => {
  const { month, day: of } = partsOf(day);
  const at = month * 100 + of;
  return from <= to ? from <= at && at <= to : at >= from || at <= to;
};

/** How closely a rule speaks of a day; 0 where it doesn't. */
function closeness({ days, seasons, isWholeSeason }: Rule, day: Day, isHoliday: boolean): number {
  if (seasons.length > 0 && !seasons.some((season) => isIn(day, season))) return 0;
  const { year, month, day: of } = partsOf(day);
  const inSeason = seasons.length > 0 ? 0.5 : 0;
  if (days.dates.some((date) => date.month === month && date.day === of && (date.year ?? year) === year))
    return 8;
  if (isWholeSeason) return 6;
  if (isHoliday && days.holidays) return 4 + inSeason;
  const weekday = weekdayOf(day);
  if (
    days.nth.some(({ weekday: named, n }) => named === weekday && nthWeekday(year, month, weekday, n) === day)
  )
    return 2 + inSeason;
  return days.weekdays.has(weekday) ? 1 + inSeason : 0;
}

const areSame = (one: Hours, other: Hours) => JSON.stringify(one) === JSON.stringify(other);

/** Hours of a day, and the rule that gives them. */
export interface DayHours {
  hours: readonly Opening[];
  rule: Rule;
}

function hoursAs(rules: readonly Rule[], day: Day, isHoliday: boolean): DayHours | undefined {
  const fitting = rules
    .map((rule) => ({ rule, close: closeness(rule, day, isHoliday) }))
    .filter(({ close }) => close > 0);
  const most = Math.max(...fitting.map(({ close }) => close));
  const [first, ...others] = fitting.filter(({ close }) => close === most);
  if (first === undefined || others.some(({ rule }) => !areSame(rule.hours, first.rule.hours)))
    return undefined;
  const { hours } = first.rule;
  if (hours === undefined) return undefined;
  // Of a holiday that the hours don't speak of, only that what is closed on that weekday stays so.
  if (isHoliday && most < 4 && hours.length > 0) return undefined;
  return { hours, rule: first.rule };
}

/** The hours of a day by all rules together; undefined where they don't tell for sure. */
export function hoursOn(
  rules: readonly Rule[],
  day: Day,
  kind: 'holiday' | 'perhaps' | 'ordinary',
): DayHours | undefined {
  if (kind !== 'perhaps') return hoursAs(rules, day, kind === 'holiday');
  const as = hoursAs(rules, day, false);
  const otherwise = hoursAs(rules, day, true);
  return as && otherwise && areSame(as.hours, otherwise.hours) ? as : undefined;
}
