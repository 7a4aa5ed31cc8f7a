import { Search, X } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import { controlClasses } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

export interface SearchInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field whose name is its placeholder. */
export function SearchInput({ label, clearLabel, value, onChange, className, ...rest }: SearchInputProps) {
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
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value) return;
          event.preventDefault();
          onChange('');
        }}
        className={cx(
          controlClasses,
          'h-10 touch-target appearance-none ps-9 pe-10 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {value && (
        <IconButton
          label={clearLabel}
          size="sm"
          onClick={() => onChange('')}
          className="absolute inset-y-0 end-1 my-auto"
        >
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
