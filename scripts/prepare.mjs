// Plain JavaScript: it runs before anything is built, on whatever Node there is, and tells if that is too old.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Reads `.env`, and builds the program where the build is not of these sources: what its scripts import first. */

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  say(`Parlance needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));

const { isFresh } = await import('./freshness.mjs');
if (!isFresh()) {
  if (!existsSync(join(root, 'node_modules/vite'))) {
    say('Parlance is not built, and what builds it is not installed: run "npm ci" first.');
    process.exit(1);
  }
  say('Building Parlance; the next start will not have to…');
  const built = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'scripts/build.ts'), '--quiet'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

process.env.NODE_ENV ??= 'production';
