import type { SourceErrorCode } from '@parlance/contract/errors';
import type { SourceStatus } from '@parlance/contract/sources';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Sources } from '../../db/types.ts';

export type SourceRow = Selectable<Sources>;

/** Nothing when this chatbot already has these bytes or this page. */
export const insertSource = (db: Db, row: Insertable<Sources>) =>
  db
    .insertInto('sources')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const sourceById = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** For jobs, whose payload names a source that a request of its owner has put there. */
export const sourceForJob = (db: Db, id: string, version: number) =>
  db.selectFrom('sources').selectAll().where('id', '=', id).where('version', '=', version).executeTakeFirst();

export const lockSourceForJob = (db: Db, id: string, version: number) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();

export const sourceByBytes = (db: Db, chatbotId: string, sha256: Buffer) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', 'file')
    .where('sha256', '=', sha256)
    .executeTakeFirst();

export const sourceByUrl = (db: Db, chatbotId: string, url: string) =>
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

export const updateSource = (db: Db, id: string, version: number, change: Updateable<Sources>) =>
  db
    .updateTable('sources')
    .set(change)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();

/** A new reading: an older one that is still running finds its version gone. */
export const restartSource = (db: Db, ownerId: string, id: string, at: Date) =>
  db
    .updateTable('sources')
    .set((e) => ({
      version: e('version', '+', 1),
      status: 'pending',
      progress_done: null,
      progress_total: null,
      error_code: null,
      error_message_fr: null,
      error_message_en: null,
      error_status_code: null,
      updated_at: at,
    }))
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

export const deleteSourceRow = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('sources')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning(['id', 'chatbot_id'])
    .executeTakeFirst();

export interface SourcesFilter {
  kind?: 'file' | 'url' | 'answer';
  status?: SourceStatus;
  search?: string;
}

export interface SourcesPage extends SourcesFilter {
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
  after?: { value: string; id: string };
  limit: number;
}

const filteredSources = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  { kind, status, search }: SourcesFilter,
) =>
  db
    .selectFrom('sources')
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind as string))
    .$if(status !== undefined, (q) => q.where('status', '=', status as string))
    .$if(search !== undefined, (q) => {
      const pattern = `%${(search as string).toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      return q.where((e) =>
        e.or([e(e.fn('lower', ['name']), 'like', pattern), e(e.fn('lower', ['url']), 'like', pattern)]),
      );
    });

export const sourcesOf = (db: Db, ownerId: string, chatbotId: string, page: SourcesPage) => {
  const byName = page.sort.endsWith('name');
  const direction = page.sort.startsWith('-') ? 'desc' : 'asc';
  const past = direction === 'asc' ? sql`>` : sql`<`;
  const column = byName ? sql`lower(name)` : sql`created_at`;
  return filteredSources(db, ownerId, chatbotId, page)
    .selectAll()
    .$if(page.after !== undefined, (q) => {
      const { value, id } = page.after as { value: string; id: string };
      const last = byName ? value : new Date(value);
      return q.where(sql<boolean>`(${column}, id) ${past} (${last}, ${id})`);
    })
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .execute();
};

export const countSources = async (db: Db, ownerId: string, chatbotId: string, filter: SourcesFilter) => {
  const { count } = await filteredSources(db, ownerId, chatbotId, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const sourceStatistics = (db: Db, ownerId: string, chatbotId: string) =>
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

export const abandonedFiles = (db: Db, limit: number) =>
  db.selectFrom('abandoned_files').select('file_key').orderBy('at').limit(limit).execute();

export const forgetAbandonedFile = (db: Db, fileKey: string) =>
  db.deleteFrom('abandoned_files').where('file_key', '=', fileKey).execute();

/** Whether a source or an upload under way names it. */
export const isFileKept = async (db: Db, fileKey: string) =>
  (await db
    .selectFrom('sources')
    .select('file_key')
    .where('file_key', '=', fileKey)
    .union(db.selectFrom('upload_pieces').select('file_key').where('file_key', '=', fileKey))
    .executeTakeFirst()) !== undefined;

/** What the account has paid for these bytes, in whichever chatbot; undefined when never. */
export const chargedTokens = async (db: Db, ownerId: string, sha256: Buffer) =>
  (
    await db
      .selectFrom('charged_files')
      .select('tokens')
      .where('owner_id', '=', ownerId)
      .where('sha256', '=', sha256)
      .executeTakeFirst()
  )?.tokens;

/**
 * Raises what the account has paid for these bytes, and tells what it was before. Whoever else charges them waits for the
 * caller's transaction.
 */
export async function raiseChargedTokens(db: Db, ownerId: string, sha256: Buffer, tokens: number) {
  await db
    .insertInto('charged_files')
    .values({ owner_id: ownerId, sha256, tokens: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await db
    .selectFrom('charged_files')
    .select('tokens')
    .where('owner_id', '=', ownerId)
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('charged_files')
    .set({ tokens })
    .where('owner_id', '=', ownerId)
    .where('sha256', '=', sha256)
    .where('tokens', '<', tokens)
    .execute();
  return before.tokens;
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

export const robotsOf = (db: Db, host: string) =>
  db.selectFrom('crawl_hosts').select(['robots', 'robots_at']).where('host', '=', host).executeTakeFirst();

export const keepRobots = (db: Db, host: string, robots: string, at: Date) =>
  db.updateTable('crawl_hosts').set({ robots, robots_at: at }).where('host', '=', host).execute();
