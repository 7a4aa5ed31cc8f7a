import type { SourceSort, SourceStatus } from '@parlance/contract/endpoints/sources';
import type { SourceErrorCode } from '@parlance/contract/errors';
import {
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
  type UpdateObject,
} from 'kysely';
import { type EncodedJson, encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { Sources, Tables } from '../../../db/types.ts';
import { type SortedPage, selectPage, sortPrefixIn } from '../../../kit/http/cursor.ts';
import type { StoredNotice } from './notices.ts';

export type SourceRow = Selectable<Sources>;

/** Nothing when this chatbot already has these bytes or this page. */
export const insertSource = (db: Db, row: Insertable<Sources>) =>
  db
    .insertInto('sources')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/**
 * `with held as …`: whoever writes several sources holds them first, in the order of their ids, or two who write the same
 * ones wait for each other.
 */
export const withLockedSources = (condition: RawBuilder<unknown>) =>
  sql`held as materialized (select id from sources where ${condition} order by id for update)`;

export const findSource = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** For jobs, whose payload names a source that a request of its owner has put there. */
export const findSourceForJob = (db: Db, id: string, version: number) =>
  db.selectFrom('sources').selectAll().where('id', '=', id).where('version', '=', version).executeTakeFirst();

export const lockSourceForJob = (db: Db, id: string, version: number) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();

export const findSourceByBytes = (db: Db, chatbotId: string, kind: 'file' | 'answer', sha256: Buffer) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', kind)
    .where('sha256', '=', sha256)
    .executeTakeFirst();

export const findSourceByUrl = (db: Db, chatbotId: string, url: string) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', 'url')
    .where('url', '=', url)
    .executeTakeFirst();

export const countFiles = async (db: Db, chatbotId: string) => {
  const { count } = await db
    .selectFrom('sources')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', 'file')
    .executeTakeFirstOrThrow();
  return count;
};

/** Those that were added one by one. */
export const countUrls = async (db: Db, chatbotId: string) => {
  const { count } = await db
    .selectFrom('sources')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', 'url')
    .where('crawl_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};

export const updateSource = (db: Db, id: string, version: number, change: UpdateObject<Tables, 'sources'>) =>
  db
    .updateTable('sources')
    .set(change)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();

/**
 * How far a job has come, which it would write again after a crash: this commit waits for no disk. False when the source is
 * gone, or begun anew.
 */
export const noteState = async (
  db: Db,
  id: string,
  version: number,
  change: Pick<Updateable<Sources>, 'status' | 'progress_done' | 'progress_total' | 'updated_at'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('sources')
    .from(sql`(select set_config('synchronous_commit', 'off', true))`.as('later'))
    .set(change)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** A new reading: an older one that is still running finds its version gone. One that waits already goes on waiting. */
const restartedColumns = (at: Date) => (e: ExpressionBuilder<Tables, 'sources'>) => ({
  version: e
    .case()
    .when('status', '=', 'pending')
    .then(e.ref('version'))
    .else(e('version', '+', 1))
    .end(),
  status: 'pending' as const,
  progress_done: null,
  progress_total: null,
  error_code: null,
  error_message_fr: null,
  error_message_en: null,
  error_status_code: null,
  updated_at: at,
});

export const restartSource = (db: Db, ownerId: string, id: string, at: Date) =>
  db
    .updateTable('sources')
    .set(restartedColumns(at))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const failSource = (
  db: Db,
  id: string,
  version: number,
  error: { code: SourceErrorCode; fr: string; en: string; statusCode?: number },
  at: Date,
) =>
  updateSource(db, id, version, {
    status: 'error',
    error_code: error.code,
    error_message_fr: error.fr,
    error_message_en: error.en,
    error_status_code: error.statusCode ?? null,
    requires_authentication: error.code === 'requires_authentication',
    progress_done: null,
    progress_total: null,
    updated_at: at,
  });

const withoutNotice = (code: StoredNotice['code']) =>
  sql<
    EncodedJson<StoredNotice[]>
  >`(select coalesce(jsonb_agg(n), '[]') from jsonb_array_elements(notices) n where n ->> 'code' <> ${code})`;

/** Adds a notice to those of this reading; the same again replaces it. */
export const addNotice = (db: Db, id: string, version: number, notice: StoredNotice, at: Date) =>
  updateSource(db, id, version, {
    notices: sql`${withoutNotice(notice.code)} || ${encodeJson([notice])}::jsonb`,
    updated_at: at,
  });

export const finishEmbedding = (db: Db, id: string, version: number, at: Date) =>
  updateSource(db, id, version, {
    status: 'ready',
    notices: withoutNotice('vectors_missing'),
    updated_at: at,
  });

/** The model and dimension by which all that answers has, or waits for, its vectors. */
export const readEmbeddingModel = async (db: Db) =>
  (await db.selectFrom('settings').select('value').where('key', '=', embeddingSetting).executeTakeFirst())
    ?.value;

export const storeEmbeddingModel = (db: Db, model: string, at: Date) =>
  db
    .insertInto('settings')
    .values({ key: embeddingSetting, value: encodeJson(model), updated_at: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: encodeJson(model), updated_at: at }),
    )
    .execute();

const embeddingSetting = 'embedded_with';

export const listSearchableSources = (db: Db, after: string | undefined, limit: number) =>
  db
    .selectFrom('sources')
    .select(['id', 'version', 'owner_id'])
    .where('status', 'in', ['processed', 'ready'])
    .$if(after !== undefined, (q) => q.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Those that nobody has touched for a while although they lack their vectors. */
export const listIdleSources = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('sources')
    .select(['id', 'version', 'owner_id'])
    .where('status', '=', 'processed')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute();

export const waitForVectors = (db: Db, ids: string[], at: Date) =>
  sql`with ${withLockedSources(sql`id = any(${ids}::uuid[]) and status in ('processed', 'ready')`)}
      update sources set status = 'processed', updated_at = ${at} where id in (select id from held)`.execute(
    db,
  );

export const deleteSourceRow = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('sources')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

export interface SourcesFilter {
  kind?: 'file' | 'url' | 'answer';
  status?: SourceStatus;
  search?: string;
  crawlId?: string;
}

export interface SourcesPage extends SourcesFilter, SortedPage {
  sort: SourceSort;
}

const filteredSources = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  { kind, status, search, crawlId }: SourcesFilter,
) =>
  db
    .selectFrom('sources')
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind as SourceRow['kind']))
    .$if(status !== undefined, (q) => q.where('status', '=', status as SourceStatus))
    .$if(crawlId !== undefined, (q) => q.where('crawl_id', '=', crawlId as string))
    .$if(search !== undefined, (q) => {
      const pattern = `%${(search as string).toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      return q.where((e) =>
        e.or([e(e.fn('lower', ['name']), 'like', pattern), e(e.fn('lower', ['url']), 'like', pattern)]),
      );
    });

const sortColumns = {
  name: sortPrefixIn(sql`lower(name)`),
  createdAt: sql`created_at`,
  size: sql`size`,
  passages: sql`passages`,
  storageTokens: sql`storage_tokens`,
  lastSyncAt: sql`coalesce(last_sync_at, 'epoch'::timestamptz)`,
};

/** What a page is sorted by, and which values its rows can have there. */
export const sortOf = (sort: SourceSort) => {
  const field = sort.replace('-', '') as keyof typeof sortColumns;
  const isTimed = field === 'createdAt' || field === 'lastSyncAt';
  return { field, isTimed, isNumeric: !isTimed && field !== 'name' };
};

export const sourcesOf = (db: Db, ownerId: string, chatbotId: string, page: SourcesPage) => {
  const { field, isTimed } = sortOf(page.sort);
  const column = sortColumns[field];
  const sortValue = isTimed
    ? sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${column}::text`;
  const filtered = filteredSources(db, ownerId, chatbotId, page)
    .selectAll()
    .select(sortValue.as('sort_value'));
  return selectPage(filtered, column, isTimed, page).execute();
};

/** Sources by name, or all that a filter shows, some at a time in the order of their ids. */
export interface ChosenRange {
  ownerId: string;
  chatbotId: string;
  chosen: { ids: string[] } | { filter: SourcesFilter; except?: string[] | undefined };
  /** When they were chosen: what is added since, or comes to the filter's status, stays out of it. */
  before: Date;
  after: string | undefined;
  limit: number;
}

const chosenSources = (db: Db, { ownerId, chatbotId, chosen, before, after, limit }: ChosenRange) =>
  filteredSources(db, ownerId, chatbotId, 'filter' in chosen ? chosen.filter : {})
    .$if('ids' in chosen, (q) => q.where('id', 'in', (chosen as { ids: string[] }).ids))
    .$if('except' in chosen && chosen.except !== undefined, (q) =>
      q.where('id', 'not in', (chosen as { except: string[] }).except),
    )
    .$if('filter' in chosen && chosen.filter.status !== undefined, (q) => q.where('updated_at', '<=', before))
    .$if(after !== undefined, (q) => q.where('id', '>', after as string))
    .select('id')
    .where('created_at', '<=', before)
    .orderBy('id')
    .limit(limit)
    .forUpdate();

export const deleteChosen = (db: Db, wish: ChosenRange) =>
  db
    .with('chosen', () => chosenSources(db, wish))
    .deleteFrom('sources')
    .where('id', 'in', (e) => e.selectFrom('chosen').select('id'))
    .returning('id')
    .execute();

/** What an account's files take, and will take with the uploads and the copies of chatbots that are under way; but for one upload. */
export async function fileBytesOf(db: Db, ownerId: string, exceptUpload?: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (select coalesce(sum(size), 0) from sources
             where owner_id = ${ownerId} and kind = 'file' and file_key is not null)::int8
         + (select coalesce(sum(size), 0) from uploads
             where owner_id = ${ownerId} and source_id is null
               and id is distinct from ${exceptUpload ?? null}::uuid)::int8
         + (select coalesce(sum(s.size), 0) from chatbot_copies c join sources s on s.chatbot_id = c.from_id
             where c.owner_id = ${ownerId} and s.owner_id = ${ownerId} and s.kind = 'file' and s.file_key is not null
               and s.created_at <= c.started_at and (c.after is null or s.id > c.after))::int8 as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** What the files of one of its chatbots take. */
export const fileBytesIn = async (db: Db, ownerId: string, chatbotId: string): Promise<number> => {
  const { bytes } = await db
    .selectFrom('sources')
    .select(sql<number>`coalesce(sum(size), 0)::int8`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', 'file')
    .where('file_key', 'is not', null)
    .executeTakeFirstOrThrow();
  return bytes;
};

/** Of files that were never read since before then; their rows stay. */
export const leaveUnreadableFiles = (db: Db, before: Date) =>
  db
    .updateTable('sources')
    .set({ file_key: null })
    .where('status', '=', 'error')
    .where('kind', '=', 'file')
    .where('file_key', 'is not', null)
    .where('last_sync_at', 'is', null)
    .where('updated_at', '<', before)
    .execute();

/** An original that has left comes again. */
export const returnFile = (db: Db, ownerId: string, id: string, file: { file_key: string; size: number }) =>
  db
    .updateTable('sources')
    .set(file)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .returning('id')
    .executeTakeFirst();

/** Written answers have nothing to be read from. */
export const restartChosen = (db: Db, wish: ChosenRange, at: Date) =>
  db
    .with('chosen', () =>
      chosenSources(db, wish)
        .where('kind', '<>', 'answer')
        .where((e) => e.or([e('kind', '=', 'url'), e('file_key', 'is not', null)])),
    )
    .updateTable('sources')
    .set(restartedColumns(at))
    .where('id', 'in', (e) => e.selectFrom('chosen').select('id'))
    .returning(['id', 'version', 'owner_id', 'kind', 'host', 'chatbot_id'])
    .execute();

export const countSources = async (db: Db, ownerId: string, chatbotId: string, filter: SourcesFilter) => {
  const { count } = await filteredSources(db, ownerId, chatbotId, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const readSourceStatistics = (db: Db, ownerId: string, chatbotId: string) =>
  db
    .selectFrom('sources')
    .select((e) => [
      'kind',
      'status',
      e.fn.countAll<number>().as('sources'),
      e.fn.sum<number>('passages').as('passages'),
      e.fn.sum<number>('storage_tokens').as('storage_tokens'),
    ])
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .groupBy(['kind', 'status'])
    .execute();

interface ReadingPace {
  /** Seconds since when there was always something waiting, at most ten minutes. */
  seconds: number;
  read: number;
  /** Turns until the last of this account's: each other account's are served between them, one for one. */
  turns: number;
}

/** What waits of this account, and how many were read while something waited, for files and pages apart. */
export async function measureReadingPace(db: Db, ownerId: string, now: Date): Promise<ReadingPace[]> {
  const { rows } = await sql<ReadingPace>`
    with waiting as (
      select kind, owner_id, count(*) as sources, min(updated_at) as since from sources
       where status in ('pending', 'processing') group by kind, owner_id
    ), queue as (
      select w.kind, sum(least(w.sources, own.sources))::int as turns,
             greatest(min(w.since), ${now}::timestamptz - interval '10 minutes') as since
        from waiting w join waiting own on own.kind = w.kind and own.owner_id = ${ownerId} group by w.kind
    )
    select q.turns, extract(epoch from ${now}::timestamptz - q.since)::float8 as seconds,
           (select count(*)::int from sources s
             where s.kind = q.kind and s.status in ('processed', 'ready', 'error') and s.updated_at > q.since) as read
      from queue q`.execute(db);
  return rows;
}

export const listAbandonedFiles = (db: Db, limit: number) =>
  db.selectFrom('abandoned_files').select('file_key').orderBy('at').limit(limit).execute();

export const forgetAbandonedFile = (db: Db, fileKey: string) =>
  db.deleteFrom('abandoned_files').where('file_key', '=', fileKey).execute();

/** Whether a source, an upload under way or a chatbot's image names it. */
export const isFileKept = async (db: Db, fileKey: string) =>
  (await db
    .selectFrom('sources')
    .select('file_key')
    .where('file_key', '=', fileKey)
    .union(db.selectFrom('upload_pieces').select('file_key').where('file_key', '=', fileKey))
    .union(db.selectFrom('chatbot_images').select('file_key').where('file_key', '=', fileKey))
    .executeTakeFirst()) !== undefined;

/** What the account has paid for these bytes, in whichever chatbot; undefined when never. */
export const readChargedTokens = async (db: Db, ownerId: string, sha256: Buffer) =>
  (
    await db
      .selectFrom('charged_files')
      .select('tokens')
      .where('owner_id', '=', ownerId)
      .where('sha256', '=', sha256)
      .executeTakeFirst()
  )?.tokens;

/**
 * Raises what the account has paid for these bytes, and tells what it was before; in a transaction that has locked the
 * account.
 */
export async function raiseChargedTokens(
  db: Db,
  ownerId: string,
  sha256: Buffer,
  tokens: number,
): Promise<number> {
  const { rows } = await sql<{ tokens: number | null }>`
    with raised as (
      insert into charged_files as known (owner_id, sha256, tokens) values (${ownerId}, ${sha256}, ${tokens}::bigint)
      on conflict (owner_id, sha256) do update set tokens = excluded.tokens where known.tokens < excluded.tokens
    )
    select (select tokens from charged_files where owner_id = ${ownerId} and sha256 = ${sha256}) as tokens`.execute(
    db,
  );
  return rows[0]?.tokens ?? 0;
}

/**
 * Takes this host's next turn, over all processes: undefined when it is ours now, else when to ask again.
 */
export async function takeHostTurn(
  db: Db,
  host: string,
  now: Date,
  intervalMs: number,
): Promise<Date | undefined> {
  const next = new Date(now.getTime() + intervalMs);
  const taken = await db
    .insertInto('crawl_hosts')
    .values({ host, next_at: next })
    .onConflict((conflict) =>
      conflict.column('host').doUpdateSet({ next_at: next }).where('crawl_hosts.next_at', '<=', now),
    )
    .returning('host')
    .executeTakeFirst();
  if (taken) return undefined;
  const row = await db
    .selectFrom('crawl_hosts')
    .select('next_at')
    .where('host', '=', host)
    .executeTakeFirst();
  return row?.next_at ?? next;
}

export const findHost = (db: Db, host: string) =>
  db.selectFrom('crawl_hosts').selectAll().where('host', '=', host).executeTakeFirst();

export const keepRobots = (db: Db, host: string, robots: string, delayMs: number, at: Date) =>
  db
    .insertInto('crawl_hosts')
    .values({ host, next_at: at, robots, robots_at: at, delay_ms: delayMs })
    .onConflict((conflict) =>
      conflict.column('host').doUpdateSet({ robots, robots_at: at, delay_ms: delayMs }),
    )
    .execute();

/** What is known of hosts that nobody has asked since. */
export const forgetHosts = (db: Db, before: Date) =>
  sql`delete from crawl_hosts
       where next_at < ${before} and (robots_at is null or robots_at < ${before})`.execute(db);

/** Nobody asks this host before. */
export const delayHost = async (db: Db, host: string, until: Date): Promise<void> => {
  await sql`insert into crawl_hosts as known (host, next_at) values (${host}, ${until})
    on conflict (host) do update set next_at = greatest(known.next_at, excluded.next_at)`.execute(db);
};
