import type { AnswerOf } from '@parlance/contract/endpoint';
import {
  type Bucket,
  getLedgerEntry,
  getUsageHistory,
  type LedgerSort,
  listLedger,
  listUsageByChatbot,
} from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { download } from '../../lib/calls/download.ts';
import { type AuditFilter, bucketsFor, daysOf, usualPeriod } from './address.ts';

export type History = AnswerOf<typeof getUsageHistory>;
/** The instants between which the entries lie that are shown. */
export type Moments = Pick<History, 'from' | 'to'>;

const choiceOf = ({ chatbotId, tokenType, operation }: AuditFilter) => ({
  chatbotId: chatbotId || undefined,
  tokenType: tokenType || undefined,
  operation: operation || undefined,
});

/** A filter as the history's call takes it. */
export function toHistoryQuery(filter: AuditFilter, bucket: Bucket | '') {
  const range = filter.period === 'days' ? daysOf(filter) : { period: filter.period || usualPeriod };
  const isOffered = bucket !== '' && bucketsFor(filter).includes(bucket);
  return { ...range, ...choiceOf(filter), ...(isOffered ? { bucket } : {}) };
}

export const historyKey = ['audit', 'history'] as const;

/** The figures of a filter. They are brought up to date when the account's usage has changed, and with them the rows. */
export const historyQuery = (filter: AuditFilter, bucket: Bucket | '') =>
  queryOptions({
    queryKey: [...historyKey, filter, bucket],
    queryFn: ({ signal }) => call(getUsageHistory, { query: toHistoryQuery(filter, bucket), signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });

/** The entries that the figures tell of: those of the same instants, so that the rows sum to the total. */
const toLedgerQuery = (filter: AuditFilter, sort: LedgerSort, { from, to }: Moments) => ({
  from,
  to,
  ...choiceOf(filter),
  sort,
});

const keptMs = 30_000;

export const journalQuery = (filter: AuditFilter, sort: LedgerSort, moments: Moments | undefined) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'journal', filter, sort, moments],
    queryFn: ({ pageParam, signal }) =>
      call(listLedger, {
        query: {
          ...(moments && toLedgerQuery(filter, sort, moments)),
          cursor: pageParam,
          // Who goes on reading wants more than a screenful.
          limit: String(pageParam ? limits.pageSize.max : limits.pageSize.default),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: moments !== undefined,
    // Nothing is written into the past.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  });

export const entryQuery = (entryId: string) =>
  queryOptions({
    queryKey: ['audit', 'entry', entryId],
    queryFn: ({ signal }) => call(getLedgerEntry, { params: { entryId }, signal }),
  });

const daysOfChoice = 366;

/** The chatbots that have used tokens, the deleted ones among them. */
export const chargedChatbotsQuery = queryOptions({
  queryKey: ['usage', 'by-chatbot', daysOfChoice],
  queryFn: ({ signal }) => call(listUsageByChatbot, { query: { days: String(daysOfChoice) }, signal }),
});

export const downloadJournal = (filter: AuditFilter, sort: LedgerSort, moments: Moments, name: string) =>
  download(
    listLedger,
    { query: toLedgerQuery(filter, sort, moments), headers: { Accept: 'text/csv' } },
    `${name}-${moments.to.slice(0, 10)}.csv`,
  );
