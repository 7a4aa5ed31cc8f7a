import type { ChatbotSort } from '@parlance/contract/endpoints/chatbots';
import { useTexts } from '../../../../lib/language/texts.ts';
import { SearchInput } from '../../../../ui/fields/SearchInput.tsx';
import { FilterMenu } from '../../../../ui/menus/FilterMenu.tsx';
import { SortMenu } from '../../../../ui/menus/SortMenu.tsx';
import { platformNames, platforms } from '../../platforms.ts';
import { texts } from '../../texts.ts';
import { type ListAddress, maxSearchLength } from './list-address.ts';

/** What the list is searched for, filtered and, where its columns have no heads, sorted by. */
export function ListFilters({
  address: { search, sort, platform, put },
  hasPlatforms,
}: {
  address: ListAddress;
  /** Whether there is more than one platform. */
  hasPlatforms: boolean;
}) {
  const t = useTexts(texts);
  const names = useTexts(platformNames);
  return (
    <div className="flex items-center gap-3">
      <SearchInput
        label={t.search}
        clearLabel={t.clearSearch}
        value={search}
        onChange={(value) => put({ q: value })}
        maxLength={maxSearchLength}
        className="min-w-0 flex-1 sm:max-w-80"
      />
      {hasPlatforms && (
        <FilterMenu
          label={t.platform}
          isIconOnPhones
          value={platform ?? ''}
          options={[
            { value: '', label: t.anyPlatform },
            ...platforms.map((value) => ({ value, label: names[value] })),
          ]}
          onChange={(value) => put({ platform: value })}
        />
      )}
      <div className="md:hidden">
        <ChatbotSortMenu value={sort} onChange={(value) => put({ sort: value })} />
      </div>
    </div>
  );
}

function ChatbotSortMenu({
  value,
  onChange,
}: {
  value: ChatbotSort;
  onChange: (value: ChatbotSort) => void;
}) {
  const t = useTexts(texts);
  const sorts: Partial<Record<ChatbotSort, string>> = {
    '-createdAt': t.newestFirst,
    createdAt: t.oldestFirst,
    '-lastSyncAt': t.lastSyncedFirst,
    lastSyncAt: t.longUnsyncedFirst,
    name: t.byName,
    '-name': t.byNameDown,
    platform: t.byPlatform,
    '-platform': t.byPlatformDown,
  };
  return <SortMenu label={t.sort} value={value} sorts={sorts} onChange={onChange} />;
}
