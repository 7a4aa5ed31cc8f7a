import { useState } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { type AnswerDraft, draftOf, useSaveAnswer } from './queries.ts';
import { writeTexts } from './texts.ts';

const WriteAnswer = onDemand(() => import('./WriteAnswer.tsx').then((file) => file.WriteAnswer));

/** The dialog in which an answer is written, over whatever screen asks for it. */
export function useAnswerDialog() {
  const t = useTexts(writeTexts);
  const save = useSaveAnswer();
  const [writing, write] = useState<AnswerDraft>();
  const close = () => write(undefined);
  const dialog = writing && (
    <WriteAnswer
      key={draftOf(writing)}
      writing={writing}
      onClose={close}
      onFailed={close}
      onWritten={async (written) => {
        try {
          await save.mutateAsync({ writing, ...written });
        } catch (error) {
          return sentenceOf(error);
        }
        close();
        showToast({ tone: 'success', title: t.saved });
        return undefined;
      }}
    />
  );
  return { write, dialog };
}
