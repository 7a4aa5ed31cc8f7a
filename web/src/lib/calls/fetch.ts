/** Milliseconds that a call may take (specification §7). */
const timeoutMs = 60_000;

/** A signal that aborts once a call has had its 60 s. */
export const createTimeoutSignal = () => AbortSignal.timeout(timeoutMs);

/** `fetch` that gives up after 60 s; the caller's own signal still counts. */
export function timedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const limit = createTimeoutSignal();
  return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
}

/** The result of a request that others make, given up when a signal says so. */
export async function raceAgainstAbort<T>(limit: AbortSignal, asked: Promise<T>): Promise<T> {
  limit.throwIfAborted();
  const once = new AbortController();
  try {
    return await Promise.race([
      asked,
      new Promise<never>((_, over) =>
        limit.addEventListener('abort', () => over(limit.reason), { signal: once.signal }),
      ),
    ]);
  } finally {
    once.abort();
  }
}

/** Seconds of a Retry-After header, in either of its forms. */
export function retryAfterSeconds(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Math.max(1, Number(value));
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(1, Math.ceil((at - now) / 1000));
}
