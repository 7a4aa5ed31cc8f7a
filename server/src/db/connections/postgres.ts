import { CompiledQuery, PostgresDialect } from 'kysely';
import pg from 'pg';
import { columnTypes } from '../values.ts';

const connectTimeoutMs = 4000;
const statementTimeoutMs = 30_000;
/** A transaction of ours waits for nothing but the database; one idle for this long has lost its program. */
const idleInTransactionMs = 60_000;
const minimumVector = [0, 8] as const;
const maxReconnectMs = 5000;

type Report = (error: Error, message: string) => void;

export function openPool(url: string, poolSize: number, report: Report) {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'parlance',
    types: columnTypes,
  });
  // Without a listener, a connection that breaks while nobody uses it would end the process.
  pool.on('error', (error) => report(error, 'a database connection broke'));
  pool.on('connect', (client) => client.on('error', (error) => report(error, 'a database connection broke')));
  const dialect = new PostgresDialect({
    pool,
    onCreateConnection: async (connection) => {
      await connection.executeQuery(
        CompiledQuery.raw(
          `set timezone to 'UTC'; set statement_timeout to ${statementTimeoutMs}; set idle_in_transaction_session_timeout to ${idleInTransactionMs}`,
        ),
      );
    },
  });
  return { pool, dialect };
}

/** Requires pgvector, which every database must have; the sentence ends the start as it stands. */
export async function requireVector(pool: pg.Pool) {
  const { rows } = await pool.query<{ version: string }>(
    `select coalesce(installed_version, default_version) as version from pg_available_extensions where name = 'vector'`,
  );
  const version = rows[0]?.version;
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  if (
    version === undefined ||
    major < minimumVector[0] ||
    (major === minimumVector[0] && minor < minimumVector[1])
  )
    throw new Error(
      `DATABASE_URL: this PostgreSQL has ${version === undefined ? 'no pgvector' : `pgvector ${version}`}; Parlance needs pgvector 0.8 or newer`,
    );
}

/**
 * Notifications over a connection of their own, which comes back by itself after a break. What was notified
 * meanwhile is lost: notifications wake, the tables are the truth.
 */
export class Listener {
  readonly #url: string;
  readonly #report: Report;
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  readonly #missed = new Set<() => void>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(url: string, report: Report) {
    this.#url = url;
    this.#report = report;
  }

  async listen(
    channel: string,
    handler: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>> {
    const handlers = this.#handlers.get(channel) ?? new Set();
    const isNew = !this.#handlers.has(channel);
    this.#handlers.set(channel, handlers);
    handlers.add(handler);
    if (missed) this.#missed.add(missed);
    if (!this.#client) await this.#connect();
    else if (isNew) await this.#client.query(`listen "${channel}"`);
    return async () => {
      handlers.delete(handler);
      if (missed) this.#missed.delete(missed);
    };
  }

  #connect(): Promise<void> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #open() {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'parlance listener',
    });
    const lost = (error?: Error) => {
      if (this.#client !== client && this.#client !== undefined) return;
      this.#client = undefined;
      this.#retry(error);
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '');
    });
    try {
      await client.connect();
      this.#client = client;
      for (const channel of this.#handlers.keys()) await client.query(`listen "${channel}"`);
      this.#failures = 0;
      for (const tell of this.#missed) tell();
    } catch (error) {
      lost(error as Error);
      await client.end().catch(() => undefined);
    }
  }

  #retry(error: Error | undefined) {
    if (this.#isClosed || this.#timer) return;
    if (error) this.#report(error, 'the notification connection broke');
    const delayMs = Math.min(maxReconnectMs, 250 * 2 ** this.#failures++);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#connect();
    }, delayMs);
    this.#timer.unref();
  }

  async close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }
}
