import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBuilt } from '../e2e/built-program.ts';
import { findBrowser } from '../scripts/browser.ts';
import { listenLocally } from '../server/src/test/local-server.ts';

/** Lighthouse, as its mobile run is by default: a slow telephone on a slow network, simulated. The median of the runs. */
const version = '12.8.2';
const runs = 3;
const paths = ['/login'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const least = 95;
const figures = {
  'largest-contentful-paint': 'LCP, s',
  'total-blocking-time': 'TBT, ms',
  'cumulative-layout-shift': 'CLS',
} as const;

interface Report {
  categories: Record<(typeof categories)[number], { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

const folder = mkdtempSync(join(tmpdir(), 'parlance-lighthouse-'));
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(url: string, port: number): Promise<Report> {
  const output = join(folder, 'report.json');
  const cli = join(folder, 'node_modules/lighthouse/cli/index.js');
  const words = [
    cli,
    url,
    `--port=${port}`,
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${categories.join(',')}`,
    '--quiet',
  ];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 120_000 });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`);
  return JSON.parse(readFileSync(output, 'utf8')) as Report;
}

async function freePort(): Promise<number> {
  const { port, stop } = await listenLocally(createServer());
  await stop();
  return port;
}

/** Into a folder of its own: it belongs to the measurement and to nothing that is built. */
execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `lighthouse@${version}`], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const port = await freePort();
const { executablePath, args = [], env } = await findBrowser();
// Not through the journeys' library, which would hold every new page until it has looked at it.
const browser = spawn(
  executablePath,
  ['--headless', ...args, `--remote-debugging-port=${port}`, `--user-data-dir=${join(folder, 'profile')}`],
  { stdio: 'ignore', env: { ...process.env, ...env } },
);
const program = await startBuilt();
const rows: string[] = [];
const faults = new Set<string>();
try {
  for (const path of paths) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await measure(program.url + path, port));
    const scores = categories.map((name) =>
      Math.round(median(reports.map((report) => report.categories[name].score ?? 0)) * 100),
    );
    for (const [index, score] of scores.entries())
      if (score < least) faults.add(`${path}: ${categories[index]} ${score}`);
    const numbers = Object.keys(figures).map((name) => {
      const value = median(reports.map((report) => report.audits[name]?.numericValue ?? 0));
      if (name === 'cumulative-layout-shift') return value.toFixed(3);
      return name === 'largest-contentful-paint' ? (value / 1000).toFixed(2) : String(Math.round(value));
    });
    rows.push(`| \`${path}\` | ${[...scores, ...numbers].join(' | ')} |`);
    console.log(path, Object.fromEntries(categories.map((name, index) => [name, scores[index]])), numbers);
    const [last] = reports.slice(-1);
    for (const [id, { score, title }] of Object.entries(last?.audits ?? {}))
      if (score !== null && score < 0.9) console.log(`  ${id} ${score}: ${title}`);
  }
} finally {
  browser.kill();
  await once(browser, 'exit');
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
}

writeFileSync(
  join(import.meta.dirname, 'results/lighthouse.md'),
  `## Lighthouse, mobile

Lighthouse ${version} in its default mobile run (simulated slow 4G, processor slowed four times), signed out, first visit;
the median of ${runs} runs. Wanted: ${least} in every category.

| page | performance | accessibility | best practices | SEO | ${Object.values(figures).join(' | ')} |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`,
);
if (faults.size > 0) {
  console.error([...faults].join('\n'));
  process.exit(1);
}
