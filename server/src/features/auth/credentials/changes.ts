import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import { enqueueMail, type MailName } from '../mails/mails.ts';
import { endFlowsOf, insertCredentialChange } from '../queries/credentials.ts';
import { type Device, recordSecurityEvent } from '../sessions/security-events.ts';

const dayMs = 86_400_000;
const undoDays = 7;

/** What changes who gets into an account, and the mail that tells whoever got in before. */
const mails = {
  password_changed: 'passwordChanged',
  email_changed: 'emailChanged',
  identity_linked: 'identityLinked',
  identity_unlinked: 'identityUnlinked',
  factor_added: 'newFactor',
  factor_removed: 'factorRemoved',
} as const satisfies Record<string, MailName>;

export type CredentialChange = keyof typeof mails;

/**
 * To be called in the transaction of a change, before it: keeps how the account stood, tells the address that stood then
 * how to undo it, and ends whatever somebody has begun and not finished.
 */
export async function prepareCredentialChange(
  context: Context,
  db: Db,
  change: {
    userId: string;
    change: CredentialChange;
    details?: Record<string, unknown>;
    device?: Device | undefined;
    /** What the change itself needs to its end. */
    keep?: { flowStateId?: string | null; factorId?: string };
  },
): Promise<void> {
  const { userId } = change;
  const now = context.clock();
  const id = newId(now);
  await recordSecurityEvent(context, db, {
    userId,
    event: change.change,
    ...(change.details ? { details: change.details } : {}),
    device: change.device,
  });
  const before = await insertCredentialChange(db, {
    id,
    userId,
    change: change.change,
    now,
    expiresAt: new Date(now.getTime() + undoDays * dayMs),
  });
  await endFlowsOf(db, userId, change.keep);
  if (before) {
    await enqueueMail(context, db, mails[change.change], userId, { address: before.email, changeId: id });
  }
}
