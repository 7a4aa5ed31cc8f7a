import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/**
 * The bytes of an account's files, with the uploads and the copies of chatbots that are under way; but for one upload.
 */
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

/** The bytes of the files of one of its chatbots. */
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

/** Removes the originals of files that were never read since before then; their rows stay. */
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

/** Takes an original back that had left. */
export const returnFile = (db: Db, ownerId: string, id: string, file: { file_key: string; size: number }) =>
  db
    .updateTable('sources')
    .set(file)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .returning('id')
    .executeTakeFirst();

export const listAbandonedFiles = (db: Db, limit: number) =>
  db.selectFrom('abandoned_files').select('file_key').orderBy('at').limit(limit).execute();

export const forgetAbandonedFile = (db: Db, fileKey: string) =>
  db.deleteFrom('abandoned_files').where('file_key', '=', fileKey).execute();

/** Whether a source, an upload under way or a chatbot's image names a file. */
export const isFileKept = async (db: Db, fileKey: string) =>
  (await db
    .selectFrom('sources')
    .select('file_key')
    .where('file_key', '=', fileKey)
    .union(db.selectFrom('upload_pieces').select('file_key').where('file_key', '=', fileKey))
    .union(db.selectFrom('chatbot_images').select('file_key').where('file_key', '=', fileKey))
    .executeTakeFirst()) !== undefined;

/** The tokens that the account has paid for these bytes, in whichever chatbot; undefined when never. */
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
 * Raises what the account has paid for these bytes, and gives what it was before; in a transaction that has locked the
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
