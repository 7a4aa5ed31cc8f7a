import { limits } from '@parlance/contract/limits';
import type { Context } from '../../context.ts';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { work } from '../../kit/jobs/job.ts';
import { clearRemovedSources } from '../knowledge/service.ts';
import { copySourcesWork } from './copies/job.ts';
import { readHostWork } from './crawling/page-jobs.ts';
import { listSitemapsWork } from './crawling/sitemap-job.ts';
import { syncDueWork } from './crawling/sync-job.ts';
import { robotsMs } from './fetching/host.ts';
import { forgetHosts } from './fetching/host-queries.ts';
import {
  forgetAbandonedFile,
  isFileKept,
  leaveUnreadableFiles,
  listAbandonedFiles,
} from './files/file-queries.ts';
import { readSourceWork } from './files/read-job.ts';
import { forgetStaleUploads } from './files/upload-queries.ts';
import {
  clearRemoved,
  enqueueFileRemoval,
  forgetKnownHosts,
  forgetUnreadable,
  removeAbandonedFiles,
  sweepOrphanedFiles,
} from './queue.ts';
import { embedSourceWork, embedWaitingWork } from './records/embedding-jobs.ts';
import { deleteSomeSources } from './records/queries.ts';

/** Removes what deleted sources have left behind. */
const clearRemovedWork = work(clearRemoved, ({ db }, _, { signal }) => clearRemovedSources(db, signal));

/**
 * Deletes originals that could not be read, after a while in which they may be looked at or tried again: disks are for
 * what answers.
 */
const forgetUnreadableWork = work(forgetUnreadable, async ({ db, clock }) => {
  const now = clock();
  await transaction(db, async (db) => {
    await leaveUnreadableFiles(db, new Date(now.getTime() - limits.unreadableFileDays * 86_400_000));
    await enqueueFileRemoval(db, now);
  });
});

const fileBatchSize = 100;

const maxIdleUploadMs = 24 * 3_600_000;

/**
 * Removes from the store what no row names any more, uploads included that nobody has gone on with for a day.
 */
const removeAbandonedFilesWork = work(removeAbandonedFiles, async (context) => {
  await forgetStaleUploads(context.db, new Date(context.clock().getTime() - maxIdleUploadMs));
  await removeFiles(context);
});

/** Removes from the store what no row names any more. */
export async function removeFiles(context: Context): Promise<void> {
  for (;;) {
    const abandoned = await listAbandonedFiles(context.db, fileBatchSize);
    for (const { file_key } of abandoned) {
      await context.files.remove(file_key);
      await forgetAbandonedFile(context.db, file_key);
    }
    if (abandoned.length < fileBatchSize) return;
  }
}

/** Deletes the sources of an account that leaves, and all that was read of them. */
export async function deleteSourcesOf(db: Db, ownerId: string, signal: AbortSignal): Promise<void> {
  await inBatches(db, 500, (db, size) => deleteSomeSources(db, ownerId, size), signal);
  await clearRemovedSources(db, signal);
}

const minOrphanAgeMs = 24 * 3_600_000;

/** Says whether a feature further right names a file. */
type IsFileNamed = (db: Db, fileKey: string) => Promise<boolean>;

/** Deletes files whose upload never became a row (a crash between the two), once they are a day old. */
const sweepOrphanedFilesWork = (isKeptElsewhere: IsFileNamed) =>
  work(sweepOrphanedFiles, async ({ db, files, clock }) => {
    const before = clock().getTime() - minOrphanAgeMs;
    for await (const { key, modifiedAt } of files.list()) {
      if (modifiedAt.getTime() >= before) continue;
      if (!(await isFileKept(db, key)) && !(await isKeptElsewhere(db, key))) await files.remove(key);
    }
  });

/**
 * Forgets hosts: which sites were read is nobody's business once their sources are gone, and their rules are believed
 * for a day.
 */
const forgetKnownHostsWork = work(forgetKnownHosts, async ({ db, clock }) => {
  await forgetHosts(db, new Date(clock().getTime() - robotsMs));
});

export const sourceWork = (isKeptElsewhere: IsFileNamed) => [
  readSourceWork,
  readHostWork,
  listSitemapsWork,
  syncDueWork,
  embedSourceWork,
  embedWaitingWork,
  copySourcesWork,
  clearRemovedWork,
  forgetUnreadableWork,
  removeAbandonedFilesWork,
  sweepOrphanedFilesWork(isKeptElsewhere),
  forgetKnownHostsWork,
];
