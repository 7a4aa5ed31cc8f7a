import type { Check, CheckResult, CheckRun } from '@parlance/contract/endpoints/checks';
import { type ErrorCode, errors } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import { newId } from '../../../kit/ids.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { lockOwner } from '../../auth/service.ts';
import { getChatbot } from '../../chatbots/service.ts';
import { balanceOf, isUsedUp } from '../../usage/service.ts';
import {
  type CheckResultRow,
  type CheckRow,
  type CheckRunRow,
  checksOf,
  countChecks,
  deleteCheckRow,
  endRun,
  figuresOf,
  forgetOlderRuns,
  insertChecks,
  insertResults,
  insertRun,
  resultsOf,
  runById,
  runsOf,
  updateCheckRow,
} from './queries.ts';
import { askChecks } from './queue.ts';

type PageCursor = { value: string; id: string } | undefined;

const presentCheck = (row: CheckRow): Check => ({
  id: row.id,
  question: row.question,
  mustContain: row.must_contain,
  passed: row.passed,
  createdAt: row.created_at.toISOString(),
});

export async function listChecks(
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { after: string | undefined; limit: number },
): Promise<{ items: Check[]; last: PageCursor }> {
  await getChatbot(db, ownerId, chatbotId);
  const { shown, last } = await takePage(page, (page) => checksOf(db, ownerId, chatbotId, page));
  return { items: shown.map(presentCheck), last: last && { value: '', id: last.id } };
}

export async function createCheck(
  { db, clock }: Context,
  ownerId: string,
  chatbotId: string,
  { question, mustContain }: { question: string; mustContain: string[] },
): Promise<Check> {
  return transaction(db, async (db) => {
    await lockOwner(db, ownerId);
    await getChatbot(db, ownerId, chatbotId);
    if ((await countChecks(db, ownerId, chatbotId)) >= limits.checksPerChatbot) {
      throw new AppError('check_limit_reached', { limit: limits.checksPerChatbot });
    }
    const now = clock();
    const [row] = await insertChecks(db, [
      {
        id: newId(now),
        owner_id: ownerId,
        chatbot_id: chatbotId,
        question,
        must_contain: mustContain,
        created_at: now,
      },
    ]);
    return presentCheck(requireFound(row));
  });
}

export const updateCheck = async (
  db: Db,
  ownerId: string,
  id: string,
  { question, mustContain }: { question?: string | undefined; mustContain?: string[] | undefined },
): Promise<Check> =>
  presentCheck(requireFound(await updateCheckRow(db, ownerId, id, { question, mustContain })));

/**
 * Copies the checks of a chatbot, their questions and what answers must contain; the results are the original's own.
 */
export async function copyChecks(
  db: Db,
  ownerId: string,
  { fromId, copyId }: { fromId: string; copyId: string },
  now: Date,
): Promise<void> {
  const checks = await checksOf(db, ownerId, fromId, { after: undefined, limit: limits.checksPerChatbot });
  if (checks.length === 0) return;
  await insertChecks(
    db,
    checks.map(({ question, must_contain }) => ({
      id: newId(now),
      owner_id: ownerId,
      chatbot_id: copyId,
      question,
      must_contain,
      created_at: now,
    })),
  );
}

export async function deleteCheck(db: Db, ownerId: string, id: string): Promise<void> {
  requireFound(await deleteCheckRow(db, ownerId, id));
}

/** Begins to ask all checks as they read now. */
export async function runChecks(
  context: Context,
  ownerId: string,
  chatbotId: string,
  language: Language,
): Promise<CheckRun> {
  const { db, clock } = context;
  await getChatbot(db, ownerId, chatbotId);
  if (isUsedUp(await balanceOf(context, db, ownerId, 'message')))
    throw new AppError('message_quota_exceeded');
  const run = await transaction(db, async (db) => {
    const now = clock();
    const row = {
      id: newId(now),
      owner_id: ownerId,
      chatbot_id: chatbotId,
      status: 'running' as const,
      at: now,
    };
    const run = await insertRun(db, row);
    if (!run) throw new AppError('check_run_running');
    const checks = await checksOf(db, ownerId, chatbotId, {
      after: undefined,
      limit: limits.checksPerChatbot,
    });
    if (checks.length > 0) {
      await insertResults(
        db,
        checks.map(({ id, question, must_contain }, place) => ({
          run_id: run.id,
          place,
          owner_id: ownerId,
          check_id: id,
          question,
          must_contain,
          conversation_id: newId(now),
          message_id: newId(now),
        })),
      );
    }
    await forgetOlderRuns(db, ownerId, chatbotId, limits.checkRunsKept);
    await enqueue(db, askChecks, { ownerId, runId: run.id }, { now, ownerId, dedupeKey: run.id });
    return run;
  });
  const [presented] = await present(db, ownerId, [run], false, language);
  return requireFound(presented);
}

/** Runs that are listed together with their answers, which are long. */
const maxRunsWithResults = 5;

export async function listRuns(
  db: Db,
  ownerId: string,
  chatbotId: string,
  { before, limit, withResults }: { before: string | undefined; limit: number; withResults: boolean },
  language: Language,
): Promise<{ items: CheckRun[]; last: PageCursor }> {
  await getChatbot(db, ownerId, chatbotId);
  const most = withResults ? Math.min(limit, maxRunsWithResults) : limit;
  const { shown, last } = await takePage({ before, limit: most }, (page) =>
    runsOf(db, ownerId, chatbotId, page),
  );
  return {
    items: await present(db, ownerId, shown, withResults, language),
    last: last && { value: '', id: last.id },
  };
}

export async function getRun(db: Db, ownerId: string, id: string, language: Language): Promise<CheckRun> {
  const [run] = await present(db, ownerId, [requireFound(await runById(db, ownerId, id))], true, language);
  return requireFound(run);
}

/** Stops a run; what is being answered is answered to its end, and counts. */
export async function stopRun(db: Db, ownerId: string, id: string, language: Language): Promise<CheckRun> {
  await endRun(db, ownerId, id, null);
  return getRun(db, ownerId, id, language);
}

async function present(
  db: Db,
  ownerId: string,
  runs: CheckRunRow[],
  withResults: boolean,
  language: Language,
): Promise<CheckRun[]> {
  const ids = runs.map(({ id }) => id);
  const results = withResults ? await resultsOf(db, ownerId, ids) : [];
  const figures = new Map(
    (await figuresOf(db, ownerId, ids)).map(({ run_id, ...figures }) => [run_id, figures]),
  );
  return runs.map((run) => ({
    id: run.id,
    at: run.at.toISOString(),
    status: run.status,
    ...(run.error_code === null ? {} : { error: errors[run.error_code as ErrorCode].title[language] }),
    ...(figures.get(run.id) ?? { done: 0, total: 0, passed: 0, broken: 0, mended: 0, tokens: 0 }),
    results: results.filter(({ run_id }) => run_id === run.id).map(presentResult),
  }));
}

const presentResult = (row: CheckResultRow): CheckResult => ({
  checkId: row.check_id,
  question: row.question,
  passed: row.passed ?? false,
  before: row.passed_before,
  mode: row.mode ?? 'unanswered',
  answer: row.answer ?? '',
  ...(row.answer_before === null ? {} : { answerBefore: row.answer_before }),
  missing: row.missing ?? [],
});
