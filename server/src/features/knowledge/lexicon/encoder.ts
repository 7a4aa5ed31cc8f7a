import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexiconFolder, type TextLanguage } from '../../reading/service.ts';
import { lexicon } from './lexicon.ts';
import { tokensOf } from './lexicon-words.ts';

export type Direction = Float32Array;

/**
 * A dual encoder: it gives questions and sentences directions so that a question lies close to what answers it, though they
 * share no word. A text's direction is the sum of its features', each with a weight of its own in questions and in answers;
 * features are the stems of its words, grammar too ("comment", "how"), and the lexicon's concepts. Taught by
 * `bench/train-encoder.ts` with how people ask and how pages answer (`bench/intents`), which leaves `encoder.bin`.
 */
interface Encoder {
  /** Of what it was taught with (SHA-256). */
  digest: string;
  dimensions: number;
  rows: ReadonlyMap<string, number>;
  /** The rows of the concepts, by their numbers; -1 of those that were not taught. */
  concepts: Int32Array;
  weights: Record<EncodedSide, Float32Array>;
  /** The rows' directions, one after the other, as bytes. */
  directions: Int8Array;
}

export type EncodedSide = 'question' | 'answer';

export interface EncodedText {
  text: string;
  language: TextLanguage;
  /** The lexicon's concepts that it names, or is of the sort of. */
  concepts: ReadonlySet<number>;
}

const number = /^\p{N}/u;

/** The features of a text's words: stems by language, all numbers as one. */
export const wordFeatures = (text: string, language: TextLanguage): string[] =>
  tokensOf(text, language).map(({ stem }) => (number.test(stem) ? '#' : `${language}:${stem}`));

/** A concept's feature: its first names, which stay when lines of the lexicon come and go. */
export const conceptFeature = (concept: number): string =>
  `${lexicon().firstPhrase(concept, 'fr')}=${lexicon().firstPhrase(concept, 'en')}`;

/**
 * The file: as 32-bit numbers how many rows, how many places each has, and how many bytes their names take; the digest; the rows'
 * weights in questions, in answers; their directions; their names, a line each.
 */
function readEncoder(bytes: Buffer): Encoder {
  const [size = 0, dimensions = 0, named = 0] = [0, 4, 8].map((at) => bytes.readUint32LE(at));
  const digestAt = 12;
  const weightsAt = digestAt + 32;
  const directionsAt = weightsAt + 8 * size;
  const names = bytes.toString('utf8', bytes.length - named).split('\n');
  const weightsFrom = (at: number) =>
    Float32Array.from({ length: size }, (_, row) => bytes.readFloatLE(at + 4 * row));
  const rows = new Map(names.map((name, row) => [name, row]));
  return {
    digest: bytes.toString('hex', digestAt, weightsAt),
    dimensions,
    rows,
    concepts: Int32Array.from({ length: lexicon().size }, (_, id) => rows.get(conceptFeature(id)) ?? -1),
    weights: { question: weightsFrom(weightsAt), answer: weightsFrom(weightsAt + 4 * size) },
    directions: new Int8Array(bytes.buffer, bytes.byteOffset + directionsAt, size * dimensions),
  };
}

export const encoderFile = join(lexiconFolder, 'encoder.bin');

let loadedEncoder: Encoder | undefined;

/** Read when it is first asked for, unless it has been prepared. */
export function encoder(): Encoder {
  loadedEncoder ??= readEncoder(readFileSync(encoderFile));
  return loadedEncoder;
}

/** What texts say, of what the encoder was taught. */
export interface Features {
  rows: readonly number[];
  /** How many more features they have. */
  untaught: number;
}

/** The features of a text, or of what it may be in several languages. */
export function featuresOf(texts: readonly EncodedText[]): Features {
  const { rows, concepts } = encoder();
  const found = new Set<number>();
  const untaught = new Set<string | number>();
  for (const { text, language, concepts: named } of texts) {
    for (const feature of wordFeatures(text, language)) {
      const row = rows.get(feature);
      if (row === undefined) untaught.add(feature);
      else found.add(row);
    }
    for (const concept of named) {
      const row = concepts[concept] ?? -1;
      if (row < 0) untaught.add(concept);
      else found.add(row);
    }
  }
  return { rows: [...found], untaught: untaught.size };
}

/** The direction of what has these features, of length 1; 0 where none was taught. */
export function encode(side: EncodedSide, { rows }: Features): Direction {
  const { dimensions, weights, directions } = encoder();
  const sum = new Float32Array(dimensions);
  for (const row of rows) {
    const weight = weights[side][row] as number;
    const from = row * dimensions;
    for (let at = 0; at < dimensions; at += 1)
      sum[at] = (sum[at] as number) + weight * (directions[from + at] as number);
  }
  return normalise(sum);
}

/** Brings a direction to length 1, in place. */
function normalise(direction: Direction): Direction {
  const squares = closeness(direction, direction);
  if (squares === 0) return direction;
  const length = Math.sqrt(squares);
  for (let at = 0; at < direction.length; at += 1) direction[at] = (direction[at] as number) / length;
  return direction;
}

/** The direction between two. */
export const between = (one: Direction, other: Direction): Direction =>
  normalise(one.map((place, at) => place + (other[at] as number)));

/** The cosine of two directions, 0 where one is none. */
export function closeness(one: Direction, other: Direction): number {
  let product = 0;
  for (let at = 0; at < one.length; at += 1) product += (one[at] as number) * (other[at] as number);
  return product;
}

/** The length of what two directions are together: of a sentence and its heading it is asked again with every question. */
const lengthsTogether = new WeakMap<Direction, { other: Direction; length: number }>();

function lengthTogether(one: Direction, other: Direction): number {
  const known = lengthsTogether.get(one);
  if (known?.other === other) return known.length;
  const squares = closeness(one, one) + 2 * closeness(one, other) + closeness(other, other);
  const length = Math.sqrt(Math.max(0, squares));
  lengthsTogether.set(one, { other, length });
  return length;
}

/** The cosine of a direction and the one between two others, of which it has these cosines with each. */
export function closenessBetween(
  [one, other]: readonly [Direction, Direction],
  toOne: number,
  toOther: number,
): number {
  const length = lengthTogether(one, other);
  return length === 0 ? 0 : (toOne + toOther) / length;
}
