/** The embedded database, in a thread of its own: an index build takes seconds of processor time. */
import fs, { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { vector } from '@electric-sql/pglite-pgvector';
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './embedded-protocol.ts';

const { folder, template, syncs } = workerData as WorkerSettings;
const port = parentPort;
if (!port) throw new Error('embedded-worker.ts runs as a worker thread');
const say = (answer: WorkerAnswer) => port.postMessage(answer);

interface EmscriptenFiles {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } } };
}

/** NodeFS has no fsync, so what was acknowledged would be lost with the power. Ours really asks the disk. */
class DurableNodeFS extends NodeFS {
  override async init(...[database, settings]: Parameters<NodeFS['init']>) {
    const ready = await super.init(database, settings);
    const prepare = (module: EmscriptenFiles) => {
      module.FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
        fs.fsyncSync(stream.nfd);
        Atomics.add(syncs, 0, 1);
        return 0;
      };
    };
    const steps = ready.emscriptenOpts.preRun;
    if (!Array.isArray(steps)) throw new Error('this PGlite has no list of preRun steps to add fsync to');
    (steps as unknown as ((module: EmscriptenFiles) => void)[]).push(prepare);
    return ready;
  }
}

/** PGlite starts PostgreSQL with `-F` (no fsync); its default `fdatasync` is a stub, `fsync` is ours. */
const durable = {
  startParams: [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    '-c',
    'wal_sync_method=fsync',
  ],
};

const create = (options: PGliteOptions) => PGlite.create({ ...options, extensions: { vector } });

const blobOf = async (file: string | undefined) =>
  file === undefined ? {} : { loadDataDir: (await openAsBlob(file)) as File };

/** Creation takes seconds and may be killed: the folder gets its name only when it holds a whole database. */
async function createFolder(target: string) {
  const unfinished = `${target}.creating`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const fresh = await create({ fs: new DurableNodeFS(unfinished), ...durable, ...(await blobOf(template)) });
  await fresh.close();
  fs.renameSync(unfinished, target);
  const parent = fs.openSync(join(target, '..'), 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

async function open() {
  if (folder === undefined) return create(await blobOf(template));
  if (!fs.existsSync(folder)) await createFolder(folder);
  return create({ fs: new DurableNodeFS(folder), ...durable });
}

/** After these the WebAssembly machine is in no state to go on. */
const isFatal = (error: unknown) =>
  error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus');

/** Structured cloning keeps an error's message only. */
const failureOf = (error: unknown): WorkerAnswer => {
  const { message, code } = error as { message?: string; code?: string };
  return { kind: 'failure', message: message ?? String(error), code };
};

try {
  const database = await open();

  /** What it answers, as it writes it: its other calls parse every message and keep them all for whoever asks. */
  const execute = async (request: Uint8Array): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    await database.execProtocolRawStream(request, {
      syncToFs: false,
      // A view of its memory, which it goes on writing to.
      onRawData: (bytes) => pieces.push(bytes.slice()),
    });
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
        process.exit(0);
      }
    } catch (error) {
      say(failureOf(error));
      // What a request of bytes throws instead of saying it in the protocol leaves its client without an answer.
      if (request instanceof Uint8Array || isFatal(error)) process.exit(1);
    }
  });
  say({ kind: 'ready' });
} catch (error) {
  say(failureOf(error));
  process.exit(1);
}
