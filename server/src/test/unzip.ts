import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = `
import base64, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({name: base64.b64encode(archive.read(name)).decode() for name in archive.namelist()}))`;

/** The files of an archive by their names, as another program (Python's zipfile) reads and checks it. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-archive-'));
  try {
    const path = join(folder, 'archive.zip');
    await writeFile(path, archive);
    const told = execFileSync('python3', ['-c', program, path], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    const files = JSON.parse(told) as Record<string, string>;
    return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
