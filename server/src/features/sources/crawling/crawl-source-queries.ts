import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { withLockedSources } from '../records/queries.ts';
import type { CrawlKey, CrawlRow } from './crawl-queries.ts';

/**
 * Makes waiting pages sources that wait for their reading. Gives the ids of those that could not become one: the
 * chatbot has their address as another source.
 */
export async function activatePages(
  db: Db,
  crawl: CrawlRow,
  pages: { id: string; url: string; host: string; isNew?: boolean }[],
  at: Date,
): Promise<string[]> {
  const ids = pages.map(({ id }) => id);
  const known = new Set(
    await awaitSources(
      db,
      crawl,
      pages.filter(({ isNew }) => !isNew).map(({ id }) => id),
      at,
    ),
  );
  const fresh = pages.filter(({ id }) => !known.has(id));
  const { rows: added } = await sql<{ id: string }>`
    insert into sources (id, owner_id, chatbot_id, kind, name, url, host, media_type, format, crawl_id, ignore_header,
                         ignore_footer, created_at, updated_at)
    select n.id, ${crawl.owner_id}::uuid, ${crawl.chatbot_id}::uuid, 'url', n.url, n.url, n.host, 'text/html', 'html',
           ${crawl.id}::uuid, ${crawl.ignore_header}::bool, ${crawl.ignore_footer}::bool, ${at}, ${at}
      from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ url }) => url)}::text[],
                  ${fresh.map(({ host }) => host)}::text[]) as n (id, url, host)
    on conflict do nothing returning id`.execute(db);
  for (const { id } of added) known.add(id);
  const elsewhere = ids.filter((id) => !known.has(id));
  if (elsewhere.length > 0) {
    await sql`update crawl_pages set status = 'skipped', reason = 'already_a_source'
               where id = any(${elsewhere}::uuid[])`.execute(db);
  }
  return elsewhere;
}

/** Those of these pages of a crawl that are sources already, and now wait to be read again. */
async function awaitSources(db: Db, crawl: CrawlRow, ids: string[], at: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with ${withLockedSources(crawl.owner_id, sql`id = any(${ids}::uuid[]) and crawl_id = ${crawl.id}`)}
    update sources set version = version + 1, status = 'pending', progress_done = null, progress_total = null,
           error_code = null, error_detail = null, error_status_code = null,
           ignore_header = ${crawl.ignore_header}, ignore_footer = ${crawl.ignore_footer}, updated_at = ${at}
     where id in (select id from held) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Parks a crawl's sources that wait no longer: those that know nothing go, the others, which come back, answer with
 * what they know.
 */
export async function parkPages(db: Db, crawl: CrawlKey, at: Date) {
  const held = withLockedSources(
    crawl.owner_id,
    sql`crawl_id = ${crawl.id} and status in ('pending', 'processing')`,
  );
  await sql`
    with ${held}
    delete from sources where id in (select id from held) and (last_sync_at is null or passages = 0)`.execute(
    db,
  );
  const { rows } = await sql<{ id: string; version: number; owner_id: string }>`
    with ${held} update sources set status = 'ready', updated_at = ${at} where id in (select id from held)
    returning id, version, owner_id`.execute(db);
  return rows;
}

export const sourceIdsOfCrawl = async (db: Db, crawl: CrawlKey, limit: number) => {
  const rows = await db
    .selectFrom('sources')
    .select('id')
    .where('owner_id', '=', crawl.owner_id)
    .where('crawl_id', '=', crawl.id)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
