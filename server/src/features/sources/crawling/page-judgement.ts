import type { Refusal } from '../fetching/page-error.ts';
import { linksOfPage } from '../fetching/site.ts';
import { messages } from '../records/messages.ts';
import type { StoredNotice } from '../records/notices.ts';
import { wordRefusal } from '../records/refusals.ts';
import type { CrawlPageResult } from './crawl-page-queries.ts';
import type { CrawlCounts, CrawlRow } from './crawl-queries.ts';
import type { ClaimedPage } from './page-queries.ts';
import type { ReadResult } from './page-reader.ts';

export type ReadPageResult = Extract<ReadResult, { kind: 'read' }>;

/** What is to become of the pages of a batch: decided here without a database, written by `page-commit`. */
export interface Judgement {
  /** Pages that wait for their host's patience. */
  delayed: ClaimedPage[];
  /** Pages that wait again, as if nobody had taken them. */
  returned: ClaimedPage[];
  /** Pages of a crawl that it deletes, with what they have said. */
  leftOut: { page: ClaimedPage; end: CrawlPageResult }[];
  /** Pages whose last reading found nothing better: what is known goes on answering, with a notice. */
  kept: { page: ClaimedPage; end: CrawlPageResult; notice: StoredNotice }[];
  failed: { page: ClaimedPage; end: CrawlPageResult; refusal: Refusal }[];
  /** Pages that say something else than before, or are new. */
  changed: ReadPageResult[];
  confirmed: ConfirmedPage[];
  /** All pages that were read and stand for an address of their own: their links are followed. */
  read: ReadPageResult[];
}

/** A page found as it was: nothing is charged, nothing indexed, and it is up to date. */
interface ConfirmedPage {
  page: ClaimedPage;
  /** The page's name; null leaves what is there. */
  name: string | null;
  etag: string | null;
  lastModified: string | null;
}

export const nameOf = ({ text }: ReadPageResult) => text.title?.slice(0, 300) ?? null;

/** What a crawl leaves out without calling it a failure: it is no page to read, or may not be. */
const leftOutCodes = new Set<Refusal['code']>([
  'robots_disallowed',
  'unsupported_media_type',
  'no_page_text',
]);
const goneStatuses = new Set([404, 410]);

/** Another source of the chatbot that stands for an address. */
interface KnownAddress {
  id: string;
  url: string;
  canonical_url: string | null;
}

/** The addresses that pages of crawls give as their own instead of the one by which they were found. */
export const findOtherAddresses = (ended: readonly ReadResult[]): string[] => [
  ...new Set(
    ended.flatMap((one) => (one.kind === 'read' && hasOtherAddress(one) ? [one.text.identity] : [])),
  ),
];

const hasOtherAddress = ({ page, text }: ReadPageResult) =>
  page.crawl_id !== null && text.identity !== page.url;

/** Judges what is to become of pages. `known`: the sources at `findOtherAddresses`. */
export function judgeResults(ended: readonly ReadResult[], known: readonly KnownAddress[]): Judgement {
  const judgement: Judgement = {
    delayed: ended.flatMap(({ kind, page }) => (kind === 'delayed' ? [page] : [])),
    returned: ended.flatMap(({ kind, page }) => (kind === 'returned' ? [page] : [])),
    leftOut: [],
    kept: [],
    failed: [],
    changed: [],
    confirmed: [],
    read: [],
  };
  for (const one of ended) {
    if (one.kind === 'refused') refuse(judgement, one.page, one.refusal);
    if (one.kind === 'same') {
      const { page } = one;
      judgement.confirmed.push({ page, name: null, etag: page.etag, lastModified: page.last_modified });
    }
  }
  const failed = new Set(judgement.failed.map(({ page }) => page.id));
  const twinOf = findTwins(known.filter(({ id }) => !failed.has(id)));
  for (const one of ended) {
    if (one.kind !== 'read') continue;
    const twin = twinOf(one);
    if (twin === undefined) judgement.read.push(one);
    else leaveOut(judgement, one.page, { reason: 'same_as', detail: twin });
  }
  for (const one of judgement.read) judgeText(judgement, one);
  return judgement;
}

/** Finds, of a crawl's pages with one canonical address, the one that is read, for the others. */
function findTwins(known: readonly KnownAddress[]) {
  const left = new Set<string>();
  const first = new Map<string, string>();
  return (one: ReadPageResult): string | undefined => {
    if (!hasOtherAddress(one)) return undefined;
    const { page, text } = one;
    const { identity } = text;
    const twin = known.find(
      (row) =>
        row.id !== page.id && !left.has(row.id) && (row.url === identity || row.canonical_url === identity),
    );
    const url = twin?.url ?? first.get(identity);
    if (url === undefined) first.set(identity, page.url);
    else left.add(page.id);
    return url;
  };
}

function judgeText(judgement: Judgement, one: ReadPageResult) {
  const { page, answer, text } = one;
  if (page.text_hash?.equals(text.textHash) && page.passages > 0) {
    const { etag, lastModified } = answer;
    judgement.confirmed.push({ page, name: nameOf(one), etag, lastModified });
  }
  // Such a page is read for its links alone.
  else if (text.passages.length === 0 && (page.passages === 0 || page.accepts_loss)) {
    refuse(judgement, page, { code: 'no_page_text' });
  } else if (isLoss(one)) keepAfterLoss(judgement, one);
  else judgement.changed.push(one);
}

