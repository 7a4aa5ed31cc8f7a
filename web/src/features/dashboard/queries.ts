import { listAllUnanswered } from '@parlance/contract/endpoints/conversations';
import {
  getForecast,
  getUsageTrend,
  listActivity,
  listFallbacks,
  listSetups,
  listUsageByChatbot,
} from '@parlance/contract/endpoints/usage';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { privacyQuery } from '../../lib/queries/consents.ts';

/** Days of the trend (specification §9). */
const trendDays = 30;

/** What stands beside other figures is as new as they are; asked for ahead, it is not asked for twice. */
const live = { staleTime: 2000 } as const;
/** Without it the rest stands all the same: the screen doesn't wait for another try. */
const extra = { ...live, retry: false } as const;

export const trendQuery = queryOptions({
  queryKey: ['usage', 'trend', trendDays],
  queryFn: ({ signal }) => call(getUsageTrend, { query: { days: String(trendDays) }, signal }),
  ...live,
});

export const byChatbotQuery = queryOptions({
  queryKey: ['usage', 'by-chatbot', trendDays],
  queryFn: ({ signal }) => call(listUsageByChatbot, { query: { days: String(trendDays) }, signal }),
  ...live,
});

export const forecastQuery = queryOptions({
  queryKey: ['usage', 'forecast'],
  queryFn: ({ signal }) => call(getForecast, { signal }),
  ...extra,
});

export const fallbacksQuery = queryOptions({
  queryKey: ['usage', 'fallbacks'],
  queryFn: async ({ signal }) => (await call(listFallbacks, { signal })).items,
  ...extra,
});

export const mostAskedQuery = queryOptions({
  queryKey: ['unanswered', 'most-asked'],
  queryFn: ({ signal }) => call(listAllUnanswered, { signal }),
  ...extra,
});

export const activityQuery = queryOptions({
  queryKey: ['activity', 'recent'],
  queryFn: ({ signal }) => call(listActivity, { signal }),
  ...live,
});

export const setupsQuery = queryOptions({
  queryKey: ['activity', 'setups'],
  queryFn: async ({ signal }) => (await call(listSetups, { signal })).items,
  ...live,
});

/** It changes with the policy, and with what somebody saves here. */
export const consentQuery = { ...privacyQuery, ...extra, staleTime: 300_000 } as const;
