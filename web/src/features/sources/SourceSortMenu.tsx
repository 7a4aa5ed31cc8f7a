import type { SourceSort } from '@parlance/contract/sources';
import { useTexts } from '../../lib/texts.ts';
import { SortMenu } from '../../ui/SortMenu.tsx';
import { texts } from './texts.ts';

export function SourceSortMenu({
  value,
  onChange,
}: {
  value: SourceSort;
  onChange: (value: SourceSort) => void;
}) {
  const t = useTexts(texts);
  const sorts: { value: SourceSort; label: string }[] = [
    { value: '-createdAt', label: t.newestFirst },
    { value: 'createdAt', label: t.oldestFirst },
    { value: '-lastSyncAt', label: t.lastSyncedFirst },
    { value: 'lastSyncAt', label: t.longUnsyncedFirst },
    { value: 'name', label: t.byName },
    { value: '-name', label: t.byNameDown },
    { value: '-size', label: t.largestFirst },
    { value: '-passages', label: t.mostPassagesFirst },
    { value: '-storageTokens', label: t.mostTokensFirst },
  ];
  return <SortMenu label={t.sort} value={value} options={sorts} onChange={onChange} />;
}
