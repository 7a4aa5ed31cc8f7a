import { useEffect, useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { TextInput, type TextInputProps } from '../../../ui/fields/TextInput.tsx';

/**
 * A field for a number or nothing. What is none yet stays as it was typed, and the number before it stays the setting.
 */
export function NumberField({
  value,
  onChange,
  isWhole,
  isRight,
  wrong,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange' | 'error'> & {
  value: number | null;
  onChange: (value: number | null) => void;
  /** Whether the number is whole: then a point or a comma parts thousands. */
  isWhole?: boolean;
  isRight: (value: number) => boolean;
  /** The sentence about what is no such number. */
  wrong: string;
  error?: string | undefined;
}) {
  const { number: format } = useFormat();
  const [text, setText] = useState(() => (value === null ? '' : format(value)));
  const read = (typed: string): number | null | undefined => {
    const close = typed.replace(/\s/g, '');
    const bare = isWhole ? close.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '') : close.replace(',', '.');
    if (bare === '') return null;
    const number = /^\d{1,12}(\.\d{1,6})?$/.test(bare) ? Number(bare) : Number.NaN;
    return isRight(number) ? number : undefined;
  };
  const typed = read(text);
  // Undone, discarded, or changed elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the setting changes, not what is typed
  useEffect(() => {
    if (typed !== value) setText(value === null ? '' : format(value));
  }, [value]);
  return (
    <TextInput
      {...rest}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      error={typed === undefined ? wrong : rest.error}
      onChange={(next) => {
        setText(next);
        const number = read(next);
        if (number !== undefined && number !== value) onChange(number);
      }}
      onBlur={() => typed != null && setText(format(typed))}
    />
  );
}
