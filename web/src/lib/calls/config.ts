import type { getPublicConfig, PublicConfig } from '@parlance/contract/endpoints/operation';
import { queryOptions } from '@tanstack/react-query';
import { timedFetch } from './fetch.ts';

let configRequest: Promise<PublicConfig> | undefined;

/** What the server tells everybody; fetched once, and again only if that failed. */
export function publicConfig(): Promise<PublicConfig> {
  configRequest ??= ask().catch((error: unknown) => {
    configRequest = undefined;
    throw error;
  });
  return configRequest;
}

// Not the contract's own: it would bring the schemas' library, which the first screen has no other need of.
const path: (typeof getPublicConfig)['path'] = '/config.json';

async function ask(): Promise<PublicConfig> {
  const response = await timedFetch(path, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return response.json() as Promise<PublicConfig>;
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: publicConfig,
  staleTime: Number.POSITIVE_INFINITY,
});
