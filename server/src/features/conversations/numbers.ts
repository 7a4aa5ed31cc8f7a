/** Groups of figures as a telephone number sets them apart; a new line begins another number. */
const run = /\+?\d(?:[ \t\u00a0\u2000-\u200a\u202f.\-\u2010-\u2013()/·]{0,2}\d)*/g;
const group = /\+?\d+/g;

/** E.164's country codes of one and two figures; the others have three. */
const shortCountryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** From so many figures on, a number may be a telephone's. */
const leastFigures = 8;

const digits = (text: string) => text.replace(/\D/g, '');

/** With these begins a telephone number that stands behind another number; or behind the end of a sentence. */
const beginsAnew = (text: string, at: number | undefined) =>
  at === undefined || /[+0]/.test(text[at] ?? '') || text.slice(Math.max(0, at - 2), at) === '. ';

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
    for (const text of texts) for (const [found] of text.matchAll(run)) this.#add(found);
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
  }

  holds(number: string): boolean {
    return this.#keys.has(keyOf(number));
  }
}

/** A day, a year or a time of day, of which several may follow each other: many figures, but no telephone's. */
const moment =
  /(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d(?:[./-]\d{1,2}[./-]\d{1,2})?|(?:[01]?\d|2[0-4])\.[0-5]\d)(?:[ \u00a0\u2013/-]|$)/y;

function isMoments(text: string): boolean {
  for (moment.lastIndex = 0; moment.lastIndex < text.length; ) if (!moment.test(text)) return false;
  return true;
}

const listMarker = /^[ \t]*\d{1,3}[.)] /;

/** The numbers of a run, one behind the other. */
function* apart(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  let end = 0;
  let figures = 0;
  for (const { 0: found, index } of text.matchAll(group)) {
    if (figures >= leastFigures && beginsAnew(text, index)) {
      yield { start, end };
      start = index;
      figures = 0;
    }
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
  for (const { 0: found, index } of text.matchAll(run)) {
    if (digits(found).length < leastFigures) continue;
    const line = (before + text.slice(0, index)).split('\n').at(-1) as string;
    const marker = listMarker.exec(line + found)?.[0].length ?? 0;
    const skipped = Math.max(0, marker - line.length);
    for (const { start, end } of apart(found.slice(skipped))) {
      const number = found.slice(skipped + start, skipped + end);
      if (digits(number).length < leastFigures || isMoments(number) || known().holds(number)) continue;
      // "10 000-12 000": each of the two may be known by itself.
      const range = number.split(/[-\u2010-\u2013/]/);
      if (range.length === 2 && range.every((part) => known().holds(part))) continue;
      yield { start: index + skipped + start, end: index + skipped + end };
    }
  }
}
