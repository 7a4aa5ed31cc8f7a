import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { randomToken } from '../../../kit/ids.ts';
import {
  countCodeTry,
  type FoundToken,
  lockByEmail,
  lockByLink,
  replaceOneTimeToken,
  type TokenKind,
  takeTokenByCode,
  takeTokenByLink,
} from '../queries/one-time-tokens.ts';
import { sha256 } from '../requests/digest.ts';
import { AuthError } from '../requests/errors.ts';

/** Where a link is redeemed; from there it leads on to a page of ours. */
export function addressOfLink(
  publicUrl: string,
  { link, type, redirectTo }: { link: string; type: string; redirectTo: string },
): string {
  const url = new URL(`${publicUrl}/auth/v1/verify`);
  url.searchParams.set('token', link);
  url.searchParams.set('type', type);
  url.searchParams.set('redirect_to', redirectTo);
  return url.href;
}

const maxCodeTries = 5;

// A million codes are no secret from who can read the table; the key is not in it.
const hashCode = (context: Context, email: string, code: string) =>
  createHmac('sha256', context.secrets.derive('auth.one-time-code')).update(`${email}\n${code}`).digest();

/** The link's token and the code of one mail. Only hashes stay; an older mail of the kind is void. */
export async function issueOneTimeToken(
  context: Context,
  db: Db,
  wish: {
    userId: string;
    kind: TokenKind;
    email: string;
    flowStateId: string | null;
    signUpId: string | null;
  },
): Promise<{ link: string; code: string }> {
  const link = (wish.flowStateId ? 'pkce_' : '') + randomToken(32);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await replaceOneTimeToken(db, {
    ...wish,
    linkHash: sha256(link),
    codeHash: hashCode(context, wish.email, code),
    expiresAt: new Date(context.clock().getTime() + context.config.auth.otpSeconds * 1000),
  });
  return { link, code };
}

export async function redeemLink(
  context: Context,
  db: Db,
  link: string,
  kinds: readonly TokenKind[],
): Promise<FoundToken> {
  const hash = sha256(link);
  const none = new AuthError('otp_expired', 'Email link is invalid or has expired');
  if (kinds.length === 0) throw none;
  await lockByLink(db, hash, kinds);
  const token = await takeTokenByLink(db, hash, kinds, context.clock());
  if (!token) throw none;
  return token;
}

/** The kind whose code this is, or nothing: a wrong try must be committed, so it is no error here. */
export async function redeemCode(
  context: Context,
  db: Db,
  email: string,
  code: string,
  kinds: readonly TokenKind[],
): Promise<FoundToken | undefined> {
  const codeHash = hashCode(context, email, code);
  if (kinds.length === 0) return undefined;
  await lockByEmail(db, email, kinds);
  const outstanding = await countCodeTry(db, email, kinds, maxCodeTries, context.clock());
  for (const token of outstanding) {
    const fits = token.code_hash !== null && timingSafeEqual(token.code_hash, codeHash);
    if (fits && (await takeTokenByCode(db, token.user_id, token.kind, codeHash))) return token;
  }
  return undefined;
}
