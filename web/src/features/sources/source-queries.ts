import type { AnswerOf } from '@parlance/contract/endpoint';
import {
  getSource,
  getSourceContent,
  listPassages,
  listSources,
  type Source,
  updatePassage,
} from '@parlance/contract/endpoints/sources';
import { limits } from '@parlance/contract/limits';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, request } from '../../lib/calls/api.ts';
import { updateInLists } from '../../lib/queries/listed.ts';
import type { Liveness } from '../../lib/queries/realtime.ts';
import { refetchIntervalMs } from '../../lib/queries/row-changes.ts';
import { waitForTypingPause } from '../../lib/queries/typed-out.ts';

/** One source, followed while it is read. */
export const sourceQuery = (chatbotId: string, sourceId: string, liveness: Liveness) =>
  queryOptions({
    queryKey: ['sources', chatbotId, 'one', sourceId],
    queryFn: ({ signal }) => call(getSource, { params: { sourceId }, signal }),
    refetchInterval: ({ state }) =>
      refetchIntervalMs(liveness, state.data?.status !== 'ready' && state.data?.status !== 'error'),
  });

/** Exclusions of this page's life: they change answers, and no figure of the list. */
let exclusionCount = 0;

/** A state of the sources that differs from any other, for who compares answers. */
export const sourcesStateQuery = (chatbotId: string) =>
  queryOptions({
    queryKey: ['sources', chatbotId, 'state'],
    queryFn: async ({ signal }) => {
      const { statistics } = await call(listSources, {
        params: { chatbotId },
        query: { limit: '1' },
        signal,
      });
      const { byStatus, passages, storageTokens } = statistics;
      return [byStatus.ready, byStatus.processed, passages, storageTokens, exclusionCount].join(' ');
    },
  });

/** A page of passages: enough that most sources are whole with one. */
const passagesPageSize = limits.pageSize.max;

/** The passages that a reading of the source found; another reading is another list. */
export const passagesQuery = ({ id, lastSyncAt }: Source, search: string, from: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['passages', id, lastSyncAt, search, from],
    async queryFn({ pageParam, signal }) {
      if (search !== '' && !pageParam) await waitForTypingPause(signal);
      return call(listPassages, {
        params: { sourceId: id },
        query: { search: search || undefined, from, cursor: pageParam, limit: String(passagesPageSize) },
        signal,
      });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

type PassagePages = InfiniteData<AnswerOf<typeof listPassages>>;

/** A passage that some list of this source's has brought along. */
export function useKnownPassage({ id, lastSyncAt }: Source, chosen: string | undefined) {
  const lists = useQueryClient().getQueriesData<PassagePages>({ queryKey: ['passages', id, lastSyncAt] });
  const pages = lists.flatMap(([, known]) => known?.pages ?? []);
  return pages.flatMap(({ items }) => items).find((passage) => passage.id === chosen);
}

/** The bytes of a file source; the call needs the session, so no address of ours could be framed. */
export const originalQuery = ({ id, lastSyncAt }: Source) =>
  queryOptions({
    queryKey: ['original', id, lastSyncAt],
    queryFn: async ({ signal }) =>
      (await request(getSourceContent, { params: { sourceId: id }, signal })).arrayBuffer(),
    staleTime: Number.POSITIVE_INFINITY,
    // Up to 50 MB: kept for a look at the passages and back, not for those who have left.
    gcTime: 60_000,
  });

export function useExcludePassage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ passageId, excluded }: { passageId: string; sourceId: string; excluded: boolean }) =>
      call(updatePassage, { params: { passageId }, body: { excluded } }),
    onSuccess(changed) {
      exclusionCount += 1;
      void client.invalidateQueries({
        queryKey: ['sources'],
        predicate: ({ queryKey }) => queryKey[2] === 'state',
      });
      updateInLists<typeof changed>(client, ['passages', changed.sourceId], changed.id, () => changed);
    },
  });
}
