import type { Readable } from 'node:stream';
import type { AddedSources, ChosenSources, Passage, Source } from '@parlance/contract/endpoints/sources';
import type { SourceErrorCode } from '@parlance/contract/errors';
import { errors } from '@parlance/contract/errors';
import { type Language, speak } from '@parlance/contract/i18n';
import { estimateTokens, limits } from '@parlance/contract/limits';
import type { Context } from '../../context.ts';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError, requireFound } from '../../kit/errors.ts';
import type { ReceivedFile } from '../../kit/files/store.ts';
import { takePage } from '../../kit/http/cursor.ts';
import { newId } from '../../kit/ids.ts';
import { lockOwner } from '../auth/service.ts';
import { getChatbot, lockChatbot, lockChatbotExclusively } from '../chatbots/service.ts';
import { type PassagesPage, passagesOf, presentPassage } from '../knowledge/service.ts';
import { sniff } from '../reading/service.ts';
import { balanceOf, queryDetails, release, reserveIfLeft, settle, tokensLeft } from '../usage/service.ts';
import { readPageAgain } from './crawling/crawl-runs.ts';
import { cleanFileName } from './files/file-name.ts';
import { readChargedTokens, returnFile } from './files/file-queries.ts';
import { hasSpace } from './files/file-space.ts';
import { searchSources } from './passages.ts';
import { enqueueClearing, enqueueFileRemoval, enqueueReadings } from './queue.ts';
import {
  type ChosenRange,
  countSources,
  deleteChosen,
  readSourceStatistics,
  restartChosen,
  type SourcesPage,
  sourcesOf,
} from './records/list-queries.ts';
import { messages } from './records/messages.ts';
import { estimateSecondsLeft } from './records/pace.ts';
import { presentSource } from './records/presenter.ts';
import {
  deleteSourceRow,
  findSource,
  findSourceByBytes,
  insertSource,
  restartSource,
  type SourceRow,
} from './records/queries.ts';

export { addAnswer, changeAnswer, readAnswer } from './answers.ts';
export { beginCopyOfSources } from './copies/begin.ts';
export { fileBytesIn, fileBytesOf } from './files/file-queries.ts';
export { handOverPassages, prepareHandOverOfSources } from './files/hand-over.ts';
export { getNamedPassages, searchSources, updatePassage } from './passages.ts';
export { getSourcesState, type SourcesState } from './records/descriptions.ts';

type Rejected = AddedSources['rejected'][number];

export const toRejection = (
  name: string,
  code: SourceErrorCode,
  language: Language,
  message: string = errors[code].title[language],
): Rejected => ({ name, code, message });

/** The refusal of a file beyond those that one request may bring. */
export const refuseFurther = (name: string, language: Language): Rejected =>
  toRejection(cleanFileName(name), 'limit_exceeded', language, speak(messages, language).tooManyFiles);

/** A file on its way in; nothing for one that is too large. */
export const receiveFile = (context: Context, stream: Readable): Promise<ReceivedFile | undefined> =>
  context.files.receive(stream, { maxBytes: limits.fileBytes }).catch((error) => {
    if (error instanceof AppError && error.code === 'too_large') return undefined;
    throw error;
  });

/**
 * Adds a file that was received, judged by its content and kept before its row commits. Bytes that the chatbot already
 * has give that source, uncharged. A refusal concerns this file alone.
 */
