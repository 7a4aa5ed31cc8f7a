import { AuthClient } from '@supabase/auth-js';
import { localKeeper, sessionKeeper } from '../storage/storage.ts';
import { publicConfig } from './config.ts';
import { retryAfterSeconds, timedFetch } from './fetch.ts';

/** The key of our session: two servers on one host name must not share one. */
const sessionKey = 'parlance-auth';
/**
 * The key of the wish not to be remembered. Lives as long as the tab, so that it outlasts the way to a sign-in provider
 * and back.
 */
const briefKey = 'brief_session';

/** Keeps the session, or, when the box is unticked, lets it end with the browser (security S1.22). */
export function rememberSession(wish: boolean) {
  if (wish) sessionKeeper.remove(briefKey);
  else sessionKeeper.write(briefKey, 'true');
}

/** Whether this browser holds a session, fresh or stale. */
export const hasStoredSession = () =>
  sessionKeeper.read(sessionKey) !== null || localKeeper.read(sessionKey) !== null;

const storage = {
  getItem: (key: string) =>
    key === sessionKey ? (sessionKeeper.read(key) ?? localKeeper.read(key)) : localKeeper.read(key),
  setItem(key: string, value: string) {
    // Only the session may be short-lived: a mail's link opens in another tab and needs its verifier there.
    if (key !== sessionKey) return localKeeper.write(key, value);
    const isBrief = sessionKeeper.read(briefKey) !== null;
    (isBrief ? sessionKeeper : localKeeper).write(key, value);
  },
  removeItem(key: string) {
    if (key === sessionKey) sessionKeeper.remove(key);
    localKeeper.remove(key);
  },
};

/** The header that every client of the server's protocols sends to say who it is (specification §7). */
export const clientInfo = { 'X-Client-Info': 'parlance-web' };

let lastRetryAfter: number | undefined;

/** The wait that the last refused call named; the client itself drops response headers. */
export function takeRetryAfter(): number | undefined {
  const seconds = lastRetryAfter;
  lastRetryAfter = undefined;
  return seconds;
}

/** Sends the calls of the authentication service, with the key, and notes the wait that a refusal names. */
export async function authFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { publishableKey } = await publicConfig();
  const headers = new Headers(init.headers);
  headers.set('apikey', publishableKey);
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${publishableKey}`);
  const response = await timedFetch(input, { ...init, headers });
  if (response.status === 429) lastRetryAfter = retryAfterSeconds(response.headers);
  return response;
}

export const auth = new AuthClient({
  url: `${window.location.origin}/auth/v1`,
  headers: clientInfo,
  storageKey: sessionKey,
  storage,
  flowType: 'pkce',
  // Links are handled by their own screens, which must tell what happened.
  detectSessionInUrl: false,
  autoRefreshToken: true,
  persistSession: true,
  fetch: authFetch,
});

/** When the session that this browser holds ends, in epoch seconds; read without renewing it. */
export function storedEnd(): number | undefined {
  try {
    return (JSON.parse(storage.getItem(sessionKey) ?? '') as { expires_at?: number }).expires_at;
  } catch {
    return undefined;
  }
}

/** Ends the session in this browser alone: the server need not answer. */
export async function dropSession() {
  storage.removeItem(sessionKey);
  // The client finds none any more, so it asks nobody and tells the other tabs.
  await auth.signOut({ scope: 'local' });
}

/** The access token, refreshed when it is about to end; nothing when signed out. Throws where the next can't be fetched now. */
export async function accessToken(): Promise<string | undefined> {
  const { data, error } = await auth.getSession();
  // Whoever could not be reached has refused nothing: the session goes on once they can be.
  if (error && hasStoredSession()) throw error;
  return data.session?.access_token;
}

/** The access token as it is kept, for a page that goes and can wait for nothing. */
export function storedToken(): string | undefined {
  try {
    return (JSON.parse(storage.getItem(sessionKey) ?? '{}') as { access_token?: string }).access_token;
  } catch {
    return undefined;
  }
}
