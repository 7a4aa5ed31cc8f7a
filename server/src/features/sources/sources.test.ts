import { readdir } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { addressOf } from '@parlance/contract/endpoint';
import { deleteChatbot } from '@parlance/contract/endpoints/chatbots';
import {
  addFiles,
  addUrls,
  deleteSource,
  getSource,
  getSourceContent,
  listPassages,
  listSources,
  searchPassages,
  syncSource,
} from '@parlance/contract/endpoints/sources';
import { getUsage, listLedger } from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { bytesOf, type NamedFile, newChatbot, upload } from '../../test/clients/upload.ts';
import {
  makeDocx,
  makeEncryptedPdf,
  makeLegacyOffice,
  makePdf,
  makeScannedPdf,
  makeXlsx,
} from '../../test/documents.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { startWebServer } from '../../test/servers/web.ts';
import { forgetKnownHosts, removeAbandonedFiles } from './queue.ts';

let program: Program;
let site: Awaited<ReturnType<typeof startWebServer>>;
let user: User;
beforeAll(async () => {
  site = await startWebServer();
  program = await startProgram({
    PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname,
    CRAWLER_ALLOW: `${site.host},localhost:${site.port}`,
  });
  user = await program.newUser();
});
afterAll(async () => {
  await program.stop();
  await site.stop();
});

/** The plan holds three chatbots: each test has an account of its own where it needs one to itself. */
async function freshChatbot(language: 'fr' | 'en' = 'fr') {
  user = await program.newUser({ language });
  return newChatbot(user);
}
const txt = (name: string, text: string): NamedFile => ({ name, bytes: text });
const keptFiles = async () => (await readdir(join(program.context.config.dataDir, 'files'))).sort();
const incomingFiles = () => readdir(join(program.context.config.dataDir, 'incoming'));
/** As the schedule does once an hour. */
const sweep = async () => {
  await enqueue(program.context.db, removeAbandonedFiles, {}, { now: program.context.clock() });
  await program.settle();
};
const ledger = async (operation?: string) =>
  (await user.call(listLedger, { query: { tokenType: 'storage', operation } })).body.items;
const sourcesOf = async (chatbotId: string) => (await user.call(listSources, { params: { chatbotId } })).body;

test('good files of all five types become ready, with positions, statistics and one charge each', async () => {
  const chatbot = await freshChatbot();
  const files: NamedFile[] = [
    txt('horaires.txt', 'Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines.'),
    txt('prix.csv', 'Chambre;Prix\nDouble;148 €\nSuite;290 €\nFamiliale;210 €\n'),
    {
      name: 'guide.docx',
      bytes: await bytesOf((path) =>
        makeDocx(path, {
          paragraphs: [
            { text: 'Parking', style: 'Heading1' },
            { text: 'Le parking souterrain coûte 12 € par nuit et se réserve à la réception.' },
          ],
        }),
      ),
    },
    {
      name: 'tarifs.xlsx',
      bytes: await bytesOf((path) =>
        makeXlsx(path, {
          sheets: [
            {
              name: 'Été',
              rows: [
                ['Soin', 'Prix'],
                ['Massage', 75],
                ['Hammam', 40],
                ['Gommage', 60],
              ],
            },
          ],
        }),
      ),
    },
    {
      name: 'règlement.pdf',
      bytes: await bytesOf((path) => makePdf(path, { pages: [[], ['Les chiens sont admis sur demande.']] })),
    },
  ];
  const { status, body } = await upload(program, user, chatbot.id, files);
  expect(status).toBe(201);
  expect(body.rejected).toEqual([]);
  expect(body.accepted.map(({ name, status }) => [name, status])).toEqual(
    files.map(({ name }) => [name, 'pending']),
  );
  await program.settle();
  const { items, statistics } = await sourcesOf(chatbot.id);
  expect(items.map(({ status }) => status)).toEqual(Array(5).fill('ready'));
  const storageTokens = items.reduce((sum, item) => sum + item.storageTokens, 0);
  expect(statistics).toMatchObject({ files: 5, urls: 0, byStatus: { ready: 5, error: 0 }, storageTokens });
  expect(storageTokens).toBeGreaterThan(50);
  expect((await user.call(getUsage)).body.storage.used).toBe(storageTokens);
  expect((await ledger()).map(({ operation }) => operation)).toEqual(Array(5).fill('file_upload'));

  const positions = async (name: string) => {
    const source = items.find((item) => item.name === name);
    const { body } = await user.call(listPassages, { params: { sourceId: source?.id ?? '' } });
    return body.items;
  };
  expect(await positions('règlement.pdf')).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('chiens'), position: { page: 2 } }),
  );
  expect((await positions('guide.docx'))[0]?.position).toMatchObject({ heading: 'Parking' });
  expect((await positions('tarifs.xlsx'))[0]?.position).toMatchObject({ sheet: 'Été', row: 1 });
  expect((await positions('prix.csv'))[0]?.position).toMatchObject({ row: 1 });
  const found = await user.call(searchPassages, {
    params: { chatbotId: chatbot.id },
    body: { query: 'parking souterrain' },
  });
  expect(found.body.passages[0]).toMatchObject({ sourceName: 'guide.docx' });
});

