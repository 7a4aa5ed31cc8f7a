import { drain, type ZipDocument } from '../files/zip.ts';

interface Level {
  start: number;
  format: string;
  /** "%1.%2)": the numbers of this level and those above it. */
  text: string;
}

/** The lists that a document defines: levels by the number that paragraphs refer to. */
interface Lists {
  levels: Map<string, Map<number, Level>>;
  /** The lists' counters: lists that go on with each other's numbers share one. */
  shared: Map<string, string>;
  restarts: Map<string, Map<number, number>>;
}

const maxLevel = 8;

async function readLists(zip: ZipDocument): Promise<Lists> {
  const part = 'word/numbering.xml';
  const abstract = new Map<string, Map<number, Level>>();
  const lists: Lists = { levels: new Map(), shared: new Map(), restarts: new Map() };
  if (!zip.has(part)) return lists;
  let own: Map<number, Level> | undefined;
  let level: Level | undefined;
  let list: string | undefined;
  let override = 0;
  await drain(
    zip.xml(part, {
      open({ name, attributes }) {
        const { val } = attributes;
        if (name === 'abstractNum') {
          own = new Map();
          abstract.set(attributes.abstractNumId ?? '', own);
        } else if (name === 'lvl') {
          level = { start: 1, format: 'decimal', text: '' };
          const at = Number(attributes.ilvl);
          if (list === undefined && at >= 0 && at <= maxLevel) own?.set(at, level);
        } else if (name === 'start' && level) level.start = Number(val) || 0;
        else if (name === 'numFmt' && level) level.format = val ?? 'decimal';
        else if (name === 'lvlText' && level) level.text = val ?? '';
        else if (name === 'num') list = attributes.numId;
        else if (name === 'abstractNumId' && list !== undefined && val !== undefined) {
          lists.levels.set(list, abstract.get(val) ?? new Map());
          lists.shared.set(list, val);
        } else if (name === 'lvlOverride') override = Number(attributes.ilvl);
        else if (name === 'startOverride' && list !== undefined) {
          const restarts = lists.restarts.get(list) ?? new Map<number, number>();
          lists.restarts.set(list, restarts.set(override, Number(val) || 0));
        }
      },
      close(name) {
        if (name === 'lvl') level = undefined;
        if (name === 'num') list = undefined;
      },
    }),
  );
  return lists;
}

const romanNumerals: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function toRoman(value: number): string {
  let rest = value;
  let text = '';
  // No counter yet, and a hostile start would be written out.
  if (value > 4000) return String(value);
  for (const [size, letters] of romanNumerals) {
    while (rest >= size) {
      text += letters;
      rest -= size;
    }
  }
  return text;
}

/** A list's letters for a number: a … z, then aa, bb, …, as Word counts. */
const toLetters = (value: number) =>
  value < 1 || value > 26 * 26
    ? String(value)
    : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

function formatCounter(value: number, format: string): string {
  if (format === 'lowerRoman') return toRoman(value);
  if (format === 'upperRoman') return toRoman(value).toUpperCase();
  if (format === 'lowerLetter') return toLetters(value);
  if (format === 'upperLetter') return toLetters(value).toUpperCase();
  if (format === 'decimalZero') return String(value).padStart(2, '0');
  return String(value);
}

/** Counts a document's lists as Word shows them. */
export class Numbering {
  readonly #lists: Lists;
  readonly #counters = new Map<string, number[]>();
  readonly #begun = new Set<string>();

  constructor(lists: Lists) {
    this.#lists = lists;
  }

  /** What stands before the next paragraph of a list; undefined for a bullet, or where there is no such list. */
  next(list: string, at: number): string | undefined {
    const levels = this.#lists.levels.get(list);
    const level = levels?.get(at);
    if (!levels || !level) return undefined;
    const shared = this.#lists.shared.get(list) ?? list;
    const counters = this.#counters.get(shared) ?? [];
    this.#counters.set(shared, counters);
    if (!this.#begun.has(list)) {
      this.#begun.add(list);
      for (const [restarted, start] of this.#lists.restarts.get(list) ?? []) {
        counters.length = Math.min(counters.length, restarted);
        counters[restarted] = start - 1;
      }
    }
    for (let above = 0; above < at; above++) counters[above] ??= levels.get(above)?.start ?? 1;
    counters[at] = (counters[at] ?? level.start - 1) + 1;
    counters.length = at + 1;
    if (level.format === 'bullet' || level.format === 'none') return undefined;
    const text = level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      return formatCounter(counters[index] ?? 1, levels.get(index)?.format ?? 'decimal');
    });
    return text.trim() === '' ? undefined : text.trim();
  }
}

export const openNumbering = async (zip: ZipDocument) => new Numbering(await readLists(zip));
