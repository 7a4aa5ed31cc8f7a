import { inBatches, readBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { work } from '../../../kit/jobs/job.ts';
import { listPassagesToEmbed, storeVectors } from '../../knowledge/service.ts';
import { embedSource, embedWaiting } from '../queue.ts';
import { embedLacking, embedSoon } from './embedding.ts';
import { noticeOf } from './notices.ts';
import { addNotice, findSourceForJob } from './queries.ts';
import {
  finishEmbedding,
  listIdleSources,
  listSearchableSources,
  readEmbeddingModel,
  storeEmbeddingModel,
} from './vector-queries.ts';

const embeddingBatchSize = 64;

/** Gives a source's passages their vectors: processed → ready. */
export const embedSourceWork = work(
  embedSource,
  async (context, { sourceId, version }, run) => {
    const { db } = context;
    const model = context.models.embeddings;
    const source = await findSourceForJob(db, sourceId, version);
    if (source?.status !== 'processed') return;
    const { owner_id: ownerId } = source;
    while (model) {
      const batch = await listPassagesToEmbed(db, { ownerId, sourceId, model, limit: embeddingBatchSize });
      if (batch.length === 0) break;
      const vectors = await model.embed(
        batch.map(({ text }) => text),
        run.signal,
      );
      await storeVectors(
        db,
        ownerId,
        model.name,
        batch.map(({ id }, at) => ({ id, vector: vectors[at] ?? [] })),
      );
    }
    await finishEmbedding(db, source, context.clock());
  },
  {
    /** Its passages are found by their words, and its notice says so; `embedWaiting` tries again. */
    async onDead(context, { sourceId, version }) {
      const source = await findSourceForJob(context.db, sourceId, version);
      if (source?.status !== 'processed') return;
      await addNotice(context.db, source, noticeOf('vectors_missing'), context.clock());
    },
  },
);

const scanBatchSize = 500;
/**
 * How long a source rests: a provider that was down is tried again as long as it takes, but not by every source every
 * minute.
 */
const restMs = 3_600_000;

/**
 * Embeds what waits. After another embedding model or dimension, or the first one, whatever lacks its vectors is
 * `processed` again until it has them, and is found by its words meanwhile. What rests as `processed` since its job has
 * died is tried again, too.
 */
export const embedWaitingWork = work(embedWaiting, async (context, _, { signal }) => {
  const { db, clock, models } = context;
  const model = models.embeddings;
  if (!model) return;
  const wanted = `${model.name} ${model.dimensions}`;
  if ((await readEmbeddingModel(db)) !== wanted) {
    const read = (after: { id: string } | undefined, limit: number) =>
      listSearchableSources(db, after?.id, limit);
    for await (const rows of readBatches(scanBatchSize, read)) {
      signal.throwIfAborted();
      await transaction(db, (db) => embedLacking(context, db, rows));
    }
    await storeEmbeddingModel(db, wanted, clock());
  }
  const before = new Date(clock().getTime() - restMs);
  const embedIdle = async (db: Db, size: number) => {
    const rows = await listIdleSources(db, before, size);
    await embedSoon(db, rows, clock());
    return rows.length;
  };
  await inBatches(db, scanBatchSize, embedIdle, signal);
});
