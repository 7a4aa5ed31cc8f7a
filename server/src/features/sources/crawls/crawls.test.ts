import { gzipSync } from 'node:zlib';
import { addressOf } from '@parlance/contract/endpoint';
import { deleteChatbot } from '@parlance/contract/endpoints/chatbots';
import {
  addSitemap,
  type Crawl,
  deleteCrawl,
  estimateCrawl,
  getCrawl,
  listCrawlPages,
  listCrawls,
  resumeCrawl,
  stopCrawl,
  updateCrawl,
} from '@parlance/contract/endpoints/crawls';
import {
  addUrls,
  deleteSource,
  getSource,
  listPassages,
  listSources,
  type Source,
  searchPassages,
  syncSource,
  syncSources,
  updateSource,
} from '@parlance/contract/endpoints/sources';
import { getLedgerEntry, listLedger } from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { runDueJobs } from '../../../kit/jobs/worker.ts';
import { openModels } from '../../../kit/models/open.ts';
import { newChatbot } from '../../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startModelServer } from '../../../test/servers/model.ts';
import { startWebServer } from '../../../test/servers/web.ts';
import { lockOwner } from '../../auth/service.ts';
import { charge } from '../../usage/service.ts';
import { lockCrawls } from '../crawling/crawl-queries.ts';
import { listSitemapsWork } from '../crawling/sitemap-job.ts';
import { clearRemoved, syncDue } from '../queue.ts';

let program: Program;
let site: Awaited<ReturnType<typeof startWebServer>>;
let user: User;
let chatbotId: string;

beforeAll(async () => {
  site = await startWebServer();
  program = await startProgram({
    PLANS_FILE: new URL('../../../test/plans.json', import.meta.url).pathname,
    CRAWLER_ALLOW: site.host,
  });
});
afterAll(async () => {
  await program.stop();
  await site.stop();
});
beforeEach(async () => {
  user = await program.newUser({ language: 'en' });
  ({ id: chatbotId } = await newChatbot(user));
});
afterEach(async () => {
  site.clear();
  await program.context.db.deleteFrom('crawl_hosts').execute();
});

const words = (at: number) => `Article ${at} speaks of subject${at} and of nothing else that matters here.`;
const html = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const article = (at: number, head = '') =>
  html(`Page ${at}`, `<main><h1>Page ${at}</h1><p>${words(at)}</p></main>`, head);
