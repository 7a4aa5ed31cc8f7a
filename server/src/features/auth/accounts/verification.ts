import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { redeemCode, redeemLink } from '../mails/one-time-tokens.ts';
import { userForUpdate } from '../queries/accounts.ts';
import type { FoundToken, TokenKind } from '../queries/one-time-tokens.ts';
import { AuthError, validationError } from '../requests/errors.ts';
import { type Body, parseEmail } from '../requests/fields.ts';
import type { Device } from '../sessions/devices.ts';
import { finishFlow } from '../sessions/flows.ts';
import { isBanned, type LiveSession, logSignIn, openSession } from '../sessions/sessions.ts';
import { confirmSignUp } from '../sign-up/pending-sign-ups.ts';
import { acceptEmailChange } from './email-change.ts';

/** The types of the protocol, and which of our mails each may answer. */
const kindsOf: Record<string, readonly TokenKind[]> = {
  signup: ['signup'],
  invite: [],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email: ['signup', 'magiclink'],
};

function parseType(type: unknown): readonly TokenKind[] {
  const kinds = typeof type === 'string' && Object.hasOwn(kindsOf, type) ? kindsOf[type] : undefined;
  if (!kinds) throw validationError('Verify requires a verification type');
  return kinds;
}

const maxTokenLength = 256;

/** A change of address waits for its other mail: there is nothing to sign in to yet. */
interface HalfConfirmed {
  message: string;
  /** Whether the client asked for a code in the end (PKCE). */
  isFlow: boolean;
}

const toHalfConfirmed = (token: FoundToken): HalfConfirmed => ({
  message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  isFlow: token.flow_state_id !== null,
});

/** Confirms what the mail proves; says whether all is proven now. */
async function confirm(context: Context, db: Db, token: FoundToken, device: Device): Promise<boolean> {
  const now = context.clock();
  const user = await userForUpdate(db, token.user_id);
  const proven = token.kind === 'email_change_new' ? user?.new_email : user?.email;
  // The mail proved another address than the account has now.
  if (!user || proven !== token.email) {
    throw new AuthError('otp_expired', 'Email link is invalid or has expired');
  }
  if (isBanned(user, now)) throw new AuthError('user_banned', 'User is banned');
  if (token.kind === 'email_change_current' || token.kind === 'email_change_new') {
    const half = token.kind === 'email_change_new' ? 'new' : 'current';
    return acceptEmailChange(context, db, user, { half, flowStateId: token.flow_state_id, device });
  }
  if (!user.email_confirmed_at) await confirmSignUp(context, db, { ...user, email: token.email }, token);
  return true;
}

/** Confirms what the mail went out for, and opens a session. */
async function acceptToken(
  context: Context,
  db: Db,
  token: FoundToken,
  device: Device,
): Promise<{ session: LiveSession } | HalfConfirmed> {
  if (!(await confirm(context, db, token, device))) return toHalfConfirmed(token);
  const session = await openSession(context, db, {
    userId: token.user_id,
    method: 'otp',
    scope: token.kind === 'recovery' ? 'recovery' : 'account',
    device,
  });
  return { session };
}

/** `POST /verify`: by the code typed in, or by the token of the link. */
export async function verify(
  context: Context,
  body: Body,
  device: Device,
): Promise<{ session: LiveSession } | HalfConfirmed> {
  const { token, token_hash: link } = body;
  const kinds = parseType(body.type);
  const given = [token, link].filter((value) => value !== undefined && value !== null && value !== '');
  if (given.length !== 1) throw validationError('Verify requires either a token or a token hash');
  const [proof] = given;
  if (typeof proof !== 'string' || proof.length > maxTokenLength)
    throw validationError('Verify requires a token');
  if (proof === link && body.email) throw validationError('Only the token_hash and type should be provided');
  const redeem = proof === link ? byLink(context, proof, kinds) : byCode(context, body.email, proof, kinds);
  // A wrong try is committed: no error is thrown inside.
  const accepted = await transaction(context.db, async (db) => {
    const redeemed = await redeem(db);
    return redeemed && acceptToken(context, db, redeemed, device);
  });
  if (!accepted) throw new AuthError('otp_expired', 'Token has expired or is invalid');
  if ('session' in accepted) logSignIn(context, accepted.session.userId, device);
  return accepted;
}

const byLink = (context: Context, link: string, kinds: readonly TokenKind[]) => (db: Db) =>
  redeemLink(context, db, link, kinds);

function byCode(context: Context, address: unknown, code: string, kinds: readonly TokenKind[]) {
  const email = parseEmail(address);
  return (db: Db) => redeemCode(context, db, email, code, kinds);
}

/** Opens the link of a mail: a session, or the code for the client that asked for one. */
export async function openLink(
  context: Context,
  link: unknown,
  type: unknown,
  device: Device,
): Promise<{ session: LiveSession } | { code: string } | HalfConfirmed> {
  const kinds = parseType(type);
  if (typeof link !== 'string' || link === '' || link.length > maxTokenLength) {
    throw validationError('Verify requires a token or a token hash');
  }
  const opened = await transaction(context.db, async (db) => {
    const token = await redeemLink(context, db, link, kinds);
    if (!token.flow_state_id) return acceptToken(context, db, token, device);
    if (!(await confirm(context, db, token, device))) return toHalfConfirmed(token);
    return { code: await finishFlow(context, db, token.flow_state_id) };
  });
  if ('session' in opened) logSignIn(context, opened.session.userId, device);
  return opened;
}
