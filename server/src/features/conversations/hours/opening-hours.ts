import { type Day, nthWeekday, partsOf, weekdayOf } from './calendar.ts';
import { maxTimeTextLength, type TimeToken, timeTokens } from './time-tokens.ts';

/** From and to, in minutes since midnight; past 1440 where it goes on after the night. */
export interface Opening {
  from: number;
  to: number;
}

/** Hours of a day; none where it is closed; undefined where that isn't said. */
export type Hours = readonly Opening[] | undefined;

interface Days {
  weekdays: Set<number>;
  holidays: boolean;
  dates: { month: number; day: number; year?: number | undefined }[];
  nth: { weekday: number; n: number }[];
}

interface Season {
  /** As month * 100 + day. */
  from: number;
  to: number;
}

export interface Rule {
  days: Days;
  seasons: readonly Season[];
  /** Undefined: open, but it isn't said when. */
  hours: Hours;
  isWholeSeason: boolean;
}

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
  /** Days, dates or hours. */
  saysWhen: boolean;
  saysDays: boolean;
}

/** They make sure of nothing what stands around them. */
const unsure = new Set(
  `pas ne n' not no non never jamais aucun aucune ni seulement uniquement only juste just rendez rdv appointment appointments
  reservation reservations parfois souvent sometimes usually often generally generalement habituellement normalement normally
  environ about approximately semaine semaines week weeks paire paires impaire impaires quinzaine alternate other sur provisoire
  exceptionnel exceptionnelle exceptionnels exceptionnelles exceptionnellement exceptional exceptionally special travaux works
  vacances holiday holidays scolaire scolaires school term terms trimestre conge conges annuel annuelle annuels annuelles
  annual possible peut peuvent may can could selon depending subject sous reserve variable variables if si unless quand when
  lorsque pendant during avant before apres after derniere dernier last jour jours day days partir des from prochainement soon
  bientot temporaire temporairement temporarily actuellement currently actuel jusque depuis since nouveau nouveaux new
  anciens former autre autres certains certain some plupart most basse haute low high`.split(/\s+/),
);
/** They say that hours follow, not whose. */
const generic = new Set(
  `accueillons accueille accueillent recevons recoit attendons welcome ouverts business working hour opening service heure
  est sera seront reste restent remain remains stay will be au public to it its this ce cet cette ces votre your my mes nos
  semaine quotidien quotidiennement here ici toujours always
  il elle ils elles on c' s' y`.split(/\s+/),
);

/** Dates must stand beside them. */
const seasonal = new Set(
  'ete hiver printemps automne saison summer winter spring autumn fall season'.split(' '),
);
/** Above hours: when they hold, without saying when that is. */
const scopes = new Set([
  ...seasonal,
  ...'vacances scolaire scolaires school term holidays conges exceptionnels exceptionnelle exceptionnelles special'.split(
    ' ',
  ),
]);

const all = [0, 1, 2, 3, 4, 5, 6];
const emptyDays = (): Days => ({ weekdays: new Set(), holidays: false, dates: [], nth: [] });
const isEmpty = ({ weekdays, holidays, dates, nth }: Days) =>
  weekdays.size === 0 && !holidays && dates.length === 0 && nth.length === 0;

type Atom =
  | { kind: 'days'; days: Days }
  | { kind: 'season'; seasons: Season[] }
  | { kind: 'times'; openings: Opening[] }
  | { kind: 'open' | 'closed' | 'except' | 'including' | 'included' | 'break' };

const seasonOf = (from: { month: number; day: number }, to: { month: number; day: number }): Season => ({
  from: from.month * 100 + from.day,
  to: to.month * 100 + to.day,
});
const monthSeason = (from: number, to: number) => seasonOf({ month: from, day: 1 }, { month: to, day: 31 });

