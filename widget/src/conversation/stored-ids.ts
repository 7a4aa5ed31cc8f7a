export interface ConversationIds {
  conversationId?: string;
  visitorToken?: string;
}

const keyOf = (publicId: string) => `parlance:${publicId}`;

/** The ids by which a visitor's conversation goes on after a reload; none where the page's storage is closed. */
export function readIds(publicId: string): ConversationIds {
  try {
    return JSON.parse(localStorage.getItem(keyOf(publicId)) as string) || {};
  } catch {
    // A visitor or a sandbox may have closed the storage: the conversation then lives as long as the page.
    return {};
  }
}

/** Keeps the ids in the page's storage, from the first message on. */
export function storeIds(publicId: string, ids: ConversationIds) {
  try {
    if (ids.visitorToken) localStorage.setItem(keyOf(publicId), JSON.stringify(ids));
    else localStorage.removeItem(keyOf(publicId));
  } catch {
    // Likewise.
  }
}
