import { deleteExport, listExports, requestExport } from '@parlance/contract/endpoints/account/exports';
import { updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { deleteSource } from '@parlance/contract/endpoints/sources';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { unzip } from '../../../test/unzip.ts';
import { removeAbandonedFiles, sweepOrphanedFiles } from '../../sources/queue.ts';
import { expireExports } from '../queue.ts';
import { exportById, partsOf } from './queries.ts';
import { ExportGone, writeArchive } from './writing.ts';

const dayMs = 86_400_000;
let program: Program;
let user: User;
let other: User;

beforeAll(async () => {
  program = await startProgram();
  user = await program.newUser();
  other = await program.newUser({ language: 'en' });
  await program.context.db.insertInto('accounts').values({ owner_id: other.id, plan: 'scale' }).execute();
});
afterAll(() => program.stop());

const latest = async (of: User) => (await of.call(listExports)).body.items[0];
const run = async (job: typeof expireExports) => {
  await enqueue(program.context.db, job, {}, { now: program.context.clock() });
  await program.settle();
};
const countParts = async () =>
  (await program.context.db.selectFrom('data_export_parts').select('file_key').execute()).length;

test('somebody asks for their data, gets a mail, and downloads all of it, and nobody else’s', async () => {
  const chatbot = await newChatbot(user, 'Amarante');
  const neighbour = await newChatbot(other, 'Zinzolin');
  await user.call(updateChatbot, {
    params: { chatbotId: chatbot.id },
    body: { systemMessage: 'Dites « nacarat ».' },
  });
  const text = `Le smalt est un bleu. ${'Il vient du cobalt. '.repeat(50)}`;
  await upload(program, user, chatbot.id, [{ name: 'été & bleus.txt', bytes: text }]);
  await upload(program, other, neighbour.id, [{ name: 'autre.txt', bytes: 'Le zinzolin est un violet.' }]);
  await program.settle();

  const [first, second] = await Promise.all([user.call(requestExport), user.call(requestExport)]);
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(first.body.id).toBe(second.body.id);
  expect(first.body).toMatchObject({ status: 'pending', bytes: null, expiresAt: null });
  expect(first.body.url).toBeUndefined();
  await program.settle();

  const ready = await latest(user);
  expect(ready).toMatchObject({ id: first.body.id, status: 'ready', progress: null });
  const mails = (await program.mailbox(user.email)).filter(
    ({ subject }) => subject === 'Vos données sont prêtes',
  );
  expect(mails).toHaveLength(1);
  const link = /http\S+\/archive\?token=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
  expect(link).toBe(ready?.url);

  const response = await fetch(link);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(ready?.bytes),
    'content-disposition': expect.stringMatching(/^attachment; filename="parlance-[\d-]+\.zip"$/),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect((await fetch(link, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.length));
  const files = await unzip(bytes);
  const original = [...files.keys()].find((name) => name.startsWith('sources/')) ?? '';
  expect(original).toMatch(/-été _ bleus\.txt$/);
  expect(files.get(original)?.toString()).toBe(text);
  const all = [...files.values()].join('\n');
  for (const word of [
    user.email,
    'Amarante',
    'nacarat',
    'Camille',
    'smalt',
    'Votre profil et vos préférences',
  ])
    expect(all).toContain(word);
  for (const word of [other.email, other.id, 'inzolin', '$argon2', '$scrypt'])
    expect(all).not.toContain(word);
}, 60_000);

test('the link opens by its token alone, and not once the archive is deleted or a week old', async () => {
  const { id, url = '' } = (await latest(user)) ?? {};
  const statusOf = async (address: string) => {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.status;
  };
  expect(await statusOf(url)).toBe(200);
  const wrong = [
    url.replace(/token=./, (start) => `token=${start.endsWith('A') ? 'B' : 'A'}`),
    url.replace(/\?.*/, ''),
    `${url}AAAA`,
    url.replace(id as string, other.id),
  ];
  for (const address of wrong) expect(await statusOf(address)).toBe(404);

  // Days later nothing has swept its parts away.
  program.advance(6 * dayMs);
  await run(sweepOrphanedFiles);
  expect(await statusOf(url)).toBe(200);
  program.advance(dayMs + 1000);
  expect(await statusOf(url)).toBe(404);
  await run(expireExports);
  expect(await countParts()).toBe(0);
  user = await signInAgain(user);
  expect(await latest(user)).toMatchObject({ id, status: 'expired', bytes: null });
  expect((await latest(user))?.url).toBeUndefined();

  await user.call(requestExport);
  await program.settle();
  const next = await latest(user);
  expect(await statusOf(next?.url ?? '')).toBe(200);
  const params = { exportId: next?.id as string };
  expect((await user.call(deleteExport, { params })).status).toBe(204);
  expect((await user.call(deleteExport, { params })).status).toBe(404);
  expect(await statusOf(next?.url ?? '')).toBe(404);
  expect(await countParts()).toBe(0);
  await run(removeAbandonedFiles);
}, 60_000);

const signInAgain = async ({ id, email }: User): Promise<User> => {
  const { body } = await program.auth('/token?grant_type=password', { email, password: 'six chevaux bleus' });
  const token = body.access_token;
  return { id, email, token, call: (endpoint, wish) => program.call(endpoint, wish, token) };
};

test('cut between any two parts it goes on, and a source deleted amid ends its file and is named', async () => {
  other = await signInAgain(other);
  const chatbot = await newChatbot(other, 'Coupures');
  const { context } = program;
  const bodies = ['cinabre', 'garance'].map((word) => `${word} `.repeat(150_000));
  const added = await upload(program, other, chatbot.id, [
    { name: 'un.txt', bytes: bodies[0] as string },
    { name: 'deux.txt', bytes: bodies[1] as string },
  ]);
  const cut = added.body.accepted.map(({ id }) => id).sort()[0] as string;
  const { body } = await other.call(requestExport);
  let isWhole = false;
  let slices = 0;
  for (; !isWhole; slices++) {
    const made = await exportById(context.db, other.id, body.id);
    if (!made) throw new Error('no archive');
    // A slice that is over at once ends at the first place where it may be cut.
    isWhole = await writeArchive(context, made, {
      signal: new AbortController().signal,
      until: 0,
      onWhole: async () => {},
    });
    const { position } = (await exportById(context.db, other.id, body.id)) ?? {};
    if (position?.file?.row[0] === cut) {
      await other.call(deleteSource, { params: { sourceId: cut } });
      await run(removeAbandonedFiles as typeof expireExports);
      break;
    }
  }
  expect(slices).toBeGreaterThan(10);
  await program.settle();
  const { url = '' } = (await latest(other)) ?? {};
  const files = await unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const originals = [...files].filter(([name]) => name.startsWith('sources/'));
  const half = originals.find(([name]) => name.includes(cut));
  expect(half?.[1].length).toBeLessThan(1_000_000);
  expect(files.get('README.txt')?.toString()).toContain(half?.[0]);
  const whole = originals.find(([name]) => !name.includes(cut) && !name.includes('autre'));
  expect(bodies).toContain(whole?.[1].toString());
}, 60_000);

test('three a day, deleted ones with them; what is deleted amid is written no further', async () => {
  program.advance(dayMs);
  other = await signInAgain(other);
  for (let asked = 0; asked < 3; asked++) {
    const { status, body } = await other.call(requestExport);
    expect(status).toBe(202);
    const made = await exportById(program.context.db, other.id, body.id);
    await other.call(deleteExport, { params: { exportId: body.id } });
    if (!made) throw new Error('no archive');
    const run = { signal: new AbortController().signal, until: 0, onWhole: async () => {} };
    await expect(writeArchive(program.context, made, run)).rejects.toThrow(ExportGone);
    expect(await partsOf(program.context.db, body.id)).toEqual([]);
  }
  await program.settle();
  expect((await other.call(requestExport)).status).toBe(429);
});
