import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import { countAttempts } from '../../../kit/limits/rate-limit.ts';
import { enqueueMail } from '../mails/mails.ts';
import { insertSecurityEvent, pruneBrowserEvents, type Severity } from './security-event-queries.ts';

/** What the server itself notices of an account. */
export type SecurityEventName =
  | 'sign_in_new_device'
  | 'sign_in_locked'
  | 'second_step_locked'
  | 'password_changed'
  | 'email_changed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_created'
  | 'recovery_code_used'
  | 'refresh_token_reused'
  | 'change_undone'
  | 'session_ended'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'account_deletion_requested';

const severities: Record<SecurityEventName, Severity> = {
  sign_in_new_device: 'low',
  sign_in_locked: 'medium',
  // Who got there has the first factor.
  second_step_locked: 'high',
  password_changed: 'medium',
  email_changed: 'medium',
  identity_linked: 'medium',
  identity_unlinked: 'medium',
  factor_added: 'low',
  factor_removed: 'medium',
  recovery_codes_created: 'low',
  recovery_code_used: 'medium',
  refresh_token_reused: 'high',
  change_undone: 'medium',
  session_ended: 'low',
  api_key_created: 'medium',
  api_key_revoked: 'low',
  account_deletion_requested: 'medium',
};

export interface Device {
  userAgent: string | null;
  /** Truncated network address. */
  address: string;
}

/** Stores an event, facts without credentials, in the caller's transaction. */
export function recordSecurityEvent(
  context: Context,
  db: Db,
  event: {
    userId: string;
    event: SecurityEventName;
    details?: Record<string, unknown>;
    device?: Device | undefined;
  },
): Promise<void> {
  return record(context, db, {
    ...event,
    origin: 'server',
    severity: severities[event.event],
    details: event.details ?? {},
  });
}

/** Events of a browser that are kept for an account. */
const maxBrowserEvents = 1000;

/** Stores what a page tells of its own session: claims, under the caller's id. */
export async function recordBrowserEvent(
  context: Context,
  db: Db,
  event: {
    userId: string;
    event: string;
    severity: Severity;
    details: Record<string, unknown>;
    device: Device;
  },
): Promise<void> {
  await record(context, db, { ...event, origin: 'browser' });
  await pruneBrowserEvents(db, event.userId, maxBrowserEvents);
}

const hourMs = 3_600_000;

async function record(
  context: Context,
  db: Db,
  event: {
    userId: string;
    origin: 'server' | 'browser';
    event: string;
    severity: Severity;
    details: Record<string, unknown>;
    device?: Device | undefined;
  },
): Promise<void> {
  const { userId, device, severity } = event;
  const now = context.clock();
  await insertSecurityEvent(db, {
    id: newId(now),
    userId,
    origin: event.origin,
    event: event.event,
    severity,
    details: event.details,
    userAgent: device?.userAgent?.slice(0, 512) ?? null,
    address: device?.address ?? null,
    now,
  });
  const isGrave = severity === 'high' || severity === 'critical';
  if (event.origin === 'server') {
    const facts = { event: event.event, userId, address: device?.address, ...event.details };
    context.log[isGrave ? 'warn' : 'info'](facts, 'security event');
  }
  if (!isGrave) return;
  const isTooSoon = await countAttempts({ ...context, db }, [
    { of: `security alert:${userId}`, limit: 1, windowMs: hourMs },
  ]);
  if (isTooSoon === undefined) await enqueueMail(context, db, 'securityAlert', userId);
}
