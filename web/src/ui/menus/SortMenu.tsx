import { ArrowUpDown } from 'lucide-react';
import { IconButton } from '../buttons/IconButton.tsx';
import { Menu, MenuChoice } from './Menu.tsx';

/** Orders that a table's heads don't offer, and all of them on phones, where cards have none. */
export function SortMenu<T extends string>({
  label,
  value,
  sorts,
  onChange,
}: {
  label: string;
  value: T;
  /** In the order in which they are offered. */
  sorts: Partial<Record<T, string>>;
  onChange: (value: T) => void;
}) {
  const options = (Object.entries(sorts) as [T, string][]).map(([value, label]) => ({ value, label }));
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label} className="border border-line-control bg-surface">
          <ArrowUpDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuChoice label={label} value={value} options={options} onChange={onChange} />
    </Menu>
  );
}
