import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';

/** `npm run bench -- NAME…` runs these, without a name all; the sections of all that ever ran become RESULTS.md. */
const names = [
  'retrieval',
  'answers',
  'choose',
  'dialogues',
  'grounding',
  'ingest',
  'sitemap',
  'chat',
  'channels',
  'usage',
  'scale',
  'conversations',
  'auth',
  'size',
  'widget',
  'lighthouse',
];
const root = join(import.meta.dirname, '..');
const results = join(import.meta.dirname, 'results');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(1);
}

const failed: string[] = [];
const ran = wanted.length > 0 ? wanted : names;
for (const name of ran) {
  console.log(`${name}:`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join('bench', `${name}.ts`)], {
    cwd: root,
    stdio: 'inherit',
    timeout: 60 * 60_000,
  });
  if (status !== 0) failed.push(name);
}

const report = join(import.meta.dirname, 'RESULTS.md');
const before = fs.existsSync(report) ? fs.readFileSync(report, 'utf8') : '';
const today = new Date().toISOString().slice(0, 10);

/** With the day it was measured: a section that did not run keeps its day, which a clone's file times don't tell. */
function dated(section: string, isNew: boolean): string {
  const [title = '', ...rest] = section.trimEnd().split('\n');
  const text = rest.join('\n');
  const start = before.indexOf(`${title}\n\nMeasured `);
  const day = /Measured (\S+)\.\n/.exec(before.slice(Math.max(start, 0)))?.[1];
  const known = !isNew && day && before.includes(`${title}\n\nMeasured ${day}.\n${text}`) ? day : today;
  return `${title}\n\nMeasured ${known}.\n${text}`;
}

/** A bench may leave several sections: `scale-embedded`, `scale-postgres`. */
const files = fs.readdirSync(results).filter((file) => file.endsWith('.md'));
const sections = names.flatMap((name) =>
  files
    .filter((file) => file === `${name}.md` || file.startsWith(`${name}-`))
    .sort()
    .map((file) => dated(fs.readFileSync(join(results, file), 'utf8'), ran.includes(name))),
);
const memory = Math.round(os.totalmem() / 2 ** 30);
fs.writeFileSync(
  report,
  `# Results

${os.availableParallelism()} cores, ${memory} GiB of memory, Node ${process.versions.node}. \`npm run bench\` measures everything,
\`npm run bench -- NAME…\` one or some of ${names.join(', ')}; BENCH_DATA says where the collections and documents lie
(\`../shared/bench\`). A section stays until its bench runs again.

${sections.join('\n\n')}
`,
);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exit(1);
}
