import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { deleteChatbot } from '@parlance/contract/endpoints/chatbots';
import {
  addUrls,
  deleteSource,
  deleteSources,
  getSource,
  listPassages,
  listSources,
  type Passage,
  type Source,
  type SourceSort,
  type SourceStatus,
  searchPassages,
  sourceSorts,
  syncSource,
  syncSources,
  updatePassage,
} from '@parlance/contract/endpoints/sources';
import { listLedger } from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { runDueJobs } from '../../kit/jobs/worker.ts';
import { bytesOf, newChatbot, upload } from '../../test/clients/upload.ts';
import { streamOf, writePdf } from '../../test/documents.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { startWebServer } from '../../test/servers/web.ts';
import { indexReadings, publishReadings } from '../knowledge/service.ts';
import { type ReadPassage, splitIntoPassages } from '../reading/service.ts';
import { readSourceWork } from './files/read-job.ts';
import { clearRemoved, readSource } from './queue.ts';
import { countSources, deleteChosen } from './records/list-queries.ts';
import { listSources as listedSources } from './service.ts';

let program: Program;
let site: Awaited<ReturnType<typeof startWebServer>>;
let user: User;
let chatbot: { id: string };
beforeAll(async () => {
  site = await startWebServer();
  program = await startProgram({
    PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname,
    CRAWLER_ALLOW: site.host,
  });
});
afterAll(async () => {
  await program.stop();
  await site.stop();
});
async function newOwner() {
  user = await program.newUser();
  chatbot = await newChatbot(user);
}
beforeEach(newOwner);

const ofChatbot = () => ({ params: { chatbotId: chatbot.id } });
const list = async (query: Record<string, unknown> = {}) =>
  (await user.call(listSources, { ...ofChatbot(), query })).body;
const search = async (query: string) =>
  (await user.call(searchPassages, { ...ofChatbot(), body: { query } })).body.passages;
const sourceAt = async (sourceId: string) => (await user.call(getSource, { params: { sourceId } })).body;
const charges = async () => (await user.call(listLedger, { query: { tokenType: 'storage' } })).body.items;

interface SourceLike {
  id?: string;
  status?: Source['status'];
  name?: string;
  updated_at?: Date;
  [column: string]: unknown;
}

async function addRows(rows: SourceLike[], owner = { userId: user.id, chatbotId: chatbot.id }) {
  const now = program.context.clock();
  const values = rows.map((row) => {
    const id = newId(now);
    return {
      id,
      owner_id: owner.userId,
      chatbot_id: owner.chatbotId,
      kind: 'url' as const,
      name: id,
      url: `https://example.org/${id}`,
      media_type: 'text/html',
      format: 'html' as const,
      status: 'ready' as const,
      created_at: now,
      updated_at: now,
      ...(row.status === 'error' ? { error_code: 'fetch_failed' } : {}),
      ...row,
    };
  });
  for (let at = 0; at < values.length; at += 500) {
    await program.context.db
      .insertInto('sources')
      .values(values.slice(at, at + 500))
      .execute();
  }
  return values.map(({ id }) => id);
}

/** Pages as a crawl leaves them: read, searchable, each with a passage. */
async function addReadPages(count: number): Promise<string[]> {
  const ids = await addRows(Array.from({ length: count }, () => ({})));
  let passage: ReadPassage | undefined;
  for await (const read of splitIntoPassages([
    { kind: 'paragraph', text: 'Le phare ouvre à midi.', position: {} },
  ]))
    passage = read;
  for (let at = 0; at < ids.length; at += 500) {
    const readings = ids.slice(at, at + 500).map((sourceId) => ({
      sourceId,
      version: 1,
      passages: [{ ...(passage as ReadPassage), text: `Le phare ouvre à midi. ${sourceId}` }],
    }));
    const batch = { chatbotId: chatbot.id, readings, now: program.context.clock() };
    await indexReadings(program.context.db, { ...batch, ownerId: user.id });
    await publishReadings(program.context.db, batch);
  }
  return ids;
}

