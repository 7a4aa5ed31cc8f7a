import { TextInput, type TextInputProps } from '../../../ui/fields/TextInput.tsx';

/** A code without the spaces and dashes with which people and apps group it. */
export const tidyCode = (typed: string) => typed.replace(/[\s-]/g, '');
export const isCode = (typed: string) => /^\d{6}$/.test(tidyCode(typed));

/** The field of a six-digit code; telephones offer the one that just arrived. */
export const CodeInput = (props: TextInputProps) => (
  <TextInput
    {...props}
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={12}
    required
    className="tabular max-w-44 text-lg! tracking-[0.15em]"
  />
);
