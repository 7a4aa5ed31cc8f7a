import { limits } from '@parlance/contract/limits';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError } from '../../kit/errors.ts';
import { defineJob, enqueue, enqueueAll } from '../../kit/jobs.ts';
import { lockOwner } from '../auth/service.ts';
import { completeCopy, getChatbot, holdChatbot } from '../chatbots/service.ts';
import { abandonCopies, copyPassages, publishCopies, readingsOf } from '../knowledge/service.ts';
import { copyId } from './copy-id.ts';
import {
  advanceCopy,
  beginCopy,
  type CopyRow,
  copyUnderWay,
  crawlPagesToCopy,
  crawlsToCopy,
  endCopy,
  firstId,
  hasSources,
  insertCopiedCrawls,
  insertCopiedPages,
  insertCopiedSources,
  type SourceToCopy,
  scheduleCopiedCrawl,
  sourcesToCopy,
} from './copy-queries.ts';
import { embedSource } from './embedding.ts';
import { readSource } from './jobs.ts';
import { messages } from './messages.ts';

/** Sources of one transaction: pages are many and small. */
const sourcesAtOnce = 100;
const passagesOfThem = 500;
const pagesAtOnce = 1000;

/**
 * Copies a chatbot's sources as they answer, with their passages, words, vectors and files, uncharged: some at a time, so
 * that nobody waits long for the database, and each with the mark of how far it came, so that whatever ends this process
 * neither repeats nor omits one.
 */
export const copySources = defineJob({
  name: 'sources.copy',
  payload: z.object({ chatbotId: z.uuid() }),
  timeoutMs: 30 * 60_000,
  async run(context, { chatbotId }, { signal }) {
    const { db } = context;
    for (;;) {
      signal.throwIfAborted();
      const copy = await copyUnderWay(db, chatbotId);
      // Done, or deleted in the middle of it.
      if (!copy) return abandonCopies(db, chatbotId).then(() => undefined);
      if (copy.after === null) await copyCrawls(db, copy);
      else if (!(await copyNext(context, copy, signal))) break;
    }
    await copyCrawlPages(db, chatbotId, signal);
    await finish(context, chatbotId, undefined);
  },
  async onDead(context, { chatbotId }) {
    await finish(context, chatbotId, messages.copyFailed);
    await abandonCopies(context.db, chatbotId);
  },
});

/** Whether there are any: then they follow the caller's transaction in a job. */
export async function beginCopyOfSources(
  db: Db,
  ownerId: string,
  { fromId, copyId: chatbotId }: { fromId: string; copyId: string },
  now: Date,
): Promise<boolean> {
  if (!(await hasSources(db, fromId))) return false;
  await beginCopy(db, { chatbotId, ownerId, fromId, startedAt: now });
  await enqueue(db, copySources, { chatbotId }, { now, ownerId, dedupeKey: chatbotId });
  return true;
}

/** Stopped: what a copy has not read it reads when somebody wants it to. */
const copyCrawls = (db: Db, copy: CopyRow) =>
  transaction(db, async (db) => {
    if (!(await holdChatbot(db, copy.owner_id, copy.chatbot_id))) return;
    if (!(await advanceCopy(db, copy, firstId, 0))) return;
    const crawls = await crawlsToCopy(db, copy.owner_id, copy.from_id);
    await insertCopiedCrawls(
      db,
      copy,
      crawls.map(({ id, status }) => ({
        from: id,
        changes: {
          id: copyId(copy.chatbot_id, id),
          chatbot_id: copy.chatbot_id,
          status: status === 'running' ? 'stopped' : status,
          next_sync_at: null,
        },
      })),
    );
  });

/** Few enough to be copied together; the first however large it is. */
function together(sources: SourceToCopy[]): SourceToCopy[] {
  let passages = 0;
  const end = sources.findIndex((source, at) => {
    passages += source.passages;
    return at > 0 && (passages > passagesOfThem || source.file_key !== null);
  });
  return end < 0 ? sources : sources.slice(0, end);
}

