const timeoutMs = 5000;
const maxAnswerBytes = 1024 * 1024;

/** A sign-in provider cannot be asked right now; what it says when it can is another matter. */
export class ProviderUnavailable extends Error {}

/** Whether this is why something failed, however deep a library has wrapped it. */
export function isUnavailable(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth++) {
    if (one instanceof ProviderUnavailable) return true;
  }
  return false;
}

/** The one way to the sign-in providers that the operator named: bounded in time and size, followed nowhere. */
export async function providerFetch(
  url: string,
  options: Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'> = {},
): Promise<Response> {
  const { host } = new URL(url);
  // Its own timer keeps it alive: a signal made of others may be garbage collected, and its deadline never come.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal;
  let response: Response;
  let body: Buffer;
  try {
    response = await fetch(url, { ...options, redirect: 'manual', signal });
    body = await readBody(response);
  } catch (error) {
    throw new ProviderUnavailable(`${host} did not answer`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  if (response.status >= 500 || response.status === 429) {
    throw new ProviderUnavailable(`${host} answered ${response.status}`);
  }
  return new Response(body.length === 0 ? null : new Uint8Array(body), {
    status: response.status,
    headers: response.headers,
  });
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxAnswerBytes) throw new Error('the answer is too long');
  }
  return Buffer.concat(chunks);
}
