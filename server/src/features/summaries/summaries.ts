import type { AnswerOf } from '@parlance/contract/endpoint';
import type { estimateSummary, Summary, SummaryPeriod } from '@parlance/contract/endpoints/summaries';
import { type ErrorCode, errors } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError, requireFound } from '../../kit/errors.ts';
import { takePage } from '../../kit/http/cursor.ts';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { type ChatbotRow, getChatbot } from '../chatbots/service.ts';
import { modelFor } from '../conversations/unanswered/service.ts';
import { applyPriceFactor, release, reserve } from '../usage/service.ts';
import { sizeOf } from './period/queries.ts';
import { periodMs } from './period/span.ts';
import {
  deleteSummaryRow,
  insertSummary,
  runningSummary,
  type SummaryRow,
  summariesOf,
  summaryById,
} from './queries.ts';
import { writeSummary } from './queue.ts';
import { tell } from './telling/plain-text.ts';
import { workOf } from './writing/asking.ts';
import { estimateCost } from './writing/prompts.ts';

/** How much there is in a period that ends now, and what it will cost about. */
async function estimate(context: Context, chatbot: ChatbotRow, period: SummaryPeriod, to: Date) {
  const from = new Date(to.getTime() - periodMs[period]);
  const span = { ownerId: chatbot.owner_id, chatbotId: chatbot.id, from, to };
  const size = await sizeOf(context.db, span);
  const { factor = 1 } = (await modelFor(context, { chatbot })) ?? {};
  const mode = context.models.chat ? ('generated' as const) : ('counted' as const);
  const isFree = mode === 'counted' || size.conversations === 0;
  const tokens = isFree ? 0 : applyPriceFactor(estimateCost(size), factor);
  return { ...size, tokens, mode, from };
}

export async function estimateOf(
  context: Context,
  ownerId: string,
  chatbotId: string,
  period: SummaryPeriod,
): Promise<AnswerOf<typeof estimateSummary>> {
  const chatbot = await getChatbot(context.db, ownerId, chatbotId);
  const { conversations, messages, tokens, mode } = await estimate(context, chatbot, period, context.clock());
  return { conversations, messages, tokens, mode };
}

/** Asks for a summary; one that runs for the same chatbot and period is given back. */
export async function createSummary(
  context: Context,
  ownerId: string,
  chatbotId: string,
  period: SummaryPeriod,
  language: Language,
): Promise<Summary> {
  const { db, clock } = context;
  const chatbot = await getChatbot(db, ownerId, chatbotId);
  const running = await runningSummary(db, ownerId, chatbotId, period);
  if (running) return present(running, language);
  const now = clock();
  const { from, conversations, messages, tokens, mode } = await estimate(context, chatbot, period, now);
  if (conversations === 0) throw new AppError('nothing_to_summarise');
  const row = {
    ...{ id: newId(now), owner_id: ownerId, chatbot_id: chatbotId, period, mode, language },
    ...{ starts_at: from, ends_at: now, conversations, messages, tokens, created_at: now },
  };
  if (mode === 'generated') await reserve(context, db, { ...workOf(row, chatbot), tokens });
  const inserted = await transaction(db, async (db) => {
    const inserted = await insertSummary(db, row);
    if (!inserted) return undefined;
    const payload = { ownerId, summaryId: row.id };
    await enqueue(db, writeSummary, payload, { now, ownerId, dedupeKey: row.id });
    return inserted;
  });
  if (inserted) return present(inserted, language);
  // Another was quicker.
  await release(db, workOf(row, chatbot));
  return present(requireFound(await runningSummary(db, ownerId, chatbotId, period)), language);
}

export async function listSummaries(
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { before: string | undefined; limit: number },
  language: Language,
): Promise<{ items: Summary[]; last: { value: string; id: string } | undefined }> {
  await getChatbot(db, ownerId, chatbotId);
  const { shown, last } = await takePage(page, (page) => summariesOf(db, ownerId, chatbotId, page));
  return { items: shown.map((row) => present(row, language)), last: last && { value: '', id: last.id } };
}

export const getSummary = async (db: Db, ownerId: string, id: string, language: Language): Promise<Summary> =>
  present(requireFound(await summaryById(db, ownerId, id)), language);

/** Deletes a summary; one that runs stops before it asks again, and what was asked until then is charged. */
export async function deleteSummary(db: Db, ownerId: string, id: string): Promise<void> {
  requireFound(await deleteSummaryRow(db, ownerId, id));
}

function present(row: SummaryRow, language: Language): Summary {
  const told = row.result && tell(row.result, row.language);
  return {
    id: row.id,
    chatbotId: row.chatbot_id,
    period: row.period,
    from: row.starts_at.toISOString(),
    to: row.ends_at.toISOString(),
    status: row.status,
    mode: row.mode,
    language: row.language,
    progress: row.status === 'running' ? { done: row.read, total: row.conversations } : null,
    text: told?.text ?? '',
    sections: told?.sections ?? [],
    figures: row.result?.figures ?? null,
    conversations: row.conversations,
    messages: row.messages,
    tokens: row.status === 'done' ? row.tokens : 0,
    error:
      row.error_code === null
        ? null
        : { code: row.error_code, message: errors[row.error_code as ErrorCode].title[language] },
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
