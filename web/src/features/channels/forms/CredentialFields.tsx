import { useTexts } from '../../../lib/language/texts.ts';
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import type { CredentialName } from './credentials.ts';
import { formTexts } from './texts.ts';

interface CredentialField {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

const isOpen = (name: CredentialName) => name === 'clientId' || name === 'businessAccountId';

/** The fields of what a platform asks for; secrets are masked until they are to be seen. */
export function CredentialFields<Name extends CredentialName>({
  names,
  field,
}: {
  names: readonly Name[];
  field: (name: Name) => CredentialField;
}) {
  const t = useTexts(formTexts);
  return names.map((name) => {
    const shared = {
      ...field(name),
      label: t[name],
      help: t[`${name}Help`],
      dir: 'ltr',
      autoComplete: 'off',
      spellCheck: false,
      translate: 'no',
      // Managers of passwords would keep it, or fill in the person's own.
      'data-1p-ignore': '',
      'data-lpignore': 'true',
      'data-bwignore': 'true',
    } as const;
    return isOpen(name) ? (
      <TextInput key={name} {...shared} inputMode="numeric" />
    ) : (
      <PasswordInput key={name} {...shared} revealLabel={t.reveal(t[name])} hideLabel={t.hide(t[name])} />
    );
  });
}
