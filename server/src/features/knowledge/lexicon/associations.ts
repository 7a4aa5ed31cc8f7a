import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexiconFolder, termsOf } from '../../reading/service.ts';
import { type Lexicon, lexicon } from './lexicon.ts';

/**
 * What the lexicon's concepts have to do with each other: what answers what, and concepts as directions, so that those
 * lie close that keep the same company although no line joins them. These by random indexing (Kanerva, Kristofersson and
 * Holst 2000): each concept and each word has a sparse direction of its own; a concept's is the sum of its own, its
 * words', and those of what is near it, what answers it and what it answers, the rarer the more; then that of all of
 * these again.
 */
interface Associations {
  answers: readonly ReadonlySet<number>[];
  /** The concepts that each one answers. */
  answered: readonly ReadonlySet<number>[];
  /** The concepts' directions, one after the other, in steps of `step`. */
  directions: Int8Array;
}

const dimensions = 256;
/**
 * The step of a direction's places: of one of length 1 hardly a place is farther from 0 than half, and a byte holds 127
 * steps to there.
 */
const quantizationStep = 0.5 / 127;
/** The number of places of an own direction that are not 0. */
const places = 8;
const mixingShares = { near: 0.4, answers: 0.7, answered: 0.4, word: 0.4, company: 0.7 };

export type Direction = Float32Array;

/** Random numbers by Marsaglia's xorshift (2003): the same directions wherever they are made. */
function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

function addOwn(direction: Direction, seed: number, weight: number): void {
  const next = numbersFrom(seed);
  for (let place = 0; place < places; place += 1) {
    const number = next();
    const at = number % dimensions;
    direction[at] = (direction[at] as number) + (number & 0x10000 ? weight : -weight);
  }
}

/** Brings a direction to length 1, in place. */
function normalise(direction: Direction): Direction {
  let squares = 0;
  for (let at = 0; at < dimensions; at += 1) squares += (direction[at] as number) ** 2;
  const length = Math.sqrt(squares);
  if (length > 0)
    for (let at = 0; at < dimensions; at += 1) direction[at] = (direction[at] as number) / length;
  return direction;
}

/** The words of a concept's names, as numbers that stand for them. */
function wordsOf(loadedAssociations: Lexicon, id: number, numbers: Map<string, number>): number[] {
  const words = new Set<number>();
  for (const language of ['fr', 'en'] as const)
    for (const { term, extra } of loadedAssociations
      .phrasesFor(id, language)
      .flatMap((phrase) => termsOf(phrase, language))) {
      if (extra) continue;
      const number = numbers.get(language + term) ?? numbers.size;
      numbers.set(language + term, number);
      words.add(number);
    }
  return [...words];
}

function directionsOf(
  loadedAssociations: Lexicon,
  { answers, answered }: Omit<Associations, 'directions'>,
): Int8Array {
  const numbers = new Map<string, number>();
  const companies = answers.map((answering, id) => {
    const company = new Map([[id, 1]]);
    const join = (others: Iterable<number>, weight: number) => {
      for (const other of others) company.set(other, (company.get(other) ?? 0) + weight);
    };
    join(loadedAssociations.near(id), mixingShares.near);
    join(answering, mixingShares.answers);
    join(answered[id] ?? [], mixingShares.answered);
    return company;
  });
  // Words are numbered behind the concepts.
  const parts = companies.map((company, id) => [
    ...company,
    ...wordsOf(loadedAssociations, id, numbers).map((word): [number, number] => [
      loadedAssociations.size + word,
      mixingShares.word,
    ]),
  ]);
  const held = new Map<number, number>();
  for (const [part] of parts.flat()) held.set(part, (held.get(part) ?? 0) + 1);
  const own = parts.map((those) => {
    const direction = new Float32Array(dimensions);
    for (const [part, weight] of those)
      addOwn(
        direction,
        part + 1,
        weight * Math.log((loadedAssociations.size + 1) / ((held.get(part) ?? 0) + 1)),
      );
    return normalise(direction);
  });
  const directions = new Int8Array(loadedAssociations.size * dimensions);
  for (const [id, company] of companies.entries()) {
    const direction = Float32Array.from(own[id] as Direction);
    const all = [...company.values()].reduce((sum, weight) => sum + weight, 0);
    for (const [other, weight] of company)
      for (const [at, one] of (own[other] as Direction).entries())
        direction[at] = (direction[at] as number) + (mixingShares.company * weight * one) / all;
    for (const [at, one] of normalise(direction).entries())
      directions[id * dimensions + at] = Math.max(-127, Math.min(127, Math.round(one / quantizationStep)));
  }
  return directions;
}