/** False when none is left. */
async function copyNext(context: Context, copy: CopyRow, signal: AbortSignal): Promise<boolean> {
  const { db } = context;
  const { owner_id: ownerId, chatbot_id: chatbotId } = copy;
  const sources = together(await sourcesToCopy(db, copy, sourcesAtOnce));
  const last = sources.at(-1);
  if (!last) return false;
  const readings = await readingsOf(
    db,
    sources.map(({ id }) => id),
  );
  const copies = sources.flatMap((source) => {
    const reading = readings.get(source.id);
    const planned = planOf(context, source, reading);
    return planned ? [{ source, reading, ...planned, id: copyId(chatbotId, source.id) }] : [];
  });
  for (const { source } of copies) await copyFile(context, chatbotId, source);
  const read = copies.flatMap(({ source, reading, id }) =>
    reading ? [{ sourceId: source.id, version: reading.version, copyId: id }] : [],
  );
  while (await copyPassages(db, { ownerId, chatbotId }, read, context.clock())) signal.throwIfAborted();
  await transaction(db, async (db) => {
    await lockOwner(db, ownerId);
    if (!(await holdChatbot(db, ownerId, chatbotId))) return;
    if (!(await advanceCopy(db, copy, last.id, sources.length - copies.length))) return;
    const now = context.clock();
    const inserted = await insertCopiedSources(
      db,
      ownerId,
      copies.map(({ source, id, status, version }) => ({
        from: source.id,
        changes: {
          id,
          chatbot_id: chatbotId,
          status,
          version,
          file_key: source.file_key && copyId(chatbotId, source.file_key),
          crawl_id: source.crawl_id && copyId(chatbotId, source.crawl_id),
          progress_done: null,
          progress_total: null,
          accepts_loss: false,
          delays: 0,
          updated_at: now,
        },
      })),
    );
    const made = copies.filter(({ id }) => inserted.has(id));
    await publishCopies(
      db,
      chatbotId,
      made.flatMap(({ id, reading }) => (reading ? [{ sourceId: id, ...reading }] : [])),
      now,
    );
    const jobs = (wanted: string) =>
      made
        .filter(({ status }) => status === wanted)
        .map(({ id, version }) => ({
          payload: { sourceId: id, version },
          ownerId,
          dedupeKey: `${id}:${version}`,
        }));
    await enqueueAll(db, readSource, jobs('pending'), now);
    await enqueueAll(db, embedSource, jobs('processed'), now);
    if (made.length < copies.length) await abandonCopies(db, chatbotId);
  });
  return true;
}

/**
 * What a source is in the copy. One that answers does so as it does now, also while it is being read again; a file that
 * doesn't is read there, charged once an account. A page that was never read is left out: it would be charged twice.
 */
function planOf(
  { models }: Context,
  source: SourceToCopy,
  reading: { version: number; isPublished: boolean } | undefined,
): { status: string; version: number } | undefined {
  if (reading?.isPublished) {
    const hasVectors = source.status === 'ready' || models.embeddings === undefined;
    return { status: hasVectors ? 'ready' : 'processed', version: reading.version };
  }
  if (source.status === 'error') return { status: 'error', version: source.version };
  return source.kind === 'file' ? { status: 'pending', version: source.version } : undefined;
}

/** Its own bytes: deleting either leaves the other whole. */
async function copyFile({ files }: Context, chatbotId: string, source: SourceToCopy): Promise<void> {
  if (source.file_key === null) return;
  const stream = await files.open(source.file_key).catch((error) => {
    // Deleted meanwhile, and so is its source.
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (!stream) return;
  const received = await files.receive(stream, { maxBytes: limits.fileBytes });
  try {
    await files.keep(received, copyId(chatbotId, source.file_key));
  } finally {
    await received.discard();
  }
}

async function copyCrawlPages(db: Db, chatbotId: string, signal: AbortSignal): Promise<void> {
  const copy = await copyUnderWay(db, chatbotId);
  if (!copy) return;
  for (const { id: from } of await crawlsToCopy(db, copy.owner_id, copy.from_id)) {
    const crawl = { from, to: copyId(chatbotId, from) };
    for (;;) {
      signal.throwIfAborted();
      const ids = await crawlPagesToCopy(db, crawl, pagesAtOnce);
      const copyIds = ids.map((id) => copyId(chatbotId, id));
      const { numAffectedRows } = await insertCopiedPages(db, crawl.to, ids, copyIds);
      // None: all are there, or the crawl is gone again.
      if (!numAffectedRows) break;
    }
    await scheduleCopiedCrawl(db, crawl);
  }
}

const finish = (context: Context, chatbotId: string, failure: typeof messages.copyFailed | undefined) =>
  transaction(context.db, async (db) => {
    const copy = await endCopy(db, chatbotId);
    if (!copy) return;
    const isOriginalGone = await getChatbot(db, copy.owner_id, copy.from_id).then(
      () => false,
      () => true,
    );
    const lacks =
      failure ??
      (isOriginalGone ? messages.originalGone : copy.unread > 0 ? unreadPages(copy.unread) : undefined);
    await completeCopy(db, copy.owner_id, chatbotId, lacks);
  });

const unreadPages = (pages: number) => ({
  fr: messages.unreadPages.fr(pages),
  en: messages.unreadPages.en(pages),
});
