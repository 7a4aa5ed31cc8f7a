import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentKind, ReadPassage } from '@parlance/server/features/reading/service';
import { bundleReading } from './ingest/bundle.ts';
import { makeLargeDocuments } from './ingest/large.ts';
import { watchChildren } from './ingest/memory.ts';
import { countFoundPhrases, type Expected, isRealText, readTextOf } from './ingest/phrases.ts';
import { measureSecondsUntilSearchable } from './ingest/program.ts';
import { hasLoader, measureReferenceSeconds, openReference, readByReference } from './references/ingest.ts';

const folder = join(process.env.BENCH_DATA ?? join(import.meta.dirname, '../../shared/bench'), 'documents');
const results = join(import.meta.dirname, 'results');
const { ReadingError, readDocument, sniff } = await bundleReading();

interface Outcome {
  passages: ReadPassage[];
  code?: string;
  seconds: number;
  peakMb: number;
}

/** As the program does it: the kind from the content, then the reading in a process of its own. */
async function ingest(path: string): Promise<Outcome> {
  const memory = watchChildren();
  const from = performance.now();
  const passages: ReadPassage[] = [];
  let code: string | undefined;
  try {
    const kind = await sniff(path, path);
    if ('refused' in kind) code = kind.refused;
    else {
      for await (const batch of readDocument({
        path,
        kind: kind.kind as DocumentKind,
        ownerId: 'bench',
        recognises: true,
        signal: new AbortController().signal,
      })) {
        passages.push(...batch);
      }
    }
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    code = error.code;
  }
  return { passages, code, seconds: (performance.now() - from) / 1000, peakMb: await memory.stop() };
}

const expected = JSON.parse(await readFile(join(folder, 'expected.json'), 'utf8')) as Expected[];
const errorCodes: Record<string, string[]> = {
  encrypted: ['encrypted_file'],
  no_text: ['no_text'],
  corrupt: ['corrupt_file', 'type_mismatch'],
};
const isVerbose = process.argv.includes('--verbose');
const rows: string[] = [];
const totals = {
  phrases: 0,
  found: 0,
  placed: 0,
  reference: 0,
  errors: 0,
  raised: 0,
  /** Scans without a text layer whose text was recognised. */
  recognised: 0,
  recognisedSeconds: 0,
  referenceRaised: 0,
  bytes: 0,
  seconds: 0,
  referenceSeconds: 0,
  /** Of documents that the reference has a loader for, without scans, of which it makes nothing. */
  comparedSeconds: 0,
};
const reference = await openReference();

for (const document of expected) {
  const path = join(folder, document.file);
  const ours = await ingest(path);
  const theirs = reference ? await readByReference(path) : undefined;
  totals.bytes += document.bytes;
  totals.seconds += ours.seconds;
  totals.referenceSeconds += theirs?.seconds ?? 0;
  if (hasLoader(path) && document.error !== 'no_text') totals.comparedSeconds += ours.seconds;
  const mb = document.bytes / 1_048_576;
  const rate = (ours.seconds / mb).toFixed(2);
  if (document.error) {
    const isRaised = errorCodes[document.error]?.includes(ours.code ?? '') ?? false;
    const isRecognised = document.error === 'no_text' && isRealText(ours.passages, document.language);
    if (isRecognised) {
      totals.recognised++;
      totals.recognisedSeconds += ours.seconds;
    }
    const referenceRaised = theirs?.failed ?? false;
    totals.errors++;
    if (isRaised) totals.raised++;
    if (referenceRaised) totals.referenceRaised++;
    rows.push(
      `| ${document.file} | ${document.error} → ${ours.code ?? (isRecognised ? 'recognised' : 'nothing')} | | | ${theirs ? (referenceRaised ? 'an error' : 'nothing') : ''} | ${ours.seconds.toFixed(2)} | ${rate} | ${ours.peakMb.toFixed(0)} |`,
    );
    continue;
  }
  const { found, placed, missing } = countFoundPhrases(document, readTextOf(ours.passages));
  const theirFound = theirs ? countFoundPhrases(document, theirs.reading).found : 0;
  const count = document.phrases.length;
  totals.phrases += count;
  totals.found += found;
  totals.placed += placed;
  totals.reference += theirFound;
  if (isVerbose)
    for (const phrase of missing) console.log(document.file, JSON.stringify(phrase), ours.code ?? '');
  rows.push(
    `| ${document.file} | ${count} | ${found} | ${placed} | ${theirs ? theirFound : ''} | ${ours.seconds.toFixed(2)} | ${rate} | ${ours.peakMb.toFixed(0)} |`,
  );
  console.log(rows.at(-1));
}

