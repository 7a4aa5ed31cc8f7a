import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { encoderFile } from '../server/src/features/knowledge/lexicon/encoder.ts';
import { intentsFile } from '../server/src/features/knowledge/lexicon/known-answers.ts';
import { passageText } from '../server/src/features/knowledge/lexicon/passage-text.ts';
import type { TextLanguage } from '../server/src/features/reading/service.ts';
import { type Intent, readIntents } from './material/intents.ts';

/** Leaves the intents as what `knowledge/lexicon/known-answers` reads, by the rows of the encoder that there is. */

const rowsOf = (text: string, language: TextLanguage): number[] =>
  passageText({ text, language }).said.features.rows.toSorted((a, b) => a - b);

const all = readIntents();
const textsOf = (side: keyof Pick<Intent, 'questions' | 'answers'>) =>
  all.flatMap((intent, at) =>
    (['fr', 'en'] as const).flatMap((language) =>
      intent[side][language].map((text) => ({ intent: at, rows: rowsOf(text, language) })),
    ),
  );
const sides = [textsOf('questions'), textsOf('answers')];
const counts = [
  all.length,
  ...sides.flatMap((texts) => [texts.length, texts.flatMap(({ rows }) => rows).length]),
];
const numbers = sides.flatMap((texts) => [
  ...texts.map(({ intent }) => intent),
  ...texts.map(({ rows }) => rows.length),
  ...texts.flatMap(({ rows }) => rows),
]);
const head = Buffer.alloc(4 * counts.length);
for (const [at, count] of counts.entries()) head.writeUint32LE(count, 4 * at);
const body = Buffer.alloc(2 * numbers.length);
for (const [at, one] of numbers.entries()) body.writeUint16LE(one, 2 * at);
const digest = createHash('sha256').update(readFileSync(encoderFile)).digest();
writeFileSync(intentsFile, Buffer.concat([digest, head, body]));
console.log(counts.join(' '));
