import { getAppearance, setAppearance } from '@parlance/contract/endpoints/account/preferences';
import type { QueryClient } from '@tanstack/react-query';
import { followSavedTheme, type Theme } from '../../lib/browser/theme.ts';
import { call } from '../../lib/calls/api.ts';
import { timezone } from '../../lib/language/timezone.ts';
import { watchFigures } from '../../lib/queries/figures.ts';
import { localKeeper } from '../../lib/storage/storage.ts';

/** The account of which this browser knows that it has a time zone. */
const zonedKey = 'timezone_of';

/**
 * Follows the theme chosen on another device where this browser holds no choice, and stores this browser's time zone
 * where the account has none yet: its days and its month begin there.
 */
async function followAccount(client: QueryClient, userId: string) {
  if (localKeeper.read(zonedKey) === userId && localKeeper.read('theme')) return;
  const stored = await call(getAppearance, {});
  if (stored.theme) followSavedTheme(stored.theme);
  if (stored.timezone === null) {
    await call(setAppearance, { body: { timezone: timezone() } });
    await client.invalidateQueries({ queryKey: ['usage'] });
  }
  localKeeper.write(zonedKey, userId);
}

/** Keeps a theme for other devices; in this browser it holds whatever becomes of that copy. */
export const saveTheme = (chosen: Theme) => call(setAppearance, { body: { theme: chosen } }).catch(() => {});

/** What goes on behind every signed-in screen once it has come to rest; until the returned function is called. */
export function startBackground(client: QueryClient, userId: string): () => void {
  followAccount(client, userId).catch(() => {
    // The theme stays dark, and days begin in UTC, until the next page tries again.
  });
  return watchFigures(client, ['usage_sums']);
}
