import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from './errors.ts';

interface BodyOptions {
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

/** Reads at most `maxBytes`, on the wire and again when inflated; beyond it, the stream is destroyed. */
export async function readBody(stream: Readable, { encoding, maxBytes, cut }: BodyOptions): Promise<Buffer> {
  const coding = encoding?.trim().toLowerCase() || 'identity';
  const decoder = decoders[coding];
  // One coding: several, one inside the other, serve nobody but bombs.
  if (!decoder && coding !== 'identity') throw new AppError('fetch_failed', { reason: 'encoding' });

  const chunks: Buffer[] = [];
  let rawBytes = 0;
  let bytes = 0;
  let full = false;

  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      rawBytes += chunk.length;
      if (rawBytes > maxBytes && !cut) throw new AppError('limit_exceeded', { limitBytes: maxBytes });
      yield chunk;
    }
  }
  const take = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes || (bytes > ratioFromBytes && bytes > rawBytes * maxRatio)) {
      if (!cut) throw new AppError('limit_exceeded', { limitBytes: maxBytes });
      chunks.push(chunk.subarray(0, Math.max(0, chunk.length - (bytes - maxBytes))));
      full = true;
    } else chunks.push(chunk);
  };
  async function collect(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      take(chunk);
      if (full) return;
    }
  }
  /** Without iterators, which for a page of one or two chunks cost as much as the rest of its request. */
  const collectPlain = () =>
    new Promise<void>((resolve, reject) => {
      stream.on('data', (chunk: Buffer) => {
        if (full) return;
        rawBytes += chunk.length;
        try {
          take(chunk);
          if (full) resolve();
        } catch (error) {
          stream.destroy();
          reject(error);
        }
      });
      stream.once('end', resolve).once('error', reject);
      stream.once('close', () => reject(new AppError('fetch_failed', { reason: 'connection' })));
    });

  try {
    if (decoder) await pipeline(stream, counted, decoder(), collect);
    else await collectPlain();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_') || code?.startsWith('ERR_BROTLI')) {
      throw new AppError('fetch_failed', { reason: 'encoding' });
    }
    if (!full) throw error;
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks);
}
