/** What a messenger's server takes of what it is asked to send, and how fast. */
export function newMessageIntake() {
  const arrived: { chat: number; at: number }[] = [];
  const awaited = new Map<number, () => void>();
  let perSecond = Number.POSITIVE_INFINITY;
  let refused = 0;
  const isTooFast = () => (arrived.at(-perSecond)?.at ?? Number.NEGATIVE_INFINITY) > performance.now() - 1000;

  return {
    /** Takes a message; gives whether it did. */
    take(chat: number): boolean {
      if (isTooFast()) {
        refused += 1;
        return false;
      }
      arrived.push({ chat, at: performance.now() });
      awaited.get(chat)?.();
      return true;
    },
    told: {
      /** The messages that it took. */
      arrived,
      /** Takes so many messages a second over all chats, and refuses the others as the platform does. */
      limit(messages: number) {
        perSecond = messages;
      },
      refused: () => refused,
      firstMessageTo: (chat: number) => new Promise<void>((resolve) => awaited.set(chat, resolve)),
    },
  };
}
