import { isDeepStrictEqual } from 'node:util';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { nilId } from '../../../kit/ids.ts';
import { work } from '../../../kit/jobs/job.ts';
import { lockOwner } from '../../auth/service.ts';
import { completeCopy, getChatbot, lockChatbot } from '../../chatbots/service.ts';
import {
  abandonCopies,
  copyPassages,
  publishCopies,
  queueCopyRemoval,
  type ReadingStanding,
  readingsOf,
} from '../../knowledge/service.ts';
import { copySources, enqueueFiles } from '../queue.ts';
import { embedLacking } from '../records/embedding.ts';
import { messages } from '../records/messages.ts';
import { copyId } from './id.ts';
import {
  advanceCopy,
  type CopyRow,
  endCopy,
  findRunningCopy,
  insertCopiedCrawls,
  insertCopiedPages,
  insertCopiedSources,
  listCrawlPagesToCopy,
  listCrawlsToCopy,
  listSourcesToCopy,
  listUnclaimedCopies,
  lockSourcesToCopy,
  type SourceToCopy,
  scheduleCopiedCrawl,
} from './queries.ts';

/** Sources of one transaction: pages are many and small. */
const sourceBatchSize = 100;
const maxPassagesPerBatch = 500;
const pageBatchSize = 1000;

/**
 * Copies a chatbot's sources as they answer, with their passages, words, vectors and files, uncharged: some at a time, so
 * that nobody waits long for the database, and each with the mark of how far it came, so that whatever ends this process
 * neither repeats nor omits one.
 */
export const copySourcesWork = work(
  copySources,
  async (context, { chatbotId }, { signal }) => {
    const { db } = context;
    for (;;) {
      signal.throwIfAborted();
      const copy = await findRunningCopy(db, chatbotId);
      // Done, or deleted in the middle of it.
      if (!copy) return abandonUnclaimed(db, chatbotId);
      if (copy.after === null) await copyCrawls(db, copy);
      else if (!(await copyNext(context, copy, signal))) break;
    }
    await copyCrawlPages(db, chatbotId, signal);
    await finish(context, chatbotId, undefined);
  },
  {
    async onDead(context, { chatbotId }) {
      await finish(context, chatbotId, messages.copyFailed);
      await abandonUnclaimed(context.db, chatbotId);
    },
  },
);

const abandonUnclaimed = async (db: Db, chatbotId: string): Promise<void> => {
  await abandonCopies(db, chatbotId, await listUnclaimedCopies(db, chatbotId));
};

