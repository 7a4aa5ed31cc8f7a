import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';

/**
 * pdf.js asks for a native canvas when it is loaded, which text does not need: 20 MB of memory, and native code that
 * would stand beside hostile documents. These are what it takes from there.
 */
const canvas = { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} };

/** Beyond it pdf.js inflates by itself, piece by piece, until the process passes its limit. */
const maxInflatedBytes = 128 * 1_048_576;

/**
 * What pdf.js needs of the web's `DecompressionStream`: a page's stream costs a few microseconds in one call, and
 * milliseconds of waiting through threads and streams. It inflates broken streams by itself when this throws.
 */
class Inflating {
  readonly readable: AsyncIterable<Uint8Array>;
  readonly writable: { getWriter(): unknown };

  constructor(format: string) {
    if (format !== 'deflate') throw new TypeError(`unsupported format ${format}`);
    let written: Uint8Array = new Uint8Array();
    this.readable = (async function* () {
      yield inflateSync(written, { maxOutputLength: maxInflatedBytes });
    })();
    const write = async (bytes: Uint8Array) => {
      written = bytes;
    };
    this.writable = { getWriter: () => ({ ready: undefined, write, close: async () => undefined }) };
  }
}

async function load() {
  Object.assign(globalThis, { DecompressionStream: Inflating });
  const { getBuiltinModule } = process;
  const { push } = Array.prototype;
  process.getBuiltinModule = ((name: string) =>
    name === 'module'
      ? { createRequire: () => () => canvas }
      : getBuiltinModule(name)) as typeof getBuiltinModule;
  try {
    const library = await import('pdfjs-dist/legacy/build/pdf.min.mjs');
    // Leaves its handler where the library looks for it, so that it starts no search for a file.
    await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
    return library;
  } finally {
    process.getBuiltinModule = getBuiltinModule;
    // Replaced on Node 20 for the sake of arrays of fixed length, and many times slower than its own.
    Object.defineProperty(Array.prototype, 'push', { value: push, enumerable: false });
  }
}

let loaded: ReturnType<typeof load> | undefined;

/** pdf.js, loaded when the first PDF asks for it. */
export const pdfLibrary = () => {
  loaded ??= load();
  return loaded;
};

/** Its character maps and the metrics of fonts that documents name without embedding them, from its own folder. */
export function pdfLibraryFolders() {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return { cMapUrl: join(folder, 'cmaps/'), standardFontDataUrl: join(folder, 'standard_fonts/') };
}
