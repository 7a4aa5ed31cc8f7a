import { dateWriter } from '@parlance/contract/display/dates';
import type { Language } from '@parlance/contract/i18n';
import { type Day, type LocalTime, partsOf } from '@parlance/contract/local-time';
import type { AskedMoment } from './asked-moment.ts';
import type { Opening } from './time-atoms.ts';

/** What is known of the moment that was asked about. */
export interface DayFacts {
  day: Day;
  way: AskedMoment['way'];
  today: LocalTime;
  holiday: Record<Language, string> | undefined;
  /** Whether the month is said before the day. */
  isAmerican: boolean;
  /** The time of day asked about. */
  at: number | undefined;
  /** Whether a time was asked about that is not understood. */
  isUnclear: boolean;
  /** The day's hours; undefined where they aren't sure. */
  hours: readonly Opening[] | undefined;
  /** The minute until which it is open, if it is open now. */
  until?: number;
  /** The next opening, if it is closed now. */
  opens?: { day: Day; at: number };
}

const dateOf = (day: Day) => new Date(day * 86_400_000);

/** The writers of dates in each of their ways: making one takes longer than an answer has. */
const dateWriters = new Map<string, ReturnType<typeof dateWriter>>();

function writeDay(
  day: Day,
  language: Language,
  options: Intl.DateTimeFormatOptions,
  locale?: 'en-US',
): string {
  const key = JSON.stringify([language, locale, options]);
  const write = dateWriters.get(key) ?? dateWriter(language, { ...options, timeZone: 'UTC' }, locale);
  dateWriters.set(key, write);
  return write(dateOf(day));
}

export const weekdayName = (day: Day, language: Language) => writeDay(day, language, { weekday: 'long' });

/** "mardi 1er décembre", "Tuesday 1 December", "Tuesday, December 1". */
export function dateText(
  day: Day,
  language: Language,
  { isAmerican = false, hasYear = false, hasWeekday = true } = {},
): string {
  const options: Intl.DateTimeFormatOptions = {
    ...(hasWeekday ? { weekday: 'long' } : {}),
    day: 'numeric',
    month: 'long',
    ...(hasYear ? { year: 'numeric' } : {}),
  };
  if (language === 'en' && isAmerican) return writeDay(day, language, options, 'en-US');
  return writeDay(day, language, options).replace(',', '');
}

/** "9 h 05", "9:05 am", "midnight". */
function timeText(minutes: number, language: Language): string {
  const of = minutes % 1440;
  const hours = Math.floor(of / 60);
  const rest = String(of % 60).padStart(2, '0');
  if (of === 0) return language === 'fr' ? 'minuit' : 'midnight';
  if (language === 'fr') return `${hours}\u00a0h${of % 60 === 0 ? '' : `\u00a0${rest}`}`;
  if (of === 720) return 'noon';
  return `${hours % 12 || 12}${of % 60 === 0 ? '' : `:${rest}`} ${hours < 12 ? 'am' : 'pm'}`;
}

const isWhole = (hours: readonly Opening[]) => hours.some(({ from, to }) => to - from >= 1440);

