import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, openPromise } from 'yauzl';
import { overLimit, ReadingError } from './reading-error.ts';

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

const local = (name: string) => name.slice(name.indexOf(':') + 1);

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
    if (zip.entryCount > limits.entries) throw overLimit('inflated');
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
  const open = async (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (!entry) throw corrupt();
    if (entry.isEncrypted()) throw new ReadingError('encrypted_file');
    const raw = await zip.openReadStreamPromise(entry);
    let size = 0;
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        inflated += chunk.length;
        const isBomb = size > limits.ratioFrom && size > entry.compressedSize * limits.ratio;
        done(
          size > limits.entry || inflated > limits.inflated || isBomb ? overLimit('inflated') : null,
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
      const stream = await open(name);
      yield* parseXml(stream, handlers);
    },
    async *bytes(name) {
      const stream = await open(name);
      try {
        for await (const chunk of stream) yield chunk as Buffer;
      } catch (error) {
        throw error instanceof ReadingError ? error : corrupt();
      } finally {
        stream.destroy();
      }
    },
    size: (name) => entries.get(name)?.uncompressedSize ?? 0,
    close: () => zip.close(),
  };
}

async function* parseXml(stream: Readable, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('doctype', () => {
    throw new ReadingError('corrupt_file');
  });
  parser.on('error', () => {
    throw new ReadingError('corrupt_file');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (++depth > limits.depth) throw overLimit('depth');
    const pairs = Object.entries(tag.attributes);
    if (pairs.length > limits.attributes) throw overLimit('nodes');
    handlers.open?.({
      name: local(tag.name),
      attributes: Object.fromEntries(pairs.map(([key, value]) => [local(key), value])),
    });
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth--;
    handlers.close?.(local(tag.name));
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream) {
      parser.write(decoder.decode(chunk as Buffer, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    throw error instanceof ReadingError ? error : new ReadingError('corrupt_file');
  } finally {
    stream.destroy();
  }
}

/** For the small parts (styles, relations): read whole before the text. */
export async function drain(parts: AsyncGenerator<void>): Promise<void> {
  for await (const _ of parts);
}

/** Does what any document needs once in a process. */
export async function prepareXml(): Promise<void> {
  await drain(parseXml(Readable.from([Buffer.from('<a b="c">d &amp; e</a>')]), {}));
}
