import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encoder, encoderFile } from '../../server/src/features/knowledge/lexicon/encoder.ts';
import { intents as readyIntents } from '../../server/src/features/knowledge/lexicon/known-answers.ts';
import { digestOfIntents, readIntents } from './intents.ts';

const intents = readIntents();

test('each intent has a name of its own in its file, and several questions and answers in both languages', () => {
  expect(intents.length).toBeGreaterThan(5000);
  const names = intents.map(({ file, name }) => `${file}: ${name}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const thin = intents.filter(
    ({ questions, answers }) =>
      questions.fr.length + questions.en.length < 4 || answers.fr.length === 0 || answers.en.length === 0,
  );
  expect(thin.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test('nobody asks the same in two intents', () => {
  for (const language of ['fr', 'en'] as const) {
    const asked = intents.flatMap(({ questions }) => questions[language].map((one) => one.toLowerCase()));
    const seen = new Set<string>();
    expect(asked.filter((one) => seen.size === seen.add(one).size)).toEqual([]);
  }
});

test('the encoder was taught with what stands here: whoever changes it runs bench/train-encoder.ts', () => {
  expect(encoder().digest).toBe(digestOfIntents());
});

test('what is known of answers is by the rows of that encoder: whoever makes one runs bench/write-intents.ts', () => {
  expect(readyIntents().digest).toBe(createHash('sha256').update(readFileSync(encoderFile)).digest('hex'));
});
