import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { prepareCredentialChange } from '../credentials/changes.ts';
import { checkCurrentPassword } from '../credentials/current-password.ts';
import { isFresh, requireFresh } from '../credentials/fresh-session.ts';
import {
  checkPasswordForm,
  hashPassword,
  refuseWeakPassword,
  runInHashSlot,
  verifyPassword,
} from '../credentials/passwords.ts';
import { enqueueMail } from '../mails/mails.ts';
import { redeemCode } from '../mails/one-time-tokens.ts';
import { recoveryOnlyError, type SignedIn } from '../protocol/endpoints.ts';
import {
  accountById,
  type FoundUser,
  isAddressTaken,
  setPassword,
  setUserMetadata,
  startEmailChange,
  touchMailSent,
  userById,
  userForUpdate,
} from '../queries/accounts.ts';
import { factorsOf } from '../queries/factors.ts';
import { identitiesOf } from '../queries/identities.ts';
import { deleteTokensOf } from '../queries/one-time-tokens.ts';
import { deleteSessionsOf, endRecovery } from '../queries/sessions.ts';
import { forgetFailures } from '../queries/sign-in-failures.ts';
import { AuthError, validationError } from '../requests/errors.ts';
import {
  type Body,
  type CodeChallenge,
  parseCodeChallenge,
  parseEmail,
  parseMetadata,
  parsePersonalData,
} from '../requests/fields.ts';
import { countMail, hashFailureKey } from '../requests/limits.ts';
import type { Device } from '../sessions/devices.ts';
import { requireSecondStep } from '../sessions/second-step.ts';
import { presentUser } from '../sessions/user-presenter.ts';
import { requestEmailChange, type Visit } from '../sign-up/mail-requests.ts';
import { addressTakenError } from './email-change.ts';

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

const userNotFound = () => new AuthError('user_not_found', 'User from sub claim in JWT does not exist');

/** `GET /reauthenticate`: a code that proves that the person of an older session is still there. */
export async function reauthenticate(context: Context, session: SignedIn, visit: Visit): Promise<void> {
  requireSecondStep(session, 401);
  const user = await userById(context.db, session.userId);
  if (!user) throw userNotFound();
  if (!user.email) throw validationError('Reauthentication requires the user to have an email');
  if (!user.email_confirmed_at) {
    throw new AuthError('email_not_confirmed', 'Please verify your email first.', { status: 422 });
  }
  await countMail(context, { kind: 'reauthentication', email: user.email, address: visit.address });
  await transaction(context.db, async (db) => {
    await touchMailSent(db, user.id, 'reauthentication_sent_at', context.clock());
    await enqueueMail(context, db, 'reauthentication', user.id, { language: visit.language });
  });
}

/** Refuses what a session may not ask of `PUT /user`. */
function refuseForbidden(session: SignedIn, user: FoundUser, body: Body, newEmail: string | undefined): void {
  if (session.scope === 'recovery' && (newEmail || isGiven(body.data))) throw recoveryOnlyError();
  if (user.is_sso_user && [body.email, body.password, body.nonce].some(isGiven)) {
    throw new AuthError('user_sso_managed', 'The identity provider of your organisation manages this');
  }
  const isChange = isGiven(body.password) || isGiven(body.data) || newEmail !== undefined;
  if (isChange) requireSecondStep(session, 401);
}

/** `PUT /user`: all of it or nothing. */
export async function updateUser(
  context: Context,
  session: SignedIn,
  body: Body,
  visit: Visit & { device: Device },
) {
  if (isGiven(body.app_metadata))
    throw new AuthError('not_admin', 'Updating app_metadata is for admins only');
  if (isGiven(body.phone)) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  const user = await userById(context.db, session.userId);
  if (!user) throw userNotFound();
  const email = isGiven(body.email) ? parseEmail(body.email) : undefined;
  const newEmail = email === user.email ? undefined : email;
  const metadata = parsePersonalData(body.data);
  const challenge = parseCodeChallenge(body);
  refuseForbidden(session, user, body, newEmail);
  // For an account that has an address, the mail to it asks its owner.
  if (newEmail && !user.email) requireFresh(context, session);

  const password = isGiven(body.password)
    ? await preparePassword(context, session, user, body, visit)
    : undefined;
  if (newEmail) await admitEmailChange(context, user, newEmail, visit);

  // The nonce is used up whatever comes of it, so a refusal is an answer here and thrown after the commit.
  const refusal = await transaction(context.db, async (db): Promise<AuthError | undefined> => {
    const current = await userForUpdate(db, user.id);
    if (!current) return userNotFound();
    if (password) {
      const refused = await changePassword(context, db, session, current, {
        ...password,
        from: user,
        device: visit.device,
      });
      if (refused) return refused;
    }
    if (isGiven(body.data)) await mergeMetadata(context, db, current, metadata);
    if (newEmail) await beginEmailChange(context, db, current, newEmail, { challenge, visit });
    return undefined;
  });
  if (refusal) throw refusal;
  const changed = await userById(context.db, user.id);
  if (!changed) throw userNotFound();
  return presentUser(changed, await identitiesOf(context.db, user.id), await factorsOf(context.db, user.id));
}

