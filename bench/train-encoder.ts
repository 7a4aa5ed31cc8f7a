import { writeFileSync } from 'node:fs';
import { conceptsIn } from '../server/src/features/knowledge/lexicon/concepts.ts';
import {
  conceptFeature,
  encoderFile,
  wordFeatures,
} from '../server/src/features/knowledge/lexicon/encoder.ts';
import { lexicon } from '../server/src/features/knowledge/lexicon/lexicon.ts';
import type { TextLanguage } from '../server/src/features/reading/service.ts';
import { digestOfIntents, type Intent, readIntents } from './material/intents.ts';

/**
 * Teaches the encoder (`knowledge/lexicon/encoder`) which sentence answers which question, on `bench/intents`: of 256 questions
 * and an answer of each one's intent, the own one is to lie closest (in-batch negatives, Karpukhin and others 2020), a quarter of
 * the time among intents of one file, which are easily confused. Many features are left out at random, so that no single word is
 * relied on. With `--left-out` every tenth intent is, how often its questions find it among all is printed, and nothing is written.
 * Else leaves `encoder.bin`, in two to five minutes: `bench/write-intents.ts` goes by it.
 */

const dimensions = 96;
const batchSize = 256;
const epochs = 8;
const dropout = 0.4;
const sameFileShare = 0.25;
/** How often an answer is shown with its intent's name, as it would stand below a heading. */
const headedShare = 0.4;
/** Features that fewer texts have teach nothing. */
const minTexts = 2;
const rates = { directions: 0.02, weights: 0.01, sharpness: 0.01, decay: 0.85 };
const leavesSomeOut = process.argv.includes('--left-out');
const isLeftOut = (at: number) => leavesSomeOut && at % 10 === 7;

let state = 88_172_645;
/** Marsaglia's xorshift (2003): the same file wherever it is made. */
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}
const oneOf = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
function shuffle<T>(of: T[]): T[] {
  for (let at = of.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [of[at], of[other]] = [of[other] as T, of[at] as T];
  }
  return of;
}

const featuresOf = (text: string, language: TextLanguage): string[] => [
  ...new Set([
    ...wordFeatures(text, language),
    ...[...conceptsIn(text, lexicon().namedIn(text, language)).all].map(conceptFeature),
  ]),
];

interface Taught extends Pick<Intent, 'file'> {
  name: string[];
  questions: string[][];
  answers: string[][];
}

const both = (said: Intent['questions']) =>
  (['fr', 'en'] as const).flatMap((language) => said[language].map((text) => featuresOf(text, language)));
const intents = readIntents().map(
  (intent): Taught => ({
    file: intent.file,
    name: featuresOf(intent.name, 'fr'),
    questions: both(intent.questions),
    answers: both(intent.answers),
  }),
);
const taught = intents.filter((_, at) => !isLeftOut(at));

