import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inflateRawSync } from 'node:zlib';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, openPromise } from 'yauzl';
import { limitError, ReadingError } from './reading-error.ts';

const MB = 1_048_576;
/** Bounds of security S3.3 and S3.4, counted while inflating: a directory may lie. */
const limits = {
  entries: 10_000,
  inflated: 500 * MB,
  entry: 200 * MB,
  ratio: 200,
  ratioFrom: MB,
  depth: 256,
  attributes: 256,
};

export interface Tag {
  /** Local name, its prefix dropped: producers choose prefixes freely. */
  name: string;
  attributes: Record<string, string>;
}

export interface XmlHandlers {
  open?(tag: Tag): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** A ZIP-based document, opened once, its entries read as streams within one budget. */
export interface ZipDocument {
  has(name: string): boolean;
  /**
   * Streams an entry's XML through the handlers. `batch` is awaited between pieces of the file, so that what
   * the handlers collect can be passed on without the whole in memory.
   */
  xml(name: string, handlers: XmlHandlers): AsyncGenerator<void>;
  /** An entry's bytes as they are inflated; its size as its directory has it. */
  bytes(name: string): AsyncIterable<Buffer>;
  size(name: string): number;
  close(): void;
}

/** Parts up to this size, most of them by far, are inflated in one call: a stream costs many times that. */
const chunkBytes = MB;
const deflateMethod = 8;

const localNameOf = (name: string) => name.slice(name.indexOf(':') + 1);

export async function openZip(path: string): Promise<ZipDocument> {
  const corrupt = () => new ReadingError('corrupt_file');
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: false }).catch(
    () => {
      throw corrupt();
    },
  );
  const entries = new Map<string, Entry>();
  let extent = 0;
  try {
    if (zip.entryCount > limits.entries) throw limitError('inflated');
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName.replace(/^\/+/, ''), entry);
      extent += entry.compressedSize;
    }
  } catch (error) {
    zip.close();
    throw error instanceof ReadingError ? error : corrupt();
  }
  // Entries that share their bytes are how a small file unfolds without end.
  if (extent > zip.fileSize) {
    zip.close();
    throw corrupt();
  }

  let inflated = 0;
  const inflateWhole = async function* (entry: Entry): AsyncGenerator<Buffer> {
    const raw: Buffer[] = [];
    const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    for await (const chunk of stream) raw.push(chunk as Buffer);
    const bytes = inflateRawSync(Buffer.concat(raw), { maxOutputLength: entry.uncompressedSize });
    if (bytes.length !== entry.uncompressedSize) throw corrupt();
    inflated += bytes.length;
    if (inflated > limits.inflated) throw limitError('inflated');
    yield bytes;
  };
  const open = async (name: string): Promise<AsyncIterable<Buffer>> => {
    const entry = entries.get(name);
    if (!entry) throw corrupt();
    if (entry.isEncrypted()) throw new ReadingError('encrypted_file');
    const isSmall = entry.uncompressedSize <= chunkBytes && entry.compressedSize <= chunkBytes;
    if (isSmall && entry.uncompressedSize > 0 && entry.compressionMethod === deflateMethod)
      return inflateWhole(entry);
    const raw = await zip.openReadStreamPromise(entry);
    let size = 0;
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        inflated += chunk.length;
        const isBomb = size > limits.ratioFrom && size > entry.compressedSize * limits.ratio;
        done(
          size > limits.entry || inflated > limits.inflated || isBomb ? limitError('inflated') : null,
          chunk,
        );
      },
    });
    void pipeline(raw, counting).catch(() => undefined);
    return counting;
  };

  return {
    has: (name) => entries.has(name),
    async *xml(name, handlers) {
      yield* parseXml(await open(name), handlers);
    },
    async *bytes(name) {
      try {
        yield* await open(name);
      } catch (error) {
        throw error instanceof ReadingError ? error : corrupt();
      }
    },
    size: (name) => entries.get(name)?.uncompressedSize ?? 0,
    close: () => zip.close(),
  };
}

async function* parseXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('doctype', () => {
    throw new ReadingError('corrupt_file');
  });
  parser.on('error', () => {
    throw new ReadingError('corrupt_file');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (++depth > limits.depth) throw limitError('depth');
    const keys = Object.keys(tag.attributes);
    if (keys.length > limits.attributes) throw limitError('nodes');
    // Without a prototype that a name could reach.
    const attributes: Record<string, string> = Object.create(null);
    for (const key of keys) attributes[localNameOf(key)] = tag.attributes[key] as string;
    handlers.open?.({ name: localNameOf(tag.name), attributes });
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth--;
    handlers.close?.(localNameOf(tag.name));
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  const decoder = new TextDecoder();
  try {
    for await (const piece of pieces) {
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    throw error instanceof ReadingError ? error : new ReadingError('corrupt_file');
  }
}

/** Runs through small parts (styles, relations), which are read whole before the text. */
export async function drain(parts: AsyncGenerator<void>): Promise<void> {
  for await (const _ of parts);
}
