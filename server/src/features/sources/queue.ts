import * as z from 'zod/mini';
import type { Db } from '../../db/open.ts';
import { enqueue, enqueueAll } from '../../kit/jobs/enqueue.ts';
import { defineJob } from '../../kit/jobs/job.ts';

const versionPayload = z.object({ sourceId: z.uuid(), version: z.int() });
const hostPayload = z.object({ chatbotId: z.uuid(), host: z.string(), ownerId: z.uuid() });
export type HostPayload = z.output<typeof hostPayload>;

export const readSource = defineJob({
  name: 'sources.read',
  payload: versionPayload,
  // The reader's own deadline is shorter: five minutes at most, beside fetching and indexing.
  timeoutMs: 15 * 60_000,
});

export const readHost = defineJob({
  name: 'sources.read-pages',
  payload: hostPayload,
  lane: 'network',
  timeoutMs: 10 * 60_000,
});

export const listSitemaps = defineJob({
  name: 'sources.list-sitemaps',
  payload: z.object({ crawlId: z.uuid(), run: z.int() }),
  lane: 'network',
  timeoutMs: 10 * 60_000,
});

export const embedSource = defineJob({
  name: 'sources.embed',
  payload: versionPayload,
  lane: 'network',
  timeoutMs: 30 * 60_000,
});

export const embedWaiting = defineJob({
  name: 'sources.embed-waiting',
  payload: z.object({}),
  timeoutMs: 10 * 60_000,
  everyMs: 60_000,
});

export const syncDue = defineJob({ name: 'sources.sync-due', payload: z.object({}), everyMs: 10 * 60_000 });

export const copySources = defineJob({
  name: 'sources.copy',
  payload: z.object({ chatbotId: z.uuid() }),
  timeoutMs: 30 * 60_000,
});

export const clearRemoved = defineJob({
  name: 'sources.clear-removed',
  payload: z.object({}),
  timeoutMs: 10 * 60_000,
  everyMs: 60_000,
});

export const removeAbandonedFiles = defineJob({
  name: 'sources.remove-abandoned-files',
  payload: z.object({}),
  everyMs: 3_600_000,
});

export const forgetUnreadable = defineJob({
  name: 'sources.forget-unreadable',
  payload: z.object({}),
  everyMs: 3_600_000,
});

export const sweepOrphanedFiles = defineJob({
  name: 'sources.sweep-orphaned-files',
  payload: z.object({}),
  everyMs: 86_400_000,
});

export const forgetKnownHosts = defineJob({
  name: 'sources.forget-hosts',
  payload: z.object({}),
  everyMs: 86_400_000,
});

interface SourceVersion {
  id: string;
  version: number;
  owner_id: string;
}

/** The entry of a source's version, one job each: asked for again while it waits, it is the same one. */
const toEntry = ({ id, version, owner_id: ownerId }: SourceVersion) => ({
  payload: { sourceId: id, version },
  ownerId,
  dedupeKey: `${id}:${version}`,
});

/** Has files read into passages. */
export const enqueueFiles = (db: Db, sources: readonly SourceVersion[], now: Date) =>
  enqueueAll(db, readSource, sources.map(toEntry), now);

/** Has passages given their vectors. */
export const enqueueEmbedding = (db: Db, sources: readonly SourceVersion[], now: Date) =>
  enqueueAll(db, embedSource, sources.map(toEntry), now);

/** Has the waiting pages of a host read. */
export const wakeHost = (db: Db, { ownerId, chatbotId, host }: HostPayload, now: Date): Promise<void> =>
  enqueue(db, readHost, { ownerId, chatbotId, host }, { now, ownerId, dedupeKey: `${chatbotId} ${host}` });

/** Has sources read, files one by one and pages host by host. */
export async function enqueueReadings(
  db: Db,
  sources: readonly (SourceVersion & { kind: string; host: string | null; chatbot_id: string })[],
  now: Date,
): Promise<void> {
  await enqueueFiles(
    db,
    sources.filter(({ kind }) => kind === 'file'),
    now,
  );
  const hosts = new Map(sources.flatMap((source) => (source.host === null ? [] : [[source.host, source]])));
  for (const [host, { owner_id: ownerId, chatbot_id: chatbotId }] of hosts)
    await wakeHost(db, { ownerId, chatbotId, host }, now);
}

/** Has a run of a crawl list the sitemaps that wait. */
export const enqueueSitemaps = (
  db: Db,
  { id, run, owner_id: ownerId }: { id: string; run: number; owner_id: string },
  now: Date,
) => enqueue(db, listSitemaps, { crawlId: id, run }, { now, ownerId, dedupeKey: `${id}:${run}` });

export const enqueueCopy = (
  db: Db,
  { ownerId, chatbotId }: { ownerId: string; chatbotId: string },
  now: Date,
) => enqueue(db, copySources, { chatbotId }, { now, ownerId, dedupeKey: chatbotId });

/** Has what deleted sources have left behind removed. */
export const enqueueClearing = (db: Db, now: Date) =>
  enqueue(db, clearRemoved, {}, { now, dedupeKey: 'all' });

/** Has files removed that no row names any more. */
export const enqueueFileRemoval = (db: Db, now: Date) =>
  enqueue(db, removeAbandonedFiles, {}, { now, dedupeKey: 'all' });
