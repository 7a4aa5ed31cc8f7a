import { ArrowUp, Download } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { useInfiniteQuery, useQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { PageHead } from '../../../ui/layout/PageHead.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { AfterPause } from '../../../ui/loading/Skeleton.tsx';
import { showOutcome } from '../../../ui/toasts/outcome.ts';
import { type AuditFilter, filtersNothing, isTooLong, noFilter, useAuditAddress } from '../address.ts';
import { Distribution } from '../figures/Distribution.tsx';
import { Figures } from '../figures/Figures.tsx';
import { HistoryCard } from '../figures/HistoryCard.tsx';
import { AuditFilters } from '../filters/AuditFilters.tsx';
import { Journal } from '../journal/Journal.tsx';
import { useLiveAudit } from '../live.ts';
import { downloadJournal, historyQuery, journalQuery, type Moments } from '../queries.ts';
import { texts } from '../texts.ts';

/** What has focus is never under the bar of filters. */
const clearOfBar = '[&_:is(input,button,a,[role=slider])]:scroll-my-32';

/** Where every token went: figures, their history and shares, and the entries that they sum up. */
export function TokenAudit() {
  const t = useTexts(texts);
  const { filter, view } = useAuditAddress();
  const rows = useRef<HTMLDivElement>(null);
  const live = useLiveAudit(rows);
  const isAsked = !isTooLong(filter);
  const history = useQuery({ ...historyQuery(filter, view.bucket), enabled: isAsked });
  const isCurrent = isAsked && history.isSuccess && !history.isPlaceholderData;
  const moments = isCurrent ? { from: history.data.from, to: history.data.to } : undefined;
  const list = useInfiniteQuery(journalQuery(filter, view.sort, moments));
  const { timeZone } = live;

  const content = (): ReactNode => {
    const failed = (history.data ? null : history.error) ?? (timeZone ? null : live.error);
    if (failed) {
      const retry = () => Promise.all([history.refetch(), live.refetch()]);
      return <LoadFailure title={t.loadFailed} error={failed} onRetry={() => void retry()} />;
    }
    if (!isAsked) return null;
    const shown = timeZone === undefined ? undefined : history.data;
    const zone = timeZone ?? 'UTC';
    const isEmpty = shown?.entries === 0;
    return (
      <div
        aria-busy={!isCurrent || list.isPlaceholderData || undefined}
        className={cx('flex flex-col gap-5 motion-fast', history.isPlaceholderData && 'opacity-60')}
      >
        {!shown && <AfterPause>{null}</AfterPause>}
        <Figures history={shown} timeZone={zone} />
        {isEmpty ? (
          <Nothing filter={filter} />
        ) : (
          <>
            <HistoryCard history={shown} timeZone={zone} />
            <Distribution history={shown} />
            {/* Once it is known how high the shares are: it would move. */}
            {shown && (
              <div
                ref={rows}
                className={cx('motion-fast', isCurrent && list.isPlaceholderData && 'opacity-60')}
              >
                <Journal
                  list={list}
                  entries={list.data?.pages.flatMap(({ items }) => items)}
                  timeZone={zone}
                />
              </div>
            )}
          </>
        )}
      </div>
    );
  };
  return (
    <Page className={clearOfBar}>
      <PageHead
        title={t.title}
        description={
          <>
            <span className="block">{t.description}</span>
            {/* Its line is there before it is known. */}
            <span className="block min-h-[1lh]">{timeZone && t.zone(timeZone.replaceAll('_', ' '))}</span>
          </>
        }
        actions={<Export moments={history.data?.entries ? moments : undefined} />}
      />
      <AuditFilters timeZone={timeZone ?? 'UTC'} />
      {live.hasNews && <News />}
      {content()}
    </Page>
  );
}

/** Saves exactly what is shown. */
function Export({ moments }: { moments: Moments | undefined }) {
  const t = useTexts(texts);
  const { filter, view } = useAuditAddress();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (!moments) return;
    setSaving(true);
    const name = t.title.toLowerCase().replaceAll(' ', '-');
    await showOutcome(t.exportFailed, downloadJournal(filter, view.sort, moments, name));
    setSaving(false);
  };
  return (
    <Button
      busy={isSaving}
      aria-disabled={!moments || undefined}
      icon={<Download size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void save()}
    >
      {t.exportCsv}
    </Button>
  );
}

function Nothing({ filter }: { filter: AuditFilter }) {
  const t = useTexts(texts);
  const { put } = useAuditAddress();
  if (filtersNothing(filter))
    return (
      <EmptyState
        title={t.noneYet}
        action={<Button onClick={() => put({ period: '1y' })}>{t.showYear}</Button>}
      />
    );
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center text-text-2">
      <p role="status">{t.noMatch}</p>
      <Button onClick={() => put(noFilter)}>{t.clearFilters}</Button>
    </div>
  );
}

/** The way up to what is new. */
function News() {
  const t = useTexts(texts);
  const show = () => {
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      <Button
        look="primary"
        size="sm"
        icon={<ArrowUp size={16} strokeWidth={2} aria-hidden="true" />}
        onClick={show}
        className="sticky top-20 z-(--z-sticky) self-center shadow-2 max-md:top-32"
      >
        {t.newEntries}
      </Button>
      <p aria-live="polite" className="visually-hidden">
        {t.newEntries}
      </p>
    </>
  );
}
