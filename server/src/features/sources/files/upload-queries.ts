import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Uploads } from '../../../db/types.ts';

export type UploadRow = Selectable<Uploads>;

export const insertUpload = (db: Db, row: Insertable<Uploads>) =>
  db.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow();

export const findUpload = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Advances an upload; undefined when it no longer stands where these bytes begin: another request was faster. */
export const advanceUpload = (db: Db, { owner_id, id, received }: UploadRow, bytes: number, at: Date) =>
  db
    .updateTable('uploads')
    .set({ received: received + bytes, updated_at: at })
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .where('received', '=', received)
    .returningAll()
    .executeTakeFirst();

export const insertPiece = (db: Db, uploadId: string, start: number, fileKey: string) =>
  db.insertInto('upload_pieces').values({ upload_id: uploadId, start, file_key: fileKey }).execute();

/** The pieces of an upload, in the file's order. */
export const piecesOf = (db: Db, uploadId: string) =>
  db
    .selectFrom('upload_pieces')
    .select('file_key')
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute();

export const countPieces = async (db: Db, uploadId: string) => {
  const { count } = await db
    .selectFrom('upload_pieces')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow();
  return count;
};

export const forgetPieces = (db: Db, uploadId: string) =>
  db.deleteFrom('upload_pieces').where('upload_id', '=', uploadId).execute();

/** Finishes an upload; false when its source is gone again. */
export const finishUpload = async (
  db: Db,
  { id, owner_id }: Pick<UploadRow, 'id' | 'owner_id'>,
  sourceId: string,
) => {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .from('sources')
    .set((e) => ({ source_id: e.ref('sources.id') }))
    .where('uploads.owner_id', '=', owner_id)
    .where('uploads.id', '=', id)
    .where('sources.owner_id', '=', owner_id)
    .where('sources.id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

export const deleteUpload = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('uploads')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

/** Evicts the account's uploads that have rested longest, for `kept` newer ones. */
export const evictUploads = (db: Db, ownerId: string, kept: number) =>
  sql`delete from uploads where id in (
        select id from uploads where owner_id = ${ownerId} order by updated_at desc, id desc offset ${kept})`.execute(
    db,
  );

export const forgetStaleUploads = (db: Db, before: Date) =>
  db.deleteFrom('uploads').where('updated_at', '<', before).execute();
