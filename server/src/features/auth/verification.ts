import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AuthError, invalid } from './errors.ts';
import { redeemCode, redeemLink } from './one-time-tokens.ts';
import {
  confirmEmailIdentity,
  confirmUser,
  type FoundToken,
  issueFlowCode,
  type TokenKind,
  userForUpdate,
} from './queries.ts';
import { type Body, parseEmail } from './requests.ts';
import { type Device, isBanned, type LiveSession, openSession, sha256 } from './sessions.ts';

/** The types of the protocol, and which of our mails each may answer. */
const kindsOf: Record<string, readonly TokenKind[]> = {
  signup: ['signup'],
  invite: [],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: [],
  email: ['signup', 'magiclink'],
};

function parseType(type: unknown): readonly TokenKind[] {
  const kinds = typeof type === 'string' && Object.hasOwn(kindsOf, type) ? kindsOf[type] : undefined;
  if (!kinds) throw invalid('Verify requires a verification type');
  return kinds;
}

const maxTokenLength = 256;

/** Confirms the address the mail went to, and opens a session. */
async function accept(context: Context, db: Db, token: FoundToken, device: Device): Promise<LiveSession> {
  await confirm(context, db, token);
  return openSession(context, db, {
    userId: token.user_id,
    method: 'otp',
    scope: token.kind === 'recovery' ? 'recovery' : 'account',
    device,
  });
}

async function confirm(context: Context, db: Db, token: FoundToken): Promise<void> {
  const now = context.clock();
  const user = await userForUpdate(db, token.user_id);
  // The mail proved another address than the account has now.
  if (!user || user.email !== token.email) {
    throw new AuthError('otp_expired', 'Email link is invalid or has expired');
  }
  if (isBanned(user, now)) throw new AuthError('user_banned', 'User is banned');
  if (user.email_confirmed_at) return;
  await confirmUser(db, user.id, now);
  await confirmEmailIdentity(db, user.id, now);
}

/** `POST /verify`: by the code typed in, or by the token of the link. */
export async function verify(context: Context, body: Body, device: Device): Promise<LiveSession> {
  const { token, token_hash: link } = body;
  const kinds = parseType(body.type);
  const given = [token, link].filter((value) => value !== undefined && value !== null && value !== '');
  if (given.length !== 1) throw invalid('Verify requires either a token or a token hash');
  const [proof] = given;
  if (typeof proof !== 'string' || proof.length > maxTokenLength) throw invalid('Verify requires a token');
  if (proof === link) {
    if (body.email) throw invalid('Only the token_hash and type should be provided');
    return transaction(context.db, async (db) =>
      accept(context, db, await redeemLink(context, db, proof, kinds), device),
    );
  }
  const email = parseEmail(body.email);
  // A wrong try is committed: no error is thrown inside.
  const session = await transaction(context.db, async (db) => {
    const redeemed = await redeemCode(context, db, email, proof, kinds);
    return redeemed && accept(context, db, redeemed, device);
  });
  if (!session) throw new AuthError('otp_expired', 'Token has expired or is invalid');
  return session;
}

/** The link of the mail opened: a session, or the code for the client that asked for one. */
export async function openLink(
  context: Context,
  link: unknown,
  type: unknown,
  device: Device,
): Promise<{ session: LiveSession } | { code: string }> {
  const kinds = parseType(type);
  if (typeof link !== 'string' || link === '' || link.length > maxTokenLength) {
    throw invalid('Verify requires a token or a token hash');
  }
  return transaction(context.db, async (db) => {
    const token = await redeemLink(context, db, link, kinds);
    if (!token.flow_state_id) return { session: await accept(context, db, token, device) };
    await confirm(context, db, token);
    const code = randomUUID();
    await issueFlowCode(db, token.flow_state_id, sha256(code), context.clock());
    return { code };
  });
}
