import { localKeeper } from '../storage/storage.ts';

const key = 'timezone';
const fallback = 'Europe/Paris';

/** The browser's time zone, noted in this browser; Europe/Paris when it names none. */
export function timezone(): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone || localKeeper.read(key) || fallback;
  if (localKeeper.read(key) !== own) localKeeper.write(key, own);
  return own;
}
