import type { ErrorCode } from '@parlance/contract/errors';
import { request } from 'undici';
import { PlatformError } from './platform.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 1024 * 1024;

/**
 * Calls a platform's API, whose origin is a setting: no redirect is followed, so that no secret follows one; what takes longer
 * than ten seconds, is larger than a megabyte or is no JSON counts as out of reach. Gives any status with its JSON.
 */
export async function callPlatform(
  url: URL,
  {
    method = 'POST',
    headers = {},
    body,
    unreachable,
    signal,
  }: {
    method?: 'GET' | 'POST' | 'DELETE';
    headers?: Record<string, string>;
    body?: unknown;
    /** What it is called when it can't be reached. */
    unreachable: ErrorCode;
    signal?: AbortSignal;
  },
): Promise<{ status: number; answer: unknown }> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const answered = await request(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answered.body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxAnswerBytes) {
        answered.body.destroy();
        throw new Error('too large');
      }
      parts.push(part);
    }
    return { status: answered.statusCode, answer: JSON.parse(Buffer.concat(parts).toString()) };
  } catch {
    // Not the error itself: it may hold the address, which may hold a token.
    signal?.throwIfAborted();
    throw new PlatformError('unreachable', unreachable);
  }
}
