import { describe, expect, test } from 'vitest';
import type { ReadPassage } from '../../reading/service.ts';
import { countEnds, endsOf, findOtherAddresses, judgeQuota, judgeResults } from './page-judgement.ts';
import type { ClaimedPage } from './page-queries.ts';
import type { ReadResult } from './page-reader.ts';

const hash = (text: string) => Buffer.from(text.padEnd(16));
const site = 'https://spa.example';

const page = (name: string, more: Partial<ClaimedPage> = {}): ClaimedPage => ({
  id: name,
  owner_id: 'owner',
  version: 1,
  crawl_id: null,
  crawl_kind: more.crawl_id ? 'site' : null,
  last_sync_at: more.passages ? new Date(0) : null,
  etag: null,
  last_modified: null,
  text_hash: null,
  accepts_loss: false,
  ignore_header: false,
  ignore_footer: false,
  delays: 0,
  passages: 0,
  url: `${site}/${name}`,
  ...more,
});

const read = (of: ClaimedPage, passages = 1, identity = of.url, text = 'new'): ReadResult => ({
  page: of,
  kind: 'read',
  answer: {
    url: of.url,
    body: Buffer.from(text),
    format: 'html',
    mediaType: 'text/html',
    charset: undefined,
    etag: null,
    lastModified: null,
  },
  text: {
    title: undefined,
    identity,
    links: [],
    passages: Array.from({ length: passages }, () => ({ tokens: 1, language: 'fr' }) as ReadPassage),
    textHash: hash(text),
  },
});
const refused = (of: ClaimedPage, code: 'fetch_failed' | 'robots_disallowed', statusCode?: number) =>
  ({ page: of, kind: 'refused', refusal: { code, statusCode } }) satisfies ReadResult;

/** The pages' names by what becomes of them, with all the quota there is. */
function fatesOf(ended: ReadResult[], known: Parameters<typeof judgeResults>[1] = []) {
  const { read: _, ...judgement } = judgeResults(ended, known);
  const fates: Record<string, string[]> = {};
  for (const [fate, pages] of Object.entries(judgement)) {
    if (pages.length > 0) fates[fate] = pages.map((one) => ('page' in one ? one.page.id : one.id));
  }
  return fates;
}

describe('a page that could not be read', () => {
  test('goes on answering with what is known, unless it is gone for good', () => {
    const known = (name: string, more = {}) => page(name, { passages: 3, ...more });
    expect(
      fatesOf([
        refused(known('down'), 'fetch_failed', 503),
        refused(known('gone'), 'fetch_failed', 410),
        refused(known('accepted', { accepts_loss: true }), 'fetch_failed', 503),
        refused(page('new'), 'fetch_failed', 503),
      ]),
    ).toEqual({ kept: ['down'], failed: ['gone', 'accepted', 'new'] });
  });

  test('is left out by a crawl that may not read it, and fails where somebody named it', () => {
    const ended = [
      refused(page('found', { crawl_id: 'crawl' }), 'robots_disallowed'),
      refused(page('named'), 'robots_disallowed'),
    ];
    expect(fatesOf(ended)).toEqual({ leftOut: ['found'], failed: ['named'] });
  });
});

describe('a page that was read', () => {
  test('is confirmed where it says the same, kept where half of it is lost, and changed else', () => {
    const before = { passages: 10, text_hash: hash('old') };
    expect(
      fatesOf([
        read(page('same', before), 10, undefined, 'old'),
        read(page('broken', before), 4),
        read(page('shorter', before), 5),
        read(page('accepted', { ...before, accepts_loss: true }), 4),
        read(page('empty'), 0),
        { page: page('unsent', before), kind: 'same' },
        { page: page('patient'), kind: 'delayed' },
        { page: page('back'), kind: 'returned' },
      ]),
    ).toEqual({
      confirmed: ['unsent', 'same'],
      kept: ['broken'],
      changed: ['shorter', 'accepted'],
      failed: ['empty'],
      delayed: ['patient'],
      returned: ['back'],
    });
  });

  test('of a crawl is left out where another source stands for its address; a failed one stands for none', () => {
    const crawled = { crawl_id: 'crawl' };
    const address = `${site}/start`;
    const start = { id: 'start', url: address, canonical_url: null };
    const ended = [read(page('a', crawled), 1, address), read(page('b', crawled), 1, address)];
    expect(findOtherAddresses(ended)).toEqual([address]);
    expect(fatesOf(ended, [start])).toEqual({ leftOut: ['a', 'b'] });
    expect(fatesOf(ended)).toEqual({ changed: ['a'], leftOut: ['b'] });
    const withFailed = [refused(page('start'), 'fetch_failed', 404), ...ended];
    expect(fatesOf(withFailed, [start])).toEqual({ failed: ['start'], changed: ['a'], leftOut: ['b'] });
  });
});

describe('the quota', () => {
  test('is spent in order; a crawl ends with the first page that it lacks, a page alone fails', () => {
    const crawled = { crawl_id: 'crawl' };
    const pages = [
      page('paid', crawled),
      page('dear', crawled),
      page('after', crawled),
      page('alone'),
      page('cheap'),
    ];
    const judged = judgeQuota(
      judgeResults(
        pages.map((one) => read(one)),
        [],
      ),
      [5, 9, 1, 8, 5],
      10,
    );
    const idsOf = (ones: { page: { id: string } }[]) => ones.map(({ page }) => page.id);
    expect(idsOf(judged.changed)).toEqual(['paid', 'cheap']);
    expect(judged.returned.map(({ id }) => id)).toEqual(['dear', 'after']);
    expect(idsOf(judged.failed)).toEqual(['alone']);
    expect([...judged.quotaReachedAt]).toEqual([['crawl', `${site}/dear`]]);
    expect(judged.tokensMissed).toBe(8);
    expect(endsOf(judged).map(({ id }) => id)).toEqual(['alone', 'paid', 'cheap']);
  });
});

test('a crawl’s figures change by how its pages stood before', () => {
  const ends = [
    { id: 'a', status: 'read' as const },
    { id: 'b', status: 'failed' as const },
    { id: 'c', status: 'skipped' as const },
  ];
  const before = [
    { id: 'a', crawl_id: 'crawl', before: 'waiting' },
    { id: 'b', crawl_id: 'crawl', before: 'read' },
    { id: 'c', crawl_id: 'other', before: 'skipped' },
  ];
  expect(Object.fromEntries(countEnds(ends, before))).toEqual({
    crawl: { found: 0, read: 0, skipped: 0, failed: 1 },
    other: { found: 0, read: 0, skipped: 0, failed: 0 },
  });
});
