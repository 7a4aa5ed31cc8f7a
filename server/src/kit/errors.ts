import { type ErrorCode, errors } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';

export interface ErrorFacts {
  /** What exactly is wrong, for the developer who reads the answer. */
  detail?: string;
  retryAfterSeconds?: number;
  /** The reader's language, where it is known better than the request says it. */
  language?: Language;
  errors?: { path: string; code: string; message: string }[];
  [fact: string]: unknown;
}

/** A refusal that the caller can act on. Whatever else is thrown is a defect: logged, answered `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.facts = facts;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** The row, or 404: for what is absent and for what is somebody else's alike. */
export function requireFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw new AppError('not_found');
  return row;
}
