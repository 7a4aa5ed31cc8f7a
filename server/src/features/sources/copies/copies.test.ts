import { addressOf } from '@parlance/contract/endpoint';
import {
  type Chatbot,
  createChatbot,
  deleteChatbot,
  duplicateChatbot,
  getChatbot,
  updateChatbot,
} from '@parlance/contract/endpoints/chatbots';
import { createCheck, listChecks } from '@parlance/contract/endpoints/checks';
import { addSitemap, listCrawlPages, listCrawls, resumeCrawl } from '@parlance/contract/endpoints/crawls';
import {
  addUrls,
  deleteSource,
  getSourceContent,
  listPassages,
  listSources,
  searchPassages,
  syncSource,
  updatePassage,
} from '@parlance/contract/endpoints/sources';
import { listLedger } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { runDueJobs } from '../../../kit/jobs/worker.ts';
import { openModels } from '../../../kit/models/open.ts';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { png, sendImage } from '../../../test/images.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startModelServer } from '../../../test/servers/model.ts';
import { startWebServer } from '../../../test/servers/web.ts';
import { copyPassages } from '../../knowledge/service.ts';
import { clearRemoved, removeAbandonedFiles } from '../queue.ts';
import { copyId } from './id.ts';
import { copySourcesWork } from './job.ts';

let program: Program;
let site: Awaited<ReturnType<typeof startWebServer>>;
let model: Awaited<ReturnType<typeof startModelServer>>;
let user: User;
let chatbot: { id: string };
beforeAll(async () => {
  [site, model] = [await startWebServer(), await startModelServer()];
  program = await startProgram({
    PLANS_FILE: new URL('../../../test/plans.json', import.meta.url).pathname,
    CRAWLER_ALLOW: site.host,
  });
});
afterAll(async () => {
  await program.stop();
  await site.stop();
  await model.stop();
});
beforeEach(async () => {
  site.clear();
  site.page('/robots.txt', '');
  user = await program.newUser();
  chatbot = await newChatbot(user, 'Refuge');
});

const addFile = async (name: string, text: string) =>
  (await upload(program, user, chatbot.id, [{ name, bytes: text }])).body.accepted[0]?.id ?? '';
const duplicate = (body: { name?: string; copySources?: boolean } = {}, of = chatbot.id) =>
  user.call(duplicateChatbot, { params: { chatbotId: of }, body });
const chatbotAt = async (chatbotId: string): Promise<Chatbot> =>
  (await user.call(getChatbot, { params: { chatbotId } })).body;
const sourcesOf = async (chatbotId: string) =>
  (await user.call(listSources, { params: { chatbotId }, query: { sort: 'name', limit: 100 } })).body.items;
const found = async (chatbotId: string, query: string) =>
  (await user.call(searchPassages, { params: { chatbotId }, body: { query } })).body.passages;
const ledger = async () =>
  (await user.call(listLedger, { query: { tokenType: 'storage', limit: 100 } })).body.items;
