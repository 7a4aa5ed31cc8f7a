import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { CrawlPages } from '../../../db/types.ts';
import type { ErrorColumns } from '../records/refusals.ts';
import type { CrawlKey, CrawlRow } from './crawl-queries.ts';

export type CrawlPageRow = Selectable<CrawlPages>;

/** The first failed pages of each of these crawls. */
export async function failedPagesOf(db: Db, crawlIds: string[], limit: number) {
  const { rows } = await sql<Pick<CrawlPageRow, 'crawl_id' | 'url' | 'reason'>>`
    select p.crawl_id, p.url, p.reason
      from unnest(${crawlIds}::uuid[]) as c (id),
           lateral (select * from crawl_pages where crawl_id = c.id and status = 'failed' order by id limit ${limit}) p
     order by p.id`.execute(db);
  return rows;
}

/** The number of pages of each of these crawls that are still to be read. */
export async function waitingPagesOf(db: Db, crawlIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ crawl_id: string; waiting: number }>`
    select crawl_id, count(*)::int as waiting from crawl_pages
     where crawl_id = any(${crawlIds}::uuid[]) and status = 'waiting' group by crawl_id`.execute(db);
  return new Map(rows.map(({ crawl_id, waiting }) => [crawl_id, waiting]));
}

/** A page of a crawl with the source that it became, and why that could not be read. */
export type CrawledPageRow = CrawlPageRow &
  ErrorColumns & {
    source_id: string | null;
  };

export async function crawlPagesOf(
  db: Db,
  crawl: CrawlKey,
  page: { status?: string | undefined; after?: string | undefined; limit: number },
) {
  const { rows } = await sql<CrawledPageRow>`
    select p.*, s.id as source_id, s.error_code, s.error_detail, s.error_status_code
      from crawl_pages p left join sources s on s.id = p.id and s.owner_id = ${crawl.owner_id}
     where p.crawl_id = ${crawl.id} and (${page.status ?? null}::text is null or p.status = ${page.status ?? null}::text)
       and (${page.after ?? null}::uuid is null or p.id > ${page.after ?? null}::uuid)
     order by p.id limit ${page.limit}`.execute(db);
  return rows;
}

/**
 * Those of these addresses that this run of a crawl has named: one look each, for the planner would read the whole
 * crawl.
 */
export async function listMetPages(
  db: Db,
  crawl: Pick<CrawlRow, 'id' | 'run'>,
  urls: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ url: string }>`
    select n.url
      from unnest(${urls}::text[]) as n (url),
           lateral (select run from crawl_pages where crawl_id = ${crawl.id} and url = n.url offset 0) p
     where p.run = ${crawl.run}`.execute(db);
  return new Set(rows.map(({ url }) => url));
}

export interface NewPage {
  id: string;
  url: string;
  lastmod?: string | undefined;
  depth: number;
  /** Why it is listed, but not read. */
  skipped?: { reason: string; detail?: string | undefined } | undefined;
}

/**
 * Stores pages that this run of a crawl has named. Those that are new to the run come back, with what is to become of
 * them: a page that its sitemap says to be unchanged stays read, one that was deleted by hand stays out. `misses` as
 * they were, null of a page that no run has named before.
 */
export async function namePages(db: Db, crawl: CrawlKey & Pick<CrawlRow, 'run'>, pages: NewPage[]) {
  const { rows } = await sql<{ id: string; url: string; status: string; misses: number | null }>`
    insert into crawl_pages as known (id, crawl_id, url, lastmod, depth, run, status, reason, detail)
    select n.id, ${crawl.id}::uuid, n.url, n.lastmod, n.depth, ${crawl.run}::int,
           case when n.reason is null then 'waiting' else 'skipped' end, n.reason, n.detail
      from unnest(${pages.map(({ id }) => id)}::uuid[], ${pages.map(({ url }) => url)}::text[],
                  ${pages.map(({ lastmod }) => lastmod ?? null)}::text[], ${pages.map(({ depth }) => depth)}::int[],
                  ${pages.map(({ skipped }) => skipped?.reason ?? null)}::text[],
                  ${pages.map(({ skipped }) => skipped?.detail ?? null)}::text[])
             as n (id, url, lastmod, depth, reason, detail)
    on conflict (crawl_id, url) do update set
      run = excluded.run, lastmod = excluded.lastmod, misses = 0,
      status = case
        when excluded.status = 'skipped' then 'skipped'
        when known.status = 'read' and excluded.lastmod = known.read_lastmod
          and exists (select from sources s where s.id = known.id and s.owner_id = ${crawl.owner_id}
                         and s.status in ('processed', 'ready')) then 'read'
        when known.status in ('read', 'failed')
          and not exists (select from sources s where s.id = known.id and s.owner_id = ${crawl.owner_id}) then 'skipped'
        when known.reason = 'deleted' then 'skipped'
        else 'waiting' end,
      reason = case
        when excluded.status = 'skipped' then excluded.reason
        when known.reason = 'deleted'
          or (known.status in ('read', 'failed')
              and not exists (select from sources s where s.id = known.id and s.owner_id = ${crawl.owner_id}))
          then 'deleted' end,
      detail = excluded.detail, status_code = null
      where known.run < excluded.run
    returning id, url, status, (select k.misses from crawl_pages k where k.id = known.id) as misses`.execute(
    db,
  );
  return rows;
}

