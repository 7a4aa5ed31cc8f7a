import type { ConversationMessage } from '@parlance/contract/endpoints/embed';

/** The marks of an answer beside its mode: only those that hold. */
export const marksOf = (
  subjects: readonly string[] = [],
  smallTalk = false,
): Pick<ConversationMessage, 'subjects' | 'smallTalk'> => ({
  ...(subjects.length > 0 ? { subjects: [...subjects] } : {}),
  ...(smallTalk ? { smallTalk } : {}),
});