/** "de 9 h à 12 h et de 14 h à 18 h" */
function hoursText(hours: readonly Opening[], language: Language): string {
  if (isWhole(hours)) return language === 'fr' ? '24\u00a0h sur 24' : '24 hours';
  const [from, to] = language === 'fr' ? ['de ', ' à '] : ['from ', ' to '];
  const parts = hours.map(
    (one) => `${from}${timeText(one.from, language)}${to}${timeText(one.to, language)}`,
  );
  const last = parts.pop() ?? '';
  const and = language === 'fr' ? ' et ' : ' and ';
  return parts.length === 0 ? last : `${parts.join(', ')}${and}${last}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const dateOfSaid = ({ day, today, isAmerican }: DayFacts, language: Language, of = day) =>
  dateText(of, language, { isAmerican, hasYear: partsOf(of).year !== partsOf(today.day).year });

const relativeNames = {
  fr: { today: 'aujourd’hui', now: 'aujourd’hui', tomorrow: 'demain', afterTomorrow: 'après-demain' },
  en: { today: 'today', now: 'today', tomorrow: 'tomorrow', afterTomorrow: 'the day after tomorrow' },
};

/** What day is asked about, as a clause; undefined where the question has said it all. */
function dayClause(said: DayFacts, language: Language): string | undefined {
  const { way, holiday, day } = said;
  const date = dateOfSaid(said, language);
  const name = way === 'weekday' || way === 'date' ? undefined : relativeNames[language][way];
  if (holiday) {
    const who = name === undefined ? (language === 'fr' ? `le ${date}` : date) : `${name}, ${date},`;
    return language === 'fr'
      ? `${who} est férié (${holiday.fr})`
      : `${who} is a public holiday (${holiday.en})`;
  }
  const weekday = weekdayName(day, language);
  if (name !== undefined) return language === 'fr' ? `${name} est un ${weekday}` : `${name} is a ${weekday}`;
  if (way === 'weekday') return undefined;
  const bare = dateText(day, language, {
    isAmerican: said.isAmerican,
    hasWeekday: false,
    hasYear: partsOf(day).year !== partsOf(said.today.day).year,
  });
  return language === 'fr' ? `le ${bare} est un ${weekday}` : `${bare} is a ${weekday}`;
}

const colon = (language: Language) => (language === 'fr' ? '\u00a0:' : ':');

/** Whether it is open at a time of the day; undefined at the very end of its hours. */
function isOpenAt(hours: readonly Opening[], at: number): boolean | undefined {
  if (hours.some(({ to }) => to === at)) return undefined;
  return hours.some(({ from, to }) => from <= at && at < to);
}

/** "Demain est un dimanche : c’est fermé."; up to the colon where nothing is sure of the hours. */
export function describeDay(said: DayFacts, language: Language, isYesNo: boolean): string | undefined {
  const { hours, at, isUnclear } = said;
  const clause = dayClause(said, language);
  if (hours === undefined) return clause && `${capital(clause)}${colon(language)}`;
  const isOpen =
    hours.length === 0 ? false : isUnclear ? undefined : at === undefined ? true : isOpenAt(hours, at);
  const yes = language === 'fr' ? 'oui, ' : 'yes, ';
  const no = language === 'fr' ? 'non, ' : 'no, ';
  const answer = !isYesNo || isOpen === undefined ? '' : isOpen ? yes : no;
  const subject = clause ?? dateOfSaid(said, language);
  const open = language === 'fr' ? 'c’est ouvert' : 'open';
  const verdict =
    hours.length === 0
      ? language === 'fr'
        ? 'c’est fermé'
        : 'closed'
      : `${open} ${hoursText(hours, language)}`;
  return `${capital(`${answer}${subject}`)}${colon(language)} ${verdict}.`;
}

/** "Oui, c’est ouvert en ce moment (lundi, 14 h 05), jusqu’à 18 h." */
export function describeNow(said: DayFacts, language: Language, isYesNo: boolean): string {
  const { today, hours, until, opens } = said;
  const time = timeText(today.minutes, language);
  const weekday = weekdayName(today.day, language);
  const holiday = said.holiday?.[language];
  if (hours === undefined || said.isUnclear) {
    const date = dateOfSaid(said, language);
    return language === 'fr'
      ? `Nous sommes ${date}${holiday ? `, jour férié (${holiday})` : ''}, il est ${time}\u00a0:`
      : `It is ${date}${holiday ? `, a public holiday (${holiday})` : ''}, ${time}:`;
  }
  const when = [weekday, holiday, time].filter(Boolean).join(', ');
  const isOpen = until !== undefined;
  const answer = !isYesNo ? '' : language === 'fr' ? (isOpen ? 'oui, ' : 'non, ') : isOpen ? 'yes, ' : 'no, ';
  if (isOpen) {
    const end = isWhole(hours)
      ? ''
      : language === 'fr'
        ? `, jusqu’à ${timeText(until, language)}`
        : `, until ${timeText(until, language)}`;
    return language === 'fr'
      ? `${capital(`${answer}c’est ouvert en ce moment (${when})`)}${end}.`
      : `${capital(`${answer}it is open at the moment (${when})`)}${end}.`;
  }
  const closed =
    language === 'fr'
      ? capital(`${answer}c’est fermé en ce moment (${when})`)
      : capital(`${answer}it is closed at the moment (${when})`);
  if (opens === undefined) return `${closed}.`;
  const name =
    opens.day === today.day
      ? relativeNames[language].today
      : `${opens.day === today.day + 1 ? `${relativeNames[language].tomorrow}, ` : ''}${dateOfSaid(said, language, opens.day)},`;
  return language === 'fr'
    ? `${closed}\u202f; prochaine ouverture\u00a0: ${name} à ${timeText(opens.at, language)}.`
    : `${closed}; next opening: ${name} at ${timeText(opens.at, language)}.`;
}
