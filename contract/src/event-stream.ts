/** Nothing for this long, not even the comment of every 15 s: the connection is dead. */
const silence = 45_000;

/** The events of a `text/event-stream` body, each as the endpoint shapes it. */
export async function* readEvents<E>(body: ReadableStream<Uint8Array>): AsyncGenerator<E> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  let event = '';
  let data = '';
  try {
    for (;;) {
      const timer = setTimeout(() => reader.cancel(), silence);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      pending += decoder.decode(value, { stream: true });
      for (;;) {
        // A lone CR at the end may be half of a CRLF.
        const end = /\r\n|\n|\r(?!$)/.exec(pending);
        if (!end) break;
        const line = pending.slice(0, end.index);
        pending = pending.slice(end.index + end[0].length);
        if (line === '') {
          if (data) yield { event, data: JSON.parse(data) } as E;
          event = data = '';
        } else if (line.startsWith('event:')) event = line.slice(6).trim();
        else if (line.startsWith('data:')) data += (data && '\n') + line.slice(5).replace(/^ /, '');
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
