import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type WatchedTable, watchRows } from './realtime.ts';

/** The beginnings of the keys of what a change of a table makes stale. */
const staleKeys = {
  usage_sums: [['usage']],
  // A thumb or a quoted answer costs nothing and is told by its conversation alone.
  conversations: [['usage', 'fallbacks'], ['activity'], ['unanswered']],
  chatbots: [['usage'], ['activity'], ['unanswered']],
  sources: [['activity']],
} as const satisfies Partial<Record<WatchedTable, readonly QueryKey[]>>;

type FigureTable = keyof typeof staleKeys;

/** Milliseconds in which changes that belong together arrive, and those between two looks at many changes. */
const gatherMs = 50;
const pauseMs = 1000;
/** Milliseconds without another table that joins: a screen that has just opened looks once, after all of them. */
const joiningMs = 500;
/** Milliseconds between two looks while changes are not reported. */
const pollMs = 15_000;

const stale = new Map<string, QueryKey>();
let isWaiting = false;
let isLooking = false;
let lookedAt = 0;
const joined = new Set<FigureTable>();
let joining: ReturnType<typeof setTimeout> | undefined;

/** Refetches what is on the screen; in a hidden tab that waits until somebody looks at it. */
async function look(client: QueryClient) {
  isWaiting = false;
  isLooking = true;
  const keys = [...stale.values()];
  stale.clear();
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, refetchType })));
  isLooking = false;
  lookedAt = Date.now();
  if (stale.size > 0) lookSoon(client);
}

function lookSoon(client: QueryClient) {
  if (isLooking || isWaiting) return;
  isWaiting = true;
  // By a clock that may be put back.
  const restMs = Math.min(pauseMs, lookedAt + pauseMs - Date.now());
  setTimeout(() => void look(client), Math.max(gatherMs, restMs));
}

function refreshSoon(client: QueryClient, table: FigureTable) {
  for (const key of staleKeys[table]) stale.set(key.join(), key);
  lookSoon(client);
}

function refreshAfterJoining(client: QueryClient, table: FigureTable) {
  joined.add(table);
  clearTimeout(joining);
  joining = setTimeout(() => {
    for (const each of joined) refreshSoon(client, each);
    joined.clear();
  }, joiningMs);
}

/** Keeps figures as they are elsewhere, at most a second behind, until the returned function is called. */
export function watchFigures(client: QueryClient, tables: readonly FigureTable[]): () => void {
  const stops = tables.map((table) => {
    let polling: ReturnType<typeof setInterval> | undefined;
    const stop = watchRows({
      table,
      onChange: () => refreshSoon(client, table),
      onLiveness(now) {
        clearInterval(polling);
        if (now === 'down') polling = setInterval(() => refreshSoon(client, table), pollMs);
        // What happened before is reported to nobody.
        else if (now === 'live') refreshAfterJoining(client, table);
      },
    });
    return () => {
      clearInterval(polling);
      stop();
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}
