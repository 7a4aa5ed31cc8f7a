import { type ErrorCode, errors } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import type { Problem } from '@parlance/contract/shapes';
import { DatabaseUnavailable, StorageFull } from '../db/failure.ts';
import { AppError, type ErrorFacts } from './errors.ts';

/** RFC 9457, in `asked` unless the facts know better. Facts become members of their own, `Retry-After` a header. */
export function problemOf(code: ErrorCode, facts: ErrorFacts, asked: Language): Problem {
  const { retryAfterSeconds, language = asked, ...members } = facts;
  const { status, title } = errors[code];
  return { type: 'about:blank', title: title[language], status, code, ...members };
}

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
  FST_PARTS_LIMIT: 'payload_too_large',
  FST_FILES_LIMIT: 'payload_too_large',
  FST_FIELDS_LIMIT: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
};

const foreignKeyViolation = '23503';
/** Two waited for each other, or read what the other wrote, and this one was given up: the next try may well succeed. */
const gaveWay = new Set(['40P01', '40001']);

/** What a thrown error says of itself, as databases and Node do. */
const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

export const hasGivenWay = (error: unknown): boolean => gaveWay.has(codeOf(error));

/** The refusal behind whatever was thrown; undefined for a defect of ours. */
export function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailable) return new AppError('unavailable', { retryAfterSeconds: 5 });
  if (error instanceof StorageFull) return new AppError('storage_full', { retryAfterSeconds: 60 });
  if (hasGivenWay(error)) return new AppError('unavailable', { retryAfterSeconds: 1 });
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage_full', { retryAfterSeconds: 60 });
  // What it was to belong to has been deleted since it was looked for.
  if (code === foreignKeyViolation) return new AppError('not_found');
  const known = byFastifyCode[code];
  return known && new AppError(known);
}
