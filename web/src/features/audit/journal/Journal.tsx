import { type LedgerSort, ledgerSort } from '@parlance/contract/endpoints/usage';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTexts } from '../../../lib/language/texts.ts';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { LoadMore } from '../../../ui/loading/LoadMore.tsx';
import { TableSkeleton } from '../../../ui/loading/Skeleton.tsx';
import { SortMenu } from '../../../ui/menus/SortMenu.tsx';
import { useAuditAddress } from '../address.ts';
import { texts } from '../texts.ts';
import { type EntryRow, JournalTable } from './JournalTable.tsx';

/** The entries that the figures sum up. */
export function Journal({
  list,
  entries,
  timeZone,
}: {
  list: UseInfiniteQueryResult;
  entries: readonly EntryRow[] | undefined;
  timeZone: string;
}) {
  const t = useTexts(texts);
  const { view, put } = useAuditAddress();
  const setSort = (sort: string) => {
    const known = ledgerSort.options.find((one) => one === sort);
    if (known) put({ sort: known === '-at' ? '' : known });
  };
  return (
    <section aria-label={t.journal} className="flex flex-col gap-3">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <h2 className="display-type text-lg">{t.journal}</h2>
        <div className="md:hidden">
          <SortMenu<LedgerSort>
            label={t.sort}
            value={view.sort}
            sorts={{
              '-at': t.newestFirst,
              at: t.oldestFirst,
              '-tokens': t.mostFirst,
              tokens: t.leastFirst,
              operation: t.operation,
              chatbot: t.chatbot,
              tokenType: t.type,
            }}
            onChange={setSort}
          />
        </div>
      </div>
      {!entries && list.isError && (
        <LoadFailure title={t.journalFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {!entries && !list.isError && <TableSkeleton />}
      {entries && entries.length > 0 && (
        <JournalTable entries={entries} timeZone={timeZone} sort={view.sort} onSort={setSort} />
      )}
      <LoadMore list={list} />
    </section>
  );
}
