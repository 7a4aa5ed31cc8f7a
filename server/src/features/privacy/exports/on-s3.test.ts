import { listExports, requestExport } from '@parlance/contract/endpoints/account/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { startS3Server } from '../../../test/servers/s3.ts';
import { unzip } from '../../../test/unzip.ts';

let s3: Awaited<ReturnType<typeof startS3Server>>;
let program: Program;
beforeAll(async () => {
  s3 = await startS3Server();
  program = await startProgram({
    STORAGE_URL: s3.url,
    STORAGE_ACCESS_KEY_ID: s3.accessKeyId,
    STORAGE_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
});
afterAll(async () => {
  await program.stop();
  await s3.stop();
});

test('an archive is kept in the bucket and fetched from there; one that fails for good says so, in the list and by mail', async () => {
  const user = await program.newUser();
  const chatbot = await newChatbot(user, 'Amarante');
  const text = 'Le smalt est un bleu. '.repeat(30_000);
  await upload(program, user, chatbot.id, [{ name: 'bleus.txt', bytes: text }]);
  await user.call(requestExport);
  await program.settle();
  const [made] = (await user.call(listExports)).body.items;
  expect(made?.status).toBe('ready');
  const files = await unzip(Buffer.from(await (await fetch(made?.url as string)).arrayBuffer()));
  const [, original] = [...files].find(([name]) => name.endsWith('-bleus.txt')) ?? [];
  expect(original?.toString()).toBe(text);

  await s3.close();
  const { body } = await user.call(requestExport);
  const { db } = program.context;
  const status = async () =>
    (await db.selectFrom('data_exports').select('status').where('id', '=', body.id).executeTakeFirst())
      ?.status;
  for (let tries = 0; tries < 20 && (await status()) !== 'error'; tries++) {
    program.advance(3_600_000);
    await program.settle();
  }
  expect(await status()).toBe('error');
  await program.settle();
  const mails = (await program.mailbox(user.email)).map(({ subject }) => subject);
  expect(
    mails.filter((subject) => subject === 'L’archive de vos données n’a pas pu être préparée'),
  ).toHaveLength(1);
  expect(program.logged.filter((line) => line.includes('Amarante'))).toEqual([]);
}, 120_000);
