import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Crawls } from '../../../db/types.ts';
import { keepOwners } from '../../auth/service.ts';
import { lockChatbot } from '../../chatbots/service.ts';

export type CrawlRow = Selectable<Crawls>;

/** By which a found crawl is written. */
export type CrawlKey = Pick<CrawlRow, 'id' | 'owner_id'>;

/** Inserts a crawl; nothing when this chatbot already has it. */
export const insertCrawl = (db: Db, row: Insertable<Crawls>) =>
  db
    .insertInto('crawls')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const findCrawl = (db: Db, ownerId: string, id: string) =>
  db.selectFrom('crawls').selectAll().where('owner_id', '=', ownerId).where('id', '=', id).executeTakeFirst();

export const findCrawlByUrl = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  kind: CrawlRow['kind'],
  url: string,
) =>
  db
    .selectFrom('crawls')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', kind)
    .where('url', '=', url)
    .executeTakeFirst();

export const countCrawls = async (db: Db, ownerId: string, chatbotId: string) => {
  const { count } = await db
    .selectFrom('crawls')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .executeTakeFirstOrThrow();
  return count;
};

/** A crawl for jobs, whose payload names one that a request of its owner has put there. */
export const findCrawlForJob = (db: Db, id: string) =>
  db.selectFrom('crawls').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Locks crawls in one order: who writes a crawl's pages holds its row first. Before that its owner and its chatbot,
 * whom new pages refer to, and whose deletion takes pages and then crawls with it.
 */
export async function lockCrawls(db: Db, ids: string[]): Promise<CrawlRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ owner_id: string; chatbot_id: string }>`
    select distinct owner_id, chatbot_id from crawls where id = any(${ids}::uuid[]) order by 1, 2`.execute(
    db,
  );
  const owners = rows.map(({ owner_id }) => owner_id);
  await keepOwners(db, owners);
  for (const { owner_id, chatbot_id } of rows) await lockChatbot(db, owner_id, chatbot_id);
  return db.selectFrom('crawls').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

export const updateCrawlRow = (db: Db, { id, owner_id }: CrawlKey, change: Updateable<Crawls>) =>
  db
    .updateTable('crawls')
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteCrawlRow = (db: Db, ownerId: string, id: string) =>
  db.deleteFrom('crawls').where('owner_id', '=', ownerId).where('id', '=', id).execute();

export const crawlsOf = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { after?: { value: string; id: string } | undefined; limit: number },
) =>
  db
    .selectFrom('crawls')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .$if(page.after !== undefined, (q) => {
      const { value, id } = page.after as { value: string; id: string };
      return q.where(sql<boolean>`(created_at, id) < (${new Date(value)}, ${id})`);
    })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();

export interface CrawlCounts {
  found: number;
  read: number;
  skipped: number;
  failed: number;
}

export const addCounts = (db: Db, crawl: CrawlKey, add: CrawlCounts, at: Date) =>
  sql`update crawls set found = found + ${add.found}::int, read = read + ${add.read}::int,
        skipped = greatest(0, skipped + ${add.skipped}::int), failed = greatest(0, failed + ${add.failed}::int), updated_at = ${at}
      where id = ${crawl.id} and owner_id = ${crawl.owner_id}`.execute(db);

/** Crawls of a chatbot whose pages are all known and none of which waits: they have come to their end. */
export async function listIdleCrawls(
  db: Db,
  { ownerId, chatbotId }: { ownerId: string; chatbotId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from crawls c
     where owner_id = ${ownerId} and chatbot_id = ${chatbotId} and status = 'running' and sitemaps_waiting = '[]'
       and not exists (select from sources s where s.crawl_id = c.id and s.status in ('pending', 'processing'))
     order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export const listDueCrawls = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('crawls')
    .selectAll()
    .where('next_sync_at', '<=', now)
    .where('status', '<>', 'running')
    .orderBy('next_sync_at')
    .limit(limit)
    .execute();
