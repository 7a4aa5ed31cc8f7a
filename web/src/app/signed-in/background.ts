import { getAppearance, setAppearance } from '@parlance/contract/endpoints/account/preferences';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { timezone } from '../../lib/language/timezone.ts';
import { watchFigures } from '../../lib/queries/figures.ts';
import { localKeeper } from '../../lib/storage/storage.ts';

/** The account of which this browser knows that it has a time zone. */
const zonedKey = 'timezone_of';

/** Stores this browser's time zone where the account has none yet: its days and its month begin there. */
async function storeTimeZone(client: QueryClient, userId: string) {
  if (localKeeper.read(zonedKey) === userId) return;
  const stored = await call(getAppearance, {});
  if (stored.timezone === null) {
    await call(setAppearance, { body: { timezone: timezone() } });
    await client.invalidateQueries({ queryKey: ['usage'] });
  }
  localKeeper.write(zonedKey, userId);
}

/** What goes on behind every signed-in screen once it has come to rest; until the returned function is called. */
export function startBackground(client: QueryClient, userId: string): () => void {
  storeTimeZone(client, userId).catch(() => {
    // Days begin in UTC until the next page tries again.
  });
  return watchFigures(client, ['usage_sums']);
}