/** Of which chatbot's passages how many have words, how many vectors, and how many it counts. */
async function counted(chatbotId: string) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from passage_lexicon where chatbot_id = ${chatbotId}) as words,
           (select count(*)::int from passage_vectors where chatbot_id = ${chatbotId}) as vectors,
           (select french + english from chatbot_stats where chatbot_id = ${chatbotId}) as passages,
           (select sum(passages)::int
              from (select passages from chatbot_terms where chatbot_id = ${chatbotId}
                    union all
                    select unnest(passages) from chatbot_term_changes where chatbot_id = ${chatbotId}) held) as terms`.execute(
    program.context.db,
  );
  return rows[0];
}
async function countFiles() {
  let files = 0;
  for await (const _ of program.context.files.list()) files += 1;
  return files;
}
const openPage = (path: string, text: string) =>
  site.page(path, `<title>${path}</title><main><p>${text}</p></main>`, { etag: `"${path}"` });

test('a copy looks, speaks and answers as the original, uncharged, and each goes on without the other', async () => {
  const { db } = program.context;
  await user.call(updateChatbot, {
    params: { chatbotId: chatbot.id },
    body: {
      systemMessage: 'Tutoie.',
      suggestions: ['Quand ouvre le refuge ?'],
      allowedDomains: ['refuge.example'],
      appearance: { primaryColor: '#123456' },
      status: 'paused',
    },
  });
  await sendImage(program, user, chatbot.id, { slot: 'avatar', bytes: png() });
  for (const mustContain of [['juin'], ['31', 'demi-pension']])
    await user.call(createCheck, {
      params: { chatbotId: chatbot.id },
      body: { question: 'Alors ?', mustContain },
    });
  await db.updateTable('checks').set({ passed: true, answer: 'En juin.' }).execute();
  await addFile('refuge.txt', 'Le refuge ouvre en juin. Il ferme en octobre.');
  await addFile('scan.pdf', '%PDF-1.7\nbroken');
  openPage('/prix', 'La nuit coûte 31 euros par personne, demi-pension comprise.');
  await user.call(addUrls, { params: { chatbotId: chatbot.id }, body: { urls: [site.url('/prix')] } });
  await program.settle();
  await db.updateTable('chatbots').set({ seen_host: 'x.example', seen_at: new Date() }).execute();
  const original = await chatbotAt(chatbot.id);
  const charged = await ledger();

  const begun = await duplicate();
  expect(begun).toMatchObject({ status: 201, body: { name: 'Refuge (2)', creation: 'initializing' } });
  const copyAt = begun.body.id;
  expect((await sourcesOf(copyAt)).length).toBe(0);
  await program.settle();
  const { seenOn, ...copy } = await chatbotAt(copyAt);
  expect(seenOn).toBeUndefined();
  const { items: checks } = (await user.call(listChecks, { params: { chatbotId: copyAt } })).body;
  expect(checks.map(({ mustContain, passed }) => [mustContain, passed])).toEqual([
    [['juin'], null],
    [['31', 'demi-pension'], null],
  ]);
  expect(copy).toMatchObject({
    creation: 'completed',
    systemMessage: 'Tutoie.',
    suggestions: ['Quand ouvre le refuge ?'],
    allowedDomains: ['refuge.example'],
    welcomeMessage: original.welcomeMessage,
    status: 'paused',
    lastSyncAt: original.lastSyncAt,
    appearance: { ...original.appearance, title: 'Refuge' },
  });
  expect([copy.publicId, copy.avatarUrl]).not.toContain(original.publicId);
  const avatar = await fetch(program.url + copy.avatarUrl);
  expect(Buffer.from(await avatar.arrayBuffer())).toEqual(png());

  const known = ({ id, chatbotId, ...source }: Awaited<ReturnType<typeof sourcesOf>>[number]) => source;
  const [ofOriginal, ofCopy] = [await sourcesOf(chatbot.id), await sourcesOf(copyAt)];
  expect(ofCopy.map(known)).toEqual(ofOriginal.map(known));
  expect(ofCopy.map(({ status }) => status)).toEqual(['ready', 'ready', 'error']);
  expect(await counted(copyAt)).toEqual(await counted(chatbot.id));
  expect((await found(copyAt, 'Combien coûte la nuit ?')).map(({ text }) => text)).toEqual(
    (await found(chatbot.id, 'Combien coûte la nuit ?')).map(({ text }) => text),
  );
  expect(await ledger()).toEqual(charged);

  // The copied page is read again: unchanged it costs nothing, as if it had been read here.
  const page = ofCopy.find(({ kind }) => kind === 'url')?.id ?? '';
  await user.call(syncSource, { params: { sourceId: page } });
  await program.settle();
  expect(site.requests.at(-1)?.headers['if-none-match']).toBe('"/prix"');
  expect(await ledger()).toEqual(charged);

  await user.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
  const now = program.context.clock();
  await enqueue(db, clearRemoved, {}, { now });
  await enqueue(db, removeAbandonedFiles, {}, { now });
  await program.settle();
  expect(await found(copyAt, 'Combien coûte la nuit ?')).toHaveLength(1);
  const file = ofCopy.find(({ name }) => name === 'refuge.txt')?.id ?? '';
  const content = await fetch(program.url + addressOf(getSourceContent, { sourceId: file }), {
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(await content.text()).toContain('Le refuge ouvre en juin.');
  expect((await fetch(program.url + copy.avatarUrl)).status).toBe(200);
});

test('the next free name fits, whatever the original is called; one that is wished must be free', async () => {
  const starter = { owner_id: user.id, plan: 'starter', active_until: new Date(Date.now() + 1e9) };
  await program.context.db.insertInto('accounts').values(starter).execute();
  const long = `${'👩‍👩‍👧'.repeat(49)}x`;
  const { body } = await user.call(createChatbot, { body: { name: long, platform: 'website' } });
  const names = [
    await duplicate(),
    await duplicate(),
    await duplicate({}, body.id),
    await duplicate({}, body.id),
  ];
  expect(names.map(({ body }) => body.name)).toEqual([
    'Refuge (2)',
    'Refuge (3)',
    `${'👩‍👩‍👧'.repeat(46)} (2)`,
    `${'👩‍👩‍👧'.repeat(46)} (3)`,
  ]);
  expect((await duplicate({}, names[0]?.body.id)).body.name).toBe('Refuge (4)');
  expect((await duplicate({ name: 'REFUGE' })).body).toMatchObject({ code: 'chatbot_name_taken' });
  expect((await duplicate({ name: 'Cabane' })).body).toMatchObject({ name: 'Cabane', creation: 'completed' });
});

test('the plan’s limit holds for copies at once, too; without sources nothing is left to do', async () => {
  await addFile('refuge.txt', 'Le refuge ouvre en juin.');
  await sendImage(program, user, chatbot.id, { slot: 'avatar', bytes: png() });
  await program.settle();
  const kept = await countFiles();
  const answers = await Promise.all([1, 2, 3, 4].map(() => duplicate({ copySources: false })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403]);
  expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({ limit: 3 });
  expect(await countFiles()).toBe(kept + 2);
  const copy = answers.find(({ status }) => status === 201)?.body;
  expect(copy?.creation).toBe('completed');
  await program.settle();
  expect(await sourcesOf(copy?.id ?? '')).toEqual([]);
});

test('a copy’s files take their place in the plan from its beginning; without room for them it is not begun', async () => {
  const { db } = program.context;
  await db.insertInto('accounts').values({ owner_id: user.id, plan: 'growth' }).execute();
  await addFile('refuge.txt', 'Le refuge ouvre en juin. '.repeat(160));
  await program.settle();
  const before = await countFiles();
  const answers = await Promise.all([duplicate(), duplicate()]);
  const refused = answers.find(({ status }) => status !== 201);
  expect(refused).toMatchObject({ status: 403, body: { code: 'file_space_exceeded' } });
  const plus = () => upload(program, user, chatbot.id, [{ name: 'plus.txt', bytes: 'x '.repeat(1500) }]);
  expect((await plus()).body.rejected).toMatchObject([{ code: 'file_space_exceeded' }]);
  await program.settle();
  expect(await countFiles()).toBe(before + 1);
  expect((await plus()).body.rejected).toMatchObject([{ code: 'file_space_exceeded' }]);
  expect((await duplicate()).status).toBe(403);
  expect((await duplicate({ copySources: false })).status).toBe(201);
});

test('broken off at any point, it goes on where it was: nothing twice, nothing left out', async () => {
  const large = await addFile(
    'large.txt',
    Array.from(
      { length: 450 },
      (_, at) => `Le lac numéro ${at}. ${'Il est profond et froid. '.repeat(45)}`,
    ).join('\n\n'),
  );
  await addFile('petit.txt', 'La cabane a six lits.');
  await program.settle();
  const excluded = (await user.call(listPassages, { params: { sourceId: large } })).body.items[1]?.id ?? '';
  await user.call(updatePassage, { params: { passageId: excluded }, body: { excluded: true } });
  const { id: chatbotId } = (await duplicate()).body;
  // As a process that died after its first batch has left it.
  const reading = { sourceId: large, version: 1, copyId: copyId(chatbotId, large) };
  const { db, files } = program.context;
  expect(await copyPassages(db, { ownerId: user.id, chatbotId }, [reading], new Date())).toBe(true);
  expect(await found(chatbotId, 'Que dit-on du lac ?')).toEqual([]);
  const { keep } = files;
  let kept = 0;
  files.keep = async (received, key) => {
    kept += 1;
    if (kept === 2) throw new Error('the power went out');
    return keep(received, key);
  };
  await program.settle();
  files.keep = keep;
  expect((await chatbotAt(chatbotId)).creation).toBe('initializing');
  expect(await sourcesOf(chatbotId)).toHaveLength(1);
  // What its owner deletes meanwhile stays deleted.
  await user.call(deleteSource, { params: { sourceId: copyId(chatbotId, large) } });
  program.advance(60_000);
  await program.settle();
  expect((await chatbotAt(chatbotId)).creation).toBe('completed');
  expect((await sourcesOf(chatbotId)).map(({ name }) => name)).toEqual(['petit.txt']);

  const whole = (await duplicate()).body.id;
  await program.settle();
  expect(await counted(whole)).toEqual(await counted(chatbot.id));
  const passages = await user.call(listPassages, { params: { sourceId: copyId(whole, large) } });
  expect(passages.body.items.map(({ excluded }) => excluded).slice(0, 3)).toEqual([false, true, false]);
});

/** What happens while a copy is being made: once what is to be copied was looked up, before any of it is. */
async function meanwhile(happens: () => Promise<unknown>) {
  const { files } = program.context;
  const { keep } = files;
  files.keep = async (received, key) => {
    files.keep = keep;
    await happens();
    return keep(received, key);
  };
  await program.settle();
}

test('what is read again, or deleted, while it is copied is copied as it then stands', async () => {
  // First, so that it is copied together with the pages.
  await addFile('abri.txt', 'L’abri a quatre lits.');
  await program.settle();
  const params = { chatbotId: chatbot.id };
  openPage('/cols', 'Le col est ouvert en été.');
  openPage('/ponts', 'Le pont de bois tient bon.');
  await user.call(addUrls, { params, body: { urls: [site.url('/cols'), site.url('/ponts')] } });
  await program.settle();
  const idOf = async (name: string) =>
    (await sourcesOf(chatbot.id)).find((source) => source.name === name)?.id ?? '';
  const [read, deleted] = [await idOf('/cols'), await idOf('/ponts')];
  const { id: chatbotId } = (await duplicate()).body;
  await meanwhile(async () => {
    site.page('/cols', '<title>/cols</title><main><p>Le col est fermé par la neige.</p></main>', {
      etag: '"2"',
    });
    await user.call(syncSource, { params: { sourceId: read } });
    await user.call(deleteSource, { params: { sourceId: deleted } });
    await addFile('plus-tard.txt', 'La buvette ouvre plus tard.');
    await program.settle();
  });
  expect(await chatbotAt(chatbotId)).toMatchObject({ creation: 'completed' });
  expect((await sourcesOf(chatbotId)).map(({ name, status }) => [name, status])).toEqual([
    ['/cols', 'ready'],
    ['abri.txt', 'ready'],
  ]);
  expect((await found(chatbotId, 'Le col est-il ouvert ?'))[0]?.text).toContain('neige');
  const later = (await sourcesOf(chatbot.id)).find(({ name }) => name === 'plus-tard.txt');
  await user.call(deleteSource, { params: { sourceId: later?.id ?? '' } });
  await enqueue(program.context.db, clearRemoved, {}, { now: program.context.clock() });
  await program.settle();
  expect(await counted(chatbotId)).toEqual(await counted(chatbot.id));
});

test('a page that holds none of its passages is read as if for the first time', async () => {
  openPage('/cols', 'Le col est ouvert en été.');
  await user.call(addUrls, { params: { chatbotId: chatbot.id }, body: { urls: [site.url('/cols')] } });
  await program.settle();
  const [page] = await sourcesOf(chatbot.id);
  await sql`delete from passages where source_id = ${page?.id}`.execute(program.context.db);
  await user.call(syncSource, { params: { sourceId: page?.id ?? '' } });
  await program.settle();
  expect((await found(chatbot.id, 'Le col est-il ouvert ?'))[0]?.text).toContain('été');
});

test('what gets its vectors while it is copied has them in the copy, or waits for them', async () => {
  const embeddingModel = { baseUrl: model.baseUrl, name: 'a', dimensions: 64 };
  await addFile('refuge.txt', 'Le refuge ouvre en juin.');
  await program.settle();
  const { id: chatbotId } = (await duplicate()).body;
  Object.assign(program.context, { models: openModels({ embeddingModel } as never) });
  try {
    const [source] = await sourcesOf(chatbot.id);
    // As a process has left it that died after the passages, before there was any vector.
    const reading = { sourceId: source?.id ?? '', version: 1, copyId: copyId(chatbotId, source?.id ?? '') };
    await copyPassages(program.context.db, { ownerId: user.id, chatbotId }, [reading], new Date());
    await runDueJobs(program.context, [copySourcesWork]);
    expect((await sourcesOf(chatbotId)).map(({ status }) => status)).toEqual(['processed']);
    await program.settle();
    expect((await sourcesOf(chatbotId)).map(({ status }) => status)).toEqual(['ready']);
    expect(await counted(chatbotId)).toMatchObject({ vectors: 1 });
  } finally {
    Object.assign(program.context, { models: openModels(program.context.config) });
  }
});

test('vectors are copied; a file that is still to be read is read in the copy, and charged once', async () => {
  const embeddingModel = { baseUrl: model.baseUrl, name: 'a', dimensions: 64 };
  const models = openModels({ embeddingModel } as never);
  Object.assign(program.context, { models });
  try {
    await addFile('refuge.txt', 'Le refuge ouvre en juin.');
    await program.settle();
    await addFile('attente.txt', 'La cabane a six lits.');
    const { id } = (await duplicate()).body;
    await program.settle();
    expect((await sourcesOf(id)).map(({ status }) => status)).toEqual(['ready', 'ready']);
    expect(await counted(id)).toMatchObject({ vectors: 2, words: 2 });
    expect(await ledger()).toHaveLength(2);
  } finally {
    Object.assign(program.context, { models: openModels(program.context.config) });
  }
});

test('sitemaps are copied with what they met, at rest; pages that were never read stay out, and it says so', async () => {
  const entry = (path: string) => `<url><loc>${site.url(path)}</loc></url>`;
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entry('/a')}${entry('/b')}</urlset>`;
  site.page('/sitemap.xml', sitemap, { 'content-type': 'application/xml' });
  openPage('/a', 'Le sentier des crêtes demande six heures de marche.');
  openPage('/b', 'Le sentier du lac demande deux heures de marche.');
  const params = { chatbotId: chatbot.id };
  await user.call(addSitemap, { params, body: { url: site.url('/sitemap.xml') } });
  await program.settle();
  await user.call(addUrls, { params, body: { urls: [site.url('/jamais-lue')] } });
  const charged = await ledger();
  const { id: chatbotId } = (await duplicate()).body;
  await runDueJobs(program.context, [copySourcesWork]);
  const copy = await user.call(getChatbot, { params: { chatbotId }, headers: { 'accept-language': 'en' } });
  expect(copy.body).toMatchObject({ creation: 'warning' });
  expect(copy.body.creationNotice).toContain('One page had not been read yet');
  expect((await chatbotAt(chatbotId)).creationNotice).toContain('Une page n’avait pas encore été lue');
  const read = await user.call(updateChatbot, { params: { chatbotId }, body: { creation: 'completed' } });
  expect(read.body).toMatchObject({ creation: 'completed' });
  expect(read.body).not.toHaveProperty('creationNotice');
  const [crawl] = (await user.call(listCrawls, { params: { chatbotId } })).body.items;
  expect(crawl).toMatchObject({ status: 'done', found: 2, read: 2 });
  const pages = await user.call(listCrawlPages, { params: { crawlId: crawl?.id ?? '' } });
  expect(pages.body.items.map(({ status }) => status)).toEqual(['read', 'read']);
  openPage('/b', 'Le sentier du lac est fermé.');
  await user.call(resumeCrawl, { params: { crawlId: crawl?.id ?? '' } });
  await program.settle();
  expect((await sourcesOf(chatbotId)).map(({ crawlId }) => crawlId)).toEqual([crawl?.id, crawl?.id]);
  expect((await found(chatbotId, 'sentier du lac'))[0]?.text).toContain('fermé');
  expect((await found(chatbot.id, 'sentier du lac'))[0]?.text).toContain('deux heures');
  expect((await ledger()).length).toBe(charged.length + 1);
});

