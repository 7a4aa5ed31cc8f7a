import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { changedPaths, type Draft, draftOf, merge, type Path, valueAt, withValue } from './draft.ts';

/** Everything that editing one chatbot remembers; each function answers the next state. */
export interface History {
  /** The chatbot as the server last told it; `base` is what can be edited of it. */
  chatbot: Chatbot;
  base: Draft;
  draft: Draft;
  past: readonly Draft[];
  future: readonly Draft[];
  /** What the last change touched, and when: typing on is one step back. */
  last?: { paths: string; at: number };
  errors: Record<string, string>;
  /** Fields that somebody else has changed, too, and that wait for a choice: theirs is in `base`. */
  both: readonly Path[];
}

/** Milliseconds of a pause that ends a step: shorter ones are between two words. */
const stepMs = 1000;
/** Steps that are kept: as far as anybody goes back; each holds a few kilobytes at most. */
const maxSteps = 100;

export function beginHistory(chatbot: Chatbot): History {
  const base = draftOf(chatbot);
  return { chatbot, base, draft: base, past: [], future: [], errors: {}, both: [] };
}

/** The fields that still wait for a choice: one made like theirs needs none. */
const openOf = (both: readonly Path[], base: Draft, draft: Draft) => {
  const changed = changedPaths(base, draft);
  return both.filter((path) => changed.includes(path));
};

function show(history: History, draft: Draft, rest: Partial<History>): History {
  const touched = changedPaths(history.draft, draft);
  const errors = Object.fromEntries(
    // A sentence about one suggestion goes when the list changes.
    Object.entries(history.errors).filter(
      ([path]) => !touched.some((one) => path === one || path.startsWith(`${one}.`)),
    ),
  );
  return { ...history, ...rest, draft, errors, both: openOf(history.both, history.base, draft) };
}

export function edit(history: History, part: Partial<Draft>, now: number): History {
  const draft = { ...history.draft, ...part };
  const paths = changedPaths(history.draft, draft).join();
  if (paths === '') return history;
  const isSameStep = history.last?.paths === paths && now - history.last.at < stepMs;
  const past = isSameStep ? history.past : [...history.past, history.draft].slice(-maxSteps);
  return show(history, draft, { past, future: [], last: { paths, at: now } });
}

/** Goes back to what the server holds; a step of its own, however soon it comes. */
export const discard = (history: History): History => ({
  ...edit({ ...history, last: undefined }, history.base, 0),
  last: undefined,
  errors: {},
  both: [],
});

export function undo(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  const future = [history.draft, ...history.future];
  return show(history, before, { past: history.past.slice(0, -1), future, last: undefined });
}

export function redo(history: History): History {
  const [after, ...future] = history.future;
  if (!after) return history;
  return show(history, after, { past: [...history.past, history.draft], future, last: undefined });
}

/** Takes in what the server tells, from wherever it was changed; nothing that was edited here is lost. */
export function arrive(history: History, chatbot: Chatbot): History {
  if (chatbot === history.chatbot || chatbot.updatedAt < history.chatbot.updatedAt) return history;
  const theirs = draftOf(chatbot);
  const over = (mine: Draft) => merge(history.base, mine, theirs).draft;
  const { draft, both } = merge(history.base, history.draft, theirs);
  return {
    ...history,
    chatbot,
    base: theirs,
    draft,
    past: history.past.map(over),
    future: history.future.map(over),
    both: openOf([...new Set([...history.both, ...both])], theirs, draft),
  };
}

/** The history after `sent` was stored as `chatbot`; what was edited while it was on its way stays edited. */
export function store(history: History, sent: Draft, chatbot: Chatbot): History {
  const base = draftOf(chatbot);
  const { draft } = merge(sent, history.draft, base);
  return { ...history, chatbot, base, draft, errors: {}, both: [], last: undefined };
}

/** Makes the choice between two changes of one field. */
export function choose(history: History, path: Path, whose: 'mine' | 'theirs'): History {
  if (whose === 'mine') return { ...history, both: history.both.filter((one) => one !== path) };
  const draft = withValue(history.draft, path, valueAt(history.base, path));
  return show(history, draft, { past: [...history.past, history.draft], future: [], last: undefined });
}
