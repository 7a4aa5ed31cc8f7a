import { useTexts } from '../../../lib/language/texts.ts';
import { TextInput, type TextInputProps } from '../../../ui/fields/TextInput.tsx';
import { texts } from '../texts.ts';

/** The field of an address. Not type=email: the browser would refuse what we clean and show. */
export function EmailInput(props: Omit<TextInputProps, 'label'>) {
  const t = useTexts(texts);
  return (
    <TextInput
      autoComplete="username"
      {...props}
      label={t.email}
      type="text"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
