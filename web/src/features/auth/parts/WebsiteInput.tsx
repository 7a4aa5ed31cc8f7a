import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { TextInput, type TextInputProps } from '../../../ui/fields/TextInput.tsx';
import { texts } from '../texts.ts';

export function WebsiteInput(props: Omit<TextInputProps, 'label'>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <TextInput
      {...props}
      label={t.website}
      optional={w.optional}
      inputMode="url"
      autoComplete="url"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={300}
      placeholder="https://"
    />
  );
}
