import type { SourceErrorCode } from '@parlance/contract/errors';
import type { ReadPassage } from '../passages/split.ts';
import type { ReadingDetail } from './reading-error.ts';

/** What the child is asked to read. */
export interface DocumentTask {
  path: string;
  kind: 'pdf' | 'docx' | 'xlsx' | 'csv' | 'txt';
  /** Whether text is recognised in a PDF's pictures. */
  recognises?: boolean | undefined;
}

/** What is worth saying about a document that was read all the same: facts, without words of a language. */
export type ReadingNotice =
  | { code: 'pages_without_text' | 'pages_recognised' | 'pages_not_recognised'; pages: number[] }
  | { code: 'hidden_sheets'; sheets: string[] };

/** What is known of a document once its last passage was sent. */
export interface DocumentSummary {
  notices?: ReadingNotice[];
}

export type DocumentMessage =
  | { type: 'passages'; passages: ReadPassage[] }
  | { type: 'progress'; done: number; total: number }
  /** From here on pictures are read, which may take as long as any document may take. */
  | { type: 'recognising' }
  | ({ type: 'done' } & DocumentSummary)
  | { type: 'error'; code: SourceErrorCode; detail?: ReadingDetail };
