import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { isStartedAhead, serveParent } from '../../kit/child.ts';
import type { Block } from './block.ts';
import { readCsv } from './csv.ts';
import type { ChildInput, ChildMessage, DocumentSummary } from './document-messages.ts';
import { readDocx } from './docx.ts';
import { type ReadPassage, splitIntoPassages } from './passages.ts';
import { preparePdf, readPdf } from './pdf.ts';
import { ReadingError } from './reading-error.ts';
import { encodingOf } from './text-encoding.ts';
import { readTxt } from './txt.ts';
import { readXlsx } from './xlsx.ts';
import { prepareXml } from './zip.ts';

/** Passages told at once: enough to keep the database busy, little enough to stay small. */
const batchSize = 256;
const progressMs = 300;

type Tell = (message: ChildMessage) => Promise<void>;

async function* blocksOf(
  input: ChildInput,
  told: (summary: DocumentSummary) => void,
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
      return yield* readPdf(input.path, { told, progress, ...(input.recognises ? { recognising } : {}) });
    case 'docx':
      return yield* readDocx(input.path);
    case 'xlsx':
      return yield* readXlsx(input.path, told);
    case 'csv':
      return yield* readCsv(input.path, await encoding());
    case 'txt':
      return yield* readTxt(input.path, await encoding());
  }
}

async function read(input: ChildInput, tell: Tell) {
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
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  if (passages === 0) throw new ReadingError(input.kind === 'pdf' ? 'no_text' : 'empty_file');
  await tell({ type: 'done', ...summary });
}

const sizeOf = (message: ChildMessage) =>
  message.type === 'passages'
    ? message.passages.reduce((sum, { text, terms }) => sum + text.length * 2 + terms.length * 8, 0)
    : 100;

/** So often that the engine has compiled what every passage runs through before somebody waits for it. */
const rehearsals = 1000;

/** Another word each time, or they would all be found among those that are already read. */
function* words(): Generator<string, never> {
  const syllables = ['ba', 'cré', 'di', 'fon', 'gar', 'lu', 'men', 'no', 'pla', 'ri', 'se', 'tou'];
  const endings = ['tion', 's', 'ment', 'ées', 'er', 'ing', 'ed', 'euse', 'aux', 'ly'];
  for (let at = 0; ; at++) {
    const [a, b, c] = [at % 12, Math.floor(at / 12) % 12, Math.floor(at / 144) % 12];
    yield `${syllables[a]}${syllables[b]}${syllables[c]}${endings[at % endings.length]}`;
  }
}

/** Looks up for work each time so many rows are read. */
const rowsAtOnce = 20;

async function* rehearsal(): AsyncGenerator<Block> {
  const word = words();
  const next = () => word.next().value;
  for (let row = 1; row <= rehearsals; row++) {
    if (row % rowsAtOnce === 0) await setImmediate();
    yield {
      kind: 'heading',
      level: 1,
      text: `L’${next()}, M. D. : ${row} 250,50 €`,
      position: { page: row },
    };
    yield {
      kind: 'paragraph',
      text: `Le ${next()} n’est pas ${next()} (${row} %). The user’s ${next()}-${next()} is ${next()} by U.S. ${next()}.`,
      position: { page: row },
    };
    yield { kind: 'row', header: ['Ville', 'Price'], cells: [`Éc${next()}`, `${row},5`], position: { row } };
  }
}

let hasWork = false;

/** What documents need of a process once, done while it waits for them. */
async function prepare() {
  await preparePdf();
  await prepareXml();
  for await (const _ of splitIntoPassages(rehearsal())) if (hasWork) return;
}

if (isStartedAhead()) void prepare().catch(() => undefined);

await serveParent<ChildInput>(async (input, tell) => {
  hasWork = true;
  const send: Tell = (message) => tell(message, sizeOf(message));
  try {
    await read(input, send);
  } catch (error) {
    const refusal = error instanceof ReadingError ? error : new ReadingError('corrupt_file');
    await send({ type: 'error', code: refusal.code, ...(refusal.detail ? { detail: refusal.detail } : {}) });
    // What nobody foresaw may have left anything behind.
    if (refusal !== error) throw error;
  }
});
