import type { Db } from '../../../db/open.ts';
import { messageColumns } from './queries.ts';

// Conversations that no visitor holds: those of an account's programs, and the tests of its chatbots.

type OfOwner = { id: string; owner_id: string };

/** A conversation that a program holds with a chatbot by its owner's keys, whichever of them. */
export const programConversation = (db: Db, chatbot: OfOwner, id: string) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('owner_id', '=', chatbot.owner_id)
    .where('chatbot_id', '=', chatbot.id)
    .where('channel', '=', 'api')
    .where('id', '=', id)
    .executeTakeFirst();

/** A chatbot's test by its owner; what a run of checks asks is none. */
export const testConversation = (db: Db, chatbot: OfOwner, id: string) =>
  testsOf(db, chatbot).selectAll('conversations').where('conversations.id', '=', id).executeTakeFirst();

const testsOf = (db: Db, chatbot: OfOwner) =>
  db
    .selectFrom('conversations')
    .where('conversations.owner_id', '=', chatbot.owner_id)
    .where('conversations.chatbot_id', '=', chatbot.id)
    .where('conversations.channel', '=', 'test')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('check_runs')
            .innerJoin('check_results', 'check_results.run_id', 'check_runs.id')
            .select('check_results.place')
            .where('check_runs.chatbot_id', '=', chatbot.id)
            .where('check_runs.status', '=', 'running')
            .whereRef('check_results.conversation_id', '=', 'conversations.id'),
        ),
      ),
    );

export async function countRunningTests(db: Db, chatbot: OfOwner, now: Date): Promise<number> {
  const { running } = await testsOf(db, chatbot)
    .select((e) => e.fn.countAll<number>().as('running'))
    .where('answering_until', '>', now)
    .executeTakeFirstOrThrow();
  return running;
}

/** Messages of a chatbot's tests, newest first, from before a message. */
export const testMessagesOf = (
  db: Db,
  chatbot: OfOwner,
  page: { limit: number; before: string | undefined },
) =>
  testsOf(db, chatbot)
    .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
    .select(messageColumns)
    .where('messages.owner_id', '=', chatbot.owner_id)
    .$if(page.before !== undefined, (query) => query.where('messages.id', '<', page.before as string))
    .orderBy('messages.id', 'desc')
    .limit(page.limit)
    .execute();