/** Numbers on the wall of a clock: "9-18h", "2–6 pm". */
function openingOf(from: TimeToken, to: TimeToken): Opening | undefined {
  if (to.kind === 'allDay' || from.kind === 'allDay') return undefined;
  const clock = (token: TimeToken, other: TimeToken): number | undefined => {
    if (token.kind === 'clock') return token.minutes;
    if (token.kind !== 'number' || other.kind !== 'clock' || token.value > 24) return undefined;
    if (other.half === undefined) return token.value * 60;
    // "9am–5" leaves open which five is meant.
    if (other !== to || token.value > 12 || token.value < 1) return undefined;
    const same = ((token.value % 12) + (other.half === 'pm' ? 12 : 0)) * 60;
    return same < other.minutes ? same : (token.value % 12) * 60;
  };
  const isHalf = (token: TimeToken) => token.kind === 'clock' && token.half !== undefined;
  // "9.30–5.30pm", "9am–5.30": the other half of the day is left open.
  if (from.kind === 'clock' && to.kind === 'clock' && isHalf(from) !== isHalf(to)) {
    const bare = isHalf(from) ? to : from;
    const isTold = bare.isMidnight || bare.minutes === 720 || bare.minutes > 720;
    if (!isTold) return undefined;
  }
  const start = clock(from, to);
  const end = clock(to, from);
  if (start === undefined || end === undefined) return undefined;
  const first = from.kind === 'clock' && from.isMidnight ? 0 : start;
  const last = to.kind === 'clock' && to.isMidnight ? 1440 : end;
  if (first === last) return undefined;
  if (last > first) return { from: first, to: last };
  // Nights end in the morning: what ends later is a slip of the pen.
  return last <= 720 ? { from: first, to: last + 1440 } : undefined;
}

