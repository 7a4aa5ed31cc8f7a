import { ArrowUpDown } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import { Menu, MenuChoice } from './Menu.tsx';

/** Orders that a table's heads don't offer, and all of them on phones, where cards have none. */
export function SortMenu<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}) {
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
