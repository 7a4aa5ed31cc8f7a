import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { ChatbotCopies, Sources } from '../../../db/types.ts';
import { nilId } from '../../../kit/ids.ts';

export type CopyRow = Selectable<ChatbotCopies>;

export const beginCopy = (
  db: Db,
  copy: { chatbotId: string; ownerId: string; fromId: string; startedAt: Date },
) =>
  db
    .insertInto('chatbot_copies')
    .values({
      chatbot_id: copy.chatbotId,
      owner_id: copy.ownerId,
      from_id: copy.fromId,
      started_at: copy.startedAt,
    })
    .execute();

export const findRunningCopy = (db: Db, chatbotId: string) =>
  db.selectFrom('chatbot_copies').selectAll().where('chatbot_id', '=', chatbotId).executeTakeFirst();

/** Moves the mark of a copy; false when it stands elsewhere meanwhile: another process has gone on with it. */
export const advanceCopy = async (db: Db, copy: CopyRow, after: string | null, unread: number) => {
  const { numUpdatedRows } = await db
    .updateTable('chatbot_copies')
    .set((e) => ({ after, unread: e('unread', '+', unread) }))
    .where('owner_id', '=', copy.owner_id)
    .where('chatbot_id', '=', copy.chatbot_id)
    .where('after', 'is not distinct from', copy.after)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

export const endCopy = (db: Db, chatbotId: string) =>
  db.deleteFrom('chatbot_copies').where('chatbot_id', '=', chatbotId).returningAll().executeTakeFirst();

export const hasSources = async (db: Db, ownerId: string, chatbotId: string) =>
  (
    await sql`select from sources where owner_id = ${ownerId} and chatbot_id = ${chatbotId}
              union all select from crawls where owner_id = ${ownerId} and chatbot_id = ${chatbotId} limit 1`.execute(
      db,
    )
  ).rows.length > 0;

const copiedColumns = [
  'id',
  'kind',
  'status',
  'version',
  'passages',
  'file_key',
  'crawl_id',
  'size',
] as const;

export type SourceToCopy = Pick<Selectable<Sources>, (typeof copiedColumns)[number]>;

/** Sources of the original that were there when its copying began, the next ones. */
export const listSourcesToCopy = (
  db: Db,
  { owner_id, from_id, started_at, after }: CopyRow,
  limit: number,
): Promise<SourceToCopy[]> =>
  db
    .selectFrom('sources')
    .select(copiedColumns)
    .where('owner_id', '=', owner_id)
    .where('chatbot_id', '=', from_id)
    .where('created_at', '<=', started_at)
    .where('id', '>', after ?? nilId)
    .orderBy('id')
    .limit(limit)
    .execute();

/** These of the original's sources as they stand, held so until the transaction ends. */
export const lockSourcesToCopy = (db: Db, ownerId: string, ids: string[]): Promise<SourceToCopy[]> =>
  db
    .selectFrom('sources')
    .select(copiedColumns)
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute();

/**
 * Inserts rows like the originals but for what `changes` says of each; those that the chatbot has already stay away.
 */
export async function insertCopiedSources(
  db: Db,
  ownerId: string,
  copies: readonly { from: string; changes: Record<string, unknown> }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into sources
    select r.*
      from unnest(${copies.map(({ from }) => from)}::uuid[],
                  ${copies.map(({ changes }) => JSON.stringify(changes))}::text[]) as n (id, changes)
      join sources s on s.id = n.id and s.owner_id = ${ownerId}
     cross join lateral jsonb_populate_record(s, n.changes::jsonb) r
    on conflict do nothing
    returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export const listCrawlsToCopy = (db: Db, ownerId: string, chatbotId: string) =>
  db
    .selectFrom('crawls')
    .select(['id', 'status'])
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .execute();

/**
 * Inserts copies of crawls, with what was learned of the sites that they read: the same page says the same in both
 * chatbots.
 */
export async function insertCopiedCrawls(
  db: Db,
  { owner_id, from_id, chatbot_id }: CopyRow,
  copies: readonly { from: string; changes: Record<string, unknown> }[],
): Promise<void> {
  await sql`
    insert into crawls
    select r.*
      from unnest(${copies.map(({ from }) => from)}::uuid[],
                  ${copies.map(({ changes }) => JSON.stringify(changes))}::text[]) as n (id, changes)
      join crawls c on c.id = n.id and c.owner_id = ${owner_id}
     cross join lateral jsonb_populate_record(c, n.changes::jsonb) r
    on conflict do nothing`.execute(db);
  await sql`
    insert into site_blocks (chatbot_id, site, blocks)
    select ${chatbot_id}, site, blocks from site_blocks where chatbot_id = ${from_id}
    on conflict do nothing`.execute(db);
}

/** Pages that a crawl has met and its copy does not know yet. */
export async function listCrawlPagesToCopy(
  db: Db,
  crawl: { from: string; to: string },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from crawl_pages p
     where p.crawl_id = ${crawl.from}
       and not exists (select from crawl_pages known where known.crawl_id = ${crawl.to} and known.url = p.url)
     order by p.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export const insertCopiedPages = (
  db: Db,
  ownerId: string,
  crawlId: string,
  ids: string[],
  copyIds: string[],
) =>
  sql`
    insert into crawl_pages
    select r.*
      from unnest(${ids}::uuid[], ${copyIds}::uuid[]) as n (id, copy_id)
      join crawl_pages p on p.id = n.id
     cross join lateral jsonb_populate_record(p, jsonb_build_object('id', n.copy_id, 'crawl_id', ${crawlId}::uuid)) r
     where exists (select from crawls where id = ${crawlId}::uuid and owner_id = ${ownerId} for key share)
    on conflict do nothing`.execute(db);

/** Gives a crawl's copy the original's schedule from now on. */
export const scheduleCopiedCrawl = (db: Db, ownerId: string, crawl: { from: string; to: string }) =>
  sql`update crawls c set next_sync_at = o.next_sync_at from crawls o
       where c.id = ${crawl.to} and c.owner_id = ${ownerId} and o.id = ${crawl.from} and o.owner_id = ${ownerId}
         and c.status <> 'running'`.execute(db);

/** The ids under which passages were copied for sources that a chatbot does not have. */
export async function listUnclaimedCopies(db: Db, chatbotId: string): Promise<string[]> {
  const { rows } = await sql<{ source_id: string }>`
    select distinct l.source_id from passage_lexicon l
     where l.chatbot_id = ${chatbotId} and not exists (select from sources s where s.id = l.source_id)`.execute(
    db,
  );
  return rows.map(({ source_id }) => source_id);
}
