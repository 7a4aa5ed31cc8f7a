import { createHmac } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { countAttempts } from '../../../kit/limits/rate-limit.ts';
import { countAccountFailure, countAddressFailure, failuresOf } from '../queries/sign-in-failures.ts';
import { AuthError } from './errors.ts';

/** Endpoints whose requests are counted together. `mail`: whatever may cause one. */
export type RequestGroup = 'token' | 'mail' | 'verify' | 'factor' | 'sso';

/** Counts a request of one client address in its group of endpoints, over five minutes. */
export async function countRequest(context: Context, group: RequestGroup, address: string): Promise<void> {
  const limit = context.config.auth.requestsPer5Min;
  const wait = await countAttempts(context, [{ of: `auth ${group}:${address}`, limit, windowMs: 300_000 }]);
  if (wait !== undefined) {
    throw new AuthError('over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: wait });
  }
}

const hourMs = 3_600_000;

const fractionOfLimit = ({ config }: Context, part: number) =>
  Math.max(1, Math.floor(config.auth.emailsPerHour / part));

const mailsTo = (context: Context, email: string) => ({
  of: `auth mails to:${email}`,
  limit: fractionOfLimit(context, 6),
  windowMs: hourMs,
});

/** Whether an address may get one more mail that nobody in the request has named. */
export const mayMail = async (context: Context, db: Db, email: string): Promise<boolean> =>
  (await countAttempts({ ...context, db }, [mailsTo(context, email)])) === undefined;

/**
 * Counts a mail that a request is about to cause, whether the address has an account or not. All counts move or none:
 * who is over the limit of their own address does not use up somebody else's.
 */
export async function countMail(
  context: Context,
  mail: { kind: string; email: string; address: string; isSignUp?: boolean },
): Promise<void> {
  const { emailsPerHour, minSecondsBetweenEmails } = context.config.auth;
  const hourly = [
    { of: `auth mails from:${mail.address}`, limit: emailsPerHour, windowMs: hourMs },
    mailsTo(context, mail.email),
    ...(mail.isSignUp
      ? [{ of: `auth sign-ups from:${mail.address}`, limit: fractionOfLimit(context, 3), windowMs: hourMs }]
      : []),
  ];
  const interval = {
    of: `auth ${mail.kind} to:${mail.email}`,
    limit: 1,
    windowMs: minSecondsBetweenEmails * 1000,
  };
  await transaction(context.db, async (db) => {
    const counting = { ...context, db };
    const wait = await countAttempts(counting, hourly);
    if (wait !== undefined) {
      throw new AuthError('over_email_send_rate_limit', 'email rate limit exceeded', {
        retryAfterSeconds: wait,
      });
    }
    const pause = minSecondsBetweenEmails === 0 ? undefined : await countAttempts(counting, [interval]);
    if (pause !== undefined) {
      throw new AuthError(
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${pause} seconds.`,
        { retryAfterSeconds: pause },
      );
    }
  });
}

const failureWindowSeconds = 15 * 60;
const maxAccountFailures = 5;
const firstWaitSeconds = 30;

/** Whose failures are counted, by a key that tells who reads the table nothing. */
export const hashFailureKey = ({ secrets }: Context, who: string) =>
  createHmac('sha256', secrets.derive('auth.sign-in-failures')).update(who).digest();

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

/** Counts a failed sign-in; says whether it locks the account for the first time. */
export async function countFailure(context: Context, keys: FailureKeys): Promise<boolean> {
  const now = context.clock();
  const since = new Date(now.getTime() - failureWindowSeconds * 1000);
  const failures = await countAccountFailure(context.db, {
    key: keys.account,
    limit: maxAccountFailures,
    now,
    since,
    firstWaitSeconds,
    maxWaitSeconds: failureWindowSeconds,
  });
  await countAddressFailure(context.db, {
    key: keys.address,
    limit: Math.max(1, Math.floor(context.config.auth.requestsPer5Min / 5)),
    now,
    since,
    spanSeconds: failureWindowSeconds,
  });
  return failures === maxAccountFailures;
}
