import { genericWords, seasonalWords, unsureWords } from './hours-words.ts';
import type { TimeToken } from './time-tokens.ts';

/** From and to, in minutes since midnight; past 1440 where it goes on after the night. */
export interface Opening {
  from: number;
  to: number;
}

export interface Days {
  weekdays: Set<number>;
  holidays: boolean;
  dates: { month: number; day: number; year?: number | undefined }[];
  nth: { weekday: number; n: number }[];
}

export interface Season {
  /** The day as month * 100 + day. */
  from: number;
  to: number;
}

export const allWeekdays = [0, 1, 2, 3, 4, 5, 6];
export const emptyDays = (): Days => ({ weekdays: new Set(), holidays: false, dates: [], nth: [] });
export const isEmptyDays = ({ weekdays, holidays, dates, nth }: Days) =>
  weekdays.size === 0 && !holidays && dates.length === 0 && nth.length === 0;

/** A piece of what a line says of days and hours, before it is known what goes with what. */
export type Atom =
  | { kind: 'days'; days: Days }
  | { kind: 'season'; seasons: Season[] }
  | { kind: 'times'; openings: Opening[] }
  | { kind: 'open' | 'closed' | 'except' | 'including' | 'included' | 'break' };

const seasonOf = (from: { month: number; day: number }, to: { month: number; day: number }): Season => ({
  from: from.month * 100 + from.day,
  to: to.month * 100 + to.day,
});
const monthSeason = (from: number, to: number) => seasonOf({ month: from, day: 1 }, { month: to, day: 31 });

/** The atoms of a line; undefined where a piece isn't understood. */
export const atomsOf = (tokens: readonly TimeToken[]): Atom[] | undefined => new AtomReader(tokens).read();

type TokenOf<K extends TimeToken['kind']> = Extract<TimeToken, { kind: K }>;

/** Words of a label, which is short. */
const maxLabelWords = 8;

/** Goes through a line's tokens; each `#read…` says whether the piece at its place is understood, and passes it. */
class AtomReader {
  readonly #tokens: readonly TimeToken[];
  readonly #atoms: Atom[] = [];
  readonly #isSeasoned: boolean;
  #place = 0;
  #labelled = 0;
  /** Whether hours, or that it is open, have followed a label: no word is one any more. */
  #isSealed = false;
  /** The part of a day that was named, whose hours must follow. */
  #part: string | undefined;

