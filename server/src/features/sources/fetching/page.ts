import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import type { Connections } from '../../../kit/fetch/safe-fetch.ts';
import { asksToSignIn, isBotProtection } from './bot-protection.ts';
import { followPage, type Host } from './host.ts';
import { blockedRefusalOf, explain, HostDelay, PageError } from './page-error.ts';

export interface FetchedPage {
  /** The address to which the last redirect led. */
  url: string;
  body: Buffer;
  format: 'html' | 'txt' | 'pdf';
  mediaType: string;
  charset: string | undefined;
  etag: string | null;
  lastModified: string | null;
}

const formats: Record<string, FetchedPage['format']> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'txt',
  'application/pdf': 'pdf',
};

/** Whether a body is a PDF: some servers call one text. */
const isPdf = (body: Buffer) => body.subarray(0, 5).equals(Buffer.from('%PDF-'));

/** Characters of a validator: longer ones are nobody's in earnest. */
const maxValidatorLength = 512;
const validator = (value: string | undefined) =>
  value !== undefined && value !== '' && value.length <= maxValidatorLength ? value : null;

/** The longest delay of a Retry-After, seconds or a date (RFC 9110 §10.2.3): an hour at most (security S4.13). */
const maxRetryDelayMs = 3_600_000;
/** The delay for a host that says "too many" without saying for how long. */
export const defaultDelayMs = 60_000;

export function delayOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(maxRetryDelayMs, Math.max(1000, ms));
}

/** What was known of a page at its last reading, so that its server needn't send it again. */
export interface KnownPage {
  etag: string | null;
  last_modified: string | null;
}

/**
 * Reads one page through the guarded fetcher, by its host's rules; undefined when it is as it was. Throws `PageError`
 * for what its owner should know, `HostDelay` when the host wants to be asked later.
 */
export async function fetchPage(
  context: Pick<Context, 'fetch' | 'clock'>,
  address: string,
  {
    host,
    known,
    connections,
    signal,
  }: { host: Host; known?: KnownPage | undefined; connections: Connections; signal: AbortSignal },
): Promise<FetchedPage | undefined> {
  const url = new URL(address);
  if (!host.allows(url.pathname + url.search)) throw new PageError({ code: 'robots_disallowed' });
  const answer = await context
    .fetch(address, {
      accept: 'text/html,application/xhtml+xml,text/plain,application/pdf',
      maxBytes: limits.pageBytes,
      connections,
      signal,
      mayFollow: (next) => followPage(host, next, signal),
      headers: {
        ...(known?.etag ? { 'if-none-match': known.etag } : {}),
        ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
      },
    })
    .catch(explain);
  const { status } = answer;
  if (status === 304 && known) return undefined;
  if (isBotProtection(answer)) throw blockedRefusalOf(status);
  const delay = delayOf(answer.headers['retry-after'], context.clock());
  if (status === 429 || (status === 503 && delay !== undefined)) {
    throw new HostDelay(delay ?? defaultDelayMs, status, await host.at(new URL(answer.url), signal));
  }
  if (asksToSignIn(answer, address)) {
    throw new PageError({ code: 'requires_authentication', statusCode: status });
  }
  if (status >= 300 || status < 200) throw new PageError({ code: 'fetch_failed', statusCode: status });
  const mediaType = answer.mediaType in formats && isPdf(answer.body) ? 'application/pdf' : answer.mediaType;
  const format = formats[mediaType];
  if (!format) throw new PageError({ code: 'unsupported_media_type', statusCode: status });
  return {
    url: answer.url,
    body: answer.body,
    format,
    mediaType,
    charset: answer.charset,
    etag: validator(answer.headers.etag),
    lastModified: validator(answer.headers['last-modified']),
  };
}
