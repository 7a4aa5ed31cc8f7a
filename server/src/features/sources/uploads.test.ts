import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { addressOf } from '@parlance/contract/endpoint';
import { deleteChatbot } from '@parlance/contract/endpoints/chatbots';
import {
  type AddedSources,
  deleteSource,
  getSource,
  getSourceContent,
  listSources,
  searchPassages,
  syncSource,
  syncSources,
} from '@parlance/contract/endpoints/sources';
import { beginUpload, cancelUpload, continueUpload, getUpload } from '@parlance/contract/endpoints/uploads';
import { listLedger } from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { spendTokens } from '../../test/clients/spend.ts';
import { bytesOf, newChatbot, upload } from '../../test/clients/upload.ts';
import { makeEncryptedPdf, makePdf } from '../../test/documents.ts';
import { freePort, type Program, startProgram, type User } from '../../test/program.ts';
import { startS3Server } from '../../test/servers/s3.ts';
import { forgetUnreadable, removeAbandonedFiles } from './queue.ts';

const plans = { PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname };
let program: Program;
let user: User;
let chatbot: { id: string };
beforeAll(async () => {
  program = await startProgram(plans);
});
afterAll(() => program.stop());

async function fresh() {
  user = await program.newUser();
  chatbot = await newChatbot(user);
}

const begin = (name: string, size: number, owner = user) =>
  owner.call(beginUpload, { params: { chatbotId: chatbot.id }, body: { name, size } });

interface Told {
  status: number;
  body: Partial<AddedSources> & { id?: string; offset?: number; code?: string };
}