test('known bytes are the same source, uncharged, under whatever name; a neighbour chatbot has its own', async () => {
  const chatbot = await freshChatbot();
  const text = 'La piscine ouvre à neuf heures.';
  const first = await upload(program, user, chatbot.id, [txt('piscine.txt', text)]);
  await program.settle();
  const again = await upload(program, user, chatbot.id, [txt('autre.txt', text), txt('encore.txt', text)]);
  const id = first.body.accepted[0]?.id;
  expect(again.body.accepted.map((source) => [source.id, source.status])).toEqual([
    [id, 'ready'],
    [id, 'ready'],
  ]);
  await program.settle();
  expect(await ledger()).toHaveLength(1);
  const other = await newChatbot(user, 'Autre');
  const elsewhere = await upload(program, user, other.id, [txt('piscine.txt', text)]);
  expect(elsewhere.body.accepted[0]?.id).not.toBe(id);
  await program.settle();
  expect(await ledger()).toHaveLength(1);
});

test('the same bytes in parallel uploads are one source with one charge', async () => {
  const chatbot = await freshChatbot();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      upload(program, user, chatbot.id, [txt('a.txt', 'Le bar ferme à minuit.')]),
    ),
  );
  expect(new Set(answers.map(({ body }) => body.accepted[0]?.id)).size).toBe(1);
  await program.settle();
  expect(await ledger()).toHaveLength(1);
});

test('a known source that ended in error is read again', async () => {
  const chatbot = await freshChatbot();
  const file = txt('a.txt', 'La navette part toutes les heures.');
  const { body } = await upload(program, user, chatbot.id, [file]);
  const id = body.accepted[0]?.id ?? '';
  await program.context.db
    .updateTable('sources')
    .set({
      status: 'error',
      error_code: 'timed_out',
      version: 7,
    })
    .where('id', '=', id)
    .execute();
  const again = await upload(program, user, chatbot.id, [file]);
  expect(again.body.accepted[0]).toMatchObject({ id, status: 'pending' });
  expect(again.body.accepted[0]?.error).toBeUndefined();
  await program.settle();
  expect((await user.call(getSource, { params: { sourceId: id } })).body.status).toBe('ready');
});

