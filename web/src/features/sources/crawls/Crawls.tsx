import type { Crawl } from '@parlance/contract/endpoints/crawls';
import {
  CircleCheck,
  CirclePause,
  CircleX,
  Ellipsis,
  FileText,
  ListChecks,
  ListFilter,
  Network,
  Play,
  RefreshCw,
  Square,
  Trash2,
  X,
} from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useAgo, useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useInfiniteQuery } from '../../../lib/queries/query.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { ProgressBar } from '../../../ui/display/Meter.tsx';
import { Pill, type Tone } from '../../../ui/display/Pill.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuLine } from '../../../ui/menus/Menu.tsx';
import { isDeleted } from '../../../ui/toasts/deletions.ts';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { reportOutcome } from '../../../ui/toasts/toasts.ts';
import { deleteSoon, deletions } from '../deletions.ts';
import { expectDeletions, stopExpecting, useRefreshSources } from '../queries.ts';
import { Failure } from '../source/Failure.tsx';
import { useSchedules } from '../source/schedules.ts';
import { texts as sourceTexts } from '../texts.ts';
import { crawlDeletion, crawlsQuery, useCrawlActions, useCrawlChanges } from './queries.ts';
import { texts } from './texts.ts';

const CrawlReport = onDemand(() => import('./CrawlReport.tsx').then((file) => file.CrawlReport));

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const looks: Record<Crawl['status'], { tone: Tone; icon: ReactNode }> = {
  running: { tone: 'info', icon: <Spinner size={16} /> },
  stopped: { tone: 'neutral', icon: <CirclePause {...icon} /> },
  done: { tone: 'success', icon: <CircleCheck {...icon} /> },
  error: { tone: 'danger', icon: <CircleX {...icon} /> },
};

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
  /** What the table is filtered by: those that it does not name step aside. */
  search: string;
  status: string;
  /** The one whose pages the table shows. */
  shownId: string;
  onShow: (crawlId: string) => void;
  /** How many there are, once it is known or cannot be. */
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

function CrawlEntry({
  crawl,
  isShown,
  onShow,
  onReport,
  onDelete,
}: {
  crawl: Crawl;
  isShown: boolean;
  onShow: () => void;
  onReport: () => void;
  onDelete: () => void;
}) {
  const t = useTexts(texts);
  const s = useTexts(sourceTexts);
  const format = useFormat();
  const ago = useAgo();
  const schedules = useSchedules();
  const { stop, resume, update } = useCrawlActions();
  const { id: crawlId, url, kind, status, found, read, waiting, skipped, failedCount, finishedAt } = crawl;
  const isRunning = status === 'running';
  const shown = { ...crawl, ...(update.isPending ? update.variables : {}) };
  const change = (part: Partial<Pick<Crawl, 'schedule' | 'ignoreHeader' | 'ignoreFooter'>>) =>
    update.mutate({ crawlId, ...part }, outcomeHandlers(s.changeFailed));
  const place = useRef<HTMLLIElement>(null);
  const goOn = () =>
    resume.mutate(crawlId, {
      ...outcomeHandlers(t.resumeFailed),
      onSuccess() {
        reportOutcome(t.resumeFailed).succeeded();
        // The button beside an error goes with it.
        if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
      },
    });
  const Kind = kind === 'sitemap' ? ListChecks : Network;
  // Of a whole that is known: what was left out lies partly beyond it.
  const progress = found > 0 ? t.readOf(format.number(read), format.number(found), found) : '';
  const figures = [
    waiting > 0 ? progress : found > 0 ? t.read(format.number(read), read) : '',
    skipped > 0 ? t.skipped(format.number(skipped), skipped) : '',
    failedCount > 0 ? t.failed(format.number(failedCount)) : '',
    crawl.schedule === 'daily' ? t.eachDay : crawl.schedule === 'weekly' ? t.eachWeek : '',
    finishedAt && !isRunning ? ago(finishedAt) : '',
  ].filter((part) => part !== '');
  return (
    <li ref={place} className="relative flex flex-col gap-2.5 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <span className="flex min-w-0 flex-1 basis-72 items-center gap-3">
          <Kind {...icon} size={20} className="shrink-0 text-text-3" />
          <span className="flex min-w-0 flex-col">
            <span className="truncate text-md font-medium" title={url}>
              {url}
            </span>
            <span className="text-sm text-text-3 tabular">
              {[kind === 'sitemap' ? t.sitemap : t.site, ...figures].join(' · ')}
            </span>
          </span>
        </span>
        <span className="flex items-center gap-2 max-sm:w-full">
          <Pill {...looks[status]}>{t[status]}</Pill>
          <span className="flex-1" />
          {isRunning ? (
            <Button
              size="sm"
              busy={stop.isPending}
              icon={<Square {...icon} />}
              onClick={() => stop.mutate(crawlId, outcomeHandlers(t.stopFailed))}
            >
              {t.stop}
            </Button>
          ) : (
            !crawl.error && (
              <Button
                size="sm"
                busy={resume.isPending}
                icon={status === 'done' ? <RefreshCw {...icon} /> : <Play {...icon} />}
                onClick={goOn}
              >
                {status === 'done' ? t.again : t.resume}
              </Button>
            )
          )}
          <Menu
            label={s.actionsOf(url)}
            trigger={
              <IconButton label={s.actionsOf(url)} size="sm">
                <Ellipsis {...icon} size={18} />
              </IconButton>
            }
          >
            <MenuItem icon={<ListFilter {...icon} size={18} />} onSelect={onShow}>
              {isShown ? t.showAll : t.showPages}
            </MenuItem>
            <MenuItem icon={<FileText {...icon} size={18} />} onSelect={onReport}>
              {t.report}
            </MenuItem>
            <MenuLine />
            <MenuChoice
              label={s.schedule}
              value={shown.schedule}
              options={schedules}
              onChange={(schedule) => change({ schedule })}
            />
            <MenuLine />
            <MenuCheck checked={shown.ignoreHeader} onChange={(ignoreHeader) => change({ ignoreHeader })}>
              {s.ignoreHeader}
            </MenuCheck>
            <MenuCheck checked={shown.ignoreFooter} onChange={(ignoreFooter) => change({ ignoreFooter })}>
              {s.ignoreFooter}
            </MenuCheck>
            <MenuLine />
            <MenuItem danger icon={<Trash2 {...icon} size={18} />} onSelect={onDelete}>
              {t.deleteAll}
            </MenuItem>
          </Menu>
        </span>
      </div>
      {isRunning && (
        // In the margin: where it ends, nothing below may move.
        <div className="absolute inset-x-4 bottom-1">
          <ProgressBar
            label={t.progress(url)}
            share={found === 0 ? 0 : 1 - waiting / found}
            valueText={progress}
          />
        </div>
      )}
      {crawl.error && (
        <Failure
          error={crawl.error}
          url={url}
          actions={
            <Button size="sm" busy={resume.isPending} icon={<RefreshCw {...icon} />} onClick={goOn}>
              {s.retry}
            </Button>
          }
        />
      )}
    </li>
  );
}
