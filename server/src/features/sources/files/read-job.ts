import type { Context } from '../../../context.ts';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { commitAsynchronously, transaction } from '../../../db/transaction.ts';
import { type JobRun, work } from '../../../kit/jobs/job.ts';
import { lockOwner } from '../../auth/service.ts';
import { getChatbot, lockChatbot, recordSync } from '../../chatbots/service.ts';
import { forgetReadings, indexPassages, publishPassages, withdrawPassages } from '../../knowledge/service.ts';
import {
  type DocumentInput,
  type DocumentSummary,
  type ReadPassage,
  readDocument,
} from '../../reading/service.ts';
import {
  alertQuotaExceeded,
  balanceOf,
  charge,
  QuotaExceeded,
  readingDetails,
  tokensLeft,
} from '../../usage/service.ts';
import type { Refusal } from '../fetching/page-error.ts';
import { refusalOf } from '../fetching/reading-refusal.ts';
import { enqueueEmbedding, readSource } from '../queue.ts';
import { noticesOf } from '../records/notices.ts';
import {
  failSource,
  findSourceForJob,
  lockSource,
  noteState,
  type SourceRow,
  updateSource,
} from '../records/queries.ts';
import { raiseChargedTokens, readChargedTokens } from './file-queries.ts';

/** Reads a source into passages: pending → processing → processed, or error. The same again changes nothing. */
export const readSourceWork = work(
  readSource,
  async (context, { sourceId, version }, run) => {
    const source = await findSourceForJob(context.db, sourceId, version);
    if (source?.kind !== 'file' || source.status === 'processed' || source.status === 'ready') return;
    if (source.status === 'error') return forgetReadings(context.db, readingOf(source));
    await noteState(context.db, source, { status: 'processing', updated_at: context.clock() });
    try {
      const document = await openDocument(context, source);
      try {
        await indexDocument(context, source, document, run);
      } finally {
        await document.discard();
      }
    } catch (error) {
      const refused =
        error instanceof QuotaExceeded ? { code: 'storage_quota_exceeded' as const } : refusalOf(error);
      if (!refused) throw error;
      await failReading(context, source, refused);
      if (error instanceof QuotaExceeded) {
        const work = { ownerId: source.owner_id, tokenType: 'storage', tokens: error.needed } as const;
        await alertQuotaExceeded(context, context.db, work);
      }
    }
  },
  {
    async onDead(context, { sourceId, version }) {
      const source = await findSourceForJob(context.db, sourceId, version);
      if (source) await failReading(context, source, { code: 'timed_out' });
    },
  },
);

const readingOf = ({ id: sourceId, chatbot_id: chatbotId, version }: SourceRow) => ({
  sourceId,
  chatbotId,
  version,
});

/**
 * Fails a reading: what it had read so far goes, what an earlier one had found stays out of answers too. A reading that
 * was taken in is over: whatever its job died of came after.
 */
async function failReading(context: Context, source: SourceRow, refusal: Refusal) {
  await transaction(context.db, async (db) => {
    if (!(await lockChatbot(db, source.owner_id, source.chatbot_id))) return;
    const held = await lockSource(db, source);
    if (held?.status === 'processed' || held?.status === 'ready') return;
    const failed = await failSource(db, source, refusal, context.clock());
    if (failed) await withdrawPassages(db, readingOf(source));
  });
  await forgetReadings(context.db, readingOf(source));
}

interface OpenDocument {
  input: Omit<DocumentInput, 'signal' | 'onProgress'>;
  size: number;
  mediaType: string;
  discard(): Promise<void>;
}

async function openDocument(context: Context, source: SourceRow): Promise<OpenDocument> {
  const { file_key, format } = source;
  if (file_key === null || format === 'html') throw new Error(`source ${source.id} has no file`);
  const file = await context.files.localPath(file_key);
  return {
    input: { path: file.path, kind: format },
    size: source.size,
    mediaType: source.media_type,
    discard: () => file.release(),
  };
}

/**
 * Stores passages of a reading while its source is there and has begun no newer one. What a crash takes back the job reads
 * again; its last transaction brings all to the disk.
 */
const indexWhileCurrent = (db: Db, source: SourceRow, passages: ReadPassage[], now: Date) =>
  transaction(db, async (db) => {
    const none = { added: 0, newTokens: 0 };
    await commitAsynchronously(db);
    if (!(await lockChatbot(db, source.owner_id, source.chatbot_id))) return none;
    if (!(await lockSource(db, source))) return none;
    return indexPassages(db, { ...readingOf(source), ownerId: source.owner_id, passages, now });
  });

