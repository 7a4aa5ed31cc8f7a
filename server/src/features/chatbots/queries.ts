import type { Chatbot, ChatbotSort, ImageSlot } from '@parlance/contract/endpoints/chatbots';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { encodeJson, type LocalizedText } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import type { ChatbotImages, Chatbots } from '../../db/types.ts';
import { type SortedPage, selectPage, sortPrefixIn, sortPrefixOf } from '../../kit/http/cursor.ts';

export type ImageMediaType = ChatbotImages['media_type'];
export type Images = Partial<Record<ImageSlot, string>>;

export interface ChatbotRow extends Selectable<Chatbots> {
  /** The stored file of each slot that has one. */
  images: Images;
}

const images = sql<Images>`coalesce(
  (select jsonb_object_agg(i.slot, i.file_key) from chatbot_images i where i.chatbot_id = chatbots.id and i.owner_id = chatbots.owner_id),
  '{}')`.as('images');

export const insertChatbot = (db: Db, row: Insertable<Chatbots>) =>
  db
    .insertInto('chatbots')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner_id', 'name_key']).doNothing())
    .returningAll()
    .returning(images)
    .executeTakeFirst();

export const chatbotById = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('chatbots')
    .selectAll()
    .select(images)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The chatbot that visitors ask, with its owner's account, which their questions are charged to. */
const publicChatbots = (db: Db) =>
  db
    .selectFrom('chatbots')
    .innerJoin('users', 'users.id', 'chatbots.owner_id')
    .leftJoin('accounts', 'accounts.owner_id', 'chatbots.owner_id')
    .leftJoin('profiles', 'profiles.id', 'chatbots.owner_id')
    .selectAll('chatbots')
    .select(images)
    .select([
      'users.created_at as account_created_at',
      'profiles.time_zone as account_time_zone',
      'accounts.plan as account_plan',
      'accounts.active_until as account_active_until',
    ]);

export const chatbotByPublicId = (db: Db, publicId: string) =>
  publicChatbots(db).where('public_id', '=', publicId).executeTakeFirst();

export const chatbotWithAccount = (db: Db, ownerId: string, id: string) =>
  publicChatbots(db)
    .where('chatbots.owner_id', '=', ownerId)
    .where('chatbots.id', '=', id)
    // Of an account that is being deleted nobody answers any more.
    .where('users.leaving_since', 'is', null)
    .executeTakeFirst();

export const chatbotByName = (db: Db, ownerId: string, nameKey: string) =>
  db
    .selectFrom('chatbots')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name_key', '=', nameKey)
    .executeTakeFirst();

