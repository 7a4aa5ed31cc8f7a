/** A refusal in the words of PostgREST: all four members, always. */
export class DataError extends Error {
  readonly status: number;
  readonly body: { code: string; details: string | null; hint: string | null; message: string };

  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message);
    this.status = status;
    this.body = { code, details, hint: null, message };
  }
}

export const unparsableError = (what: string) =>
  new DataError(400, 'PGRST100', `"failed to parse ${what.slice(0, 200)}"`);

/** Nobody writes a row that is not their own. */
export const foreignRowError = () =>
  new DataError(403, '42501', 'new row violates row-level security policy for table "profiles"');

/** Nobody removes a row, and without a session nobody writes one. */
export const notAllowedError = (status: 401 | 403) =>
  new DataError(status, '42501', 'permission denied for table profiles');
