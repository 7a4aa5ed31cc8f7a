import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import {
  countWrongCode,
  deleteFirstLevelSessions,
  forgetWrongCodes,
  secondStepBlockedUntil,
} from '../queries/factors.ts';
import type { Device } from '../sessions/devices.ts';
import { recordSecurityEvent } from '../sessions/security-events.ts';
import { type LiveSession, raiseSession } from '../sessions/sessions.ts';

const maxWrongCodes = 5;
const wrongCodeWindowMs = 15 * 60_000;

/** Seconds until a code of this person is looked at again; nothing while they may try. */
export async function secondStepWait(context: Context, db: Db, userId: string): Promise<number | undefined> {
  const until = await secondStepBlockedUntil(db, userId);
  const waitMs = (until?.getTime() ?? 0) - context.clock().getTime();
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined;
}

/**
 * Counts a wrong code for the person, whatever the factor, under the lock of their row: parallel guesses gain nothing.
 */
export async function recordWrongCode(
  context: Context,
  db: Db,
  userId: string,
  device: Device,
): Promise<void> {
  const blockedUntil = await countWrongCode(db, {
    userId,
    limit: maxWrongCodes,
    now: context.clock(),
    spanMs: wrongCodeWindowMs,
  });
  if (blockedUntil) await recordSecurityEvent(context, db, { userId, event: 'second_step_locked', device });
}

/** Raises the session to its second level, and ends those of the person that have not got there. */
export async function completeSecondStep(
  context: Context,
  db: Db,
  session: { userId: string; sessionId: string },
  proof: { method: 'totp' | 'recovery_code'; factorId: string | null },
): Promise<LiveSession> {
  await forgetWrongCodes(db, session.userId);
  const raised = await raiseSession(context, db, session.sessionId, proof);
  await deleteFirstLevelSessions(db, session.userId, session.sessionId);
  return raised;
}
