import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { controlClasses, Field, type FieldProps } from './Field.tsx';

type Own<T> = Omit<T, 'onChange' | 'value' | 'id'>;

export interface TextInputProps extends FieldProps, Own<InputHTMLAttributes<HTMLInputElement>> {
  value: string;
  onChange: (value: string) => void;
  /** Stands inside, at the end. */
  end?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextInput({
  label,
  help,
  error,
  optional,
  aside,
  onChange,
  end,
  inputRef,
  className,
  ...rest
}: TextInputProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional} aside={aside}>
      {(ids) => (
        <div className="relative">
          <input
            {...rest}
            {...ids}
            ref={inputRef}
            onChange={(event) => onChange(event.target.value)}
            className={cx(controlClasses, 'h-10 touch-target', end ? 'pe-11' : null, className)}
          />
          {end && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldProps, Own<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  value: string;
  onChange: (value: string) => void;
}

export function TextArea({
  label,
  help,
  error,
  optional,
  aside,
  onChange,
  className,
  rows = 4,
  ...rest
}: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error} optional={optional} aside={aside}>
      {(ids) => (
        <textarea
          {...rest}
          {...ids}
          rows={rows}
          onChange={(event) => onChange(event.target.value)}
          className={cx(controlClasses, 'resize-y py-2 leading-body', className)}
        />
      )}
    </Field>
  );
}
