import type { TranscriptMessage } from '@parlance/contract/endpoints/conversations';
import { getSource } from '@parlance/contract/endpoints/sources';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { withoutMarks } from '../../answers/answer/marks.ts';
import { useAnswerDialog } from '../../answers/writing/answer-dialog.tsx';
import { type AnswerDraft, writtenAnswerQuery } from '../../answers/writing/queries.ts';

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
  const client = useQueryClient();
  const { write, dialog } = useAnswerDialog();
  const writerOf = (chatbotId: string, message: TranscriptMessage, before: TranscriptMessage[]) => {
    const { unansweredId, mode, text, passages } = message;
    const asked = before.findLast(({ role }) => role === 'visitor');
    const question = asked?.understood ?? asked?.text;
    // Courtesies are answered before any source is looked at: a written answer would not be met.
    if (question === undefined || message.role === 'visitor' || message.smallTalk) return undefined;
    if (unansweredId !== undefined) return () => write({ chatbotId, unansweredId, question, answer: '' });
    // What somebody has answered meanwhile is not asked for again.
    if (mode === 'unanswered') return undefined;
    return async () =>
      write(
        (await writtenAt(client, chatbotId, passages)) ?? {
          chatbotId,
          question,
          answer: withoutMarks(text),
        },
      );
  };
  return { writerOf, dialog };
}
