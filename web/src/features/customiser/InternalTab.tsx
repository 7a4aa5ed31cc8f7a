import { useTexts } from '../../lib/texts.ts';
import { Card } from '../../ui/Card.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { texts } from '../chatbots/texts.ts';
import type { Editing } from './editing.ts';

/** How the chatbot answers. */
export function InternalTab({ editing }: { editing: Editing }) {
  const t = useTexts(texts);
  return (
    <Card title={t.contactTitle}>
      <TextInput
        value={editing.draft.contact}
        onChange={(contact) => editing.change({ contact })}
        error={editing.errors.contact}
        label={t.contactLabel}
        help={t.contactHelp}
        placeholder={t.contactPlaceholder}
        maxLength={200}
      />
    </Card>
  );
}
