import { FilePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../../lib/language/texts.ts';
import { useStore } from '../../../../lib/storage/store.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../../ui/layout/EmptyState.tsx';
import { LoadFailure } from '../../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../../ui/loading/LoadMore.tsx';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';
import { TableSkeleton } from '../../../../ui/loading/Skeleton.tsx';
import { useSourcesView } from '../../address.ts';
import { citedSourceOf } from '../../cited.ts';
import { texts } from '../../texts.ts';
import type { ListAddress } from './list-address.ts';
import { SourceTable } from './SourceTable.tsx';
import type { useSelectedSources } from './selected-sources.ts';
import type { SourceList } from './source-list.ts';

const Crawls = onDemand(() => import('../../crawls/Crawls.tsx').then((file) => file.Crawls));

/** The sources of one kind: a table, or why there is none. */
export function SourcesPanel({
  chatbotId,
  address: { kind, search, filter, isFiltered, sort, put },
  sources: { list, rows, isOfOther, isAllGone },
  selected,
  addButton,
  onClearFilters,
}: {
  chatbotId: string;
  address: ListAddress;
  sources: SourceList;
  selected: ReturnType<typeof useSelectedSources>;
  /** Adds one of this kind. */
  addButton: ReactNode;
  onClearFilters: () => void;
}) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { to, test } = useSourcesView();
  const lastCited = useStore(citedSourceOf(chatbotId));
  const [crawls, setCrawls] = useState<number | 'unknown'>();
  // Crawls stand above the pages: those wait until it is known how many there are.
  const isPlaced = !isOfOther && (kind !== 'url' || crawls !== undefined);
  const isEmpty = isPlaced && list.isSuccess && rows.length === 0 && (isAllGone || !list.hasNextPage);
  return (
    <div className="flex flex-col gap-5">
      {kind === 'url' && (
        <div className={list.isPending ? 'hidden' : 'contents'}>
          <Crawls
            chatbotId={chatbotId}
            shownId={filter.crawlId}
            search={search}
            status={filter.status}
            onShow={(crawlId) => put('crawl', crawlId)}
            onCount={setCrawls}
            onFailed={() => setCrawls('unknown')}
          />
        </div>
      )}
      {list.isError && rows.length === 0 && (
        <LoadFailure title={t.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {(list.isPending || !isPlaced) && <TableSkeleton />}
      {isEmpty && isFiltered && (
        <div className="flex flex-col items-center gap-3 py-8 text-center text-text-2">
          <p role="status">{t.noMatch}</p>
          <Button onClick={onClearFilters}>{t.clearFilters}</Button>
        </div>
      )}
      {isEmpty && !isFiltered && !(kind === 'url' && crawls !== 0) && (
        <EmptyState
          title={{ file: t.emptyFiles, url: t.emptyUrls, answer: t.emptyAnswers }[kind]}
          action={addButton}
        >
          {kind === 'file' && t.dropHelp}
        </EmptyState>
      )}
      {rows.length > 0 && isPlaced && (
        <SourceTable
          sources={rows}
          sort={sort}
          onSort={(next) => put('sort', next)}
          cited={test ? lastCited : undefined}
          onOpen={({ id }) => void navigate(to({ source: id }))}
          onDelete={selected.deleteOne}
          ticks={selected.ticks}
        />
      )}
      {!isAllGone && !isOfOther && <LoadMore list={list} />}
      {rows.length > 0 && kind === 'answer' && <div>{addButton}</div>}
      {rows.length > 0 && kind === 'file' && <DropHint />}
    </div>
  );
}

function DropHint() {
  const t = useTexts(texts);
  return (
    <div className="speech flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border border-dashed border-line-control px-5 py-6 text-center sm:text-start">
      <FilePlus size={24} strokeWidth={1.75} aria-hidden="true" className="text-accent-text" />
      <p className="text-md">
        <strong className="block font-strong">{t.dropTitle}</strong>
        <span className="text-sm text-text-2">{t.dropHelp}</span>
      </p>
    </div>
  );
}
