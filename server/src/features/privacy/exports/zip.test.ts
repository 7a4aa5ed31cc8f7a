import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginEntry, endArchive, endEntry, listEntry, packChunk, type ZipEntry } from './zip.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'parlance-zip-'));

/** Writes an archive, taking each entry through JSON between any two chunks, as a job that is killed does. */
function writeArchive(path: string, files: [name: string, chunks: Iterable<Buffer>, isPacked: boolean][]) {
  const file = openSync(path, 'w');
  let offset = 0;
  const put = (bytes: Buffer) => {
    offset += writeSync(file, bytes);
  };
  const listed: ZipEntry[] = [];
  for (const [name, chunks, isPacked] of files) {
    const begun = beginEntry(name, offset);
    put(begun.bytes);
    let { entry } = begun;
    for (const chunk of chunks) {
      put(packChunk(entry, chunk, isPacked));
      entry = JSON.parse(JSON.stringify(entry)) as ZipEntry;
    }
    put(endEntry(entry));
    listed.push(entry);
  }
  const start = offset;
  for (const entry of listed) put(listEntry(entry));
  put(endArchive({ count: listed.length, start, size: offset - start }));
  closeSync(file);
}

test('an archive that was written in pieces opens in other programs, with names in any script', async () => {
  const at = folder();
  const path = join(at, 'a.zip');
  const text = [Buffer.from('été '.repeat(20_000)), Buffer.alloc(0), Buffer.from('fin')];
  writeArchive(path, [
    ['données/été.txt', text, false],
    ['données/vide.txt', [], false],
    ['fichiers/logo.png', [Buffer.from([0x89, 1, 2, 3])], true],
  ]);
  const python =
    'import zipfile,sys;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print("|".join(z.namelist()));sys.stdout.write(str(len(z.read("données/été.txt"))))';
  const told = execFileSync('python3', ['-c', python, path], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONUTF8: '1' },
  });
  expect(told.split('\n')).toEqual([
    'données/été.txt|données/vide.txt|fichiers/logo.png',
    String(Buffer.concat(text).length),
  ]);
  rmSync(at, { recursive: true });
});