const urlset = (entries: (string | [string, string])[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries
    .map((entry) => (typeof entry === 'string' ? [entry] : entry))
    .map(([loc, lastmod]) => `<url><loc>${loc}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`)
    .join('')}</urlset>`;
const xml = { 'content-type': 'application/xml' };

async function addMap(path = '/sitemap.xml', body: object = {}) {
  const { status, body: added } = await user.call(addSitemap, {
    params: { chatbotId },
    body: { url: site.url(path), ...body },
  });
  expect(status).toBe(201);
  return added.crawlId as string;
}
const crawlOf = async (crawlId: string) => (await user.call(getCrawl, { params: { crawlId } })).body;
const pagesOf = async (crawlId: string) =>
  (await user.call(listCrawlPages, { params: { crawlId }, query: { limit: 100 } })).body.items;
const sources = async () =>
  (await user.call(listSources, { params: { chatbotId }, query: { limit: 100, sort: 'name' } })).body;
const ledger = async (operation?: string) =>
  (await user.call(listLedger, { query: { tokenType: 'storage', operation } })).body.items;
const search = async (query: string) =>
  (await user.call(searchPassages, { params: { chatbotId }, body: { query } })).body.passages;
const asked = (path: string) => site.requests.filter((request) => request.path === path).length;
const figures = ({ status, found, read, skipped, failedCount }: Crawl) => ({
  status,
  found,
  read,
  skipped,
  failedCount,
});

/** A site of numbered articles with its sitemap. */
function articles(count: number, lastmod?: string) {
  for (let at = 0; at < count; at++) site.page(`/a/${at}`, article(at));
  const entries = Array.from({ length: count }, (_, at) => site.url(`/a/${at}`));
  site.page('/sitemap.xml', urlset(lastmod ? entries.map((url) => [url, lastmod]) : entries), xml);
}

test('a sitemap’s pages are read, found by search, charged once, and told with figures', async () => {
  articles(150);
  const id = await addMap();
  expect(await crawlOf(id)).toMatchObject({ kind: 'sitemap', status: 'running', found: 0 });
  await program.settle();
  const crawl = await crawlOf(id);
  expect(figures(crawl)).toEqual({ status: 'done', found: 150, read: 150, skipped: 0, failedCount: 0 });
  expect(crawl.finishedAt).not.toBeNull();
  const { items, statistics } = await sources();
  expect(statistics).toMatchObject({ urls: 150, byStatus: { ready: 150, pending: 0, processing: 0 } });
  expect(items[0]).toMatchObject({ crawlId: id, kind: 'url', status: 'ready', language: 'en' });
  expect((await search('subject77'))[0]?.sourceName).toBe('Page 77');
  const entries = await ledger();
  expect(entries.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(statistics.storageTokens);
  let pages = 0;
  for (const { id: entryId, tokens } of entries) {
    const { parts, source } = (await user.call(getLedgerEntry, { params: { entryId } })).body;
    expect(parts).toEqual([{ name: 'passages', tokens }]);
    expect(source).toMatchObject({ name: expect.stringMatching(/^Page \d+$/), version: 1 });
    pages += 1 + (source?.others ?? 0);
  }
  expect(pages).toBe(150);
  expect((await user.call(listCrawls, { params: { chatbotId } })).body.items).toEqual([crawl]);
  for (let at = 0; at < 150; at += 37) expect(asked(`/a/${at}`)).toBe(1);
  expect(site.openSockets()).toBe(0);
});

test('a sitemap that is added again before it was read is read once', async () => {
  articles(3);
  const id = await addMap();
  expect(await addMap()).toBe(id);
  await program.settle();
  expect(figures(await crawlOf(id))).toMatchObject({ status: 'done', read: 3 });
  expect([asked('/sitemap.xml'), asked('/a/1')]).toEqual([1, 1]);
});

test('a chatbot follows so many sitemaps and no more, added at once or not; a known one begins again all the same', async () => {
  for (let at = 0; at < limits.crawlsPerChatbot - 1; at++) await addMap(`/sitemap-${at}.xml`);
  const add = (path: string) =>
    user.call(addSitemap, { params: { chatbotId }, body: { url: site.url(path) } });
  const atOnce = await Promise.all(['/x.xml', '/y.xml', '/z.xml'].map(add));
  expect(atOnce.filter(({ body }) => body.crawlId !== undefined)).toHaveLength(1);
  const { body } = await user.call(addSitemap, {
    params: { chatbotId },
    body: { url: site.url('/one-more.xml') },
  });
  expect(body.crawlId).toBeUndefined();
  expect(body.rejected).toEqual([
    {
      name: site.url('/one-more.xml'),
      code: 'limit_exceeded',
      message: expect.stringMatching(/already follows 20/),
    },
  ]);
  expect(await addMap('/sitemap-0.xml')).toBeTypeOf('string');
});

test('index files, gzip and plain text are sitemaps; entries of other sites and inner addresses are not asked', async () => {
  articles(6);
  const entries = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => site.url(`/a/${from + at}`));
  const index = ['/one.xml.gz', '/two.txt', '/one.xml.gz', '/missing.xml']
    .map((path) => `<sitemap><loc>${site.url(path)}</loc></sitemap>`)
    .join('');
  site.page('/index.xml', `<sitemapindex>${index}</sitemapindex>`, xml);
  site.page('/one.xml.gz', gzipSync(urlset(entries(0, 3))), { 'content-type': 'application/gzip' });
  const foreign = [
    'http://169.254.169.254/latest',
    'https://other.example/x',
    'ftp://127.0.0.1/x',
    'http://[::1]/',
  ];
  site.page('/two.txt', [...entries(3, 6), ...foreign.slice(0, 3)].join('\n').replace('ftp:', 'http:'), {
    'content-type': 'text/plain',
  });
  const id = await addMap('/index.xml');
  await program.settle();
  expect(figures(await crawlOf(id))).toEqual({
    status: 'done',
    found: 6,
    read: 6,
    skipped: 3,
    failedCount: 1,
  });
  const pages = await pagesOf(id);
  expect(pages.filter(({ status }) => status === 'skipped').map(({ reason }) => reason)).toEqual(
    Array(3).fill('This address belongs to another site than the sitemap.'),
  );
  expect(pages.find(({ status }) => status === 'failed')).toMatchObject({
    url: site.url('/missing.xml'),
    statusCode: 404,
  });
  expect(asked('/one.xml.gz')).toBe(1);
});

test.each([
  ['a page', '/page', () => site.page('/page', article(1)), 'invalid_sitemap'],
  [
    'a document type',
    '/bomb.xml',
    () =>
      site.page(
        '/bomb.xml',
        `<!DOCTYPE x [<!ENTITY a "aa">]><urlset><url><loc>&a;</loc></url></urlset>`,
        xml,
      ),
    'invalid_sitemap',
  ],
  [
    'broken XML',
    '/cut.xml',
    () => site.page('/cut.xml', '<urlset><url><loc>http://a', xml),
    'invalid_sitemap',
  ],
  ['a feed', '/feed.xml', () => site.page('/feed.xml', '<rss><channel/></rss>', xml), 'invalid_sitemap'],
  [
    'nested elements without end',
    '/deep.xml',
    () => site.page('/deep.xml', `<urlset>${'<a>'.repeat(10_000)}`, xml),
    'limit_exceeded',
  ],
  [
    'a gzip bomb',
    '/bomb.gz',
    () => site.page('/bomb.gz', gzipSync(Buffer.alloc(80_000_000, 32)), xml),
    'limit_exceeded',
  ],
  ['nothing', '/none.xml', () => {}, 'fetch_failed'],
])('a sitemap that is %s ends its crawl with a sentence', async (_, path, serve, code) => {
  serve();
  const id = await addMap(path);
  await program.settle();
  const { status, error } = await crawlOf(id);
  expect({ status, code: error?.code }).toEqual({ status: 'error', code });
  expect(error?.message.length).toBeGreaterThan(20);
  const french = await user.call(getCrawl, { params: { crawlId: id }, headers: { 'accept-language': 'fr' } });
  expect(french.body.error?.message).not.toBe(error?.message);
  expect((await sources()).items).toEqual([]);
});

test('an address that is none is refused at once, one that leads inside by the fetcher', async () => {
  const { body } = await user.call(addSitemap, {
    params: { chatbotId },
    body: { url: 'ftp://example.org/s.xml' },
  });
  expect(body).toEqual({
    accepted: [],
    rejected: [
      {
        name: 'ftp://example.org/s.xml',
        code: 'invalid_sitemap',
        message: 'This must be a valid XML sitemap URL.',
      },
    ],
  });
  for (const url of [
    'http://169.254.169.254/sitemap.xml',
    'http://2130706433:8080/',
    'http://[::ffff:7f00:1]/s.xml',
  ]) {
    const added = await user.call(addSitemap, { params: { chatbotId }, body: { url } });
    await program.settle();
    expect((await crawlOf(added.body.crawlId as string)).error?.code).toBe('address_refused');
  }
});

test('links are followed within the site, to the limit; traps and other sites are not', async () => {
  site.page(
    '/',
    html(
      'Home',
      `<nav><a href="/a">A</a><a href="/b?utm_source=x#top">B</a></nav><p>Welcome to our little house by the sea.</p>
    <a href="http://other.example/">x</a><a href="http://127.0.0.1:1/inside">i</a><a href="/photo.jpg">p</a><a href="/a#again">a</a>`,
    ),
  );
  site.page('/a', html('A', '<p>The first floor has two rooms.</p><a href="/c">c</a><a href="/">home</a>'));
  site.page('/b', html('B', '<p>The second floor has three rooms.</p><a href="/c">c</a>'));
  site.page('/c', html('C', '<p>The garden is behind the house.</p><a href="/d">d</a>'));
  site.page('/d', html('D', '<p>The pond is behind the garden.</p>'));
  const crawl = (maxPages: number) =>
    user.call(addUrls, { params: { chatbotId }, body: { urls: [site.url('/')], crawl: { maxPages } } });
  const { body } = await crawl(4);
  await program.settle();
  const id = body.crawlId as string;
  expect(figures(await crawlOf(id))).toEqual({
    status: 'done',
    found: 4,
    read: 4,
    skipped: 1,
    failedCount: 0,
  });
  expect((await pagesOf(id)).map(({ url, status }) => [new URL(url).pathname, status])).toEqual([
    ['/', 'read'],
    ['/a', 'read'],
    ['/b', 'read'],
    ['/c', 'read'],
    ['/d', 'skipped'],
  ]);
  expect((await pagesOf(id)).at(-1)?.reason).toBe('Beyond the limit of 4 pages.');
  expect(asked('/photo.jpg')).toBe(0);
  // A larger limit, and the page that was left out is read; the others are known.
  await crawl(10);
  await program.settle();
  expect(figures(await crawlOf(id))).toEqual({
    status: 'done',
    found: 5,
    read: 5,
    skipped: 0,
    failedCount: 0,
  });
  const two = await user.call(addUrls, {
    params: { chatbotId },
    body: { urls: [site.url('/'), site.url('/a')], crawl: { maxPages: 4 } },
  });
  expect(two.status).toBe(400);
});

test('a path of links is followed ten pages deep, and indexes of sitemaps to the second', async () => {
  for (let at = 0; at < 13; at++)
    site.page(
      `/d/${at}`,
      html(`Step ${at}`, `<p>We are ${at} steps from home.</p><a href="/d/${at + 1}">on</a>`),
    );
  const { body } = await user.call(addUrls, {
    params: { chatbotId },
    body: { urls: [site.url('/d/0')], crawl: { maxPages: 100 } },
  });
  await program.settle();
  expect((await crawlOf(body.crawlId as string)).found).toBe(11);
  for (let at = 0; at < 5; at++) {
    const names = [0, at + 1].map((index) => `<sitemap><loc>${site.url(`/${index}.xml`)}</loc></sitemap>`);
    site.page(`/${at}.xml`, `<sitemapindex>${names.join('')}</sitemapindex>`, xml);
  }
  expect((await crawlOf(await addMap('/0.xml'))).status).toBe('running');
  await program.settle();
  expect([0, 1, 2, 3].map((at) => asked(`/${at}.xml`))).toEqual([1, 1, 1, 0]);
});

test('a calendar without end is left after a hundred pages of one path', async () => {
  site.on('/calendar', (request, response) => {
    const month = Number(new URL(request.url ?? '', 'http://x').searchParams.get('month') ?? 0);
    const links = Array.from(
      { length: 30 },
      (_, at) => `<a href="/calendar?month=${month * 30 + at + 1}">next</a>`,
    );
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(html(`Month ${month}`, `<p>Nothing in month ${month}.</p>${links.join('')}`));
  });
  const { body } = await user.call(addUrls, {
    params: { chatbotId },
    body: { urls: [site.url('/calendar')], crawl: { maxPages: 5000 } },
  });
  await program.settle();
  const { status, found } = await crawlOf(body.crawlId as string);
  expect(status).toBe('done');
  expect(found).toBeLessThanOrEqual(101);
});

test('what a site’s pages have in common stands in one passage, without any option', async () => {
  const footer = 'Hotel of the Lakes, 12 Harbour Street, registered under 442 318.';
  for (let at = 0; at < 30; at++)
    site.page(
      `/a/${at}`,
      html(
        `Page ${at}`,
        `<ul><li>Our rooms</li><li>Our prices</li></ul><h1>Page ${at}</h1><p>${words(at)}</p><p>Book now and save.</p><div>${footer}</div>`,
      ),
    );
  site.page('/sitemap.xml', urlset(Array.from({ length: 30 }, (_, at) => site.url(`/a/${at}`))), xml);
  await addMap();
  await program.settle();
  const texts = await Promise.all(
    (await sources()).items.map(async ({ id }) =>
      (await user.call(listPassages, { params: { sourceId: id } })).body.items
        .map(({ text }) => text)
        .join('\n'),
    ),
  );
  expect(texts).toHaveLength(30);
  expect(texts.filter((text) => text.includes(footer))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('Our prices'))).toHaveLength(1);
  for (let at = 0; at < 30; at++) expect(texts.some((text) => text.includes(words(at)))).toBe(true);
});

test('pages with one canonical address are one; the report says which is the same as which, also as CSV', async () => {
  site.page('/a', article(1));
  site.page('/a?print', article(1, `<link rel="canonical" href="/a">`));
  site.page('/b1', article(2, `<link rel="canonical" href="/b">`));
  site.page('/b2', article(2, `<link rel="canonical" href="/b">`));
  site.page('/=evil', article(3));
  site.page('/picture', 'GIF89a', { 'content-type': 'image/gif' });
  site.page('/robots.txt', 'User-agent: *\nDisallow: /private', { 'content-type': 'text/plain' });
  const paths = ['/a', '/a?print', '/b1', '/b2', '/=evil', '/picture', '/private/x', '/gone'];
  site.page('/sitemap.xml', urlset(paths.map((path) => site.url(path))), xml);
  const id = await addMap();
  await program.settle();
  expect(figures(await crawlOf(id))).toEqual({
    status: 'done',
    found: 8,
    read: 3,
    skipped: 4,
    failedCount: 1,
  });
  expect((await crawlOf(id)).failed).toEqual([{ url: site.url('/gone'), code: 'fetch_failed' }]);
  const reasons = Object.fromEntries(
    (await pagesOf(id)).map(({ url, reason }) => [url.slice(site.url('').length), reason]),
  );
  expect(reasons['/a?print']).toBe(`The same page as ${site.url('/a')}`);
  expect([reasons['/b1'], reasons['/b2']].filter(Boolean)).toHaveLength(1);
  expect(reasons['/private/x']).toMatch(/robots\.txt/);
  expect(reasons['/picture']).toMatch(/readable web page/);
  // As the source's own row says it: with what to do.
  const { error } = (await sources()).items.find(({ status }) => status === 'error') ?? {};
  expect(reasons['/gone']).toBe(error?.message);
  expect(reasons['/gone']).toMatch(/doesn’t know this address \(404\)/);
  expect((await sources()).items.map(({ status }) => status).sort()).toEqual([
    'error',
    'ready',
    'ready',
    'ready',
  ]);
  const csv = await fetch(program.url + addressOf(listCrawlPages, { crawlId: id }), {
    headers: { authorization: `Bearer ${user.token}`, accept: 'text/csv', 'accept-language': 'en' },
  });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await csv.text()).split('\r\n');
  expect(lines[0]).toBe('Address,Status,Reason,Status code');
  expect(lines).toHaveLength(10);
  expect(lines.find((line) => line.includes('/gone'))).toMatch(/,failed,.*,404$/);
});

const sync = async (crawlId: string) => {
  await user.call(resumeCrawl, { params: { crawlId } });
  await program.settle();
};

test('read again, only what changed is asked for, charged and indexed', async () => {
  articles(40, '2026-01-01');
  const id = await addMap();
  await program.settle();
  const before = await sources();
  const first = await ledger();
  // The sitemap says that nothing has changed: no page is asked for.
  await sync(id);
  expect(figures(await crawlOf(id))).toMatchObject({ status: 'done', found: 40, read: 40 });
  expect(asked('/a/7')).toBe(1);
  // It says that all have, but one only has.
  articles(40, '2026-02-02');
  site.page(
    '/a/7',
    html(
      'Page 7',
      `<main><h1>Page 7</h1><p>${words(7)}</p><h2>New</h2><p>The lighthouse opens in May.</p></main>`,
    ),
  );
  await sync(id);
  expect(asked('/a/8')).toBe(2);
  const reindexed = await ledger('reindex');
  expect(reindexed).toHaveLength(1);
  expect((await ledger()).length).toBe(first.length + 1);
  expect(reindexed[0]?.tokens).toBeLessThan(60);
  expect((await search('lighthouse'))[0]?.sourceName).toBe('Page 7');
  const after = await sources();
  expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id));
  for (const [at, { lastSyncAt }] of after.items.entries()) {
    expect(Date.parse(lastSyncAt as string)).toBeGreaterThan(
      Date.parse(before.items[at]?.lastSyncAt as string),
    );
  }
});

test('pages of a crawl that is over are read again alone, by hand and by their own schedule', async () => {
  articles(3);
  const id = await addMap();
  await program.settle();
  const before = await crawlOf(id);
  const [first, second, third] = (await sources()).items.map(({ id }) => id) as [string, string, string];
  site.page('/a/0', html('Page 0', '<main><h1>Page 0</h1><p>The lighthouse opens in May.</p></main>'));
  await user.call(syncSource, { params: { sourceId: first }, body: {} });
  await user.call(syncSources, { params: { chatbotId }, body: { ids: [second] } });
  await user.call(updateSource, { params: { sourceId: third }, body: { schedule: 'daily' } });
  await program.settle();
  expect((await sources()).statistics.byStatus).toMatchObject({ ready: 3, pending: 0 });
  expect(await search('lighthouse')).toHaveLength(1);
  expect(figures(await crawlOf(id))).toEqual(figures(before));
  program.advance(86_400_000);
  await enqueue(program.context.db, syncDue, {}, { now: program.context.clock() });
  await program.settle();
  expect([0, 1, 2].map((at) => asked(`/a/${at}`))).toEqual([2, 2, 2]);
});

test('a page that its server says to be unchanged costs nothing', async () => {
  let version = 1;
  site.on('/page', (request, response) => {
    const etag = `"v${version}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'text/html', etag }).end(article(version));
  });
  const { body } = await user.call(addUrls, { params: { chatbotId }, body: { urls: [site.url('/page')] } });
  const sourceId = body.accepted[0]?.id as string;
  await program.settle();
  const read = async () => {
    await user.call(syncSource, { params: { sourceId }, body: {} });
    await program.settle();
    return (await user.call(getSource, { params: { sourceId } })).body;
  };
  expect(await read()).toMatchObject({ status: 'ready', passages: 1 });
  expect(site.requests.at(-1)?.headers['if-none-match']).toBe('"v1"');
  expect(await search('subject1')).toHaveLength(1);
  expect(await ledger()).toHaveLength(1);
  version = 2;
  expect(await read()).toMatchObject({ status: 'ready', name: 'Page 2' });
  expect(await search('subject1')).toHaveLength(0);
  // Read in another way, it is asked for anew.
  await user.call(updateSource, { params: { sourceId }, body: { ignoreFooter: true } });
  await read();
  expect(site.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
});

