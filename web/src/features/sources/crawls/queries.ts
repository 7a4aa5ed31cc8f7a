import type { SentBodyOf } from '@parlance/contract/endpoint';
import {
  addSitemap,
  type Crawl,
  deleteCrawl,
  estimateCrawl,
  listCrawlPages,
  listCrawls,
  resumeCrawl,
  stopCrawl,
  updateCrawl,
} from '@parlance/contract/endpoints/crawls';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { download } from '../../../lib/calls/download.ts';
import { updateInLists } from '../../../lib/queries/listed.ts';
import type { Liveness } from '../../../lib/queries/realtime.ts';
import { refetchIntervalMs, useRowChanges } from '../../../lib/queries/row-changes.ts';
import type { DeletingCall } from '../../../ui/toasts/deletions.ts';
import { useRefreshSources } from '../queries.ts';

export const crawlsQuery = (chatbotId: string, liveness: Liveness) =>
  infiniteQueryOptions({
    queryKey: ['crawls', chatbotId],
    queryFn: ({ pageParam, signal }) =>
      call(listCrawls, { params: { chatbotId }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: (query) =>
      refetchIntervalMs(
        liveness,
        (query.state.data?.pages ?? []).some(({ items }) => items.some(({ status }) => status === 'running')),
      ),
  });

export const crawlPagesQuery = (crawlId: string, status: 'skipped' | 'failed') =>
  infiniteQueryOptions({
    queryKey: ['crawl-pages', crawlId, status],
    queryFn: ({ pageParam, signal }) =>
      call(listCrawlPages, { params: { crawlId }, query: { status, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const useCrawlChanges = (chatbotId: string): Liveness =>
  useRowChanges({
    table: 'crawls',
    filter: `chatbot_id=eq.${chatbotId}`,
    queryKey: ['crawls', chatbotId],
  });

export function useAddSitemap(chatbotId: string) {
  const refresh = useRefreshSources();
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof addSitemap>) => call(addSitemap, { params: { chatbotId }, body }),
    onSuccess: () => void refresh(),
  });
}

export const useEstimateCrawl = (chatbotId: string) =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof estimateCrawl>) =>
      call(estimateCrawl, { params: { chatbotId }, body }),
  });

export function useCrawlActions() {
  const client = useQueryClient();
  const refresh = useRefreshSources();
  const onSuccess = (changed: Crawl) => {
    updateInLists<Crawl>(client, ['crawls'], changed.id, () => changed);
    void refresh();
  };
  return {
    stop: useMutation({
      mutationFn: (crawlId: string) => call(stopCrawl, { params: { crawlId } }),
      onSuccess,
    }),
    resume: useMutation({
      mutationFn: (crawlId: string) => call(resumeCrawl, { params: { crawlId } }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ crawlId, ...body }: { crawlId: string } & SentBodyOf<typeof updateCrawl>) =>
        call(updateCrawl, { params: { crawlId }, body }),
      onSuccess,
    }),
  };
}

/** The call that deletes a crawl with its pages. */
export const crawlDeletion = (crawlId: string): DeletingCall => ({
  endpoint: deleteCrawl,
  params: { crawlId },
});

/** What became of each page of a crawl, as a table. */
export const downloadCrawlReport = (crawlId: string, url: string) =>
  download(
    listCrawlPages,
    { params: { crawlId }, headers: { Accept: 'text/csv' } },
    `${url.replace(/^https?:\/\//, '').replace(/[^\p{L}\p{N}.-]+/gu, '-')}.csv`,
  );