/** The atoms of a line; undefined where a piece isn't understood. */
function atomsOf(tokens: readonly TimeToken[]): Atom[] | undefined {
  const atoms: Atom[] = [];
  let labelled = 0;
  let isSealed = false;
  const isSeasoned = tokens.some(
    ({ kind }, place) => (kind === 'date' || kind === 'month') && tokens[place - 1]?.kind === 'to',
  );
  /** Said of a day's part, whose hours must follow. */
  let part: string | undefined;
  const at = (place: number) => tokens[place];
  const skipFillers = (place: number) => {
    let next = place;
    while (at(next)?.kind === 'filler') next += 1;
    return next;
  };
  /** What stands behind a "to", where one follows. */
  const until = (place: number, isPair = false): { token: TimeToken; place: number } | undefined => {
    const sign = skipFillers(place);
    const found = at(sign);
    if (found?.kind !== 'to' && !(isPair && found?.kind === 'and')) return undefined;
    // "du lundi jusqu'au samedi", "9h – à 18h"
    let next = skipFillers(sign + 1);
    if (at(next)?.kind === 'to') next = skipFillers(next + 1);
    const token = at(next);
    return token && { token, place: next + 1 };
  };
  const asDate = (token: TimeToken | undefined, month?: number) => {
    if (token?.kind === 'date') return token;
    const day = token?.kind === 'number' ? token.value : token?.kind === 'nth' ? token.n : undefined;
    return day !== undefined && month !== undefined && day >= 1 && day <= 31 ? { month, day } : undefined;
  };

  for (let place = 0; place < tokens.length; ) {
    const token = tokens[place] as TimeToken;
    if (part !== undefined && !/^(?:filler|clock|number|sign|to|between|part)$/.test(token.kind))
      return undefined;
    switch (token.kind) {
      case 'filler':
      case 'and':
        place += 1;
        break;
      case 'sign':
        if (/^[.;•·*]$/.test(token.text)) atoms.push({ kind: 'break' });
        else if (!/^[,:()&/!"«»|\n]$/.test(token.text)) return undefined;
        place += 1;
        break;
      case 'open':
      case 'closed':
        isSealed ||= labelled > 0;
        atoms.push({ kind: token.kind });
        place += 1;
        break;
      case 'except':
      case 'including':
      case 'included':
        atoms.push({ kind: token.kind });
        place += 1;
        break;
      case 'days': {
        const days = emptyDays();
        if (token.days === 'holidays') days.holidays = true;
        else
          days.weekdays = new Set(
            token.days === 'all' ? all : token.days === 'weekend' ? [0, 6] : [1, 2, 3, 4, 5],
          );
        atoms.push({ kind: 'days', days });
        place += 1;
        break;
      }
      case 'weekday': {
        const days = emptyDays();
        const last = until(place + 1);
        if (last?.token.kind === 'weekday') {
          for (let day = token.weekday; ; day = (day + 1) % 7) {
            days.weekdays.add(day);
            if (day === last.token.weekday) break;
          }
          place = last.place;
        } else {
          // "Le mercredi 24 décembre" is one day.
          const date = at(place + 1);
          if (date?.kind === 'date') {
            days.dates.push(date);
            place += 2;
          } else {
            days.weekdays.add(token.weekday);
            place += 1;
          }
        }
        atoms.push({ kind: 'days', days });
        break;
      }
      case 'nth': {
        const month = until(place + 1)?.token;
        if (month?.kind === 'date') {
          const season = rangeOfDates(place, month.month);
          if (season === undefined) return undefined;
          break;
        }
        const days = emptyDays();
        const ns = [token.n];
        let next = place + 1;
        for (;;) {
          const joined = skipFillers(next);
          const other = at(skipFillers(joined + 1));
          if (at(joined)?.kind !== 'and' || other?.kind !== 'nth') break;
          ns.push(other.n);
          next = skipFillers(joined + 1) + 1;
        }
        const weekday = at(next);
        if (weekday?.kind !== 'weekday' || at(next + 1)?.kind !== 'ofMonth') return undefined;
        days.nth = ns.map((n) => ({ weekday: weekday.weekday, n }));
        atoms.push({ kind: 'days', days });
        place = next + 2;
        break;
      }
      case 'date':
      case 'number': {
        const last = until(place + 1);
        if (token.kind === 'number' && last?.token.kind === 'clock') {
          if (!range(place)) return undefined;
          break;
        }
        if (
          last &&
          (last.token.kind === 'date' || last.token.kind === 'number' || last.token.kind === 'nth')
        ) {
          if (rangeOfDates(place, last.token.kind === 'date' ? last.token.month : undefined) === undefined)
            return undefined;
          break;
        }
        if (token.kind === 'number') return undefined;
        atoms.push({ kind: 'days', days: { ...emptyDays(), dates: [token] } });
        place += 1;
        break;
      }
      case 'month': {
        const last = until(place + 1);
        if (last?.token.kind === 'month') {
          atoms.push({ kind: 'season', seasons: [monthSeason(token.month, last.token.month)] });
          place = last.place;
          break;
        }
        atoms.push({ kind: 'season', seasons: [monthSeason(token.month, token.month)] });
        place += 1;
        break;
      }
      case 'part':
        part = token.part;
        place += 1;
        break;
      case 'allDay':
        atoms.push({ kind: 'times', openings: [{ from: 0, to: 1440 }] });
        isSealed ||= labelled > 0;
        place += 1;
        break;
      case 'between':
        if (!range(place + 1, true)) return undefined;
        break;
      case 'clock':
        if (!range(place)) return undefined;
        break;
      case 'to': {
        // "De 9h à 12h à et": a lone one says nothing that is understood, but "— Lundi" opens a list, and "ouvert au public".
        const isList = place === 0;
        const isLabel = at(place + 1)?.kind === 'word' && !isSealed && labelled === 0;
        if (!isList && !isLabel) return undefined;
        place += 1;
        break;
      }
      case 'word': {
        if (unsure.has(token.text)) return undefined;
        if (!generic.has(token.text) && !(seasonal.has(token.text) && isSeasoned)) {
          if (seasonal.has(token.text)) return undefined;
          if (isSealed || labelled > 8 || atoms.some(({ kind }) => kind === 'times')) return undefined;
          labelled += 1;
        }
        place += 1;
        break;
      }
      default:
        return undefined;
    }

    function range(from: number, isPair = false): boolean {
      const first = at(skipFillers(from));
      const last = until(skipFillers(from) + 1, isPair);
      const opening = first && last && openingOf(first, last.token);
      if (!last || !opening) return false;
      if (part !== undefined && !fitsPart(opening, part)) return false;
      part = undefined;
      isSealed ||= labelled > 0;
      atoms.push({ kind: 'times', openings: [opening] });
      place = last.place;
      return true;
    }
    function rangeOfDates(from: number, month: number | undefined): Season | undefined {
      const last = until(from + 1);
      const first = asDate(at(from), month);
      const end = asDate(last?.token, first?.month);
      // With its year it is another year's or this one's; which, the reader of the line knows.
      if (!last || !first || !end || hasYear(at(from)) || hasYear(last.token)) return undefined;
      const season = seasonOf(first, end);
      atoms.push({ kind: 'season', seasons: [season] });
      place = last.place;
      return season;
    }
  }
  return part === undefined ? atoms : undefined;
}

const hasYear = (token: TimeToken | undefined) => token?.kind === 'date' && token.year !== undefined;

/** "Le matin de 9h à 12h" */
function fitsPart({ from, to }: Opening, part: string): boolean {
  if (part === 'morning') return to <= 14 * 60;
  if (part === 'afternoon') return from >= 11 * 60 + 30 && to <= 21 * 60;
  return from >= 16 * 60;
}

/** The rules that a line's atoms make; undefined where they leave something open. */
function rulesOf(atoms: readonly Atom[]): Rule[] | undefined {
  const rules: Rule[] = [];
  let seasons: Season[] = [];
  let days: Days | undefined;
  let openings: Opening[] | undefined;
  let excepted: Days | undefined;
  /** What a prefix says of the days that follow it. */
  let mode: 'open' | 'closed' | undefined;
  let target: 'days' | 'except' | 'including' = 'days';
  let isTimesFirst: boolean | undefined;
  let isWrong = false;

  const join = (to: Days | undefined, more: Days): Days => ({
    weekdays: new Set([...(to?.weekdays ?? []), ...more.weekdays]),
    holidays: (to?.holidays ?? false) || more.holidays,
    dates: [...(to?.dates ?? []), ...more.dates],
    nth: [...(to?.nth ?? []), ...more.nth],
  });
  const without = (from: Days, less: Days): Days => ({
    ...from,
    weekdays: new Set([...from.weekdays].filter((day) => !less.weekdays.has(day))),
  });
  const rule = (of: Days, hours: Hours) => rules.push({ days: of, seasons, hours, isWholeSeason: false });
  /** Ends what has been said of some days. */
  const flush = () => {
    if (days === undefined && openings === undefined && excepted === undefined) {
      if (mode === 'closed' && seasons.length > 0) {
        rules.push({
          days: { ...emptyDays(), weekdays: new Set(all) },
          seasons,
          hours: [],
          isWholeSeason: true,
        });
        seasons = [];
        mode = undefined;
      } else if (mode === 'closed') isWrong = true;
      return;
    }
    if (days === undefined) isWrong = true;
    else if (mode === 'closed') {
      if (openings !== undefined || excepted !== undefined) isWrong = true;
      else rule(days, []);
    } else {
      const rest = excepted ? without(days, excepted) : days;
      if (!isEmpty(rest)) rule(rest, openings);
      if (excepted) rule(excepted, []);
    }
    days = undefined;
    openings = undefined;
    excepted = undefined;
    mode = undefined;
    target = 'days';
  };

  for (const atom of atoms) {
    switch (atom.kind) {
      case 'break':
        // A stop between days and their hours, as "lun." has one, ends nothing.
        if (openings !== undefined && days !== undefined) flush();
        break;
      case 'season':
        if (days !== undefined && openings !== undefined) {
          // "Du lundi au samedi de 9h à 18h d'avril à octobre": which of the two it goes with is left open.
          return undefined;
        }
        if (days !== undefined && mode !== 'closed') return undefined;
        if (seasons.length > 0 && rules.some((one) => one.seasons === seasons)) seasons = [];
        seasons = [...seasons, ...atom.seasons];
        break;
      case 'open':
        if (mode === 'closed') flush();
        else if (days !== undefined && openings !== undefined) flush();
        mode = 'open';
        break;
      case 'closed':
        if (days !== undefined && openings === undefined && excepted === undefined && mode !== 'open') {
          if (mode === 'closed') {
            flush();
            mode = 'closed';
            break;
          }
          // "Lundi : fermé".
          rule(days, []);
          days = undefined;
          break;
        }
        flush();
        mode = 'closed';
        break;
      case 'except':
        if (days === undefined) return undefined;
        if (mode === 'closed') return undefined;
        target = 'except';
        break;
      case 'including':
        if (days === undefined) return undefined;
        target = 'including';
        break;
      case 'included': {
        if (days === undefined) {
          if (mode === 'closed' && seasons.length > 0) break;
          return seasons.length > 0 ? undefined : undefined;
        }
        const last = rules.at(-1);
        // "…, jours fériés inclus", behind the hours of other days.
        if (openings === undefined && mode === undefined && last && !isTimesFirst) {
          rules[rules.length - 1] = { ...last, days: join(last.days, days) };
          days = undefined;
        }
        break;
      }
      case 'days':
        if (target === 'except') {
          excepted = join(excepted, atom.days);
          break;
        }
        if (target === 'including') {
          days = join(days, atom.days);
          break;
        }
        if (openings !== undefined && days !== undefined) flush();
        isTimesFirst ??= openings !== undefined;
        days = join(days, atom.days);
        break;
      case 'times':
        if (mode === 'closed') return undefined;
        if (target === 'except' && openings !== undefined) return undefined;
        if (isTimesFirst && openings !== undefined && days !== undefined) flush();
        openings = [...(openings ?? []), ...atom.openings];
        break;
    }
    if (isWrong) return undefined;
  }
  flush();
  return isWrong ? undefined : rules;
}

/** In their order, not one over the other. */
const areApart = (openings: readonly Opening[]) =>
  openings.every((one, at) => at === 0 || one.from >= (openings[at - 1] as Opening).to);

const maxScopeLength = 60;

/** What one line says of hours; undefined where it speaks neither of days or hours nor of being open. */
export function hoursLine(text: string): HoursLine | undefined {
  const tokens = timeTokens(text);
  const says = (kinds: RegExp) => tokens.some(({ kind }) => kinds.test(kind));
  const wordsOf = (some: readonly TimeToken[]) =>
    some.flatMap((token) =>
      token.kind === 'word' && token.text.length > 2 && !generic.has(token.text) ? [token.text] : [],
    );
  const line = {
    saysOpen: says(/^open$/),
    saysClosed: says(/^closed$/),
    saysWhen: says(/^(?:weekday|days|allDay|clock|date|slashed|month)$/),
    saysDays: says(/^(?:weekday|days|allDay|nth)$/),
    words: wordsOf(tokens),
  };
  const isScope =
    text.length <= maxScopeLength && tokens.some((token) => token.kind === 'word' && scopes.has(token.text));
  if (!line.saysOpen && !line.saysClosed && !line.saysWhen)
    return isScope ? { ...line, label: [], rules: undefined, saysDays: true } : undefined;
  const read = text.length > maxTimeTextLength ? undefined : atomsOf(tokens);
  const rules = read && rulesOf(read);
  const isSure =
    rules?.every(({ hours, days }) => (hours === undefined || areApart(hours)) && !isEmpty(days)) ?? false;
  const when = tokens.findIndex(({ kind }) =>
    /^(?:open|closed|weekday|days|allDay|clock|date|month)$/.test(kind),
  );
  return { ...line, label: wordsOf(tokens.slice(0, Math.max(0, when))), rules: isSure ? rules : undefined };
}

/** The words that a heading is about, without those that only announce hours. */
export const headingWords = (text: string): string[] =>
  timeTokens(text).flatMap((token) =>
    token.kind === 'word' && token.text.length > 2 && !generic.has(token.text) && !announcing.has(token.text)
      ? [token.text]
      : [],
  );
const announcing = new Set(
  `infos info informations information pratique pratiques practical useful utiles contact contacts acces access venir trouver
  find visit visiter visite boutique magasin shop store etablissement questions frequentes faq`.split(/\s+/),
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