export const chatbotsByIds = (db: Db, ownerId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('chatbots')
        .selectAll()
        .select(images)
        .where('owner_id', '=', ownerId)
        .where('id', 'in', ids)
        .execute();

export const updateChatbotRow = (db: Db, ownerId: string, id: string, change: Updateable<Chatbots>) =>
  db
    .updateTable('chatbots')
    .set(change)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .returning(images)
    .executeTakeFirst();

/** A chatbot that answers is kept from it, and says why; one that is paused stays so. */
export const reportError = (db: Db, ownerId: string, id: string, error: LocalizedText, now: Date) =>
  db
    .updateTable('chatbots')
    .set({ status: 'error', error: encodeJson(error), updated_at: now })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('status', 'in', ['active', 'error'])
    .execute();

/** What kept a chatbot from answering is over. */
export const settleError = (db: Db, ownerId: string, id: string, now: Date) =>
  db
    .updateTable('chatbots')
    .set({ status: 'active', error: null, updated_at: now })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('status', '=', 'error')
    .execute();

/** Notes a page that loads the chatbot: of many visitors at one moment the first is enough. */
export const markPage = (
  db: Db,
  id: string,
  what: 'seen' | 'refused',
  page: { host: string; at: Date; before: Date },
) =>
  db
    .updateTable('chatbots')
    .set({ [`${what}_host`]: page.host, [`${what}_at`]: page.at })
    .where('id', '=', id)
    .where((e) => e.or([e(`${what}_at`, 'is', null), e(`${what}_at`, '<=', page.before)]))
    .execute();

/** Beside the row's lock, which PostgreSQL gives to whoever shares it while somebody waits to delete it: this one has a queue. */
const advisoryLocks = {
  shared: sql`pg_advisory_xact_lock_shared`,
  alone: sql`pg_advisory_xact_lock`,
};
const advisoryLockNamespace = 7_041;

/** The chatbot, if it is still there once the turn has come, held until the transaction ends. */
export async function lockChatbotRow(db: Db, ownerId: string, id: string, turn: keyof typeof advisoryLocks) {
  const { rows } = await sql<{ id: string }>`
    with turn as materialized (
      select ${advisoryLocks[turn]}(${advisoryLockNamespace}, hashtext(id::text)) from chatbots
       where owner_id = ${ownerId} and id = ${id}
    )
    select c.id from turn, chatbots c where c.owner_id = ${ownerId} and c.id = ${id} for key share of c`.execute(
    db,
  );
  return rows[0];
}

export const deleteChatbotRow = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('chatbots')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst();

/** Takes chatbots off the web: under the names that pages know them by, nobody answers any more. */
export const renamePublicly = (db: Db, ownerId: string) =>
  db
    .updateTable('chatbots')
    .set({ public_id: sql`replace(gen_random_uuid()::text, '-', '')` })
    .where('owner_id', '=', ownerId)
    .execute();

/** Deletes some chatbots of an account; gives their number. */
export async function deleteSomeChatbots(db: Db, ownerId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from chatbots where id in (select id from chatbots where owner_id = ${ownerId} order by id limit ${limit})
    returning id`.execute(db);
  return rows.length;
}

export const countChatbots = async (db: Db, ownerId: string) => {
  const { count } = await db
    .selectFrom('chatbots')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
};

/** The names of those of these chatbots that the account has. */
export const findChatbotNames = async (db: Db, ownerId: string, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('chatbots')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

export const nameKeysOf = async (db: Db, ownerId: string) =>
  (await db.selectFrom('chatbots').select('name_key').where('owner_id', '=', ownerId).execute()).map(
    ({ name_key }) => name_key,
  );

/** A row like that of `id` but for `changes`; undefined when the name is taken. */
export async function insertCopy(
  db: Db,
  ownerId: string,
  id: string,
  changes: Record<string, unknown>,
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into chatbots
    select r.* from chatbots c cross join lateral jsonb_populate_record(c, ${JSON.stringify(changes)}::jsonb) r
     where c.owner_id = ${ownerId} and c.id = ${id}
    on conflict (owner_id, name_key) do nothing
    returning id`.execute(db);
  return rows[0];
}

export interface ChatbotsPage extends SortedPage {
  sort: ChatbotSort;
  platform?: Chatbot['platform'] | undefined;
  search?: string;
  nameKey?: string;
}

const sortColumns = {
  name: sortPrefixIn(sql`name_key`),
  platform: sql<string>`platform`,
  createdAt: sql<string>`created_at`,
  lastSyncAt: sql<string>`coalesce(last_sync_at, 'epoch'::timestamptz)`,
};

/** What a page is sorted by, and whether that is a time. */
export const sortOf = (sort: ChatbotSort) => {
  const field = sort.replace('-', '') as keyof typeof sortColumns;
  return { field, isTimed: field === 'createdAt' || field === 'lastSyncAt' };
};

export const chatbotsOf = (db: Db, ownerId: string, page: ChatbotsPage) => {
  const { field, isTimed } = sortOf(page.sort);
  const filtered = db
    .selectFrom('chatbots')
    .selectAll()
    .select(images)
    .where('owner_id', '=', ownerId)
    .$if(page.platform !== undefined, (q) => q.where('platform', '=', page.platform as Chatbot['platform']))
    .$if(page.nameKey !== undefined, (q) => q.where('name_key', '=', page.nameKey as string))
    .$if(page.search !== undefined, (q) =>
      q.where('name_key', 'like', `%${(page.search as string).replace(/[\\%_]/g, '\\$&')}%`),
    );
  return selectPage(filtered, sortColumns[field], isTimed, page).execute();
};

export const sortValueOf = (row: ChatbotRow, sort: ChatbotSort): string =>
  ({
    name: () => sortPrefixOf(row.name_key),
    platform: () => row.platform,
    createdAt: () => row.created_at.toISOString(),
    lastSyncAt: () => (row.last_sync_at ?? new Date(0)).toISOString(),
  })[sortOf(sort).field]();

/** Inserts a version. The newest number comes after all that were ever given: what is forgotten gives none back. */
export const insertVersion = (
  db: Db,
  version: { chatbotId: string; ownerId: string; systemMessage: string; at: Date },
) =>
  sql`insert into system_message_versions (chatbot_id, owner_id, version, system_message, at)
      select ${version.chatbotId}, ${version.ownerId}, coalesce(max(version), 0) + 1, ${version.systemMessage}, ${version.at}
        from system_message_versions where chatbot_id = ${version.chatbotId}`.execute(db);

export const forgetVersions = (db: Db, ownerId: string, chatbotId: string, kept: number) =>
  sql`delete from system_message_versions where owner_id = ${ownerId} and chatbot_id = ${chatbotId} and version <=
        (select max(version) from system_message_versions where chatbot_id = ${chatbotId}) - ${kept}::int`.execute(
    db,
  );

export const versionsOf = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { before: number | undefined; limit: number },
) =>
  db
    .selectFrom('system_message_versions')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .$if(page.before !== undefined, (q) => q.where('version', '<', page.before as number))
    .orderBy('version', 'desc')
    .limit(page.limit)
    .execute();

