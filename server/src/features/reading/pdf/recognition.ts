import { type Bitmap, rotateBitmap } from '../ocr/bitmap.ts';
import { type RecognisedWord, Recogniser } from '../ocr/engine.ts';
import { detectLanguage, type TextLanguage } from '../words/language.ts';
import type { PdfDocument } from './document.ts';
import { cellGap, type Line } from './lines.ts';
import { pictureOf } from './page-picture.ts';

/**
 * Time that recognition may take for one document: most of what a document may take at all (security S3.8), so that
 * what it has read is told before the process is ended. On the clock it is what a busy machine makes of that.
 */
const budget = { cpuMs: 240_000, clockMs: 480_000 };
/** A dense page of A4 takes 5 seconds; what takes longer than this is no page of text. */
const pageCpuMs = 20_000;

/** A line is kept when its engine is this sure of its letters, on the average: real text has 0.8 and more. */
const minConfidence = 0.6;
/** A line is kept when this share of it, too, are words rather than the marks that lines and textures are taken for. */
const minWordShare = 0.6;
/** The share of all that was seen on a page that must be text: below it, the rest is chance. */
const minKeptShare = 0.4;
/** Letters on a page; fewer are a chance too. */
const minLetters = 12;

const isWord = (text: string) => /[\p{L}\p{N}]{2}|^[\p{N}àaày&€$%]$/iu.test(text);
const lengthOf = (words: readonly RecognisedWord[]) => words.reduce((sum, { text }) => sum + text.length, 0);

function isText(words: readonly RecognisedWord[]): boolean {
  const length = lengthOf(words);
  const sure = words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / length;
  return sure >= minConfidence && lengthOf(words.filter(({ text }) => isWord(text))) >= length * minWordShare;
}

/** How high letters stand above their line and reach below it, in ems. */
const rise = { tall: 0.72, low: 0.5, below: 0.21 };
/** Sizes are measured on letters, so they come in steps as wide as a heading's from its text: half as large again. */
const sizeStep = 1.5;
const reachesBelow = /[gjpqyçQJ,;()]/;