test('a bad file is rejected by itself, with a sentence in its owner’s language; its neighbours are not harmed', async () => {
  for (const language of ['fr', 'en'] as const) {
    const chatbot = await freshChatbot(language);
    const pdf = await bytesOf((path) => makePdf(path, { pages: [['Hello.']] }));
    const legacy = await bytesOf((path) => makeLegacyOffice(path));
    const { status, body } = await upload(
      program,
      user,
      chatbot.id,
      [
        txt('bon.txt', 'Un texte sain.'),
        txt('page.html', '<!doctype html><html><body>Bonjour</body></html>'),
        txt('page.txt', '<!doctype html><html><body>Bonjour</body></html>'),
        { name: 'menteur.docx', bytes: pdf },
        { name: 'vieux.doc', bytes: legacy },
        txt('vide.txt', ''),
        { name: 'programme.txt', bytes: Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]) },
        { name: 'virus.pdf', bytes: Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0]) },
        txt('aussi-bon.csv', 'a;b\n1;2\n'),
      ],
      { 'accept-language': language },
    );
    expect(status).toBe(201);
    expect(body.accepted.map(({ name }) => name)).toEqual(['bon.txt', 'aussi-bon.csv']);
    const codes = Object.fromEntries(body.rejected.map(({ name, code }) => [name, code]));
    expect(codes).toMatchObject({
      'page.html': 'unsupported_type',
      'menteur.docx': 'type_mismatch',
      'vieux.doc': 'unsupported_type',
      'vide.txt': 'empty_file',
    });
    expect(Object.keys(codes)).toEqual([
      'page.html',
      'page.txt',
      'menteur.docx',
      'vieux.doc',
      'vide.txt',
      'programme.txt',
      'virus.pdf',
    ]);
    expect(body.rejected.find(({ name }) => name === 'vide.txt')?.message).toBe(
      language === 'fr' ? 'Ce fichier est vide.' : 'This file is empty.',
    );
  }
});

test('a file beyond 50 MB is refused while it streams, and leaves nothing', async () => {
  const chatbot = await freshChatbot();
  const before = await keptFiles();
  const { body } = await upload(program, user, chatbot.id, [
    { name: 'énorme.txt', bytes: new Uint8Array(51 * 1_048_576).fill(97) },
    txt('petit.txt', 'Un petit texte.'),
  ]);
  expect(body.rejected).toEqual([
    {
      name: 'énorme.txt',
      code: 'too_large',
      message: 'Ce fichier dépasse 50 Mo. Divisez-le, puis réessayez.',
    },
  ]);
  expect(body.accepted.map(({ name }) => name)).toEqual(['petit.txt']);
  expect(await keptFiles()).toHaveLength(before.length + 1);
  expect(await incomingFiles()).toEqual([]);
});

test('a file that cannot be read ends in error with a sentence, and answers nothing', async () => {
  const chatbot = await freshChatbot();
  const good = await bytesOf((path) => makePdf(path, { pages: [['Bonjour.']] }));
  const { body } = await upload(program, user, chatbot.id, [
    { name: 'abîmé.pdf', bytes: good.subarray(0, 60) },
    { name: 'protégé.pdf', bytes: await bytesOf((path) => makeEncryptedPdf(path)) },
    { name: 'scanné.pdf', bytes: await bytesOf((path) => makeScannedPdf(path, [{}, {}])) },
    txt('sain.txt', 'Le sauna est chauffé le soir.'),
  ]);
  await program.settle();
  const { items } = await sourcesOf(chatbot.id);
  const ended = Object.fromEntries([
    ...items.map(({ name, error }) => [name, error?.code]),
    ...body.rejected.map(({ name, code }) => [name, code]),
  ]);
  expect(ended).toEqual({
    'abîmé.pdf': 'corrupt_file',
    'protégé.pdf': 'encrypted_file',
    'scanné.pdf': 'no_text',
    'sain.txt': undefined,
  });
  const scanned = items.find(({ name }) => name === 'scanné.pdf');
  expect(scanned).toMatchObject({ status: 'error', passages: 0, storageTokens: 0 });
  expect(scanned?.error?.message).toMatch(/^Aucun texte n’a été trouvé/);
  expect(await ledger()).toHaveLength(1);
});

