import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface ToggleProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  help?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
}

export function Checkbox({ label, checked, onChange, help, error, ...rest }: ToggleProps) {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2.5 text-sm">
        <span className="relative mt-px flex size-5 shrink-0">
          <input
            {...rest}
            id={id}
            type="checkbox"
            checked={checked}
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
            onChange={(event) => onChange(event.target.checked)}
            className="peer size-5 appearance-none rounded-1 border border-line-control bg-surface motion-fast after:absolute after:-inset-2 checked:border-accent-strong checked:bg-accent-strong aria-invalid:border-danger-text disabled:opacity-60 forced-colors:appearance-auto"
          />
          <Check
            size={16}
            strokeWidth={2.5}
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 m-auto hidden text-surface peer-checked:block forced-colors:peer-checked:hidden"
          />
        </span>
        <label htmlFor={id} className="py-0.5 text-text-2">
          {label}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 ps-7.5 text-sm text-danger-text">
          <CircleAlert size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="ps-7.5 text-sm text-text-3">
          {help}
        </p>
      )}
    </div>
  );
}