function invertRelation(answers: readonly ReadonlySet<number>[]): Set<number>[] {
  const answered = answers.map(() => new Set<number>());
  for (const [id, others] of answers.entries()) for (const other of others) answered[other]?.add(id);
  return answered;
}

function computeAssociations(loadedAssociations: Lexicon): Associations {
  const answers = Array.from({ length: loadedAssociations.size }, (_, id) => loadedAssociations.answers(id));
  const answered = invertRelation(answers);
  return { answers, answered, directions: directionsOf(loadedAssociations, { answers, answered }) };
}

/**
 * The file of the associations: working them out takes two seconds, so the build does it once, and leaves them beside
 * the lexicon's texts.
 */
const file = join(lexiconFolder, 'associations.bin');

/**
 * The associations as a file holds them: the number of concepts, of those that answer each, which these are, then the
 * directions.
 */
export function associationsFile(): Buffer {
  const { answers, directions } = computeAssociations(lexicon());
  const numbers = Uint32Array.from([
    answers.length,
    ...answers.map(({ size }) => size),
    ...answers.flatMap((those) => [...those]),
  ]);
  return Buffer.concat([Buffer.from(numbers.buffer), Buffer.from(directions.buffer)]);
}

function parseAssociations(bytes: Buffer): Associations {
  const size = bytes.readUint32LE(0);
  let at = 4 * (1 + size);
  const answers = Array.from({ length: size }, (_, id) => {
    const end = at + 4 * bytes.readUint32LE(4 * (1 + id));
    const those = new Set<number>();
    for (; at < end; at += 4) those.add(bytes.readUint32LE(at));
    return those;
  });
  const directions = new Int8Array(bytes.buffer, bytes.byteOffset + at, size * dimensions);
  return { answers, answered: invertRelation(answers), directions };
}

let loadedAssociations: Associations | undefined;

/** Read when they are first asked for, unless they have been prepared. */
export function associations(): Associations {
  loadedAssociations ??= existsSync(file)
    ? parseAssociations(readFileSync(file))
    : computeAssociations(lexicon());
  return loadedAssociations;
}

/** The direction of several concepts together, of any length: those of each weight share it. */
export function directionOf(
  weighed: Iterable<readonly [weight: number, concepts: Iterable<number>]>,
): Direction {
  const { directions } = associations();
  const sum = new Float32Array(dimensions);
  for (const [weight, concepts] of weighed) {
    const all = [...concepts];
    const each = weight / all.length;
    for (const concept of all) {
      const from = concept * dimensions;
      for (let at = 0; at < dimensions; at += 1)
        sum[at] = (sum[at] as number) + each * (directions[from + at] as number);
    }
  }
  return sum;
}

export function sumOf(one: Direction, other: Direction): Direction {
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < dimensions; at += 1) sum[at] = (one[at] as number) + (other[at] as number);
  return sum;
}

/** The cosine of two directions, 0 where one is none. */
export function closeness(one: Direction, other: Direction): number {
  let product = 0;
  let own = 0;
  let others = 0;
  for (let at = 0; at < dimensions; at += 1) {
    const a = one[at] as number;
    const b = other[at] as number;
    product += a * b;
    own += a * a;
    others += b * b;
  }
  return product === 0 ? 0 : product / Math.sqrt(own * others);
}