async function send(
  uploadId: string,
  offset: number | string | undefined,
  bytes: Uint8Array<ArrayBuffer> | undefined,
  { url = program.url, headers = {}, owner = user }: { url?: string; headers?: object; owner?: User } = {},
): Promise<Told> {
  const response = await fetch(url + addressOf(continueUpload, { uploadId }), {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${owner.token}`,
      ...(bytes ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...(offset === undefined ? {} : { 'upload-offset': String(offset) }),
      ...headers,
    },
    ...(bytes ? { body: bytes } : {}),
  });
  return { status: response.status, body: (await response.json()) as Told['body'] };
}

const offsetOf = async (uploadId: string) =>
  (await user.call(getUpload, { params: { uploadId } })).body.offset;
const keptFiles = async () => (await readdir(join(program.context.config.dataDir, 'files'))).sort();
const content = async (sourceId: string) => {
  const response = await fetch(program.url + addressOf(getSourceContent, { sourceId }), {
    headers: { authorization: `Bearer ${user.token}` },
  });
  return Buffer.from(await response.arrayBuffer());
};
const sweep = async () => {
  await enqueue(program.context.db, removeAbandonedFiles, {}, { now: program.context.clock() });
  await program.settle();
};
const charges = async () =>
  (await user.call(listLedger, { query: { tokenType: 'storage' } })).body.items.map(({ tokens }) => tokens);

const text = (of: string) =>
  new Uint8Array(Buffer.from(Array.from({ length: 200 }, (_, at) => `${of} ${at}.`).join('\n')));

/** As if the account had stored all that it may. */
const useUpQuota = () => spendTokens(program, user, 'storage');

describe.each(['disk', 's3'] as const)('pieces kept on %s', (kind) => {
  let other: Program | undefined;
  let stop: () => Promise<void> = async () => {};
  beforeAll(async () => {
    if (kind === 'disk') return;
    const server = await startS3Server();
    stop = server.stop;
    other = program;
    program = await startProgram({
      ...plans,
      STORAGE_URL: server.url,
      STORAGE_ACCESS_KEY_ID: server.accessKeyId,
      STORAGE_SECRET_ACCESS_KEY: server.secretAccessKey,
    });
  });
  afterAll(async () => {
    if (other) {
      await program.stop();
      program = other;
    }
    await stop();
  });
  const stored = async () => {
    let files = 0;
    for await (const _ of program.context.files.list()) files++;
    return files;
  };

  test('a file in pieces, by whichever process, becomes the source that it would be whole', async () => {
    await fresh();
    const before = await stored();
    const second = await createApp(program.context);
    const url = `http://127.0.0.1:${await freePort()}`;
    await second.server.listen({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const bytes = text('Le vestiaire est au sous-sol');
    const { status, body } = await begin('vestiaire.txt', bytes.length);
    expect([status, body.offset]).toEqual([201, 0]);
    expect(await send(body.id, 0, bytes.slice(0, 1000))).toEqual({
      status: 200,
      body: { id: body.id, offset: 1000 },
    });
    expect((await send(body.id, 1000, bytes.slice(1000, 1007), { url })).body.offset).toBe(1007);
    expect(await offsetOf(body.id)).toBe(1007);
    const last = await send(body.id, 1007, bytes.slice(1007));
    await second.server.close();
    expect(last).toMatchObject({
      status: 200,
      body: { accepted: [{ name: 'vestiaire.txt', status: 'pending', size: bytes.length }], rejected: [] },
    });
    const id = last.body.accepted?.[0]?.id ?? '';
    await program.settle();
    expect(await content(id)).toEqual(Buffer.from(bytes));
    expect(await stored()).toBe(before + 1);
    const found = await user.call(searchPassages, {
      params: { chatbotId: chatbot.id },
      body: { query: 'vestiaire' },
    });
    expect(found.body.passages[0]).toMatchObject({ sourceName: 'vestiaire.txt' });

    // Whoever has not heard the last answer asks again.
    expect(await offsetOf(body.id)).toBe(bytes.length);
    expect(await send(body.id, bytes.length, undefined)).toMatchObject({
      status: 200,
      body: { accepted: [{ id, status: 'ready' }], rejected: [] },
    });
    const known = await upload(program, user, chatbot.id, [{ name: 'autre.txt', bytes }]);
    expect(known.body.accepted[0]?.id).toBe(id);
  });
});

test('of pieces that come together one is kept, whole; the others are told where the upload stands', async () => {
  await fresh();
  const { body } = await begin('course.txt', 60_000);
  const pieces = Array.from('abcde', (letter) => new Uint8Array(40_000).fill(letter.charCodeAt(0)));
  const told = await Promise.all(pieces.map((piece) => send(body.id, 0, piece)));
  expect(told.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  for (const { status, body } of told) {
    expect(body.offset).toBe(40_000);
    if (status === 409) expect(body.code).toBe('upload_offset_conflict');
  }
  const late = await send(body.id, 0, pieces[0]);
  expect(late).toMatchObject({ status: 409, body: { offset: 40_000 } });
  const last = await send(body.id, 40_000, new Uint8Array(20_000).fill(122));
  const bytes = await content(last.body.accepted?.[0]?.id ?? '');
  const winner = pieces[told.findIndex(({ status }) => status === 200)] ?? new Uint8Array();
  expect(bytes).toEqual(Buffer.concat([winner, Buffer.alloc(20_000, 122)]));
});

test('the last piece asked for by many at once is one source with one charge', async () => {
  await fresh();
  const bytes = text('La remise des clés');
  const { body } = await begin('clés.txt', bytes.length);
  await send(body.id, 0, bytes.slice(0, 50));
  const told = await Promise.all([
    send(body.id, 50, bytes.slice(50)),
    send(body.id, 50, bytes.slice(50)),
    ...Array.from({ length: 4 }, () => send(body.id, bytes.length, undefined)),
  ]);
  for (const { status } of told) expect([200, 409]).toContain(status);
  const again = await Promise.all(Array.from({ length: 4 }, () => send(body.id, bytes.length, undefined)));
  const ids = [...told, ...again].flatMap(({ body }) => body.accepted ?? []).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  await program.settle();
  expect(await charges()).toHaveLength(1);
});

test('a piece that breaks off counts for nothing, leaves nothing, and is no error of ours', async () => {
  await fresh();
  const { body } = await begin('coupé.txt', 1_000_000);
  await send(body.id, 0, new Uint8Array(10).fill(97));
  const before = await keptFiles();
  const logged = program.logged.length;
  const incoming = () => readdir(join(program.context.config.dataDir, 'incoming'));
  const half = request(program.url + addressOf(continueUpload, { uploadId: body.id }), {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/offset+octet-stream',
      'content-length': 999_990,
      'upload-offset': 10,
    },
  });
  half.on('error', () => {});
  half.write(Buffer.alloc(5000, 98));
  await expect.poll(async () => (await incoming()).length, { timeout: 5000 }).toBe(1);
  half.destroy();
  await expect.poll(async () => (await incoming()).length, { timeout: 5000 }).toBe(0);
  expect(await offsetOf(body.id)).toBe(10);
  expect(await keptFiles()).toEqual(before);
  expect(program.logged.slice(logged).filter((line) => line.includes('request failed'))).toEqual([]);
});

test('what is known to be refused is refused before its bytes travel', async () => {
  await fresh();
  const refused = async (name: string, size: number) => {
    const { status, body } = await begin(name, size);
    return [status, (body as unknown as { code: string }).code];
  };
  expect(await refused('énorme.pdf', limits.fileBytes + 1)).toEqual([413, 'too_large']);
  expect(await refused('vide.pdf', 0)).toEqual([422, 'empty_file']);
  expect(await refused('film.mp4', 1000)).toEqual([415, 'unsupported_type']);
  expect((await begin('juste.pdf', limits.fileBytes)).status).toBe(201);
  await useUpQuota();
  expect(await refused('a.txt', 10)).toEqual([403, 'storage_quota_exceeded']);
});

test('an account’s files take no more bytes than its plan gives them, open uploads and what comes at once included', async () => {
  await fresh();
  const { db } = program.context;
  await db.insertInto('accounts').values({ owner_id: user.id, plan: 'growth' }).execute();
  const text = (bytes: number, name = 'a') => name.padEnd(bytes, ' bonjour').slice(0, bytes);
  const first = await begin('un.txt', 6000);
  expect(first.status).toBe(201);
  expect((await begin('deux.txt', 6000)).body).toMatchObject({ code: 'file_space_exceeded' });
  const whole = (name: string, bytes: number) =>
    upload(program, user, chatbot.id, [{ name: `${name}.txt`, bytes: text(bytes, name) }]);
  expect((await whole('trois', 4001)).body.rejected).toMatchObject([{ code: 'file_space_exceeded' }]);
  const sent = await send(first.body.id, 0, new TextEncoder().encode(text(6000)));
  expect(sent.body.accepted).toHaveLength(1);
  const together = await Promise.all(['a', 'b', 'c', 'd'].map((name) => whole(name, 1500)));
  expect(together.flatMap(({ body }) => body.accepted)).toHaveLength(2);
  // What has left makes room.
  await user.call(deleteSource, { params: { sourceId: sent.body.accepted?.[0]?.id ?? '' } });
  expect((await whole('quatre', 6000)).body.accepted).toHaveLength(1);
});

test('an original that could not be read goes after seven days, says so, and may come again', async () => {
  await fresh();
  const { db, clock } = program.context;
  const bytes = await bytesOf((path) => makeEncryptedPdf(path));
  const send = async () => (await upload(program, user, chatbot.id, [{ name: 'clos.pdf', bytes }])).body;
  const sourceId = (await send()).accepted[0]?.id ?? '';
  const said = async () => {
    await program.settle();
    const { status, error } = (await user.call(getSource, { params: { sourceId } })).body;
    return [status, error?.message];
  };
  const daysPass = async (days: number) => {
    await sql`update sources set updated_at = updated_at - ${`${days} days`}::interval where id = ${sourceId}`.execute(
      db,
    );
    await enqueue(db, forgetUnreadable, {}, { now: clock() });
    return said();
  };
  const before = await keptFiles();
  const until = /L’original est gardé jusqu’au \d+(?:er)? \p{L}+\.$/u;
  expect(await said()).toEqual(['error', expect.stringMatching(until)]);
  expect(await daysPass(6.9)).toEqual(['error', expect.stringMatching(/est gardé/)]);
  expect(await keptFiles()).toEqual(before);
  const gone = ['error', expect.stringMatching(/L’original a été supprimé après 7 jours/)];
  expect(await daysPass(0.2)).toEqual(gone);
  expect(await keptFiles()).toHaveLength(before.length - 1);
  // There is nothing to read again until it comes again.
  await user.call(syncSource, { params: { sourceId }, body: {} });
  await user.call(syncSources, { params: { chatbotId: chatbot.id }, body: { ids: [sourceId] } });
  expect(await said()).toEqual(gone);
  expect((await send()).accepted[0]).toMatchObject({ id: sourceId, status: 'pending' });
  expect(await said()).toEqual(['error', expect.stringMatching(/est gardé/)]);
  expect(await keptFiles()).toHaveLength(before.length);
});

test('what only its content shows is refused with a sentence at the end, and nothing of it stays', async () => {
  await fresh();
  const before = await keptFiles();
  const bytes = await bytesOf((path) => makePdf(path, { pages: [['Bonjour.']] }));
  const { body } = await begin('menteur.docx', bytes.length);
  await send(body.id, 0, bytes.slice(0, 100));
  expect(await send(body.id, 100, bytes.slice(100))).toMatchObject({
    status: 200,
    body: {
      accepted: [],
      rejected: [
        {
          name: 'menteur.docx',
          code: 'type_mismatch',
          message: expect.stringMatching(/^Le contenu de ce fichier ne correspond pas/),
        },
      ],
    },
  });
  await program.settle();
  expect(await keptFiles()).toEqual(before);
  expect((await user.call(getUpload, { params: { uploadId: body.id } })).status).toBe(404);
});

test('too many bytes, no offset or another kind of body are refused, and what stands stays', async () => {
  await fresh();
  const { body } = await begin('a.txt', 10);
  const bytes = (length: number) => new Uint8Array(length).fill(97);
  expect(await send(body.id, 0, bytes(11))).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  });
  expect(await send(body.id, undefined, bytes(5))).toMatchObject({ status: 400 });
  expect(await send(body.id, '-1', bytes(5))).toMatchObject({ status: 400 });
  const json = { headers: { 'content-type': 'application/json' } };
  expect(await send(body.id, 0, new Uint8Array(Buffer.from('{}')), json)).toMatchObject({ status: 415 });
  const large = await begin('b.txt', limits.uploadPieceBytes + 2);
  expect(await send(large.body.id, 0, bytes(limits.uploadPieceBytes + 1))).toMatchObject({ status: 413 });
  expect(await send(large.body.id, 0, bytes(limits.uploadPieceBytes))).toMatchObject({ status: 200 });
  expect(await offsetOf(body.id)).toBe(0);
  expect(await send(body.id, 0, bytes(10))).toMatchObject({ body: { accepted: [{ name: 'a.txt' }] } });
});

