import { addressOf } from '@parlance/contract/endpoint';
import { getSource, listSources, type Source, syncSource } from '@parlance/contract/endpoints/sources';
import { listLedger } from '@parlance/contract/endpoints/usage';
import { errors } from '@parlance/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorker } from '../../../kit/jobs/worker.ts';
import { bytesOf, type NamedFile, newChatbot, upload } from '../../../test/clients/upload.ts';
import {
  makeDocx,
  makeEncryptedOffice,
  makeEncryptedPdf,
  makePdf,
  makeXlsx,
  makeZipBomb,
  zipOf,
} from '../../../test/documents.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { readSourceWork } from './read-job.ts';

const MB = 1_048_576;
let program: Program;
let user: User;
let chatbot: { id: string };
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());
beforeEach(async () => {
  user = await program.newUser();
  chatbot = await newChatbot(user);
});

const cut = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, Math.floor(bytes.length / 2));
const xml = (content: string) => `<?xml version="1.0"?>${content}`;
const wordXml = (text: string, before = '') =>
  new Uint8Array(
    zipOf([
      { name: '[Content_Types].xml', content: xml('<Types/>') },
      {
        name: 'word/document.xml',
        content: xml(
          `${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
        ),
      },
    ]),
  );
/** A billion laughs. */
const entities = `<!DOCTYPE w:document [<!ENTITY a "ha">${Array.from('bcdefghij', (name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]>`;

const files: [string, string, () => Promise<NamedFile>][] = [
  [
    'corrupt_file',
    'half a PDF',
    async () => ({
      name: 'moitié.pdf',
      bytes: (await bytesOf((path) => makePdf(path, { pages: [['Bonjour.'], ['Au revoir.']] }))).slice(0, 60),
    }),
  ],
  [
    'corrupt_file',
    'half a DOCX',
    async () => ({
      name: 'moitié.docx',
      bytes: cut(await bytesOf((path) => makeDocx(path, { paragraphs: [{ text: 'Bonjour.' }] }))),
    }),
  ],
  [
    'corrupt_file',
    'half an XLSX',
    async () => ({
      name: 'moitié.xlsx',
      bytes: cut(await bytesOf((path) => makeXlsx(path, { sheets: [{ name: 'A', rows: [['a', 1]] }] }))),
    }),
  ],
  [
    'encrypted_file',
    'a PDF with a password',
    async () => ({
      name: 'protégé.pdf',
      bytes: await bytesOf((path) => makeEncryptedPdf(path)),
    }),
  ],
  [
    'encrypted_file',
    'a DOCX with a password',
    async () => ({
      name: 'protégé.docx',
      bytes: await bytesOf((path) => makeEncryptedOffice(path)),
    }),
  ],
  ['empty_file', 'nothing', async () => ({ name: 'vide.csv', bytes: '' })],
  [
    'type_mismatch',
    'a DOCX that is a PDF',
    async () => ({
      name: 'menteur.docx',
      bytes: await bytesOf((path) => makePdf(path, { pages: [['Bonjour.']] })),
    }),
  ],
  [
    'limit_exceeded',
    'a ZIP bomb',
    async () => ({
      name: 'bombe.docx',
      bytes: await bytesOf((path) => makeZipBomb(path, 300)),
    }),
  ],
  ['corrupt_file', 'an XML bomb', async () => ({ name: 'rires.docx', bytes: wordXml('&j;', entities) })],
  [
    'limit_exceeded',
    'a million columns',
    async () => ({
      name: 'large.csv',
      bytes: `${'x;'.repeat(1_000_000)}x\n${'1;'.repeat(1_000_000)}1\n`,
    }),
  ],
  [
    'storage_quota_exceeded',
    'one line of 49 MB',
    async () => ({
      name: 'ligne.txt',
      bytes: 'Une phrase de plus. '.repeat((49 * MB) / 20),
    }),
  ],
];

async function inLanguage(sourceId: string, language: 'fr' | 'en'): Promise<Source> {
  const response = await fetch(program.url + addressOf(getSource, { sourceId }), {
    headers: { authorization: `Bearer ${user.token}`, 'accept-language': language },
  });
  return (await response.json()) as Source;
}

test.each(files)(
  '%s: %s ends with its sentence in both languages, and harms nothing else',
  async (code, _, make) => {
    const good = { name: 'sain.txt', bytes: 'Le verger se visite en septembre.' };
    const { body } = await upload(program, user, chatbot.id, [await make(), good], {
      'accept-language': 'en',
    });
    await program.settle();
    const listed = (await user.call(listSources, { params: { chatbotId: chatbot.id } })).body;
    const [bad] = listed.items.filter(({ name }) => name !== good.name);
    const title = errors[code as keyof typeof errors].title;
    if (bad) {
      expect(bad).toMatchObject({ status: 'error', passages: 0, storageTokens: 0, error: { code } });
      expect((await inLanguage(bad.id, 'fr')).error?.message).toContain(title.fr);
      expect((await inLanguage(bad.id, 'en')).error?.message).toContain(title.en);
      expect(listed.statistics.byStatus).toMatchObject({ ready: 1, error: 1 });
      // Trying again is allowed, and ends the same.
      expect((await user.call(syncSource, { params: { sourceId: bad.id } })).body.status).toBe('pending');
      await program.settle();
      expect((await inLanguage(bad.id, 'en')).error?.code).toBe(code);
    } else {
      expect(body.rejected).toMatchObject([{ code, message: title.en }]);
      expect(listed.statistics.byStatus).toMatchObject({ ready: 1, error: 0 });
    }
    expect(listed.items.find(({ name }) => name === good.name)?.status).toBe('ready');
    const { items } = (await user.call(listLedger, { query: { tokenType: 'storage' } })).body;
    expect(items).toHaveLength(1);
  },
);

test('what takes long of one account, however much of it, holds up nobody else’s files', async () => {
  const slowOne = { user, chatbot };
  const stranger = await program.newUser();
  const other = { user: stranger, chatbot: await newChatbot(stranger) };
  const slow = Array.from({ length: 5 }, (_, at) => ({ name: `lent${at}.txt`, bytes: `Le puits ${at}.` }));
  await upload(program, user, chatbot.id, slow);
  const { files, db } = program.context;
  const keys = await db.selectFrom('sources').select('file_key').where('owner_id', '=', user.id).execute();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held: typeof files = {
    ...files,
    async localPath(key) {
      if (keys.some(({ file_key }) => file_key === key)) await released;
      return files.localPath(key);
    },
  };
  const worker = startWorker({ ...program.context, files: held }, [readSourceWork], { concurrency: 2 });
  const states = async () => {
    const { body } = await user.call(listSources, { params: { chatbotId: chatbot.id } });
    return body.statistics.byStatus;
  };
  try {
    await expect.poll(states, { timeout: 20_000 }).toMatchObject({ processing: 2, pending: 3 });
    ({ user, chatbot } = other);
    const bomb = { name: 'bombe.docx', bytes: await bytesOf((path) => makeZipBomb(path, 300)) };
    const good = Array.from({ length: 19 }, (_, at) => ({
      name: `bon${at}.txt`,
      bytes: `Le verger numéro ${at} se visite en septembre.`,
    }));
    await upload(program, user, chatbot.id, [bomb, ...good]);
    await expect.poll(states, { timeout: 25_000 }).toMatchObject({ ready: 19, error: 1 });
    ({ user, chatbot } = slowOne);
    expect(await states()).toMatchObject({ processing: 2, pending: 3 });
    release();
    await expect.poll(states, { timeout: 20_000 }).toMatchObject({ ready: 5 });
  } finally {
    release();
    await worker.stop();
  }
});
