import { createParser } from 'eventsource-parser';
import * as z from 'zod/mini';
import type { ModelUsage } from './models.ts';
import { type ModelAnswer, ModelError } from './request.ts';

export type AnswerPiece = { text: string } | { usage: ModelUsage } | { finished: true };

// Loose: of what servers add, tool calls and thoughts among it, nothing is used (S5.2).
const answerShape = z.object({
  choices: z.optional(
    z.array(
      z.object({
        delta: z.nullish(z.object({ content: z.nullish(z.string()) })),
        message: z.nullish(z.object({ content: z.nullish(z.string()) })),
        finish_reason: z.nullish(z.string()),
      }),
    ),
  ),
  usage: z.nullish(z.unknown()),
  error: z.nullish(z.unknown()),
});
const usageShape = z.object({ prompt_tokens: z.number(), completion_tokens: z.number() });

// A token is seldom over 10 characters and its frame seldom over 1 KB; what passes these is no answer.
const textLimit = (maxTokens: number) => 4_000 + maxTokens * 20;
const wireLimit = (maxTokens: number) => 262_144 + maxTokens * 4_096;

/** Words that follow one another faster than this are sent together: one at a time they cost more than they say. */
const gatherMs = 50;
/** Pieces that a process sends in a second, to all readers together, before it gathers for longer instead. */
const maxPiecesPerSecond = 500;
let answersRead = 0;

/**
 * The answer's pieces as they arrive, words that come close together in one. Throws `ModelError` on what is no answer
 * or not a whole one; the pieces before that are given first.
 */
export async function* readAnswerPieces(
  { mediaType, body }: ModelAnswer,
  maxTokens: number,
): AsyncGenerator<AnswerPiece, void> {
  const reading = new AnswerReading(mediaType, maxTokens);
  let failure: { error: unknown } | undefined;
  let isClosed = false;
  let isGathering = false;
  let wake = () => {};
  const fail = (error: unknown) => {
    failure ??= { error };
    wake();
  };
  // Read as it arrives, which `AnswerReading` bounds: somebody who reads slowly must not slow the model.
  body.on('data', (chunk: Buffer) => {
    if (failure || reading.isEnded) return;
    try {
      reading.feed(chunk);
    } catch (error) {
      fail(error);
    }
    if (!isGathering || !reading.hasWords || reading.isEnded) wake();
  });
  body.on('error', fail);
  answersRead++;
  body.once('close', () => {
    answersRead--;
    isClosed = true;
    wake();
  });
  const waitForMore = (withinMs?: number) =>
    new Promise<void>((resolve) => {
      const timer = withinMs === undefined ? undefined : setTimeout(resolve, withinMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const isOver = () => isClosed || failure !== undefined || reading.isEnded;

  let lastSentAt = 0;
  while (!isOver()) {
    const apartMs = Math.max(gatherMs, (1000 * answersRead) / maxPiecesPerSecond);
    const left = lastSentAt + apartMs - performance.now();
    isGathering = reading.hasWords && left > 0;
    if (reading.isEmpty || isGathering) {
      await waitForMore(isGathering ? left : undefined);
      continue;
    }
    lastSentAt = performance.now();
    yield* reading.take();
  }
  try {
    if (!failure) reading.end();
  } catch (error) {
    fail(error);
  }
  yield* reading.take();
  if (failure) throw failure.error;
}

/** What a server has sent so far, read into pieces. */
class AnswerReading {
  /** Whether nothing that still comes belongs to the answer. */
  isEnded = false;
  #isFinished = false;
  readonly #decoder = new TextDecoder();
  readonly #feed: (text: string) => void;
  readonly #maxText: number;
  readonly #maxBytes: number;
  #bytes = 0;
  #textLength = 0;
  #pieces: AnswerPiece[] = [];
  /** The answer of a server that does not stream: it comes in one piece. */
  #whole: string | undefined;

  constructor(mediaType: string, maxTokens: number) {
    this.#maxText = textLimit(maxTokens);
    this.#maxBytes = wireLimit(maxTokens);
    if (mediaType === 'application/json') {
      this.#whole = '';
      this.#feed = (text) => {
        this.#whole += text;
      };
    } else if (mediaType === 'text/event-stream') {
      const parser = createParser({ onEvent: ({ data }) => this.#hear(data) });
      this.#feed = (text) => parser.feed(text);
    } else {
      throw new ModelError('malformed');
    }
  }

  /** Whether words wait to be sent, and nothing else. */
  get hasWords(): boolean {
    return this.#pieces.length > 0 && this.#pieces.every((piece) => 'text' in piece);
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  feed(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) throw new ModelError('endless');
    this.#feed(this.#decoder.decode(chunk, { stream: true }));
  }

  take(): AnswerPiece[] {
    return this.#pieces.splice(0);
  }

  /** Reads what is left once nothing more comes. */
  end(): void {
    if (this.#whole !== undefined) this.#hear(this.#whole);
    if (!this.#isFinished) throw new ModelError('interrupted');
  }

  #hear(data: string): void {
    if (this.isEnded) return;
    if (data === '[DONE]') {
      this.#isFinished = true;
      this.isEnded = true;
      return;
    }
    const { choices, usage, error } = parseEvent(data);
    if (error) throw new ModelError('refused');
    const reported = usage ? usageShape.safeParse(usage) : undefined;
    if (reported?.success) {
      const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = reported.data;
      this.#pieces.push({ usage: { promptTokens, completionTokens } });
    }
    const [choice] = choices ?? [];
    const text = choice?.delta?.content ?? choice?.message?.content;
    if (text) this.#hearText(text);
    if (choice?.finish_reason) {
      this.#isFinished = true;
      this.#pieces.push({ finished: true });
    }
  }

  #hearText(text: string): void {
    this.#textLength += text.length;
    if (this.#textLength > this.#maxText) throw new ModelError('endless');
    const last = this.#pieces.at(-1);
    if (last && 'text' in last) last.text += text;
    else this.#pieces.push({ text });
  }
}

function parseEvent(data: string): z.infer<typeof answerShape> {
  try {
    return answerShape.parse(JSON.parse(data));
  } catch (cause) {
    throw new ModelError('malformed', { cause });
  }
}
