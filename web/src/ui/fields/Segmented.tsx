import { type ReactNode, useId } from 'react';

export interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string; icon?: ReactNode; lang?: string; short?: string }[];
  /** Icons alone, their names for those who can't see them. */
  iconsOnly?: boolean;
}

/** A choice of two to four, all in sight: radio buttons in a row. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  iconsOnly,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-2 border border-line bg-sunken p-0.5">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          title={iconsOnly ? option.label : undefined}
          className="relative flex min-h-8 min-w-8 cursor-pointer items-center justify-center gap-1.5 rounded-[6px] px-2.5 text-sm font-medium text-text-2 motion-fast hover:text-text has-checked:bg-raised has-checked:text-text has-checked:ring-1 has-checked:ring-line-control has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11 pointer-coarse:min-w-11 forced-colors:has-checked:border"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            // A press on what already holds is a choice, too.
            onClick={() => option.value === value && onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.icon}
          <span
            className={iconsOnly ? 'visually-hidden' : option.short ? 'max-sm:visually-hidden' : undefined}
          >
            {option.label}
          </span>
          {option.short && (
            <span aria-hidden="true" className="sm:hidden">
              {option.short}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
