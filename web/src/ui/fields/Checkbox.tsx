import { Check, CircleAlert, Minus } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

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

export interface TickProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'checked' | 'onChange' | 'type' | 'className'> {
  /** Whether it is ticked; `some`: of what it stands for, not all. */
  checked: boolean | 'some';
  onChange: (checked: boolean) => void;
}

/** The box alone: whoever draws it names it. */
export function Tick({ checked, onChange, ...rest }: TickProps) {
  const Mark = checked === 'some' ? Minus : Check;
  return (
    <span className="relative mt-px flex size-5 shrink-0">
      <input
        {...rest}
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = checked === 'some';
        }}
        checked={checked === true}
        onChange={(event) => onChange(event.target.checked)}
        className="peer size-5 appearance-none rounded-1 border border-line-control bg-surface motion-fast after:absolute after:-inset-2 pointer-coarse:after:-inset-3 checked:border-accent-strong checked:bg-accent-strong indeterminate:border-accent-strong indeterminate:bg-accent-strong aria-invalid:border-danger-text disabled:opacity-60 forced-colors:appearance-auto"
      />
      <Mark
        size={16}
        strokeWidth={2.5}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 m-auto hidden text-surface peer-checked:block peer-indeterminate:block forced-colors:hidden!"
      />
    </span>
  );
}

export function Checkbox({ label, checked, onChange, help, error, ...rest }: ToggleProps) {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2.5 text-sm">
        <Tick
          {...rest}
          id={id}
          checked={checked}
          onChange={onChange}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
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
