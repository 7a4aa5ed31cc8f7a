/** Reads the documents named, one after the other, and tells its parent how many seconds that took. */
import { readByReference } from './ingest.ts';

let seconds = 0;
for (const path of process.argv.slice(2)) seconds += (await readByReference(path)).seconds;
process.send?.(seconds);
process.disconnect();
