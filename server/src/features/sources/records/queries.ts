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
import type { StoredNotice } from './notices.ts';
import { errorColumnsOf, noError, type Refusal } from './refusals.ts';

export type SourceRow = Selectable<Sources>;

/** By which a found source is written: once it is begun anew, nothing of its older version is. */
export type SourceKey = Pick<SourceRow, 'id' | 'version' | 'owner_id'>;

/** Inserts a source; nothing when this chatbot already has these bytes or this page. */
export const insertSource = (db: Db, row: Insertable<Sources>) =>
  db
    .insertInto('sources')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/**
 * The clause `with held as …`: whoever writes several sources locks them first, in the order of their ids, or two who
 * write the same ones wait for each other.
 */
export const withLockedSources = (ownerId: string, condition: RawBuilder<unknown>) =>
  sql`held as materialized (
    select id from sources where owner_id = ${ownerId} and ${condition} order by id for update)`;

export const findSource = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** A source for jobs, whose payload names one that a request of its owner has put there. */
export const findSourceForJob = (db: Db, id: string, version: number) =>
  db.selectFrom('sources').selectAll().where('id', '=', id).where('version', '=', version).executeTakeFirst();

export const lockSource = (db: Db, { id, version, owner_id }: SourceKey) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();

export const findSourceByBytes = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  kind: 'file' | 'answer',
  sha256: Buffer,
) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', kind)
    .where('sha256', '=', sha256)
    .executeTakeFirst();

export const findSourceByUrl = (db: Db, ownerId: string, chatbotId: string, url: string) =>
  db
    .selectFrom('sources')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', 'url')
    .where('url', '=', url)
    .executeTakeFirst();

/** The number of addresses that were added one by one. */
export const countUrls = async (db: Db, ownerId: string, chatbotId: string) => {
  const { count } = await db
    .selectFrom('sources')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('kind', '=', 'url')
    .where('crawl_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};

export const updateSource = (
  db: Db,
  { id, version, owner_id }: SourceKey,
  change: UpdateObject<Tables, 'sources'>,
) =>
  db
    .updateTable('sources')
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();

/**
 * Stores how far a job has come, which it would write again after a crash: this commit waits for no disk. Gives false
 * when the source is gone, or begun anew.
 */
export const noteState = async (
  db: Db,
  { id, version, owner_id }: SourceKey,
  change: Pick<Updateable<Sources>, 'status' | 'progress_done' | 'progress_total' | 'updated_at'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('sources')
    .from(sql`(select set_config('synchronous_commit', 'off', true))`.as('later'))
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/**
 * Columns of a new reading: an older one that is still running finds its version gone. One that waits already goes on
 * waiting.
 */
export const restartedColumns = (at: Date) => (e: ExpressionBuilder<Tables, 'sources'>) => ({
  version: e
    .case()
    .when('status', '=', 'pending')
    .then(e.ref('version'))
    .else(e('version', '+', 1))
    .end(),
  status: 'pending' as const,
  progress_done: null,
  progress_total: null,
  ...noError,
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

export const failSource = (db: Db, source: SourceKey, refusal: Refusal, at: Date) =>
  updateSource(db, source, {
    status: 'error',
    ...errorColumnsOf(refusal),
    requires_authentication: refusal.code === 'requires_authentication',
    progress_done: null,
    progress_total: null,
    updated_at: at,
  });

export const withoutNotice = (code: StoredNotice['code']) =>
  sql<
    EncodedJson<StoredNotice[]>
  >`(select coalesce(jsonb_agg(n), '[]') from jsonb_array_elements(notices) n where n ->> 'code' <> ${code})`;

/** Adds a notice to those of this reading, in place of one with its code. */
export const addNotice = (db: Db, source: SourceKey, notice: StoredNotice, at: Date) =>
  updateSource(db, source, {
    notices: sql`${withoutNotice(notice.code)} || ${encodeJson([notice])}::jsonb`,
    updated_at: at,
  });

export const deleteSourceRow = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('sources')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

/** Deletes some sources of an account; gives their number. */
export async function deleteSomeSources(db: Db, ownerId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from sources where id in (select id from sources where owner_id = ${ownerId} limit ${limit}) returning id
  `.execute(db);
  return rows.length;
}
