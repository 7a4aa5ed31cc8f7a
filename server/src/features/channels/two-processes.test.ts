import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHotel, questions, readChats, soon } from '../../test/clients/bot.ts';
import { type Messenger, openTelegram, openWhatsApp } from '../../test/clients/messengers.ts';
import { type KillableProgram, layKillableProgram } from '../../test/killable-program.ts';
import { freePort } from '../../test/program.ts';

const chats = [11, 12, 13];

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'two processes on one database (needs PostgreSQL: TEST_DATABASE_URL)',
  () => {
    let messengers: Messenger[];
    let program: KillableProgram;
    beforeAll(async () => {
      messengers = [await openTelegram(), await openWhatsApp()];
      const settings = Object.assign({}, ...messengers.map(({ settings }) => settings));
      program = await layKillableProgram({
        ...settings,
        PLANS_FILE: join(import.meta.dirname, '../../test/plans.json'),
      });
    });
    afterAll(async () => {
      await program?.remove();
      for (const messenger of messengers) await messenger.stop();
    });

    test('what either is delivered, five times each, is answered and charged once, in each chat’s order', async () => {
      const port = await freePort();
      const [first, second] = [await program.start(), await program.start({ PORT: String(port) })];
      const user = await program.signUp();
      for (const messenger of messengers) await newHotel(program, user, messenger);
      const deliver = async (messenger: Messenger, written: Record<string, unknown>) => {
        const ports = [undefined, port, undefined, port, undefined];
        const statuses = await Promise.all(ports.map((port) => messenger.deliver(written, port)));
        expect(statuses).toEqual([200, 200, 200, 200, 200]);
      };

      const all = messengers.flatMap((messenger) => chats.map((chat) => ({ messenger, chat })));
      await Promise.all(
        all.map(async ({ messenger, chat }) => {
          await deliver(messenger, messenger.message(questions.breakfast, chat));
          await deliver(messenger, messenger.command(chat));
          await deliver(messenger, messenger.message(questions.parking, chat));
        }),
      );
      const sent = () => all.map(({ messenger, chat }) => messenger.sentTo(chat));
      const threeEach = all.map(() => 3);
      await expect.poll(() => sent().map(({ length }) => length), soon).toEqual(threeEach);
      expect(await Promise.all([first, second].map((one) => program.end(one, 'SIGTERM')))).toEqual([0, 0]);

      for (const texts of sent())
        expect(texts).toEqual([
          expect.stringContaining('7 h à 10 h 30'),
          expect.stringContaining('Nouvelle conversation'),
          expect.stringContaining('12 €'),
        ]);
      const { spoken, charged, answers, open } = await program.within(({ db }) => readChats(db));
      // Begun anew between the two questions.
      const each = all.flatMap(({ messenger: { platform }, chat }) => {
        const conversation = { chat: `${platform}:${chat}`, roles: ['visitor', 'chatbot'] };
        return [conversation, conversation];
      });
      expect(spoken).toEqual(each);
      expect(charged).toEqual(answers);
      expect(open).toBe(0);
    });
  },
);
