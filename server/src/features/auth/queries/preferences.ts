import type { HelpPreferences } from '@parlance/contract/endpoints/account/help';
import type { NotificationPreferences } from '@parlance/contract/endpoints/account/notifications';
import type { Appearance } from '@parlance/contract/endpoints/account/preferences';
import type { Updateable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Profiles } from '../../../db/types.ts';

const columns = ['theme', 'preferred_locale', 'time_zone'] as const;

export const appearanceOf = (db: Db, userId: string) =>
  db.selectFrom('profiles').select(columns).where('id', '=', userId).executeTakeFirst();

/** Keeps what is given, and makes the profile where there is none; a column without a value stays. */
async function upsertProfile(
  db: Db,
  userId: string,
  given: Partial<Omit<Updateable<Profiles>, 'id' | 'updated_at'>>,
  now: Date,
): Promise<void> {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const row = { ...set, updated_at: now };
  await db
    .insertInto('profiles')
    .values({ id: userId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export const upsertAppearance = (
  db: Db,
  userId: string,
  { theme, language, timezone }: { [Name in keyof Appearance]?: Appearance[Name] | undefined },
  now: Date,
) => upsertProfile(db, userId, { theme, preferred_locale: language, time_zone: timezone }, now);

/** Of an account without a profile, what the columns say where nobody has said anything. */
export async function notificationsOf(db: Db, userId: string): Promise<NotificationPreferences> {
  const row = await db
    .selectFrom('profiles')
    .select(['email_notifications', 'marketing_emails', 'activity_summaries', 'receive_updates'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return {
    emailNotifications: row?.email_notifications ?? true,
    marketingEmails: row?.marketing_emails ?? row?.receive_updates ?? false,
    activitySummaries: row?.activity_summaries ?? false,
  };
}

export const upsertNotifications = (
  db: Db,
  userId: string,
  given: { [Name in keyof NotificationPreferences]?: boolean | undefined },
  now: Date,
) =>
  upsertProfile(
    db,
    userId,
    {
      email_notifications: given.emailNotifications,
      marketing_emails: given.marketingEmails,
      activity_summaries: given.activitySummaries,
    },
    now,
  );

export async function helpOf(db: Db, userId: string): Promise<HelpPreferences> {
  const row = await db
    .selectFrom('profiles')
    .select(['tour', 'tour_step', 'tooltips'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return { tour: row?.tour ?? 'new', step: row?.tour_step ?? null, tooltips: row?.tooltips ?? true };
}

export const upsertHelp = (
  db: Db,
  userId: string,
  { tour, step, tooltips }: { [Name in keyof HelpPreferences]?: HelpPreferences[Name] | undefined },
  now: Date,
) => upsertProfile(db, userId, { tour, tour_step: step, tooltips }, now);
