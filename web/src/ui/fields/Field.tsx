import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** The word that marks it as optional, beside the label. */
  optional?: string;
  /** At the end of the label's line: a counter. */
  aside?: ReactNode;
}

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label above, help below, error with icon and text; `children` gets the ids that tie them together. */
export function Field({
  label,
  help,
  error,
  optional,
  aside,
  children,
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium text-text">
          {label}
          {optional && <span className="font-regular text-text-3"> ({optional})</span>}
        </label>
        {aside && <span className="tabular text-text-3">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm text-danger-text">
          <CircleAlert size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
      {help && (
        <div id={`${id}-help`} className="text-sm text-text-3">
          {help}
        </div>
      )}
    </div>
  );
}

/** The look of everything one types in. */
export const controlClasses =
  'w-full min-w-0 rounded-2 border border-line-control bg-surface px-3 text-md text-text motion-fast ' +
  'hover:border-text-3 focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-danger-text ' +
  'disabled:opacity-60 pointer-coarse:text-[1rem]';