  constructor(tokens: readonly TimeToken[]) {
    this.#tokens = tokens;
    this.#isSeasoned = tokens.some(
      ({ kind }, place) => (kind === 'date' || kind === 'month') && tokens[place - 1]?.kind === 'to',
    );
  }

  read(): Atom[] | undefined {
    for (let token = this.#tokens[0]; token; token = this.#tokens[this.#place]) {
      if (this.#part !== undefined && !/^(?:filler|clock|number|sign|to|between|part)$/.test(token.kind))
        return undefined;
      if (!this.#readToken(token)) return undefined;
    }
    return this.#part === undefined ? this.#atoms : undefined;
  }

  #readToken(token: TimeToken): boolean {
    switch (token.kind) {
      case 'filler':
      case 'and':
        return this.#pass();
      case 'sign':
        return this.#readSign(token);
      case 'open':
      case 'closed':
        this.#isSealed ||= this.#labelled > 0;
        return this.#pass({ kind: token.kind });
      case 'except':
      case 'including':
      case 'included':
        return this.#pass({ kind: token.kind });
      case 'days':
        return this.#pass({ kind: 'days', days: daysNamed(token.days) });
      case 'weekday':
        return this.#readWeekday(token);
      case 'nth':
        return this.#readNth(token);
      case 'date':
      case 'number':
        return this.#readDate(token);
      case 'month':
        return this.#readMonth(token);
      case 'part':
        this.#part = token.part;
        return this.#pass();
      case 'allDay':
        this.#isSealed ||= this.#labelled > 0;
        return this.#pass({ kind: 'times', openings: [{ from: 0, to: 1440 }] });
      case 'between':
        return this.#readTimes(this.#place + 1, true);
      case 'clock':
        return this.#readTimes(this.#place);
      case 'to': {
        // "De 9h à 12h à et": a lone one says nothing that is understood, but "— Lundi" opens a list, and "ouvert au public".
        const isLabel =
          this.#tokens[this.#place + 1]?.kind === 'word' && !this.#isSealed && this.#labelled === 0;
        return (this.#place === 0 || isLabel) && this.#pass();
      }
      case 'word':
        return this.#readWord(token);
      default:
        return false;
    }
  }

  #pass(atom?: Atom, next = this.#place + 1): true {
    if (atom) this.#atoms.push(atom);
    this.#place = next;
    return true;
  }

  #skipFillers(place: number): number {
    let next = place;
    while (this.#tokens[next]?.kind === 'filler') next += 1;
    return next;
  }

  /** What stands behind a "to", where one follows. */
  #until(place: number, isPair = false): { token: TimeToken; place: number } | undefined {
    const sign = this.#skipFillers(place);
    const found = this.#tokens[sign];
    if (found?.kind !== 'to' && !(isPair && found?.kind === 'and')) return undefined;
    // "du lundi jusqu'au samedi", "9h – à 18h"
    let next = this.#skipFillers(sign + 1);
    if (this.#tokens[next]?.kind === 'to') next = this.#skipFillers(next + 1);
    const token = this.#tokens[next];
    return token && { token, place: next + 1 };
  }

  #readSign({ text }: TokenOf<'sign'>): boolean {
    if (/^[.;•·*]$/.test(text)) return this.#pass({ kind: 'break' });
    return /^[,:()&/!"«»|\n]$/.test(text) && this.#pass();
  }

  #readWeekday({ weekday }: TokenOf<'weekday'>): boolean {
    const days = emptyDays();
    const last = this.#until(this.#place + 1);
    if (last?.token.kind === 'weekday') {
      for (let day = weekday; ; day = (day + 1) % 7) {
        days.weekdays.add(day);
        if (day === last.token.weekday) break;
      }
      return this.#pass({ kind: 'days', days }, last.place);
    }
    // "Le mercredi 24 décembre" is one day.
    const date = this.#tokens[this.#place + 1];
    if (date?.kind === 'date') {
      days.dates.push(date);
      return this.#pass({ kind: 'days', days }, this.#place + 2);
    }
    days.weekdays.add(weekday);
    return this.#pass({ kind: 'days', days });
  }

  /** "Le premier et le troisième samedi du mois", "du 1er au 15 août". */
  #readNth({ n }: TokenOf<'nth'>): boolean {
    const month = this.#until(this.#place + 1)?.token;
    if (month?.kind === 'date') return this.#readSeason(month.month);
    const ns = [n];
    let next = this.#place + 1;
    for (;;) {
      const joined = this.#skipFillers(next);
      const behind = this.#skipFillers(joined + 1);
      const other = this.#tokens[behind];
      if (this.#tokens[joined]?.kind !== 'and' || other?.kind !== 'nth') break;
      ns.push(other.n);
      next = behind + 1;
    }
    const named = this.#tokens[next];
    if (named?.kind !== 'weekday' || this.#tokens[next + 1]?.kind !== 'ofMonth') return false;
    const nth = ns.map((n) => ({ weekday: named.weekday, n }));
    return this.#pass({ kind: 'days', days: { ...emptyDays(), nth } }, next + 2);
  }

  #readDate(token: TokenOf<'date' | 'number'>): boolean {
    const last = this.#until(this.#place + 1)?.token;
    if (token.kind === 'number' && last?.kind === 'clock') return this.#readTimes(this.#place);
    if (last?.kind === 'date') return this.#readSeason(last.month);
    if (last?.kind === 'number' || last?.kind === 'nth') return this.#readSeason(undefined);
    return token.kind === 'date' && this.#pass({ kind: 'days', days: { ...emptyDays(), dates: [token] } });
  }

  #readMonth({ month }: TokenOf<'month'>): boolean {
    const last = this.#until(this.#place + 1);
    if (last?.token.kind === 'month')
      return this.#pass({ kind: 'season', seasons: [monthSeason(month, last.token.month)] }, last.place);
    return this.#pass({ kind: 'season', seasons: [monthSeason(month, month)] });
  }

  #readWord({ text }: TokenOf<'word'>): boolean {
    if (unsureWords.has(text)) return false;
    if (genericWords.has(text) || (seasonalWords.has(text) && this.#isSeasoned)) return this.#pass();
    if (seasonalWords.has(text)) return false;
    const isTooLate = this.#isSealed || this.#atoms.some(({ kind }) => kind === 'times');
    if (isTooLate || this.#labelled > maxLabelWords) return false;
    this.#labelled += 1;
    return this.#pass();
  }

  #readTimes(from: number, isPair = false): boolean {
    const start = this.#skipFillers(from);
    const first = this.#tokens[start];
    const last = this.#until(start + 1, isPair);
    const opening = first && last && openingOf(first, last.token);
    if (!last || !opening) return false;
    if (this.#part !== undefined && !fitsPart(opening, this.#part)) return false;
    this.#part = undefined;
    this.#isSealed ||= this.#labelled > 0;
    return this.#pass({ kind: 'times', openings: [opening] }, last.place);
  }

  /** From the date here to the one that follows, whose month may stand for both. */
  #readSeason(month: number | undefined): boolean {
    const token = this.#tokens[this.#place];
    const last = this.#until(this.#place + 1);
    const first = dateOf(token, month);
    const end = dateOf(last?.token, first?.month);
    // With its year it is another year's or this one's; which, the reader of the line knows.
    if (!last || !first || !end || hasYear(token) || hasYear(last.token)) return false;
    return this.#pass({ kind: 'season', seasons: [seasonOf(first, end)] }, last.place);
  }
}

/** A day of a month: of its own, or of the one that the other end of a range names. */
function dateOf(token: TimeToken | undefined, month?: number): { month: number; day: number } | undefined {
  if (token?.kind === 'date') return token;
  const day = token?.kind === 'number' ? token.value : token?.kind === 'nth' ? token.n : undefined;
  return day !== undefined && month !== undefined && day >= 1 && day <= 31 ? { month, day } : undefined;
}

function daysNamed(name: TokenOf<'days'>['days']): Days {
  if (name === 'holidays') return { ...emptyDays(), holidays: true };
  const weekdays = name === 'all' ? allWeekdays : name === 'weekend' ? [0, 6] : [1, 2, 3, 4, 5];
  return { ...emptyDays(), weekdays: new Set(weekdays) };
}

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

const hasYear = (token: TimeToken | undefined) => token?.kind === 'date' && token.year !== undefined;

/** "Le matin de 9h à 12h" */
function fitsPart({ from, to }: Opening, part: string): boolean {
  if (part === 'morning') return to <= 14 * 60;
  if (part === 'afternoon') return from >= 11 * 60 + 30 && to <= 21 * 60;
  return from >= 16 * 60;
}
