import { answerQuestion, getAnswer, updateAnswer } from '@parlance/contract/endpoints/conversations';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { drafts } from '../../../lib/storage/drafts.ts';

/** An answer that is being written, or changed. */
export interface AnswerDraft {
  chatbotId: string;
  /** The source of the answer that is changed. */
  sourceId?: string;
  /** The unanswered question that it is written for. */
  unansweredId?: string;
  question: string;
  answer: string;
}

export const draftOf = ({ chatbotId, sourceId, unansweredId, question }: AnswerDraft) =>
  `answer:${sourceId ?? unansweredId ?? `${chatbotId}:${question}`}`;

export const writtenAnswerQuery = (sourceId: string) =>
  queryOptions({
    queryKey: ['sources', 'answer', sourceId],
    queryFn: ({ signal }) => call(getAnswer, { params: { sourceId }, signal }),
    staleTime: 0,
  });

const staleQueryKeys = ['sources', 'usage', 'unanswered', 'conversations', 'activity', 'chatbots'];

/** Stores what was written; its draft is kept until then. */
export function useSaveAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ writing, ...body }: { writing: AnswerDraft; question: string; answer: string }) => {
      const { chatbotId, sourceId, unansweredId } = writing;
      return sourceId === undefined
        ? call(answerQuestion, {
            params: { chatbotId },
            body: { ...body, ...(unansweredId === undefined ? {} : { unansweredId }) },
          })
        : call(updateAnswer, { params: { sourceId }, body });
    },
    onSuccess(_, { writing }) {
      drafts.remove(draftOf(writing));
      for (const key of staleQueryKeys) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}