test('a page that is gone is marked and answers no more; one that fails, asks to sign in or lost its text is kept and told', async () => {
  const long = Array.from(
    { length: 30 },
    (_, at) => `<h2>Chapter ${at}</h2><p>${`${words(at)} `.repeat(8)}</p>`,
  ).join('');
  site.page('/page', html('Long', `<main>${long}</main>`));
  const { body } = await user.call(addUrls, { params: { chatbotId }, body: { urls: [site.url('/page')] } });
  const sourceId = body.accepted[0]?.id as string;
  await program.settle();
  const read = async (accept?: boolean): Promise<Source> => {
    await user.call(syncSource, { params: { sourceId }, ...(accept ? { body: { accept } } : {}) });
    await program.settle();
    return (await user.call(getSource, { params: { sourceId } })).body;
  };
  const { passages } = await read();
  expect(passages).toBeGreaterThan(10);
  const kept = { status: 'ready', passages, notices: [{ code: 'kept_previous' }] };
  site.on('/page', (_request, response) => response.writeHead(500).end('oops'));
  expect(await read()).toMatchObject(kept);
  site.redirect('/page', '/login');
  site.page('/login', '<form><input type="password"></form>');
  expect(await read()).toMatchObject({ ...kept, requiresAuthentication: true });
  site.page('/page', html('Error', '<p>Something went wrong on our side, we are sorry.</p>'));
  const lost = await read();
  expect(lost).toMatchObject(kept);
  expect(lost.notices[0]?.message).toContain(`only 1 of ${passages}`);
  expect(await search('subject5')).not.toHaveLength(0);
  expect(await read(true)).toMatchObject({ status: 'ready', passages: 1, notices: [], name: 'Error' });
  expect(await search('subject5')).toHaveLength(0);
  site.on('/page', (_request, response) => response.writeHead(410).end());
  expect(await read()).toMatchObject({
    status: 'error',
    error: { code: 'fetch_failed', statusCode: 410 },
    passages: 0,
  });
  expect(await search('wrong on our side')).toHaveLength(0);
});

