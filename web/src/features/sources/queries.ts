import type { SentBodyOf } from '@parlance/contract/endpoint';
import {
  type AddedSources,
  addUrls,
  type ChosenSources,
  deleteSource,
  deleteSources,
  getSourceContent,
  listSources,
  type Source,
  type SourceSort,
  type SourceStatus,
  sourceSorts,
  syncSource,
  syncSources,
  updateSource,
} from '@parlance/contract/endpoints/sources';
import { limits } from '@parlance/contract/limits';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { download } from '../../lib/calls/download.ts';
import { fetchChangedPage } from '../../lib/queries/changed-pages.ts';
import { updateInLists } from '../../lib/queries/listed.ts';
import type { Liveness } from '../../lib/queries/realtime.ts';
import { type DeletedRow, refetchIntervalMs, useRowChanges } from '../../lib/queries/row-changes.ts';
import { waitForTypingPause } from '../../lib/queries/typed-out.ts';
import type { DeletingCall } from '../../ui/toasts/deletions.ts';

export interface SourcesFilter {
  kind: Source['kind'];
  search: string;
  status: SourceStatus | '';
  /** The crawl that found them. */
  crawlId: string;
}

export const isSourceSort = (text: string | null): text is SourceSort =>
  (sourceSorts as readonly (string | null)[]).includes(text);

/** The filter as calls take it: without what filters nothing. */
export const toFilterQuery = ({ kind, search, status, crawlId }: SourcesFilter) => ({
  kind,
  ...(search ? { search } : {}),
  ...(status ? { status } : {}),
  ...(crawlId ? { crawlId } : {}),
});

const isRunning = ({ status }: Source) => status !== 'ready' && status !== 'error';

export const sourcesQuery = (
  chatbotId: string,
  filter: SourcesFilter,
  sort: SourceSort,
  liveness: Liveness,
) =>
  infiniteQueryOptions({
    queryKey: ['sources', chatbotId, filter, sort],
    async queryFn(page) {
      const { pageParam, signal } = page;
      if (filter.search !== '' && !pageParam) await waitForTypingPause(signal);
      const fetchPage = () =>
        call(listSources, {
          params: { chatbotId },
          query: {
            ...toFilterQuery(filter),
            sort,
            cursor: pageParam,
            // Who goes on reading wants more than a screenful.
            limit: String(pageParam ? limits.pageSize.max : limits.pageSize.default),
          },
          signal,
        });
      // In any other order what changes may move to anywhere.
      return sort === '-createdAt' || sort === 'createdAt' ? fetchChangedPage(page, fetchPage) : fetchPage();
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: (query) => {
      const pages = query.state.data?.pages ?? [];
      const { byStatus } = pages[0]?.statistics ?? {};
      const waits = byStatus && byStatus.pending + byStatus.processing + byStatus.processed > 0;
      return refetchIntervalMs(liveness, waits || pages.some(({ items }) => items.some(isRunning)));
    },
  });

/** Sources deleted by this page: others, deleted by somebody else's hand or in another window, are news. */
const ownDeletedIds = new Set<string>();
/** Sources that a call of this page deletes without knowing which: the pages of a crawl, all that a filter shows. */
let expectedDeletions = 0;

/** Milliseconds after which a reported deletion was done by somebody else. */
const lateChangeMs = 10_000;

export function expectDeletions(count: number) {
  expectedDeletions += count;
}

export function stopExpecting() {
  setTimeout(() => {
    expectedDeletions = 0;
  }, lateChangeMs);
}

/** The names of the sources that somebody else deleted, of those that a channel reports. */
export function takeForeignDeletions(told: readonly DeletedRow[]): string[] {
  const foreign = told.flatMap(({ id, name }) => (name === null || ownDeletedIds.has(id) ? [] : [name]));
  const own = Math.min(expectedDeletions, foreign.length);
  expectedDeletions -= own;
  return foreign.slice(own);
}

/** Follows a chatbot's sources, and says which ones were deleted elsewhere. */
export const useSourceChanges = (chatbotId: string, onDeleted: (names: string[]) => void): Liveness =>
  useRowChanges({
    table: 'sources',
    filter: `chatbot_id=eq.${chatbotId}`,
    queryKey: ['sources', chatbotId],
    onDeleted(told) {
      const names = takeForeignDeletions(told);
      if (names.length > 0) onDeleted(names);
    },
  });

/** Refetches what a change of sources makes stale. */
export function useRefreshSources() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['sources', 'crawls', 'usage', 'activity', 'chatbots'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
}

type AddedPages = SentBodyOf<typeof addUrls>;

/** Adds any number of addresses, by as many calls as they need, one after another. */
async function addAllUrls(chatbotId: string, { urls, ...body }: AddedPages): Promise<AddedSources> {
  const added: AddedSources = { accepted: [], rejected: [] };
  for (let from = 0; from < urls.length; from += limits.urlsPerRequest) {
    const some = urls.slice(from, from + limits.urlsPerRequest);
    const answer = await call(addUrls, { params: { chatbotId }, body: { ...body, urls: some } });
    added.accepted.push(...answer.accepted);
    added.rejected.push(...answer.rejected);
  }
  return added;
}

export function useAddUrls(chatbotId: string) {
  const refresh = useRefreshSources();
  return useMutation({
    mutationFn: (body: AddedPages) => addAllUrls(chatbotId, body),
    onSuccess: () => void refresh(),
  });
}

/** Shows what a call has made of a source in its lists immediately. */
function useChangedSource() {
  const client = useQueryClient();
  const refresh = useRefreshSources();
  return (changed: Source) => {
    updateInLists<Source>(client, ['sources'], changed.id, () => changed);
    void refresh();
  };
}

export function useSyncSource() {
  const onSuccess = useChangedSource();
  return useMutation({
    mutationFn: ({ sourceId, accept }: { sourceId: string; accept?: boolean }) =>
      call(syncSource, { params: { sourceId }, body: accept ? { accept } : undefined }),
    onSuccess,
  });
}

export function useUpdateSource() {
  const onSuccess = useChangedSource();
  return useMutation({
    mutationFn: ({ sourceId, ...body }: { sourceId: string } & SentBodyOf<typeof updateSource>) =>
      call(updateSource, { params: { sourceId }, body }),
    onSuccess,
  });
}

export function useSyncSources(chatbotId: string) {
  const refresh = useRefreshSources();
  return useMutation({
    async mutationFn(chosen: ChosenSources[]) {
      let count = 0;
      for (const body of chosen) count += (await call(syncSources, { params: { chatbotId }, body })).count;
      return count;
    },
    onSuccess: () => void refresh(),
  });
}

/** The calls that delete sources, chosen at that moment. */
export function sourceDeletions(
  chatbotId: string,
  chosen: readonly ChosenSources[],
  at = Date.now(),
): DeletingCall[] {
  return chosen.map((body) => {
    const params = { chatbotId };
    if ('filter' in body)
      return { endpoint: deleteSources, params, body: { ...body, agoMs: Math.max(0, Date.now() - at) } };
    const [first, ...others] = body.ids;
    return first !== undefined && others.length === 0
      ? { endpoint: deleteSource, params: { sourceId: first } }
      : { endpoint: deleteSources, params, body };
  });
}

/** Records deletions of this page's own, which are no news to it. */
export function recordOwnDeletions(ids: readonly string[]) {
  for (const id of ids) ownDeletedIds.add(id);
}

/** Saves the original under its name. */
export const downloadSource = ({ id, name }: Source) =>
  download(getSourceContent, { params: { sourceId: id } }, name);
