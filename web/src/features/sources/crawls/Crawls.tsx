import type { Crawl } from '@parlance/contract/endpoints/crawls';
import { X } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useInfiniteQuery } from '../../../lib/queries/query.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { isDeleted } from '../../../ui/toasts/deletions.ts';
import { deleteSoon, deletions } from '../deletions.ts';
import { expectDeletions, stopExpecting, useRefreshSources } from '../queries.ts';
import { CrawlEntry } from './CrawlEntry.tsx';
import { crawlDeletion, crawlsQuery, useCrawlChanges } from './queries.ts';
import { texts } from './texts.ts';

const CrawlReport = onDemand(() => import('./CrawlReport.tsx').then((file) => file.CrawlReport));

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Sitemaps and crawled sites: how far each is, and what became of its pages. */
export function Crawls({
  chatbotId,
  shownId,
  search,
  status,
  onShow,
  onCount,
}: {
  chatbotId: string;
  /** The filter of the table: crawls that it does not name step aside. */
  search: string;
  status: string;
  /** The crawl whose pages the table shows. */
  shownId: string;
  onShow: (crawlId: string) => void;
  /** Called with the number of crawls, once it is known or cannot be. */
  onCount: (count: number | 'unknown') => void;
}) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [reported, setReported] = useState<Crawl>();
  const gone = useStore(deletions);
  const refresh = useRefreshSources();
  const liveness = useCrawlChanges(chatbotId);
  const list = useInfiniteQuery(crawlsQuery(chatbotId, liveness));
  const crawls = (list.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ id }) => !isDeleted(gone, { crawlId: id }),
  );
  const count = list.isSuccess ? crawls.length : list.isError ? 'unknown' : undefined;
  // Before it is drawn: the pages below wait for it.
  useLayoutEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);

  const onDelete = (crawl: Crawl) => {
    if (crawl.id === shownId) onShow('');
    deleteSoon({
      hides: (what) => ('crawlId' in what ? what : what.source).crawlId === crawl.id,
      calls: () => [crawlDeletion(crawl.id)],
      begins: () => expectDeletions(crawl.found),
      afterwards: () => refresh().then(stopExpecting),
      said: {
        title: crawl.kind === 'sitemap' ? t.deletedSitemap : t.deletedSite,
        undo: w.undo,
        failed: t.deleteFailed,
      },
    });
  };

  const wanted = search.trim().toLowerCase();
  const listed = crawls.filter(
    ({ url, error }) =>
      url.toLowerCase().includes(wanted) && (status === '' || (status === 'error' && error !== undefined)),
  );
  const shown = crawls.find(({ id }) => id === shownId);
  return (
    <>
      {list.isError && crawls.length === 0 && (
        <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {listed.length > 0 && (
        <section aria-label={t.crawls} className="flex flex-col gap-3">
          <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-3 border border-line bg-surface shadow-1">
            {listed.map((crawl) => (
              <CrawlEntry
                key={crawl.id}
                crawl={crawl}
                isShown={crawl.id === shownId}
                onShow={() => onShow(crawl.id === shownId ? '' : crawl.id)}
                onReport={() => setReported(crawl)}
                onDelete={() => onDelete(crawl)}
              />
            ))}
          </ul>
          <LoadMore list={list} />
        </section>
      )}
      {shownId !== '' && (
        <p className="flex flex-wrap items-center gap-x-2 text-md font-strong">
          <span className="min-w-0 truncate">{t.pagesOf(shown?.url ?? '…')}</span>
          <Button
            size="sm"
            look="quiet"
            className="shrink-0"
            icon={<X {...icon} />}
            onClick={() => onShow('')}
          >
            {t.showAll}
          </Button>
        </p>
      )}
      {reported && <CrawlReport crawl={reported} onClose={() => setReported(undefined)} />}
    </>
  );
}
