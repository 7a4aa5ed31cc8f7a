import { alternatives, months, wholeMonths, wholeWeekdays } from '../hours/day-names.ts';

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

/** Two days by themselves, not from one to the other. */
export const pair = new RegExp(`${blank}(?:and|et)${blank}`, 'u');

/** A number before a clock, which is an hour like it. */
export const lone = new RegExp(`(?<![\\p{L}\\p{N}.,:])(\\d{1,2})(?:\\.([0-5]\\d))?(?:${until})$`, 'u');

/** The currency behind a number in words. */
export const moneyBehind = new RegExp(`^ ${currency}(?!\\p{L})`, 'u');

/** What each kind of quantity looks like in folded text. */
export const patterns = {
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
