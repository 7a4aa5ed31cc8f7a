/** Milliseconds without anything, not even the comment of every 15 s, after which the connection is dead. */
const silence = 45_000;

/** The events of a `text/event-stream` body as our own server writes them, each as the endpoint shapes it. */
export async function* readEvents<E>(body: ReadableStream<Uint8Array>): AsyncGenerator<E> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const timer = setTimeout(() => reader.cancel(), silence);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      const frames = (pending + decoder.decode(value, { stream: true })).split('\n\n');
      pending = frames.pop() ?? '';
      for (const frame of frames) {
        // What is no event is a comment that keeps the connection open.
        const [, event, data] = /^event: (.+)\ndata: (.+)/.exec(frame) ?? [];
        if (data) yield { event, data: JSON.parse(data) } as E;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
