/** One quantity of a chart: a value for each of its points. */
export interface Series {
  key: string;
  name: string;
  values: readonly number[];
}

/** What stands along the time axis. */
export interface ChartPoint {
  key: string;
  /** What the axis says of it. */
  label: string;
  /** What the read-out and the table say of it. */
  title: string;
}

/** A part of a whole. */
export interface Share {
  key: string;
  name: string;
  value: number;
  /** Which colour it has elsewhere on the screen; without one, that of its rank. */
  colour?: number;
}

/** Parts with a colour of their own; the rest together are one more. */
export const maxShares = 6;

const steps = [1, 2, 2.5, 5, 10];
/** The lines of a scale above zero, at most. */
const maxSteps = 4;
/** Tokens are whole, and a scale of less than ten of them would draw nothing as much. */
const smallestTop = 10;

/** Round figures from zero to the first one that no value exceeds. */
export function ticksUpTo(highest: number): number[] {
  const top = Math.max(smallestTop, highest);
  const power = 10 ** Math.floor(Math.log10(top / maxSteps));
  const step =
    steps
      .map((factor) => factor * power)
      .find((size) => Number.isInteger(size) && size * maxSteps >= top - size * 1e-9) ?? 10 * power;
  return Array.from({ length: Math.ceil(top / step - 1e-9) + 1 }, (_, at) => at * step);
}

/** How many of the labels stand, so that each has its room: every second, every third. */
export const labelEvery = (count: number, width: number, labelWidth: number) =>
  Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)));

/** The points that are drawn where there are more than columns: the highest one of each column, so that no peak is lost. */
export function peaksOf(values: readonly number[], columns: number): number[] {
  const room = Math.max(1, Math.floor(columns));
  if (values.length <= room) return values.map((_, at) => at);
  return Array.from({ length: room }, (_, column) => {
    const from = Math.floor((column * values.length) / room);
    const to = Math.floor(((column + 1) * values.length) / room);
    let peak = from;
    for (let at = from + 1; at < to; at++) if ((values[at] ?? 0) > (values[peak] ?? 0)) peak = at;
    return peak;
  });
}

/** The values of all series at each point, together. */
export const totalsOf = (series: readonly Series[]): number[] =>
  (series[0]?.values ?? []).map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));

/** The largest parts, and those beyond as one. */
export function withOther(shares: readonly Share[]): {
  shown: Share[];
  other: { count: number; value: number };
} {
  const sorted = shares.toSorted((one, next) => next.value - one.value);
  const rest = sorted.slice(maxShares);
  return {
    shown: sorted.slice(0, maxShares),
    other: { count: rest.length, value: rest.reduce((sum, { value }) => sum + value, 0) },
  };
}
