import type { ConversationMessage } from '@parlance/contract/endpoints/embed';

/** What is told of an answer beside its mode: only what is so. */
export const marksOf = (
  subjects: readonly string[] = [],
  smallTalk = false,
): Pick<ConversationMessage, 'subjects' | 'smallTalk'> => ({
  ...(subjects.length > 0 ? { subjects: [...subjects] } : {}),
  ...(smallTalk ? { smallTalk } : {}),
});
