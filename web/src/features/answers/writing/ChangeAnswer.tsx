import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { type AnswerDraft, useSaveAnswer, writtenAnswerQuery } from './queries.ts';
import { writeTexts } from './texts.ts';
import { WriteAnswer } from './WriteAnswer.tsx';

/** A dialog for an answer, open until it is stored; for one of a source, once that is known. */
export function ChangeAnswer({ writing, onClose }: { writing: AnswerDraft; onClose: () => void }) {
  const t = useTexts(writeTexts);
  const save = useSaveAnswer();
  const { sourceId = '' } = writing;
  const { data, error } = useQuery({ ...writtenAnswerQuery(sourceId), enabled: sourceId !== '' });
  const giveUp = useEffectEvent((error: unknown) => {
    reportOutcome(t.loadFailed).failed(sentenceOf(error));
    onClose();
  });
  useEffect(() => {
    if (error) giveUp(error);
    else if (data) reportOutcome(t.loadFailed).succeeded();
  }, [error, data, t]);
  const known = sourceId === '' ? writing : data && { ...writing, ...data };
  if (!known) return null;
  return (
    <WriteAnswer
      writing={known}
      onClose={onClose}
      onWritten={async (written) => {
        try {
          await save.mutateAsync({ writing: known, ...written });
        } catch (error) {
          return sentenceOf(error);
        }
        showToast({ tone: 'success', title: t.saved });
        onClose();
        return undefined;
      }}
    />
  );
}
