import { describe, expect, test } from 'vitest';
import { maxDelays } from '../fetching/page-error.ts';
import { type HostState, initialState, judgeTurn, pauseAfter, type TurnResult } from './host-judgement.ts';
import { isBatchDue } from './page-batches.ts';
import type { ClaimedPage } from './page-queries.ts';

const page = (more: Partial<ClaimedPage> = {}) =>
  ({ id: 'page', crawl_id: null, delays: 0, ...more }) as ClaimedPage;

/** The state after these turns of one page each, and what became of the last. */
function judgeAll(turns: TurnResult[], of = page()) {
  let state: HostState = initialState;
  let kind: string | undefined;
  for (const turn of turns) {
    const judged = judgeTurn(state, of, turn);
    ({ state } = judged);
    ({ kind } = judged.result);
  }
  return { state, kind };
}
const refused = (statusCode: number): TurnResult => ({
  kind: 'refused',
  refusal: { code: 'fetch_failed', statusCode },
});

describe('a host that wants patience', () => {
  const patience = (ms: number): TurnResult => ({ kind: 'patience', ms, statusCode: 429 });

  test('is left alone for as long as the longest wish says, and the page waits', () => {
    const { state, kind } = judgeAll([patience(5_000), patience(60_000), patience(1_000)]);
    expect(kind).toBe('delayed');
    expect(pauseAfter(state, false)).toBe(60_000);
  });

  test('too often in a row has refused the page, and the slice goes on', () => {
    const { state, kind } = judgeAll([patience(5_000)], page({ delays: maxDelays - 1 }));
    expect(kind).toBe('refused');
    expect(pauseAfter(state, true)).toBeUndefined();
  });
});

test('a turn that others have ends the slice; one at a host elsewhere only says when to go on', () => {
  const notOurTurn = (afterMs: number, isElsewhere: boolean): TurnResult => ({
    kind: 'not our turn',
    afterMs,
    isElsewhere,
  });
  const here = judgeAll([notOurTurn(700, false)]);
  expect(here).toMatchObject({ kind: 'returned', state: { delayMs: 700 } });
  const elsewhere = judgeAll([notOurTurn(900, true), notOurTurn(400, true), notOurTurn(800, true)]);
  expect(elsewhere.state.delayMs).toBeUndefined();
  expect(pauseAfter(elsewhere.state, true)).toBe(400);
  expect(pauseAfter(elsewhere.state, false)).toBeUndefined();
});

describe('a crawl', () => {
  const crawled = page({ crawl_id: 'crawl' });
  const failures = (count: number) => Array.from({ length: count }, () => refused(503));

  test('stops asking after ten failures of its site in a row', () => {
    expect([...judgeAll(failures(9), crawled).state.failing]).toEqual([]);
    expect([...judgeAll(failures(10), crawled).state.failing.keys()]).toEqual(['crawl']);
  });

  test('goes on where one page between them was read, or failed by itself', () => {
    for (const between of [{ kind: 'same' } as const, refused(404)]) {
      const { state } = judgeAll([...failures(9), between, ...failures(9)], crawled);
      expect([...state.failing]).toEqual([]);
    }
  });

  test('does not count pages that were not asked for', () => {
    const turns = [...failures(9), { kind: 'unasked' } as const, refused(503)];
    expect([...judgeAll(turns, crawled).state.failing.keys()]).toEqual(['crawl']);
  });

  test('has nothing to do with pages that somebody named', () => {
    expect([...judgeAll(failures(20)).state.failing]).toEqual([]);
  });
});

test.each([
  [{ pages: 0, waitedMs: 5_000 }, false],
  [{ pages: 64, isFirst: true }, true],
  [{ pages: 64 }, false],
  [{ pages: 256 }, true],
  [{ bytes: 4 * 1_048_576 }, true],
  [{ waitedMs: 1_001 }, true],
  [{ waitedMs: 1_000 }, false],
])('a batch of %o is due: %s', (pending, isDue) => {
  expect(isBatchDue({ pages: 1, bytes: 0, waitedMs: 0, isFirst: false, ...pending })).toBe(isDue);
});
