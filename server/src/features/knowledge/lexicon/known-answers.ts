import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexiconFolder } from '../../reading/service.ts';
import { encoder, type Features } from './encoder.ts';

/**
 * What people want to know of organisations (`bench/intents`): how it is asked for, and how pages answer it, as rows of the
 * encoder's features. `bench/write-intents.ts` leaves it as `intents.bin`.
 */
interface Intents {
  /** Of the encoder whose rows these are (SHA-256). */
  digest: string;
  size: number;
  /** How rare each row is among all texts, squared. */
  rarities: Float32Array;
  /** The same of a feature that the encoder has no row for. */
  untaught: number;
  questions: Texts;
  /** The questions that have a row: those from `from[row]` to `from[row + 1]`. */
  asking: { from: Uint32Array; questions: Uint32Array };
  answers: Texts;
  /** Intent `n` has the answers from `answersFrom[n]` to `answersFrom[n + 1]`. */
  answersFrom: Uint32Array;
  scratch: Scratch;
}

/** Where sums are made, one question and one text after the other: new ones would take longer than the sums. */
interface Scratch {
  /** By question, what it shares with the one that is asked; 0 between questions. */
  shared: Float32Array;
  /** The questions that share something. */
  sharing: Uint32Array;
  /** By row, the number of the text that had it last. */
  seen: Float64Array;
  texts: number;
}

/** Texts in the order of their intents. */
interface Texts {
  intents: Uint16Array;
  /** Text `n` has the rows from `from[n]` to `from[n + 1]`. */
  from: Uint32Array;
  rows: Uint16Array;
  lengths: Float32Array;
}

export const intentsFile = join(lexiconFolder, 'intents.bin');

/** A concept is named by many words, and says less than one; figures say next to nothing. */
const conceptShare = 0.7;
const figureRarity = 0.5;
const rarityAmong = (texts: number, having: number) => Math.log(1 + texts / (1 + having));

/** Where each of several parts begins, and where the last one ends. */
function placesOf(sizes: ArrayLike<number>): Uint32Array {
  const from = new Uint32Array(sizes.length + 1);
  for (let at = 0; at < sizes.length; at += 1) from[at + 1] = (from[at] as number) + (sizes[at] as number);
  return from;
}

/**
 * The file: the digest; as 32-bit numbers how many intents there are, questions, their rows, answers, their rows; then, of the
 * questions and of the answers, as 16-bit numbers each one's intent, how many rows each has, and the rows.
 */
function readIntents(bytes: Buffer): Intents {
  const digestEnd = 32;
  const [size = 0, ...counts] = [0, 1, 2, 3, 4].map((place) => bytes.readUint32LE(digestEnd + 4 * place));
  let at = digestEnd + 4 * (1 + counts.length);
  const take = (count = 0) => {
    const taken = new Uint16Array(count);
    for (let place = 0; place < count; place += 1) taken[place] = bytes.readUint16LE(at + 2 * place);
    at += 2 * count;
    return taken;
  };
  const takeTexts = (count = 0, rowCount = 0) => ({
    intents: take(count),
    from: placesOf(take(count)),
    rows: take(rowCount),
  });
  const questions = takeTexts(counts[0], counts[1]);
  const answers = takeTexts(counts[2], counts[3]);

  const { rows } = encoder();
  const having = new Uint32Array(rows.size);
  for (const all of [questions.rows, answers.rows])
    for (const row of all) having[row] = (having[row] as number) + 1;
  const texts = questions.intents.length + answers.intents.length;
  const rarities = new Float32Array(rows.size);
  for (const [name, row] of rows) {
    const rarity = rarityAmong(texts, having[row] as number);
    rarities[row] = (name === '#' ? figureRarity : name.includes('=') ? conceptShare * rarity : rarity) ** 2;
  }
  const measured = (side: Omit<Texts, 'lengths'>): Texts => ({
    ...side,
    lengths: Float32Array.from(side.intents, (_, text) => {
      let sum = 0;
      for (let place = side.from[text] as number; place < (side.from[text + 1] as number); place += 1)
        sum += rarities[side.rows[place] as number] as number;
      return Math.sqrt(sum);
    }),
  });
  return {
    digest: bytes.toString('hex', 0, digestEnd),
    size,
    rarities,
    untaught: rarityAmong(texts, 2) ** 2,
    questions: measured(questions),
    asking: askingOf(questions, rows.size),
    answers: measured(answers),
    answersFrom: placesOf(countsOf(answers.intents, size)),
    scratch: {
      shared: new Float32Array(questions.intents.length),
      sharing: new Uint32Array(questions.intents.length),
      seen: new Float64Array(rows.size),
      texts: 0,
    },
  };
}

/** How often each number below `size` stands among these. */
function countsOf(numbers: Uint16Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const one of numbers) counts[one] = (counts[one] as number) + 1;
  return counts;
}

/** By row, the questions that have it. */
function askingOf({ from, rows }: Omit<Texts, 'lengths'>, size: number): Intents['asking'] {
  const places = placesOf(countsOf(rows, size));
  const next = places.slice();
  const questions = new Uint32Array(rows.length);
  for (let question = 0; question + 1 < from.length; question += 1)
    for (let at = from[question] as number; at < (from[question + 1] as number); at += 1) {
      const row = rows[at] as number;
      questions[next[row] as number] = question;
      next[row] = (next[row] as number) + 1;
    }
  return { from: places, questions };
}

