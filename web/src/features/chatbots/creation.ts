import { useNavigate } from 'react-router';
import { ProblemError } from '../../lib/calls/api.ts';
import { publicConfig } from '../../lib/calls/config.ts';
import { limitOf } from '../../lib/calls/plan-limits.ts';
import { sentenceOf } from '../../lib/calls/refusal.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { outcomeHandlers } from '../../ui/toasts/outcome.ts';
import { reportOutcome, showToast } from '../../ui/toasts/toasts.ts';
import { texts as dialogTexts } from './dialog-texts.ts';
import { useCreateChatbot, useUpdateChatbot } from './queries.ts';
import { texts } from './texts.ts';

/** The sentence that a person reads where a chatbot was refused. */
export function useRefusalSentence() {
  const t = useTexts(texts);
  return (error: unknown): string => {
    if (error instanceof ProblemError && error.code === 'chatbot_name_taken') return t.nameTaken;
    const limit = error instanceof ProblemError && error.problem?.limit;
    if (typeof limit === 'number') return t.limitReached(limit);
    return sentenceOf(error);
  };
}

/** Removes the warning of a chatbot's creation, once it has been read. */
export function useNoticeRead() {
  const t = useTexts(texts);
  const update = useUpdateChatbot();
  return (chatbotId: string) =>
    update.mutate({ chatbotId, creation: 'completed' }, outcomeHandlers(t.noticeStays));
}

/** Creates a chatbot, says how that went and goes on to its data sources; returns the sentence of a refusal. */
export function useCreation(): (name: string) => Promise<string | undefined> {
  const t = useTexts(dialogTexts);
  const create = useCreateChatbot();
  const navigate = useNavigate();
  const refusalOf = useRefusalSentence();
  return async (name) => {
    try {
      const chatbot = await create.mutateAsync(name);
      reportOutcome(t.createFailed).succeeded();
      // A server that cannot be asked now is no reason to hold somebody up.
      const config = await publicConfig().catch(() => undefined);
      const warning = chatbot.creationNotice;
      showToast(
        warning
          ? { tone: 'info', title: t.completedWithWarning(chatbot.name), description: warning }
          : {
              tone: 'success',
              title: t.completed(chatbot.name),
              description: config?.answers === 'quoted' ? t.quoting : undefined,
            },
      );
      void navigate(`/chatbots/${chatbot.id}/data-sources`);
      return undefined;
    } catch (error) {
      const sentence = refusalOf(error);
      const isOfName = error instanceof ProblemError && error.code === 'chatbot_name_taken';
      if (!isOfName) reportOutcome(t.createFailed).failed(sentence, { limit: limitOf(error) });
      return sentence;
    }
  };
}
