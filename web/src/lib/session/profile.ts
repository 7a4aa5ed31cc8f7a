import type { Language } from '@parlance/contract/i18n';
import { accessToken, clientInfo } from '../calls/auth-client.ts';
import { publicConfig } from '../calls/config.ts';
import { timedFetch } from '../calls/fetch.ts';

/** The data service's client, fetched when it is first needed. */
export async function profiles() {
  const [{ PostgrestClient }, { publishableKey }, token] = await Promise.all([
    import('@supabase/postgrest-js'),
    publicConfig(),
    accessToken(),
  ]);
  const client = new PostgrestClient(`${window.location.origin}/rest/v1`, {
    headers: { ...clientInfo, apikey: publishableKey, Authorization: `Bearer ${token ?? publishableKey}` },
    fetch: timedFetch,
  });
  return client.from('profiles');
}

/** The language that the person's profile holds; nothing when it can't be read. */
export async function localeOf(userId: string): Promise<unknown> {
  try {
    const { data } = await (await profiles()).select('preferred_locale').eq('id', userId).maybeSingle();
    return data?.preferred_locale;
  } catch {
    return undefined;
  }
}

/** Stores a choice for other devices; in this browser it holds whatever becomes of that copy. */
export async function saveLocale(userId: string, locale: Language): Promise<void> {
  try {
    await (await profiles()).update({ preferred_locale: locale }).eq('id', userId);
  } catch {
    // Offline or signed out meanwhile: the next choice tries again.
  }
}