let loadedIntents: Intents | undefined;

/** Read when they are first asked for, unless they have been prepared. */
export function intents(): Intents {
  loadedIntents ??= readIntents(readFileSync(intentsFile));
  return loadedIntents;
}

/** The length of a text as its features' rarities. */
function lengthOf({ rows, untaught }: Features): number {
  const known = intents();
  let sum = untaught * known.untaught;
  for (const row of rows) sum += known.rarities[row] as number;
  return Math.sqrt(sum);
}

/** One line in a hundred is more like a known answer than that: likeness counts in shares of it. */
const muchAlike = 0.15;

/** The intents whose answers are looked at. */
const intentsMeant = 30;

/**
 * How close each intent is to a question: the cosine, by how rare their features are, of the question and the closest of those that
 * ask for it.
 */
function closenessToIntents(question: Features): Float32Array {
  const { size, rarities, questions, asking, scratch } = intents();
  const { shared, sharing } = scratch;
  let count = 0;
  for (const row of question.rows) {
    const rarity = rarities[row] as number;
    for (let at = asking.from[row] as number; at < (asking.from[row + 1] as number); at += 1) {
      const one = asking.questions[at] as number;
      const sum = shared[one] as number;
      if (sum === 0) {
        sharing[count] = one;
        count += 1;
      }
      shared[one] = sum + rarity;
    }
  }
  const length = lengthOf(question);
  const closest = new Float32Array(size);
  for (let at = 0; at < count; at += 1) {
    const one = sharing[at] as number;
    const intent = questions.intents[one] as number;
    const close = (shared[one] as number) / (length * (questions.lengths[one] as number));
    if (close > (closest[intent] as number)) closest[intent] = close;
    shared[one] = 0;
  }
  return closest;
}

/** The n-th greatest of them, 0 where there are fewer above 0. */
function greatest(values: Float32Array, n: number): number {
  const most: number[] = Array(n).fill(0);
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] as number;
    if (value <= (most[n - 1] as number)) continue;
    let at = n - 1;
    for (; at > 0 && (most[at - 1] as number) < value; at -= 1) most[at] = most[at - 1] as number;
    most[at] = value;
  }
  return most[n - 1] as number;
}

/** How questions like one that is asked have been answered. */
export class KnownAnswers {
  /** What answers share with each text that has a row of theirs, row by row. */
  readonly #answers: Uint32Array;
  readonly #shares: Float32Array;
  /** Those of the same row before each, and by row the last of them; 0 is none. */
  readonly #before: Uint32Array;
  readonly #last: Uint32Array;
  /** By answer, what the text that is looked at shares with it. */
  readonly #sums: Float32Array;

  constructor(question: Features) {
    const { rarities, answers, answersFrom } = intents();
    const close = closenessToIntents(question);
    const least = greatest(close, intentsMeant);
    const meant: number[] = [];
    for (let intent = 0; intent < close.length; intent += 1) {
      const closeness = close[intent] as number;
      if (closeness > 0 && closeness >= least) meant.push(intent);
    }
    const size = meant.reduce((sum, intent) => {
      const [first, end] = [answersFrom[intent] as number, answersFrom[intent + 1] as number];
      return sum + (answers.from[end] as number) - (answers.from[first] as number);
    }, 1);
    this.#answers = new Uint32Array(size);
    this.#shares = new Float32Array(size);
    this.#before = new Uint32Array(size);
    this.#last = new Uint32Array(rarities.length);
    let place = 0;
    let answer = 0;
    for (const intent of meant) {
      const end = answersFrom[intent + 1] as number;
      for (let one = answersFrom[intent] as number; one < end; one += 1, answer += 1) {
        const weight = (close[intent] as number) ** 2 / (answers.lengths[one] as number);
        for (let at = answers.from[one] as number; at < (answers.from[one + 1] as number); at += 1) {
          const row = answers.rows[at] as number;
          place += 1;
          this.#answers[place] = answer;
          this.#shares[place] = weight * (rarities[row] as number);
          this.#before[place] = this.#last[row] as number;
          this.#last[row] = place;
        }
      }
    }
    this.#sums = new Float32Array(answer);
  }

  /**
   * How much texts together are like one of them, about 1 where they are much alike: their cosine, times the square of how close its
   * question is to the one asked.
   */
  likenessOf(...texts: readonly Features[]): number {
    const { rarities, untaught, scratch } = intents();
    const { seen } = scratch;
    const sums = this.#sums.fill(0);
    scratch.texts += 1;
    let most = 0;
    let length = 0;
    for (const { rows, untaught: others } of texts) {
      length += others * untaught;
      for (const row of rows) {
        if (seen[row] === scratch.texts) continue;
        seen[row] = scratch.texts;
        length += rarities[row] as number;
        for (let at = this.#last[row] as number; at > 0; at = this.#before[at] as number) {
          const answer = this.#answers[at] as number;
          const sum = (sums[answer] as number) + (this.#shares[at] as number);
          sums[answer] = sum;
          if (sum > most) most = sum;
        }
      }
    }
    return most === 0 ? 0 : most / (muchAlike * Math.sqrt(length));
  }
}
