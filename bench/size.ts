import fs from 'node:fs';
import { join } from 'node:path';
import { measureSizes } from '../scripts/building/sizes.ts';

/** The built sizes beside the limits that the build enforces. */
const root = join(import.meta.dirname, '..');
if (!fs.existsSync(join(root, 'dist/build.json')))
  throw new Error('nothing is built: run "npm run build" first');

const rows = measureSizes(root).map(({ what, kb, limit }) => `| ${what} | ${kb.toFixed(1)} | ${limit} |`);
fs.writeFileSync(
  join(import.meta.dirname, 'results/size.md'),
  `## Size

Gzip KB of what is built (\`npm run bench -- size\`). The build fails above a limit; there it also holds each route of
the web app to its own.

| | KB | limit |
|---|--:|--:|
${rows.join('\n')}
`,
);
console.log(rows.join('\n'));