export async function addFile(
  context: Context,
  ownerId: string,
  chatbotId: string,
  /** The file; `id`: of the upload that came in pieces, whose space is taken already. */
  upload: { name: string; received: ReceivedFile | undefined; id?: string },
  language: Language,
): Promise<{ accepted: Source } | { rejected: Rejected }> {
  const name = cleanFileName(upload.name);
  const { received } = upload;
  if (!received) return { rejected: toRejection(name, 'too_large', language) };
  try {
    const kind = await sniff(received.path, name);
    if ('refused' in kind) return { rejected: toRejection(name, kind.refused, language) };
    const sha256 = Buffer.from(received.sha256, 'hex');
    const known = await findSourceByBytes(context.db, ownerId, chatbotId, 'file', sha256);
    if (known && known.file_key !== null)
      return { accepted: presentSource(await retrySource(context, known), language) };
    const isFull = async (db: Db) =>
      (await countSources(db, ownerId, chatbotId, { kind: 'file' })) >= limits.filesPerChatbot;
    const message = errors.source_limit_reached.title[language];
    const refused = { rejected: toRejection(name, 'limit_exceeded', language, message) };
    const withoutSpace = { rejected: toRejection(name, 'file_space_exceeded', language) };
    if (await isFull(context.db)) return refused;
    if (await exceedsRemaining(context, ownerId, sha256)) {
      return { rejected: toRejection(name, 'storage_quota_exceeded', language) };
    }
    const now = context.clock();
    const fileKey = newId(now);
    await context.files.keep(received, fileKey);
    const row = await transaction(context.db, async (db) => {
      await lockOwner(db, ownerId);
      if (!(await lockChatbot(db, ownerId, chatbotId))) return 'gone';
      if (!(await hasSpace(context, db, ownerId, received.size, upload.id))) return 'without space';
      if (known) {
        if (!(await returnFile(db, ownerId, known.id, { file_key: fileKey, size: received.size })))
          return known;
        const row = requireFound(await restartSource(db, ownerId, known.id, now));
        await enqueueReadings(db, [row], now);
        return row;
      }
      if (await isFull(db)) return undefined;
      const inserted = await insertSource(db, {
        id: newId(now),
        owner_id: ownerId,
        chatbot_id: chatbotId,
        kind: 'file',
        name,
        media_type: kind.mediaType,
        format: kind.kind,
        size: received.size,
        sha256,
        file_key: fileKey,
        created_at: now,
        updated_at: now,
      });
      // The same bytes came in two requests: the first row stands.
      if (!inserted) return requireFound(await findSourceByBytes(db, ownerId, chatbotId, 'file', sha256));
      await enqueueReadings(db, [inserted], now);
      return inserted;
    });
    const isKept = typeof row === 'object' && row.file_key === fileKey;
    if (!isKept) await context.files.remove(fileKey);
    if (row === 'gone') throw new AppError('not_found');
    if (row === 'without space') return withoutSpace;
    return row ? { accepted: presentSource(row, language) } : refused;
  } finally {
    await received.discard();
  }
}

/** Whether the file's tokens exceed what remains; bytes that the account has paid for before cost nothing. */
async function exceedsRemaining(context: Context, ownerId: string, sha256: Buffer): Promise<boolean> {
  if (tokensLeft(await balanceOf(context, context.db, ownerId, 'storage')) > 0) return false;
  return (await readChargedTokens(context.db, ownerId, sha256)) === undefined;
}

/** Reads a source that is added again once more if it had failed. */
const retrySource = (context: Context, row: SourceRow) =>
  row.status === 'error' ? readAgain(context, row.owner_id, row.id) : Promise.resolve(row);

/** Has a source read again; `acceptsLoss`: also when it is much shorter than what is known. */
const readAgain = (context: Context, ownerId: string, id: string, acceptsLoss = false) =>
  transaction(context.db, async (db) => {
    const now = context.clock();
    const before = requireFound(await findSource(db, ownerId, id));
    // A written answer has nothing to be read from.
    if (before.kind === 'answer') return before;
    // Nor has a file that could not be read, once its original has left.
    if (before.kind === 'file' && before.file_key === null) return before;
    if (before.kind === 'url') {
      await lockChatbotExclusively(db, ownerId, before.chatbot_id);
      return requireFound(await readPageAgain(db, { ...before, accepts_loss: acceptsLoss }, now));
    }
    const row = requireFound(await restartSource(db, ownerId, id, now));
    await enqueueReadings(db, [row], now);
    return row;
  });

export async function listSources(
  { db, clock }: Context,
  ownerId: string,
  chatbotId: string,
  page: SourcesPage,
  language: Language,
) {
  await getChatbot(db, ownerId, chatbotId);
  const statistics = {
    files: 0,
    urls: 0,
    answers: 0,
    byStatus: { pending: 0, processing: 0, processed: 0, ready: 0, error: 0 },
    passages: 0,
    storageTokens: 0,
  };
  for (const group of await readSourceStatistics(db, ownerId, chatbotId)) {
    if (group.kind === 'file') statistics.files += group.sources;
    if (group.kind === 'url') statistics.urls += group.sources;
    if (group.kind === 'answer') statistics.answers += group.sources;
    statistics.byStatus[group.status] += group.sources;
    statistics.passages += Number(group.passages);
    statistics.storageTokens += Number(group.storage_tokens);
  }
  const { pending, processing } = statistics.byStatus;
  // After what was counted: once nothing is said to be under way, no source shown is.
  const { shown, last } = await takePage(page, (page) => sourcesOf(db, ownerId, chatbotId, page));
  return {
    items: shown.map((row) => presentSource(row, language)),
    last: last && { value: last.sort_value, id: last.id },
    total: await countSources(db, ownerId, chatbotId, page),
    statistics: {
      ...statistics,
      // Of the whole account's queue, which is long to look through: only for who has something in it.
      secondsLeft: pending + processing > 0 ? await estimateSecondsLeft(db, ownerId, clock()) : null,
    },
  };
}

export const getSource = async (db: Db, ownerId: string, id: string, language: Language) =>
  presentSource(requireFound(await findSource(db, ownerId, id)), language);

