import type { Transfer, TransferSort, TransferStatus } from '@parlance/contract/endpoints/transfers';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { encodeJson } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import type { Transfers } from '../../db/types.ts';
import { type SortedPage, sortPrefixIn } from '../../kit/http/cursor.ts';

export type TransferRow = Selectable<Transfers>;

/** What comes along with a chatbot, as of now. */
export async function contentsOf(db: Db, ownerId: string, chatbotId: string): Promise<Transfer['contents']> {
  const { rows } = await sql<Transfer['contents']>`
    select (select count(*) from conversations
             where owner_id = ${ownerId} and chatbot_id = ${chatbotId} and channel <> 'test')::int as conversations,
           (select count(*) from checks where owner_id = ${ownerId} and chatbot_id = ${chatbotId})::int as checks,
           count(*)::int as sources, coalesce(sum(passages), 0)::int as passages,
           coalesce(sum(size) filter (where kind = 'file' and file_key is not null), 0)::int8 as bytes
      from sources where owner_id = ${ownerId} and chatbot_id = ${chatbotId}`.execute(db);
  return rows[0] ?? { sources: 0, passages: 0, conversations: 0, checks: 0, bytes: 0 };
}

/** Adds an offer; nothing where the chatbot is offered already. */
export const insertTransfer = (db: Db, row: Insertable<Transfers>) =>
  db
    .insertInto('transfers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/**
 * What was offered to an account: to its confirmed address, while nobody has decided; afterwards to who has. Whoever takes an
 * address over learns nothing of what was decided before.
 */
const isIncoming = (userId: string) => sql<boolean>`
  (t.receiver_id = ${userId} or (t.receiver_id is null and t.owner_id <> ${userId} and t.status not in ('accepted', 'declined')
    and t.email = (select email from users
                    where id = ${userId} and email_confirmed_at is not null and not is_sso_user)))`;

export interface SidedRow extends TransferRow {
  is_incoming: boolean;
  sender_email: string | null;
  sender_name: string | null;
  /** As it is called now, while it is offered. */
  current_name: string | null;
}

const sided = (userId: string, sortValue: RawBuilder<string> = sql`''::text`) => sql`
  select t.*, ${sortValue} as sort_value, t.owner_id <> ${userId} as is_incoming, u.email as sender_email, b.name as current_name,
         nullif(trim(concat_ws(' ', p.first_name, p.last_name)), '') as sender_name
    from transfers t join users u on u.id = t.owner_id left join profiles p on p.id = t.owner_id
    left join chatbots b on b.id = t.chatbot_id and b.owner_id = t.owner_id`;

/** Words in the chatbot's name, or in what is shown of the other side; never in what is not. */
const isFound = (userId: string, search: string) => sql`
  strpos(fold_text(concat_ws(' ', t.chatbot_name, case when t.status = 'pending' then b.name end,
                             case when t.owner_id = ${userId} then t.email
                                  else concat_ws(' ', u.email, p.first_name, p.last_name) end)),
         fold_text(${search})) > 0`;

/** What a page is sorted by before its ids, which are in the order of the offers. */
const sortValues = (userId: string) => ({
  name: sortPrefixIn(
    sql`fold_text(coalesce(case when t.status = 'pending' then b.name end, t.chatbot_name))`,
  ),
  email: sql<string>`case when t.owner_id = ${userId} then t.email else u.email end`,
  createdAt: sql<string>`''::text`,
});

export interface TransfersPage extends SortedPage {
  sort: TransferSort;
  direction: 'outgoing' | 'incoming' | undefined;
  search: string | undefined;
}

/** Offers by and to an account. */
export async function transfersOf(
  db: Db,
  userId: string,
  page: TransfersPage,
): Promise<(SidedRow & { sort_value: string })[]> {
  const { after } = page;
  const isFalling = page.sort.startsWith('-');
  const value = sortValues(userId)[page.sort.replace('-', '') as keyof ReturnType<typeof sortValues>];
  const direction = isFalling ? sql`desc` : sql`asc`;
  const of = {
    outgoing: sql`t.owner_id = ${userId}`,
    incoming: isIncoming(userId),
    both: sql`(t.owner_id = ${userId} or ${isIncoming(userId)})`,
  }[page.direction ?? 'both'];
  const { rows } = await sql<SidedRow & { sort_value: string }>`
    ${sided(userId, value)}
     where ${of}
       and ${after ? sql`(${value}, t.id) ${isFalling ? sql`<` : sql`>`} (${after.value}, ${after.id}::uuid)` : sql`true`}
       and ${page.search === undefined ? sql`true` : isFound(userId, page.search)}
     order by ${value} ${direction}, t.id ${direction} limit ${page.limit}`.execute(db);
  return rows;
}

/** An offer by or to an account. */
export async function transferById(db: Db, userId: string, id: string): Promise<SidedRow | undefined> {
  const { rows } = await sql<SidedRow>`
    ${sided(userId)} where t.id = ${id} and (t.owner_id = ${userId} or ${isIncoming(userId)})`.execute(db);
  return rows[0];
}

/** Whether the offer still waits; held until the transaction ends. */
export const lockPending = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();

export const decide = (
  db: Db,
  ownerId: string,
  id: string,
  change: {
    status: Exclude<TransferStatus, 'pending'>;
    at: Date;
    receiverId?: string;
    contents?: Transfer['contents'];
    name?: string;
  },
) =>
  db
    .updateTable('transfers')
    .set({
      status: change.status,
      decided_at: change.at,
      ...(change.receiverId === undefined ? {} : { receiver_id: change.receiverId }),
      ...(change.contents === undefined ? {} : { contents: encodeJson(change.contents) }),
      ...(change.name === undefined ? {} : { chatbot_name: change.name }),
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();

/** Closes offers whose time is over; of one chatbot or of all. */
export const expireTransfers = (db: Db, now: Date, chatbotId?: string) =>
  db
    .updateTable('transfers')
    .set((e) => ({ status: 'expired', decided_at: e.ref('expires_at') }))
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .$if(chatbotId !== undefined, (q) => q.where('chatbot_id', '=', chatbotId as string))
    .execute();

/** Takes offers whose sides have not been told what became of them, and marks them told. */
export async function takeUntold(db: Db, limit: number, id?: string) {
  const { rows } = await sql<Pick<TransferRow, 'id' | 'status' | 'owner_id'>>`
    update transfers t set told = t.status
      from (select id from transfers where told is distinct from status and (${id ?? null}::uuid is null or id = ${id ?? null})
             order by id limit ${limit} for update skip locked) untold
     where t.id = untold.id
    returning t.id, t.status, t.owner_id`.execute(db);
  return rows;
}

/** An offer for the mails that tell of it, with the account of who it is for, if there is one. */
export async function transferToTell(db: Db, id: string) {
  const { rows } = await sql<
    Pick<TransferRow, 'owner_id' | 'email' | 'chatbot_name' | 'status' | 'expires_at'> & {
      receiver: string | null;
    }
  >`select owner_id, email, chatbot_name, status, expires_at, coalesce(receiver_id, transfer_receiver(email)) as receiver
      from transfers where id = ${id}`.execute(db);
  return rows[0];
}
