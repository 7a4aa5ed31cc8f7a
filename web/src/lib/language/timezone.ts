import { localKeeper } from '../storage/storage.ts';

const key = 'timezone';
const fallback = 'Europe/Paris';

/** Not every browser has it yet. */
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };

/** The first thing asked of `Intl` loads all its tables: 20 to 70 ms on a computer, where `Temporal` takes none. */
const named = () => Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser's time zone, noted in this browser; Europe/Paris when it names none. */
export function timezone(): string {
  const own = named() || localKeeper.read(key) || fallback;
  if (localKeeper.read(key) !== own) localKeeper.write(key, own);
  return own;
}