/** The id of a source that the account still has. */
export const findSourceId = async (db: Db, ownerId: string, id: string): Promise<string | undefined> =>
  (await findSource(db, ownerId, id))?.id;

export async function syncSource(
  context: Context,
  ownerId: string,
  id: string,
  { accept = false }: { accept?: boolean | undefined },
  language: Language,
) {
  return presentSource(await readAgain(context, ownerId, id, accept), language);
}

/** Deletes a source, which stops answering immediately; its passages and its file are removed by jobs. */
export async function deleteSource(context: Context, ownerId: string, id: string): Promise<void> {
  await transaction(context.db, async (db) => {
    const { chatbot_id: chatbotId } = requireFound(await findSource(db, ownerId, id));
    await lockChatbotExclusively(db, ownerId, chatbotId);
    requireFound(await deleteSourceRow(db, ownerId, id));
    await clearAfter(db, context.clock());
  });
}

async function clearAfter(db: Db, now: Date) {
  await enqueueClearing(db, now);
  await enqueueFileRemoval(db, now);
}

/** Rows of one transaction: with ten thousand, everybody else would wait. */
const changeBatchSize = 1000;

/** Changes thousands of sources, some in each transaction; gives their number. */
async function changeChosen(
  context: Context,
  ownerId: string,
  chatbotId: string,
  chosen: ChosenSources,
  change: (db: Db, wish: ChosenRange, now: Date) => Promise<{ id: string }[]>,
): Promise<{ count: number }> {
  await getChatbot(context.db, ownerId, chatbotId);
  const before = new Date(context.clock().getTime() - (('agoMs' in chosen && chosen.agoMs) || 0));
  let after: string | undefined;
  const count = await inBatches(context.db, changeBatchSize, async (db, limit) => {
    if (!(await lockChatbotExclusively(db, ownerId, chatbotId))) throw new AppError('not_found');
    const wish = { ownerId, chatbotId, chosen, before, after, limit };
    const ids = (await change(db, wish, context.clock())).map(({ id }) => id);
    after = ids.sort().at(-1);
    return ids.length;
  });
  return { count };
}

export const deleteSources = (context: Context, ownerId: string, chatbotId: string, chosen: ChosenSources) =>
  changeChosen(context, ownerId, chatbotId, chosen, async (db, wish, now) => {
    const rows = await deleteChosen(db, wish);
    if (rows.length > 0) await clearAfter(db, now);
    return rows;
  });

export const syncSources = (context: Context, ownerId: string, chatbotId: string, chosen: ChosenSources) =>
  changeChosen(context, ownerId, chatbotId, chosen, async (db, wish, now) => {
    const rows = await restartChosen(db, wish, now);
    await enqueueReadings(db, rows, now);
    return rows;
  });

/** The original of a file source. */
export async function openSource(context: Context, ownerId: string, id: string) {
  const row = requireFound(await findSource(context.db, ownerId, id));
  if (row.file_key === null) throw new AppError('not_found');
  return {
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    stream: await context.files.open(row.file_key),
  };
}

/** What was read from a source, in its order, after the given ordinal. */
export async function listPassages(
  { db }: Context,
  ownerId: string,
  sourceId: string,
  page: PassagesPage,
): Promise<{ items: Passage[]; last: { value: string; id: string } | undefined }> {
  const source = requireFound(await findSource(db, ownerId, sourceId));
  const { shown, last } = await takePage(page, (page) => passagesOf(db, ownerId, sourceId, page));
  return {
    items: shown.map((passage) => presentPassage({ ...passage, sourceName: source.name })),
    last: last && { value: String(last.ordinal), id: last.id },
  };
}

export async function searchPassages(
  context: Context,
  ownerId: string,
  chatbotId: string,
  wish: { query: string; limit: number },
): Promise<(Passage & { score: number })[]> {
  const chatbot = await getChatbot(context.db, ownerId, chatbotId);
  const tokens = estimateTokens(wish.query);
  const embedding =
    context.models.embeddings &&
    (await reserveIfLeft(context, context.db, {
      ownerId,
      tokenType: 'message',
      operation: 'vector_search',
      tokens,
      due: queryDetails(tokens),
      chatbotId,
      chatbotName: chatbot.name,
      cause: `search:${newId(context.clock())}`,
    }));
  const { passages, tokensSpent } = await searchSources(context, {
    ownerId,
    chatbotId,
    question: wish.query,
    limit: wish.limit,
    byWordsAlone: !embedding,
  });
  if (embedding) {
    if (tokensSpent > 0) await settle(context, context.db, embedding, queryDetails(tokensSpent));
    else await release(context.db, embedding);
  }
  return passages.map((passage) => ({ ...presentPassage(passage), score: passage.score }));
}
