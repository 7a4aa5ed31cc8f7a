import { getUsage, type TokenType, type Usage } from '@parlance/contract/endpoints/usage';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../calls/api.ts';

/** The level of a quota that is near its end. */
export const levelOf = (usage: Usage, tokenType: TokenType) =>
  usage.alerts.find((alert) => alert.tokenType === tokenType)?.level;

/** Both token kinds and the number of chatbots, fetched once for the rail, the dashboard and the forms. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call(getUsage, { signal }),
  // Beside the curve of the same tokens an older figure would contradict it.
  staleTime: 0,
  refetchInterval: 60_000,
});