/** Has pages that a crawl has known before read once more. */
export const awaitKnownPages = async (
  db: Db,
  crawl: CrawlKey & Pick<CrawlRow, 'run'>,
  statuses: string[],
) => {
  const { numAffectedRows } = await sql`
    update crawl_pages p set run = ${crawl.run}, status = 'waiting', reason = null, detail = null, status_code = null
     where crawl_id = ${crawl.id} and status = any(${statuses}::text[]) and reason is distinct from 'deleted'
       and (status in ('skipped', 'waiting') or exists (select from sources s where s.id = p.id and s.owner_id = ${crawl.owner_id}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
};

/** Waiting pages after one, as `activatePages` takes them. */
export const listWaitingPages = (db: Db, crawlId: string, after: string | undefined, limit: number) =>
  db
    .selectFrom('crawl_pages')
    .select(['id', 'url'])
    .where('crawl_id', '=', crawlId)
    .where('status', '=', 'waiting')
    .$if(after !== undefined, (q) => q.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute();

/** The number of the crawl's pages by path, of paths that are asked with queries. */
export async function countQueries(db: Db, crawlId: string, paths: string[]) {
  const { rows } = await sql<{ path: string; pages: number }>`
    select n.path, p.pages
      from unnest(${paths}::text[]) as n (path),
           lateral (select count(*)::int as pages from crawl_pages
                     where crawl_id = ${crawlId} and url >= n.path || '?' and url < n.path || '@') p`.execute(
    db,
  );
  return new Map(rows.map(({ path, pages }) => [path, pages]));
}

export const depthsOf = async (db: Db, ids: string[]) => {
  const rows = await db.selectFrom('crawl_pages').select(['id', 'depth']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, depth }) => [id, depth]));
};

export interface CrawlPageResult {
  id: string;
  status: 'read' | 'skipped' | 'failed';
  reason?: string | undefined;
  detail?: string | undefined;
  statusCode?: number | undefined;
}

/** Stores what became of pages; gives how each of them stood before, by which a crawl's figures change. */
export async function endPages(db: Db, ends: CrawlPageResult[]) {
  if (ends.length === 0) return [];
  const { rows } = await sql<{ id: string; crawl_id: string; before: string }>`
    with before as materialized (
      select id, status from crawl_pages where id = any(${ends.map(({ id }) => id)}::uuid[])
    )
    update crawl_pages p set status = n.status, reason = n.reason, detail = n.detail, status_code = n.code,
           read_lastmod = case when n.status = 'read' then p.lastmod end
      from unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ status }) => status)}::text[],
                  ${ends.map(({ reason }) => reason ?? null)}::text[],
                  ${ends.map(({ detail }) => detail ?? null)}::text[],
                  ${ends.map(({ statusCode }) => statusCode ?? null)}::int[]) as n (id, status, reason, detail, code),
           before
     where p.id = n.id and before.id = n.id
    returning p.id, p.crawl_id, before.status as before`.execute(db);
  return rows;
}

/** Leaves out pages that wait although their source is gone: somebody has deleted it. */
export async function leaveDeletedPages(db: Db, crawlId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update crawl_pages set status = 'skipped', reason = 'deleted'
     where crawl_id = ${crawlId} and status = 'waiting'`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export const findFirstFailedPage = (db: Db, crawlId: string) =>
  db
    .selectFrom('crawl_pages')
    .select(['url', 'reason', 'status_code'])
    .where('crawl_id', '=', crawlId)
    .where('status', '=', 'failed')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Whether a sitemap of this run could not be read, so that nobody knows which pages it names; one that is gone names none. */
export async function hasUnreadSitemap(
  db: Db,
  crawl: Pick<CrawlRow, 'id' | 'run' | 'sitemaps_seen'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from crawl_pages
     where crawl_id = ${crawl.id} and run = ${crawl.run} and status = 'failed'
       and url = any(${crawl.sitemaps_seen}::text[]) and status_code is distinct from 404
       and status_code is distinct from 410 limit 1`.execute(db);
  return rows.length > 0;
}

/** Marks pages that this run of a sitemap has not named, and gives for how many runs now. */
export async function missPages(db: Db, crawl: Pick<CrawlRow, 'id' | 'run'>) {
  const { rows } = await sql<{ id: string; misses: number }>`
    update crawl_pages set misses = misses + 1
     where crawl_id = ${crawl.id} and run < ${crawl.run} returning id, misses`.execute(db);
  return rows;
}

export const leavePages = (db: Db, ids: string[]) =>
  sql`update crawl_pages set status = 'skipped', reason = 'no_longer_named', detail = null, status_code = null
       where id = any(${ids}::uuid[])`.execute(db);

export const deletePageRows = (db: Db, ids: string[]) =>
  sql`delete from crawl_pages where id = any(${ids}::uuid[])`.execute(db);
