import { createParser } from 'eventsource-parser';
import * as z from 'zod/mini';
import type { ChatUsage } from './models.ts';
import { ModelError } from './models-request.ts';

export type AnswerPiece = { text: string } | { usage: ChatUsage } | { finished: true };

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

/** The answer's pieces as they arrive. Throws `ModelError` on what is no answer or not a whole one. */
export async function* answerPieces(
  response: Response,
  maxTokens: number,
): AsyncGenerator<AnswerPiece, void> {
  let textLength = 0;
  let isFinished = false;
  for await (const data of eventsOf(response, wireLimit(maxTokens))) {
    if (data === '[DONE]') {
      isFinished = true;
      break;
    }
    const { choices, usage, error } = parsed(data);
    if (error) throw new ModelError('refused');
    const reported = usageShape.safeParse(usage);
    if (reported.success) {
      const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = reported.data;
      yield { usage: { promptTokens, completionTokens } };
    }
    const [choice] = choices ?? [];
    const text = choice?.delta?.content ?? choice?.message?.content;
    if (text) {
      textLength += text.length;
      if (textLength > textLimit(maxTokens)) throw new ModelError('endless');
      yield { text };
    }
    if (choice?.finish_reason) {
      isFinished = true;
      yield { finished: true };
    }
  }
  if (!isFinished) throw new ModelError('interrupted');
}

function parsed(data: string): z.infer<typeof answerShape> {
  try {
    return answerShape.parse(JSON.parse(data));
  } catch (cause) {
    throw new ModelError('malformed', { cause });
  }
}

async function* eventsOf(response: Response, limit: number): AsyncGenerator<string> {
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const chunks = textOf(response, limit);
  if (mediaType === 'application/json') {
    // A server that does not stream answers in one piece.
    let whole = '';
    for await (const chunk of chunks) whole += chunk;
    yield whole;
    return;
  }
  if (mediaType !== 'text/event-stream') throw new ModelError('malformed');
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  for await (const chunk of chunks) {
    parser.feed(chunk);
    yield* events.splice(0);
  }
}

async function* textOf(response: Response, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw new ModelError('endless');
    yield decoder.decode(chunk, { stream: true });
  }
}
