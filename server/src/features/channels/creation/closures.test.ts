import { createTelegramChannel } from '@parlance/contract/endpoints/channels';
import { deleteChatbot } from '@parlance/contract/endpoints/chatbots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeJson } from '../../../db/json.ts';
import { newId } from '../../../kit/ids.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { startBotApi } from '../../../test/servers/bot-api.ts';
import { closeChannels } from '../queue.ts';
import { sealCredentials } from '../records/credentials.ts';

let program: Program;
let api: Awaited<ReturnType<typeof startBotApi>>;

beforeAll(async () => {
  api = await startBotApi();
  program = await startProgram({ TELEGRAM_API_URL: api.url, WHATSAPP_API_URL: 'http://127.0.0.1:9' });
});
afterAll(async () => {
  await program.stop();
  await api.stop();
});

test('what a platform does not let go of for a day keeps nothing newer waiting', async () => {
  const { db, clock, secrets } = program.context;
  // Of an account that Meta does not answer for: this program’s WhatsApp is out of reach.
  const stuck = Array.from({ length: 25 }, () => {
    const id = newId(clock());
    return {
      id,
      platform: 'whatsapp' as const,
      account_id: id,
      credentials: sealCredentials(secrets, id, {
        clientId: '1',
        clientSecret: 's',
        accessToken: 't',
        businessAccountId: '2',
      }),
      facts: encodeJson({ businessId: '2' }),
      created_at: new Date(clock().getTime() - 3_600_000),
    };
  });
  await db.insertInto('channel_closures').values(stuck).execute();
  const user = await program.newUser();
  const token = api.addBot('last_bot');
  const { body } = await user.call(createTelegramChannel, { body: { name: 'Bot', botToken: token } });
  await program.settle();
  await user.call(deleteChatbot, { params: { chatbotId: body.id } });
  for (let turn = 0; turn < 2; turn++) {
    await enqueue(db, closeChannels, {}, { now: clock() });
    await program.settle();
  }
  expect(api.webhookOf(token)).toBeUndefined();
});