test('files beyond the twentieth of a request are named and refused; the twenty are taken', async () => {
  const chatbot = await freshChatbot();
  const before = await keptFiles();
  const files = Array.from({ length: 60 }, (_, at) => txt(`f${at}.txt`, `Fichier numéro ${at}.`));
  const { status, body } = await upload(program, user, chatbot.id, files);
  expect(status).toBe(201);
  expect(body.accepted).toHaveLength(20);
  expect(body.rejected.map(({ name }) => name)).toEqual(files.slice(20).map(({ name }) => name));
  expect(body.rejected[0]).toMatchObject({
    code: 'limit_exceeded',
    message: 'Vingt fichiers au plus à la fois : déposez celui-ci ensuite.',
  });
  expect(await sourcesOf(chatbot.id)).toMatchObject({ total: 20, statistics: { files: 20 } });
  const { body: ones } = await user.call(listSources, {
    params: { chatbotId: chatbot.id },
    query: { search: 'f1', limit: '2' },
  });
  expect([ones.items.length, ones.total]).toEqual([2, 11]);
  expect(await keptFiles()).toHaveLength(before.length + 20);
  await user.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
  await sweep();
});

test('of files that come at once only as many are taken as a chatbot holds', async () => {
  const chatbot = await freshChatbot();
  const { db, clock } = program.context;
  const at = clock();
  await sql`
    insert into sources (id, owner_id, chatbot_id, kind, name, media_type, format, status, created_at, updated_at)
    select gen_random_uuid(), ${user.id}, ${chatbot.id}, 'file', n || '.txt', 'text/plain', 'txt', 'ready', ${at}, ${at}
      from generate_series(3, ${limits.filesPerChatbot}::int) n`.execute(db);
  const before = await keptFiles();
  const told = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      upload(program, user, chatbot.id, [txt('a.txt', `Le dernier rayon ${index}.`)]),
    ),
  );
  expect(told.flatMap(({ body }) => body.accepted)).toHaveLength(2);
  expect(told.flatMap(({ body }) => body.rejected)[0]).toMatchObject({
    code: 'limit_exceeded',
    message: 'Ce chatbot a atteint sa limite de fichiers.',
  });
  expect(await keptFiles()).toHaveLength(before.length + 2);
});

test('an upload that is cut half-way leaves no row and no file', async () => {
  const chatbot = await freshChatbot();
  const before = await keptFiles();
  const { port } = new URL(program.url);
  const half = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: addressOf(addFiles, { chatbotId: chatbot.id }),
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': 'multipart/form-data; boundary=xx',
      'content-length': 1_000_000,
    },
  });
  half.on('error', () => {});
  half.write('--xx\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nBonjour, ');
  await expect.poll(async () => (await incomingFiles()).length, { timeout: 5000 }).toBe(1);
  half.destroy();
  await expect.poll(async () => (await incomingFiles()).length, { timeout: 5000 }).toBe(0);
  expect((await sourcesOf(chatbot.id)).items).toEqual([]);
  expect(await keptFiles()).toEqual(before);
});

test('beyond the storage quota a source ends in error, uncharged and with nothing half indexed', async () => {
  const chatbot = await freshChatbot();
  await program.context.db.deleteFrom('accounts').where('owner_id', '=', user.id).execute();
  const { charge } = await import('../usage/service.ts');
  await charge(program.context, program.context.db, {
    ownerId: user.id,
    tokenType: 'storage',
    operation: 'file_upload',
    details: { parts: [{ name: 'passages', tokens: 5_000_000 - 50 }] },
    chatbotId: null,
    chatbotName: null,
    cause: 'earlier',
  });
  const long = Array.from({ length: 40 }, (_, at) => `Phrase numéro ${at} sur le jardin de l’hôtel.`).join(
    '\n\n',
  );
  const { body } = await upload(program, user, chatbot.id, [txt('long.txt', long)]);
  await program.settle();
  const sourceId = body.accepted[0]?.id ?? '';
  const { body: source } = await user.call(getSource, { params: { sourceId } });
  expect(source).toMatchObject({ status: 'error', passages: 0, error: { code: 'storage_quota_exceeded' } });
  expect((await user.call(listPassages, { params: { sourceId } })).body.items).toEqual([]);
  const hits = await user.call(searchPassages, {
    params: { chatbotId: chatbot.id },
    body: { query: 'jardin' },
  });
  expect(hits.body.passages).toEqual([]);
  expect((await user.call(getUsage)).body.storage).toMatchObject({ used: 4_999_950, remaining: 50 });
  expect(await program.mailbox(user.email)).toContainEqual(
    expect.objectContaining({ subject: 'Vos jetons de stockage sont épuisés' }),
  );
  const fits = await upload(program, user, chatbot.id, [txt('court.txt', 'Le jardin ferme à 22 h.')]);
  await program.settle();
  const read = await user.call(getSource, { params: { sourceId: fits.body.accepted[0]?.id ?? '' } });
  expect(read.body.status).toBe('ready');
});