/** Milliseconds between two writes of progress. */
const progressMs = 500;

async function indexDocument(
  context: Context,
  source: SourceRow,
  document: OpenDocument,
  { signal }: JobRun,
) {
  const { db } = context;
  const balance = await balanceOf(context, db, source.owner_id, 'storage');
  const affordable = tokensLeft(balance);
  const paid = source.sha256 ? ((await readChargedTokens(db, source.owner_id, source.sha256)) ?? 0) : 0;
  let toldAt = 0;
  // Deleted or begun anew meanwhile: nobody waits for the rest, which may take minutes to its next passage.
  const left = new AbortController();
  const reading = readDocument({
    ...document.input,
    recognises: context.config.recognisesText,
    ownerId: source.owner_id,
    signal: AbortSignal.any([signal, left.signal]),
    onProgress(done, total) {
      const now = performance.now();
      if (now - toldAt < progressMs) return;
      toldAt = now;
      noteState(db, source, { progress_done: done, progress_total: total }).then(
        (isThere) => isThere || left.abort(),
        (error) => context.log.debug({ error, sourceId: source.id }, 'progress was not written'),
      );
    },
  });
  const ids = { ...readingOf(source), ownerId: source.owner_id };
  // A second try of this job finds what the first has stored: it begins anew.
  await forgetReadings(db, ids);
  const read = { passages: 0, tokens: 0, newTokens: 0, french: 0 };
  let summary: DocumentSummary = {};
  try {
    for (;;) {
      const next = await reading.next();
      if (next.done) {
        summary = next.value;
        break;
      }
      const passages = next.value;
      const { added, newTokens } = await indexWhileCurrent(db, source, passages, context.clock());
      if (added === 0) return;
      read.newTokens += newTokens;
      for (const passage of passages) {
        read.passages++;
        read.tokens += passage.tokens;
        if (passage.language === 'fr') read.french++;
      }
      if (read.newTokens > affordable + paid) {
        throw new QuotaExceeded({ tokenType: 'storage', tokens: read.newTokens - paid });
      }
    }
  } catch (error) {
    if (left.signal.aborted) return;
    throw error;
  } finally {
    // Its process ends with it.
    await reading.return(summary);
  }
  await transaction(db, async (db) => {
    await lockOwner(db, source.owner_id);
    // What was stored goes with the source, or with the next whole reading.
    if (!(await lockChatbot(db, source.owner_id, source.chatbot_id))) return;
    if (!(await lockSource(db, source))) return;
    const now = context.clock();
    const due = await readDueTokens(db, source, read);
    if (due > 0) {
      await charge(context, db, {
        ownerId: source.owner_id,
        tokenType: 'storage',
        operation: source.last_sync_at === null ? 'file_upload' : 'reindex',
        details: readingDetails(due, { name: source.name, version: source.version }),
        chatbotId: source.chatbot_id,
        chatbotName: (await getChatbot(db, source.owner_id, source.chatbot_id)).name,
        cause: `source:${source.id}:${source.version}`,
      });
    }
    await publishPassages(db, { ...ids, now });
    const embeds = context.models.embeddings !== undefined;
    await updateSource(db, source, {
      status: embeds ? 'processed' : 'ready',
      notices: encodeJson(noticesOf(summary.notices)),
      size: document.size,
      media_type: document.mediaType,
      passages: read.passages,
      storage_tokens: read.tokens,
      language: read.french * 2 > read.passages ? 'fr' : 'en',
      progress_done: null,
      progress_total: null,
      last_sync_at: now,
      updated_at: now,
    });
    await recordSync(db, source.owner_id, source.chatbot_id, now);
    if (embeds) {
      await enqueueEmbedding(db, [source], now);
    }
  });
}

/**
 * The tokens due for a reading: the same bytes are charged once an account, in another chatbot or after a deletion only
 * what an earlier reading lacked.
 */
async function readDueTokens(db: Db, source: SourceRow, read: { tokens: number; newTokens: number }) {
  if (source.sha256 === null) return read.newTokens;
  const paid = await raiseChargedTokens(db, source.owner_id, source.sha256, read.tokens);
  return Math.min(read.newTokens, Math.max(0, read.tokens - paid));
}
