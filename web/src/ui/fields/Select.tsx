import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { controlClasses, Field, type FieldProps } from './Field.tsx';

export interface SelectProps<T extends string>
  extends FieldProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'id'> {
  value: T;
  options: readonly { value: T; label: string; disabled?: boolean }[];
  onChange: (value: T) => void;
}

/** The system's own list: it works everywhere, with every keyboard and on every phone. */
export function Select<T extends string>({
  label,
  help,
  error,
  optional,
  aside,
  options,
  onChange,
  className,
  ...rest
}: SelectProps<T>) {
  return (
    <Field label={label} help={help} error={error} optional={optional} aside={aside}>
      {(ids) => (
        <div className="relative">
          <select
            {...rest}
            {...ids}
            onChange={(event) => onChange(event.target.value as T)}
            className={cx(controlClasses, 'h-10 touch-target appearance-none pe-9', className)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-text-3"
          />
        </div>
      )}
    </Field>
  );
}
