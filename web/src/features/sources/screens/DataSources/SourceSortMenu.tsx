import type { SourceSort } from '@parlance/contract/endpoints/sources';
import { useTexts } from '../../../../lib/language/texts.ts';
import { SortMenu } from '../../../../ui/menus/SortMenu.tsx';
import { texts } from '../../texts.ts';

export function SourceSortMenu({
  value,
  onChange,
}: {
  value: SourceSort;
  onChange: (value: SourceSort) => void;
}) {
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
