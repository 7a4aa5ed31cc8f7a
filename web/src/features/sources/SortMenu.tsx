import type { SourceSort } from '@parlance/contract/sources';
import { ArrowUpDown } from 'lucide-react';
import { useTexts } from '../../lib/texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuChoice } from '../../ui/Menu.tsx';
import { texts } from './texts.ts';

/** Orders that the table's heads don't offer, and all of them on phones, where cards have none. */
export function SortMenu({ value, onChange }: { value: SourceSort; onChange: (value: SourceSort) => void }) {
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
  return (
    <Menu
      label={t.sort}
      trigger={
        <IconButton label={t.sort} className="border border-line-control bg-surface">
          <ArrowUpDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuChoice label={t.sort} value={value} options={sorts} onChange={onChange} />
    </Menu>
  );
}
