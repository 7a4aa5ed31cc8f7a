import type { Context } from '../../../context.ts';
import type { Connections } from '../../../kit/fetch/safe-fetch.ts';
import { asksToSignIn, isBotProtection } from './bot-protection.ts';
import { follow, openHost } from './host.ts';
import { defaultDelayMs, delayOf } from './page.ts';
import { blockedRefusalOf, explain, HostDelay, PageError } from './page-error.ts';
import { hostOf } from './site.ts';

/** Bytes of a sitemap (security S4.8). */
const maxBytes = 50 * 1_048_576;

export async function fetchSitemap(
  context: Context,
  url: string,
  connections: Connections,
  signal: AbortSignal,
): Promise<Buffer> {
  const host = await openHost(context, hostOf(url), { connections, signal });
  await host.turn(signal);
  const answer = await context
    .fetch(url, {
      accept: 'application/xml,text/xml,text/plain,application/gzip,application/x-gzip,*/*;q=0.5',
      maxBytes,
      connections,
      signal,
      mayFollow: async (next) => void (await follow(host, next, signal)),
    })
    .catch((error) => {
      try {
        return explain(error);
      } catch (refused) {
        if (refused instanceof PageError && refused.refusal.code === 'limit_exceeded') {
          throw new PageError({ code: 'limit_exceeded', detail: { reason: 'sitemap_too_large' } });
        }
        throw refused;
      }
    });
  const { status } = answer;
  if (isBotProtection(answer)) throw blockedRefusalOf(status);
  const delay = delayOf(answer.headers['retry-after'], context.clock());
  if (status === 429 || (status === 503 && delay !== undefined)) {
    await (await host.at(new URL(answer.url), signal)).delay(delay ?? defaultDelayMs);
    throw new HostDelay(delay ?? defaultDelayMs, status);
  }
  if (asksToSignIn(answer, url)) throw new PageError({ code: 'requires_authentication', statusCode: status });
  if (status >= 300 || status < 200) throw new PageError({ code: 'fetch_failed', statusCode: status });
  return answer.body;
}