interface PreparedPassword {
  hash: string;
  isSame: boolean;
  /** The code to be redeemed; none where the session itself is proof enough. */
  nonce: string | undefined;
}

/** What a new password needs before anything is written: hashing is slow, and a transaction is not. */
async function preparePassword(
  context: Context,
  session: SignedIn,
  user: FoundUser,
  body: Body,
  visit: Visit,
): Promise<PreparedPassword> {
  const password = checkPasswordForm(body.password);
  const account = await accountById(context.db, user.id);
  refuseWeakPassword(password, {
    email: user.email ?? '',
    names: [account?.first_name, account?.last_name],
  });
  const isRecent = isFresh(context, session);
  const currentFits = isGiven(body.current_password)
    ? await checkCurrentPassword(
        context,
        {
          userId: user.id,
          passwordHash: user.password_hash,
          of: 'current password',
          address: visit.address,
        },
        body.current_password,
      )
    : undefined;
  const { nonce } = body;
  const isProven = currentFits ?? (isRecent || session.scope === 'recovery');
  if (!isProven) {
    if (isGiven(nonce) && typeof nonce !== 'string') throw validationError('The nonce must be a text');
    if (!isGiven(nonce)) {
      throw currentFits === false && isRecent
        ? new AuthError('invalid_credentials', 'The current password is wrong')
        : new AuthError('reauthentication_needed', 'Password update requires reauthentication');
    }
  }
  const { hash, isSame } = await runInHashSlot(async () => ({
    isSame: await verifyPassword(user.password_hash, password),
    hash: await hashPassword(password),
  }));
  return { hash, isSame, nonce: isProven ? undefined : (nonce as string) };
}

async function changePassword(
  context: Context,
  db: Db,
  session: SignedIn,
  user: FoundUser,
  { hash, isSame, nonce, from, device }: PreparedPassword & { from: FoundUser; device: Device },
): Promise<AuthError | undefined> {
  const redeemed =
    nonce === undefined || (await redeemCode(context, db, user.email ?? '', nonce, ['reauthentication']));
  if (!redeemed) {
    return new AuthError('reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  // Somebody changed it meanwhile: what was proven was an older password.
  if (user.password_hash !== from.password_hash) {
    return new AuthError('conflict', 'The password was changed by another request');
  }
  if (isSame) {
    return new AuthError('same_password', 'New password should be different from the old password.');
  }
  await prepareCredentialChange(context, db, { userId: user.id, change: 'password_changed', device });
  await setPassword(db, user.id, hash, context.clock());
  await deleteSessionsOf(db, user.id, session.sessionId);
  await deleteTokensOf(db, user.id);
  await endRecovery(db, session.sessionId);
  if (user.email) await forgetFailures(db, hashFailureKey(context, user.email));
  return undefined;
}

/** Writes a change of the metadata, in which `null` takes a key away. */
async function mergeMetadata(
  context: Context,
  db: Db,
  user: FoundUser,
  change: Record<string, unknown>,
): Promise<void> {
  const merged = Object.fromEntries(
    Object.entries({ ...user.user_metadata, ...change }).filter(([key]) => change[key] !== null),
  );
  await setUserMetadata(db, user.id, parseMetadata(merged), context.clock());
}

async function admitEmailChange(
  context: Context,
  user: FoundUser,
  newEmail: string,
  { address }: Visit,
): Promise<void> {
  await countMail(context, { kind: 'email_change', email: newEmail, address });
  if (user.email) await countMail(context, { kind: 'email_change', email: user.email, address });
  if (await isAddressTaken(context.db, newEmail, user.id)) throw addressTakenError();
}

async function beginEmailChange(
  context: Context,
  db: Db,
  user: FoundUser,
  newEmail: string,
  { challenge, visit }: { challenge: CodeChallenge | undefined; visit: Visit },
): Promise<void> {
  await startEmailChange(db, user.id, newEmail, context.clock());
  const { language, redirectTo } = visit;
  await requestEmailChange(context, db, user, { challenge, language, redirectTo });
}