test('a page that its sitemap no longer names is told at once and leaves at the second time, unless it is kept', async () => {
  articles(4);
  const id = await addMap();
  await program.settle();
  const named = (...at: number[]) =>
    site.page('/sitemap.xml', urlset(at.map((n) => site.url(`/a/${n}`))), xml);
  const noticed = async () =>
    (await sources()).items.filter(({ notices }) =>
      notices.some(({ code }) => code === 'missing_from_sitemap'),
    );
  named(0);
  await sync(id);
  const missing = await noticed();
  expect(missing.map(({ name }) => name)).toEqual(['Page 1', 'Page 2', 'Page 3']);
  expect(await search('subject3')).toHaveLength(1);
  await user.call(updateSource, { params: { sourceId: missing[0]?.id as string }, body: { keep: true } });
  // Named again, it is as before.
  named(0, 2);
  await sync(id);
  expect(await noticed()).toEqual([]);
  expect((await sources()).items.map(({ name }) => name)).toEqual(['Page 0', 'Page 1', 'Page 2']);
  expect(await search('subject3')).toHaveLength(0);
  expect(await search('subject1')).toHaveLength(1);
  expect((await pagesOf(id)).find(({ url }) => url.endsWith('/3'))?.reason).toMatch(/was removed/);
});

test('pages of a sitemap that can’t be read stay, however often; of one that is gone they leave', async () => {
  articles(3);
  const sitemaps = ['/one.xml', '/two.xml'];
  const index = sitemaps.map((path) => `<sitemap><loc>${site.url(path)}</loc></sitemap>`).join('');
  site.page('/index.xml', `<sitemapindex>${index}</sitemapindex>`, xml);
  site.page('/one.xml', urlset([site.url('/a/0')]), xml);
  site.page('/two.xml', urlset([site.url('/a/1'), site.url('/a/2')]), xml);
  const id = await addMap('/index.xml');
  await program.settle();
  let status = 500;
  site.on('/two.xml', (_request, response) => response.writeHead(status).end());
  for (let times = 0; times < 3; times++) {
    await sync(id);
    expect((await crawlOf(id)).failed).toEqual([{ url: site.url('/two.xml'), code: 'fetch_failed' }]);
    expect((await sources()).items.map(({ notices }) => notices)).toEqual([[], [], []]);
  }
  status = 404;
  await sync(id);
  await sync(id);
  expect((await sources()).items.map(({ name }) => name)).toEqual(['Page 0']);
});