test('deleted in the middle of it, neither leaves anything behind', async () => {
  await addFile('refuge.txt', 'Le refuge ouvre en juin.');
  await program.settle();
  const copies = [(await duplicate()).body.id, (await duplicate()).body.id] as const;
  const [sourceId] = (await sourcesOf(chatbot.id)).map(({ id }) => id) as [string];
  const { db } = program.context;
  for (const chatbotId of copies) {
    const reading = { sourceId, version: 1, copyId: copyId(chatbotId, sourceId) };
    await copyPassages(db, { ownerId: user.id, chatbotId }, [reading], new Date());
  }
  await user.call(deleteChatbot, { params: { chatbotId: copies[0] } });
  await user.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
  await program.settle();
  const left = await chatbotAt(copies[1]);
  expect(left.creation).toBe('warning');
  expect(left.creationNotice).toContain('L’original a été supprimé');
  await enqueue(db, clearRemoved, {}, { now: program.context.clock() });
  await program.settle();
  expect(await counted(copies[0])).toMatchObject({ words: 0, terms: null });
});

test('a messenger’s copy begins on the website, and says why', async () => {
  const row = program.context.db.updateTable('chatbots').where('id', '=', chatbot.id);
  await row.set({ platform: 'telegram' }).execute();
  const { body } = await duplicate();
  expect(body).toMatchObject({ platform: 'website', creation: 'warning' });
  expect(body.creationNotice).toContain('site web');
});
