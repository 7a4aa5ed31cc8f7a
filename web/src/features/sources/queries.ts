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
import { useEffect, useEffectEvent, useState } from 'react';
import { call, request } from '../../lib/api.ts';
import { type Liveness, watchRows } from '../../lib/realtime.ts';

export interface SourcesFilter {
  kind: 'file' | 'url';
  search: string;
  status: SourceStatus | '';
  sort: SourceSort;
}

export const sourceSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const;
export type SourceSort = (typeof sourceSorts)[number];

const isRunning = ({ status }: Source) => status !== 'ready' && status !== 'error';
/** How often the list is asked for: when changes are told, and when they are not. */
const toldMs = 60_000;
const busyMs = 5000;
const restMs = 15_000;
/** Many changes within a second are one look. */
const lookAgainMs = 1000;

export const sourcesQuery = (
  chatbotId: string,
  { kind, search, status, sort }: SourcesFilter,
  liveness: Liveness,
) =>
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
    refetchInterval: (query) => {
      if (liveness === 'live') return toldMs;
      const pages = query.state.data?.pages ?? [];
      const { byStatus } = pages[0]?.statistics ?? {};
      const waits = byStatus && byStatus.pending + byStatus.processing + byStatus.processed > 0;
      return waits || pages.some(({ items }) => items.some(isRunning)) ? busyMs : restMs;
    },
  });

/** Of this page: what goes by somebody else's hand, or in another window, is news. */
const deletedHere = new Set<string>();

/** Has the list looked at again when a source changes, and says which one was deleted elsewhere. */
export function useSourceChanges(chatbotId: string, onDeleted: (name: string) => void): Liveness {
  const client = useQueryClient();
  const [liveness, setLiveness] = useState<Liveness>('connecting');
  const announce = useEffectEvent(onDeleted);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let lookedAt = 0;
    const look = () => {
      waiting = undefined;
      lookedAt = Date.now();
      void client.invalidateQueries({ queryKey: ['sources', chatbotId] });
    };
    const lookSoon = () => {
      waiting ??= setTimeout(look, Math.max(0, lookedAt + lookAgainMs - Date.now()));
    };
    const stop = watchRows({
      table: 'sources',
      filter: `chatbot_id=eq.${chatbotId}`,
      onChange(change) {
        lookSoon();
        const { id, name } = change.old;
        if (change.eventType === 'DELETE' && !deletedHere.has(String(id))) announce(String(name));
      },
      onLiveness(now) {
        setLiveness(now);
        // What happened before is told to nobody.
        if (now === 'live') lookSoon();
      },
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [chatbotId, client]);
  return liveness;
}

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
    mutationFn: (sourceId: string) => {
      deletedHere.add(sourceId);
      return call(deleteSource, { params: { sourceId } });
    },
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
