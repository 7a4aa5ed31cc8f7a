import { setNotifications } from '@parlance/contract/endpoints/account/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../kit/ids.ts';
import { enqueue, scheduleKey } from '../../../kit/jobs/enqueue.ts';
import { newChatbot } from '../../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { planWeeklyMails } from '../queue.ts';
import { nextMail } from './jobs.ts';

let program: Program;
let owner: User;

beforeAll(async () => {
  program = await startProgram();
  owner = await program.newUser();
});
afterAll(() => program.stop());

const hourMs = 3_600_000;

async function talk(chatbotId: string) {
  const { db, clock } = program.context;
  const at = new Date(clock().getTime() - 36 * hourMs);
  const [id, question] = [newId(at), newId(at)];
  await db
    .insertInto('conversations')
    .values({
      ...{
        id,
        owner_id: owner.id,
        chatbot_id: chatbotId,
        channel: 'website' as const,
        language: 'fr' as const,
      },
      ...{ visitor_token_hash: Buffer.from(id), token_expires_at: at, started_at: at, last_message_at: at },
    })
    .execute();
  const shared = { conversation_id: id, owner_id: owner.id, created_at: at };
  await db
    .insertInto('messages')
    .values([
      { ...shared, id: question, role: 'visitor', text: 'Les chiens ? Je suis au 06 12 34 56 78.' },
      { ...shared, id: newId(at), role: 'chatbot', text: 'Je ne sais pas.', mode: 'unanswered' },
    ])
    .execute();
}

const untilMail = () =>
  nextMail(program.context.clock(), 'UTC').at.getTime() - program.context.clock().getTime();
/** What workers do each hour, and what is due. */
async function work() {
  const { db, clock } = program.context;
  await enqueue(db, planWeeklyMails, {}, { now: clock(), dedupeKey: scheduleKey });
  await program.settle();
}
const weekly = async () =>
  (await program.mailbox(owner.email)).filter(({ subject }) => subject.startsWith('Votre semaine'));

test.each([
  ['2026-11-23T06:59:00Z', '2026-11-23', '2026-11-23T07:00:00.000Z'],
  ['2026-11-23T07:00:00Z', '2026-11-30', '2026-11-30T07:00:00.000Z'],
  ['2026-11-29T23:30:00Z', '2026-11-30', '2026-11-30T07:00:00.000Z'],
])('after %s in Paris the next one is of Monday %s', (now, monday, at) => {
  expect(nextMail(new Date(now), 'Europe/Paris')).toEqual({ monday, at: new Date(at) });
});

test('who wants it is told on Monday at eight what visitors asked, once, and only where they did', async () => {
  const chatbot = await newChatbot(owner);
  expect((await owner.call(setNotifications, { body: { activitySummaries: true } })).status).toBe(200);
  // To the Sunday before.
  program.advance(untilMail() - 10 * hourMs);
  await talk(chatbot.id);
  await work();
  expect(await weekly()).toEqual([]);
  program.advance(11 * hourMs);
  await work();
  program.advance(2 * hourMs);
  await work();
  const [mail, ...others] = await weekly();
  expect(others).toEqual([]);
  expect(mail?.subject.replaceAll('\u00a0', ' ')).toBe('Votre semaine : 1 conversation avec vos visiteurs');
  expect(mail?.text).toContain('Les chiens ?');
  expect(mail?.text).not.toContain('06 12');
  expect(mail?.text).toMatch(/\/unsubscribe\?token=/);

  // A week in which nobody came.
  program.advance(untilMail() - 10 * hourMs);
  await work();
  program.advance(11 * hourMs);
  await work();
  expect(await weekly()).toHaveLength(1);

  // Visitors came, and nobody wants to hear of it any more.
  await fetch(/http\S+\/unsubscribe\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '', { method: 'POST' });
  program.advance(untilMail() - 10 * hourMs);
  await talk(chatbot.id);
  await work();
  program.advance(11 * hourMs);
  await work();
  expect(await weekly()).toHaveLength(1);
});
