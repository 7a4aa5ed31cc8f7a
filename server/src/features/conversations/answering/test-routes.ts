import { listTestMessages, testChatbot } from '@parlance/contract/endpoints/test-answers';
import { AppError } from '../../../kit/errors.ts';
import { readCursor, writeCursor } from '../../../kit/http/cursor.ts';
import { type OpenStreams, sendEvents, whileRead } from '../../../kit/http/event-stream.ts';
import { type Registration, route } from '../../../kit/http/route.ts';
import { maxRunningOfProgram } from '../turns/turn.ts';
import { limitRunning } from '../visitors/visitor-limits.ts';
import { answerProgram, gatherAnswer } from './program-answers.ts';
import { answerTest, listTests } from './test-answers.ts';

/** Owners trying their own chatbots, and their programs asking them. */
export const testRoutes = (streams: OpenStreams): Registration[] => [
  route(listTestMessages, async ({ db }, { caller, params, query }) => {
    const before = readCursor(query.cursor)?.id;
    const page = { limit: query.limit, before };
    const { items, last } = await listTests(db, caller.userId, params.chatbotId, page);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(testChatbot, async (context, { caller, params, body, request, reply }) => {
    const { userId, scopes } = caller;
    // Other instructions are for whoever may save them: a key that is to ask must not make of a chatbot another one.
    if (scopes && body.draft) throw new AppError('insufficient_scope', { detail: 'draft: sign in to test' });
    const { chatbotId } = params;
    const answer = (signal: AbortSignal) =>
      scopes
        ? limitRunning(
            `program of ${userId} ${chatbotId}`,
            answerProgram(context, userId, chatbotId, body, signal),
            maxRunningOfProgram,
          )
        : limitRunning(`${userId} ${chatbotId}`, answerTest(context, userId, chatbotId, body, signal));
    if (/\bapplication\/json\b/i.test(request.headers.accept ?? ''))
      return whileRead(streams, reply, (signal) => gatherAnswer(answer(signal)));
    await sendEvents(context, streams, request, reply, answer, {});
  }),
];
