import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { linkIn, mailTo, newPerson, startBuilt } from '../e2e/built-program.ts';
import { signIn } from '../e2e/visitor.ts';
import { findBrowser } from '../scripts/environment/browser.ts';
import { listenLocally } from '../server/src/test/servers/local.ts';
import { startEmbedServer } from '../widget/test/embed-server.ts';
import { installPackages } from './setup/packages.ts';

/**
 * Lighthouse, as its mobile run is by default: a slow telephone on a slow network, simulated. The median of the runs.
 * Of our own pages, and of a customer's page that is nothing but itself, then with the widget.
 */
const version = '12.8.2';
const runs = 3;
/** Where the browser's trace misses its own start, Lighthouse asks to be run again. */
const tries = 3;
const paths = ['/login', '/privacy', '/terms'];
const signedInPaths = ['/', '/pricing', '/settings', '/summary', '/profile', '/admin/transfers'];
const bare = { path: '/bare', title: 'a customer’s bare page' };
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const minScore = 95;
const figures = {
  'largest-contentful-paint': 'LCP, s',
  'total-blocking-time': 'TBT, ms',
  'cumulative-layout-shift': 'CLS',
} as const;

interface Report {
  /** How fast Lighthouse found the machine, which it then slows down four times. */
  environment: { benchmarkIndex: number };
  categories: Record<(typeof categories)[number], { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

const folder = mkdtempSync(join(tmpdir(), 'parlance-lighthouse-'));
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(url: string, port: number, isSignedIn: boolean): Promise<Report> {
  const output = join(folder, 'report.json');
  const cli = join(lighthouse.folder, 'node_modules/lighthouse/cli/index.js');
  const words = [
    cli,
    url,
    `--port=${port}`,
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${categories.join(',')}`,
    '--quiet',
    // It would sign out.
    ...(isSignedIn ? ['--disable-storage-reset'] : []),
  ];
  let code: number | null = null;
  for (let time = 0; time < tries; time++) {
    const child = spawn(process.execPath, words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 120_000,
    });
    [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return JSON.parse(readFileSync(output, 'utf8')) as Report;
  }
  throw new Error(`lighthouse ended with ${code}`);
}

async function freePort(): Promise<number> {
  const { port, stop } = await listenLocally(createServer());
  await stop();
  return port;
}

const found = await installPackages('lighthouse', [`lighthouse@${version}`], process.env.BENCH_LIGHTHOUSE);
if (!found) throw new Error('Lighthouse can’t be installed');
const lighthouse = found;
const port = await freePort();
const { executablePath, args = [], env } = await findBrowser();
// Not through the journeys' library, which would hold every new page until it has looked at it.
const browser = spawn(
  executablePath,
  ['--headless', ...args, `--remote-debugging-port=${port}`, `--user-data-dir=${join(folder, 'profile')}`],
  { stdio: 'ignore', env: { ...process.env, ...env } },
);
const program = await startBuilt();
const embed = await startEmbedServer();
const customer = await listenLocally(
  createServer((request, response) => {
    const snippet = `<script src="${embed.origin}/embed/v1/${embed.publicId}/widget.js" data-chatbot="${embed.publicId}" async></script>`;
    if (request.url === '/robots.txt') return response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Un hôtel au bord du lac"><link rel="icon" href="data:,"><title>Hôtel des Glycines</title></head><body><main><h1>Hôtel des Glycines</h1><p>À Annecy, au bord du lac.</p></main>${request.url === bare.path ? '' : snippet}</body></html>`,
      );
  }),
);
const customerUrl = `http://127.0.0.1:${customer.port}`;
const faults = new Set<string>();
const speeds: number[] = [];

/** The median scores, in the order of the categories; and all figures, as a row of the section. */
async function examine(
  title: string,
  url: string,
  isSignedIn = false,
): Promise<{ scores: number[]; row: string }> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await measure(url, port, isSignedIn));
  speeds.push(...reports.map(({ environment }) => environment.benchmarkIndex));
  const scores = categories.map((name) =>
    Math.round(median(reports.map((report) => report.categories[name].score ?? 0)) * 100),
  );
  const numbers = Object.keys(figures).map((name) => {
    const value = median(reports.map((report) => report.audits[name]?.numericValue ?? 0));
    if (name === 'cumulative-layout-shift') return value.toFixed(3);
    return name === 'largest-contentful-paint' ? (value / 1000).toFixed(2) : String(Math.round(value));
  });
  console.log(title, Object.fromEntries(categories.map((name, index) => [name, scores[index]])), numbers);
  const [last] = reports.slice(-1);
  for (const [id, { score, title }] of Object.entries(last?.audits ?? {}))
    if (score !== null && score < 0.9) console.log(`  ${id} ${score}: ${title}`);
  return { scores, row: `| ${title} | ${[...scores, ...numbers].join(' | ')} |` };
}

async function examineAll(all: readonly string[], isSignedIn: boolean): Promise<string[]> {
  const rows: string[] = [];
  for (const path of all) {
    const { scores, row } = await examine(`\`${path}\``, program.url + path, isSignedIn);
    rows.push(row);
    for (const [index, score] of scores.entries())
      if (score < minScore) faults.add(`${path}: ${categories[index]} ${score}`);
  }
  return rows;
}

/** Leaves a session in the browser, of an account with one chatbot. */
async function signInOnce() {
  const { email, call } = await newPerson(program.url, 'en', async (to) =>
    linkIn((await mailTo(program, to)).text),
  );
  await call('/chatbots', { json: { name: 'Wisteria Hotel', platform: 'website' } });
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await (connected.contexts()[0] ?? (await connected.newContext())).newPage();
  await signIn(page, program.url, 'en', email);
  await page.close();
  await connected.close();
}

const firstVisit = 'signed out, first visit';

function write(file: string, title: string, who: string, wanted: string, rows: readonly string[]) {
  writeFileSync(
    join(import.meta.dirname, 'results', file),
    `## ${title}

Lighthouse ${version} in its default mobile run (simulated slow 4G, processor slowed four times), ${who};
the median of ${runs} runs, on a machine whose benchmark index was ${Math.round(Math.min(...speeds))} to ${Math.round(Math.max(...speeds))}. Wanted: ${wanted}.

| page | performance | accessibility | best practices | SEO | ${Object.values(figures).join(' | ')} |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`,
  );
}

try {
  const wanted = `${minScore} in every category`;
  write('lighthouse.md', 'Lighthouse, mobile', firstVisit, wanted, await examineAll(paths, false));
  await signInOnce();
  const rows = await examineAll(signedInPaths, true);
  write('lighthouse-signed-in.md', 'Lighthouse, mobile, signed in', 'signed in, seen before', wanted, rows);

  const without = await examine(bare.title, customerUrl + bare.path);
  const beside = await examine('the same page with the widget', `${customerUrl}/widget`);
  for (const [index, score] of beside.scores.entries()) {
    const before = without.scores[index] ?? 0;
    if (score < before) faults.add(`the widget: ${categories[index]} ${score}, not ${before}`);
  }
  write('lighthouse-widget.md', 'Lighthouse, a customer’s page', firstVisit, 'no point lost to the widget', [
    without.row,
    beside.row,
  ]);
} finally {
  browser.kill();
  await once(browser, 'exit');
  await program.stop();
  await customer.stop();
  await embed.close();
  rmSync(folder, { recursive: true, force: true });
  await lighthouse.remove();
}

if (faults.size > 0) {
  console.error([...faults].join('\n'));
  process.exit(1);
}
