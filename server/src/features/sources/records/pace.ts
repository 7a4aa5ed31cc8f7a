import type { Db } from '../../../db/open.ts';
import { measureReadingPace } from './list-queries.ts';

/**
 * Seconds until all that waits of this account is read, at the pace of late and with the turns that other accounts'
 * files and pages take. Those two are read side by side, so the slower one counts. Null when nothing waits, or nothing
 * was read yet.
 */
export async function estimateSecondsLeft(db: Db, ownerId: string, now: Date): Promise<number | null> {
  const paces = await measureReadingPace(db, ownerId, now);
  if (paces.length === 0 || paces.some(({ read, seconds }) => read === 0 || seconds <= 0)) return null;
  return Math.ceil(Math.max(...paces.map(({ turns, read, seconds }) => (turns * seconds) / read)));
}