/** The size of a word's type, from the height of the letters that it has. */
function sizeOf({ text, top, bottom }: RecognisedWord): number {
  const above = /[\p{Lu}\p{N}bdfhklitß]|[à-ÿ]/u.test(text) ? rise.tall : rise.low;
  return (bottom - top) / (above + (reachesBelow.test(text) ? rise.below : 0));
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** What the engine takes a list's bullet for. */
const bulletLike = /^[e*#«»®©¢°•·■▪●–—-]$/;

/** Lines of words as lines of the page, in points from its top left. */
function placeLines(lines: readonly RecognisedWord[][], scale: number): Line[] {
  const measured = lines.map((words) => ({ words, size: median(words.map(sizeOf)) / scale }));
  const usual = median(measured.flatMap(({ words, size }) => Array(lengthOf(words)).fill(size) as number[]));
  return measured.map(({ words, size: own }) => {
    // A size nearer than four fifths of a step to the usual one is that.
    const away = Math.log(own / usual) / Math.log(sizeStep);
    const size = usual * sizeStep ** (Math.sign(away) * Math.floor(Math.abs(away) + 0.2));
    const cells: Line['cells'] = [];
    for (const [at, { text, left, right }] of words.entries()) {
      const [x, end] = [left / scale, right / scale];
      const cell = cells.at(-1);
      const before = words[at - 1]?.text ?? '';
      if (cell && (x - cell.end < cellGap * size || bulletLike.test(before))) {
        cell.text += ` ${text}`;
        cell.end = end;
      } else cells.push({ text: at === 0 && words.length > 1 && bulletLike.test(text) ? '•' : text, x, end });
    }
    const standing = words.filter(({ text }) => !reachesBelow.test(text));
    const y = median((standing.length > 0 ? standing : words).map(({ bottom }) => bottom)) / scale;
    return {
      cells,
      text: cells.map(({ text }) => text).join(' '),
      x: cells[0]?.x ?? 0,
      end: cells.at(-1)?.end ?? 0,
      y,
      size,
    };
  });
}

export type RecognisedPage = { lines: Line[]; height: number } | 'blank' | 'no text' | 'no time';

/** The lines in the middle of a page that tell its language. */
const band = { from: 0.3, to: 0.5 };

function bandOf({ width, height, grey }: Bitmap): Bitmap {
  const [top, bottom] = [Math.floor(height * band.from), Math.ceil(height * band.to)];
  return { width, height: bottom - top, grey: grey.subarray(top * width, bottom * width) };
}

/** Recognises pages of one document, as long as its budget lasts. */
export class PageRecogniser {
  readonly #recogniser = new Recogniser();
  /** French letters hold the English ones: a band of the first page is read as French, each page like the one before. */
  #language: TextLanguage = 'fr';
  #isLanguageKnown = false;
  /** The quarters by which the page before was turned on the glass. */
  #quarters = 0;
  readonly #recognising: () => Promise<void>;
  #begun: { cpu: NodeJS.CpuUsage; clock: number } | undefined;

  /** `recognising` is called when the first picture is to be read. */
  constructor(recognising: () => Promise<void>) {
    this.#recognising = recognising;
  }

  #spentMs(since = this.#begun): { cpu: number; clock: number } {
    const { user, system } = process.cpuUsage(since?.cpu);
    return { cpu: (user + system) / 1000, clock: performance.now() - (since?.clock ?? performance.now()) };
  }

  async recognise(document: PdfDocument, number: number): Promise<RecognisedPage> {
    if (!this.#begun) {
      await this.#recognising();
      this.#begun = { cpu: process.cpuUsage(), clock: performance.now() };
    }
    const spent = this.#spentMs();
    if (spent.cpu + pageCpuMs > budget.cpuMs || spent.clock > budget.clockMs) return 'no time';
    const begun = { cpu: process.cpuUsage(), clock: performance.now() };
    const isEnough = () => this.#spentMs(begun).cpu > pageCpuMs;
    const picture = await document.withPage(number, (page) => pictureOf(document, page));
    if (typeof picture === 'string') return picture === 'blank' ? 'blank' : 'no text';
    let bitmap = rotateBitmap(picture.bitmap, this.#quarters);
    let text = await this.#textOf(bitmap, isEnough);
    if (!text) {
      const quarters = await this.#recogniser.quartersToTurn(bitmap, this.#language);
      if (quarters !== 0) {
        bitmap = rotateBitmap(bitmap, quarters);
        text = await this.#textOf(bitmap, isEnough);
        if (text) this.#quarters = (this.#quarters + quarters) % 4;
      }
    }
    if (!text) return 'no text';
    return { lines: placeLines(text, picture.scale), height: bitmap.height / picture.scale };
  }

  /** The text of what is seen on a page; undefined where that is no more than chance. */
  async #textOf(bitmap: Bitmap, isEnough: () => boolean): Promise<RecognisedWord[][] | undefined> {
    const lines = await this.#linesOf(bitmap, isEnough);
    const kept = lines?.filter(isText) ?? [];
    const letters = kept.reduce((sum, words) => sum + lengthOf(words), 0);
    const seen = lines?.reduce((sum, words) => sum + lengthOf(words), 0) ?? 0;
    return letters < minLetters || letters < seen * minKeptShare ? undefined : kept;
  }

  async #linesOf(bitmap: Bitmap, isEnough: () => boolean): Promise<RecognisedWord[][] | undefined> {
    if (!this.#isLanguageKnown) {
      const words = (await this.#recogniser.linesOf(bandOf(bitmap), this.#language, isEnough))?.flat() ?? [];
      const language = detectLanguage(words.map(({ text }) => text).join(' '));
      if (language !== undefined) this.#language = language;
      this.#isLanguageKnown = true;
    }
    const lines = await this.#recogniser.linesOf(bitmap, this.#language, isEnough);
    const text = lines?.filter(isText).flatMap((words) => words.map(({ text }) => text));
    const language = detectLanguage(text?.join(' ') ?? '');
    if (language === undefined || language === this.#language) return lines;
    this.#language = language;
    return (await this.#recogniser.linesOf(bitmap, language, isEnough)) ?? lines;
  }
}
