import type { SourceErrorCode } from '@parlance/contract/errors';

/** A bound of security S3.3 to S3.8 or S4.10. */
export type DocumentLimit =
  | 'rows'
  | 'tableRows'
  | 'columns'
  | 'cell'
  | 'pages'
  | 'nodes'
  | 'depth'
  | 'inflated'
  | 'output'
  | 'memory';

/** Facts that go on from an error's code. */
export type ReadingDetail =
  | { reason: 'document_limit'; limit: DocumentLimit }
  | { reason: 'pages_without_text'; pages: string; isOne: boolean };

/** Why a document could not be read. */
export class ReadingError extends Error {
  readonly code: SourceErrorCode;
  readonly detail: ReadingDetail | undefined;

  constructor(code: SourceErrorCode, detail?: ReadingDetail, cause?: unknown) {
    super(detail ? `${code}: ${JSON.stringify(detail)}` : code, cause === undefined ? undefined : { cause });
    this.name = 'ReadingError';
    this.code = code;
    this.detail = detail;
  }
}

/** A document beyond a bound. */
export const limitError = (limit: DocumentLimit) =>
  new ReadingError('limit_exceeded', { reason: 'document_limit', limit });
