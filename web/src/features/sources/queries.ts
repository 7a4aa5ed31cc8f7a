import {
  addUrls,
  deleteSource,
  getSourceContent,
  listPassages,
  listSources,
  type Source,
  type SourceStatus,
  syncSource,
} from '@parlance/contract/sources';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, request } from '../../lib/api.ts';

export interface SourcesFilter {
  kind: 'file' | 'url';
  search: string;
  status: SourceStatus | '';
  sort: SourceSort;
}

export const sourceSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const;
export type SourceSort = (typeof sourceSorts)[number];

const isRunning = ({ status }: Source) => status !== 'ready' && status !== 'error';
const watchMs = 1000;
const restMs = 15_000;

export const sourcesQuery = (chatbotId: string, { kind, search, status, sort }: SourcesFilter) =>
  infiniteQueryOptions({
    queryKey: ['sources', chatbotId, kind, search, status, sort],
    queryFn: ({ pageParam, signal }) =>
      call(listSources, {
        params: { chatbotId },
        query: { kind, sort, search: search || undefined, status: status || undefined, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // While something is read its state is asked for each second: what is shown is what is stored.
    refetchInterval: (query) => {
      const pages = query.state.data?.pages ?? [];
      const { byStatus } = pages[0]?.statistics ?? {};
      const waits = byStatus && byStatus.pending + byStatus.processing + byStatus.processed > 0;
      return waits || pages.some(({ items }) => items.some(isRunning)) ? watchMs : restMs;
    },
  });

export const passagesQuery = (sourceId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['passages', sourceId, search],
    queryFn: ({ pageParam, signal }) =>
      call(listPassages, {
        params: { sourceId },
        query: { search: search || undefined, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** What a change of sources makes stale. */
function useRefreshSources() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['sources', 'usage', 'activity', 'chatbots'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
}

export function useAddUrls(chatbotId: string) {
  const refresh = useRefreshSources();
  return useMutation({
    mutationFn: (urls: string[]) => call(addUrls, { params: { chatbotId }, body: { urls } }),
    onSuccess: refresh,
  });
}

export function useDeleteSource() {
  const refresh = useRefreshSources();
  return useMutation({
    mutationFn: (sourceId: string) => call(deleteSource, { params: { sourceId } }),
    onSuccess: refresh,
  });
}

export function useSyncSource() {
  const refresh = useRefreshSources();
  return useMutation({
    mutationFn: (sourceId: string) => call(syncSource, { params: { sourceId } }),
    onSuccess: refresh,
  });
}

/** The original, saved under its name: the call needs the session, so a plain link won't do. */
export async function downloadSource({ id, name }: Source): Promise<void> {
  const response = await request(getSourceContent, { params: { sourceId: id } });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