test('pieces without end are cut off', async () => {
  await fresh();
  const { body } = await begin('miettes.txt', 5000);
  await program.context.db
    .insertInto('upload_pieces')
    .values(
      Array.from({ length: limits.uploadPieces }, (_, start) => ({
        upload_id: body.id,
        start: start + 10_000,
        file_key: crypto.randomUUID(),
      })),
    )
    .execute();
  expect(await send(body.id, 0, new Uint8Array(1))).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  });
});

test('an upload that is given up, rests for a day or loses its chatbot leaves no file', async () => {
  await fresh();
  const before = await keptFiles();
  const begun = async (name: string) => {
    const { body } = await begin(name, 1000);
    await send(body.id, 0, new Uint8Array(randomBytes(10)));
    return body.id;
  };
  const [left, resting] = [await begun('a.txt'), await begun('b.txt')];
  expect(await keptFiles()).toHaveLength(before.length + 2);
  expect((await user.call(cancelUpload, { params: { uploadId: left } })).status).toBe(204);
  await program.settle();
  expect(await keptFiles()).toHaveLength(before.length + 1);
  expect((await user.call(getUpload, { params: { uploadId: left } })).status).toBe(404);
  const { db, clock } = program.context;
  const young = await begun('c.txt');
  for (const [id, hours] of [
    [resting, 25],
    [young, 23],
  ] as const) {
    const updated_at = new Date(clock().getTime() - hours * 3_600_000);
    await db.updateTable('uploads').set({ updated_at }).where('id', '=', id).execute();
  }
  await sweep();
  const rows = await db.selectFrom('uploads').select('id').where('owner_id', '=', user.id).execute();
  expect(rows.map(({ id }) => id)).toEqual([young]);
  expect(await keptFiles()).toHaveLength(before.length + 1);
  await db.deleteFrom('chatbots').where('id', '=', chatbot.id).execute();
  await sweep();
  expect(await keptFiles()).toEqual(before);
});