test('a deleted source stops answering at once; its file goes with the job', async () => {
  const chatbot = await freshChatbot();
  const before = await keptFiles();
  const { body } = await upload(program, user, chatbot.id, [
    txt('a.txt', 'Le coffre-fort est dans l’armoire.'),
  ]);
  await program.settle();
  const params = { sourceId: body.accepted[0]?.id ?? '' };
  const search = () =>
    user.call(searchPassages, { params: { chatbotId: chatbot.id }, body: { query: 'coffre-fort' } });
  expect((await search()).body.passages).toHaveLength(1);
  expect((await user.call(deleteSource, { params })).status).toBe(204);
  expect((await search()).body.passages).toEqual([]);
  expect((await user.call(getSource, { params })).status).toBe(404);
  await program.settle();
  // What the ranking counts goes too: a word of a deleted source is rare again.
  const counted = await program.context.db
    .selectFrom('chatbot_stats')
    .select(['french', 'english'])
    .where('chatbot_id', '=', chatbot.id)
    .execute();
  expect(counted).toEqual([{ french: 0, english: 0 }]);
  expect(await keptFiles()).toEqual(before);
  expect((await user.call(getUsage)).body.storage.used).toBeGreaterThan(0);
});

test('a deleted chatbot’s files are swept', async () => {
  const chatbot = await freshChatbot();
  const before = await keptFiles();
  await upload(program, user, chatbot.id, [txt('a.txt', 'Un.'), txt('b.txt', 'Deux.')]);
  await user.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
  expect(await keptFiles()).toHaveLength(before.length + 2);
  await sweep();
  expect(await keptFiles()).toEqual(before);
});