test('a crawl that is stopped reads no more, and goes on where it was', async () => {
  articles(200);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  site.on('/a/150', (_request, response) => {
    void gate.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(article(150)));
  });
  const id = await addMap();
  const settled = program.settle();
  await expect.poll(async () => (await crawlOf(id)).read, { timeout: 20_000 }).toBeGreaterThan(0);
  const stopped = await user.call(stopCrawl, { params: { crawlId: id } });
  release();
  await settled;
  expect(stopped.body.status).toBe('stopped');
  const after = await crawlOf(id);
  expect(after.status).toBe('stopped');
  expect(after.read).toBeLessThan(200);
  const { statistics } = await sources();
  expect(statistics.byStatus).toMatchObject({ ready: after.read, pending: 0, processing: 0 });
  await user.call(resumeCrawl, { params: { crawlId: id } });
  await program.settle();
  expect(figures(await crawlOf(id))).toEqual({
    status: 'done',
    found: 200,
    read: 200,
    skipped: 0,
    failedCount: 0,
  });
  const charged = (await ledger()).reduce((sum, { tokens }) => sum + tokens, 0);
  expect(charged).toBe((await sources()).statistics.storageTokens);
});

test('a site that is added again after a stop is read once; stopped again, a page that had failed is not ready', async () => {
  const links = [1, 2, 3].map((at) => `<a href="/t/${at}">${at}</a>`).join('');
  site.page('/t/', html('Start', `<main><h1>Start</h1><p>${words(0)}</p>${links}</main>`));
  const held: (() => void)[] = [];
  for (const at of [1, 2, 3])
    site.on(`/t/${at}`, (_request, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(article(at)));
    });
  const add = async () =>
    (
      await user.call(addUrls, {
        params: { chatbotId },
        body: { urls: [site.url('/t/')], crawl: { maxPages: 10 } },
      })
    ).body.crawlId as string;
  const id = await add();
  const settled = program.settle();
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(3);
  expect(await crawlOf(id)).toMatchObject({ status: 'running', found: 4, read: 1, waiting: 3 });
  await user.call(stopCrawl, { params: { crawlId: id } });
  for (const answer of held) answer();
  await settled;
  expect(figures(await crawlOf(id))).toMatchObject({ status: 'stopped', found: 4, read: 1 });
  for (const at of [1, 2]) site.page(`/t/${at}`, article(at));
  site.on('/t/3', (_request, response) => response.writeHead(404).end());
  const before = asked('/t/1');
  await add();
  await program.settle();
  expect(figures(await crawlOf(id))).toMatchObject({ status: 'done', found: 4, read: 3, failedCount: 1 });
  expect(asked('/t/1')).toBe(before + 1);
  site.page('/t/3', article(3));
  await sync(id);
  site.on('/t/3', (_request, response) => response.writeHead(404).end());
  await sync(id);
  await user.call(resumeCrawl, { params: { crawlId: id } });
  await user.call(stopCrawl, { params: { crawlId: id } });
  expect((await sources()).items.map(({ status, passages }) => [status, passages])).toEqual(
    Array(3).fill(['ready', 1]),
  );
  await user.call(deleteCrawl, { params: { crawlId: id } });
});

