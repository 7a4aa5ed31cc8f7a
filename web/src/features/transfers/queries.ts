import {
  acceptTransfer,
  cancelTransfer,
  createTransfer,
  declineTransfer,
  listTransfers,
  previewTransfer,
  type TransferSort,
} from '@parlance/contract/endpoints/transfers';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { waitForTypingPause } from '../../lib/queries/typed-out.ts';

export type Direction = 'outgoing' | 'incoming';

export const transfersQuery = (direction: Direction, search: string, sort: TransferSort = '-createdAt') =>
  infiniteQueryOptions({
    queryKey: ['transfers', 'list', direction, search, sort],
    async queryFn({ pageParam, signal }) {
      if (search !== '' && !pageParam) await waitForTypingPause(signal);
      return call(listTransfers, {
        query: { direction, sort, search: search || undefined, cursor: pageParam },
        signal,
      });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** What accepting would do to the plan's limits. */
export const effectQuery = (transferId: string) =>
  queryOptions({
    queryKey: ['transfers', 'effect', transferId],
    queryFn: ({ signal }) => call(previewTransfer, { params: { transferId }, signal }),
    staleTime: 0,
  });

/** Makes stale what an offer changes: whatever came of it, the list then says so. */
function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const key of ['transfers', 'chatbots', 'usage', 'activity'])
      void client.invalidateQueries({ queryKey: [key] });
  };
}

export const useOffer = () =>
  useMutation({
    mutationFn: (body: { chatbotId: string; email: string }) => call(createTransfer, { body }),
    onSettled: useRefresh(),
  });

const decisions = { accept: acceptTransfer, decline: declineTransfer, cancel: cancelTransfer };

export const useDecide = (decision: keyof typeof decisions) =>
  useMutation({
    mutationFn: (transferId: string) => call(decisions[decision], { params: { transferId } }),
    onSettled: useRefresh(),
  });
