import type { SourceErrorCode } from '@parlance/contract/errors';
import type { ReadPassage } from './passages.ts';

/** What the child is asked to read. */
export interface ChildInput {
  path: string;
  kind: 'pdf' | 'docx' | 'xlsx' | 'csv' | 'txt' | 'html';
  /** What a server's header says of a page. */
  charset?: string | undefined;
}

export type ChildMessage =
  | { type: 'passages'; passages: ReadPassage[] }
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; title?: string }
  | { type: 'error'; code: SourceErrorCode; detail?: { fr: string; en: string } };
