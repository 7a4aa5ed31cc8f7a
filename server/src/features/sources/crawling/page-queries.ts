import { type Selectable, sql } from 'kysely';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { Sources } from '../../../db/types.ts';
import type { StoredNotice } from '../records/notices.ts';
import { withLockedSources } from '../records/queries.ts';
import type { Refusal } from '../records/refusals.ts';

/** The columns that reading a page and taking it in needs: there are ten thousand of them. */
const claimedColumns = [
  'id',
  'owner_id',
  'version',
  'crawl_id',
  'last_sync_at',
  'etag',
  'last_modified',
  'text_hash',
  'accepts_loss',
  'ignore_header',
  'ignore_footer',
  'delays',
] as const;

export interface ClaimedPage extends Pick<Selectable<Sources>, (typeof claimedColumns)[number]> {
  /**
   * The number of its passages; none where none answers, whatever the source says: what its server calls unchanged is
   * then read all the same.
   */
  passages: number;
  url: string;
  crawl_kind: 'sitemap' | 'site' | null;
}

const maxShown = 64;

/**
 * The next waiting pages of a chatbot on one host. Of a crawl that rests none waits but those that somebody wants read
 * again. A few are shown as in processing; of many each is read before anybody could see it.
 */
export async function claimPages(
  db: Db,
  {
    chatbotId,
    host,
    after,
    limit,
    now,
  }: { chatbotId: string; host: string; after: string; limit: number; now: Date },
): Promise<ClaimedPage[]> {
  const { rows } = await sql<ClaimedPage>`
    select ${sql.join(claimedColumns.map((column) => sql.ref(`s.${column}`)))}, s.url, c.kind as crawl_kind,
           case when exists (select from published_sources r join passages p on p.source_id = r.source_id and p.version = r.version
                              where r.source_id = s.id) then s.passages else 0 end as passages
      from sources s left join crawls c on c.id = s.crawl_id
     where s.chatbot_id = ${chatbotId} and s.host = ${host} and s.kind = 'url' and s.url is not null
       and s.status in ('pending', 'processing') and s.id > ${after}
     order by s.id limit ${limit}`.execute(db);
  if (rows.length > 0 && rows.length <= maxShown) {
    // One that somebody is writing now is shown no more: to wait for it would be for the looks alone.
    await sql`
      update sources set status = 'processing', updated_at = ${now}
       where id in (select id from sources where id = any(${rows.map(({ id }) => id)}::uuid[]) and status = 'pending'
                       for update skip locked)`.execute(db);
  }
  return rows;
}

