import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Connections } from '../../../kit/fetch/safe-fetch.ts';
import { RetryLater } from '../../../kit/jobs/job.ts';
import { delayHost, findHost, keepRobots, takeHostTurn } from './host-queries.ts';
import { explain, HostDelay, PageError } from './page-error.ts';
import { crawlDelayMs, isAllowed, maxDelayMs, maxRobotsBytes, type Rules, rulesFor } from './robots.ts';

/** How long rules of a site are believed (RFC 9309 §2.4). */
export const robotsMs = 24 * 3_600_000;
/** Milliseconds that a job waits for its turn; for longer it gives its place back. */
const maxWaitMs = 2_000;

type Deps = Pick<Context, 'db' | 'clock' | 'config' | 'fetch'>;

/** A web server as we may ask it: its robots.txt, and when it is our turn, over all processes. */
export interface Host {
  allows(path: string): boolean;
  /** The host of an address to which this one leads: itself, or another with rules and a pace of its own. */
  at(url: URL, signal: AbortSignal): Promise<Host>;
  /** Milliseconds between two requests; 0: unbounded. */
  intervalMs: number;
  /** Resolves at our turn. Throws `RetryLater` when that is too long from now. */
  turn(signal: AbortSignal, maxMs?: number): Promise<void>;
  /** Delays the host for everybody: nobody asks before. */
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
  const known = await findHost(deps.db, host);
  const now = deps.clock();
  const wait = (known?.next_at.getTime() ?? 0) - now.getTime();
  if (ourPaceMs === 0 && wait > 0) throw new RetryLater(wait);
  let delayMs = known?.delay_ms ?? 0;
  const intervalMs = () => Math.max(ourPaceMs, delayMs);
  const turn = async (signal: AbortSignal, maxMs = maxWaitMs) => {
    const latest = deps.clock().getTime() + maxMs;
    while (intervalMs() > 0) {
      const now = deps.clock();
      const next = await takeHostTurn(deps.db, host, now, intervalMs());
      if (!next) return;
      const ms = Math.max(1, next.getTime() - now.getTime());
      if (next.getTime() > latest) throw new RetryLater(ms);
      await sleep(ms, undefined, { signal });
    }
  };
  let rules = currentRulesOf(known, now);
  if (!rules) {
    await turn(signal);
    rules = await readRules(deps, host, connections, signal);
    delayMs = crawlDelayMs(rules);
  }
  const own = rules;
  const others = new Map<string, Promise<Host>>();
  const self: Host = {
    allows: (path) => isAllowed(own, path),
    async at({ origin }, signal) {
      if (origin === host) return self;
      const other = others.get(origin) ?? openHost(deps, origin, { connections, signal });
      others.set(origin, other);
      return other.catch((error) => {
        others.delete(origin);
        // Its request for patience is no reason to leave this host alone.
        if (error instanceof HostDelay)
          throw new PageError({ code: 'fetch_failed', statusCode: error.statusCode });
        throw error;
      });
    },
    intervalMs: intervalMs(),
    turn,
    delay: (ms) => delayHost(deps.db, host, new Date(deps.clock().getTime() + ms)),
  };
  return self;
}

/**
 * Waits until the host to which a redirect leads may be asked, at the pace of its own: as long as any host may want to be
 * left, for whoever comes back later begins with the redirect again.
 */
export async function follow(host: Host, url: URL, signal: AbortSignal): Promise<Host> {
  const there = await host.at(url, signal);
  await there.turn(signal, maxDelayMs);
  return there;
}

/** Waits as `follow` does, for a page, which the rules of that host may forbid. */
export async function followPage(host: Host, url: URL, signal: AbortSignal): Promise<void> {
  const there = await host.at(url, signal);
  if (!there.allows(url.pathname + url.search)) throw new PageError({ code: 'robots_disallowed' });
  await follow(host, url, signal);
}

type KnownHost = Awaited<ReturnType<typeof findHost>>;

function currentRulesOf(known: KnownHost, now: Date): Rules | undefined {
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

/** The host's robots.txt. RFC 9309 §2.3.1: no file means no rule; a server that cannot say forbids for now. */
async function fetchRobots(
  deps: Deps,
  host: string,
  connections: Connections,
  signal: AbortSignal,
): Promise<string> {
  const answer = await deps
    .fetch(`${host}/robots.txt`, {
      accept: 'text/plain,*/*;q=0.5',
      maxBytes: maxRobotsBytes,
      cut: true,
      connections,
      signal,
    })
    .catch(explain);
  if (answer.status === 429) throw new HostDelay(60_000, answer.status);
  if (answer.status >= 500) throw new PageError({ code: 'fetch_failed', statusCode: answer.status });
  return answer.status < 300 ? answer.body.toString('utf8').replaceAll('\0', '').toWellFormed() : '';
}
