import type { User } from '@supabase/auth-js';
import { whenSessionEnds } from './api.ts';
import { auth, holdsSession, rememberSession } from './auth-client.ts';
import { followProfileLanguage, onLanguageChosen, storedLanguage } from './language.ts';
import { queryClient } from './query-client.ts';
import { createStore, useStore } from './store.ts';

export type Session =
  | { status: 'loading'; user?: undefined; ended?: undefined }
  | { status: 'signedOut'; user?: undefined; ended?: undefined }
  /** `ended`: the server no longer knows the session; the page stays until the person signs in again. */
  | { status: 'signedIn'; user: User; ended?: boolean };

export const session = createStore<Session>({ status: 'loading' });
export const useSession = () => useStore(session);

/** The signed-in user; only under a guard that let one pass. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('No user is signed in');
  return user;
}

export function startSession() {
  auth.onAuthStateChange((_event, current) => {
    const known = session.get();
    const before = known.user;
    const user = current?.user;
    if (!user && known.status === 'signedIn' && known.ended) return;
    // Another account must never see what was fetched for the one before.
    if (before && before.id !== user?.id) queryClient.clear();
    session.set(user ? { status: 'signedIn', user } : { status: 'signedOut' });
    if (user && user.id !== before?.id) void followProfile(user);
  });
  whenSessionEnds(() => {
    const { user } = session.get();
    if (!user) return;
    session.set({ status: 'signedIn', user, ended: true });
    void auth.signOut({ scope: 'local' });
  });
  onLanguageChosen((chosen) => {
    const { user } = session.get();
    if (user) void import('./profile.ts').then(({ saveLocale }) => saveLocale(user.id, chosen));
  });
}

/** The language of sign-up at once, then the profile's, which may have changed since on another device. */
async function followProfile(user: User) {
  if (storedLanguage()) return;
  followProfileLanguage(user.user_metadata.preferred_locale);
  const { localeOf } = await import('./profile.ts');
  followProfileLanguage(await localeOf(user.id));
}

/**
 * A stale session is ended everywhere first; that this fails never blocks a sign-in (readings 10). Without
 * `remember` the new session is kept where the one before was.
 */
export async function signIn(email: string, password: string, remember?: boolean) {
  if (holdsSession()) {
    const ended = await auth.signOut({ scope: 'global' });
    if (ended.error) await auth.signOut({ scope: 'local' });
  }
  if (remember !== undefined) rememberSession(remember);
  return auth.signInWithPassword({ email, password });
}

/** Ends every session of the person; this browser's in any case. */
export async function signOut() {
  const { error } = await auth.signOut({ scope: 'global' });
  if (error) await auth.signOut({ scope: 'local' });
  session.set({ status: 'signedOut' });
  queryClient.clear();
  return { error };
}
