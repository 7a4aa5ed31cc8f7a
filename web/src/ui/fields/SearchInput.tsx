import { Search, X } from 'lucide-react';
import { type InputHTMLAttributes, type RefObject, useRef } from 'react';
import { useSingleKeys } from '../../lib/browser/shortcuts.ts';
import { IconButton } from '../buttons/IconButton.tsx';
import { cx } from '../cx.ts';
import { controlClasses } from './Field.tsx';

export interface SearchInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** A search field whose name is its placeholder. */
export function SearchInput({
  label,
  clearLabel,
  value,
  onChange,
  inputRef,
  className,
  ...rest
}: SearchInputProps) {
  const hasShortcut = useSingleKeys();
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  return (
    <div className={cx('relative', className)}>
      <Search
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-text-3"
      />
      <input
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value) return;
          event.preventDefault();
          onChange('');
        }}
        className={cx(
          controlClasses,
          'peer h-10 touch-target appearance-none ps-9 [&::-webkit-search-cancel-button]:hidden',
          // On phones its name has the room of what clears it, or ends in dots.
          value === '' ? 'pe-3 text-ellipsis lg:pe-10' : 'pe-10',
        )}
      />
      {hasShortcut && value === '' && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-2.5 my-auto hidden h-5.5 min-w-5.5 rounded-1 border border-line px-1.5 text-center text-xs leading-5 text-text-3 peer-focus:hidden md:block pointer-coarse:hidden"
        >
          /
        </span>
      )}
      {value && (
        <IconButton
          label={clearLabel}
          size="sm"
          onClick={() => {
            // The button goes with what it clears.
            input.current?.focus();
            onChange('');
          }}
          className="absolute inset-y-0 end-1 my-auto"
        >
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
