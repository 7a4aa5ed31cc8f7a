import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** PGlite starts PostgreSQL with `-F` (no fsync); its default `fdatasync` is a stub, `fsync` is ours. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

interface Stream {
  nfd: number;
  path: string;
}

type Operations = Record<string, (...args: never[]) => unknown>;

interface EmscriptenFiles {
  FS: { filesystems: { NODEFS: { stream_ops: Operations; node_ops: Operations } } };
}

const isLog = ({ path }: Stream) => path.includes('/pg_wal/');

/** Changes of other files than the log, none of which may reach the disk before the log has. */
const streamChanges = ['write', 'close', 'setattr'];
const nodeChanges = ['setattr', 'rename', 'unlink', 'rmdir'];

/**
 * A file system with an fsync that really asks the disk: NodeFS has none, so what was acknowledged would be lost with
 * the power. For the write-ahead log it does so once for all statements that came together: `settle` must be called
 * before any of them is answered, and is called before anything else than the log changes.
 */
export class DurableNodeFS extends NodeFS {
  readonly #unsettled = new Set<number>();
  readonly #onSync: () => void;

  constructor(folder: string, onSync: () => void) {
    super(folder);
    this.#onSync = onSync;
  }

  /** Whether everything that PostgreSQL takes for kept is on the disk. */
  get isSettled() {
    return this.#unsettled.size === 0;
  }

  settle() {
    for (const descriptor of this.#unsettled) {
      // What PostgreSQL itself uses for its log on Linux: segments have their length beforehand.
      fs.fdatasyncSync(descriptor);
      this.#onSync();
    }
    this.#unsettled.clear();
  }

  override async init(...[database, settings]: Parameters<NodeFS['init']>) {
    const ready = await super.init(database, settings);
    const prepare = ({ FS }: EmscriptenFiles) => this.#replace(FS.filesystems.NODEFS);
    const steps = ready.emscriptenOpts.preRun;
    if (!Array.isArray(steps)) throw new Error('this PGlite has no list of preRun steps to add fsync to');
    (steps as unknown as ((module: EmscriptenFiles) => void)[]).push(prepare);
    return ready;
  }

  #replace({ stream_ops: streams, node_ops: nodes }: EmscriptenFiles['FS']['filesystems']['NODEFS']) {
    const settled = (operations: Operations, name: string, isExempt: (first: Stream) => boolean) => {
      const operation = operations[name];
      if (!operation) throw new Error(`this PGlite has no ${name} of files`);
      operations[name] = (...args) => {
        if (!this.isSettled && !isExempt(args[0] as unknown as Stream)) this.settle();
        return operation(...args);
      };
    };
    for (const name of streamChanges) settled(streams, name, (stream) => name === 'write' && isLog(stream));
    for (const name of nodeChanges) settled(nodes, name, () => false);
    streams.fsync = (stream: Stream) => {
      if (isLog(stream)) this.#unsettled.add(stream.nfd);
      else {
        this.settle();
        fs.fsyncSync(stream.nfd);
        this.#onSync();
      }
      return 0;
    };
  }
}
