import type { FetchedPage } from '../fetching/page.ts';
import { maxDelays, type Refusal } from '../fetching/page-error.ts';
import type { ClaimedPage } from './page-queries.ts';
import type { FetchResult } from './page-reader.ts';

/** What a slice of a host's pages has learned so far. */
export interface HostState {
  /** Milliseconds that the host is to be left alone: the slice is over. */
  delayMs?: number;
  /** Milliseconds until a host to which redirects have led may be asked. */
  elsewhereMs?: number;
  /** Failures in a row that say something of a crawl's site, by crawl. */
  failures: ReadonlyMap<string, number>;
  /** Crawls that can't go on, and why. */
  failing: ReadonlyMap<string, Refusal>;
}

export const initialState: HostState = { failures: new Map(), failing: new Map() };

/** What came of a page's turn. */
export type TurnResult =
  | { kind: 'fetched'; answer: FetchedPage }
  | { kind: 'same' }
  | { kind: 'refused'; refusal: Refusal }
  /** The host asks to be left alone for a while. */
  | { kind: 'patience'; ms: number; statusCode: number }
  /** Others ask this host now, or the one to which the page has led. */
  | { kind: 'not our turn'; afterMs: number; isElsewhere: boolean }
  /** The slice was over before. */
  | { kind: 'unasked' };

/** Failures in a row after which a crawl stops asking: its site is down, or does not want us. */
const maxFailures = 10;

/** Whether a failure says something of the site rather than of the page. */
const isOfSite = ({ code, statusCode = 0 }: Refusal) =>
  code === 'bot_protection' || (code === 'fetch_failed' && (statusCode < 400 || statusCode >= 500));

/** What becomes of a page after its turn, and what is known of its host then. */
export function judgeTurn(
  state: HostState,
  page: ClaimedPage,
  turn: TurnResult,
): { state: HostState; result: FetchResult } {
  switch (turn.kind) {
    case 'patience': {
      const { ms, statusCode } = turn;
      if (page.delays + 1 >= maxDelays)
        return judgeTurn(state, page, { kind: 'refused', refusal: { code: 'fetch_failed', statusCode } });
      const delayMs = Math.max(state.delayMs ?? 0, ms);
      return { state: { ...state, delayMs }, result: { page, kind: 'delayed' } };
    }
    case 'not our turn': {
      const { afterMs, isElsewhere } = turn;
      const after = isElsewhere
        ? { elsewhereMs: Math.min(state.elsewhereMs ?? afterMs, afterMs) }
        : { delayMs: afterMs };
      return { state: { ...state, ...after }, result: { page, kind: 'returned' } };
    }
    case 'unasked':
      return { state, result: { page, kind: 'returned' } };
    default:
      return { state: countFailure(state, page, turn), result: { page, ...turn } };
  }
}

/** Counts a failure; a site that fails ten times in a row is left alone. */
function countFailure(
  state: HostState,
  { crawl_id: crawlId }: ClaimedPage,
  turn: { kind: 'fetched' | 'same' } | { kind: 'refused'; refusal: Refusal },
): HostState {
  if (crawlId === null) return state;
  const refusal = turn.kind === 'refused' && isOfSite(turn.refusal) ? turn.refusal : undefined;
  const count = refusal ? (state.failures.get(crawlId) ?? 0) + 1 : 0;
  const failures = new Map(state.failures).set(crawlId, count);
  if (!refusal || count < maxFailures) return { ...state, failures };
  return { ...state, failures, failing: new Map(state.failing).set(crawlId, refusal) };
}

/** When a slice's host may be asked again; `isThrough`: all that waits was asked for. */
export const pauseAfter = ({ delayMs, elsewhereMs }: HostState, isThrough: boolean): number | undefined =>
  delayMs ?? (isThrough ? elsewhereMs : undefined);
