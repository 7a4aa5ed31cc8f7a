import { type Chatbot, getChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { limits } from '@parlance/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, ProblemError } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useRowChanges } from '../../../lib/queries/row-changes.ts';
import { drafts } from '../../../lib/storage/drafts.ts';
import { createStore, useStore } from '../../../lib/storage/store.ts';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { useNameRule } from '../../chatbots/parts/ChatbotName.tsx';
import { chatbotQuery } from '../../chatbots/queries.ts';
import { colourKeys, isColour } from '../palettes.ts';
import { fieldTexts, texts } from '../texts.ts';
import { changedPaths, changesOf, type Draft, type Editing, type Path } from './draft.ts';
import {
  arrive,
  beginHistory,
  choose,
  discard,
  edit,
  type History,
  redo,
  store as storeSent,
  undo,
} from './history.ts';

const draftName = (chatbotId: string) => `chatbot:${chatbotId}`;

/** What was left unsaved by a reload or an ended session, over what the server holds by now. */
function resume(chatbot: Chatbot): History {
  const fresh = beginHistory(chatbot);
  try {
    const kept = JSON.parse(drafts.read(draftName(chatbot.id)) ?? '');
    const base: Draft = { ...fresh.base, ...kept.base };
    const since = { ...fresh, chatbot: { ...chatbot, updatedAt: kept.updatedAt }, base };
    return arrive({ ...since, draft: { ...base, ...kept.draft } }, chatbot);
  } catch {
    return fresh;
  }
}

export interface FullEditing extends Editing {
  changes: readonly Path[];
  both: readonly Path[];
  base: Draft;
  isSaving: boolean;
  canUndo: boolean;
  canRedo: boolean;
  undo(): void;
  redo(): void;
  discard(): void;
  choose(path: Path, whose: 'mine' | 'theirs'): void;
}

/** The unsaved state of a chatbot's settings: kept through reloads, undone step by step, saved as a whole. */
export function useEditing(chatbot: Chatbot): FullEditing {
  const t = useTexts(texts);
  const fields = useTexts(fieldTexts);
  const format = useFormat();
  const client = useQueryClient();
  const nameRule = useNameRule();
  const [history] = useState(() => createStore(resume(chatbot)));
  const [isSaving, setIsSaving] = useState(false);
  const state = useStore(history);
  const { base, draft, errors } = state;
  const changes = changedPaths(base, draft);
  const isDirty = changes.length > 0;
  const chatbotId = chatbot.id;

  // What others, and other tabs, make of it.
  useRowChanges({
    table: 'chatbots',
    filter: `id=eq.${chatbotId}`,
    queryKey: chatbotQuery(chatbotId).queryKey,
  });

  /** Takes in a newer chatbot, and says what of it was changed elsewhere. */
  const takeIn = (newer: Chatbot): History => {
    const before = history.get();
    const after = arrive(before, newer);
    history.set(after);
    const wasDirty = changedPaths(before.base, before.draft).length > 0;
    const adopted = changedPaths(before.draft, after.draft);
    if (wasDirty && adopted.length > 0)
      showToast({ tone: 'info', title: t.alsoChanged(format.list(adopted.map((path) => fields[path]))) });
    return after;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the server tells something, in any language
  useEffect(() => {
    // What is being saved comes back by itself, and is no change by others.
    if (!isSaving) takeIn(chatbot);
  }, [chatbot, isSaving]);

  useEffect(() => {
    const name = draftName(chatbotId);
    if (!isDirty) return drafts.remove(name);
    drafts.write(name, JSON.stringify({ base, draft, updatedAt: state.chatbot.updatedAt }));
  }, [chatbotId, isDirty, base, draft, state.chatbot.updatedAt]);

  /** What can be seen to be wrong before the server is asked. */
  const mistakesIn = (one: Draft): Record<string, string> => {
    const found: Record<string, string> = {};
    // One that came from a channel follows the channels' rule, and stands in nobody's way.
    const wrongName = one.name === base.name ? undefined : nameRule(one.name);
    if (wrongName) found.name = wrongName;
    for (const key of colourKeys)
      if (!isColour(one.appearance[key])) found[`appearance.${key}`] = t.notAColour;
    for (const key of ['systemMessage', 'welcomeMessage'] as const)
      if (one[key].length > limits[key]) found[key] = t.tooLong;
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

  return {
    chatbot,
    draft,
    base,
    errors,
    changes,
    isDirty,
    isSaving,
    both: state.both,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    change: (part) => history.set(edit(history.get(), part, Date.now())),
    undo: () => history.set(undo(history.get())),
    redo: () => history.set(redo(history.get())),
    discard: () => history.set(discard(history.get())),
    choose: (path, whose) => history.set(choose(history.get(), path, whose)),
    async save() {
      if (isSaving) return false;
      const found = mistakesIn(history.get().draft);
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
    },
  };
}
