import {
  type Atom,
  allWeekdays,
  type Days,
  emptyDays,
  isEmptyDays,
  type Opening,
  type Season,
} from './time-atoms.ts';

/** Hours of a day; none where it is closed; undefined where that isn't said. */
export type Hours = readonly Opening[] | undefined;

export interface Rule {
  days: Days;
  seasons: readonly Season[];
  /** The hours; undefined: open, but it isn't said when. */
  hours: Hours;
  isWholeSeason: boolean;
}

/** The rules that a line's atoms make; undefined where they leave something open. */
export function rulesOf(atoms: readonly Atom[]): Rule[] | undefined {
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
  /** Ends a rule: what has been said of some days. */
  const flush = () => {
    if (days === undefined && openings === undefined && excepted === undefined) {
      if (mode === 'closed' && seasons.length > 0) {
        rules.push({
          days: { ...emptyDays(), weekdays: new Set(allWeekdays) },
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
      if (!isEmptyDays(rest)) rule(rest, openings);
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
          return undefined;
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
