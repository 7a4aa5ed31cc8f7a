import type { Context } from '../../../context.ts';
import { getOrInsertSetting } from '../../../db/settings.ts';
import { randomToken } from '../../../kit/ids.ts';

const keys = new WeakMap<Context, Promise<string>>();

/** What clients send as `apikey`: names this installation, generated once, no secret. */
export function loadPublishableKey(context: Context): Promise<string> {
  const known = keys.get(context);
  if (known) return known;
  const made = `sb_publishable_${randomToken(24)}`;
  const key = getOrInsertSetting(context.db, 'auth.publishable_key', made, context.clock());
  keys.set(context, key);
  // Asked again after a failure of the database.
  key.catch(() => keys.delete(context));
  return key;
}
