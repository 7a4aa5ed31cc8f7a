import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { cx } from '../cx.ts';
import { Menu, MenuChoice } from './Menu.tsx';

export interface FilterMenuProps<T extends string> {
  /** What it filters by. */
  label: string;
  value: T;
  /** The one whose value is '' filters nothing. */
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  icon?: ReactNode;
  /** What it shows while nothing is chosen. */
  unchosen?: string;
  /** On phones its icon alone, beside a search that needs the room. */
  isIconOnPhones?: boolean;
}

/** A button that says what a list is filtered by, and offers the other choices. */
export function FilterMenu<T extends string>({
  label,
  value,
  options,
  onChange,
  unchosen = label,
  isIconOnPhones,
  icon = <ListFilter size={18} strokeWidth={1.75} aria-hidden="true" />,
}: FilterMenuProps<T>) {
  const chosen = value === '' ? undefined : options.find((option) => option.value === value);
  return (
    <Menu
      label={label}
      trigger={
        <Button
          icon={icon}
          data-chosen={chosen ? '' : undefined}
          className={cx(
            'max-w-full data-chosen:border-accent-strong data-chosen:bg-accent-soft',
            isIconOnPhones && 'max-sm:min-w-10 max-sm:gap-0 max-sm:px-0',
          )}
        >
          <span className={isIconOnPhones ? 'max-sm:visually-hidden' : undefined}>
            {chosen ? (
              <>
                <span className="visually-hidden">{label} </span>
                <span className="line-clamp-1 max-w-48 text-start [overflow-wrap:anywhere]">
                  {chosen.label}
                </span>
              </>
            ) : (
              unchosen
            )}
          </span>
        </Button>
      }
    >
      <MenuChoice label={label} value={value} options={options} onChange={onChange} />
    </Menu>
  );
}