test('a page whose reading is called off waits for the vectors that it lacks', async () => {
  articles(1);
  const id = await addMap();
  await program.settle();
  const model = await startModelServer();
  const embeddingModel = { baseUrl: model.baseUrl, name: 'a', dimensions: 64 };
  Object.assign(program.context, { models: openModels({ embeddingModel } as never) });
  try {
    await user.call(resumeCrawl, { params: { crawlId: id } });
    await runDueJobs(program.context, [listSitemapsWork]);
    const { byStatus } = (await sources()).statistics;
    expect(byStatus).toMatchObject({ pending: 1 });
    await user.call(stopCrawl, { params: { crawlId: id } });
    expect((await sources()).items.map(({ status }) => status)).toEqual(['processed']);
    await program.settle();
    expect((await sources()).items.map(({ status }) => status)).toEqual(['ready']);
    expect(model.requests).toHaveLength(1);
    await user.call(deleteCrawl, { params: { crawlId: id } });
  } finally {
    Object.assign(program.context, { models: openModels(program.context.config) });
    await model.stop();
  }
});

test('at the quota a crawl ends, names the first page left out, and goes on once there is room', async () => {
  articles(300);
  const { charge } = await import('../../usage/service.ts');
  await charge(program.context, program.context.db, {
    ownerId: user.id,
    tokenType: 'storage',
    operation: 'file_upload',
    details: { parts: [{ name: 'passages', tokens: 5_000_000 - 3_000 }] },
    chatbotId: null,
    chatbotName: null,
    cause: 'earlier',
  });
  const id = await addMap();
  await program.settle();
  const crawl = await crawlOf(id);
  expect(crawl).toMatchObject({ status: 'error', error: { code: 'storage_quota_exceeded' } });
  expect(crawl.error?.message).toMatch(/First page left out: http.*\/a\/\d+$/);
  expect(crawl.read).toBeGreaterThan(50);
  const spent = (await ledger()).filter(({ tokens }) => tokens < 4_000_000);
  expect(spent.reduce((sum, { tokens }) => sum + tokens, 0)).toBe((await sources()).statistics.storageTokens);
  expect((await sources()).statistics.byStatus).toMatchObject({ ready: crawl.read, pending: 0, error: 0 });
  await program.context.db.insertInto('accounts').values({ owner_id: user.id, plan: 'starter' }).execute();
  await user.call(resumeCrawl, { params: { crawlId: id } });
  await program.settle();
  expect(figures(await crawlOf(id))).toMatchObject({ status: 'done', read: 300 });
});

