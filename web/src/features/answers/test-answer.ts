import type { SentBodyOf } from '@parlance/contract/endpoint';
import { type TestEvent, testChatbot } from '@parlance/contract/endpoints/test-answers';
import { readEvents } from '@parlance/contract/event-stream';
import { request } from '../../lib/calls/api.ts';

/** The events of a chatbot's answer to its owner, as they come. */
export async function* testAnswer(
  chatbotId: string,
  body: SentBodyOf<typeof testChatbot>,
  signal: AbortSignal,
): AsyncGenerator<TestEvent> {
  // An answer may take longer than the minute that other calls have.
  const response = await request(testChatbot, { params: { chatbotId }, body, signal }, null);
  if (response.body) yield* readEvents<TestEvent>(response.body);
}
