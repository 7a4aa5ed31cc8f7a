import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist/build.json');

/** What the build reads. Tests are left out: editing one makes nothing stale. */
const sources = [
  'package-lock.json',
  'contract/src',
  'docs/guide',
  'server/src',
  'server/vite.config.ts',
  'web/src',
  'web/public',
  'web/index.html',
  'web/boot.js',
  'web/vite.config.ts',
  'web/size-limits.ts',
  'widget/src',
  'widget/vite.config.ts',
  'scripts/build.ts',
];

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => name !== 'test' && !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

/** @param {(file: string) => string | Buffer} what */
function digest(what) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn)) hash.update(`\0${file}\0`).update(what(file));
  return hash.digest('hex');
}

const times = () =>
  digest((file) => {
    const { size, mtimeMs } = statSync(join(root, file));
    return `${size} ${mtimeMs}`;
  });
const contents = () => digest((file) => readFileSync(join(root, file)));

/** Whether what lies in `dist` was built from these sources. */
export function isFresh() {
  try {
    const built = JSON.parse(readFileSync(stamp, 'utf8'));
    if (built.times === times()) return true;
    // A fresh clone or a copy changes times and nothing else.
    return built.contents === contents();
  } catch {
    return false;
  }
}

export function markStale() {
  rmSync(stamp, { force: true });
}

export function markFresh() {
  writeFileSync(stamp, `${JSON.stringify({ times: times(), contents: contents() })}\n`);
}
