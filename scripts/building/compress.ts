import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const texts = new Set(['.js', '.css', '.svg']);
/** Bytes, about a packet, below which there is nothing to gain. */
const minBytes = 1000;

/** Lays a `.br` and a `.gz` beside each text that browsers fetch, so that no request waits for a compressor. */
export function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compressFolder(path);
    else if (texts.has(extname(path)) && statSync(path).size >= minBytes) {
      const bytes = readFileSync(path);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}
