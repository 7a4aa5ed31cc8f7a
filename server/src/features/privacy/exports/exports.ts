import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DataExport } from '@parlance/contract/endpoints/account/exports';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Caller } from '../../../kit/http/route.ts';
import { newId } from '../../../kit/ids.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { accountOf, lockOwner } from '../../auth/service.ts';
import { writeExport } from '../queue.ts';
import { archiveUrl, opensArchive } from './link.ts';
import {
  countExports,
  countFiles,
  type ExportRow,
  endExport,
  exportsOf,
  fetchableExport,
  insertExport,
  partsOf,
  runningExport,
} from './queries.ts';
import { firstPosition, stepCount } from './writing.ts';

const exportsPerDay = 3;
const dayMs = 86_400_000;

function present(context: Context, row: ExportRow): DataExport {
  const { status, expires_at: expiresAt } = row;
  const isOver = expiresAt !== null && expiresAt <= context.clock();
  const isReady = status === 'ready' && !isOver;
  return {
    id: row.id,
    // A deleted one is in no list.
    status: (status === 'ready' && isOver) || status === 'deleted' ? 'expired' : status,
    progress: status === 'running' ? { done: row.done, total: row.total } : null,
    bytes: isReady ? row.bytes : null,
    createdAt: row.created_at.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    ...(isReady ? { url: archiveUrl(context, row) } : {}),
  };
}

/** Asks for an archive; one that is being made is given back. */
export async function requestExport(context: Context, { userId }: Caller): Promise<DataExport> {
  const row = await transaction(context.db, async (db) => {
    await lockOwner(db, userId);
    const running = await runningExport(db, userId);
    if (running) return running;
    const now = context.clock();
    const since = new Date(now.getTime() - dayMs);
    if ((await countExports(db, userId, since)) >= exportsPerDay) throw new AppError('too_many_exports');
    const { language } = await accountOf(db, userId);
    const made = await insertExport(db, {
      id: newId(now),
      owner_id: userId,
      nonce: randomBytes(16),
      language,
      position: firstPosition,
      total: stepCount + (await countFiles(db, userId)),
      created_at: now,
    });
    const payload = { ownerId: userId, exportId: made.id };
    await enqueue(db, writeExport, payload, { now, ownerId: userId, dedupeKey: made.id });
    return made;
  });
  return present(context, row);
}

export const listExports = async (context: Context, { userId }: Caller): Promise<DataExport[]> =>
  (await exportsOf(context.db, userId)).map((row) => present(context, row));

export const deleteExport = (context: Context, { userId }: Caller, id: string): Promise<void> =>
  transaction(context.db, async (db) => {
    if (!(await endExport(db, { ownerId: userId, id }, 'deleted'))) throw new AppError('not_found');
  });

/** The archive behind a link; without the right token nothing says that there is one. */
export async function openArchive(context: Context, id: string, token: string) {
  const { db, files, clock } = context;
  const made = await fetchableExport(db, id, clock());
  if (!made || !opensArchive(context, made, token)) throw new AppError('not_found');
  const keys = await partsOf(db, made.id);
  return {
    bytes: made.bytes,
    name: `parlance-${made.created_at.toISOString().slice(0, 10)}.zip`,
    stream: () =>
      Readable.from(
        (async function* () {
          for (const key of keys) yield* (await files.open(key)) as AsyncIterable<Buffer>;
        })(),
        { objectMode: false },
      ),
  };
}
