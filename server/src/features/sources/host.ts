import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { AppError } from '../../kit/errors.ts';
import { RetryLater } from '../../kit/jobs.ts';
import type { Connections } from '../../kit/safe-fetch.ts';
import { explain, HostDelay, PageError } from './page-error.ts';
import { crawlHost, delayHost, keepRobots, takeHostTurn } from './queries.ts';
import { crawlDelayMs, isAllowed, type Rules, robotsMaxBytes, rulesFor } from './robots.ts';

/** How long rules of a site are believed (RFC 9309 §2.4). */
const robotsMs = 24 * 3_600_000;
/** What a job waits for its turn itself; for longer it gives its place back. */
const longestWaitMs = 2_000;

type Deps = Pick<Context, 'db' | 'clock' | 'config' | 'fetch'>;

/** A web server as we may ask it: its robots.txt, and when it is our turn, over all processes. */
export interface Host {
  allows(path: string): boolean;
  /** Throws unless the rules of where a redirect leads let us go there, be it another host. */
  mayFollow(url: URL, signal: AbortSignal): Promise<void>;
  /** Between two requests; 0: unbounded. */
  intervalMs: number;
  /** Resolves at our turn. Throws `RetryLater` when that is too long from now. */
  turn(signal: AbortSignal): Promise<void>;
  /** For everybody: nobody asks before. */
  delay(ms: number): Promise<void>;
}

/** Reads the host's rules, unless they are known. Throws like `fetchPage`. */
export async function openHost(
  deps: Deps,
  host: string,
  { connections, signal }: { connections: Connections; signal: AbortSignal },
): Promise<Host> {
  const perSecond = deps.config.crawlerRequestsPerSecond;
  const ourPaceMs = perSecond === 0 ? 0 : 1000 / perSecond;
  const known = await crawlHost(deps.db, host);
  const now = deps.clock();
  const wait = (known?.next_at.getTime() ?? 0) - now.getTime();
  if (ourPaceMs === 0 && wait > 0) throw new RetryLater(wait);
  let delayMs = known?.delay_ms ?? 0;
  const intervalMs = () => Math.max(ourPaceMs, delayMs);
  const turn = async (signal: AbortSignal) => {
    while (intervalMs() > 0) {
      const now = deps.clock();
      const next = await takeHostTurn(deps.db, host, now, intervalMs());
      if (!next) return;
      const ms = Math.max(1, next.getTime() - now.getTime());
      if (ms > longestWaitMs) throw new RetryLater(ms);
      await sleep(ms, undefined, { signal });
    }
  };
  let rules = believed(known, now);
  if (!rules) {
    await turn(signal);
    rules = await readRules(deps, host, connections, signal);
    delayMs = crawlDelayMs(rules);
  }
  const own = rules;
  const elsewhere = new Map<string, Promise<Rules>>();
  const rulesAt = (origin: string, signal: AbortSignal): Promise<Rules> => {
    const asked =
      elsewhere.get(origin) ??
      crawlHost(deps.db, origin).then(
        (known) => believed(known, deps.clock()) ?? readRules(deps, origin, connections, signal),
      );
    elsewhere.set(origin, asked);
    return asked;
  };
  return {
    allows: (path) => isAllowed(own, path),
    async mayFollow({ origin, pathname, search }, signal) {
      const theirs = origin === host ? own : await rulesAt(origin, signal).catch(asAppError);
      if (!isAllowed(theirs, pathname + search)) throw new AppError('robots_disallowed');
    },
    intervalMs: intervalMs(),
    turn,
    delay: (ms) => delayHost(deps.db, host, new Date(deps.clock().getTime() + ms)),
  };
}

type KnownHost = Awaited<ReturnType<typeof crawlHost>>;

function believed(known: KnownHost, now: Date): Rules | undefined {
  const isFresh = known?.robots_at && now.getTime() - known.robots_at.getTime() < robotsMs;
  return isFresh && known.robots !== null ? rulesFor(known.robots) : undefined;
}

async function readRules(
  deps: Deps,
  host: string,
  connections: Connections,
  signal: AbortSignal,
): Promise<Rules> {
  const robots = await fetchRobots(deps, host, connections, signal);
  const rules = rulesFor(robots);
  await keepRobots(deps.db, host, robots, crawlDelayMs(rules), deps.clock());
  return rules;
}

/** As the fetcher tells what went wrong on its way. */
function asAppError(error: unknown): never {
  if (error instanceof PageError) throw new AppError(error.refusal.code);
  if (error instanceof HostDelay) throw new AppError('fetch_failed');
  throw error;
}

/** RFC 9309 §2.3.1: no file means no rule; a server that cannot say forbids for now. */
async function fetchRobots(
  deps: Deps,
  host: string,
  connections: Connections,
  signal: AbortSignal,
): Promise<string> {
  const answer = await deps
    .fetch(`${host}/robots.txt`, {
      accept: 'text/plain,*/*;q=0.5',
      maxBytes: robotsMaxBytes,
      cut: true,
      connections,
      signal,
    })
    .catch(explain);
  if (answer.status === 429) throw new HostDelay(60_000, answer.status);
  if (answer.status >= 500) throw new PageError({ code: 'fetch_failed', statusCode: answer.status });
  return answer.status < 300 ? answer.body.toString('utf8').replaceAll('\0', '').toWellFormed() : '';
}
