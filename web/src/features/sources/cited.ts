import { createStore, type Store } from '../../lib/storage/store.ts';

const cited = new Map<string, Store<string | undefined>>();

/** The source that the last answer of a chatbot's test cites first: its row in the list is lit. */
export function citedOf(chatbotId: string): Store<string | undefined> {
  const known = cited.get(chatbotId) ?? createStore<string | undefined>(undefined);
  cited.set(chatbotId, known);
  return known;
}
