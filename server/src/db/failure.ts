/** The database can't be reached at the moment; the caller may try again (503). */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** The database refused a write for want of room; reads go on (503, `storage_full`). */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the socket's file
  '53300', // too many connections
  '57P01', // shut down by the administrator
  '57P02', // crash of another server process
  '57P03', // starting up or shutting down
]);

/** What `pg` throws for a lost connection without giving it a code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** The error that callers can tell apart, or the error itself. */
export function toTypedError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT')
    return new StorageFull('the database has no room left', { cause: error });
  if (
    unreachable.has(code) ||
    code.startsWith('08') ||
    (error instanceof Error && lostConnection.test(error.message))
  )
    return new DatabaseUnavailable('the database cannot be reached', { cause: error });
  return error;
}
