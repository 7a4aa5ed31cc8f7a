import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { AuthError } from './errors.ts';
import { countAccountFailure, countAddressFailure, failuresOf } from './queries.ts';

/** Requests of one client address in one group of endpoints, in five minutes. */
export async function countRequest(
  context: Context,
  group: 'token' | 'mail' | 'verify',
  address: string,
): Promise<void> {
  const wait = await hit(
    context.db,
    `auth ${group}`,
    address,
    context.config.auth.requestsPer5Min,
    300,
    context.clock(),
  );
  if (wait !== undefined) {
    throw new AuthError('over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: wait });
  }
}

/**
 * A mail that a request is about to cause, whether the address has an account or not. All counts move or none:
 * who is over the limit of their own address does not use up somebody else's.
 */
export async function countMail(
  context: Context,
  mail: { kind: string; email: string; address: string; isSignUp?: boolean },
): Promise<void> {
  const { emailsPerHour, minSecondsBetweenEmails } = context.config.auth;
  const share = (part: number) => Math.max(1, Math.floor(emailsPerHour / part));
  const now = context.clock();
  const refuse = (message: string, wait: number) => {
    throw new AuthError('over_email_send_rate_limit', message, { retryAfterSeconds: wait });
  };
  await transaction(context.db, async (db) => {
    const perHour = async (name: string, subject: string, limit: number) => {
      const wait = await hit(db, `auth ${name}`, subject, limit, 3600, now);
      if (wait !== undefined) refuse('email rate limit exceeded', wait);
    };
    await perHour('mails from', mail.address, emailsPerHour);
    if (mail.isSignUp) await perHour('sign-ups from', mail.address, share(3));
    await perHour('mails to', mail.email, share(6));
    if (minSecondsBetweenEmails === 0) return;
    const wait = await hit(db, `auth ${mail.kind} to`, mail.email, 1, minSecondsBetweenEmails, now);
    if (wait !== undefined) {
      refuse(`For security purposes, you can only request this after ${wait} seconds.`, wait);
    }
  });
}

const failureSpanSeconds = 15 * 60;
const accountFailures = 5;
const firstWaitSeconds = 30;

export interface FailureKeys {
  account: Buffer;
  address: Buffer;
}

/** Refuses while the account, or the client address, has failed too often. */
export async function refuseBlocked(context: Context, keys: FailureKeys): Promise<void> {
  const now = context.clock().getTime();
  const blocked = (await failuresOf(context.db, [keys.account, keys.address])).map(
    ({ blocked_until }) => (blocked_until?.getTime() ?? 0) - now,
  );
  const waitMs = Math.max(0, ...blocked);
  if (waitMs > 0) {
    throw new AuthError('over_request_rate_limit', 'Request rate limit reached', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
}

export async function countFailure(context: Context, keys: FailureKeys): Promise<void> {
  const now = context.clock();
  const since = new Date(now.getTime() - failureSpanSeconds * 1000);
  await countAccountFailure(context.db, {
    key: keys.account,
    limit: accountFailures,
    now,
    since,
    firstWaitSeconds,
    longestWaitSeconds: failureSpanSeconds,
  });
  await countAddressFailure(context.db, {
    key: keys.address,
    limit: Math.max(1, Math.floor(context.config.auth.requestsPer5Min / 5)),
    now,
    since,
    spanSeconds: failureSpanSeconds,
  });
}
