import { type ErrorCode, errors } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import type { Problem } from '@parlance/contract/shapes';
import { DatabaseUnavailable, StorageFull } from '../../db/failure.ts';
import { AppError, type ErrorFacts } from '../errors.ts';

/**
 * The problem document of a refusal (RFC 9457), in `asked` unless the facts know better. Facts become members of their
 * own, `Retry-After` a header.
 */
export function problemOf(code: ErrorCode, facts: ErrorFacts, asked: Language): Problem {
  const { retryAfterSeconds, language = asked, ...members } = facts;
  const { status, title } = errors[code];
  return { type: 'about:blank', title: title[language], status, code, ...members };
}

/** Refusals of the framework and of its parsers that say more than their status does. */
const byFastifyCode: Record<string, ErrorCode> = {
  // An id that cannot be is an id that is not there.
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media',
};
const byStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media',
  431: 'headers_too_large',
  503: 'unavailable',
};

/** The code of what the framework refuses: the caller's to mend, but for what it calls a defect itself. */
function refusedByFramework(code: string, error: unknown): ErrorCode | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  if (!code.startsWith('FST_') || typeof statusCode !== 'number') return undefined;
  const isCallers = (statusCode >= 400 && statusCode < 500) || statusCode === 503;
  return isCallers ? (byFastifyCode[code] ?? byStatus[statusCode] ?? 'malformed_request') : undefined;
}

const foreignKeyViolation = '23503';
/**
 * PostgreSQL's codes for two transactions that waited for each other, or read what the other wrote: this one was given
 * up, and the next try may well succeed.
 */
const transientConflictCodes = new Set(['40P01', '40001']);

/** What a thrown error says of itself, as databases and Node do. */
const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

export const isTransientConflict = (error: unknown): boolean => transientConflictCodes.has(codeOf(error));

/** The refusal behind whatever was thrown; undefined for a defect of ours. */
export function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailable) return new AppError('unavailable', { retryAfterSeconds: 5 });
  if (error instanceof StorageFull) return new AppError('storage_full', { retryAfterSeconds: 60 });
  if (isTransientConflict(error)) return new AppError('unavailable', { retryAfterSeconds: 1 });
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage_full', { retryAfterSeconds: 60 });
  // What it was to belong to has been deleted since it was looked for.
  if (code === foreignKeyViolation) return new AppError('not_found');
  const known = refusedByFramework(code, error);
  return known && new AppError(known);
}
