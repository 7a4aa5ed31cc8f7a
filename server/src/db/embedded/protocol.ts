/**
 * What passes between the program and the embedded database's thread: PostgreSQL's own wire protocol as bytes, in
 * both directions, so that both databases are spoken to by the same client; and the few things that it has no
 * words for.
 */
export interface WorkerSettings {
  /** Where the database lies; absent: in memory, for tests. */
  folder?: string;
  /** A dump that a new database starts from, for tests. */
  template?: string;
  /** Its WebAssembly, compiled before, for tests. */
  compiled?: object;
  /** Counts calls of fsync; shared memory, so that asking takes no message. */
  syncs: Int32Array;
}

export type WorkerRequest = Uint8Array | { kind: 'dump'; file: string } | { kind: 'close' };

export type WorkerAnswer =
  | Uint8Array
  | { kind: 'ready' }
  | { kind: 'dumped' }
  | { kind: 'failure'; message: string; code?: string | undefined };
