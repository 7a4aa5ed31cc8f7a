import { limits } from '@parlance/contract/limits';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { TextArea } from '../../../ui/fields/TextInput.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { Editing } from '../editing/draft.ts';
import { internalTexts } from '../internal-texts.ts';
import { Suggestions } from './Suggestions.tsx';

/** What stands there before the first question, with questions to tap: the channels show them as buttons. */
export function WelcomeFields({ editing }: { editing: Editing }) {
  const t = useTexts(internalTexts);
  const format = useFormat();
  const { draft, change, errors, chatbot } = editing;
  const isLong = draft.welcomeMessage.length > limits.welcomeMessage;
  return (
    <Card title={t.welcome}>
      <div className="flex flex-col gap-6">
        <TextArea
          label={t.welcomeMessage}
          value={draft.welcomeMessage}
          onChange={(welcomeMessage) => change({ welcomeMessage })}
          rows={3}
          dir="auto"
          className="field-sizing-content min-h-20"
          aside={t.charactersOf(
            format.number(draft.welcomeMessage.length),
            format.number(limits.welcomeMessage),
          )}
          error={isLong ? t.tooManyCharacters(format.number(limits.welcomeMessage)) : errors.welcomeMessage}
          help={t[`${chatbot.platform}Welcome`]}
        />
        <Suggestions
          suggestions={draft.suggestions}
          onChange={(suggestions) => change({ suggestions })}
          error={Object.entries(errors).find(([path]) => path.startsWith('suggestions'))?.[1]}
        />
      </div>
    </Card>
  );
}
