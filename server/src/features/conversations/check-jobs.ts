import type { ErrorCode } from '@parlance/contract/errors';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError } from '../../kit/errors.ts';
import { defineJob, RetryLater } from '../../kit/jobs.ts';
import { getChatbot } from '../chatbots/service.ts';
import { tokensOfCauses } from '../usage/service.ts';
import { type CheckResultRow, endRun, nextToAsk, runById, storeResult } from './check-queries.ts';
import { missingIn } from './must-contain.ts';
import { deleteConversation, messageById } from './queries.ts';
import { answerCheck } from './test-answers.ts';

/** How long a run goes on before others get the place. */
const sliceMs = 15_000;

/** What the next question would meet as well, until the owner does something about it. */
const endings: ReadonlySet<ErrorCode> = new Set(['message_quota_exceeded', 'model_refused']);

const ofRun = z.object({ ownerId: z.uuid(), runId: z.uuid() });

/** Asks what a run has not asked yet, some seconds at a time, each question once the one before is answered. */
export const askChecks = defineJob({
  name: 'conversations.ask-checks',
  payload: ofRun,
  lane: 'network',
  // A slice, and an answer that began at its end.
  timeoutMs: 5 * 60_000,
  async run(context, { ownerId, runId }, { signal }) {
    const { db } = context;
    const end = performance.now() + sliceMs;
    for (;;) {
      const run = await runById(db, ownerId, runId);
      if (run?.status !== 'running') return;
      const check = await nextToAsk(db, runId);
      if (!check) {
        await endRun(db, ownerId, runId, null);
        return;
      }
      try {
        await ask(context, run.chatbot_id, check);
      } catch (error) {
        if (!(error instanceof AppError && endings.has(error.code))) throw error;
        await breakOff(context, ownerId, runId, error.code);
        return;
      }
      signal.throwIfAborted();
      if (performance.now() > end) throw new RetryLater(0);
    }
  },
  onDead: (context, { ownerId, runId }) => breakOff(context, ownerId, runId, 'internal'),
});

/** Asks, unless its answer is there already: its process died before it was looked at. */
async function ask(context: Context, chatbotId: string, check: CheckResultRow): Promise<void> {
  const { db } = context;
  const { owner_id: ownerId, conversation_id: conversationId, message_id: messageId } = check;
  let answered = await messageById(db, ownerId, messageId);
  if (!answered) {
    const chatbot = await getChatbot(db, ownerId, chatbotId);
    // Of an attempt that was broken off.
    await deleteConversation(db, conversationId);
    await answerCheck(context, chatbot, { question: check.question, conversationId, messageId });
    answered = await messageById(db, ownerId, messageId);
  }
  if (!answered?.mode) throw new Error('a check’s answer was not kept');
  const { text, mode, citations } = answered;
  const missing = missingIn(text, check.must_contain, citations);
  const tokens = await tokensOfCauses(db, ownerId, [`test:${messageId}`, `test:${messageId}:search`]);
  await transaction(db, async (db) => {
    await storeResult(db, check, { passed: missing.length === 0, mode, answer: text, missing, tokens });
    // Its owner's own tests are listed; what a run asked is told by the run.
    await deleteConversation(db, conversationId);
  });
}

/** What was found so far stands. */
async function breakOff({ db }: Context, ownerId: string, runId: string, code: string): Promise<void> {
  const check = await nextToAsk(db, runId);
  await transaction(db, async (db) => {
    if (check) await deleteConversation(db, check.conversation_id);
    await endRun(db, ownerId, runId, code);
  });
}

export const checkJobs = [askChecks];
