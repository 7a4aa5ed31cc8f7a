/*
 * The embedded database as a server: a thread, so that an index build stops no request, spoken to by `pg` as if it were a
 * socket. What sharing its connection gives (`maxConcurrentStatements`): with 64 visitors at once the first text of an
 * answer came after 4.5 s, with a statement at a time after 9.5 s, on a machine busy with other work (ADR 34).
 */
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { Duplex } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Driver, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { entryFile } from '../entries.ts';
import { DatabaseUnavailable } from '../failure.ts';
import { columnTypes } from '../values.ts';
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './protocol.ts';

/**
 * Starts the database's thread. A worker can't load TypeScript on Node 20, not even with `--import tsx`: it registers
 * tsx itself.
 */
function startThread(settings: WorkerSettings): Worker {
  const file = entryFile('db/embedded/embedded-worker');
  const entry = pathToFileURL(file).href;
  if (extname(file) === '.js') return new Worker(new URL(entry), { workerData: settings });
  // `resolve` finds the CommonJS twin, whose register looks for its parts in the wrong folder.
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
  return new Worker(code, { eval: true, workerData: settings, execArgv: [] });
}

/**
 * The thread as the connection that `pg` speaks over. What is written while it works goes in one message once it has
 * answered: waking a thread costs more than many a statement, and what comes together reaches the disk together.
 */
class ThreadStream extends Duplex {
  readonly #send: (bytes: Uint8Array) => void;
  #waiting: Buffer[] = [];
  #isWorking = false;

  constructor(send: (bytes: Uint8Array) => void) {
    super();
    this.#send = send;
  }

  override _read() {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#take([bytes]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#take(chunks.map(({ chunk }) => chunk));
    done();
  }

  /** Takes the thread's answer to all that was sent; what waited is sent before the answer is read. */
  receive(bytes: Uint8Array) {
    this.#isWorking = false;
    if (this.#waiting.length > 0) this.#pass();
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  #take(pieces: Buffer[]) {
    this.#waiting.push(...pieces);
    if (!this.#isWorking) this.#pass();
  }

  #pass() {
    this.#isWorking = true;
    this.#send(new Uint8Array(Buffer.concat(this.#waiting)));
    this.#waiting = [];
  }

  // What `pg` expects of a socket.
  connect() {
    process.nextTick(() => this.emit('connect'));
  }
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}
}

/** Statements that the database keeps parsed; further ones are parsed each time. */
const maxPreparedStatements = 500;

/** One life of the thread, with the one client on it. */
class Thread {
  readonly #worker: Worker;
  readonly #client: pg.Client;
  readonly #names = new Map<string, string>();
  #death: Error | undefined;
  #dumped: (() => void) | undefined;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;

