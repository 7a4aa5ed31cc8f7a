import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';

/** Whether an address is for monitoring, which speaks to this process directly, past whoever ends TLS. */
const isOperation = (url: string) => /^\/(healthz|readyz|metrics)(\?|$)/.test(url);

/**
 * Whether a trusted proxy says that its client came by plain http though PUBLIC_URL is https (security S9.3).
 * Without such a word nothing is known of the client's side: TLS may end before us, as it usually does.
 */
export function refusesPlainHttp(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): boolean {
  if (!config.publicUrl.startsWith('https:') || isOperation(request.url)) return false;
  return request.headers['x-forwarded-proto'] !== undefined && request.protocol === 'http';
}

/**
 * Whether a browser opens a page: it can be led to https; a program that sent a secret in the clear must get an error.
 */
export const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  /text\/html/.test(headers.accept ?? '') &&
  !/^\/(api|rest|functions|realtime|embed\/v1)\//.test(url);
