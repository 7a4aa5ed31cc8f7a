import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import type { MailPurpose, OptionalMailKind } from '../../../kit/mail/mail.ts';
import { accountById } from '../queries/accounts.ts';
import { newestConsent, wantedNewsAtSignUp } from '../queries/consents.ts';
import { notificationsOf, upsertNotifications } from '../queries/preferences.ts';

const preferences = {
  important: 'emailNotifications',
  activity: 'activitySummaries',
  marketing: 'marketingEmails',
} as const satisfies Record<OptionalMailKind, string>;

/** Whether somebody wants mails of this kind. News and offers need two: the mails, and the consent. */
export async function wantsMail(db: Db, ownerId: string, kind: OptionalMailKind): Promise<boolean> {
  if (!(await notificationsOf(db, ownerId))[preferences[kind]]) return false;
  if (kind !== 'marketing') return true;
  const consent = await newestConsent(db, ownerId);
  return consent?.marketing_communications ?? (await wantedNewsAtSignUp(db, ownerId));
}

/** What a mail that can be declined is for, and how; none: it is not wanted, or there is no address for it. Asked when it leaves. */
export async function optionalMail(
  { db, config, secrets }: Pick<Context, 'db' | 'config' | 'secrets'>,
  ownerId: string,
  kind: OptionalMailKind,
): Promise<MailPurpose | undefined> {
  if (!(await wantsMail(db, ownerId, kind))) return undefined;
  // A single sign-on may vouch for none.
  if (!(await accountById(db, ownerId))?.email) return undefined;
  // Sealed, not signed by the newest key: it opens for as long as anything does that was sealed under the same key.
  const token = secrets.encrypt(JSON.stringify({ ownerId, kind }), place);
  return { kind, unsubscribeUrl: `${config.publicUrl}/unsubscribe?token=${token}` };
}

const place = 'mail.unsubscribe';
const sealed = z.object({ ownerId: z.uuid(), kind: z.enum(['important', 'activity', 'marketing']) });

/** Whose mails of which kind a link ends; none if it is not one of ours, or its account is gone. */
export async function readUnsubscribe({ db, secrets }: Pick<Context, 'db' | 'secrets'>, token: string) {
  let wish: z.output<typeof sealed>;
  try {
    wish = sealed.parse(JSON.parse(secrets.decrypt(token, place)));
  } catch {
    return undefined;
  }
  const account = await accountById(db, wish.ownerId);
  return account && { ...wish, language: account.preferred_locale ?? 'fr' };
}

export const unsubscribe = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { ownerId, kind }: { ownerId: string; kind: OptionalMailKind },
) => upsertNotifications(db, ownerId, { [preferences[kind]]: false }, clock());
