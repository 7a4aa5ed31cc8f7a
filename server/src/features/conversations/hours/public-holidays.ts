import type { Language } from '@parlance/contract/i18n';
import { type Day, dayOf, partsOf } from '@parlance/contract/local-time';
import { easterOf, nthWeekday, weekdayOf } from './calendar.ts';

export const countries = ['FR', 'BE', 'CH', 'LU', 'GB', 'US', 'CA'] as const;
export type Country = (typeof countries)[number];

type Rule = (year: number) => Day | readonly Day[];

const fixed =
  (month: number, day: number): Rule =>
  (year) =>
    dayOf(year, month, day);
const easter =
  (days: number): Rule =>
  (year) =>
    easterOf(year) + days;
const nth =
  (n: number, weekday: number, month: number): Rule =>
  (year) =>
    nthWeekday(year, month, weekday, n);

const sunday = 0;
const monday = 1;
const thursday = 4;
const saturday = 6;

/**
 * The weekday that stands for what falls on a week's end, as the United Kingdom has it: Monday; behind Christmas and
 * Boxing Day, which take two in a row, the next one that is free.
 */
const substitute =
  (month: number, day: number): Rule =>
  (year) => {
    const at = dayOf(year, month, day);
    if (weekdayOf(at) === saturday) return at + 2;
    if (weekdayOf(at) === sunday) return month === 12 ? at + 2 : at + 1;
    return [];
  };

/** The day that private businesses in the United States and Canada often give in place of a holiday on a week's end. */
const observed =
  (...rules: Rule[]): Rule =>
  (year) =>
    rules
      .flatMap((rule) => [year, year + 1].flatMap((of) => rule(of)))
      .map((at) => (weekdayOf(at) === saturday ? at - 1 : weekdayOf(at) === sunday ? at + 1 : undefined))
      .filter((at) => at !== undefined);

interface Named {
  name: Record<Language, string>;
  on: Rule;
  /** As people call it, in either language, without accents and capitals. */
  called: RegExp;
}

const named = (fr: string, en: string, on: Rule, called: RegExp): Named => ({ name: { fr, en }, on, called });

