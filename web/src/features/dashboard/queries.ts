import { getUsageTrend, listActivity } from '@parlance/contract/endpoints/usage';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';

/** Days of the trend (specification §9). */
const trendDays = 30;

export const trendQuery = queryOptions({
  queryKey: ['usage', 'trend', trendDays],
  queryFn: ({ signal }) => call(getUsageTrend, { query: { days: String(trendDays) }, signal }),
  staleTime: 0,
});

export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: ({ signal }) => call(listActivity, { signal }),
  staleTime: 0,
  refetchInterval: 30_000,
});