test('of more open uploads than an account may have, the one that rested longest gives way', async () => {
  await fresh();
  const first = await begin('premier.txt', 1000);
  for (let at = 0; at < limits.openUploads; at++) await begin(`f${at}.txt`, 1000);
  expect((await user.call(getUpload, { params: { uploadId: first.body.id } })).status).toBe(404);
  const { count } = await program.context.db
    .selectFrom('uploads')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('owner_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(limits.openUploads);
});

describe('what was paid for', () => {
  const file = () => ({ name: 'tarif.txt', bytes: text(`Tarif ${randomBytes(8).toString('hex')}`) });

  test('the same file in another chatbot, or again after its deletion, is not charged again', async () => {
    await fresh();
    const bytes = file();
    const { body } = await upload(program, user, chatbot.id, [bytes]);
    await program.settle();
    const [paid] = await charges();
    expect(paid).toBeGreaterThan(100);
    const neighbour = await newChatbot(user, 'Voisin');
    await upload(program, user, neighbour.id, [bytes]);
    await user.call(deleteSource, { params: { sourceId: body.accepted[0]?.id ?? '' } });
    await upload(program, user, chatbot.id, [bytes]);
    await program.settle();
    for (const { id } of [chatbot, neighbour]) {
      const listed = await user.call(listSources, { params: { chatbotId: id } });
      expect(listed.body.items).toMatchObject([{ status: 'ready', storageTokens: paid }]);
      const found = await user.call(searchPassages, { params: { chatbotId: id }, body: { query: 'tarif' } });
      expect(found.body.passages.length).toBeGreaterThan(0);
    }
    await user.call(deleteChatbot, { params: { chatbotId: neighbour.id } });
    const third = await newChatbot(user, 'Troisième');
    await upload(program, user, third.id, [bytes]);
    await program.settle();
    expect(await charges()).toEqual([paid]);
  });

  test('another account pays for itself', async () => {
    await fresh();
    const bytes = file();
    await upload(program, user, chatbot.id, [bytes]);
    await fresh();
    await upload(program, user, chatbot.id, [bytes]);
    await program.settle();
    expect(await charges()).toHaveLength(1);
  });

  test('read in two chatbots at the same moment, it is charged once', async () => {
    await fresh();
    const bytes = file();
    const neighbour = await newChatbot(user, 'Voisin');
    await Promise.all([chatbot, neighbour].map(({ id }) => upload(program, user, id, [bytes])));
    await Promise.all([program.settle(), program.settle()]);
    expect(await charges()).toHaveLength(1);
  });

  test('what was paid for is taken in although the quota is used up', async () => {
    await fresh();
    const bytes = file();
    await upload(program, user, chatbot.id, [bytes]);
    await program.settle();
    await useUpQuota();
    const neighbour = await newChatbot(user, 'Voisin');
    const { body } = await upload(program, user, neighbour.id, [bytes, file()]);
    expect(body.rejected.map(({ code }) => code)).toEqual(['storage_quota_exceeded']);
    await program.settle();
    const { items } = (await user.call(listSources, { params: { chatbotId: neighbour.id } })).body;
    expect(items.map(({ status }) => status)).toEqual(['ready']);
  });
});