const newYear = named(
  'Jour de l’An',
  'New Year’s Day',
  fixed(1, 1),
  /\b(?:jour de l'an|nouvel an|new year'?s? day)\b/g,
);
const goodFriday = named('Vendredi saint', 'Good Friday', easter(-2), /\b(?:vendredi saint|good friday)\b/g);
const easterSunday = named(
  'Pâques',
  'Easter Sunday',
  easter(0),
  /\b(?:(?:dimanche de |a )paques|easter sunday|(?:at|on) easter)\b(?! monday)/g,
);
const easterMonday = named(
  'Lundi de Pâques',
  'Easter Monday',
  easter(1),
  /\b(?:lundi de paques|easter monday)\b/g,
);
const ascension = named('Ascension', 'Ascension Day', easter(39), /\b(?:ascension(?: day)?)\b/g);
const whitSunday = named(
  'Pentecôte',
  'Whit Sunday',
  easter(49),
  /\b(?:dimanche de pentecote|whit sunday|pentecost sunday)\b/g,
);
const whitMonday = named(
  'Lundi de Pentecôte',
  'Whit Monday',
  easter(50),
  /\b(?:lundi de (?:la )?pentecote|whit monday|pentecost monday)\b/g,
);
const christmas = named(
  'Noël',
  'Christmas Day',
  fixed(12, 25),
  /\b(?:(?:le )?jour de noel|(?:a|pour|le) noel|christmas day|(?:at|on|for) christmas(?! eve))\b/g,
);
const assumption = named(
  'Assomption',
  'Assumption Day',
  fixed(8, 15),
  /\b(?:assomption|assumption(?: day)?)\b/g,
);
const allSaints = named(
  'Toussaint',
  'All Saints’ Day',
  fixed(11, 1),
  /\b(?:(?:a |pour )?la toussaint|all saints'?(?: day)?)\b/g,
);
const armistice = named(
  'Armistice de 1918',
  'Armistice Day',
  fixed(11, 11),
  /\b(?:armistice(?: day)?|remembrance day|veterans'? day)\b/g,
);
const labour = named(
  'Fête du Travail',
  'Labour Day',
  fixed(5, 1),
  /\b(?:fete du travail|labou?r day|may day)\b/g,
);
const labourInSeptember = { ...labour, on: nth(1, monday, 9) };
const boxing = named(
  'Lendemain de Noël',
  'Boxing Day',
  fixed(12, 26),
  /\b(?:boxing day|lendemain de noel)\b/g,
);
const stStephen = { ...boxing, name: { fr: 'Saint-Étienne', en: 'St Stephen’s Day' } };
const nationalDay = (month: number, day: number) =>
  named(
    'Fête nationale',
    'National Day',
    fixed(month, day),
    /\b(?:fete nationale|national day|bastille day)\b/g,
  );
const own = (fr: string, en: string, on: Rule, called: RegExp = /(?!)/g) => named(fr, en, on, called);

/** `whole`: a holiday in all of the country. `partly`: in some of its regions, or for some who work there. */
interface Calendar {
  whole: readonly Named[];
  partly: readonly Rule[];
}

const calendars: Record<Country, Calendar> = {
  FR: {
    whole: [
      newYear,
      easterMonday,
      labour,
      own('Victoire de 1945', 'Victory Day', fixed(5, 8)),
      ascension,
      whitMonday,
      nationalDay(7, 14),
      assumption,
      allSaints,
      armistice,
      christmas,
    ],
    // Alsace and Moselle.
    partly: [goodFriday.on, stStephen.on],
  },
  BE: {
    whole: [
      newYear,
      easterMonday,
      labour,
      ascension,
      whitMonday,
      nationalDay(7, 21),
      assumption,
      allSaints,
      armistice,
      christmas,
    ],
    partly: [
      goodFriday.on,
      fixed(5, 8),
      fixed(7, 11),
      fixed(9, 27),
      fixed(11, 2),
      fixed(11, 15),
      stStephen.on,
    ],
  },
  CH: {
    whole: [newYear, ascension, nationalDay(8, 1), christmas],
    partly: [
      fixed(1, 2),
      fixed(1, 6),
      fixed(3, 1),
      fixed(3, 19),
      nth(1, thursday, 4),
      goodFriday.on,
      easterMonday.on,
      fixed(5, 1),
      whitMonday.on,
      easter(60),
      fixed(6, 23),
      fixed(6, 29),
      assumption.on,
      (year) => nthWeekday(year, 9, sunday, 1) + 4,
      (year) => nthWeekday(year, 9, sunday, 3) + 1,
      fixed(9, 22),
      fixed(9, 25),
      allSaints.on,
      fixed(12, 8),
      stStephen.on,
      fixed(12, 31),
    ],
  },
  LU: {
    whole: [
      newYear,
      easterMonday,
      labour,
      own('Journée de l’Europe', 'Europe Day', fixed(5, 9), /\b(?:journee de l'europe|europe day)\b/g),
      ascension,
      whitMonday,
      nationalDay(6, 23),
      assumption,
      allSaints,
      christmas,
      stStephen,
    ],
    partly: [goodFriday.on],
  },
  GB: {
    whole: [
      newYear,
      own('Jour de l’An, reporté', 'New Year’s Day, substitute day', substitute(1, 1)),
      goodFriday,
      own(
        'Early May Bank Holiday',
        'Early May bank holiday',
        nth(1, monday, 5),
        /\b(?:(?:early )?may bank holiday|may day)\b/g,
      ),
      own('Spring Bank Holiday', 'Spring bank holiday', nth(-1, monday, 5), /\bspring bank holiday\b/g),
      christmas,
      boxing,
      own('Noël, reporté', 'Christmas Day, substitute day', substitute(12, 25)),
      own('Boxing Day, reporté', 'Boxing Day, substitute day', substitute(12, 26)),
    ],
    // Of one or some of its four nations.
    partly: [
      fixed(1, 2),
      (year) => (weekdayOf(dayOf(year, 1, 2)) % 6 === 0 ? [dayOf(year, 1, 3), dayOf(year, 1, 4)] : []),
      (year) => (weekdayOf(dayOf(year, 1, 2)) === monday ? dayOf(year, 1, 3) : []),
      fixed(3, 17),
      substitute(3, 17),
      substitute(7, 12),
      substitute(11, 30),
      easterMonday.on,
      fixed(7, 12),
      nth(1, monday, 8),
      nth(-1, monday, 8),
      fixed(11, 30),
    ],
  },
  US: {
    whole: [
      newYear,
      own(
        'Martin Luther King Day',
        'Martin Luther King Jr. Day',
        nth(3, monday, 1),
        /\b(?:mlk|martin luther king(?: jr\.?)?) day\b/g,
      ),
      own(
        'Presidents’ Day',
        'Presidents’ Day',
        nth(3, monday, 2),
        /\b(?:president'?s'?|washington'?s) (?:birth)?day\b/g,
      ),
      own('Memorial Day', 'Memorial Day', nth(-1, monday, 5), /\bmemorial day\b/g),
      own('Juneteenth', 'Juneteenth', fixed(6, 19), /\bjuneteenth\b/g),
      own(
        'Fête de l’Indépendance',
        'Independence Day',
        fixed(7, 4),
        /\b(?:independence day|fourth of july)\b/g,
      ),
      { ...labourInSeptember, name: { fr: 'Fête du Travail', en: 'Labor Day' } },
      own('Columbus Day', 'Columbus Day', nth(2, monday, 10), /\b(?:columbus|indigenous peoples'?) day\b/g),
      { ...armistice, name: { fr: 'Veterans Day', en: 'Veterans Day' } },
      own('Thanksgiving', 'Thanksgiving', nth(4, thursday, 11), /\bthanksgiving\b(?! (?:week|dinner))/g),
      christmas,
    ],
    partly: [
      goodFriday.on,
      (year) => nthWeekday(year, 11, thursday, 4) + 1,
      observed(fixed(1, 1), fixed(6, 19), fixed(7, 4), fixed(11, 11), fixed(12, 25)),
    ],
  },
  CA: {
    whole: [
      newYear,
      goodFriday,
      own('Fête du Canada', 'Canada Day', fixed(7, 1), /\b(?:fete du canada|canada day)\b/g),
      labourInSeptember,
      christmas,
    ],
    // Of provinces, and federal ones that not all of them keep.
    partly: [
      nth(3, monday, 2),
      nth(2, monday, 2),
      fixed(3, 17),
      easterMonday.on,
      fixed(4, 23),
      (year) => dayOf(year, 5, 24) - ((weekdayOf(dayOf(year, 5, 24)) + 6) % 7),
      fixed(6, 21),
      fixed(6, 24),
      fixed(7, 9),
      nth(1, monday, 8),
      nth(3, monday, 8),
      fixed(9, 30),
      nth(2, monday, 10),
      fixed(11, 11),
      boxing.on,
      observed(fixed(1, 1), fixed(6, 24), fixed(7, 1), fixed(9, 30), fixed(11, 11), fixed(12, 25), boxing.on),
      substitute(12, 25),
      substitute(12, 26),
      substitute(1, 1),
      substitute(7, 1),
    ],
  },
};

/** Of no country's list, but days on which much is closed. */
const everywhere: readonly Rule[] = [easterSunday.on, whitSunday.on];

/** `holiday` where all of the country has one; `perhaps` where it isn't known for the whole country. */
export type DayKind = { kind: 'holiday'; name: Record<Language, string> } | { kind: 'perhaps' | 'ordinary' };

const isOn = (rule: Rule, day: Day) => {
  const { year } = partsOf(day);
  return [rule(year)].flat().includes(day);
};

/** What a day is in a country, by rule for any year; nothing is known of a country that isn't listed. */
export function dayKindIn(country: Country | undefined, day: Day): DayKind {
  if (country === undefined) return { kind: 'perhaps' };
  const { whole, partly } = calendars[country];
  const found = whole.find(({ on }) => isOn(on, day));
  if (found) return { kind: 'holiday', name: found.name };
  const isPartly = [...partly, ...everywhere].some((rule) => isOn(rule, day));
  return { kind: isPartly ? 'perhaps' : 'ordinary' };
}

const calledAnywhere = [
  newYear,
  goodFriday,
  easterSunday,
  easterMonday,
  ascension,
  whitSunday,
  whitMonday,
  christmas,
];

/** Where a text without accents and capitals names a holiday, of the country or of no country's own, and its next day from `from` on. */
export function holidaysNamedIn(
  text: string,
  country: Country | undefined,
  from: Day,
): { day: Day; start: number; end: number }[] {
  const known = country === undefined ? [] : calendars[country].whole;
  const all = [...known, ...calledAnywhere.filter((one) => !known.includes(one))];
  const { year } = partsOf(from);
  return all.flatMap(({ called, on }) =>
    Array.from(text.matchAll(called), ({ 0: whole, index }) => {
      const day = [on(year), on(year + 1)].flat().find((day) => day >= from) ?? from;
      return { day, start: index, end: index + whole.length };
    }),
  );
}
