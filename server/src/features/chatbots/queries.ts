import type { Chatbot, ChatbotSort } from '@parlance/contract/chatbots';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Chatbots } from '../../db/types.ts';

export type ChatbotRow = Selectable<Chatbots>;

export const insertChatbot = (db: Db, row: Insertable<Chatbots>) =>
  db
    .insertInto('chatbots')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner_id', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const chatbotById = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('chatbots')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** With its owner's account: what its visitors' questions are charged to. */
export const chatbotByPublicId = (db: Db, publicId: string) =>
  db
    .selectFrom('chatbots')
    .innerJoin('users', 'users.id', 'chatbots.owner_id')
    .leftJoin('accounts', 'accounts.owner_id', 'chatbots.owner_id')
    .selectAll('chatbots')
    .select([
      'users.created_at as account_created_at',
      'accounts.plan as account_plan',
      'accounts.active_until as account_active_until',
    ])
    .where('public_id', '=', publicId)
    .executeTakeFirst();

export const chatbotByName = (db: Db, ownerId: string, nameKey: string) =>
  db
    .selectFrom('chatbots')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name_key', '=', nameKey)
    .executeTakeFirst();

export const updateChatbotRow = (db: Db, ownerId: string, id: string, change: Updateable<Chatbots>) =>
  db
    .updateTable('chatbots')
    .set(change)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const shareChatbot = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('chatbots')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();

export const deleteChatbotRow = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('chatbots')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst();

export const countChatbots = async (db: Db, ownerId: string) => {
  const { count } = await db
    .selectFrom('chatbots')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
};

export interface ChatbotsPage {
  sort: ChatbotSort;
  platform?: Chatbot['platform'] | undefined;
  search?: string;
  nameKey?: string;
  /** The sort value and id of the last row seen. */
  after?: { value: string; id: string };
  limit: number;
}

export const chatbotsOf = (db: Db, ownerId: string, page: ChatbotsPage) => {
  const column = page.sort.endsWith('name') ? 'name_key' : 'created_at';
  const direction = page.sort.startsWith('-') ? 'desc' : 'asc';
  const past = direction === 'asc' ? '>' : '<';
  return db
    .selectFrom('chatbots')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .$if(page.nameKey !== undefined, (q) => q.where('name_key', '=', page.nameKey as string))
    .$if(page.search !== undefined, (q) =>
      q.where('name_key', 'like', `%${(page.search as string).replace(/[\\%_]/g, '\\$&')}%`),
    )
    .$if(page.after !== undefined, (q) => {
      const { value, id } = page.after as { value: string; id: string };
      const last = column === 'created_at' ? new Date(value) : value;
      return q.where((e) =>
        e.or([e(column, past, last as never), e.and([e(column, '=', last as never), e('id', past, id)])]),
      );
    })
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .execute();
};
