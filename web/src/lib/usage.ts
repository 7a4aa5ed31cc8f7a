import { getUsage } from '@parlance/contract/usage';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** Both token kinds and the number of chatbots: the rail, the dashboard and the forms ask for the same. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call(getUsage, { signal }),
  refetchInterval: 60_000,
});