test('a host that asks for patience is left alone and asked again; one that blocks ends the crawl', async () => {
  articles(12);
  let busy = true;
  site.on('/a/5', (_request, response) => {
    if (busy) response.writeHead(429, { 'retry-after': '120' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(article(5));
  });
  const id = await addMap();
  await program.settle();
  expect((await crawlOf(id)).status).toBe('running');
  const seen = site.requests.length;
  await program.settle();
  expect(site.requests.length).toBe(seen);
  busy = false;
  program.advance(121_000);
  await program.settle();
  expect(figures(await crawlOf(id))).toMatchObject({ status: 'done', read: 12, failedCount: 0 });

  for (let at = 0; at < 40; at++)
    site.on(`/a/${at}`, (_request, response) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('<title>Just a moment...</title>'),
    );
  const charged = await ledger();
  site.page('/blocked.xml', urlset(Array.from({ length: 40 }, (_, at) => site.url(`/a/${at}?again`))), xml);
  const blocked = await addMap('/blocked.xml');
  await program.settle();
  const crawl = await crawlOf(blocked);
  expect(crawl).toMatchObject({
    status: 'error',
    error: { code: 'bot_protection', statusCode: 403 },
    read: 0,
  });
  expect(crawl.error?.message).toContain('user agent “ParlanceBot”');
  expect(await ledger()).toEqual(charged);
});

test.each(['/robots.txt', '/sitemap.xml'])(
  'a host that always asks for patience on %s is given up',
  async (path) => {
    articles(12);
    const id = await addMap();
    const url = site.url('/alone');
    await user.call(addUrls, { params: { chatbotId }, body: { urls: [url] } });
    site.page('/alone', article(8));
    site.on(path, (_request, response) => response.writeHead(429).end());
    for (let times = 0; times < 6; times++) {
      await program.settle();
      program.advance(61_000);
    }
    expect(await crawlOf(id)).toMatchObject({ status: 'error', error: { statusCode: 429 } });
    expect((await sources()).items.map(({ status }) => status)).toEqual([
      path === '/robots.txt' ? 'error' : 'ready',
    ]);
    const times = asked(path);
    program.advance(61_000);
    await program.settle();
    expect(asked(path)).toBe(times);
  },
);

test('schedules begin pages and crawls again when they are due', async () => {
  articles(3);
  site.page('/alone', article(8));
  site.page('/never', article(9));
  const crawlId = await addMap();
  const urls = [site.url('/alone'), site.url('/never')];
  const { body } = await user.call(addUrls, { params: { chatbotId }, body: { urls } });
  await program.settle();
  const params = { sourceId: body.accepted[0]?.id as string };
  await user.call(updateSource, { params, body: { schedule: 'weekly' } });
  const patched = await user.call(updateCrawl, {
    params: { crawlId },
    body: { schedule: 'daily', ignoreFooter: true },
  });
  expect(patched.body).toMatchObject({ schedule: 'daily', ignoreFooter: true, status: 'done' });
  const due = async (days: number) => {
    program.advance(days * 86_400_000);
    await enqueue(program.context.db, syncDue, {}, { now: program.context.clock() });
    await program.settle();
    return [asked('/sitemap.xml'), asked('/alone'), asked('/never')];
  };
  expect(await due(0.5)).toEqual([1, 1, 1]);
  expect(await due(0.6)).toEqual([2, 1, 1]);
  expect(await due(6)).toEqual([3, 2, 1]);
});

test('deleted while it is read, a crawl, a page or a chatbot leaves nothing behind', async () => {
  const { db } = program.context;
  const left = async () => ({
    passages: await db.selectFrom('passages').select('id').where('chatbot_id', '=', chatbotId).execute(),
    sources: await db.selectFrom('sources').select('id').where('chatbot_id', '=', chatbotId).execute(),
    crawls: await db.selectFrom('crawls').select('id').where('chatbot_id', '=', chatbotId).execute(),
    terms: await db.selectFrom('chatbot_terms').select('term').where('chatbot_id', '=', chatbotId).execute(),
    waiting: await db.selectFrom('crawl_pages').selectAll().where('status', '=', 'waiting').execute(),
    pages: (await sql`select from crawl_pages where crawl_id not in (select id from crawls)`.execute(db))
      .rows,
    readings: (
      await sql`select from whole_readings where source_id not in (select id from sources)
                union all
                select from published_sources where source_id not in (select id from sources)`.execute(db)
    ).rows,
  });
  const nothing = {
    passages: [],
    sources: [],
    crawls: [],
    terms: [],
    waiting: [],
    pages: [],
    readings: [],
  };
  articles(150);
  /** As the schedule does once a minute. */
  const clear = () => enqueue(db, clearRemoved, {}, { now: program.context.clock() });
  const whileReading = async (act: (crawlId: string) => Promise<unknown>) => {
    const id = await addMap();
    const settled = program.settle();
    await expect.poll(async () => (await crawlOf(id)).read, { timeout: 20_000 }).toBeGreaterThan(0);
    await act(id);
    await settled;
    await clear();
    await program.settle();
    return id;
  };
  await whileReading((crawlId) => user.call(deleteCrawl, { params: { crawlId } }));
  expect(await left()).toEqual(nothing);
  const id = await whileReading(async () => {
    const { items } = await sources();
    const last = items.find(({ status }) => status !== 'ready') ?? items[0];
    await user.call(deleteSource, { params: { sourceId: last?.id as string } });
  });
  const crawl = await crawlOf(id);
  expect(crawl.status).toBe('done');
  expect((await sources()).statistics.urls).toBe(149);
  await user.call(deleteCrawl, { params: { crawlId: id } });
  await program.settle();
  expect(await left()).toEqual(nothing);
  await whileReading(() => user.call(deleteChatbot, { params: { chatbotId } }));
  expect(await left()).toEqual(nothing);
});

test('slow and endless pages end within their time, and a page of 20 MB with a sentence; the others don’t wait', async () => {
  articles(20);
  const drips: ReturnType<typeof setInterval>[] = [];
  for (const at of [3, 4]) {
    site.on(`/a/${at}`, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      drips.push(setInterval(() => response.write('<p>more and more</p>'.repeat(50_000)), 5));
    });
  }
  site.page('/a/5', html('Huge', `<p>${'word '.repeat(4_200_000)}</p>`));
  site.on(
    '/a/6',
    (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50_000_000, 32))),
  );
  site.redirect('/a/7', '/a/8?x');
  site.redirect('/a/8', '/a/7');
  site.page('/a/9', html('Deep', '<div>'.repeat(60_000)));
  const id = await addMap();
  await program.settle();
  for (const drip of drips) clearInterval(drip);
  expect(figures(await crawlOf(id))).toEqual({
    status: 'done',
    found: 20,
    read: 13,
    skipped: 0,
    failedCount: 7,
  });
  const codes = Object.fromEntries(
    (await sources()).items.map(({ url, error }) => [url?.split('/').at(-1), error]),
  );
  expect([3, 4, 5, 6, 7, 8, 9].map((at) => codes[at]?.code)).toEqual([
    'limit_exceeded',
    'limit_exceeded',
    'limit_exceeded',
    'limit_exceeded',
    'fetch_failed',
    'fetch_failed',
    'limit_exceeded',
  ]);
  expect(codes[5]?.message).toContain('The page is over 10 MB.');
  expect(site.openSockets()).toBe(0);
});

