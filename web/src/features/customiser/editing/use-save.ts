import { type Chatbot, getChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { limits } from '@parlance/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, ProblemError } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import type { Store } from '../../../lib/storage/store.ts';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { useNameRule } from '../../chatbots/parts/ChatbotName.tsx';
import { chatbotQuery } from '../../chatbots/queries.ts';
import { colourKeys, isColour } from '../palettes.ts';
import { texts } from '../texts.ts';
import { changesOf } from './draft.ts';
import { type History, store as storeSent } from './history.ts';

/** Saves the draft as a whole; what was changed elsewhere meanwhile is taken in, and the rest sent again. */
export function useSave(chatbotId: string, history: Store<History>, takeIn: (newer: Chatbot) => void) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const nameRule = useNameRule();
  const [isSaving, setIsSaving] = useState(false);

  /** The sentences about what can be seen to be wrong before the server is asked. */
  const mistakesIn = ({ base, draft }: History): Record<string, string> => {
    const found: Record<string, string> = {};
    // A name that came from a channel follows the channels' rule, and stands in nobody's way.
    const wrongName = draft.name === base.name ? undefined : nameRule(draft.name);
    if (wrongName) found.name = wrongName;
    for (const key of colourKeys)
      if (!isColour(draft.appearance[key])) found[`appearance.${key}`] = t.notAColour;
    for (const key of ['systemMessage', 'welcomeMessage'] as const)
      if (draft[key].length > limits[key]) found[key] = t.tooLong;
    return found;
  };

  const refuse = (found: Record<string, string>) => {
    history.set({ ...history.get(), errors: found });
    reportOutcome(t.toMend).failed();
    return false;
  };

  const refused = (error: unknown) => {
    if (error instanceof ProblemError && error.code === 'chatbot_name_taken')
      return refuse({ name: sentenceOf(error) });
    const named = error instanceof ProblemError ? error.problem?.errors : undefined;
    if (named?.length) {
      const sentences = named.map(({ path, code }) => [
        path,
        /too_(big|long)/.test(code) ? t.tooLong : t.invalid,
      ]);
      return refuse(Object.fromEntries(sentences));
    }
    reportOutcome(t.saveFailed).failed(sentenceOf(error));
    return false;
  };

  const send = async (): Promise<boolean> => {
    for (let tries = 0; ; tries++) {
      const { base: from, draft: sent, chatbot: known, both } = history.get();
      if (both.length > 0) return false;
      const body = changesOf(from, sent);
      if (Object.keys(body).length === 0) return true;
      try {
        const answer = await call(updateChatbot, {
          params: { chatbotId },
          body: { ...body, updatedAt: known.updatedAt },
        });
        history.set(storeSent(history.get(), sent, answer));
        client.setQueryData(chatbotQuery(chatbotId).queryKey, answer);
        for (const key of [['chatbots', 'list'], ['activity']])
          void client.invalidateQueries({ queryKey: key });
        return true;
      } catch (error) {
        const isOvertaken = error instanceof ProblemError && error.code === 'edit_conflict' && tries < 3;
        if (!isOvertaken) throw error;
        takeIn(await call(getChatbot, { params: { chatbotId } }));
      }
    }
  };

  const save = async () => {
    if (isSaving) return false;
    const found = mistakesIn(history.get());
    if (Object.keys(found).length > 0) return refuse(found);
    setIsSaving(true);
    try {
      const isSaved = await send();
      if (!isSaved) return false;
      for (const title of [t.toMend, t.saveFailed]) reportOutcome(title).succeeded();
      showToast({ tone: 'success', title: t.saved });
      return true;
    } catch (error) {
      return refused(error);
    } finally {
      setIsSaving(false);
    }
  };

  return { isSaving, save };
}
