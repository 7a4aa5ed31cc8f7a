import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { OCREngine } from 'tesseract-wasm';
import type { TextLanguage } from '../words/language.ts';
import type { Bitmap } from './bitmap.ts';

/** A word as it stands in a bitmap, in its pixels. */
export interface RecognisedWord {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** From 0 to 1. */
  confidence: number;
}

const models: Record<TextLanguage, string> = { fr: 'fra', en: 'eng' };

const { resolve } = createRequire(import.meta.url);

async function modelOf(language: TextLanguage): Promise<Uint8Array> {
  const name = models[language];
  const folder = dirname(resolve(`@tesseract.js-data/${name}/package.json`));
  return gunzipSync(await readFile(join(folder, '4.0.0_best_int', `${name}.traineddata.gz`)));
}

async function startEngine(): Promise<OCREngine> {
  const { createOCREngine, supportsFastBuild } = await import('tesseract-wasm');
  const file = supportsFastBuild() ? 'tesseract-core.wasm' : 'tesseract-core-fallback.wasm';
  return createOCREngine({ wasmBinary: await readFile(join(dirname(resolve('tesseract-wasm')), file)) });
}

/** The engine's mark of a line's first word. */
const startOfLine = 1;

/** Reads letters in pictures; loads its engine and a language when it first needs them. */
export class Recogniser {
  #engine: OCREngine | undefined;
  #language: TextLanguage | undefined;
  #pixels = new Uint32Array();

  /** The bitmap as the engine wants it; one page's memory serves the next. */
  #imageOf({ width, height, grey }: Bitmap) {
    if (this.#pixels.length !== width * height) this.#pixels = new Uint32Array(width * height);
    for (let at = 0; at < this.#pixels.length; at++)
      this.#pixels[at] = 0xff000000 + (grey[at] as number) * 0x010101;
    return { width, height, data: new Uint8ClampedArray(this.#pixels.buffer) };
  }

  async #ready(language: TextLanguage): Promise<OCREngine> {
    if (this.#engine && this.#language === language) return this.#engine;
    // An engine keeps to the language that it was first given.
    const engine = await startEngine();
    engine.loadModel(await modelOf(language));
    this.#engine = engine;
    this.#language = language;
    return engine;
  }

  /** Quarters clockwise by which a page must be turned to stand upright. */
  async quartersToTurn(bitmap: Bitmap, language: TextLanguage): Promise<number> {
    const engine = await this.#ready(language);
    engine.loadImage(this.#imageOf(bitmap));
    const { rotation, confidence } = engine.getOrientation();
    return confidence > 0.5 ? (4 - Math.round(rotation / 90)) % 4 : 0;
  }

  /** The lines of a page's words in reading order; undefined when `isEnough` says to stop meanwhile. */
  async linesOf(
    bitmap: Bitmap,
    language: TextLanguage,
    isEnough: () => boolean,
  ): Promise<RecognisedWord[][] | undefined> {
    const engine = await this.#ready(language);
    engine.loadImage(this.#imageOf(bitmap));
    const stopped = new Error('stopped');
    const lines: RecognisedWord[][] = [];
    try {
      const words = engine.getTextBoxes('word', () => {
        if (isEnough()) throw stopped;
      });
      for (const { text, rect, confidence, flags } of words) {
        if (lines.length === 0 || (flags & startOfLine) !== 0) lines.push([]);
        if (text.trim() !== '') lines.at(-1)?.push({ text: text.trim(), ...rect, confidence });
      }
      engine.clearImage();
    } catch (error) {
      // An engine left in the middle of a page is of no more use.
      this.#engine = undefined;
      if (error !== stopped) throw error;
      return undefined;
    }
    return lines.filter((line) => line.length > 0);
  }
}