export const versionOf = (db: Db, ownerId: string, chatbotId: string, version: number) =>
  db
    .selectFrom('system_message_versions')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Stores an image in a slot; what that held before is left to the job that removes abandoned files. */
export const putImage = (
  db: Db,
  image: { chatbotId: string; ownerId: string; slot: ImageSlot; fileKey: string; mediaType: ImageMediaType },
) =>
  db
    .insertInto('chatbot_images')
    .values({
      chatbot_id: image.chatbotId,
      owner_id: image.ownerId,
      slot: image.slot,
      file_key: image.fileKey,
      media_type: image.mediaType,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['chatbot_id', 'slot'])
        .doUpdateSet({ file_key: image.fileKey, media_type: image.mediaType }),
    )
    .execute();

export const deleteImage = (db: Db, ownerId: string, chatbotId: string, slot: ImageSlot) =>
  db
    .deleteFrom('chatbot_images')
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('slot', '=', slot)
    .returning('slot')
    .executeTakeFirst();

export const imageOf = (db: Db, chatbotId: string, slot: ImageSlot) =>
  db
    .selectFrom('chatbot_images')
    .select(['file_key', 'media_type'])
    .where('chatbot_id', '=', chatbotId)
    .where('slot', '=', slot)
    .executeTakeFirst();

export const imagesOf = (db: Db, ownerId: string, chatbotId: string) =>
  db
    .selectFrom('chatbot_images')
    .select(['slot', 'file_key', 'media_type'])
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .execute();

/** Gives a chatbot to another account; what refers to it by both keys follows. Gives nothing where it is not `ownerId`'s. */
export const giveChatbotRow = (db: Db, ownerId: string, id: string, change: Updateable<Chatbots>) =>
  db
    .updateTable('chatbots')
    .set(change)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning(['id', 'name', 'platform'])
    .executeTakeFirst();
