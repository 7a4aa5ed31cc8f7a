import { stat } from 'node:fs/promises';
import { entryFile, runsFromSource } from '../../../db/entries.ts';
import { ChildError, type ChildLimits, prestartChildren, runChild } from '../../../kit/child/child.ts';
import type { DocumentMessage, DocumentSummary, DocumentTask } from '../files/document-messages.ts';
import { limitError, ReadingError } from '../files/reading-error.ts';
import type { ReadPassage } from '../passages/split.ts';

export interface DocumentInput extends DocumentTask {
  /** The account: its documents may be read by one process, one after the other. */
  ownerId?: string | undefined;
  signal: AbortSignal;
  onProgress?(done: number, total: number): void;
}

const MB = 1_048_576;

/** The most time that any document may take: five minutes (security S3.8). A scan's size says nothing of its pages. */
const maxDeadlineMs = 300_000;

/** The limits of a document by its size: a minute for each 10 MB begun; 512 MB in all (security S3.8). */
export const limitsFor = (size: number): ChildLimits => ({
  deadlineMs: Math.min(maxDeadlineMs, 60_000 * Math.max(1, Math.ceil(size / (10 * MB)))),
  // From sources, the TypeScript loader takes a lot for itself: pdf.js is 5 MB of text to it.
  maxRssBytes: (runsFromSource ? 768 : 512) * MB,
  maxHeapMb: 384,
  // Passages with their terms take a few times their text; text may unfold from what is compressed.
  maxOutputBytes: 2048 * MB,
});

/** Bytes up to which documents share a process; a larger one gets its own, with all of the memory. */
const maxSharedSize = 5 * MB;

const childFile = () => entryFile('features/reading/processes/document-child');

/** Processes that wait: as many as documents a worker reads at a time. */
const readyChildCount = 2;

/**
 * How long nobody reads before a process is started: between two documents of one upload hardly anything passes,
 * between two uploads of one person some seconds: starting a process, and what it rehearses, would take the processor
 * from the second.
 */
const restMs = 5_000;

/**
 * Keeps processes waiting for the next documents, so that reading them begins without delay. From sources it isn't
 * worth it.
 */
export function keepReadersReady(): void {
  if (!runsFromSource) prestartChildren(childFile(), limitsFor(0), readyChildCount, restMs);
}

/** The refusal for what its owner should know of a child's end; any other error as it is. */
export function toRefusal(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof ChildError)) return error;
  signal.throwIfAborted();
  if (error.end === 'deadline') return new ReadingError('timed_out');
  if (error.end === 'memory' || error.end === 'output') return limitError(error.end);
  return new ReadingError('corrupt_file');
}

/**
 * Reads a document in a process of its own and yields its passages in batches, the next only when the last was
 * taken in. Throws `ReadingError` for what its owner should know; an aborted signal throws the abort.
 */
export async function* readDocument(input: DocumentInput): AsyncGenerator<ReadPassage[], DocumentSummary> {
  const { signal, onProgress, path, kind, recognises, ownerId } = input;
  const { size } = await stat(path);
  const limits = limitsFor(size);
  let done: DocumentSummary | undefined;
  let refusal: ReadingError | undefined;
  try {
    for await (const message of runChild(
      childFile(),
      { path, kind, recognises },
      limits,
      signal,
      size > maxSharedSize ? undefined : ownerId,
    )) {
      const told = message as DocumentMessage;
      if (told.type === 'passages') yield told.passages;
      else if (told.type === 'progress') onProgress?.(told.done, told.total);
      else if (told.type === 'recognising') limits.deadlineMs = maxDeadlineMs;
      else if (told.type === 'error') refusal = new ReadingError(told.code, told.detail);
      else done = told;
    }
  } catch (error) {
    if (error instanceof ChildError && refusal) throw refusal;
    throw toRefusal(error, signal);
  }
  if (done) return done;
  throw refusal ?? new ReadingError('corrupt_file');
}
