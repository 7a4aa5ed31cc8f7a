import { expect, test } from 'vitest';
import { readEvents } from './event-stream.ts';

const bodyOf = (pieces: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
      controller.close();
    },
  });

async function eventsOf(...pieces: (string | Uint8Array)[]) {
  const events: unknown[] = [];
  for await (const event of readEvents(bodyOf(pieces))) events.push(event);
  return events;
}

const delta = (text: string) => ({ event: 'delta', data: { text } });

test('reads events cut anywhere, with comments between', async () => {
  expect(await eventsOf(': hello\n\nevent: delta\ndata: {"text":"a"}\n\n')).toEqual([delta('a')]);
  expect(
    await eventsOf('event: delta\nda', 'ta: {"text":"b"}\n', '\nevent: delta\ndata: {"text":"c"}\n\n: end'),
  ).toEqual([delta('b'), delta('c')]);
});

test('a character cut in two arrives whole, and an unfinished event not at all', async () => {
  const bytes = new TextEncoder().encode('event: delta\ndata: {"text":"é"}\n\nevent: delta\ndata: {"te');
  expect(await eventsOf(bytes.slice(0, 29), bytes.slice(29))).toEqual([delta('é')]);
});