const counts = new Map<string, number>();
let texts = 0;
for (const { name, questions, answers } of taught)
  for (const text of [name, ...questions, ...answers]) {
    texts += 1;
    for (const feature of text) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
const names = [...counts].filter(([, count]) => count >= minTexts).map(([feature]) => feature);
const rowOf = new Map(names.map((name, row) => [name, row]));
const rowsOf = (features: readonly string[]) =>
  features.flatMap((feature) => {
    const row = rowOf.get(feature);
    return row === undefined ? [] : [row];
  });

/** Numbers that Adam (Kingma and Ba 2015) moves, some places of them at a time. */
class Moved {
  readonly values: Float32Array;
  readonly slopes: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly #steps: Int32Array;
  readonly #width: number;
  constructor(rows: number, width: number) {
    this.#width = width;
    this.values = new Float32Array(rows * width);
    this.slopes = new Float32Array(rows * width);
    this.#first = new Float32Array(rows * width);
    this.#second = new Float32Array(rows * width);
    this.#steps = new Int32Array(rows);
  }

  /** One step down the slope of a row, which is flat again then. */
  move(row: number, rate: number): void {
    const step = (this.#steps[row] as number) + 1;
    this.#steps[row] = step;
    const correction = Math.sqrt(1 - 0.999 ** step) / (1 - 0.9 ** step);
    for (let at = row * this.#width; at < (row + 1) * this.#width; at += 1) {
      const slope = this.slopes[at] as number;
      const first = 0.9 * (this.#first[at] as number) + 0.1 * slope;
      const second = 0.999 * (this.#second[at] as number) + 0.001 * slope * slope;
      this.#first[at] = first;
      this.#second[at] = second;
      this.values[at] =
        (this.values[at] as number) - (rate * correction * first) / (Math.sqrt(second) + 1e-8);
      this.slopes[at] = 0;
    }
  }
}

const directions = new Moved(names.length, dimensions);
for (let at = 0; at < directions.values.length; at += 1)
  directions.values[at] = 0.1 * (random() + random() + random() - 1.5) * 2;
/** Logarithms: weights stay above 0. */
const weights = { question: new Moved(names.length, 1), answer: new Moved(names.length, 1) };
for (const [row, name] of names.entries()) {
  const rarity = Math.log(Math.log(1 + texts / (counts.get(name) ?? 1)) / 5);
  weights.question.values[row] = rarity;
  weights.answer.values[row] = rarity;
}
/** The logarithm of what a cosine is multiplied by before the odds are taken. */
const sharpness = new Moved(1, 1);
sharpness.values[0] = Math.log(12);

type Side = keyof typeof weights;

/** Pairs that are far apart anyway hardly move: they are not computed. */
const leastSlope = 2e-6;

/** Texts of one side as directions of length 1, with what is needed to move them. */
class Encoded {
  readonly units: Float32Array;
  readonly slopes: Float32Array;
  readonly #lengths: Float32Array;
  readonly #texts: readonly (readonly number[])[];
  readonly #side: Side;
  constructor(side: Side, texts: readonly (readonly number[])[]) {
    this.#side = side;
    this.#texts = texts;
    this.units = new Float32Array(texts.length * dimensions);
    this.slopes = new Float32Array(texts.length * dimensions);
    this.#lengths = new Float32Array(texts.length);
    for (const [text, rows] of texts.entries()) {
      const unit = this.units.subarray(text * dimensions, (text + 1) * dimensions);
      for (const row of rows) {
        const weight = Math.exp(weights[side].values[row] as number);
        for (let at = 0; at < dimensions; at += 1)
          unit[at] = (unit[at] as number) + weight * (directions.values[row * dimensions + at] as number);
      }
      const length = Math.hypot(...unit) || 1;
      this.#lengths[text] = length;
      for (let at = 0; at < dimensions; at += 1) unit[at] = (unit[at] as number) / length;
    }
  }

  /** Hands the slopes of the directions on to those of the features. */
  handOn(touched: Record<Side, Set<number>>): void {
    for (const [text, rows] of this.#texts.entries()) {
      const from = text * dimensions;
      let along = 0;
      for (let at = from; at < from + dimensions; at += 1)
        along += (this.slopes[at] as number) * (this.units[at] as number);
      const length = this.#lengths[text] as number;
      for (const row of rows) {
        const weight = Math.exp(weights[this.#side].values[row] as number);
        let ofWeight = 0;
        for (let at = 0; at < dimensions; at += 1) {
          const slope =
            ((this.slopes[from + at] as number) - along * (this.units[from + at] as number)) / length;
          const place = row * dimensions + at;
          ofWeight += slope * (directions.values[place] as number);
          directions.slopes[place] = (directions.slopes[place] as number) + weight * slope;
        }
        const { slopes } = weights[this.#side];
        slopes[row] = (slopes[row] as number) + weight * ofWeight;
        touched[this.#side].add(row);
      }
    }
  }
}

/**
 * The loss of a batch, and its slopes: each text is to find its partner among all, and each partner its text. Partners of the same
 * intent are no others.
 */
function contrast(one: Encoded, other: Encoded, ids: readonly number[]): number {
  const size = ids.length;
  const sharp = Math.exp(sharpness.values[0] as number);
  const cosines = new Float32Array(size * size);
  for (let a = 0; a < size; a += 1)
    for (let b = 0; b < size; b += 1) {
      let sum = 0;
      for (let at = 0; at < dimensions; at += 1)
        sum += (one.units[a * dimensions + at] as number) * (other.units[b * dimensions + at] as number);
      cosines[a * size + b] = sum;
    }
  const slopes = new Float32Array(size * size);
  let loss = 0;
  const odds = new Float32Array(size);
  const take = (perText: number, perPartner: number) => {
    for (let a = 0; a < size; a += 1) {
      let all = 0;
      for (let b = 0; b < size; b += 1) {
        const isOther = a === b || ids[a] !== ids[b];
        odds[b] = isOther ? Math.exp(sharp * ((cosines[a * perText + b * perPartner] as number) - 1)) : 0;
        all += odds[b] as number;
      }
      loss -= (1 / size) * Math.log((odds[a] as number) / all);
      for (let b = 0; b < size; b += 1) {
        const place = a * perText + b * perPartner;
        const slope = (1 / size) * ((odds[b] as number) / all - (a === b ? 1 : 0));
        slopes[place] = (slopes[place] as number) + slope;
      }
    }
  };
  take(size, 1);
  take(1, size);
  for (let a = 0; a < size; a += 1)
    for (let b = 0; b < size; b += 1) {
      const slope = slopes[a * size + b] as number;
      if (Math.abs(slope) < leastSlope) continue;
      sharpness.slopes[0] =
        (sharpness.slopes[0] as number) + sharp * slope * (cosines[a * size + b] as number);
      for (let at = 0; at < dimensions; at += 1) {
        const [p, q] = [a * dimensions + at, b * dimensions + at];
        one.slopes[p] = (one.slopes[p] as number) + sharp * slope * (other.units[q] as number);
        other.slopes[q] = (other.slopes[q] as number) + sharp * slope * (one.units[p] as number);
      }
    }
  return loss;
}

interface Known {
  file: string;
  name: number[];
  questions: number[][];
  answers: number[][];
}
const known = taught.map(
  ({ file, name, questions, answers }): Known => ({
    file,
    name: rowsOf(name),
    questions: questions.map(rowsOf),
    answers: answers.map(rowsOf),
  }),
);

function thin(rows: readonly number[]): readonly number[] {
  const left = rows.filter(() => random() >= dropout);
  return left.length > 0 ? left : rows;
}

interface Pair {
  id: number;
  question: number[];
}

/** All questions in batches, some of them file by file. */
function batchesOf(): Pair[][] {
  const pairs = shuffle(
    known.flatMap(({ questions }, id) => questions.map((question) => ({ id, question }))),
  );
  const mixed = Math.floor(pairs.length * (1 - sameFileShare));
  const fileOf = ({ id }: Pair) => known[id]?.file ?? '';
  const byFile = pairs.slice(mixed).sort((a, b) => fileOf(a).localeCompare(fileOf(b)));
  const cut = (of: Pair[]) =>
    Array.from({ length: Math.floor(of.length / batchSize) }, (_, at) =>
      of.slice(at * batchSize, (at + 1) * batchSize),
    );
  return shuffle([...cut(pairs.slice(0, mixed)), ...cut(byFile)]);
}

function teach(batch: readonly Pair[], slowness: number): number {
  const ids = batch.map(({ id }) => id);
  const questions = new Encoded(
    'question',
    batch.map(({ question }) => thin(question)),
  );
  const answers = new Encoded(
    'answer',
    ids.map((id) => {
      const { answers, name } = known[id] as Known;
      return thin([...new Set([...oneOf(answers), ...(random() < headedShare ? name : [])])]);
    }),
  );
  const loss = contrast(questions, answers, ids);
  const touched = { question: new Set<number>(), answer: new Set<number>() };
  for (const encoded of [questions, answers]) encoded.handOn(touched);
  for (const side of ['question', 'answer'] as const)
    for (const row of touched[side]) weights[side].move(row, rates.weights * slowness);
  for (const row of new Set([...touched.question, ...touched.answer]))
    directions.move(row, rates.directions * slowness);
  sharpness.move(0, rates.sharpness * slowness);
  return loss;
}

const begun = Date.now();
for (let epoch = 0; epoch < epochs; epoch += 1) {
  const batches = batchesOf();
  let loss = 0;
  for (const batch of batches) loss += teach(batch, rates.decay ** epoch) / batches.length;
  console.log(`${epoch + 1}: loss ${loss.toFixed(3)}, ${((Date.now() - begun) / 1000).toFixed(0)} s`);
}

function tellLeftOut(): void {
  const candidates = new Encoded(
    'answer',
    intents.map(({ answers }) => rowsOf(answers[0] ?? [])),
  );
  let first = 0;
  let five = 0;
  let all = 0;
  for (const [id, { questions }] of intents.entries()) {
    if (!isLeftOut(id)) continue;
    const { units } = new Encoded('question', questions.map(rowsOf));
    for (const [question] of questions.entries()) {
      const closeness = intents.map((_, other) => {
        let sum = 0;
        for (let at = 0; at < dimensions; at += 1)
          sum +=
            (units[question * dimensions + at] as number) *
            (candidates.units[other * dimensions + at] as number);
        return sum;
      });
      const before = closeness.filter((one) => one > (closeness[id] as number)).length;
      all += 1;
      if (before < 1) first += 1;
      if (before < 5) five += 1;
    }
  }
  console.log(`left out, ${all}: first ${(first / all).toFixed(3)}, among five ${(five / all).toFixed(3)}`);
}

function encoderBytes(): Buffer {
  const text = Buffer.from(names.join('\n'));
  const header = Buffer.alloc(12);
  for (const [at, count] of [names.length, dimensions, text.length].entries())
    header.writeUInt32LE(count, 4 * at);
  const floats = new Float32Array(2 * names.length);
  const bytes = new Int8Array(names.length * dimensions);
  for (const row of names.keys()) {
    const own = directions.values.subarray(row * dimensions, (row + 1) * dimensions);
    const step = Math.max(...own.map(Math.abs)) / 127;
    for (const [place, side] of (['question', 'answer'] as const).entries())
      floats[place * names.length + row] = step * Math.exp(weights[side].values[row] as number);
    for (const [at, one] of own.entries()) bytes[row * dimensions + at] = Math.round(one / step);
  }
  return Buffer.concat([
    header,
    Buffer.from(digestOfIntents(), 'hex'),
    Buffer.from(floats.buffer),
    Buffer.from(bytes.buffer),
    text,
  ]);
}

if (leavesSomeOut) tellLeftOut();
else writeFileSync(encoderFile, encoderBytes());
console.log(`${names.length} features of ${taught.length} intents`);
