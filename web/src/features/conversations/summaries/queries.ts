import {
  createSummary,
  deleteSummary,
  estimateSummary,
  getSummary,
  listSummaries,
  type Summary,
  type SummaryPeriod,
} from '@parlance/contract/endpoints/summaries';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { createDeletions, type DeletingCall } from '../../../ui/toasts/deletions.ts';

/** Milliseconds between looks at one that is being made, and at the list meanwhile: another tab may begin one, too. */
const runningMs = 1000;
const listMs = 30_000;
/** Each comes with all it says: some at a time. */
const pageSize = 10;

/** Summaries that are being deleted, by their ids. */
export const { deletions, deleteSoon } = createDeletions<string>();

export const deletionOf = (summaryId: string): DeletingCall => ({
  endpoint: deleteSummary,
  params: { summaryId },
});

export const isRunning = ({ status }: Pick<Summary, 'status'>) =>
  status === 'pending' || status === 'running';

const listKey = (chatbotId: string) => ['summaries', chatbotId, 'list'];
const oneKey = (id: string) => ['summaries', 'one', id];

export const summariesQuery = (chatbotId: string) =>
  infiniteQueryOptions({
    queryKey: listKey(chatbotId),
    queryFn: ({ pageParam, signal }) =>
      call(listSummaries, {
        params: { chatbotId },
        query: { cursor: pageParam, limit: String(pageSize) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: listMs,
  });

/** A summary, followed while it is being made. */
export const summaryQuery = (summaryId: string) =>
  queryOptions({
    queryKey: oneKey(summaryId),
    queryFn: ({ signal }) => call(getSummary, { params: { summaryId }, signal }),
    refetchInterval: ({ state: { data } }) => !!data && isRunning(data) && runningMs,
  });

/** What one of a period would read and cost. */
export const estimateQuery = (chatbotId: string, period: SummaryPeriod) =>
  queryOptions({
    queryKey: ['summaries', chatbotId, 'estimate', period],
    queryFn: ({ signal }) => call(estimateSummary, { params: { chatbotId }, query: { period }, signal }),
  });

/** Refetches what a summary that begins, ends or goes makes stale. */
export function useRefreshSummaries(chatbotId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([listKey(chatbotId), ['usage']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useCreateSummary(chatbotId: string) {
  const client = useQueryClient();
  const refresh = useRefreshSummaries(chatbotId);
  return useMutation({
    mutationFn: (period: SummaryPeriod) => call(createSummary, { params: { chatbotId }, body: { period } }),
    // Pending until the list has it: before that the button would begin a second.
    onSuccess(summary) {
      client.setQueryData(oneKey(summary.id), summary);
      return refresh();
    },
  });
}

/** Stops one that is being made. */
export function useStopSummary(chatbotId: string) {
  const refresh = useRefreshSummaries(chatbotId);
  return useMutation({
    mutationFn: (summaryId: string) => call(deleteSummary, { params: { summaryId } }),
    onSuccess: refresh,
  });
}
