import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { findPasswordWeakness, hashPassword, needsRehash, verifyPassword } from '../credentials/passwords.ts';
import { accountById, replacePasswordHash, userByEmail, userForUpdate } from '../queries/accounts.ts';
import { lockByFlow, takeFlow } from '../queries/flows.ts';
import { touchIdentity } from '../queries/identities.ts';
import { hasSignedInBefore, rememberAddress } from '../queries/known-devices.ts';
import { forgetFailures } from '../queries/sign-in-failures.ts';
import { sha256 } from '../requests/digest.ts';
import { AuthError, validationError } from '../requests/errors.ts';
import { type Body, emailOf } from '../requests/fields.ts';
import { countFailure, hashFailureKey, refuseBlocked } from '../requests/limits.ts';
import type { Device } from '../sessions/devices.ts';
import { type ProviderTokens, providerTokensAssociatedData } from '../sessions/flows.ts';
import { recordSecurityEvent } from '../sessions/security-events.ts';
import { isBanned, type LiveSession, logSignIn, openSession, presentSession } from '../sessions/sessions.ts';

const wrongCredentials = () => new AuthError('invalid_credentials', 'Invalid login credentials');

const maxPasswordBytes = 1024;

/**
 * `grant_type=password`, to be called inside a hash slot. Whether the address, the password or both are wrong can't be
 * told by text or time.
 */
export async function signInWithPassword(
  context: Context,
  body: Body,
  visit: { address: string; device: Device },
) {
  const email = emailOf(body);
  const { password } = body;
  if (typeof password !== 'string' || password === '' || Buffer.byteLength(password) > maxPasswordBytes) {
    throw wrongCredentials();
  }
  const user = await userByEmail(context.db, email);
  const addressHash = hashFailureKey(context, visit.address);
  // A stranger's failures don't lock the owner out where they signed in before.
  const known = await hasSignedInBefore(
    context.db,
    user?.id ?? '00000000-0000-0000-0000-000000000000',
    addressHash,
  );
  const keys = {
    account: hashFailureKey(context, known ? `${email} from ${visit.address}` : email),
    address: hashFailureKey(context, `anyone from ${visit.address}`),
  };

  // Asked inside the slot: a burst of guesses gets past the limit by no more than runs at one moment.
  await refuseBlocked(context, keys);
  if (!(await verifyPassword(user?.password_hash, password))) {
    const isLocked = await countFailure(context, keys);
    if (user && isLocked) {
      const { device } = visit;
      await recordSecurityEvent(context, context.db, { userId: user.id, event: 'sign_in_locked', device });
    }
    context.log.info(
      { event: 'sign_in_failed', userId: user?.id, address: visit.device.address },
      'sign-in failed',
    );
    throw wrongCredentials();
  }
  const rehashed =
    user?.password_hash && needsRehash(user.password_hash) ? await hashPassword(password) : undefined;
  if (!user?.password_hash) throw wrongCredentials();
  if (isBanned(user, context.clock())) throw new AuthError('user_banned', 'User is banned', { status: 400 });
  if (!user.email_confirmed_at) throw new AuthError('email_not_confirmed', 'Email not confirmed');

  const now = context.clock();
  const session = await transaction(context.db, async (db) => {
    // The password that was checked is still the account's.
    const current = await userForUpdate(db, user.id);
    if (current?.password_hash !== user.password_hash) throw wrongCredentials();
    // An account whose deletion began meanwhile.
    if (isBanned(current, now)) throw new AuthError('user_banned', 'User is banned', { status: 400 });
    if (rehashed && user.password_hash) await replacePasswordHash(db, user.id, user.password_hash, rehashed);
    await forgetFailures(db, keys.account);
    await rememberAddress(db, user.id, addressHash, now);
    await touchIdentity(db, user.id, 'email', now);
    return openSession(context, db, { userId: user.id, method: 'password', device: visit.device });
  });
  logSignIn(context, user.id, visit.device);

  const answer = await presentSession(context, session);
  const account = await accountById(context.db, user.id);
  const weakness = findPasswordWeakness(password, {
    email,
    names: [account?.first_name, account?.last_name],
  });
  return weakness
    ? { ...answer, weak_password: { message: weakness.message, reasons: weakness.reasons } }
    : answer;
}

/** `grant_type=pkce`: a session for the code from the link and the verifier whose challenge began the flow. */
export async function exchangeCode(context: Context, body: Body, device: Device): Promise<LiveSession> {
  const { auth_code: code, code_verifier: verifier } = body;
  if (typeof code !== 'string' || typeof verifier !== 'string' || code === '' || verifier === '') {
    throw validationError('invalid request: both auth code and code verifier should be non-empty');
  }
  // The code is gone whatever comes of it, so the refusals are answers here and thrown after the commit.
  const outcome = await transaction(context.db, async (db): Promise<LiveSession | AuthError> => {
    await lockByFlow(db, sha256(code));
    const flow = await takeFlow(db, sha256(code));
    if (!flow?.user_id || !flow.code_issued_at) {
      return new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found');
    }
    const ageMs = context.clock().getTime() - flow.code_issued_at.getTime();
    if (ageMs > context.config.auth.codeSeconds * 1000) {
      return new AuthError('flow_state_expired', 'invalid flow state, flow state has expired');
    }
    const proof =
      flow.code_challenge_method === 's256'
        ? createHash('sha256').update(verifier).digest('base64url')
        : verifier;
    if (!timingSafeEqual(sha256(proof), sha256(flow.code_challenge))) {
      return new AuthError(
        'bad_code_verifier',
        'code challenge does not match previously saved code verifier',
      );
    }
    const user = await userForUpdate(db, flow.user_id);
    if (!user || isBanned(user, context.clock())) {
      return new AuthError('user_banned', 'User is banned', { status: 400 });
    }
    const session = await openSession(context, db, {
      userId: flow.user_id,
      method: flow.method,
      ...(flow.provider === null ? {} : { provider: flow.provider }),
      scope: flow.method === 'recovery' ? 'recovery' : 'account',
      device,
    });
    const sealed = flow.provider_tokens_sealed;
    if (sealed === null) return session;
    const tokens = context.secrets.decrypt(sealed, providerTokensAssociatedData(code));
    return { ...session, providerTokens: JSON.parse(tokens) as ProviderTokens };
  });
  if (outcome instanceof AuthError) throw outcome;
  logSignIn(context, outcome.userId, device);
  return outcome;
}
