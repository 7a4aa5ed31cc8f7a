import * as z from 'zod/mini';
import { plainText } from './shapes.ts';

/** Whether a time zone has a name that `Intl` knows: `Europe/Paris`; an offset (`+02:00`) is none, and has no summer time. */
export function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}
export const timeZone = plainText(64, 1).check(z.refine(isTimeZone));
