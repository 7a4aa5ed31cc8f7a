/** Groups of figures as a telephone number sets them apart; a new line begins another number. */
const run = /\+?\d(?:[ \t\u00a0\u2000-\u200a\u202f.\-\u2010-\u2013()/·]{0,2}\d)*/g;
const group = /\+?\d+/g;
/** "24h", "7j": a word that a number stands in front of. */
const wordBehind = /[^\d+]\+?\d{1,2}$/;
/** "12,500,000", "12'500'000": what other languages group by blanks. */
const groupedFigures = /(?<![\d,'’])\d{1,3}(?:[,'’]\d{3})+(?!\d)/g;

/** E.164's country codes of one and two figures; the others have three. */
const shortCountryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Figures from which on a number may be a telephone's. */
const minFigures = 8;

const digits = (text: string) => text.replace(/\D/g, '');

function* runsIn(text: string): Generator<{ found: string; index: number }> {
  for (const { 0: found, index } of text.matchAll(run)) {
    const word = /\p{L}/u.test(text[index + found.length] ?? '') ? wordBehind.exec(found) : null;
    yield { found: found.slice(0, word?.index).replace(/(?<!\D)\D+$/, ''), index };
  }
}

/** What stands before a figure sets it apart from the number in front of it: the end of a sentence, a bracket, a stroke. */
const isSetApart = (text: string, at: number) =>
  /[(/·]|\s[-.\u2010-\u2013]|[-.\u2010-\u2013]\s/.test(text.slice(at - 2, at));

/** With these begins a telephone number that stands behind another number. */
const isBeginning = (text: string, at: number) => /[+0]/.test(text[at] ?? '');

const beginsAnew = (text: string, at: number | undefined) =>
  at === undefined || isBeginning(text, at) || isSetApart(text, at);

/** One form for "+33 4…", "0033 4…" and "+33 (0)4…"; a number within its country is its figures. */
function keyOf(text: string): string {
  const figures = digits(text);
  if (text.startsWith('+')) return `+${digits(text.replace('(0)', ''))}`;
  return figures.startsWith('00') && figures.length > 10
    ? `+${digits(text.replace('(0)', '')).slice(2)}`
    : figures;
}

/** A number from abroad as it is dialled within its country, with and without the zero in front. */
function* withinCountry(key: string): Generator<string> {
  if (!key.startsWith('+')) return;
  const national = key.slice(1 + (shortCountryCode.exec(key.slice(1))?.[0].length ?? 3));
  yield national;
  yield `0${national}`;
}

/** What could be said of the numbers of a text: each whole, not from the middle of one to the middle of the next. */
export class KnownNumbers {
  readonly #keys = new Set<string>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      for (const { found } of runsIn(text)) this.#add(found);
      for (const [found] of text.matchAll(groupedFigures)) this.#addKey(digits(found));
    }
  }

  #add(found: string) {
    this.#addKey(keyOf(found));
    const groups = [...found.matchAll(group)];
    for (const [from, first] of groups.entries()) {
      if (from > 0 && !beginsAnew(found, first.index)) continue;
      let figures = 0;
      for (let to = from; to < groups.length && figures <= 15; to++) {
        const last = groups[to] as RegExpExecArray;
        figures += last[0].length;
        if (beginsAnew(found, groups[to + 1]?.index))
          this.#addKey(keyOf(found.slice(first.index, last.index + last[0].length)));
      }
    }
  }

  #addKey(key: string) {
    this.#keys.add(key);
    for (const other of withinCountry(key)) this.#keys.add(other);
    // In North America the country's code is dialled within it, too.
    if (/^1\d{10}$/.test(key)) this.#keys.add(`+${key}`);
  }

  holds(number: string): boolean {
    return this.#keys.has(keyOf(number));
  }
}

const fullDay =
  /(?<!\d)(?:[0-3]?\d([./-])[0-3]?\d\1(?:19|20)\d\d|(?:19|20)\d\d([./-])[01]?\d\2[0-3]?\d)(?!\d)/g;

/** A day with its year of two figures, a year or a time of day, of which several may follow each other: many figures, but no telephone's. */
const moment =
  /(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1\d\d|(?:19|20)\d\d|(?:[01]?\d|2[0-4])\.[0-5]\d)(?:[ \u00a0\u2013/-]|$)/y;

function isMoments(text: string): boolean {
  for (moment.lastIndex = 0; moment.lastIndex < text.length; ) if (!moment.test(text)) return false;
  return true;
}

const amount = /^[1-9]\d{0,2}(?:(?:[ .\u00a0\u2000-\u200a\u202f]\d{3})+|\d*)$/;
const currencyBefore = /(?:[$£€]|\b(?:CHF|EUR|USD|GBP))[ \u00a0\u202f]?$/;
const currencyBehind =
  /^(?:,\d{1,2})?[ \u00a0\u202f]?(?:[$£€]|(?:CHF|EUR|USD|GBP|euros?|dollars?|francs?|pounds?)(?!\p{L}))/u;

const listMarker = /^[ \t]*\d{1,3}[.)] /;

/** The parts of a run between the days that it names. */
function* betweenDays(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  for (const { 0: day, index } of text.matchAll(fullDay)) {
    yield { start, end: index };
    start = index + day.length;
  }
  yield { start, end: text.length };
}

/** The numbers of a run, one behind the other; what is too short for one belongs to the number in front of it. */
function* apart(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  let end = 0;
  let figures = 0;
  for (const { 0: found, index } of text.matchAll(group)) {
    const isLong = digits(text.slice(index)).length >= minFigures;
    if (figures >= minFigures && (isSetApart(text, index) || (isLong && isBeginning(text, index)))) {
      yield { start, end };
      start = index;
      figures = 0;
    }
    if (figures === 0) start = index;
    end = index + found.length;
    figures += digits(found).length;
  }
  yield { start, end };
}

/** Where a text names numbers as long as a telephone's that are not known. `before` is what stands in front of it. */
export function* unknownNumbersIn(
  text: string,
  before: string,
  known: () => KnownNumbers,
): Generator<{ start: number; end: number }> {
  const mayBeSaid = (number: string, start: number, end: number) =>
    digits(number).length < minFigures ||
    known().holds(number) ||
    (amount.test(number) &&
      (currencyBehind.test(text.slice(end, end + 20)) ||
        currencyBefore.test(text.slice(Math.max(0, start - 8), start))));
  for (const { found, index } of runsIn(text)) {
    if (digits(found).length < minFigures) continue;
    const line = (before + text.slice(0, index)).split('\n').at(-1) as string;
    const marker = listMarker.exec(line + found)?.[0].length ?? 0;
    const skipped = Math.max(0, marker - line.length);
    const numbers = found.slice(skipped);
    if (isMoments(numbers) || known().holds(numbers)) continue;
    for (const between of betweenDays(numbers)) {
      for (const { start, end } of apart(numbers.slice(between.start, between.end))) {
        const from = index + skipped + between.start + start;
        const to = index + skipped + between.start + end;
        const number = text.slice(from, to);
        if (isMoments(number) || mayBeSaid(number, from, to)) continue;
        // "10 000-12 000": each of the two may be known by itself.
        const range = number.split(/[-\u2010-\u2013/]/);
        if (range.length === 2 && range.every((part) => mayBeSaid(part, from, to))) continue;
        yield { start: from, end: to };
      }
    }
  }
}
