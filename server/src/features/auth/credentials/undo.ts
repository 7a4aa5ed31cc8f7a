import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { clientKeyOf } from '../../../kit/http/server/client-address.ts';
import { enqueueMail } from '../mails/mails.ts';
import { touchSignedIn, userByEmailForUpdate, userForUpdate } from '../queries/accounts.ts';
import { deleteKeysOf } from '../queries/api-keys.ts';
import {
  credentialChangeByToken,
  endFlowsOf,
  releaseUnprovenAddress,
  restoreCredentials,
} from '../queries/credentials.ts';
import { deleteTokensOf } from '../queries/one-time-tokens.ts';
import { deleteSessionsOf } from '../queries/sessions.ts';
import { deleteSignUps } from '../queries/sign-ups.ts';
import { sha256 } from '../requests/digest.ts';
import { countRequest } from '../requests/limits.ts';
import { type Device, recordSecurityEvent } from '../sessions/security-events.ts';
import { checkCurrentPassword } from './current-password.ts';

/**
 * Takes a change of who gets into an account back, and all that came after it: for whoever reads the mailbox and knows
 * the password of before. It opens no session, so that a second factor that stood stays one.
 */
export async function undoChange(
  context: Context,
  { token, password }: { token: string; password?: string | undefined },
  visit: { address: string; device: Device },
): Promise<void> {
  const address = clientKeyOf(visit.address);
  await countRequest(context, 'verify', address);
  const hash = sha256(token);
  const asked = await credentialChangeByToken(context.db, hash, context.clock());
  if (!asked) throw new AppError('undo_invalid');
  if (asked.password_hash !== null) {
    const { user_id: userId, password_hash: passwordHash } = asked;
    const person = { userId, passwordHash, of: 'password before a change', address };
    if (!password || !(await checkCurrentPassword(context, person, password))) {
      throw new AppError('undo_password_wrong');
    }
  }
  await transaction(context.db, async (db) => {
    const user = await userForUpdate(db, asked.user_id);
    const now = context.clock();
    // Read again under the lock: the link works once.
    const change = await credentialChangeByToken(db, hash, now);
    if (!user || !change) throw new AppError('undo_invalid');
    if (!user.is_sso_user) {
      const holder = await userByEmailForUpdate(db, change.email);
      if (holder && holder.id !== user.id) {
        if (holder.email_confirmed_at) throw new AppError('conflict');
        await releaseUnprovenAddress(db, holder.id);
        await deleteSignUps(db, holder.id);
      }
    }
    await deleteSessionsOf(db, user.id);
    // Made by whoever was in the account, before the change or after it, one would outlive all this.
    await deleteKeysOf(db, user.id);
    await deleteTokensOf(db, user.id);
    await endFlowsOf(db, user.id);
    await restoreCredentials(db, change, now);
    // As by a sign-in: whoever takes their account back wants to keep it, though somebody has asked for its deletion.
    await touchSignedIn(db, user.id, now);
    await recordSecurityEvent(context, db, {
      userId: user.id,
      event: 'change_undone',
      details: { change: change.change },
      device: visit.device,
    });
    const told = new Set([change.email, user.email ?? change.email]);
    for (const address of told) await enqueueMail(context, db, 'changeUndone', user.id, { address });
  });
}
