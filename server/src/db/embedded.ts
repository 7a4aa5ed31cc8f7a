import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import type { DatabaseFailure, WorkerAnswer, WorkerRequest, WorkerSettings } from './embedded-protocol.ts';
import { DatabaseUnavailable } from './failure.ts';
import { embeddedWorkerFile, runsFromSource } from './places.ts';

type Rows = Extract<WorkerAnswer, { kind: 'rows' }>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Waiting {
  resolve(answer: Rows): void;
  reject(error: unknown): void;
}

/** A worker thread can't load TypeScript on Node 20, not even with `--import tsx`: it registers tsx itself. */
function startThread(settings: WorkerSettings): Worker {
  const entry = pathToFileURL(embeddedWorkerFile).href;
  if (!runsFromSource) return new Worker(new URL(entry), { workerData: settings });
  // `resolve` finds the CommonJS twin, whose register looks for its parts in the wrong folder.
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
  return new Worker(code, { eval: true, workerData: settings, execArgv: [] });
}

/** The same class as `pg` throws, so that callers look for `code` and `constraint` in one way. */
function databaseError({ message, ...said }: DatabaseFailure): Error {
  return said.code === undefined
    ? new Error(message)
    : Object.assign(new pg.DatabaseError(message, 0, 'error'), said);
}

/** One life of the thread. */
class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #death: Error | undefined;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;

  constructor(settings: WorkerSettings, onNotification: (channel: string, payload: string) => void) {
    const worker = startThread(settings);
    this.#worker = worker;
    let reason: Error | undefined;
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (answer: WorkerAnswer) => {
        if (answer.kind === 'ready') return resolve();
        if (answer.kind === 'notification') return onNotification(answer.channel, answer.payload);
        if (answer.id === 0 && answer.kind === 'failure') {
          reason = databaseError(answer.failure);
          return;
        }
        const waiting = this.#waiting.get(answer.id);
        this.#waiting.delete(answer.id);
        if (answer.kind === 'rows') waiting?.resolve(answer);
        else waiting?.reject(databaseError(answer.failure));
      });
      worker.on('error', (error) => {
        reason = error;
      });
      worker.on('exit', (code) => {
        const cause = reason ?? new Error(`its thread ended with code ${code}`);
        this.#death = new DatabaseUnavailable('the embedded database stopped', { cause });
        for (const { reject } of this.#waiting.values()) reject(this.#death);
        this.#waiting.clear();
        reject(new Error(`the embedded database cannot be opened: ${cause.message}`, { cause }));
      });
    });
    // Whoever waits for `ready` hears of it; an unattended rejection must not end the process.
    this.ready.catch(() => undefined);
    this.ended = new Promise((resolve) => worker.once('exit', () => resolve()));
  }

  get isDead() {
    return this.#death !== undefined;
  }

  ask(request: Unnumbered<WorkerRequest>): Promise<Rows> {
    if (this.#death) return Promise.reject(this.#death);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id });
    });
  }

  async terminate() {
    await this.#worker.terminate();
  }
}

/** Structured cloning turns Buffers into plain byte arrays. */
function asBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map(asBuffers) : value;
}

/** Bound to one life of the thread: a transaction doesn't survive it. */
class EmbeddedConnection implements DatabaseConnection {
  readonly #thread: Thread;

  constructor(thread: Thread) {
    this.#thread = thread;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected, binary } = await this.#thread.ask({ kind: 'query', sql, parameters });
    for (const row of rows) for (const name of binary) row[name] = asBuffers(row[name]);
    return { rows: rows as R[], ...(affected === undefined ? {} : { numAffectedRows: BigInt(affected) }) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream: page through the rows');
  }
}

/** A stopped thread is opened anew, though not faster than this. */
const reopenPauseMs = 1000;

/** The one connection of the embedded database: uses queue up, first come, first served. */
export class EmbeddedDriver implements Driver {
  readonly #settings: WorkerSettings;
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  #thread: Thread;
  #turn: Promise<void> = Promise.resolve();
  readonly #releases = new WeakMap<DatabaseConnection, () => void>();
  #isClosing = false;
  #reopenedAt = Number.NEGATIVE_INFINITY;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
    this.#thread = this.#start();
  }

  #start() {
    return new Thread(this.#settings, (channel, payload) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload);
    });
  }

  async init() {
    await this.#thread.ready;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      if (this.#isClosing) throw new DatabaseUnavailable('the database is closing');
      if (this.#thread.isDead) await this.#reopen();
      const connection = new EmbeddedConnection(this.#thread);
      this.#releases.set(connection, release);
      return connection;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #reopen() {
    const now = performance.now();
    if (now - this.#reopenedAt < reopenPauseMs)
      throw new DatabaseUnavailable('the embedded database stopped');
    this.#reopenedAt = now;
    const thread = this.#start();
    this.#thread = thread;
    try {
      await thread.ready;
      for (const channel of this.#handlers.keys()) await this.#listen(thread, channel);
    } catch (error) {
      throw new DatabaseUnavailable('the embedded database stopped and cannot be opened again', {
        cause: error,
      });
    }
  }

  #listen(thread: Thread, channel: string) {
    return thread.ask({ kind: 'query', sql: `listen "${channel}"`, parameters: [] });
  }

  async listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>> {
    const handlers = this.#handlers.get(channel) ?? new Set();
    handlers.add(handler);
    if (!this.#handlers.has(channel)) {
      this.#handlers.set(channel, handlers);
      // In turn: inside somebody's transaction, its rollback would undo the LISTEN.
      const connection = await this.acquireConnection();
      await this.#listen(this.#thread, channel).finally(() => this.releaseConnection(connection));
    }
    return async () => {
      handlers.delete(handler);
    };
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings) {
    await connection.executeQuery(
      CompiledQuery.raw(isolationLevel ? `start transaction isolation level ${isolationLevel}` : 'begin'),
    );
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection) {
    this.#releases.get(connection)?.();
  }

  /** After the uses that are under way. */
  async destroy() {
    if (this.#isClosing) return;
    const before = this.#turn;
    this.#isClosing = true;
    await before;
    if (this.#thread.isDead) return;
    await this.#thread.ask({ kind: 'close' }).catch(() => undefined);
    await this.#thread.ended;
  }

  /** The whole database as one file, for tests to start from. */
  async dump(file: string) {
    const connection = await this.acquireConnection();
    await this.#thread.ask({ kind: 'dump', file }).finally(() => this.releaseConnection(connection));
  }

  /** Ends the thread as a crash would, for tests. */
  crash() {
    return this.#thread.terminate();
  }
}