  constructor(settings: WorkerSettings, onNotification: (channel: string, payload: string) => void) {
    const worker = startThread(settings);
    this.#worker = worker;
    const stream = new ThreadStream((bytes) => this.#post(bytes, [bytes.buffer as ArrayBuffer]));
    const client = new pg.Client({
      stream: () => stream,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      pipeline: true,
      types: columnTypes,
    });
    this.#client = client;
    // Every query under way is rejected as well; without a listener the process would end.
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
    let reason: Error | undefined;
    const started = new Promise<void>((resolve, reject) => {
      worker.on('message', (answer: WorkerAnswer) => {
        if (answer instanceof Uint8Array) {
          stream.receive(answer);
        } else if (answer.kind === 'ready') resolve();
        else if (answer.kind === 'dumped') this.#dumped?.();
        else reason = Object.assign(new Error(answer.message), answer.code ? { code: answer.code } : {});
      });
      worker.on('error', (error) => {
        reason = error;
      });
      worker.on('exit', (code) => {
        const cause = reason ?? new Error(`its thread ended with code ${code}`);
        this.#death = new DatabaseUnavailable('the embedded database stopped', { cause });
        stream.destroy(this.#death);
        reject(new Error(`the embedded database cannot be opened: ${cause.message}`, { cause }));
      });
    });
    this.ready = started.then(async () => {
      await client.connect();
      // Prepared statements are parsed once but planned for their arguments, as on the real database: a plan for any
      // arguments misses partial indexes, and `on conflict` with a condition refuses it.
      // No other connection hears what this one tells (`is_heard` in functions/realtime.sql).
      await client.query(`set timezone to 'UTC'; set parlance.sole_connection to 'on'`);
    });
    // Whoever waits for `ready` gets the error; an unhandled rejection must not end the process.
    this.ready.catch(() => undefined);
    this.ended = new Promise((resolve) => worker.once('exit', () => resolve()));
  }

  get isDead() {
    return this.#death !== undefined;
  }

  #post(request: WorkerRequest, transfer: ArrayBuffer[] = []) {
    this.#worker.postMessage(request, transfer);
  }

  query(text: string, values: readonly unknown[] = []) {
    if (this.#death) return Promise.reject(this.#death);
    // Without arguments the simple protocol: it takes several statements at once (migrations).
    if (values.length === 0) return this.#client.query(text);
    const name = this.#nameOf(text);
    return this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= maxPreparedStatements) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  async dump(file: string) {
    const done = new Promise<void>((resolve) => {
      this.#dumped = resolve;
    });
    this.#post({ kind: 'dump', file });
    await Promise.race([done, this.ended]);
    if (this.#death) throw this.#death;
  }

  async close() {
    this.#post({ kind: 'close' });
    await this.ended;
  }

  async terminate() {
    await this.#worker.terminate();
  }
}

/** How soon a stopped thread may be opened anew, at the earliest. */
const minReopenIntervalMs = 1000;

/** The embedded database with its one connection, shared by many uses: whoever needs it alone sees to that. */
export class EmbeddedServer {
  readonly #settings: WorkerSettings;
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  readonly #missed = new Set<() => void>();
  #thread: Thread;
  #reopening: Promise<void> | undefined;
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

  get ready() {
    return this.#thread.ready;
  }

  createDriver(): Driver {
    return new PostgresDialect({
      pool: { connect: () => this.#connect(), end: () => this.close() },
    }).createDriver();
  }

  /** A use of the connection: a statement, or a transaction, which doesn't survive the thread's life. */
  async #connect(): Promise<PostgresPoolClient> {
    if (this.#isClosing) throw new DatabaseUnavailable('the database is closing');
    if (this.#thread.isDead) {
      this.#reopening ??= this.#reopen().finally(() => {
        this.#reopening = undefined;
      });
      await this.#reopening;
    }
    const thread = this.#thread;
    const query = (text: string, values?: readonly unknown[]) => thread.query(text, values);
    // Its other form, a cursor, is for streaming, which nothing here does.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => {} };
  }

  async #reopen() {
    const now = performance.now();
    if (now - this.#reopenedAt < minReopenIntervalMs)
      throw new DatabaseUnavailable('the embedded database stopped');
    this.#reopenedAt = now;
    const thread = this.#start();
    this.#thread = thread;
    try {
      await thread.ready;
      for (const channel of this.#handlers.keys()) await thread.query(`listen "${channel}"`);
      for (const tell of this.#missed) tell();
    } catch (error) {
      throw new DatabaseUnavailable('the embedded database stopped and cannot be opened again', {
        cause: error,
      });
    }
  }

  /** Whether this is the channel's first handler, so that it is still to be listened to. */
  subscribe(
    channel: string,
    handler: (payload: string) => void,
    missed?: () => void,
  ): { isNew: boolean; stop: () => Promise<void> } {
    const isNew = !this.#handlers.has(channel);
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    if (missed) this.#missed.add(missed);
    return {
      isNew,
      stop: async () => {
        handlers.delete(handler);
        if (missed) this.#missed.delete(missed);
      },
    };
  }

  /** Closes the database. The uses that are under way are the caller's to wait for. */
  async close() {
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (!this.#thread.isDead) await this.#thread.close();
  }

  /** The whole database as one file, for tests to start from. */
  dump(file: string) {
    return this.#thread.dump(file);
  }

  /** Ends the thread as a crash would, for tests. */
  crash() {
    return this.#thread.terminate();
  }
}
