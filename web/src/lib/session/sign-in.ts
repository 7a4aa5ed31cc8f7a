import { auth, dropSession, hasStoredSession, rememberSession } from '../calls/auth-client.ts';
import { localKeeper } from '../storage/storage.ts';
import { recoveryKey, session } from './session.ts';

/** Ends the session that this browser still holds, everywhere; that this fails never blocks what follows (readings 10). */
export async function leaveStaleSession() {
  if (!hasStoredSession()) return;
  const { error } = await auth.signOut({ scope: 'global' });
  if (error) await dropSession();
}

/** Signs in. Without `remember` the new session is kept where the one before was. */
export async function signIn(
  email: string,
  password: string,
  { remember, captchaToken }: { remember?: boolean; captchaToken?: string | undefined } = {},
) {
  await leaveStaleSession();
  if (remember !== undefined) rememberSession(remember);
  return auth.signInWithPassword({ email, password, options: { captchaToken } });
}

/** Ends the recovery once the password is set: the session is one like others. */
export function endRecovery() {
  localKeeper.remove(recoveryKey);
  const { user } = session.get();
  if (user) session.set({ status: 'signedIn', user });
}
