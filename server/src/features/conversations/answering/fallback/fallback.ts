import type { FallbackReason } from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import { enqueue } from '../../../../kit/jobs/enqueue.ts';
import { fallbackAnswers } from '../../../../kit/metrics.ts';
import {
  acceptReservation,
  momentOf,
  QuotaExceeded,
  type Reservation,
  type ReservationOutcome,
  type ReservationRequest,
  release,
  reserveIfLeft,
  sumParts,
  tellOfRefusal,
} from '../../../usage/service.ts';
import { chargeOf, isTest } from '../../turns/turn.ts';
import { type AnswerTask, toAnswerWithoutModel } from '../answers.ts';
import type { Decision } from '../decision.ts';
import { partsOfAnswer, type WrittenAnswer } from '../model-answer.ts';
import type { Retrieved } from '../retrieval/retrieval.ts';
import { countFallback, takeFreeAnswer } from './queries.ts';
import { mailOutage } from './queue.ts';

type Refusal = Exclude<ReservationOutcome, 'held'>;

const reasons: Record<Refusal, FallbackReason> = { quota: 'quota', day: 'daily_cap', month: 'monthly_cap' };

/**
 * What is answered where there are no tokens for what was decided: what the sources say word for word, for its own price where
 * that much is left, else for nothing, as often in a day as a chatbot may. Tells its owner; throws `QuotaExceeded` beyond that,
 * and for a check, which can't compare quotes with what a model writes.
 */
export async function fallBack(
  task: AnswerTask,
  retrieved: Retrieved,
  decision: Decision,
  request: ReservationRequest,
  refusal: Refusal,
): Promise<{ written: WrittenAnswer; reservation: Reservation | undefined }> {
  const { context, chatbot, account, turn } = task;
  const { db, models } = context;
  if (turn.askedBy === 'check') await acceptReservation(db, request, refusal);
  const answer = decision.kind === 'whole' ? decision.answer : toAnswerWithoutModel(task, retrieved);
  const parts = partsOfAnswer(task, answer);
  const charge = chargeOf({ chatbot, turn });
  const cheaper = { ...charge, tokens: sumParts(parts) };
  const reservation =
    decision.kind === 'generated' ? await reserveIfLeft(context, db, cheaper, account) : undefined;
  // After the cheaper one is had: what the next answer needs is still not there.
  await tellOfRefusal(db, request, refusal);
  const written = {
    answer: turn.talk ? answer : { ...answer, fallback: reasons[refusal] },
    isShown: false,
    isProviderUp: false,
  };
  if (reservation) return { written: { ...written, details: { parts } }, reservation };
  const isFree = await takeFreeAnswer(db, chatbot.id, {
    day: momentOf(request.quota, request.now).day,
    limit: limits.freeAnswersPerDay,
  });
  if (!isFree) throw new QuotaExceeded(request);
  // What was set aside for the search.
  if (models.embeddings || models.chat) await release(db, charge);
  return { written: { ...written, details: { parts: [] } }, reservation: undefined };
}

/** How long an outage lasts before its owner is told by mail: what passes by itself needs none. */
const patienceMs = 5 * 60_000;

/** Keeps that an answer fell back, and since when its chatbot does. Of what is used up the owner was told by an alert's mail. */
export async function recordFallback(
  { context: { db }, chatbot }: AnswerTask,
  reason: FallbackReason,
  request: ReservationRequest,
): Promise<void> {
  const { owner_id: ownerId, id: chatbotId } = chatbot;
  const moment = momentOf(request.quota, request.now);
  const { now } = moment;
  fallbackAnswers.inc({ reason });
  const begins = await countFallback(db, { chatbotId, ownerId }, { reason, needed: request.tokens }, moment);
  if (!begins || reason !== 'provider') return;
  const runAt = new Date(now.getTime() + patienceMs);
  await enqueue(db, mailOutage, { ownerId }, { now, ownerId, runAt, dedupeKey: ownerId });
}

/**
 * The reasons to fall back that an answer, with its tokens had, shows to be over. A greeting, or that nothing was found, costs
 * so little beside what a model writes that it shows nothing.
 */
export function overcomeBy(
  { context, turn }: AnswerTask,
  decision: Decision,
  { isProviderUp }: { isProviderUp: boolean },
): FallbackReason[] {
  const isGenerated = decision.kind === 'generated';
  if (turn.talk || (context.models.chat && !isGenerated)) return [];
  return [
    'quota',
    ...(isTest(turn) ? [] : (['daily_cap', 'monthly_cap'] as const)),
    ...(isGenerated && isProviderUp ? (['provider'] as const) : []),
  ];
}
