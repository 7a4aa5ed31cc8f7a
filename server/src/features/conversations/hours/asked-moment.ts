import type { Language } from '@parlance/contract/i18n';
import { type Day, type LocalTime, partsOf } from '@parlance/contract/local-time';
import { existingDay, weekdayOf } from './calendar.ts';
import { type Country, holidaysNamedIn } from './public-holidays.ts';
import { foldForTimes, type TimeToken, timeTokens } from './time-tokens.ts';

/** The moment that a question asks about. */
export interface AskedMoment {
  day: Day;
  /** How the question names the day: what is said of it depends on that. */
  way: 'now' | 'today' | 'tomorrow' | 'afterTomorrow' | 'weekday' | 'date';
  /** Minutes since midnight, where a time is asked about; `unclear` where one is named in a way that leaves it open. */
  minutes: number | 'unclear' | undefined;
  /** Where the question names the day, in its order. */
  spans: readonly { start: number; end: number }[];
}

/** Characters of a question about a moment; longer ones ask about more. */
const maxQuestionLength = 300;

type Relative = Exclude<AskedMoment['way'], 'weekday' | 'date'>;
/**
 * Words for a day relative to today: the first that names a stretch of the question has it; `unclear` where it names a
 * part of the day.
 */
const relatives: readonly { words: RegExp; way: Relative; days: number; minutes?: 'unclear' }[] = [
  {
    words:
      /(?<![\p{L}\p{N}-])(?:apres(?:-| )demain|(?:the )?day after tomorrow|dans (?:2|deux) jours|in (?:2|two) days)(?![\p{L}\p{N}])/gu,
    way: 'afterTomorrow',
    days: 2,
  },
  {
    words:
      /(?<![\p{L}\p{N}-])(?:demain (?:matin|soir|midi|apres(?:-| )?midi)|tomorrow (?:morning|afternoon|evening|night|noon))(?![\p{L}\p{N}])/gu,
    way: 'tomorrow',
    days: 1,
    minutes: 'unclear',
  },
  {
    words:
      /(?<![\p{L}\p{N}-])(?:demain|dem1|2main|tomorrow|tmrw|tomorow|tommorow|tommorrow|2moro)(?![\p{L}\p{N}])/gu,
    way: 'tomorrow',
    days: 1,
  },
  {
    words:
      /(?<![\p{L}\p{N}-])(?:ce (?:soir|matin|midi)|cet? (?:apres(?:-| )?midi|aprem)|plus tard aujourd'hui|tonight|this (?:morning|afternoon|evening)|2nite|later today)(?![\p{L}\p{N}])/gu,
    way: 'today',
    days: 0,
    minutes: 'unclear',
  },
  {
    words: /(?<![\p{L}\p{N}-])(?:aujourd'?hui|aujourd hui|auj|ajd|today|2day)(?![\p{L}\p{N}])/gu,
    way: 'today',
    days: 0,
  },
  {
    words:
      /(?<![\p{L}\p{N}-])(?:(?:la )?maintenant|mtn|en ce moment(?: meme)?|a (?:cet |l')instant|actuellement|a l'heure actuelle|a cette heure(?:(?:-| )ci)?|right now|at the moment|just now|currently|now|at this (?:hour|time))(?![\p{L}\p{N}])/gu,
    way: 'now',
    days: 0,
  },
];

/** Questions about this moment, with nothing else: "Vous êtes ouverts ?", "are you still open?". */
const bareOpen =
  /^[^\p{L}\p{N}]*(?:(?:bonjour|bonsoir|salut|hello|hi|hey)[ ,!.]*)?(?:est[- ]ce que )?(?:(?:vous etes|vs etes|etes[- ]vous|c'est|est[- ]ce|are you|are you guys|is it|you are|r u) )?(?:encore |toujours |deja |deja |still |already )?(?:ouverte?s?|open)(?: (?:la|encore|still|yet|already|deja))?[^\p{L}\p{N}]*$/u;
/** Questions about the next opening: "Quand rouvrez-vous ?". */
const next =
  /(?<!\p{L})(?:rouvr(?:ez|e|ent|ira|irez|iront)|reopens?|re-opens?|prochaine (?:ouverture|fois que vous ouvrez)|ouvr\p{L}{1,4}(?:[- ]vous)? la prochaine fois|next open(?:ing)?|open(?:ing)? (?:next|again)|next time you (?:are |'re )?open)(?!\p{L})/u;

/** What makes a weekday each of them, in front of it. */
const isEach = /(?:^|[^\p{L}])(?:les?|la|chaque|tous les|toutes les|each|every|on an?|un|an|a)$/u;
const recurs = /^[ ]?(?:matins|soirs|mornings|evenings|prochain|suivant|du mois|of the month)/u;
const beforeNext = /(?:^|[^\p{L}])(?:next|last|dernier|premier|deuxieme|first|second|third)$/u;

const past = /(?<!\p{L})(?:hier|yesterday|dernier|derniere|last)(?!\p{L})/u;

/** The next day that has this day of the month, from `from` on. */
function nextOf(from: Day, month: number, day: number): Day | undefined {
  const { year } = partsOf(from);
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const found = existingDay(year + ahead, month, day);
    if (found !== undefined && found >= from) return found;
  }
  return undefined;
}

/** Which day of the month is meant by "15/08": in French and in British English the first is the day. */
function slashedDate(
  token: TimeToken & { kind: 'slashed' },
  language: Language,
  country: Country | undefined,
): { month: number; day: number } | undefined {
  const { first, second } = token;
  const isDayFirst =
    language === 'fr' ? country !== 'US' : country !== undefined && country !== 'US' && country !== 'CA';
  if (isDayFirst) return { day: first, month: second };
  if (country === 'US' && language === 'en') return { day: second, month: first };
  if (first > 12) return { day: first, month: second };
  if (second > 12) return { day: second, month: first };
  return undefined;
}

interface Named {
  day: Day;
  way: AskedMoment['way'];
  start: number;
  end: number;
  isUnclear?: boolean;
}

/**
 * The one moment that a question asks about, as seen from `now`; undefined where it names none, several, or one that may
 * be meant in two ways.
 */
export function findAskedMoment(
  question: string,
  language: Language,
  now: LocalTime,
  country: Country | undefined,
): AskedMoment | undefined {
  if (question.length > maxQuestionLength) return undefined;
  const text = foldForTimes(question);
  if (past.test(text)) return undefined;
  const named: Named[] = [];
  const isFree = (start: number, end: number) =>
    named.every((other) => other.end <= start || end <= other.start);
  for (const { words, way, days, minutes } of relatives)
    for (const { 0: whole, index } of text.matchAll(words))
      if (isFree(index, index + whole.length)) {
        // After midnight "tonight" is the night that goes on as well as the one to come.
        if (minutes !== undefined && days === 0 && now.minutes < 5 * 60) return undefined;
        named.push({
          day: now.day + days,
          way,
          start: index,
          end: index + whole.length,
          isUnclear: minutes !== undefined,
        });
      }
  for (const { day, start, end } of holidaysNamedIn(text, country, now.day))
    if (isFree(start, end)) named.push({ day, way: 'date', start, end });

  const tokens = timeTokens(question);
  let minutes: AskedMoment['minutes'];
  for (const [at, token] of tokens.entries()) {
    const { start, end } = token;
    if (!isFree(start, end)) continue;
    const before = text.slice(Math.max(0, start - 24), start).trimEnd();
    if (token.kind === 'date' || token.kind === 'slashed') {
      const date = token.kind === 'date' ? token : slashedDate(token, language, country);
      const day =
        date &&
        (token.year === undefined
          ? nextOf(now.day, date.month, date.day)
          : existingDay(token.year, date.month, date.day));
      if (day === undefined || day < now.day) return undefined;
      named.push({ day, way: 'date', start, end });
    } else if (token.kind === 'weekday') {
      if (token.isShort) continue;
      const behind = tokens[at + 1];
      const date = behind?.kind === 'sign' && behind.text === ',' ? tokens[at + 2] : behind;
      const isOfDate = date?.kind === 'date' || date?.kind === 'slashed' || tokens[at - 1]?.kind === 'date';
      if (!isOfDate && (token.isPlural || beforeNext.test(before))) return undefined;
      const rest = text.slice(end, end + 16);
      if (!isOfDate && isEach.test(before)) return undefined;
      if (recurs.test(rest) && !/^ ?(?:prochain|suivant)/.test(rest)) return undefined;
      const ahead = (token.weekday - weekdayOf(now.day) + 7) % 7;
      const isNext = /^ ?(?:prochain|suivant)(?!\p{L})/u.exec(rest);
      if (isOfDate) {
        // Checked against its date below.
        named.push({ day: -1 - token.weekday, way: 'weekday', start, end });
        continue;
      }
      // Asked on a Monday, "Monday" is today or a week on.
      if (ahead === 0) return undefined;
      named.push({ day: now.day + ahead, way: 'weekday', start, end: end + (isNext?.[0].length ?? 0) });
    } else if (token.kind === 'clock') {
      const isAt = /(?:^|[^\p{L}])(?:a|at|vers|around|by|pour|for)$/u.test(before);
      minutes = minutes === undefined && isAt && !token.isMidnight ? token.minutes : 'unclear';
    } else if (
      token.kind === 'part' ||
      token.kind === 'days' ||
      token.kind === 'nth' ||
      token.kind === 'month'
    )
      minutes = 'unclear';
    else if (
      token.kind === 'number' &&
      /(?:^|[^\p{L}])(?:a|at|avant|apres|before|after|until|jusqu'a)$/u.test(before)
    )
      minutes = 'unclear';
  }
  if (named.length === 0) {
    if (!bareOpen.test(text) && !next.test(text)) return undefined;
    return { day: now.day, way: 'now', minutes: minutes ?? now.minutes, spans: [] };
  }
  return oneOf(named, minutes, now);
}

function oneOf(named: Named[], minutes: AskedMoment['minutes'], now: LocalTime): AskedMoment | undefined {
  const dated = named.filter(({ day }) => day >= 0);
  const [first, ...others] = dated;
  if (first === undefined) return undefined;
  const { day } = first;
  if (others.some((other) => other.day !== day)) return undefined;
  if (named.some((one) => one.day < 0 && -1 - one.day !== weekdayOf(day))) return undefined;
  // "Maintenant" and "aujourd'hui" say one moment when they are said together.
  const way = dated.find((one) => one.way === 'now')?.way ?? first.way;
  const isUnclear = minutes === undefined && dated.some((one) => one.isUnclear);
  const spans = named.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start);
  const asked = way === 'now' ? (minutes ?? now.minutes) : isUnclear ? 'unclear' : minutes;
  return { day, way, minutes: way === 'now' && asked !== now.minutes ? 'unclear' : asked, spans };
}