test('a sitemap of more entries than a crawl may have is read to the limit, and says what it left', async () => {
  site.page('/a/0', article(0));
  const entries = Array.from({ length: 100_000 }, (_, at) => site.url(`/a/${at}`));
  site.page('/sitemap.xml', urlset(entries), xml);
  const id = await addMap('/sitemap.xml', { maxPages: 3 });
  await program.settle();
  expect(figures(await crawlOf(id))).toEqual({
    status: 'done',
    found: 3,
    read: 1,
    skipped: 99_997,
    failedCount: 2,
  });
  const { body } = await user.call(listCrawlPages, {
    params: { crawlId: id },
    query: { limit: 1, status: 'skipped' },
  });
  expect(body.items[0]).toMatchObject({ url: site.url('/a/3'), reason: 'Beyond the limit of 3 pages.' });
});

test('a host’s Crawl-delay is kept, be it one that redirects lead to', async () => {
  const elsewhere = `localhost:${site.port}`;
  const slow = await startProgram({
    CRAWLER_ALLOW: `${site.host},${elsewhere}`,
    CRAWLER_REQUESTS_PER_SECOND: '20',
  });
  try {
    articles(4);
    const seconds = { here: 0.2, there: 0.4 };
    site.on('/robots.txt', (request, response) => {
      const delay = seconds[request.headers.host === elsewhere ? 'there' : 'here'];
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(`User-agent: ParlanceBot\nCrawl-delay: ${delay}`);
    });
    const askedAt: Record<keyof typeof seconds, number[]> = { here: [], there: [] };
    const serve = (path: string, host: keyof typeof seconds, location?: string) =>
      site.on(path, (_request, response) => {
        askedAt[host].push(performance.now());
        if (location) response.writeHead(302, { location }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(article(path.length));
      });
    for (let at = 0; at < 4; at++) {
      serve(`/a/${at}`, 'here', at === 0 ? undefined : `http://${elsewhere}/b/${at}`);
      serve(`/b/${at}`, 'there');
    }
    const owner = await slow.newUser();
    const { id } = await newChatbot(owner);
    const url = site.url('/sitemap.xml');
    const { body } = await owner.call(addSitemap, { params: { chatbotId: id }, body: { url } });
    await expect
      .poll(
        async () => {
          await slow.settle();
          return (await owner.call(getCrawl, { params: { crawlId: body.crawlId as string } })).body.status;
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBe('done');
    expect(askedAt).toMatchObject({ here: { length: 4 }, there: { length: 3 } });
    for (const host of ['here', 'there'] as const) {
      for (const [at, time] of askedAt[host].slice(1).entries()) {
        expect(time - (askedAt[host][at] as number)).toBeGreaterThan(seconds[host] * 1000 - 50);
      }
    }
  } finally {
    await slow.stop();
  }
});

test('before a crawl, its pages are counted and a few of them weighed; nothing is stored or charged', async () => {
  for (let at = 1; at <= 4; at++) site.page(`/a/${at}`, article(at));
  site.page('/one.xml', urlset([1, 2].map((at) => site.url(`/a/${at}`))), xml);
  site.page('/two.xml', urlset([3, 4].map((at) => site.url(`/a/${at}`))), xml);
  const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/one.xml', '/two.xml']
    .map((path) => `<sitemap><loc>${site.url(path)}</loc></sitemap>`)
    .join('')}</sitemapindex>`;
  site.page('/sitemap.xml', index, xml);
  const estimate = async (body: { kind: 'sitemap' | 'site'; url: string; maxPages?: number }) =>
    user.call(estimateCrawl, { params: { chatbotId }, body });

  const { body: whole } = await estimate({ kind: 'sitemap', url: site.url('/sitemap.xml') });
  expect(whole).toMatchObject({ pages: 4, isWhole: true });
  const perPage = whole.tokensPerPage ?? 0;
  expect(whole.storageTokens).toBe(4 * perPage);
  const { body: capped } = await estimate({ kind: 'sitemap', url: site.url('/sitemap.xml'), maxPages: 3 });
  expect(capped).toMatchObject({ pages: 3, storageTokens: 3 * perPage });
  const { body: ofSite } = await estimate({ kind: 'site', url: site.url('/a/1'), maxPages: 10 });
  expect(ofSite).toMatchObject({ pages: null, isWhole: false, storageTokens: 10 * perPage });

  const { body: sources } = await user.call(listSources, { params: { chatbotId } });
  expect(sources.total).toBe(0);
  expect((await user.call(listLedger)).body.items).toEqual([]);

  // What it said is what reading costs.
  await addMap();
  await program.settle();
  const { body: read } = await user.call(listSources, { params: { chatbotId } });
  expect(read.statistics.storageTokens).toBe(whole.storageTokens);

  expect((await estimate({ kind: 'sitemap', url: site.url('/nowhere.xml') })).status).toBe(422);
  expect((await estimate({ kind: 'site', url: 'http://169.254.169.254/' })).status).toBe(422);
});

test('who takes pages in charges for them while somebody else waits for their crawl', async () => {
  const { context } = program;
  articles(1);
  const crawlId = await addMap('/sitemap.xml');
  let isOver = () => {};
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  let first: Promise<void> | undefined;
  const holding = await new Promise<Db>((tell) => {
    first = transaction(context.db, async (db) => {
      await lockOwner(db, user.id);
      await lockCrawls(db, [crawlId]);
      tell(db);
      await over;
    });
  });
  const later = transaction(context.db, (db) => lockCrawls(db, [crawlId]));
  const waiting = async () =>
    (
      await sql`select from pg_locks l join pg_stat_activity a on a.pid = l.pid
                 where not l.granted and a.datname = current_database()`.execute(holding)
    ).rows.length;
  // The embedded database has one connection.
  if (process.env.TEST_DATABASE_URL) await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(0);
  await charge(context, holding, {
    ownerId: user.id,
    tokenType: 'storage',
    operation: 'file_upload',
    details: { parts: [{ name: 'passages', tokens: 7 }] },
    chatbotId,
    chatbotName: 'Lac',
    cause: `pages:${crawlId}:1`,
  });
  isOver();
  await first;
  expect((await later).map(({ id }) => id)).toEqual([crawlId]);
});