async function leftOver(): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const table of [
    'sources',
    'passages',
    'passage_lexicon',
    'passage_vectors',
    'published_sources',
    'chatbot_terms',
    'chatbot_term_changes',
    'chatbot_term_changes',
    'removed_sources',
  ]) {
    const { rows } = await sql`select from ${sql.table(table)} where chatbot_id = ${chatbot.id}`.execute(
      program.context.db,
    );
    if (rows.length > 0) left[table] = rows.length;
  }
  const { rows } = await sql<{ passages: number }>`
    select french + english as passages from chatbot_stats where chatbot_id = ${chatbot.id}`.execute(
    program.context.db,
  );
  if (rows[0] && rows[0].passages > 0) left.chatbot_stats = rows[0].passages;
  return left;
}

test('whenever a source ends, none is shown under way once none is counted so', async () => {
  const { context } = program;
  const [id = ''] = await addRows([{ status: 'processing' }]);
  const become = (status: SourceStatus) =>
    context.db.updateTable('sources').set({ status }).where('id', '=', id).execute();
  const page = { sort: 'name' as const, limit: 10 };
  const seen: string[] = [];
  for (let last = 1; last <= 8; last++) {
    await become('processing');
    let statements = 0;
    const db = context.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        if (statements === last) await become('ready');
        return result;
      },
    });
    const { items, statistics } = await listedSources({ ...context, db }, user.id, chatbot.id, page, 'fr');
    seen.push(`${statistics.byStatus.processing} ${items[0]?.status}`);
  }
  expect(seen).toContain('0 ready');
  expect(seen).not.toContain('0 processing');
});

