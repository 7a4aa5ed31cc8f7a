import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type ChannelFacts, encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { Channels } from '../../../db/types.ts';
import type { PlatformName } from '../platforms/platform.ts';

export type ChannelRow = Selectable<Channels>;

export const insertChannel = (db: Db, row: Insertable<Channels>) =>
  db.insertInto('channels').values(row).returningAll().executeTakeFirstOrThrow();

export const channelById = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('channels')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

export const channelsByIds = (db: Db, ownerId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('channels').selectAll().where('owner_id', '=', ownerId).where('id', 'in', ids).execute();

/** The channel that a platform delivers to: whose it is, its secret says. */
export const channelForDelivery = (db: Db, id: string, platform: PlatformName) =>
  db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', id)
    .where('platform', '=', platform)
    .executeTakeFirst();

/** The channels of accounts that a delivery tells of; whether it may tell of them, their own secrets say. */
export const channelsForDelivery = (db: Db, platform: PlatformName, accountIds: readonly string[]) =>
  accountIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('channels')
        .selectAll()
        .where('platform', '=', platform)
        .where('account_id', 'in', accountIds)
        .execute();

/** For a job, which is told of a channel and asks whose it is by now. */
export const channelOfJob = (db: Db, id: string) =>
  db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();

const accountLocks = 7_042;

/** Gives a channel its account in a transaction, unless another has it, or took it at the same moment. */
export async function takeAccount(db: Db, row: ChannelRow, accountId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${accountLocks}, hashtext(${`${row.platform}:${accountId}`}))`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`
    update channels set chatbot_id = id, account_id = ${accountId}
     where id = ${row.id} and owner_id = ${row.owner_id}
       and not exists (select from channels o
                        where o.platform = ${row.platform} and o.account_id = ${accountId} and o.id <> ${row.id})
    returning id`.execute(db);
  return rows.length > 0;
}

export const updateChannelRow = (db: Db, ownerId: string, id: string, change: Updateable<Channels>) =>
  db
    .updateTable('channels')
    .set(change)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Notes facts beside those that are there. */
export const noteFacts = (
  db: Db,
  { id, owner_id }: Pick<ChannelRow, 'id' | 'owner_id'>,
  facts: ChannelFacts,
) =>
  db
    .updateTable('channels')
    .set({ facts: sql`facts || ${encodeJson(facts)}::jsonb` })
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .returning('id')
    .executeTakeFirst();

/** Keeps the secret that a platform is about to be told; gives the one of an attempt before, where that did not end. */
export async function proposeSecret(db: Db, { id, owner_id }: ChannelRow, sealed: string) {
  const row = await db
    .updateTable('channels')
    .set({ next_webhook_secret: sql<string>`coalesce(next_webhook_secret, ${sealed})` })
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .returning('next_webhook_secret')
    .executeTakeFirst();
  return row?.next_webhook_secret ?? undefined;
}

/** The platform has taken the secret: the one before it is believed no longer. */
export const takeSecret = (db: Db, { id, owner_id }: ChannelRow, proposed: string) =>
  db
    .updateTable('channels')
    .set({ webhook_secret: proposed, next_webhook_secret: null })
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .where('next_webhook_secret', '=', proposed)
    .execute();

export const deleteChannelRow = (db: Db, ownerId: string, id: string) =>
  db.deleteFrom('channels').where('owner_id', '=', ownerId).where('id', '=', id).execute();

/** Whether another chatbot of this installation is reached by the account. */
export async function isAccountTaken(
  db: Db,
  platform: PlatformName,
  accountId: string,
  exceptId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('channels')
    .select('id')
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Who takes an account needs it registered: what was to be let go of stays. */
export const forgetClosures = (db: Db, platform: PlatformName, accountId: string) =>
  db
    .deleteFrom('channel_closures')
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .execute();

/** What is to be let go of, the longest untried first: what fails for a day stands before nothing newer. */
export const closuresOf = (db: Db, limit: number) =>
  db
    .selectFrom('channel_closures')
    .selectAll()
    .orderBy(sql`tried_at nulls first`)
    .orderBy('created_at')
    .limit(limit)
    .execute();

export const markClosureTried = (db: Db, id: string, now: Date) =>
  db.updateTable('channel_closures').set({ tried_at: now }).where('id', '=', id).execute();

export const deleteClosure = (db: Db, id: string) =>
  db.deleteFrom('channel_closures').where('id', '=', id).execute();

/**
 * The channels whose numbers are of one business account and reached by one app: its platform delivers what is written to any of them
 * to one address.
 */
export const channelsSharing = (db: Db, { platform, facts }: Pick<ChannelRow, 'platform' | 'facts'>) =>
  facts.businessId === undefined
    ? Promise.resolve([])
    : db
        .selectFrom('channels')
        .select(['id', 'owner_id', 'platform'])
        .where('platform', '=', platform)
        .where('account_id', 'is not', null)
        .where(sql<boolean>`facts ->> 'businessId' = ${facts.businessId}`)
        .where(sql<boolean>`facts ->> 'appId' is not distinct from ${facts.appId ?? null}`)
        .orderBy('created_at')
        .execute();

/** Creations that nobody has gone on with: their secrets are nobody's to keep. */
export const deleteUnfinished = (db: Db, before: Date) =>
  db.deleteFrom('channels').where('chatbot_id', 'is', null).where('created_at', '<', before).execute();

/** The channels whose health was looked at longest ago, of those that were not since. */
export const channelsToCheck = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('channels')
    .select(['id', 'owner_id'])
    .where('account_id', 'is not', null)
    .where(sql<boolean>`coalesce((health ->> 'checkedAt')::timestamptz < ${before}, true)`)
    .orderBy(sql`(health ->> 'checkedAt')::timestamptz nulls first`)
    .limit(limit)
    .execute();

export interface ListedChannel {
  id: string;
  created_at: Date;
  isWebsite: boolean;
}

/** Where an account's chatbots are reached, the newest first: a website's chatbot is its own channel. */
export async function channelsOf(
  db: Db,
  ownerId: string,
  page: { limit: number; after?: { value: string; id: string } | undefined },
): Promise<ListedChannel[]> {
  const { limit, after } = page;
  const from = after ? sql`where (created_at, id) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<ListedChannel>`
    select id, created_at, "isWebsite" from (
      select id, created_at, true as "isWebsite" from chatbots where owner_id = ${ownerId} and platform = 'website'
      union all
      select id, created_at, false from channels where owner_id = ${ownerId}
    ) listed ${from}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