/** Those that the reference makes text of, or should refuse. */
const compared = expected
  .filter(({ file, error }) => hasLoader(file) && error !== 'no_text')
  .map(({ file }) => join(folder, file));
const rounds = 5;
const anew: { ours: number; theirs: number }[] = [];
for (let round = 0; round < rounds; round++) {
  // Side by side in time: the machine is the same for both.
  const theirs = reference ? await measureReferenceSeconds(compared) : 0;
  const ours = await measureSecondsUntilSearchable(compared);
  anew.push({ ours, theirs });
  console.log(`until searchable: ${ours.toFixed(2)} s, reference ${theirs.toFixed(2)} s`);
}
const medianOf = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const searchableSeconds = medianOf(anew.map(({ ours }) => ours));
const anewSeconds = medianOf(anew.map(({ theirs }) => theirs));
await reference?.close();

const times = (seconds: number) =>
  reference
    ? `${seconds.toFixed(1)} (${(seconds / totals.referenceSeconds).toFixed(1)} ×)`
    : seconds.toFixed(1);
const share = (part: number, whole: number) => (part / whole).toFixed(3);
const report = (large: readonly string[]) => `## Ingestion

${expected.length} real documents of five types, French and English, ${(totals.bytes / 1_048_576).toFixed(1)} MB. A phrase counts when the joined passages hold it; "placed" when they do on its page, sheet or row. ${
  reference
    ? `Reference: ${reference.name}, in the same run and in this process, which stays warm; it has no loader for XLSX. Until searchable: the program as it ships, started and at rest, takes the documents over HTTP and stores and publishes them; the reference reads and splits them in a process of its own.`
    : 'The reference (LangChain.js loaders with its recursive splitter) could not be installed: its figures are those it was measured with before (0.74 of the phrases, 3 of 6 errors).'
}

| | Parlance | reference |
|---|--:|--:|
| phrases found | ${share(totals.found, totals.phrases)} (${totals.found} of ${totals.phrases}) | ${reference ? share(totals.reference, totals.phrases) : '0.74'} |
| found in their place | ${share(totals.placed, totals.phrases)} | |
| errors raised, or text recognised where there is no text layer | ${totals.raised} and ${totals.recognised} of ${totals.errors} | ${reference ? `${totals.referenceRaised} of ${totals.errors}` : '3 of 6'} |
| reading: seconds for all, one after the other | ${times(totals.seconds)} | ${reference ? totals.referenceSeconds.toFixed(1) : ''} |
| reading: of which recognising scans, which the reference leaves empty | ${totals.recognisedSeconds.toFixed(1)} | |
| reading: seconds for those that the reference can load, without scans | ${times(totals.comparedSeconds)} | ${reference ? totals.referenceSeconds.toFixed(1) : ''} |
| from upload until searchable: the same, together, the first that either process reads; median of ${rounds} | ${searchableSeconds.toFixed(2)}${reference ? ` (${medianOf(anew.map(({ ours, theirs }) => ours / theirs)).toFixed(2)} ×)` : ''} | ${reference ? anewSeconds.toFixed(2) : ''} |
| reading: seconds per MB | ${(totals.seconds / (totals.bytes / 1_048_576)).toFixed(2)} | ${reference ? (totals.referenceSeconds / (totals.bytes / 1_048_576)).toFixed(2) : ''} |

| document | phrases | found | placed | reference | seconds | s/MB | peak MB |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
${
  large.length === 0
    ? ''
    : `
Large files, made by the bench; the child's peak memory, of 512 MB allowed:

| file | MB | seconds | passages | error | peak MB |
|---|--:|--:|--:|---|--:|
${large.join('\n')}
`
}`;
await mkdir(results, { recursive: true });
const write = (large: readonly string[]) => writeFile(join(results, 'ingest.md'), report(large));
await write([]);
console.log(report([]).split('\n').slice(0, 14).join('\n'));

const large: string[] = [];
if (!process.argv.includes('--small')) {
  for await (const { name, path, mb } of makeLargeDocuments()) {
    const { passages, code, seconds, peakMb } = await ingest(path);
    large.push(
      `| ${name} | ${mb.toFixed(1)} | ${seconds.toFixed(1)} | ${passages.length} | ${code ?? ''} | ${peakMb.toFixed(0)} |`,
    );
    console.log(large.at(-1));
    await write(large);
  }
}
