import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBot, questions, readChats, soon } from '../../test/clients/bot.ts';
import { type KillableProgram, layKillableProgram } from '../../test/killable-program.ts';
import { freePort } from '../../test/program.ts';
import { startBotApi } from '../../test/servers/bot-api.ts';

const chats = [11, 12, 13];

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'two processes on one database (needs PostgreSQL: TEST_DATABASE_URL)',
  () => {
    let api: Awaited<ReturnType<typeof startBotApi>>;
    let program: KillableProgram;
    beforeAll(async () => {
      api = await startBotApi();
      program = await layKillableProgram({ TELEGRAM_API_URL: api.url, EMBED_RATE_LIMIT_PER_MINUTE: '0' });
    });
    afterAll(async () => {
      await program?.remove();
      await api?.stop();
    });

    test('what either is delivered, five times each, is answered and charged once, in each chat’s order', async () => {
      const port = await freePort();
      const [first, second] = [await program.start(), await program.start({ PORT: String(port) })];
      const botToken = await newBot(program, api);
      const { url = '', secret = '' } = api.webhookOf(botToken) ?? {};
      const other = new URL(url);
      other.port = String(port);
      const deliverTo = async (address: string | URL, update: object) => {
        const headers = {
          'content-type': 'application/json',
          'x-telegram-bot-api-secret-token': secret,
        };
        return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(update) })).status;
      };
      let updates = 0;
      const deliver = async (message: object) => {
        const update = { update_id: ++updates, ...message };
        const statuses = [url, other, url, other, url].map((address) => deliverTo(address, update));
        expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200]);
      };

      await Promise.all(
        chats.map(async (chat) => {
          await deliver(api.message(questions.breakfast, chat));
          await deliver(api.command('/help', chat));
          await deliver(api.message(questions.parking, chat));
        }),
      );
      const sentTo = (chat: number) =>
        api.calls.flatMap(({ method, body }) =>
          method === 'sendMessage' && body.chat_id === chat ? [String(body.text)] : [],
        );
      await expect.poll(() => chats.map((chat) => sentTo(chat).length), soon).toEqual([3, 3, 3]);
      expect(await Promise.all([first, second].map((one) => program.end(one, 'SIGTERM')))).toEqual([0, 0]);

      for (const chat of chats)
        expect(sentTo(chat)).toEqual([
          expect.stringContaining('7 h à 10 h 30'),
          expect.stringContaining('/new'),
          expect.stringContaining('12 €'),
        ]);
      const { spoken, charged, answers, open } = await program.within(({ db }) => readChats(db));
      const roles = ['visitor', 'chatbot', 'visitor', 'chatbot'];
      expect(spoken).toEqual(chats.map((chat) => ({ chat: `telegram:${chat}`, roles })));
      expect(charged).toEqual(answers);
      expect(open).toBe(0);
    });
  },
);
