import { createStore, type Store } from '../../lib/storage/store.ts';

const citedSources = new Map<string, Store<string | undefined>>();

/** The source that the last answer of a chatbot's test cites first: its row in the list is lit. */
export function citedSourceOf(chatbotId: string): Store<string | undefined> {
  const known = citedSources.get(chatbotId) ?? createStore<string | undefined>(undefined);
  citedSources.set(chatbotId, known);
  return known;
}
