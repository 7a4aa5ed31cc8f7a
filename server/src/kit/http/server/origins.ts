import type { Config } from '../../../config.ts';

type Named = Pick<Config, 'publicUrl' | 'publicUrlIsDefault' | 'siteUrls'>;

/** The origins that are ours: PUBLIC_URL and SITE_URLS; by default also the loopback names of PUBLIC_URL. */
export function listOwnOrigins(config: Named): ReadonlySet<string> {
  const origins = new Set([config.publicUrl, ...config.siteUrls]);
  if (config.publicUrlIsDefault) {
    const { port } = new URL(config.publicUrl);
    const suffix = port === '' ? '' : `:${port}`;
    for (const host of ['localhost', '127.0.0.1', '[::1]']) origins.add(`http://${host}${suffix}`);
  }
  return origins;
}

/** CORS for one of our own origins; nothing for any other. No credentials: no cookie authenticates anything. */
export function buildCorsHeaders(config: Named, origin: string | undefined): Record<string, string> {
  if (origin === undefined || !listOwnOrigins(config).has(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after, x-request-id, content-disposition',
    vary: 'origin',
  };
}

export const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, accept, accept-language, idempotency-key, upload-offset',
  'access-control-max-age': '86400',
};
