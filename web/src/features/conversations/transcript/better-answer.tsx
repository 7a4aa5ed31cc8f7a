import type { TranscriptMessage } from '@parlance/contract/endpoints/conversations';
import { getSource } from '@parlance/contract/endpoints/sources';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { withoutMarks } from '../../answers/answer/marks.ts';
import {
  type AnswerDraft,
  draftOf,
  useSaveAnswer,
  writtenAnswerQuery,
} from '../../answers/writing/queries.ts';
import { writeTexts } from '../../answers/writing/texts.ts';

const WriteAnswer = onDemand(() =>
  import('../../answers/writing/WriteAnswer.tsx').then((file) => file.WriteAnswer),
);

/** The professional's own answer that was cited first, if one was: it is changed instead of written twice. */
async function writtenAt(
  client: QueryClient,
  chatbotId: string,
  passages: TranscriptMessage['passages'],
): Promise<AnswerDraft | undefined> {
  const sourceId = passages?.find(({ used }) => used)?.sourceId;
  if (sourceId === undefined) return undefined;
  try {
    const { kind } = await call(getSource, { params: { sourceId } });
    if (kind !== 'answer') return undefined;
    return { chatbotId, sourceId, ...(await client.fetchQuery(writtenAnswerQuery(sourceId))) };
  } catch {
    return undefined;
  }
}

/** What should have been said instead of what was: for which messages that can be written, and the dialog to do so. */
export function useBetterAnswer() {
  const t = useTexts(writeTexts);
  const client = useQueryClient();
  const save = useSaveAnswer();
  const [writing, setWriting] = useState<AnswerDraft>();
  const close = () => setWriting(undefined);
  const writerOf = (chatbotId: string, message: TranscriptMessage, before: TranscriptMessage[]) => {
    const { unansweredId, mode, text, passages } = message;
    const asked = before.findLast(({ role }) => role === 'visitor');
    const question = asked?.understood ?? asked?.text;
    // Courtesies are answered before any source is looked at: a written answer would not be met.
    if (question === undefined || message.role === 'visitor' || message.smallTalk) return undefined;
    if (unansweredId !== undefined)
      return () => setWriting({ chatbotId, unansweredId, question, answer: '' });
    // What somebody has answered meanwhile is not asked for again.
    if (mode === 'unanswered') return undefined;
    return async () =>
      setWriting(
        (await writtenAt(client, chatbotId, passages)) ?? {
          chatbotId,
          question,
          answer: withoutMarks(text),
        },
      );
  };
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
  return { writerOf, dialog };
}
