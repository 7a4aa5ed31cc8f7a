import type { SentBodyOf } from '@parlance/contract/endpoint';
import { createApiKey, deleteApiKey, listApiKeys } from '@parlance/contract/endpoints/account/api-keys';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await call(listApiKeys, { signal })).items,
});

/** Makes a key, which the answer alone tells. */
export const makeApiKey = (body: SentBodyOf<typeof createApiKey>) => call(createApiKey, { body });

export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (apiKeyId: string) => call(deleteApiKey, { params: { apiKeyId } }),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
}
