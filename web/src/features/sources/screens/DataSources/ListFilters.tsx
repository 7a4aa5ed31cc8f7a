import { type SourceSort, type SourceStatus, sourceStatus } from '@parlance/contract/endpoints/sources';
import type { RefObject } from 'react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { SearchInput } from '../../../../ui/fields/SearchInput.tsx';
import { FilterMenu } from '../../../../ui/menus/FilterMenu.tsx';
import { SortMenu } from '../../../../ui/menus/SortMenu.tsx';
import { texts } from '../../texts.ts';
import type { ListAddress } from './list-address.ts';

/** The search, filters and order of the list, beside the tabs. */
export function ListFilters({
  address: { search, filter, sort, put },
  searchField,
}: {
  address: ListAddress;
  searchField: RefObject<HTMLInputElement | null>;
}) {
  const t = useTexts(texts);
  return (
    <div className="flex w-full flex-wrap gap-2.5 sm:w-auto">
      <SearchInput
        inputRef={searchField}
        label={t.search}
        clearLabel={t.clearSearch}
        value={search}
        onChange={(value) => put('q', value)}
        className="min-w-32 flex-1 sm:w-60"
      />
      <StatusFilter value={filter.status} onChange={(value) => put('status', value)} />
      <SourceSortMenu value={sort} onChange={(value) => put('sort', value)} />
    </div>
  );
}

const statuses = sourceStatus.options as readonly SourceStatus[];

function StatusFilter({
  value,
  onChange,
}: {
  value: SourceStatus | '';
  onChange: (value: SourceStatus | '') => void;
}) {
  const t = useTexts(texts);
  return (
    <FilterMenu
      isIconOnPhones
      label={t.status}
      value={value}
      options={[
        { value: '', label: t.anyStatus },
        ...statuses.map((status) => ({ value: status, label: t[status] })),
      ]}
      onChange={onChange}
    />
  );
}

function SourceSortMenu({ value, onChange }: { value: SourceSort; onChange: (value: SourceSort) => void }) {
  const t = useTexts(texts);
  const sorts: Partial<Record<SourceSort, string>> = {
    '-createdAt': t.newestFirst,
    createdAt: t.oldestFirst,
    '-lastSyncAt': t.lastSyncedFirst,
    lastSyncAt: t.longUnsyncedFirst,
    name: t.byName,
    '-name': t.byNameDown,
    '-size': t.largestFirst,
    '-passages': t.mostPassagesFirst,
    '-storageTokens': t.mostTokensFirst,
  };
  return <SortMenu label={t.sort} value={value} sorts={sorts} onChange={onChange} />;
}
