import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProgram } from '../setup/program.ts';

interface Listed {
  items: { name: string; status: string; lastSyncAt: string | null }[];
  statistics: { byStatus: { pending: number; processing: number } };
}

/** What one request may bring. */
const batchSize = 20;
/** Nobody uploads in the second in which the program starts: its readers stand ready by then. */
const restMs = 4_000;
/** Asking costs the program time too; when each was done it says itself. */
const pollMs = 250;

/**
 * Seconds from the first byte of an upload until all that can be read answers questions: the program as it ships, which
 * has read nothing since it started, on the embedded database unless DATABASE_URL names another.
 */
export async function measureSecondsUntilSearchable(paths: readonly string[]): Promise<number> {
  const program = await startProgram();
  try {
    const { id } = await program.call<{ id: string }>('POST', '/api/v1/chatbots', {
      name: 'Documents',
      platform: 'website',
    });
    const files = await Promise.all(
      paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })),
    );
    await wait(restMs);
    const from = Date.now();
    for (let at = 0; at < files.length; at += batchSize) {
      const form = new FormData();
      for (const { name, bytes } of files.slice(at, at + batchSize))
        form.append('files', new Blob([bytes]), name);
      await program.call('POST', `/api/v1/chatbots/${id}/files`, form);
    }
    for (;;) {
      const { items, statistics } = await program.call<Listed>(
        'GET',
        `/api/v1/chatbots/${id}/sources?limit=100`,
      );
      if (statistics.byStatus.pending + statistics.byStatus.processing === 0) {
        const unread = items.filter(({ status }) => status !== 'ready' && status !== 'error');
        if (unread.length > 0) throw new Error(`not read: ${unread.map(({ name }) => name).join(', ')}`);
        const done = items.map(({ lastSyncAt }) => (lastSyncAt === null ? from : Date.parse(lastSyncAt)));
        return (Math.max(...done) - from) / 1000;
      }
      await wait(pollMs);
    }
  } finally {
    await program.stop();
  }
}
