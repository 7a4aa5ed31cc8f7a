import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { isFresh } from '../credentials/fresh-session.ts';
import { enqueueMail } from '../mails/mails.ts';
import { userForUpdate } from '../queries/accounts.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from '../queries/factors.ts';
import { sessionForUpdate, sessionWithUser } from '../queries/sessions.ts';
import { sha256 } from '../requests/digest.ts';
import type { Device } from '../sessions/devices.ts';
import { recordSecurityEvent } from '../sessions/security-events.ts';
import type { LiveSession } from '../sessions/sessions.ts';
import { completeSecondStep, recordWrongCode, secondStepWait } from './step-up.ts';

const codeCount = 10;
// Crockford's base 32: nothing that a person takes for something else.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 16;

/** A code of 80 random bits, so that its bare hash tells nothing; in four groups, for a person to copy. */
function newCode(): string {
  const code = Array.from(randomBytes(codeLength), (byte) => alphabet[byte & 31]).join('');
  return (code.match(/.{4}/g) ?? []).join('-');
}

const normalizeCode = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');

const hashOf = (userId: string, code: string) => sha256(`recovery code of ${userId}\n${normalizeCode(code)}`);

interface CallerSession {
  userId: string;
  sessionId: string;
}

/** New codes for who is at the second level; those of before are void. */
export async function createRecoveryCodes(
  context: Context,
  { userId, sessionId }: CallerSession,
  device: Device,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  await transaction(context.db, async (db) => {
    await userForUpdate(db, userId);
    const session = await sessionWithUser(db, sessionId, userId);
    // Without a factor there is nothing that a code could stand in for.
    if (session?.aal !== 'aal2' || !session.has_factor) throw new AppError('insufficient_aal');
    if (!isFresh(context, { provenAt: session.proven_at })) throw new AppError('reauthentication_needed');
    await replaceRecoveryCodes(
      db,
      userId,
      codes.map((code) => hashOf(userId, code)),
      context.clock(),
    );
    await recordSecurityEvent(context, db, { userId, event: 'recovery_codes_created', device });
  });
  return codes;
}

/** The second step without the authenticator app; each code once. */
export async function redeemRecoveryCode(
  context: Context,
  { userId, sessionId }: CallerSession,
  code: string,
  device: Device,
): Promise<LiveSession> {
  // A wrong code is counted although it is refused: refusals are thrown after the commit.
  const outcome = await transaction(context.db, async (db): Promise<LiveSession | AppError> => {
    await userForUpdate(db, userId);
    const session = await sessionForUpdate(db, sessionId);
    if (session?.user_id !== userId) return new AppError('unauthenticated');
    if (session.aal === 'aal2') return new AppError('conflict');
    const wait = await secondStepWait(context, db, userId);
    if (wait !== undefined) return new AppError('rate_limited', { retryAfterSeconds: wait });
    if (!(await takeRecoveryCode(db, userId, hashOf(userId, code)))) {
      await recordWrongCode(context, db, userId, device);
      return new AppError('recovery_code_invalid');
    }
    await recordSecurityEvent(context, db, { userId, event: 'recovery_code_used', device });
    await enqueueMail(context, db, 'recoveryCodeUsed', userId);
    return completeSecondStep(
      context,
      db,
      { userId, sessionId },
      { method: 'recovery_code', factorId: null },
    );
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}
