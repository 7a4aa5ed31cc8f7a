/** When what is left will have been used, in days from now: at the pace of some days, and at the ends of its likely range. */
export interface Pace {
  perDay: number;
  ends: number;
  earliest: number;
  /** Infinite where days as quiet as these may never use it up. */
  latest: number;
}

/** The 90th percentile of Student's t, by degrees of freedom from 2: four in five outcomes lie between it and its negative. */
const student = [1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363, 1.356, 1.35];

const fewestDays = 3;

/**
 * How long `left` lasts when days go on as these: they are taken for independent draws from one distribution. Its range is the
 * 80 % prediction interval of the sum of n coming days, n·m ± t·s·√(n + n²/k), of k days with mean m and standard deviation
 * s: the spread of the days themselves, and that of a mean known from few of them (Hyndman and Athanasopoulos, “Forecasting:
 * principles and practice”, 3rd edition, 5.5, the mean method, for a sum instead of one day). Its ends are solved for n.
 * Undefined where fewer than three of the days had any use.
 */
export function paceOf(days: readonly number[], left: number): Pace | undefined {
  const k = days.length;
  const t = student[Math.min(k - 3, student.length - 1)];
  if (days.filter((tokens) => tokens > 0).length < fewestDays || t === undefined) return undefined;
  const mean = days.reduce((sum, tokens) => sum + tokens, 0) / k;
  const variance = days.reduce((sum, tokens) => sum + (tokens - mean) ** 2, 0) / (k - 1);
  if (left <= 0) return { perDay: mean, ends: 0, earliest: 0, latest: 0 };
  // (left − n·m)² = t²·s²·(n + n²/k)
  const spread = t ** 2 * variance;
  const square = mean ** 2 - spread / k;
  const half = left * mean + spread / 2;
  const root = Math.sqrt(Math.max(0, half ** 2 - square * left ** 2));
  return {
    perDay: mean,
    ends: left / mean,
    earliest: left ** 2 / (half + root),
    latest: square > 0 ? (half + root) / square : Number.POSITIVE_INFINITY,
  };
}
