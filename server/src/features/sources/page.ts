import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SourceErrorCode, sourceErrorCodes } from '@parlance/contract/errors';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../context.ts';
import { AppError } from '../../kit/errors.ts';
import { RetryLater } from '../../kit/jobs.ts';
import { asksToSignIn, isBotProtection } from './bot-protection.ts';
import { keepRobots, robotsOf, takeHostTurn } from './queries.ts';
import { isAllowed, robotsMaxBytes } from './robots.ts';

/** Why a page could not be read, as its source will say. */
export class PageError extends Error {
  readonly code: SourceErrorCode;
  readonly statusCode: number | undefined;
  constructor(code: SourceErrorCode, statusCode?: number) {
    super(code);
    this.code = code;
    this.statusCode = statusCode;
  }
}

export interface FetchedPage {
  /** A temporary file with the body; `discard` removes it. */
  path: string;
  discard(): Promise<void>;
  format: 'html' | 'txt' | 'pdf';
  mediaType: string;
  charset: string | undefined;
  size: number;
}

/** How long rules of a site are believed (RFC 9309 §2.4). */
const robotsMs = 24 * 3_600_000;

const formats: Record<string, FetchedPage['format']> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'txt',
  'application/pdf': 'pdf',
};

/**
 * Reads one page through the guarded fetcher, at the host's pace and by its rules. Throws `PageError` for
 * what its owner should know, `RetryLater` while it is another's turn at that host.
 */
export async function fetchPage(
  context: Context,
  address: string,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const url = new URL(address);
  await waitTurn(context, url.origin);
  const { robots, isFresh } = await robotsFor(context, url.origin, signal);
  if (!isAllowed(robots, url.pathname + url.search)) throw new PageError('robots_disallowed');
  // Reading the rules was this turn's request.
  if (isFresh) await waitTurn(context, url.origin);
  const answer = await context
    .fetch(address, {
      accept: 'text/html,application/xhtml+xml,text/plain,application/pdf',
      maxBytes: limits.pageBytes,
      signal,
    })
    .catch(explain);
  if (isBotProtection(answer)) throw new PageError('bot_protection', answer.status);
  if (asksToSignIn(answer, address)) throw new PageError('requires_authentication', answer.status);
  if (answer.status >= 400 || answer.status < 200) throw new PageError('fetch_failed', answer.status);
  const format = formats[answer.mediaType];
  if (!format) throw new PageError('unsupported_media_type', answer.status);
  const path = join(tmpdir(), `parlance-page-${randomUUID()}`);
  await writeFile(path, answer.body, { mode: 0o600 });
  return {
    path,
    discard: () => rm(path, { force: true }),
    format,
    mediaType: answer.mediaType,
    charset: answer.charset,
    size: answer.body.length,
  };
}

function explain(error: unknown): never {
  const code = error instanceof AppError && sourceErrorCodes.find((candidate) => candidate === error.code);
  throw code ? new PageError(code) : error;
}

async function waitTurn(context: Context, host: string) {
  const perSecond = context.config.crawlerRequestsPerSecond;
  const now = context.clock();
  const next = await takeHostTurn(context.db, host, now, perSecond === 0 ? 0 : 1000 / perSecond);
  if (next) throw new RetryLater(Math.max(1, next.getTime() - now.getTime()));
}

/** RFC 9309 §2.3.1: no file means no rule; a server that cannot say forbids for now. */
async function robotsFor(
  context: Context,
  host: string,
  signal: AbortSignal,
): Promise<{ robots: string; isFresh: boolean }> {
  const now = context.clock();
  const kept = await robotsOf(context.db, host);
  if (kept?.robots != null && kept.robots_at && now.getTime() - kept.robots_at.getTime() < robotsMs) {
    return { robots: kept.robots, isFresh: false };
  }
  const answer = await context
    .fetch(`${host}/robots.txt`, {
      accept: 'text/plain,*/*;q=0.5',
      maxBytes: robotsMaxBytes,
      cut: true,
      signal,
    })
    .catch(explain);
  if (answer.status >= 500) throw new PageError('fetch_failed', answer.status);
  const robots = answer.status < 300 ? answer.body.toString('utf8').replaceAll('\0', '').toWellFormed() : '';
  await keepRobots(context.db, host, robots, now);
  return { robots, isFresh: true };
}