describe('many sources at once', () => {
  test('thousands are deleted by a filter, answer nothing from then on, and leave nothing behind', async () => {
    const ids = await addReadPages(2300);
    const [kept = ''] = await addRows([{ status: 'error', name: 'autre' }]);
    expect((await search('phare')).length).toBeGreaterThan(0);
    const { status, body } = await user.call(deleteSources, {
      ...ofChatbot(),
      body: { filter: { status: 'ready' } },
    });
    expect([status, body]).toEqual([200, { count: ids.length }]);
    expect(await search('phare')).toEqual([]);
    expect((await list()).items.map(({ id }) => id)).toEqual([kept]);
    await program.settle();
    expect(await leftOver()).toEqual({ sources: 1 });
  });

  test('what comes after they were chosen, or comes to their state since, stays; so does what is excepted', async () => {
    const before = new Date(program.context.clock().getTime() - 10_000);
    const old = { created_at: before, updated_at: before };
    const now = program.context.clock();
    await addRows([{ ...old, name: 'meant' }, { ...old, name: 'excepted' }, { name: 'added since' }]);
    await addRows([{ created_at: before, updated_at: now, name: 'ready since' }]);
    const except = (await list({ search: 'excepted' })).items.map(({ id }) => id);
    const chosen = async (filter: object) => {
      const body = { filter, except, agoMs: 5_000 };
      const { body: deleted } = await user.call(deleteSources, { ...ofChatbot(), body });
      const left = await list({ sort: 'name' });
      return [deleted.count, left.items.map(({ name }) => name)];
    };
    expect(await chosen({ status: 'ready' })).toEqual([1, ['added since', 'excepted', 'ready since']]);
    expect(await chosen({})).toEqual([1, ['added since', 'excepted']]);
  });

  test('those chosen by name are deleted, with their files; ids of others are none', async () => {
    const keptFiles = () => readdir(join(program.context.config.dataDir, 'files'));
    const before = (await keptFiles()).length;
    const { body } = await upload(program, user, chatbot.id, [
      { name: 'a.txt', bytes: 'Le bac part à huit heures.' },
      { name: 'b.txt', bytes: 'Le bac revient à midi.' },
      { name: 'c.txt', bytes: 'Le bac est gratuit.' },
    ]);
    await program.settle();
    const [first, second, third] = body.accepted.map(({ id }) => id);
    const stranger = await program.newUser();
    const foreign = await newChatbot(stranger);
    const wrong = await stranger.call(deleteSources, {
      params: { chatbotId: foreign.id },
      body: { ids: [first as string] },
    });
    expect(wrong.body).toEqual({ count: 0 });
    const ids = [first, second, newId(program.context.clock())] as string[];
    const deleted = await user.call(deleteSources, { ...ofChatbot(), body: { ids } });
    expect(deleted.body).toEqual({ count: 2 });
    expect((await search('bac')).map(({ sourceId }) => sourceId)).toEqual([third]);
    await program.settle();
    expect((await keptFiles()).length).toBe(before + 1);
  });

  test('nobody but their owner counts or deletes them, though the chatbot be named', async () => {
    const ids = await addRows([{}, {}]);
    const { db, clock } = program.context;
    const stranger = await program.newUser();
    const of = { chatbotId: chatbot.id, before: clock(), after: undefined, limit: 10 };
    for (const chosen of [{ ids }, { filter: {} }])
      expect(await deleteChosen(db, { ...of, ownerId: stranger.id, chosen })).toEqual([]);
    expect(await countSources(db, stranger.id, chatbot.id, {})).toBe(0);
    expect(await countSources(db, user.id, chatbot.id, {})).toBe(2);
  });

  test('those of one crawl are listed, and deleted, alone', async () => {
    const crawlId = newId(program.context.clock());
    const at = program.context.clock();
    await program.context.db
      .insertInto('crawls')
      .values({
        id: crawlId,
        owner_id: user.id,
        chatbot_id: chatbot.id,
        kind: 'site',
        url: 'https://example.org/',
        max_pages: 10,
        created_at: at,
        updated_at: at,
      })
      .execute();
    const [, , alone = ''] = await addRows([{ crawl_id: crawlId }, { crawl_id: crawlId }, {}]);
    expect((await list({ crawlId })).total).toBe(2);
    expect((await list({ crawlId: newId(at) })).total).toBe(0);
    const { body } = await user.call(deleteSources, { ...ofChatbot(), body: { filter: { crawlId } } });
    expect(body).toEqual({ count: 2 });
    expect((await list()).items.map(({ id }) => id)).toEqual([alone]);
  });

  test('all are read again, whatever their state; asked for twice, once', async () => {
    site.page('/a', '<main><p>La page vit encore, et dit la même chose.</p></main>');
    const { body } = await user.call(addUrls, { ...ofChatbot(), body: { urls: [site.url('/a')] } });
    const file = await upload(program, user, chatbot.id, [{ name: 'a.txt', bytes: 'Un texte.' }]);
    await program.settle();
    const failed = await upload(program, user, chatbot.id, [{ name: 'b.txt', bytes: 'Un autre.' }]);
    const { db } = program.context;
    const at = (id = '') =>
      db.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const ids = [body, file.body, failed.body].map(({ accepted }) => accepted[0]?.id ?? '');
    await db
      .updateTable('sources')
      .set({ status: 'processing' })
      .where('id', '=', ids[1] ?? '')
      .execute();
    const before = await Promise.all(ids.map(at));
    const paid = (await charges()).length;
    for (let turn = 0; turn < 2; turn++) {
      const { status, body } = await user.call(syncSources, { ...ofChatbot(), body: { filter: {} } });
      expect([status, body]).toEqual([202, { count: 3 }]);
    }
    const { status } = await user.call(syncSource, { params: { sourceId: ids[0] ?? '' } });
    expect(status).toBe(202);
    const versions = (await Promise.all(ids.map(at))).map(({ version }) => version);
    expect(versions).toEqual(before.map(({ version }, index) => (index === 2 ? version : version + 1)));
    await program.settle();
    expect((await list()).statistics.byStatus).toMatchObject({ ready: 3, pending: 0, error: 0 });
    expect(await charges()).toHaveLength(paid + 1);
  });
});

