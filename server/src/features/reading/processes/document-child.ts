import { rmSync } from 'node:fs';
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isPrestarted, serveParent, setCompileThreshold } from '../../../kit/child/child.ts';
import type { Block } from '../blocks/block.ts';
import type { DocumentMessage, DocumentSummary, DocumentTask } from '../files/document-messages.ts';
import { ReadingError } from '../files/reading-error.ts';
import { encodingOf } from '../files/text-encoding.ts';
import { readDocx } from '../office/docx.ts';
import { readXlsx } from '../office/xlsx.ts';
import { type ReadPassage, splitIntoPassages } from '../passages/split.ts';
import { readPdf } from '../pdf/pdf.ts';
import { readCsv } from '../text/csv.ts';
import { readTxt } from '../text/txt.ts';
import { rehearsalDocuments } from './rehearsal.ts';

/** Passages sent together: enough to keep the database busy, little enough to stay small. */
const passageBatchSize = 256;
const progressMs = 300;

type SendMessage = (message: DocumentMessage) => Promise<void>;

async function* blocksOf(
  input: DocumentTask,
  report: (summary: DocumentSummary) => void,
  progress: (done: number, total: number) => Promise<void>,
  recognising: () => Promise<void>,
): AsyncGenerator<Block> {
  const encoding = async () => {
    const found = await encodingOf(input.path);
    if (found === undefined) throw new ReadingError('corrupt_file');
    return found;
  };
  switch (input.kind) {
    case 'pdf':
      return yield* readPdf(input.path, { report, progress, ...(input.recognises ? { recognising } : {}) });
    case 'docx':
      return yield* readDocx(input.path);
    case 'xlsx':
      return yield* readXlsx(input.path, report);
    case 'csv':
      return yield* readCsv(input.path, await encoding());
    case 'txt':
      return yield* readTxt(input.path, await encoding());
  }
}

async function read(input: DocumentTask, tell: SendMessage) {
  if ((await stat(input.path)).size === 0) throw new ReadingError('empty_file');
  let summary: DocumentSummary = {};
  let toldAt = performance.now();
  const blocks = blocksOf(
    input,
    (told) => {
      summary = told;
    },
    async (done, total) => {
      if (performance.now() - toldAt < progressMs) return;
      toldAt = performance.now();
      await tell({ type: 'progress', done, total });
    },
    () => tell({ type: 'recognising' }),
  );
  let batch: ReadPassage[] = [];
  let passages = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    passages += batch.length;
    const full = batch;
    batch = [];
    await tell({ type: 'passages', passages: full });
  };
  for await (const passage of splitIntoPassages(blocks)) {
    batch.push(passage);
    if (batch.length >= passageBatchSize) await flush();
  }
  await flush();
  if (passages === 0) throw new ReadingError(input.kind === 'pdf' ? 'no_text' : 'empty_file');
  await tell({ type: 'done', ...summary });
}

const sizeOf = (message: DocumentMessage) =>
  message.type === 'passages'
    ? message.passages.reduce((sum, { text, terms }) => sum + text.length * 2 + terms.length * 8, 0)
    : 100;

let hasWork = false;

/**
 * Bytecodes that a function runs, once the process has rehearsed, before it is compiled: what documents run through
 * most is compiled by then. The next functions would mostly be compiled for the end of an upload: a tenth of a reading
 * process's time, and no less when it has not rehearsed.
 */
const compileBudget = 1_000_000;

/**
 * Reads made-up documents while real ones are waited for, so that the engine has compiled what every document runs through
 * before somebody waits for it. A quarter of the time at most: others may want the processor.
 */
async function rehearse() {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    for (const { kind, bytes } of rehearsalDocuments()) {
      const from = performance.now();
      const path = join(folder, kind);
      await writeFile(path, bytes);
      const none = async () => {};
      for await (const _ of splitIntoPassages(blocksOf({ path, kind }, none, none, none)))
        if (hasWork) return;
      await wait(3 * (performance.now() - from));
    }
  } finally {
    remove();
    process.off('exit', remove);
  }
}

if (isPrestarted()) void rehearse().catch(() => undefined);

await serveParent<DocumentTask>(async (input, tell) => {
  hasWork = true;
  setCompileThreshold(compileBudget);
  const send: SendMessage = (message) => tell(message, sizeOf(message));
  try {
    await read(input, send);
  } catch (error) {
    const refusal = error instanceof ReadingError ? error : new ReadingError('corrupt_file');
    await send({ type: 'error', code: refusal.code, ...(refusal.detail ? { detail: refusal.detail } : {}) });
    // After an error that nobody foresaw, anything may be left behind.
    if (refusal !== error) throw error;
  }
});
