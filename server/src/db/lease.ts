import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { typedFailure } from './failure.ts';
import { encodeArgument } from './values.ts';

interface Running {
  driver: Driver;
  over: boolean;
}

/** The transaction that the current asynchronous context runs in. */
const running = new AsyncLocalStorage<Running>();

/** When the request that is being answered came; what is nobody's request comes when it asks. */
const arrivals = new AsyncLocalStorage<number>();

/**
 * Runs `answer` so that its statements keep their place: connections go to whoever came first, not to whoever asks
 * first. Otherwise requests that come together take turns at each statement, and all of them end last.
 */
export const inOrderOfArrival = <T>(answer: () => T): T => arrivals.run(performance.now(), answer);

/** As many places as there are connections, given by age of the request. */
class Seats {
  #free: number;
  readonly #waiting: { arrived: number; sit: () => void }[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const arrived = arrivals.getStore() ?? performance.now();
    await new Promise<void>((sit) => {
      const at = this.#waiting.findLastIndex((other) => other.arrived <= arrived);
      this.#waiting.splice(at + 1, 0, { arrived, sit });
    });
  }

  leave() {
    const next = this.#waiting.shift();
    if (next) next.sit();
    else this.#free++;
  }
}

/** A connection whose arguments and errors are alike on both databases. */
class Lease implements DatabaseConnection {
  readonly inner: DatabaseConnection;

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.inner.executeQuery<R>({ ...query, parameters: query.parameters.map(encodeArgument) });
    } catch (error) {
      throw typedFailure(error);
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

/**
 * Refuses the outer handle inside a transaction, on both databases alike: the embedded one has a single
 * connection and would wait for itself for ever, PostgreSQL would silently step outside the transaction.
 */
export class LeasingDriver implements Driver {
  readonly #inner: Driver;
  readonly #seats: Seats;

  constructor(inner: Driver, connections: number) {
    this.#inner = inner;
    this.#seats = new Seats(connections);
  }

  init() {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<Lease> {
    const transaction = running.getStore();
    if (transaction?.driver === this && !transaction.over)
      throw new Error('nested use of the outer database handle inside a transaction');
    await this.#seats.take();
    try {
      return new Lease(await this.#inner.acquireConnection());
    } catch (error) {
      this.#seats.leave();
      throw typedFailure(error);
    }
  }

  /** Runs `work` so that everything it starts knows that it is inside a transaction of this database. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { driver: this, over: false };
    try {
      return await running.run(transaction, work);
    } finally {
      transaction.over = true;
    }
  }

  async beginTransaction(lease: Lease, settings: TransactionSettings) {
    await this.#inner.beginTransaction(lease, settings);
  }

  async commitTransaction(lease: Lease) {
    await this.#inner.commitTransaction(lease);
  }

  async rollbackTransaction(lease: Lease) {
    await this.#inner.rollbackTransaction(lease);
  }

  async releaseConnection(lease: Lease) {
    await this.#inner.releaseConnection(lease.inner).finally(() => this.#seats.leave());
  }

  destroy() {
    return this.#inner.destroy();
  }
}

const drivers = new WeakMap<object, LeasingDriver>();

/** Called once, where the handle is made. */
export function rememberDriver(handle: object, driver: LeasingDriver) {
  drivers.set(handle, driver);
}

export const driverOf = (handle: object) => drivers.get(handle);