export async function hasWaitingSources(db: Db, chatbotId: string, host: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sources
     where chatbot_id = ${chatbotId} and host = ${host} and kind = 'url' and url is not null
       and status in ('pending', 'processing') limit 1`.execute(db);
  return rows.length > 0;
}

/** Locks the pages that are still to be read in this version. */
export async function lockPages(
  db: Db,
  ownerId: string,
  pages: { id: string; version: number }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sources s
      join unnest(${pages.map(({ id }) => id)}::uuid[], ${pages.map(({ version }) => version)}::int[]) as n (id, version)
        on n.id = s.id and n.version = s.version
     where s.owner_id = ${ownerId} and s.status in ('pending', 'processing')
     order by s.id for update of s`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Other sources that stand for these addresses. */
export async function listSourcesAt(db: Db, ownerId: string, chatbotId: string, urls: string[]) {
  const { rows } = await sql<{ id: string; url: string; canonical_url: string | null }>`
    select id, url, canonical_url from sources
     where owner_id = ${ownerId} and chatbot_id = ${chatbotId} and kind = 'url' and status <> 'error' and url = any(${urls}::text[])
    union
    select id, url, canonical_url from sources
     where owner_id = ${ownerId} and chatbot_id = ${chatbotId} and status <> 'error' and canonical_url = any(${urls}::text[])`.execute(
    db,
  );
  return rows;
}

export interface PageResult {
  id: string;
  status: string;
  /** The page's name; null leaves what is there. */
  name: string | null;
  format: string;
  mediaType: string;
  size: number;
  passages: number;
  storageTokens: number;
  language: string | null;
  etag: string | null;
  lastModified: string | null;
  textHash: Buffer | null;
  canonicalUrl: string | null;
  notices: StoredNotice[];
}

/** Stores pages that were read: what they are now, and when they are read again. */
export const storePages = (db: Db, ownerId: string, results: PageResult[], at: Date) => {
  const of = <K extends keyof PageResult>(key: K) => results.map((result) => result[key]);
  return sql`
    update sources s set status = n.status, name = coalesce(n.name, s.name), format = n.format, media_type = n.media_type,
           size = n.size, passages = n.passages, storage_tokens = n.storage_tokens, language = n.language, etag = n.etag,
           last_modified = n.last_modified, text_hash = n.text_hash, canonical_url = n.canonical_url,
           notices = n.notices::jsonb, progress_done = null, progress_total = null, requires_authentication = false,
           accepts_loss = false, delays = 0, last_sync_at = ${at}, updated_at = ${at}, next_sync_at = ${nextSync(at)}
      from unnest(${of('id')}::uuid[], ${of('status')}::text[], ${of('name')}::text[], ${of('format')}::text[],
                  ${of('mediaType')}::text[], ${of('size')}::bigint[], ${of('passages')}::int[],
                  ${of('storageTokens')}::bigint[], ${of('language')}::text[], ${of('etag')}::text[],
                  ${of('lastModified')}::text[], ${of('textHash')}::bytea[], ${of('canonicalUrl')}::text[],
                  ${results.map(({ notices }) => JSON.stringify(notices))}::text[])
             as n (id, status, name, format, media_type, size, passages, storage_tokens, language, etag, last_modified,
                   text_hash, canonical_url, notices)
     where s.id = n.id and s.owner_id = ${ownerId}`.execute(db);
};

const nextSync = (at: Date) => sql`
  case s.schedule when 'daily' then ${at}::timestamptz + interval '1 day'
                  when 'weekly' then ${at}::timestamptz + interval '7 days' end`;

/** Confirms pages that were read and found as they were; `etag` and `lastModified` as the server says now. */
export const confirmPages = (
  db: Db,
  ownerId: string,
  pages: {
    id: string;
    status: string;
    name: string | null;
    etag: string | null;
    lastModified: string | null;
  }[],
  at: Date,
) =>
  sql`
  update sources s set status = n.status, name = coalesce(n.name, s.name), etag = n.etag, last_modified = n.last_modified, accepts_loss = false, delays = 0,
         notices = coalesce((select jsonb_agg(notice) from jsonb_array_elements(s.notices) notice
                              where notice ->> 'code' <> 'kept_previous'), '[]'),
         requires_authentication = false, last_sync_at = ${at}, updated_at = ${at}, next_sync_at = ${nextSync(at)}
    from unnest(${pages.map(({ id }) => id)}::uuid[], ${pages.map(({ status }) => status)}::text[],
                ${pages.map(({ name }) => name)}::text[], ${pages.map(({ etag }) => etag)}::text[],
                ${pages.map(({ lastModified }) => lastModified)}::text[]) as n (id, status, name, etag, last_modified)
   where s.id = n.id and s.owner_id = ${ownerId}`.execute(db);

/** Keeps what is known of a page whose last reading found nothing better: it goes on answering, with a notice. */
export const keepPage = (
  db: Db,
  ownerId: string,
  page: { id: string; status: string; notice: StoredNotice; requiresAuthentication: boolean },
  at: Date,
) =>
  sql`
  update sources s set status = ${page.status}, requires_authentication = ${page.requiresAuthentication}, delays = 0,
         notices = coalesce((select jsonb_agg(notice) from jsonb_array_elements(s.notices) notice
                              where notice ->> 'code' <> 'kept_previous'), '[]') || ${JSON.stringify([page.notice])}::jsonb,
         updated_at = ${at}, next_sync_at = ${nextSync(at)}
   where s.id = ${page.id} and s.owner_id = ${ownerId}`.execute(db);

export const failPage = (
  db: Db,
  ownerId: string,
  { id, refusal }: { id: string; refusal: Refusal },
  at: Date,
) =>
  sql`
  update sources s set status = 'error', error_code = ${refusal.code},
         error_detail = ${refusal.detail ? encodeJson(refusal.detail) : null}::jsonb,
         error_status_code = ${refusal.statusCode ?? null}::int,
         requires_authentication = ${refusal.code === 'requires_authentication'}, passages = 0, storage_tokens = 0,
         etag = null, last_modified = null, text_hash = null, notices = '[]', accepts_loss = false, delays = 0,
         progress_done = null, progress_total = null, updated_at = ${at}, next_sync_at = ${nextSync(at)}
   where s.id = ${id} and s.owner_id = ${ownerId}`.execute(db);

/** Has pages wait for their host's patience. */
export const delayPages = (db: Db, ownerId: string, ids: string[], at: Date) =>
  sql`update sources set status = 'pending', delays = delays + 1, updated_at = ${at}
       where id = any(${ids}::uuid[]) and owner_id = ${ownerId}`.execute(db);

/** Has pages wait again, as if nobody had taken them. */
export const returnPages = (db: Db, ownerId: string, ids: string[], at: Date) =>
  sql`update sources set status = 'pending', updated_at = ${at}
       where id = any(${ids}::uuid[]) and owner_id = ${ownerId} and status = 'processing'`.execute(db);

export const deleteSources = (db: Db, ownerId: string, ids: string[]) =>
  sql`with ${withLockedSources(ownerId, sql`id = any(${ids}::uuid[])`)} delete from sources where id in (select id from held)`.execute(
    db,
  );

/** Adds a notice of this code, or takes it away. */
export const setNotice = (
  db: Db,
  ownerId: string,
  ids: string[],
  code: string,
  notice: StoredNotice | undefined,
  at: Date,
) =>
  sql`
  with ${withLockedSources(ownerId, sql`id = any(${ids}::uuid[])`)}
  update sources s set updated_at = ${at},
         notices = coalesce((select jsonb_agg(notice) from jsonb_array_elements(s.notices) notice
                              where notice ->> 'code' <> ${code}), '[]') || ${JSON.stringify(notice ? [notice] : [])}::jsonb
   where id in (select id from held)`.execute(db);

export async function siteBlocksOf(db: Db, chatbotId: string, site: string): Promise<Uint8Array> {
  const row = await db
    .selectFrom('site_blocks')
    .select('blocks')
    .where('chatbot_id', '=', chatbotId)
    .where('site', '=', site)
    .executeTakeFirst();
  return row?.blocks ?? Buffer.alloc(0);
}

export const keepSiteBlocks = (db: Db, chatbotId: string, site: string, blocks: Uint8Array) =>
  sql`insert into site_blocks (chatbot_id, site, blocks) values (${chatbotId}, ${site}, ${Buffer.from(blocks)})
      on conflict (chatbot_id, site) do update set blocks = excluded.blocks`.execute(db);

export const listDueSources = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('next_sync_at', '<=', now)
    .where('kind', '=', 'url')
    .where('status', 'in', ['processed', 'ready', 'error'])
    .orderBy('next_sync_at')
    .limit(limit)
    .execute();
