import { listTestMessages, testChatbot } from '@parlance/contract/endpoints/test-answers';
import { readCursor, writeCursor } from '../../../kit/http/cursor.ts';
import { type OpenStreams, sendEvents } from '../../../kit/http/event-stream.ts';
import { type Registration, route } from '../../../kit/http/route.ts';
import { limitRunning } from '../visitors/visitor-limits.ts';
import { answerTest, listTests } from './test-answers.ts';

/** Owners trying their own chatbots. */
export const testRoutes = (streams: OpenStreams): Registration[] => [
  route(listTestMessages, async ({ db }, { caller, params, query }) => {
    const before = readCursor(query.cursor)?.id;
    const page = { limit: query.limit, before };
    const { items, last } = await listTests(db, caller.userId, params.chatbotId, page);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(testChatbot, async (context, { caller, params, body, request, reply }) => {
    const answer = (signal: AbortSignal) =>
      limitRunning(
        `${caller.userId} ${params.chatbotId}`,
        answerTest(context, caller.userId, params.chatbotId, body, signal),
      );
    await sendEvents(context, streams, request, reply, answer, {});
  }),
];
