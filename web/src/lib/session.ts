import type { User } from '@supabase/auth-js';
import { whenSessionEnds } from './api.ts';
import { auth, holdsSession, rememberSession } from './auth-client.ts';
import { followProfileLanguage, onLanguageChosen } from './language.ts';
import { queryClient } from './query-client.ts';
import { createStore, useStore } from './store.ts';

export type Session =
  | { status: 'loading'; user?: undefined }
  | { status: 'signedOut'; user?: undefined }
  | { status: 'signedIn'; user: User };

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
    const before = session.get().user;
    const user = current?.user;
    // Another account must never see what was fetched for the one before.
    if (before && before.id !== user?.id) queryClient.clear();
    session.set(user ? { status: 'signedIn', user } : { status: 'signedOut' });
    if (user && user.id !== before?.id) followProfileLanguage(user.user_metadata.preferred_locale);
  });
  whenSessionEnds(() => void auth.signOut({ scope: 'local' }));
  onLanguageChosen((chosen) => {
    // The choice holds in this browser whatever becomes of the profile's copy.
    if (session.get().user) void auth.updateUser({ data: { preferred_locale: chosen } });
  });
}

/** A stale session is ended everywhere first; that this fails never blocks a sign-in (readings 10). */
export async function signIn(email: string, password: string, remember: boolean) {
  if (holdsSession()) {
    const ended = await auth.signOut({ scope: 'global' });
    if (ended.error) await auth.signOut({ scope: 'local' });
  }
  rememberSession(remember);
  return auth.signInWithPassword({ email, password });
}

/** Ends every session of the person; this browser's in any case. */
export async function signOut() {
  const { error } = await auth.signOut({ scope: 'global' });
  if (error) await auth.signOut({ scope: 'local' });
  return { error };
}
