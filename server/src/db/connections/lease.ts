import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { toTypedError } from '../failure.ts';
import { encodeArgument } from '../values.ts';

interface TransactionScope {
  driver: Driver;
  over: boolean;
}

/** The transaction that the current asynchronous context runs in. */
const transactionScope = new AsyncLocalStorage<TransactionScope>();

/** Whether whoever asks is inside a transaction, which anything slow would hold open. */
export const isInTransaction = (): boolean => transactionScope.getStore()?.over === false;

/** When the request that is being answered came; work of no request counts from when it asks for a connection. */
const arrivalTimes = new AsyncLocalStorage<number>();

/**
 * Runs `answer` so that its statements keep their place: connections go to whoever came first, not to whoever asks
 * first. Otherwise requests that come together take turns at each statement, and all of them end last.
 */
export const runInOrderOfArrival = <T>(answer: () => T): T => arrivalTimes.run(performance.now(), answer);

/** A semaphore with a place for each use of a connection, given by age of the request. */
class PrioritySemaphore {
  readonly count: number;
  #free: number;
  readonly #waiting: { arrived: number; wanted: number; sit: () => void }[] = [];

  constructor(count: number) {
    this.count = count;
    this.#free = count;
  }

  /** Waits for `wanted` places until they are free together; nobody younger goes before. */
  async acquire(wanted = 1): Promise<void> {
    const arrived = arrivalTimes.getStore() ?? performance.now();
    await new Promise<void>((sit) => {
      const at = this.#waiting.findLastIndex((other) => other.arrived <= arrived);
      this.#waiting.splice(at + 1, 0, { arrived, wanted, sit });
      this.#admit();
    });
  }

  release(taken = 1) {
    this.#free += taken;
    this.#admit();
  }

  #admit() {
    for (let next = this.#waiting[0]; next && next.wanted <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.wanted;
      next.sit();
    }
  }
}

/** A connection whose arguments and errors are alike on both databases. */
class Lease implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  seats = 1;

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.inner.executeQuery<R>({ ...query, parameters: query.parameters.map(encodeArgument) });
    } catch (error) {
      throw toTypedError(error);
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

/**
 * A driver that refuses the outer handle inside a transaction, on both databases alike: the embedded one has a single
 * connection and would wait for itself for ever, PostgreSQL would silently step outside the transaction.
 */
export class LeasingDriver implements Driver {
  readonly #inner: Driver;
  readonly #seats: PrioritySemaphore;
  readonly #isShared: boolean;

  /** `uses`: how many may use the connections at once, where that is more than one each. */
  constructor(inner: Driver, { connections, uses = connections }: { connections: number; uses?: number }) {
    this.#inner = inner;
    this.#seats = new PrioritySemaphore(uses);
    this.#isShared = uses > connections;
  }

  init() {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<Lease> {
    const transaction = transactionScope.getStore();
    if (transaction?.driver === this && !transaction.over)
      throw new Error('nested use of the outer database handle inside a transaction');
    await this.#seats.acquire();
    try {
      return new Lease(await this.#inner.acquireConnection());
    } catch (error) {
      this.#seats.release();
      throw toTypedError(error);
    }
  }

  /** Runs `work` so that everything it starts knows that it is inside a transaction of this database. */
  async runWithin<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { driver: this, over: false };
    try {
      return await transactionScope.run(transaction, work);
    } finally {
      transaction.over = true;
    }
  }

  async beginTransaction(lease: Lease, settings: TransactionSettings) {
    if (this.#isShared) await this.#beAlone(lease);
    await this.#inner.beginTransaction(lease, settings);
  }

  /** Waits until nobody else uses a shared connection: a transaction on it is everybody's. */
  async #beAlone(lease: Lease) {
    this.#seats.release(lease.seats);
    lease.seats = 0;
    await this.#seats.acquire(this.#seats.count);
    lease.seats = this.#seats.count;
  }

  async commitTransaction(lease: Lease) {
    await this.#inner.commitTransaction(lease);
  }

  async rollbackTransaction(lease: Lease) {
    await this.#inner.rollbackTransaction(lease);
  }

  async releaseConnection(lease: Lease) {
    await this.#inner.releaseConnection(lease.inner).finally(() => this.#seats.release(lease.seats));
  }

  /** Closes the connections after the uses that are under way. */
  async destroy() {
    await this.#seats.acquire(this.#seats.count);
    await this.#inner.destroy().finally(() => this.#seats.release(this.#seats.count));
  }
}

const drivers = new WeakMap<object, LeasingDriver>();

/** Lets transactions find the driver of a handle; called once, where the handle is made. */
export function rememberDriver(handle: object, driver: LeasingDriver) {
  drivers.set(handle, driver);
}

export const driverOf = (handle: object) => drivers.get(handle);
