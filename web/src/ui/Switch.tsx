import { useId } from 'react';
import type { ToggleProps } from './Checkbox.tsx';

export function Switch({ label, checked, onChange, help, error, ...rest }: ToggleProps) {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="flex flex-col gap-0.5">
        <label htmlFor={id} className="text-md font-medium text-text">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-sm text-text-3">
            {help}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="text-sm text-danger-text">
            {error}
          </p>
        )}
      </div>
      <span className="relative flex h-6 w-10 shrink-0">
        <input
          {...rest}
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="peer h-6 w-10 appearance-none rounded-full border border-line-control bg-sunken motion-fast after:absolute after:-inset-2 checked:border-accent-strong checked:bg-accent-strong disabled:opacity-60 forced-colors:appearance-auto"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-1 top-1 size-4 rounded-full bg-text-3 motion-fast peer-checked:translate-x-4 peer-checked:bg-surface forced-colors:hidden rtl:peer-checked:-translate-x-4"
        />
      </span>
    </div>
  );
}
