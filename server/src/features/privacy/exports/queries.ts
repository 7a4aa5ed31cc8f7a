import { type Selectable, sql } from 'kysely';
import type { ArchiveEntry, ExportPosition } from '../../../db/json.ts';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { DataExports } from '../../../db/types.ts';

export type ExportRow = Selectable<DataExports>;

const runs = ['pending', 'running'] as const;

export const insertExport = (
  db: Db,
  row: Pick<ExportRow, 'id' | 'owner_id' | 'nonce' | 'language' | 'total' | 'created_at' | 'position'>,
) =>
  db
    .insertInto('data_exports')
    .values({ ...row, position: encodeJson(row.position), status: 'pending' })
    .returningAll()
    .executeTakeFirstOrThrow();

export const runningExport = (db: Db, ownerId: string) =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('status', 'in', runs)
    .executeTakeFirst();

/** How many archives an account has asked for since then, with those that it deleted. */
export const countExports = async (db: Db, ownerId: string, since: Date): Promise<number> => {
  const { asked } = await db
    .selectFrom('data_exports')
    .select(sql<number>`count(*)::int`.as('asked'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return asked;
};

/** Originals and images of an account. */
export const countFiles = async (db: Db, ownerId: string): Promise<number> => {
  const { rows } = await sql<{ files: number }>`
    select ((select count(*) from sources where owner_id = ${ownerId} and file_key is not null)
          + (select count(*) from chatbot_images where owner_id = ${ownerId}))::int as files`.execute(db);
  return rows[0]?.files ?? 0;
};

export const exportsOf = (db: Db, ownerId: string) =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('status', '<>', 'deleted')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const exportById = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The archive that a link names, where it can be fetched: whoever holds the link is nobody in particular. */
export const fetchableExport = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('data_exports')
    .select(['id', 'nonce', 'bytes', 'created_at'])
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const partsOf = async (db: Db, exportId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('data_export_parts')
    .select('file_key')
    .where('export_id', '=', exportId)
    .orderBy('number')
    .execute();
  return rows.map(({ file_key }) => file_key);
};

export const entriesOf = async (db: Db, exportId: string, number: number): Promise<ArchiveEntry[]> => {
  const { entries } = await db
    .selectFrom('data_export_parts')
    .select('entries')
    .where('export_id', '=', exportId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return entries;
};

/** Whether a file of the store is a part of an archive. */
export const isArchivePart = async (db: Db, fileKey: string): Promise<boolean> =>
  (await db
    .selectFrom('data_export_parts')
    .select('number')
    .where('file_key', '=', fileKey)
    .executeTakeFirst()) !== undefined;

/**
 * Notes a part behind those that there are, and how far the archive is with it; false where it was deleted, or
 * somebody else has written on.
 */
export async function addPart(
  db: Db,
  made: Pick<ExportRow, 'id' | 'owner_id' | 'parts' | 'bytes'>,
  part: { fileKey: string; size: number; entries: ArchiveEntry[] },
  { position, done }: { position: ExportPosition; done: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({
      status: 'running',
      position: encodeJson(position),
      parts: made.parts + 1,
      bytes: made.bytes + part.size,
      done: sql<number>`least(total, ${done}::int)`,
    })
    .where('owner_id', '=', made.owner_id)
    .where('id', '=', made.id)
    .where('parts', '=', made.parts)
    .where('status', 'in', runs)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await db
    .insertInto('data_export_parts')
    .values({
      export_id: made.id,
      number: made.parts,
      file_key: part.fileKey,
      size: part.size,
      entries: encodeJson(part.entries),
    })
    .execute();
  return true;
}

export const markReady = (db: Db, ownerId: string, id: string, expiresAt: Date) =>
  db
    .updateTable('data_exports')
    .set({ status: 'ready', expires_at: expiresAt })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();

/** Ends an archive, and its parts with it; false where there is none in one of these states. */
export async function endExport(
  db: Db,
  { ownerId, id }: { ownerId: string; id: string },
  to: 'error' | 'deleted',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({ status: to })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('status', 'in', to === 'error' ? runs : [...runs, 'ready', 'expired', 'error'])
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await db.deleteFrom('data_export_parts').where('export_id', '=', id).execute();
  return true;
}

/** Ends archives whose time is up, and deletes their parts. */
export async function expireExports(db: Db, now: Date): Promise<void> {
  await sql`
    with expired as (
      update data_exports set status = 'expired' where status = 'ready' and expires_at <= ${now} returning id
    )
    delete from data_export_parts where export_id in (select id from expired)`.execute(db);
}

/** Archives that have been under way since before then: the job that made them is lost. */
export const stuckExports = (db: Db, before: Date) =>
  db
    .selectFrom('data_exports')
    .select(['id', 'owner_id'])
    .where('status', 'in', runs)
    .where('created_at', '<', before)
    .execute();

/** Forgets archives that there is nothing left of. */
export const forgetExports = (db: Db, before: Date) =>
  db
    .deleteFrom('data_exports')
    .where('status', 'in', ['expired', 'error', 'deleted'])
    .where('created_at', '<', before)
    .execute();
