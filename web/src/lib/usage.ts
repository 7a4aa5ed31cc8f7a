import { getUsage } from '@parlance/contract/usage';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** Both token kinds and the number of chatbots: the rail, the dashboard and the forms ask for the same. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call(getUsage, { signal }),
  // Beside the curve of the same tokens an older figure would contradict it.
  staleTime: 0,
  refetchInterval: 60_000,
});
