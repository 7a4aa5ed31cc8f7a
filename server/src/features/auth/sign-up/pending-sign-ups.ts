import type { Context } from '../../../context.ts';
import type { Metadata } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import { type FoundUser, insertProfile } from '../queries/accounts.ts';
import { deleteTokensOfMails, type FoundToken } from '../queries/one-time-tokens.ts';
import { deleteSessionsOf } from '../queries/sessions.ts';
import {
  confirmUserAs,
  deleteIdentitiesOf,
  deleteOtherFlows,
  deleteProfile,
  deleteSignUps,
  insertSignUp,
  signUpById,
} from '../queries/sign-ups.ts';
import { profileFrom } from '../requests/fields.ts';
import { hashFailureKey } from '../requests/limits.ts';
import { insertEmailIdentity } from './new-account.ts';

/** A keyed hash of where a sign-up was asked from: two can be told apart, neither read. */
export const hashSignUpOrigin = (context: Context, address: string): Buffer =>
  hashFailureKey(context, `sign-up from ${address}`);

/** Keeps what somebody gives for an address that nobody has confirmed; its mail is what makes it count. */
export async function savePendingSignUp(
  context: Context,
  db: Db,
  userId: string,
  given: {
    passwordHash?: string;
    metadata: Metadata;
    identityId?: string;
    askedFrom?: Buffer | undefined;
  },
): Promise<string> {
  const now = context.clock();
  const id = newId(now);
  await insertSignUp(db, {
    id,
    userId,
    passwordHash: given.passwordHash ?? null,
    metadata: given.metadata,
    identityId: given.identityId ?? null,
    askedFrom: given.askedFrom ?? null,
    now,
  });
  return id;
}

/**
 * Confirms a new account by a mail. What was given with the sign-up of that mail counts; whatever else stands there a
 * stranger may have put, so that it is forgotten: for a mail that belongs to no sign-up, all of it.
 */
export async function confirmSignUp(
  context: Context,
  db: Db,
  user: FoundUser & { email: string },
  token: FoundToken,
): Promise<void> {
  const now = context.clock();
  const signUp = token.sign_up_id === null ? undefined : await signUpById(db, user.id, token.sign_up_id);
  const metadata = signUp?.metadata ?? {};
  await confirmUserAs(db, user.id, { passwordHash: signUp?.password_hash ?? null, metadata, now });
  await deleteIdentitiesOf(db, user.id, signUp?.identity_id ?? null);
  await deleteProfile(db, user.id);
  // Who came by a provider gets a profile when they have consented.
  if (!signUp?.identity_id) {
    await insertEmailIdentity(db, { userId: user.id, email: user.email, metadata, isVerified: true, now });
    await insertProfile(db, { userId: user.id, ...profileFrom(metadata), now });
  }
  await deleteSignUps(db, user.id);
  await deleteTokensOfMails(db, user.id);
  await deleteOtherFlows(db, user.id, token.flow_state_id);
  await deleteSessionsOf(db, user.id);
}
