import type { AnswerOf } from '@parlance/contract/endpoint';
import type { listAllUnanswered } from '@parlance/contract/endpoints/conversations';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { latestUnanswered } from '../turns/queries.ts';
import { groupsOf } from './groups.ts';
import { presentGroups } from './questions.ts';

/** Questions of a chatbot that are counted. */
const maxCounted = 1000;
/** Chatbots whose questions are compared, and how many of the latest of each: this is looked at with every answer. */
const maxChatbots = 5;
const maxGrouped = 200;

interface WaitingChatbot {
  id: string;
  name: string;
  waiting: number;
}

/** Chatbots of an account that were asked what they could not answer, the one with the most such questions first. */
async function waitingChatbots(db: Db, ownerId: string): Promise<WaitingChatbot[]> {
  const { rows } = await sql<WaitingChatbot>`
    select c.id, c.name, u.waiting
      from chatbots c
     cross join lateral (
       select count(*)::int as waiting
         from (select from unanswered_questions where chatbot_id = c.id limit ${maxCounted}) counted
     ) u
     where c.owner_id = ${ownerId} and u.waiting > 0
     order by u.waiting desc, c.id
  `.execute(db);
  return rows;
}

/** What visitors of any of an account's chatbots asked most in vain. */
export async function listMostAsked(
  db: Db,
  ownerId: string,
  limit: number,
): Promise<AnswerOf<typeof listAllUnanswered>> {
  const chatbots = await waitingChatbots(db, ownerId);
  const lists = await Promise.all(
    chatbots.slice(0, maxChatbots).map(async ({ id, name: chatbotName }) => {
      const rows = await latestUnanswered(db, ownerId, id, maxGrouped);
      // Beside the list of all, which groups more of them: one would drive the other out of the cache.
      const groups = await groupsOf(`latest of ${id}`, rows);
      return presentGroups(id, groups).map((group) => ({ ...group, chatbotName }));
    }),
  );
  return {
    items: lists
      .flat()
      .sort((a, b) => b.count - a.count || b.lastAt.localeCompare(a.lastAt))
      .slice(0, limit),
    total: chatbots.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}