describe('what is deleted or begun anew while it is read', () => {
  /** Prose: lines of names and values would stay together, and be read too soon to be met in the midst. */
  const long = (lines: number) =>
    Array.from(
      { length: lines },
      (_, at) => `La ligne ${at} dit que ${newId(new Date())} se trouve en réserve.`,
    ).join('\n\n');

  async function beingRead(lines = 40_000): Promise<{ sourceId: string; reading: Promise<void> }> {
    const { body } = await upload(program, user, chatbot.id, [{ name: 'long.txt', bytes: long(lines) }]);
    const sourceId = body.accepted[0]?.id ?? '';
    const reading = program.settle();
    const begun = () =>
      program.context.db
        .selectFrom('passages')
        .select('id')
        .where('source_id', '=', sourceId)
        .limit(1)
        .execute();
    await expect.poll(begun, { timeout: 50_000, interval: 5 }).toHaveLength(1);
    if ((await sourceAt(sourceId)).status === 'processing') return { sourceId, reading };
    // The reader is a process of its own: where this one was held up, it has ended before we looked.
    expect(lines).toBeLessThan(100_000);
    await reading;
    await newOwner();
    return beingRead(2 * lines);
  }

  test('a source leaves nothing', async () => {
    const { sourceId, reading } = await beingRead();
    await user.call(deleteSource, { params: { sourceId } });
    await reading;
    await program.settle();
    expect(await leftOver()).toEqual({});
    expect(await charges()).toEqual([]);
  });

  test('nor does a chatbot', async () => {
    const { reading } = await beingRead();
    const { status } = await user.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
    expect(status).toBe(204);
    await reading;
    // As the schedule does once a minute.
    await enqueue(program.context.db, clearRemoved, {}, { now: program.context.clock() });
    await program.settle();
    expect(await leftOver()).toEqual({});
  });

  test('a document of many minutes is left in its midst', async () => {
    const page = deflateSync('BT /F1 12 Tf 50 700 Td (Le lac est froid) Tj ET '.repeat(5_000));
    const bytes = await bytesOf((path) =>
      writePdf(path, [
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${'4 0 R '.repeat(4_999)}] /Count 4999 >>`,
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        '<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
        streamOf(page, '/Filter /FlateDecode'),
      ]),
    );
    const { body } = await upload(program, user, chatbot.id, [{ name: 'long.pdf', bytes }]);
    const sourceId = body.accepted[0]?.id ?? '';
    const reading = program.settle();
    const progress = async () => (await sourceAt(sourceId)).progress;
    await expect.poll(progress, { timeout: 50_000, interval: 20 }).toBeTruthy();
    await user.call(deleteSource, { params: { sourceId } });
    await reading;
    expect(await leftOver()).toEqual({});
  });

  test('a source begun anew is read whole, and charged once', async () => {
    const { sourceId, reading } = await beingRead(15_000);
    await user.call(syncSource, { params: { sourceId } });
    await reading;
    await program.settle();
    const source = await sourceAt(sourceId);
    expect(source.status).toBe('ready');
    expect((await leftOver()).passages).toBe(source.passages);
    expect((await charges()).map(({ tokens }) => tokens)).toEqual([source.storageTokens]);
  });
});

test('a chatbot holds so many pages added one by one and no more, added at once or not; a known one stays', async () => {
  const { db, clock } = program.context;
  await sql`insert into sources (id, owner_id, chatbot_id, kind, name, url, media_type, format, status, created_at, updated_at)
            select gen_random_uuid(), ${user.id}, ${chatbot.id}, 'url', 'page', 'https://example.org/' || n, 'text/html',
                   'html', 'ready', ${clock()}::timestamptz, ${clock()}::timestamptz
              from generate_series(2, ${limits.urlsPerChatbot}::int) as n`.execute(db);
  const add = async (url: string) =>
    (await user.call(addUrls, { ...ofChatbot(), body: { urls: [url] } })).body;
  const added = await Promise.all(['a', 'b', 'c'].map((path) => add(site.url(`/${path}`))));
  expect(added.map(({ accepted }) => accepted.length).sort()).toEqual([0, 0, 1]);
  expect(added.flatMap(({ rejected }) => rejected)[0]).toMatchObject({
    code: 'limit_exceeded',
    message: expect.stringContaining('10\u202f000'),
  });
  expect((await add('https://example.org/2')).accepted).toHaveLength(1);
});

describe('once all of a source is read', () => {
  /** At the moment when its last passages are stored, which is before its reading ends. */
  async function whenStored(change: ReturnType<typeof sql>) {
    const { db } = program.context;
    await sql`create function test_meanwhile() returns trigger language plpgsql as $$
      begin ${change}; return null; end $$`.execute(db);
    await sql`create trigger test_meanwhile after insert on passages for each statement
      execute function test_meanwhile()`.execute(db);
    try {
      await upload(program, user, chatbot.id, [{ name: 'phare.txt', bytes: 'Le phare ouvre à midi.' }]);
      await runDueJobs(program.context, [readSourceWork]);
    } finally {
      await sql`drop trigger test_meanwhile on passages`.execute(db);
      await sql`drop function test_meanwhile`.execute(db);
    }
  }

  test.each([
    ['begun anew', sql`update sources set version = version + 1, status = 'pending'`],
    ['deleted', sql`delete from sources`],
  ])('it is charged and answers only if it was not %s meanwhile', async (_, change) => {
    await whenStored(change);
    expect(await charges()).toEqual([]);
    expect(await search('Quand le phare ouvre-t-il ?')).toEqual([]);
    expect(await leftOver()).not.toHaveProperty('published_sources');
    await program.settle();
  });

  test('a job that dies after that takes nothing back', async () => {
    const { db, clock } = program.context;
    const { body } = await upload(program, user, chatbot.id, [
      { name: 'phare.txt', bytes: 'Le phare ouvre à midi.' },
    ]);
    await program.settle();
    const sourceId = body.accepted[0]?.id ?? '';
    // As a process leaves it that dies between the reading's end and its job's, in its last attempt.
    await enqueue(db, readSource, { sourceId, version: 1 }, { now: clock(), ownerId: user.id });
    await sql`update jobs set attempts = 5 where name = ${readSource.name}`.execute(db);
    await program.settle();
    expect(await sourceAt(sourceId)).toMatchObject({ status: 'ready', passages: 1 });
    expect(await search('Quand le phare ouvre-t-il ?')).toHaveLength(1);
  });
});

describe('a passage left out', () => {
  test('answers no more at once, stays out when its source is read again, even after a failure, and comes back when asked', async () => {
    const said = '<main><h1>Tarifs</h1><p>Le kayak se loue douze euros de l’heure.</p></main>';
    site.page('/kayak', said);
    const { body } = await user.call(addUrls, { ...ofChatbot(), body: { urls: [site.url('/kayak')] } });
    const sourceId = body.accepted[0]?.id ?? '';
    await program.settle();
    const passages = async (): Promise<Passage[]> =>
      (await user.call(listPassages, { params: { sourceId } })).body.items;
    const [passage] = await passages();
    const exclude = (excluded: boolean, passageId = passage?.id ?? '') =>
      user.call(updatePassage, { params: { passageId }, body: { excluded } });
    expect(await search('kayak')).toHaveLength(1);
    const { status, body: changed } = await exclude(true);
    expect([status, changed]).toEqual([200, { ...passage, excluded: true }]);
    expect(await search('kayak')).toEqual([]);
    const paid = await charges();

    const again = async () => {
      await user.call(syncSource, { params: { sourceId } });
      await program.settle();
      return sourceAt(sourceId);
    };
    expect((await again()).status).toBe('ready');
    site.on('/kayak', (_request, response) => response.writeHead(410).end());
    expect((await again()).status).toBe('error');
    site.page('/kayak', said);
    expect((await again()).status).toBe('ready');
    expect(await search('kayak')).toEqual([]);
    // What the site's bad hour took away came back unchanged: it was paid for.
    expect(await charges()).toEqual(paid);
    const [now] = await passages();
    expect(now?.excluded).toBe(true);
    await exclude(false, now?.id);
    expect(await search('kayak')).toHaveLength(1);
  });

  test('after a failure nothing of the source answers', async () => {
    site.page('/bateau', '<main><p>Le bateau coule de source.</p></main>');
    const { body } = await user.call(addUrls, { ...ofChatbot(), body: { urls: [site.url('/bateau')] } });
    await program.settle();
    expect(await search('bateau')).toHaveLength(1);
    site.on('/bateau', (_request, response) => response.writeHead(404).end());
    await user.call(syncSource, { params: { sourceId: body.accepted[0]?.id ?? '' } });
    await program.settle();
    expect(await search('bateau')).toEqual([]);
  });
});

describe('the list', () => {
  test.each(sourceSorts)('sorted by %s, its pages hold every source once and in order', async (sort) => {
    const day = (n: number) => new Date(Date.UTC(2026, 0, n, 1, 2, 3, 456));
    await addRows(
      Array.from({ length: 11 }, (_, at) => ({
        name:
          ['Été', 'été', '"\u0001'.repeat(1000), '蜵'.repeat(2000), '🐎'.repeat(1000), 'œuf'][at % 6] ?? '',
        size: at % 3,
        passages: at % 4,
        storage_tokens: 10 ** (at % 5),
        created_at: day(1 + (at % 2)),
        last_sync_at: at % 3 === 0 ? null : day(3 + (at % 2)),
      })),
    );
    const seen: Source[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ sort, limit: 2, cursor });
      seen.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(11);
    const field = sort.replace('-', '') as Exclude<SourceSort, `-${string}`>;
    const values = seen.map((source) => source[field] ?? '');
    if (field === 'name') return;
    const ascending = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(values).toEqual(sort.startsWith('-') ? ascending.reverse() : ascending);
  });

  test('a cursor of another sort is refused, not misread', async () => {
    await addRows([{}, {}, {}]);
    const { nextCursor } = await list({ sort: 'name', limit: 1 });
    for (const sort of ['size', '-lastSyncAt', 'createdAt']) {
      const { status } = await user.call(listSources, {
        ...ofChatbot(),
        query: { sort, cursor: nextCursor },
      });
      expect(status).toBe(400);
    }
  });
});

describe('the time that is left', () => {
  const minute = (n: number) => new Date(program.context.clock().getTime() - n * 60_000);
  const secondsLeft = async () => (await list()).statistics.secondsLeft;
  beforeEach(() => program.context.db.deleteFrom('sources').execute());

  test('is unknown when nothing waits, or nothing was read yet', async () => {
    await addRows([{ status: 'ready' }]);
    expect(await secondsLeft()).toBeNull();
    await addRows([{ status: 'pending' }]);
    expect(await secondsLeft()).toBeNull();
  });

  test('is told where something waits, not for what waits elsewhere', async () => {
    const elsewhere = { userId: user.id, chatbotId: (await newChatbot(user, 'Ailleurs')).id };
    await addRows([{ updated_at: minute(1) }]);
    await addRows([{ status: 'pending', updated_at: minute(5) }, { updated_at: minute(1) }], elsewhere);
    expect(await secondsLeft()).toBeNull();
    await addRows([{ status: 'pending', updated_at: minute(1) }]);
    expect(await secondsLeft()).toBeGreaterThan(0);
  });

  test('follows the pace since the queue is busy, and the turns of other accounts', async () => {
    const other = await program.newUser();
    const theirs = { userId: other.id, chatbotId: (await newChatbot(other)).id };
    // Ten read in five minutes: half a minute each.
    await addRows(Array.from({ length: 10 }, () => ({ updated_at: minute(1) })));
    await addRows([{ updated_at: minute(60) }]);
    await addRows([
      { status: 'processing', updated_at: minute(5) },
      ...Array.from({ length: 3 }, () => ({ status: 'pending' as const, updated_at: minute(4) })),
    ]);
    expect(await secondsLeft()).toBeGreaterThanOrEqual(120);
    expect(await secondsLeft()).toBeLessThan(125);
    await addRows(
      Array.from({ length: 50 }, () => ({ status: 'pending' as const, updated_at: minute(3) })),
      theirs,
    );
    expect(await secondsLeft()).toBeGreaterThanOrEqual(240);
    expect(await secondsLeft()).toBeLessThan(250);
  });

  test('is that of the slower queue, files’ or pages’', async () => {
    // Of each kind one was read in five minutes; one page still waits, and two files.
    const file = { kind: 'file', url: null };
    await addRows([{ updated_at: minute(1) }, { ...file, updated_at: minute(1) }]);
    await addRows([{ status: 'pending', updated_at: minute(5) }]);
    const fast = await secondsLeft();
    await addRows(
      Array.from({ length: 2 }, () => ({ ...file, status: 'pending' as const, updated_at: minute(5) })),
    );
    expect(await secondsLeft()).toBeGreaterThanOrEqual((fast ?? 0) * 2 - 5);
  });
});
