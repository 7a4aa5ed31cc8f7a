import type { SourceErrorCode } from '@parlance/contract/errors';

/** Why a document could not be read; `detail` goes on from the code's sentence, in both languages. */
export class ReadingError extends Error {
  readonly code: SourceErrorCode;
  readonly detail: { fr: string; en: string } | undefined;

  constructor(code: SourceErrorCode, detail?: { fr: string; en: string }, cause?: unknown) {
    super(detail ? `${code}: ${detail.en}` : code, cause === undefined ? undefined : { cause });
    this.name = 'ReadingError';
    this.code = code;
    this.detail = detail;
  }
}
