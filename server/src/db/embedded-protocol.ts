/** What passes between the program and the embedded database's thread. */
export interface WorkerSettings {
  /** Absent: in memory, for tests. */
  folder?: string;
  /** A dump that a new database starts from, for tests. */
  template?: string;
  /** Counts calls of fsync; shared memory, so that asking takes no message. */
  syncs: Int32Array;
}

export type WorkerRequest =
  | { kind: 'query'; id: number; sql: string; parameters: readonly unknown[] }
  | { kind: 'dump'; id: number; file: string }
  | { kind: 'close'; id: number };

export interface DatabaseFailure {
  message: string;
  code?: string | undefined;
  severity?: string | undefined;
  detail?: string | undefined;
  hint?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
  constraint?: string | undefined;
  schema?: string | undefined;
  position?: string | undefined;
}

export type WorkerAnswer =
  | { kind: 'ready' }
  | {
      kind: 'rows';
      id: number;
      rows: Record<string, unknown>[];
      affected?: number | undefined;
      binary: string[];
    }
  | { kind: 'failure'; id: number; failure: DatabaseFailure }
  | { kind: 'notification'; channel: string; payload: string };