/** Copies the crawls, stopped: what a copy has not read it reads when somebody wants it to. */
const copyCrawls = (db: Db, copy: CopyRow) =>
  transaction(db, async (db) => {
    if (!(await lockChatbot(db, copy.owner_id, copy.chatbot_id))) return;
    if (!(await advanceCopy(db, copy, nilId, 0))) return;
    const crawls = await listCrawlsToCopy(db, copy.owner_id, copy.from_id);
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

/** The sources that are copied together: few; the first however large it is. */
function takeBatch(sources: SourceToCopy[]): SourceToCopy[] {
  let passages = 0;
  const end = sources.findIndex((source, at) => {
    passages += source.passages;
    return at > 0 && (passages > maxPassagesPerBatch || source.file_key !== null);
  });
  return end < 0 ? sources : sources.slice(0, end);
}

interface PlannedCopy {
  source: SourceToCopy;
  id: string;
  /** The reading that is copied; absent when nothing was read whole. */
  reading: ReadingStanding | undefined;
  /** The status in the copy; absent when the source is left out. */
  plan: { status: string; version: number } | undefined;
}

async function planCopies(db: Db, chatbotId: string, sources: SourceToCopy[]): Promise<PlannedCopy[]> {
  const ids = sources.map(({ id }) => id);
  const readings = await readingsOf(db, ids);
  return sources.map((source) => {
    const reading = readings.get(source.id);
    return { source, id: copyId(chatbotId, source.id), reading, plan: planOf(source, reading) };
  });
}

/** Copies the next batch; false when none is left. */
async function copyNext(context: Context, copy: CopyRow, signal: AbortSignal): Promise<boolean> {
  const { db } = context;
  const { owner_id: ownerId, chatbot_id: chatbotId } = copy;
  const sources = takeBatch(await listSourcesToCopy(db, copy, sourceBatchSize));
  if (sources.length === 0) return false;
  const wished = await planCopies(db, chatbotId, sources);
  for (const { source, plan } of wished) if (plan) await copyFile(context, chatbotId, source);
  const read = wished.flatMap(({ source, id, plan, reading }) =>
    plan && reading ? [{ sourceId: source.id, version: reading.version, copyId: id }] : [],
  );
  while (await copyPassages(db, { ownerId, chatbotId }, read, context.clock())) signal.throwIfAborted();
  await transaction(db, async (db) => {
    await lockOwner(db, ownerId);
    if (!(await lockChatbot(db, ownerId, chatbotId))) return;
    // Read again, silenced or deleted meanwhile, a source isn't what was copied: from it on all is looked at once more.
    const held = await lockSourcesToCopy(
      db,
      ownerId,
      sources.map(({ id }) => id),
    );
    const now = new Map((await planCopies(db, chatbotId, held)).map((one) => [one.id, one]));
    const isSame = (one: PlannedCopy) => isDeepStrictEqual(contentOf(one), contentOf(now.get(one.id)));
    const changed = wished.filter((one) => !isSame(one));
    const end = changed[0] ? wished.indexOf(changed[0]) : wished.length;
    const taken = wished.slice(0, end);
    const copies = taken.flatMap(({ plan, ...one }) => (plan ? [{ ...one, ...plan }] : []));
    const after = taken.at(-1)?.source.id ?? copy.after;
    if (!(await advanceCopy(db, copy, after, taken.length - copies.length))) return;
    const inserted = await insertCopies(context, db, copy, copies);
    const useless = [
      ...copies.filter(({ id }) => !inserted.has(id)),
      ...changed.filter(({ id, reading }) => now.get(id)?.reading?.version !== reading?.version),
    ];
    await queueCopyRemoval(
      db,
      chatbotId,
      useless.flatMap(({ id, reading }) => (reading ? [{ sourceId: id, version: reading.version }] : [])),
    );
  });
  return true;
}

/** The content by which a source's copy is told from another: not how far its vectors are. */
const contentOf = (one: PlannedCopy | undefined) => one && { reading: one.reading, plan: one.plan };

type CopiedSource = Pick<PlannedCopy, 'source' | 'id' | 'reading'> & { status: string; version: number };

/**
 * Inserts the sources whose passages are there, in the transaction that moves the mark behind them; gives those that
 * are new.
 */
async function insertCopies(
  context: Context,
  db: Db,
  { owner_id: ownerId, chatbot_id: chatbotId }: CopyRow,
  copies: CopiedSource[],
): Promise<Set<string>> {
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
  const madeWith = (wanted: string) =>
    made.flatMap(({ id, version, status }) =>
      status === wanted ? [{ id, version, owner_id: ownerId }] : [],
    );
  await enqueueFiles(db, madeWith('pending'), now);
  // The original may have got its vectors after its passages were copied.
  await embedLacking(context, db, madeWith('ready'));
  return inserted;
}

/**
 * What a source is in the copy. One that answers does so as it does now, also while it is being read again; a file that
 * doesn't is read there, charged once an account. A page that was never read is left out: it would be charged twice.
 */
function planOf(source: SourceToCopy, reading: ReadingStanding | undefined): PlannedCopy['plan'] {
  if (reading?.isPublished) return { status: 'ready', version: reading.version };
  if (source.status === 'error') return { status: 'error', version: source.version };
  return source.kind === 'file' ? { status: 'pending', version: source.version } : undefined;
}

/** Copies the file's bytes: deleting either leaves the other whole. */
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
  const copy = await findRunningCopy(db, chatbotId);
  if (!copy) return;
  for (const { id: from } of await listCrawlsToCopy(db, copy.owner_id, copy.from_id)) {
    const crawl = { from, to: copyId(chatbotId, from) };
    for (;;) {
      signal.throwIfAborted();
      const ids = await listCrawlPagesToCopy(db, crawl, pageBatchSize);
      const copyIds = ids.map((id) => copyId(chatbotId, id));
      const { numAffectedRows } = await insertCopiedPages(db, copy.owner_id, crawl.to, ids, copyIds);
      // None: all are there, or the crawl is gone again.
      if (!numAffectedRows) break;
    }
    await scheduleCopiedCrawl(db, copy.owner_id, crawl);
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
