/** The embedded database, in a thread of its own: an index build takes seconds of processor time. */
import fs, { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { vector } from '@electric-sql/pglite-pgvector';
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './embedded-protocol.ts';
import { parsers } from './values.ts';

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

const binaryTypes = new Set([17, 1001]);

async function run(database: PGlite, { id, sql, parameters }: WorkerRequest & { kind: 'query' }) {
  // Without arguments the simple protocol: one round trip, and several statements at once (migrations).
  const result =
    parameters.length === 0
      ? (await database.exec(sql)).at(-1)
      : await database.query<Record<string, unknown>>(sql, [...parameters]);
  say({
    kind: 'rows',
    id,
    rows: (result?.rows ?? []) as Record<string, unknown>[],
    affected: result?.affectedRows,
    binary: (result?.fields ?? []).filter((f) => binaryTypes.has(f.dataTypeID)).map((f) => f.name),
  });
}

/** Structured cloning keeps an error's message only; callers need what PostgreSQL said. */
function failureOf(error: unknown) {
  const { message, code, severity, detail, hint, table, column, constraint, schema, position } =
    error as Record<string, string | undefined>;
  return {
    message: message ?? String(error),
    code,
    severity,
    detail,
    hint,
    table,
    column,
    constraint,
    schema,
    position,
  };
}

/** After these the WebAssembly machine is in no state to go on. */
const isFatal = (error: unknown) =>
  error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus');

try {
  const database = await open();
  database.parsers = { ...parsers };
  database.serializers = { 17: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` };
  await database.exec(`set timezone to 'UTC'`);
  database.onNotification((channel, payload) => say({ kind: 'notification', channel, payload }));

  port.on('message', async (request: WorkerRequest) => {
    try {
      if (request.kind === 'query') return await run(database, request);
      if (request.kind === 'dump') {
        const dump = await database.dumpDataDir('none');
        fs.writeFileSync(request.file, Buffer.from(await dump.arrayBuffer()));
      }
      if (request.kind === 'close') await database.close();
      say({ kind: 'rows', id: request.id, rows: [], binary: [] });
      if (request.kind === 'close') process.exit(0);
    } catch (error) {
      say({ kind: 'failure', id: request.id, failure: failureOf(error) });
      if (isFatal(error)) process.exit(1);
    }
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'failure', id: 0, failure: failureOf(error) });
  process.exit(1);
}