function leaveOut(
  { leftOut }: Pick<Judgement, 'leftOut'>,
  page: ClaimedPage,
  why: Pick<CrawlPageResult, 'reason' | 'detail' | 'statusCode'>,
) {
  leftOut.push({ page, end: { id: page.id, status: 'skipped', ...why } });
}

function refuse(
  judgement: Pick<Judgement, 'leftOut' | 'kept' | 'failed'>,
  page: ClaimedPage,
  refusal: Refusal,
) {
  const { code, statusCode } = refusal;
  const isGone = code === 'fetch_failed' && statusCode !== undefined && goneStatuses.has(statusCode);
  const isKnown = page.last_sync_at !== null && page.passages > 0;
  if (page.crawl_id !== null && !isKnown && leftOutCodes.has(code))
    return leaveOut(judgement, page, { reason: code, statusCode });
  const end = { id: page.id, status: 'failed', reason: code, statusCode } as const;
  if (!isKnown || isGone || page.accepts_loss) return void judgement.failed.push({ page, end, refusal });
  const notice = {
    code: 'kept_previous',
    fr: messages.keptAfterRefusal.fr(wordRefusal(refusal, 'fr')),
    en: messages.keptAfterRefusal.en(wordRefusal(refusal, 'en')),
  } as const;
  judgement.kept.push({ page, end, notice });
}

/**
 * Whether a reading lost "more than half of a source's passages": what a broken template or a message of the server
 * leaves.
 */
const isLoss = ({ page, text }: ReadPageResult) =>
  !page.accepts_loss && text.passages.length < page.passages / 2;

function keepAfterLoss({ kept }: Judgement, { page, text }: ReadPageResult) {
  const [now, before] = [text.passages.length, page.passages];
  const { fr, en } = messages.keptAfterLoss;
  const notice = { code: 'kept_previous', fr: fr(now, before), en: en(now, before) } as const;
  kept.push({ page, end: { id: page.id, status: 'read' }, notice });
}

export type AffordedPage = ReadPageResult & { newTokens: number };

/** A judgement with what the account can pay of it. */
export interface AffordedJudgement extends Omit<Judgement, 'changed'> {
  changed: AffordedPage[];
  /** Crawls that end at the quota, with the page that each has come to. */
  quotaReachedAt: Map<string, string>;
  /** The tokens that the last page needed for which the quota was too small. */
  tokensMissed: number | undefined;
}

/** Judges what the quota still holds, in order. A crawl ends with the first page that it doesn't. */
export function judgeQuota(
  { changed, ...judgement }: Judgement,
  /** The new tokens of each changed page. */
  newTokens: readonly number[],
  tokensLeft: number,
): AffordedJudgement {
  const afforded: AffordedJudgement = {
    ...judgement,
    returned: [...judgement.returned],
    leftOut: [...judgement.leftOut],
    kept: [...judgement.kept],
    failed: [...judgement.failed],
    changed: [],
    quotaReachedAt: new Map(),
    tokensMissed: undefined,
  };
  let left = tokensLeft;
  for (const [at, one] of changed.entries()) {
    const tokens = newTokens[at] ?? 0;
    const { page } = one;
    const { crawl_id: crawlId } = page;
    if (crawlId !== null && afforded.quotaReachedAt.has(crawlId)) afforded.returned.push(page);
    else if (tokens <= left) {
      left -= tokens;
      afforded.changed.push({ ...one, newTokens: tokens });
    } else {
      afforded.tokensMissed = tokens;
      if (crawlId === null) refuse(afforded, page, { code: 'storage_quota_exceeded' });
      else {
        afforded.returned.push(page);
        afforded.quotaReachedAt.set(crawlId, page.url);
      }
    }
  }
  return afforded;
}

/** The ends of the pages, as their crawls show them; none of pages that still wait. */
export const endsOf = ({
  leftOut,
  kept,
  failed,
  changed,
  confirmed,
}: AffordedJudgement): CrawlPageResult[] => [
  ...[...leftOut, ...kept, ...failed].map(({ end }) => end),
  ...[...changed, ...confirmed].map(({ page }) => ({ id: page.id, status: 'read' as const })),
];

/** The changes of the crawls' figures with these ends; `before`: what `endPages` has found. */
export function countEnds(
  ends: readonly CrawlPageResult[],
  before: readonly { id: string; crawl_id: string; before: string }[],
): Map<string, CrawlCounts> {
  const statuses = new Map(ends.map(({ id, status }) => [id, status]));
  const counts = new Map<string, CrawlCounts>();
  for (const { id, crawl_id, before: was } of before) {
    const of = counts.get(crawl_id) ?? { found: 0, read: 0, skipped: 0, failed: 0 };
    counts.set(crawl_id, of);
    const status = statuses.get(id);
    if (status) of[status]++;
    if (was === 'read' || was === 'skipped' || was === 'failed') of[was]--;
  }
  return counts;
}

/** The addresses to which a crawl's pages lead, each with how far it is from the first one. */
export function findLinks(
  crawl: Pick<CrawlRow, 'id'>,
  read: readonly ReadPageResult[],
  depths: ReadonlyMap<string, number>,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { page, answer, text } of read) {
    if (page.crawl_id !== crawl.id) continue;
    const depth = (depths.get(page.id) ?? 0) + 1;
    for (const url of linksOfPage(answer.url, text.links))
      found.set(url, Math.min(depth, found.get(url) ?? depth));
  }
  return found;
}
