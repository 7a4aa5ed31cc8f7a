import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run conformance` starts what it needs; `-- --url http://…` speaks to a server that runs already and says
 * which areas it skips. Further words name the areas to run: `npm run conformance -- refresh realtime`.
 */
const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true });
const root = join(import.meta.dirname, '..');
const child = spawn(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'conformance', ...(values.url ? ['--reporter=verbose'] : []), ...positionals],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(values.url ? { CONFORMANCE_URL: values.url } : {}) },
  },
);
child.once('exit', (code) => process.exit(code ?? 1));
