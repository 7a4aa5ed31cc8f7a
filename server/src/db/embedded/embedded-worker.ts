/** The embedded database, in a thread of its own: an index build takes seconds of processor time. */
import fs, { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { DurableNodeFS, durableStart } from './files.ts';
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './protocol.ts';

const { folder, template, compiled, syncs } = workerData as WorkerSettings;
const port = parentPort;
if (!port) throw new Error('embedded-worker.ts runs as a worker thread');
const say = (answer: WorkerAnswer) => port.postMessage(answer);

const files = (place: string) => new DurableNodeFS(place, () => Atomics.add(syncs, 0, 1));

const create = (options: PGliteOptions) =>
  PGlite.create({
    ...options,
    ...(compiled ? { pgliteWasmModule: compiled } : {}),
    extensions: { vector },
  });

const blobOf = async (file: string | undefined) =>
  file === undefined ? {} : { loadDataDir: (await openAsBlob(file)) as File };

/**
 * Creates the database's folder. That takes seconds and may be killed: the folder gets its name only when it holds a
 * whole database.
 */
async function createFolder(target: string) {
  const unfinished = `${target}.creating`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const place = files(unfinished);
  const fresh = await create({ fs: place, startParams: durableStart, ...(await blobOf(template)) });
  await fresh.close();
  place.settle();
  fs.renameSync(unfinished, target);
  const parent = fs.openSync(join(target, '..'), 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

async function open() {
  if (folder === undefined) return { database: await create(await blobOf(template)), settle: () => {} };
  if (!fs.existsSync(folder)) await createFolder(folder);
  const place = files(folder);
  return { database: await create({ fs: place, startParams: durableStart }), settle: () => place.settle() };
}

/** Whether an error leaves the WebAssembly machine in no state to go on. */
const isFatal = (error: unknown) =>
  error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus');

/** An error as its parts: structured cloning keeps the message only. */
const failureOf = (error: unknown): WorkerAnswer => {
  const { message, code } = error as { message?: string; code?: string };
  return { kind: 'failure', message: message ?? String(error), code };
};

try {
  const { database, settle } = await open();

  /**
   * Executes a request of wire bytes and gives the answer's: the library's other calls parse every message and keep
   * them all.
   */
  const execute = async (request: Uint8Array): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    await database.execProtocolRawStream(request, {
      syncToFs: false,
      // A view of its memory, which it goes on writing to.
      onRawData: (bytes) => pieces.push(bytes.slice()),
    });
    settle();
    const [first] = pieces;
    return pieces.length === 1 && first ? first : new Uint8Array(Buffer.concat(pieces));
  };

  port.on('message', async (request: WorkerRequest) => {
    try {
      if (request instanceof Uint8Array) {
        const answer = await execute(request);
        port.postMessage(answer, [answer.buffer as ArrayBuffer]);
      } else if (request.kind === 'dump') {
        const dump = await database.dumpDataDir('none');
        fs.writeFileSync(request.file, Buffer.from(await dump.arrayBuffer()));
        say({ kind: 'dumped' });
      } else {
        await database.close();
        settle();
        process.exit(0);
      }
    } catch (error) {
      say(failureOf(error));
      // An error thrown instead of written into the protocol leaves the client without an answer.
      if (request instanceof Uint8Array || isFatal(error)) process.exit(1);
    }
  });
  say({ kind: 'ready' });
} catch (error) {
  say(failureOf(error));
  process.exit(1);
}
