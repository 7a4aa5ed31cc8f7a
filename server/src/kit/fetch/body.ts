import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../errors.ts';

export interface BodyOptions {
  encoding: string | undefined;
  maxBytes: number;
  /** End at the limit instead of refusing. */
  cut?: boolean | undefined;
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const maxRatio = 200;
// A short page of blanks is no bomb, whatever its ratio.
const ratioFromBytes = 1_048_576;

/** A body as it comes: at most `maxBytes`, on the wire and again when inflated. */
export class Body {
  readonly #maxBytes: number;
  readonly #cut: boolean;
  readonly #chunks: Buffer[] = [];
  #rawBytes = 0;
  #bytes = 0;
  /** The stream that makes it readable; absent where it is readable already. */
  readonly decoder: (() => Transform) | undefined;
  /** Whether it was cut at its limit: nothing more is wanted. */
  isFull = false;

  constructor({ encoding, maxBytes, cut }: BodyOptions) {
    const coding = encoding?.trim().toLowerCase() || 'identity';
    this.decoder = decoders[coding];
    // One coding: several, one inside the other, serve nobody but bombs.
    if (!this.decoder && coding !== 'identity') throw new AppError('fetch_failed', { reason: 'encoding' });
    this.#maxBytes = maxBytes;
    this.#cut = cut ?? false;
  }

  /** Counts what has come on the wire. */
  count(chunk: Buffer) {
    this.#rawBytes += chunk.length;
    if (this.#rawBytes > this.#maxBytes && !this.#cut) throw this.#tooLarge();
  }

  /** Takes in what is readable. */
  take(chunk: Buffer) {
    this.#bytes += chunk.length;
    const isBomb = this.#bytes > ratioFromBytes && this.#bytes > this.#rawBytes * maxRatio;
    if (this.#bytes > this.#maxBytes || isBomb) {
      if (!this.#cut) throw this.#tooLarge();
      this.#chunks.push(chunk.subarray(0, Math.max(0, chunk.length - (this.#bytes - this.#maxBytes))));
      this.isFull = true;
    } else this.#chunks.push(chunk);
  }

  toBuffer(): Buffer {
    const [first] = this.#chunks;
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
  }

  #tooLarge = () => new AppError('limit_exceeded', { limitBytes: this.#maxBytes });
}

/** Takes in all that comes, through the body's decoder. Beyond its limit the stream is destroyed. */
export async function decodeBody(stream: Readable, body: Body, decoder: Transform): Promise<void> {
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      body.count(chunk);
      yield chunk;
    }
  }
  async function collect(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      body.take(chunk);
      if (body.isFull) return;
    }
  }
  try {
    await pipeline(stream, counted, decoder, collect);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_') || code?.startsWith('ERR_BROTLI')) {
      throw new AppError('fetch_failed', { reason: 'encoding' });
    }
    if (!body.isFull) throw error;
  }
}
