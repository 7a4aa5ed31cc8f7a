import type { ErrorCode } from '@parlance/contract/errors';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { RetryLater, work } from '../../../kit/jobs/job.ts';
import { getChatbot } from '../../chatbots/service.ts';
import { tokensOfCauses } from '../../usage/service.ts';
import { answerCheck } from '../answering/test-answers.ts';
import { deleteConversation, messageById } from '../turns/queries.ts';
import { maxRunningAnswers, testCauses } from '../turns/turn.ts';
import { findMissing } from './must-contain.ts';
import { type CheckResultRow, endRun, pendingResultsOf, runById, storeResult } from './queries.ts';
import { askChecks } from './queue.ts';

/** How long a run goes on before others get the place. */
const sliceMs = 15_000;

/** Refusals that the next question would meet as well, until the owner, or the provider, does something about it. */
const endingCodes: ReadonlySet<ErrorCode> = new Set([
  'message_quota_exceeded',
  'model_refused',
  'model_unavailable',
]);

/** How long a run waits for a provider that fails, and how often it tries again meanwhile. */
const outageMs = 10 * 60_000;
const outageRetryMs = 60_000;

const isEnding = (error: unknown): error is AppError =>
  error instanceof AppError && endingCodes.has(error.code);

/** Asks what a run has not asked yet, some seconds at a time. */
export const askChecksWork = work(
  askChecks,
  async (context, { ownerId, runId }, { signal }) => {
    const { db } = context;
    const end = performance.now() + sliceMs;
    const waiting = await pendingResultsOf(db, ownerId, runId);
    let asking = 0;
    let isOver = false;
    const askOnwards = async () => {
      while (!isOver) {
        const run = await runById(db, ownerId, runId);
        const check = run?.status === 'running' ? waiting.shift() : undefined;
        if (!run || !check) return;
        asking += 1;
        try {
          await answerOneCheck(context, run.chatbot_id, check);
        } catch (error) {
          // What the others have set aside may be what it lacked: one of them asks it again.
          if (!isEnding(error) || asking === 1) {
            isOver = true;
            throw error;
          }
          waiting.unshift(check);
          return;
        } finally {
          asking -= 1;
        }
        signal.throwIfAborted();
        isOver ||= performance.now() > end;
      }
    };
    // What has begun is kept before the run ends, or goes on later.
    const ended = await Promise.allSettled(Array.from({ length: concurrencyOf(context) }, askOnwards));
    const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    const run = await runById(db, ownerId, runId);
    // Gone with its chatbot, whatever that has broken off.
    if (!run) return;
    const failure = errors.find((error) => !isEnding(error));
    if (failure !== undefined) throw failure;
    const ending = errors.find(isEnding);
    // Quotes are no result to compare with what a model writes.
    const isEarly = context.clock().getTime() - run.at.getTime() < outageMs;
    if (run.status === 'running' && ending?.code === 'model_unavailable' && isEarly)
      throw new RetryLater(outageRetryMs);
    if (run.status === 'running' && !ending && (await pendingResultsOf(db, ownerId, runId)).length > 0)
      throw new RetryLater(0);
    await endWith(context, ownerId, runId, ending?.code ?? null);
  },
  {
    onDead: (context, { ownerId, runId }) => endWith(context, ownerId, runId, 'internal'),
  },
);

/**
 * Questions answered at a time, as many as a tester may wait for: where a provider answers, waiting is all that they
 * do. What we answer ourselves would be no quicker, and in everybody's way.
 */
const concurrencyOf = ({ models }: Context) => (models.chat ? maxRunningAnswers : 1);

/** Answers a check, unless its answer is there already: its process died before it was looked at. */
async function answerOneCheck(context: Context, chatbotId: string, check: CheckResultRow): Promise<void> {
  const { db } = context;
  const { owner_id: ownerId, conversation_id: conversationId, message_id: messageId } = check;
  let answered = await messageById(db, ownerId, messageId);
  if (!answered) {
    const chatbot = await getChatbot(db, ownerId, chatbotId);
    // Of an attempt that was broken off.
    await deleteConversation(db, ownerId, conversationId);
    await answerCheck(context, chatbot, { question: check.question, conversationId, messageId });
    answered = await messageById(db, ownerId, messageId);
  }
  if (!answered?.mode) throw new Error('a check’s answer was not kept');
  const { text, mode, citations } = answered;
  const missing = findMissing(text, check.must_contain, citations);
  const tokens = await tokensOfCauses(db, ownerId, testCauses(messageId));
  await transaction(db, async (db) => {
    await storeResult(db, check, { passed: missing.length === 0, mode, answer: text, missing, tokens });
    // Its owner's own tests are listed; what a run asked is told by the run.
    await deleteConversation(db, ownerId, conversationId);
  });
}

/** Ends a run with what was found so far; one that was stopped has ended already. */
async function endWith({ db }: Context, ownerId: string, runId: string, code: string | null): Promise<void> {
  const unasked = await pendingResultsOf(db, ownerId, runId);
  await transaction(db, async (db) => {
    // Of what was refused, or broken off.
    for (const { conversation_id } of unasked) await deleteConversation(db, ownerId, conversation_id);
    await endRun(db, ownerId, runId, code);
  });
}
