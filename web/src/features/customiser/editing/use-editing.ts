import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useRowChanges } from '../../../lib/queries/row-changes.ts';
import { drafts } from '../../../lib/storage/drafts.ts';
import { createStore, useStore } from '../../../lib/storage/store.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { chatbotQuery } from '../../chatbots/queries.ts';
import { fieldTexts, texts } from '../texts.ts';
import { changedPaths, type Draft, type Editing, type Path } from './draft.ts';
import { arrive, beginHistory, choose, discard, edit, type History, redo, undo } from './history.ts';
import { useSave } from './use-save.ts';

const draftName = (chatbotId: string) => `chatbot:${chatbotId}`;

/** The history of what was left unsaved by a reload or an ended session, over what the server holds by now. */
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
  const [history] = useState(() => createStore(resume(chatbot)));
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
  const takeIn = (newer: Chatbot) => {
    const before = history.get();
    const after = arrive(before, newer);
    history.set(after);
    const wasDirty = changedPaths(before.base, before.draft).length > 0;
    const adopted = changedPaths(before.draft, after.draft);
    if (wasDirty && adopted.length > 0)
      showToast({ tone: 'info', title: t.alsoChanged(format.list(adopted.map((path) => fields[path]))) });
  };
  const { isSaving, save } = useSave(chatbotId, history, takeIn);

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
    save,
  };
}
