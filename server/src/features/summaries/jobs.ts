import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError } from '../../kit/errors.ts';
import { RetryLater, work } from '../../kit/jobs/job.ts';
import { ModelError } from '../../kit/models/request.ts';
import { planOf } from '../billing/service.ts';
import { type ChatbotRow, getChatbot } from '../chatbots/service.ts';
import { QuotaExceeded, release, requestReservation, settle, sumParts } from '../usage/service.ts';
import { figuresOf } from './period/queries.ts';
import { spanOf } from './period/span.ts';
import { finishSummary, notesOf, type SummaryRow, summaryById } from './queries.ts';
import { writeSummary } from './queue.ts';
import { joinByWords } from './telling/claims.ts';
import { countClaims } from './telling/counted.ts';
import { toResult } from './telling/plain-text.ts';
import { priceOf, SummaryGone, workOf } from './writing/asking.ts';
import { type Progress, progressOf, writeOn } from './writing/writing.ts';

/** How long a summary goes on before others get the place. */
const sliceMs = 15_000;
/** How long it waits for a provider that fails, and how often it tries again meanwhile. */
const outageMs = 10 * 60_000;
const outageRetryMs = 30_000;

/** What the provider would refuse as well in a minute: the model, the key or the prompt. */
const isRefused = ({ failure, status = 0 }: ModelError) => failure === 'refused' && status < 500;

/** Writes a summary, some seconds at a time. */
export const writeSummaryWork = work(
  writeSummary,
  async (context, { ownerId, summaryId }, { signal }) => {
    const row = await summaryById(context.db, ownerId, summaryId);
    // Deleted: what was asked until then is charged when its reservation ends.
    if (!row || row.status === 'done' || row.status === 'error') return;
    const chatbot = await getChatbot(context.db, ownerId, row.chatbot_id);
    const progress = progressOf(row);
    if (row.mode === 'counted' || !context.models.chat) return finish(context, row, chatbot, progress);
    const end = performance.now() + sliceMs;
    try {
      while (!progress.isWhole) {
        if (performance.now() > end) throw new RetryLater(0);
        await writeOn(context, row, chatbot, progress, signal);
      }
    } catch (error) {
      if (error instanceof SummaryGone) return settleSpent(context, row, chatbot, progress);
      const isOutage = error instanceof ModelError;
      if (!isOutage && !(error instanceof QuotaExceeded)) throw error;
      const isEarly = context.clock().getTime() - row.created_at.getTime() < outageMs;
      if (isOutage && isEarly && !isRefused(error)) throw new RetryLater(outageRetryMs);
      context.log.warn({ summaryId, error }, 'a summary ends with what was read');
      if (progress.spent.length === 0) return fail(context, row, codeOf(error));
    }
    await finish(context, row, chatbot, progress);
  },
  {
    async onDead(context, { ownerId, summaryId }) {
      const row = await summaryById(context.db, ownerId, summaryId);
      if (!row || row.status === 'done' || row.status === 'error') return;
      // Whatever broke is ours: what was asked of a provider for it is not for the account to pay.
      await fail(context, row, 'internal');
    },
  },
);

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : 'summary_failed');

const fail = ({ db, clock }: Context, row: SummaryRow, errorCode: string) =>
  transaction(db, async (db) => {
    await release(db, { ownerId: row.owner_id, cause: `summary:${row.id}` });
    await finishSummary(db, row, { errorCode, at: clock() });
  });

/** All notes that there are, of whatever level: where a provider has failed, they were not joined to the last. */
async function claimsLeft({ db }: Context, row: SummaryRow, { level }: Progress) {
  const left = [
    ...(await notesOf(db, row, level - 1, maxNotes)),
    ...(await notesOf(db, row, level, maxNotes)),
  ];
  return left.flatMap(({ claims }) => claims);
}

/** More than the notes of a hundred thousand conversations. */
const maxNotes = 5000;

/** Ends a summary with what a model has noted, or without, by what was counted; and charges what was spent. */
async function finish(context: Context, row: SummaryRow, chatbot: ChatbotRow, progress: Progress) {
  const { db, config, clock } = context;
  const span = spanOf(row);
  const { timeZone } = await planOf(db, config.plans, row.owner_id);
  const figures = await figuresOf(db, span, timeZone);
  const noted = await claimsLeft(context, row, progress);
  const claims = progress.isWhole ? noted : await joinByWords(noted, row.language);
  const mode = claims.length > 0 ? 'generated' : 'counted';
  const told = claims.length > 0 ? claims : await countClaims(db, span, row.language);
  const result = toResult(told, figures, {
    chatbotName: chatbot.name,
    period: row.period,
    language: row.language,
  });
  const details = await priceOf(context, chatbot, progress.spent, row.conversations);
  const tokens = sumParts(details.parts);
  const request = await requestReservation(context, db, { ...workOf(row, chatbot), tokens });
  await transaction(db, async (db) => {
    if (tokens > 0) await settle(context, db, request, details);
    else await release(db, request);
    await finishSummary(db, row, { mode, result, tokens, at: clock() });
  });
}

/** Charges what a summary has cost that was deleted amid. */
async function settleSpent(context: Context, row: SummaryRow, chatbot: ChatbotRow, progress: Progress) {
  const details = await priceOf(context, chatbot, progress.spent, progress.read);
  const tokens = sumParts(details.parts);
  const request = await requestReservation(context, context.db, { ...workOf(row, chatbot), tokens });
  if (tokens > 0) await settle(context, context.db, request, details);
  else await release(context.db, request);
}
