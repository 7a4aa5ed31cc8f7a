import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Caller } from '../../../kit/http/route.ts';
import { redeemCode } from '../mails/one-time-tokens.ts';
import { userById, userForUpdate } from '../queries/accounts.ts';
import { proveSession } from '../queries/sessions.ts';
import { AuthError } from '../requests/errors.ts';
import { countRequest } from '../requests/limits.ts';
import { checkCurrentPassword } from './current-password.ts';

/** Whether its person has shown a moment ago who they are, by beginning the session or in it. */
export const isFresh = ({ clock, config }: Context, { provenAt }: { provenAt: Date }): boolean =>
  clock().getTime() - provenAt.getTime() < config.auth.freshSessionSeconds * 1000;

/**
 * Refuses a session that is not fresh: what opens an account to somebody else is not for whoever got hold of a token.
 */
export function requireFresh(context: Context, session: { provenAt: Date }): void {
  if (!isFresh(context, session)) {
    throw new AuthError('reauthentication_needed', 'This requires a session that began a moment ago');
  }
}

/** Makes an open session as good as one that begins now, by the mailed code or the password. */
export async function refreshProof(
  context: Context,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  proof: { code: string } | { password: string },
  address: string,
): Promise<void> {
  await countRequest(context, 'verify', address);
  const user = await userById(context.db, userId);
  const passwordHash = user?.password_hash ?? null;
  const knows =
    'password' in proof &&
    (await checkCurrentPassword(
      context,
      { userId, passwordHash, of: 'current password', address },
      proof.password,
    ));
  // A wrong code is counted although it is refused: the refusal is thrown after the commit.
  const isProven = await transaction(context.db, async (db) => {
    const current = await userForUpdate(db, userId);
    const isRight =
      'code' in proof
        ? await redeemCode(context, db, current?.email ?? '', proof.code, ['reauthentication'])
        : knows && current?.password_hash === passwordHash;
    if (!isRight) return false;
    await proveSession(db, userId, sessionId, context.clock());
    return true;
  });
  if (!isProven) throw new AppError('proof_wrong');
}
