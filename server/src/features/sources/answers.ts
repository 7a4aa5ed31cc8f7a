import { createHash } from 'node:crypto';
import type { Source } from '@parlance/contract/endpoints/sources';
import type { Language } from '@parlance/contract/i18n';
import { estimateTokens } from '@parlance/contract/limits';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError, requireFound } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { lockOwner } from '../auth/service.ts';
import { getChatbot, lockChatbot, recordSync } from '../chatbots/service.ts';
import { indexPassages, passagesOf, publishPassages } from '../knowledge/service.ts';
import { detectLanguage, type ReadPassage, termsOfPassage } from '../reading/service.ts';
import { alertQuotaExceeded, charge, QuotaExceeded, readingDetails } from '../usage/service.ts';
import { enqueueEmbedding } from './queue.ts';
import { presentSource } from './records/presenter.ts';
import {
  findSource,
  findSourceByBytes,
  insertSource,
  restartSource,
  type SourceRow,
  updateSource,
} from './records/queries.ts';

/** What a professional answers to a question, in their own words: one passage, below the question as its heading. */
export interface WrittenAnswer {
  question: string;
  answer: string;
}

/** Characters of a question that a list shows. */
const maxNameLength = 200;

const collapseToLine = (text: string) => text.replace(/\s+/g, ' ');

function nameOf(question: string): string {
  const characters = [...collapseToLine(question)];
  return characters.length <= maxNameLength
    ? characters.join('')
    : `${characters.slice(0, maxNameLength - 1).join('')}…`;
}

const hashOf = ({ question, answer }: WrittenAnswer) =>
  createHash('sha256')
    .update(JSON.stringify([question, answer]))
    .digest();

function passageOf({ question, answer }: WrittenAnswer): ReadPassage {
  const language = detectLanguage(answer) ?? detectLanguage(question) ?? 'fr';
  const position = { heading: collapseToLine(question) };
  const passage = { ordinal: 0, text: answer, position, starts: [], language };
  return { ...passage, tokens: estimateTokens(answer), ...termsOfPassage(passage) };
}

/** Runs `write`; told that storage is used up, the owner is alerted after what was written is rolled back. */
async function writeWithinQuota<T>(
  context: Context,
  ownerId: string,
  write: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(context.db, async (db) => {
      await lockOwner(db, ownerId);
      return write(db);
    });
  } catch (error) {
    if (error instanceof QuotaExceeded) {
      await alertQuotaExceeded(context, context.db, { ownerId, tokenType: 'storage', tokens: error.needed });
    }
    throw error;
  }
}

/**
 * Adds a source that answers immediately, charged as a file is; sent again, as whoever heard no answer does, it is the
 * one that there is.
 */
export function addAnswer(
  context: Context,
  ownerId: string,
  chatbotId: string,
  written: WrittenAnswer,
  language: Language,
): Promise<Source> {
  const now = context.clock();
  return writeWithinQuota(context, ownerId, async (db) => {
    if (!(await lockChatbot(db, ownerId, chatbotId))) throw new AppError('not_found');
    const same = await findSourceByBytes(db, ownerId, chatbotId, 'answer', hashOf(written));
    if (same) return presentSource(same, language);
    const row = await insertSource(db, {
      id: newId(now),
      owner_id: ownerId,
      chatbot_id: chatbotId,
      kind: 'answer',
      name: nameOf(written.question),
      media_type: 'text/plain',
      format: 'txt',
      created_at: now,
      updated_at: now,
    });
    return presentSource(await publish(context, db, requireFound(row), written), language);
  });
}

/** Changes an answer; the same passage again costs nothing, and the question may change for nothing. */
export function changeAnswer(
  context: Context,
  ownerId: string,
  sourceId: string,
  written: WrittenAnswer,
  language: Language,
): Promise<Source> {
  return writeWithinQuota(context, ownerId, async (db) => {
    const known = await findAnswerSource(db, ownerId, sourceId);
    if (!(await lockChatbot(db, ownerId, known.chatbot_id))) throw new AppError('not_found');
    const row = requireFound(await restartSource(db, ownerId, sourceId, context.clock()));
    return presentSource(await publish(context, db, row, written), language);
  });
}

export async function readAnswer(db: Db, ownerId: string, sourceId: string): Promise<WrittenAnswer> {
  await findAnswerSource(db, ownerId, sourceId);
  const [passage] = await passagesOf(db, ownerId, sourceId, { after: -1, limit: 1 });
  const { text, position } = requireFound(passage);
  return { question: position.heading ?? '', answer: text };
}

async function findAnswerSource(db: Db, ownerId: string, sourceId: string): Promise<SourceRow> {
  const row = await findSource(db, ownerId, sourceId);
  return requireFound(row?.kind === 'answer' ? row : undefined);
}

async function publish(
  context: Context,
  db: Db,
  source: SourceRow,
  written: WrittenAnswer,
): Promise<SourceRow> {
  const now = context.clock();
  const { id: sourceId, version, owner_id: ownerId, chatbot_id: chatbotId } = source;
  const passage = passageOf(written);
  const ids = { ownerId, chatbotId, sourceId, version };
  const { newTokens } = await indexPassages(db, { ...ids, passages: [passage], now });
  if (newTokens > 0) {
    await charge(context, db, {
      ownerId,
      tokenType: 'storage',
      operation: source.last_sync_at === null ? 'file_upload' : 'reindex',
      details: readingDetails(newTokens, { name: nameOf(written.question), version }),
      chatbotId,
      chatbotName: (await getChatbot(db, ownerId, chatbotId)).name,
      cause: `source:${sourceId}:${version}`,
    });
  }
  await publishPassages(db, { ...ids, isAnswer: true, now });
  const embeds = context.models.embeddings !== undefined;
  const row = await updateSource(db, source, {
    name: nameOf(written.question),
    sha256: hashOf(written),
    size: Buffer.byteLength(written.answer),
    status: embeds ? 'processed' : 'ready',
    passages: 1,
    storage_tokens: passage.tokens,
    language: passage.language,
    last_sync_at: now,
    updated_at: now,
  });
  await recordSync(db, ownerId, chatbotId, now);
  if (embeds) await enqueueEmbedding(db, [source], now);
  return requireFound(row);
}