test('the original comes back as it was, as an attachment that no browser opens', async () => {
  const chatbot = await freshChatbot();
  const text = 'Exemple : <b onclick=alert(1)>un code</b> écrit à la main.';
  const { body } = await upload(program, user, chatbot.id, [txt('L’été (à "Paris").txt', text)]);
  const sourceId = body.accepted[0]?.id ?? '';
  const response = await fetch(program.url + addressOf(getSourceContent, { sourceId }), {
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(await response.text()).toBe(text);
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename\*=UTF-8''L%E2%80%99%C3%A9t%C3%A9%20%28/,
  );
});

test.each([
  ['../../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Windows\\hôtel.txt', 'hôtel.txt'],
  ['con.txt', '_con.txt'],
  ['invoice\u202etxt.exe.txt', 'invoicetxt.exe.txt'],
])('the name %j becomes %j', async (name, clean) => {
  const chatbot = await freshChatbot();
  const { body } = await upload(program, user, chatbot.id, [txt(name, `Contenu de ${clean}.`)]);
  expect(body.accepted[0]?.name).toBe(clean);
});

test('waiting files of one account delay another’s first by at most one', async () => {
  const first = await freshChatbot();
  const patient = user;
  const second = await freshChatbot();
  const files = Array.from({ length: 4 }, (_, at) => txt(`f${at}.txt`, `Document numéro ${at}.`));
  await upload(program, patient, first.id, files);
  await upload(program, user, second.id, [txt('un.txt', 'Un seul document.')]);
  await program.settle();
  const rows = await program.context.db
    .selectFrom('sources')
    .select(['chatbot_id', 'last_sync_at'])
    .where('chatbot_id', 'in', [first.id, second.id])
    .orderBy('last_sync_at')
    .execute();
  expect(rows).toHaveLength(5);
  expect(rows.findIndex((row) => row.chatbot_id === second.id)).toBeLessThanOrEqual(1);
});

const html = (title: string, text: string) =>
  `<!doctype html><html lang="fr"><head><title>${title}</title></head><body><main><p>${text}</p></main></body></html>`;

async function addPage(path: string) {
  const chatbot = await freshChatbot();
  return { chatbot, id: await addTo(chatbot.id, site.url(path)) };
}
async function addTo(chatbotId: string, url: string) {
  const { body } = await user.call(addUrls, { params: { chatbotId }, body: { urls: [url] } });
  await program.settle();
  return body.accepted[0]?.id ?? '';
}
const sourceAt = async (sourceId: string) => (await user.call(getSource, { params: { sourceId } })).body;

test('a page is read by its address and named by its title; read again, only what is new is charged', async () => {
  site.page('/page', html('Nos horaires', 'La réception est ouverte de 6 h à minuit.'));
  const { chatbot, id } = await addPage('/page');
  expect(await sourceAt(id)).toMatchObject({ status: 'ready', name: 'Nos horaires', url: site.url('/page') });
  expect(await addTo(chatbot.id, site.url('/page'))).toBe(id);
  const charged = await ledger();
  expect(charged).toHaveLength(1);

  await user.call(syncSource, { params: { sourceId: id } });
  await program.settle();
  expect(await ledger()).toHaveLength(1);

  const added = 'Le spa accueille les enfants le mercredi.';
  site.page(
    '/page',
    html('Nos horaires', `La réception est ouverte de 6 h à minuit.</p><h2>Spa</h2><p>${added}`),
  );
  const again = await user.call(syncSource, { params: { sourceId: id } });
  expect(again.status).toBe(202);
  await program.settle();
  const [newest] = await ledger('reindex');
  expect(newest?.tokens).toBeGreaterThan(0);
  const passages = await user.call(listPassages, { params: { sourceId: id } });
  expect(newest?.tokens).toBeLessThan(passages.body.items.reduce((sum, { tokens }) => sum + tokens, 0) + 1);
  expect(passages.body.items.map(({ text }) => text).join('\n')).toContain(added);
});

test('robots.txt is obeyed', async () => {
  site.on('/robots.txt', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end('User-agent: ParlanceBot\nDisallow: /private'),
  );
  await program.context.db.deleteFrom('crawl_hosts').execute();
  site.page('/private/page', html('Privé', 'Rien à voir ici.'));
  site.page('/public', html('Public', 'À lire par tous.'));
  const { chatbot, id } = await addPage('/private/page');
  expect(await sourceAt(id)).toMatchObject({ status: 'error', error: { code: 'robots_disallowed' } });
  expect(site.requests.some(({ path }) => path === '/private/page')).toBe(false);
  expect((await sourceAt(await addTo(chatbot.id, site.url('/public')))).status).toBe('ready');
  expect(site.requests.find(({ path }) => path === '/public')?.headers['user-agent']).toMatch(
    /^ParlanceBot\/1\.0 \(\+/,
  );
  const rulesAsked = () => site.requests.filter(({ path }) => path === '/robots.txt').length;
  const before = rulesAsked();
  await sql`update crawl_hosts set robots_at = robots_at - interval '23 hours'`.execute(program.context.db);
  await sourceAt(await addTo(chatbot.id, site.url('/public?2')));
  expect(rulesAsked()).toBe(before);
  // They are believed for a day.
  await sql`update crawl_hosts set robots_at = robots_at - interval '2 hours'`.execute(program.context.db);
  await sourceAt(await addTo(chatbot.id, site.url('/public?3')));
  expect(rulesAsked()).toBe(before + 1);
  // Then nothing says any longer that somebody has read there.
  await sql`insert into crawl_hosts values ('https://left.example', now() - interval '25 hours', '', now() - interval '25 hours')`.execute(
    program.context.db,
  );
  await enqueue(program.context.db, forgetKnownHosts, {}, { now: program.context.clock() });
  await program.settle();
  const hosts = await program.context.db.selectFrom('crawl_hosts').select('host').execute();
  expect(hosts).toEqual([{ host: site.url('') }]);
});

test('what keeps a page from being read is told', async () => {
  site.on('/secret', (_request, response) => response.writeHead(401).end('who?'));
  site.on('/challenge', (_request, response) =>
    response
      .writeHead(403, { 'content-type': 'text/html' })
      .end('<html><head><title>Just a moment...</title></head><body></body></html>'),
  );
  site.page('/image', 'GIF89a', { 'content-type': 'image/gif' });
  site.on('/broken', (_request, response) => response.writeHead(500).end());
  site.on('/refused', (_request, response) => response.writeHead(403).end());
  site.redirect('/loop', '/loop');
  site.redirect('/inside', 'http://127.0.0.1:1/secret');
  const chatbot = await freshChatbot('en');
  const expected = {
    '/missing': {
      code: 'fetch_failed',
      statusCode: 404,
      message: 'The page could not be read. The site doesn’t know this address (404). Check it and retry.',
    },
    '/broken': {
      code: 'fetch_failed',
      statusCode: 500,
      message: 'The page could not be read. The site has trouble (500). Retry later.',
    },
    '/refused': {
      code: 'fetch_failed',
      statusCode: 403,
      message: 'The page could not be read. The site blocks our crawler (403). Allow it, then retry.',
    },
    '/secret': { code: 'requires_authentication', statusCode: 401 },
    '/challenge': { code: 'bot_protection', statusCode: 403 },
    '/image': { code: 'unsupported_media_type' },
    '/loop': { code: 'fetch_failed', message: expect.stringContaining('without end') },
    '/inside': { code: 'address_refused' },
  };
  for (const [path, error] of Object.entries(expected)) {
    const source = await sourceAt(await addTo(chatbot.id, site.url(path)));
    expect(source, path).toMatchObject({
      status: 'error',
      error,
      requiresAuthentication: path === '/secret',
    });
    expect(source.error?.message.length).toBeGreaterThan(20);
  }
  expect(await ledger()).toEqual([]);
});

test('private addresses are refused with one text, whatever is there', async () => {
  const chatbot = await freshChatbot('en');
  const inside = createServer((_request, response) => response.end('secret banner'));
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const { port } = inside.address() as { port: number };
  const errors = new Set<string>();
  for (const url of [
    `http://127.0.0.1:${port}/`,
    'http://169.254.169.254/latest',
    'http://localhost/',
    'http://[::1]/',
  ]) {
    const { error } = await sourceAt(await addTo(chatbot.id, url));
    errors.add(JSON.stringify(error));
  }
  inside.close();
  expect([...errors]).toEqual([
    JSON.stringify({
      code: 'address_refused',
      message: 'This address can’t be read. Enter the public address of a web page.',
    }),
  ]);
  const { body } = await user.call(addUrls, {
    params: { chatbotId: chatbot.id },
    body: { urls: ['ftp://example.org/', 'http://user:pw@example.org/'] },
  });
  expect(body.accepted).toEqual([]);
  expect(body.rejected.map(({ code }) => code)).toEqual(['address_refused', 'address_refused']);
});

test('where a redirect leads, its own robots.txt holds, on this host and on another', async () => {
  const elsewhere = `http://localhost:${site.port}`;
  site.on('/robots.txt', (request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end(
        `User-agent: *\nDisallow: ${request.headers.host?.startsWith('localhost') ? '/closed' : '/private'}`,
      ),
  );
  for (const path of ['/closed', '/private', '/open']) site.page(path, html('Arrivée', `Voici ${path}.`));
  site.redirect('/inward', '/private');
  site.redirect('/across', `${elsewhere}/closed`);
  site.redirect('/allowed', `${elsewhere}/open`);
  const chatbot = await freshChatbot('en');
  // What other tests have learned of these hosts, and they of this one.
  const forget = () => program.context.db.deleteFrom('crawl_hosts').execute();
  await forget();
  const before = site.requests.length;
  for (const path of ['/inward', '/across'])
    expect(await sourceAt(await addTo(chatbot.id, site.url(path))), path).toMatchObject({
      status: 'error',
      error: { code: 'robots_disallowed' },
    });
  expect(await sourceAt(await addTo(chatbot.id, site.url('/allowed')))).toMatchObject({ status: 'ready' });
  const asked = site.requests.slice(before).map(({ path }) => path);
  await forget();
  expect(asked).not.toContain('/private');
  expect(asked).not.toContain('/closed');
  expect(asked.filter((path) => path === '/robots.txt')).toHaveLength(2);
});

test('a redirect is followed, a PDF by its address is read as one, a charset is understood', async () => {
  site.page('/target', html('Arrivée', 'La page est arrivée.'));
  site.redirect('/moved', '/target', 301);
  const pdf = await bytesOf((path) => makePdf(path, { pages: [['Menu du jour : soupe de courge.']] }));
  site.page('/menu.pdf', Buffer.from(pdf), { 'content-type': 'application/pdf' });
  const latin = Buffer.from(html('Été', 'Crème brûlée à la fève.'), 'latin1');
  site.page('/latin', latin, { 'content-type': 'text/html; charset=iso-8859-1' });
  const { chatbot, id } = await addPage('/moved');
  expect(await sourceAt(id)).toMatchObject({ status: 'ready', name: 'Arrivée' });
  site.page('/miscalled', Buffer.from(pdf));
  for (const path of ['/menu.pdf', '/miscalled']) {
    const menu = await addTo(chatbot.id, site.url(path));
    expect(await sourceAt(menu), path).toMatchObject({ status: 'ready', mediaType: 'application/pdf' });
    const [passage] = (await user.call(listPassages, { params: { sourceId: menu } })).body.items;
    expect(passage, path).toMatchObject({ position: { page: 1 } });
  }
  const sourceId = await addTo(chatbot.id, site.url('/latin'));
  expect((await sourceAt(sourceId)).name).toBe('Été');
  const { body } = await user.call(listPassages, { params: { sourceId } });
  expect(body.items[0]?.text).toContain('Crème brûlée à la fève.');
});

test('a host is asked at its pace, its robots.txt included, and waiting is no failure', async () => {
  const slow = await startProgram({ CRAWLER_ALLOW: site.host, CRAWLER_REQUESTS_PER_SECOND: '1' });
  try {
    const owner = await slow.newUser();
    const { id } = await newChatbot(owner);
    const askedAt: number[] = [];
    for (const path of ['/robots.txt', '/one', '/two']) {
      site.on(path, (_request, response) => {
        askedAt.push(performance.now());
        response.writeHead(200, { 'content-type': 'text/plain' }).end(`# ${path}`);
      });
    }
    const urls = [site.url('/one'), site.url('/two')];
    await owner.call(addUrls, { params: { chatbotId: id }, body: { urls } });
    await expect
      .poll(
        async () => {
          await slow.settle();
          const { body } = await owner.call(listSources, { params: { chatbotId: id } });
          expect(body.statistics.byStatus.error).toBe(0);
          return body.statistics.byStatus.ready;
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe(2);
    expect(askedAt).toHaveLength(3);
    for (const [at, time] of askedAt.slice(1).entries()) {
      expect(time - (askedAt[at] as number)).toBeGreaterThan(900);
    }
  } finally {
    await slow.stop();
  }
});
