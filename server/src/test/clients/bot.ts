import { type AnswerOf, type AnyEndpoint, addressOf } from '@parlance/contract/endpoint';
import { getChannel } from '@parlance/contract/endpoints/channels';
import { answerQuestion } from '@parlance/contract/endpoints/conversations';
import { listSources } from '@parlance/contract/endpoints/sources';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../db/open.ts';
import type { KillableProgram } from '../killable-program.ts';
import type { Program, User } from '../program.ts';
import type { Messenger } from './messengers.ts';
import { upload } from './upload.ts';

const guide = `Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines.

Le parking souterrain coûte 12 € par nuit et se réserve à la réception.`;

/** What a hotel's bot knows; the answer to the last of them is longer, with its source, than what a messenger takes at once. */
export const questions = {
  breakfast: 'À quelle heure est servi le petit-déjeuner ?',
  parking: 'Combien coûte le parking ?',
  rules: 'Quel est le règlement intérieur ?',
};
const rules = 'Chacun respecte le repos de tous. '.repeat(117).trim();

export const soon = { timeout: 30_000, interval: 10 };

/** Lets the moment pass in which visitors may write on, and has them answered. */
export async function answerAll(program: Program): Promise<void> {
  program.advance(1000);
  await program.settle();
}

/** Whose session has ended since, with another. */
export async function signedInAgain(program: Program, user: User): Promise<User> {
  const { body } = await program.auth('/token?grant_type=password', {
    email: user.email,
    password: 'six chevaux bleus',
  });
  const token = body.access_token;
  return { ...user, token, call: (endpoint, wish) => program.call(endpoint, wish, token) };
}

/** Creates a chatbot of the running program that knows a hotel, where visitors write, and waits until it answers. */
export async function newHotel(
  program: KillableProgram,
  user: { token: string },
  { creation }: Pick<Messenger, 'creation'>,
): Promise<void> {
  const call = async <E extends AnyEndpoint>(
    endpoint: E,
    params: Record<string, string>,
    body?: object,
  ): Promise<AnswerOf<E>> => {
    const response = await fetch(program.url + addressOf(endpoint, params), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as AnswerOf<E>;
  };
  const { id } = await call(creation.endpoint, {}, creation.body);
  await expect.poll(async () => (await call(getChannel, { channelId: id })).status, soon).toBe('ready');
  await upload(program, user, id, [{ name: 'guide.txt', bytes: guide }]);
  await call(answerQuestion, { chatbotId: id }, { question: questions.rules, answer: rules });
  const sources = async () => (await call(listSources, { chatbotId: id })).statistics.byStatus;
  await expect.poll(sources, soon).toMatchObject({ ready: 2 });
}

/** What chats have left: who spoke in each conversation, what was charged for which answers, and how much is still to be done. */
export async function readChats(db: Db) {
  const spoken = await sql<{ chat: string; roles: string[] }>`
    select c.visitor ->> 'id' as chat, array_agg(m.role order by m.id) as roles
      from conversations c join messages m on m.conversation_id = c.id group by c.id order by 1`.execute(db);
  const charged = await sql<{ cause: string }>`
    select cause from ledger_entries where operation = 'chat_completion' order by cause`.execute(db);
  const answers = await sql<{ cause: string }>`
    select 'message:' || id as cause from messages where role = 'chatbot' order by 1`.execute(db);
  const open = await sql<{ count: number }>`
    select (select count(*) from channel_events where handled_at is null)
         + (select count(*) from channel_messages where status <> 'sent') as count`.execute(db);
  return {
    spoken: spoken.rows,
    charged: charged.rows.map(({ cause }) => cause),
    answers: answers.rows.map(({ cause }) => cause),
    open: open.rows[0]?.count,
  };
}
