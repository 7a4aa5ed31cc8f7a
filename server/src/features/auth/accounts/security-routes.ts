import {
  createRecoveryCodes as createRecoveryCodesEndpoint,
  endSession,
  listSessions,
  proveSession,
  undoChange as undoChangeEndpoint,
  useRecoveryCode,
} from '@parlance/contract/endpoints/account/sessions';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { isTime, readCursor, takePage, writeCursor } from '../../../kit/http/cursor.ts';
import { type Registration, route } from '../../../kit/http/route.ts';
import { clientKeyOf } from '../../../kit/http/server/client-address.ts';
import { refreshProof } from '../credentials/fresh-session.ts';
import { admitHashing } from '../credentials/passwords.ts';
import { undoChange } from '../credentials/undo.ts';
import { createRecoveryCodes, redeemRecoveryCode } from '../factors/recovery-codes.ts';
import { deviceOf } from '../protocol/endpoints.ts';
import { AuthError } from '../requests/errors.ts';
import { endSessionOf, sessionsOf } from '../sessions/queries.ts';
import { recordSecurityEvent } from '../sessions/security-events.ts';
import { presentSession } from '../sessions/sessions.ts';

const livingSince = ({ clock, config }: Context) => {
  const ago = (seconds: number) => new Date(clock().getTime() - seconds * 1000);
  return { created: ago(config.auth.sessionSeconds), refreshed: ago(config.auth.sessionIdleSeconds) };
};

/** Where a person is signed in, and how they get on without their authenticator app. */
export const sessionRoutes: Registration[] = [
  route(listSessions, async (context, { caller, query }) => {
    const cursor = readCursor(query.cursor, isTime);
    const page = {
      limit: query.limit,
      before: cursor && { at: new Date(cursor.value), id: cursor.id },
      since: livingSince(context),
    };
    const { shown, last } = await takePage(page, (page) => sessionsOf(context.db, caller.userId, page));
    return {
      items: shown.map((session) => ({
        id: session.id,
        current: session.id === caller.sessionId,
        userAgent: session.user_agent,
        lastSeenAt: session.refreshed_at.toISOString(),
      })),
      nextCursor: writeCursor(last && { value: last.refreshed_at.toISOString(), id: last.id }),
    };
  }),
  route(endSession, async (context, { caller, params, request }) => {
    await transaction(context.db, async (db) => {
      requireFound((await endSessionOf(db, caller.userId, params.sessionId)) || undefined);
      await recordSecurityEvent(context, db, {
        userId: caller.userId,
        event: 'session_ended',
        device: deviceOf(request),
      });
    });
  }),
  route(createRecoveryCodesEndpoint, async (context, { caller, request }) => ({
    codes: await createRecoveryCodes(context, caller, deviceOf(request)),
  })),
  route(useRecoveryCode, async (context, { caller, body, request }) => {
    const session = await redeemRecoveryCode(context, caller, body.code, deviceOf(request));
    return presentSession(context, session);
  }),
  route(proveSession, async (context, { caller, body, address }) => {
    const prove = () => refreshProof(context, caller, body, clientKeyOf(address));
    await rethrowAsAppError(admitHashing(address, prove));
  }),
  route(undoChangeEndpoint, async (context, { body, address, request }) => {
    const visit = { address, device: deviceOf(request) };
    await rethrowAsAppError(admitHashing(address, () => undoChange(context, body, visit)));
  }),
];

/** Turns what the authentication protocol refuses in its own words into a refusal of the contract. */
async function rethrowAsAppError(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { status, retryAfterSeconds } = error;
    const code = status === 429 ? 'rate_limited' : status === 503 ? 'unavailable' : 'validation_failed';
    throw new AppError(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  }
}
