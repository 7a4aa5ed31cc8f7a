import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './environment/browser.ts';
import { findNode } from './environment/nodes.ts';
import { startPostgres } from './environment/postgres.ts';

/**
 * Runs everything that CI does, cheap first, ending at the first failure. What the machine lacks is skipped aloud;
 * under CI a skip is a failure. `npm test -- boundaries journeys` runs only what is named so.
 */

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'parlance-test-'));
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const script = (name: string, ...words: string[]) => [
  process.execPath,
  '--import',
  'tsx',
  join('scripts', name),
  ...words,
];
const otherNodes = [22, 24];
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word));

/** The protocol's areas where two things at once, or the database's own words, decide: the others know no database. */
const whereDatabasesDiffer = ['concurrency', 'profiles', 'realtime', 'refresh'].map(
  (area) => `conformance/${area}.test.ts`,
);

/** Tests that passed, by name; one that runs twice is skipped only when no run ran it. */
const passed = new Set<string>();
const failed = new Set<string>();
const skipped = new Map<string, string>();
const children = new Set<ReturnType<typeof spawn>>();

let isStopping = false;

class Failed extends Error {}

function fail(name: string, output = ''): never {
  // What is killed because a neighbour failed has not failed itself.
  if (!isStopping) failed.add(name);
  throw new Failed(output);
}

async function run(
  command: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const [file = '', ...words] = command;
  const child = spawn(file, words, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-200_000);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs one check: a line when it holds, all its output when it does not. */
async function stage(name: string, command: string[], env?: Record<string, string>): Promise<void> {
  if (!isWanted(name)) return;
  const begun = performance.now();
  const { code, output } = await run(command, env);
  if (code !== 0) fail(name, output);
  passed.add(name);
  tell(name, begun);
}

function tell(name: string, begun: number, more = '') {
  console.log(
    `✓ ${name.padEnd(44)} ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s${more && `  ${more}`}`,
  );
}

interface Report {
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs Vitest on one project, or some files of it; each test counts, once for all runs of the same one. */
async function suite(
  name: string,
  project: string,
  env: Record<string, string> = {},
  files: string[] = [],
): Promise<void> {
  if (!isWanted(name)) return;
  const begun = performance.now();
  const file = join(reports, `${name}.json`);
  const command = [
    bin('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    ...files,
  ];
  const { code, output } = await run([...command, `--outputFile.json=${file}`], env);
  let ran = 0;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    for (const { name: path, assertionResults } of report.testResults) {
      for (const { fullName, status } of assertionResults) {
        const id = `${name}: ${path.slice(root.length + 1)} › ${fullName}`;
        const anyRun = `${path} › ${fullName}`;
        if (status === 'passed') {
          ran++;
          passed.add(id);
          everRun.add(anyRun);
        } else if (status === 'failed') failed.add(id);
        else notRun.set(id, anyRun);
      }
    }
  } catch {
    fail(name, output);
  }
  if (code !== 0) {
    if (failed.size === 0) failed.add(name);
    throw new Failed(output);
  }
  tell(name, begun, `${ran} tests`);
}

const everRun = new Set<string>();
const notRun = new Map<string, string>();

function skip(name: string, why: string) {
  if (!isWanted(name)) return;
  skipped.set(name, why);
  console.log(`– ${name}: skipped, ${why}`);
}

/** Runs stages a few at a time: two cores, and neighbours that wait for one another only to say so. */
async function together(stages: (() => Promise<void>)[], width = 2): Promise<void> {
  const waiting = [...stages];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    }),
  );
}

/**
 * The packaged Chromium, unless one was named: it has no interface of its own to draw, and takes half of the processor
 * time.
 */
async function shell(): Promise<Record<string, string>> {
  if (process.env.BROWSER || process.env.BROWSER_PATH) return {};
  return findBrowser('package').then(
    () => ({ BROWSER: 'package' }),
    () => ({}),
  );
}

// Fetched or unpacked while the cheap checks run.
const preparing = {
  postgres: startPostgres(),
  browser: findBrowser().then(
    () => undefined,
    (error: Error) => error.message,
  ),
  shell: shell(),
  nodes: otherNodes.map((major) => findNode(major)),
};

async function everything(): Promise<void> {
  await together([
    // The longest first: it keeps one core busy while the others pass on the second.
    () => stage('types', [bin('tsc'), '--build', 'contract', 'server', 'web', 'widget', '.']),
    () => stage('expressions', script('checks/expressions.ts')),
    () => stage('lint and format', [bin('biome'), 'check', '--error-on-warnings']),
    () => stage('boundaries', script('checks/boundaries.ts')),
    () => stage('dead code', [bin('knip')]),
    () => stage('duplicated lines', [bin('jscpd'), '--config', '.jscpd.json', '.']),
    () => stage('lockfile', script('lock.ts', '--check')),
    () => stage('licences', script('building/licences.ts')),
    () => stage('documentation', script('checks/docs.ts')),
    () => stage('table types', script('db-types.ts', '--check')),
    () => stage('build and size limits', script('build.ts')),
  ]);

  const postgres = await preparing.postgres;
  const server = 'url' in postgres ? { TEST_DATABASE_URL: postgres.url } : undefined;
  const embedded = { TEST_DATABASE_URL: '' };
  const why = 'unavailable' in postgres ? postgres.unavailable : '';
  const onServer = async (name: string, project: string, files: string[] = []) =>
    server ? suite(name, project, server, files) : skip(name, why);
  // Each file has a database of its own and waits for it half of the time. The longest comes first, in halves, and what is
  // short fills the time beside it.
  await together([
    () => suite('tests on the embedded database, one half', 'logic', embedded, ['--shard=1/2']),
    () => suite('tests on the embedded database, the other half', 'logic', embedded, ['--shard=2/2']),
    () => onServer('tests on PostgreSQL', 'logic'),
    () => suite('screens', 'screens'),
    () => suite('conformance on the embedded database', 'conformance', embedded),
    () => onServer('conformance on PostgreSQL', 'conformance', whereDatabasesDiffer),
  ]);

  const noBrowser = await preparing.browser;
  const smokes = otherNodes.map((major, index) => () => smoke(index, major));
  if (noBrowser) {
    skip('journeys', noBrowser);
    await together(smokes);
  } else {
    await suite('journeys on the embedded database', 'journeys', { ...embedded, ...(await preparing.shell) });
    // Screens don't know which database is behind them; the whole way through the product is walked on both, and in the
    // machine's own browser.
    const onBoth = ['e2e/journey.test.ts', 'e2e/grown-up.test.ts'];
    await together([() => onServer('journeys on PostgreSQL', 'journeys', onBoth), ...smokes]);
  }
}

async function smoke(index: number, major: number): Promise<void> {
  const node = await preparing.nodes[index];
  if (node && 'path' in node) await stage(`start and smoke on Node ${major}`, script('smoke.ts', node.path));
  else skip(`start and smoke on Node ${major}`, node?.unavailable ?? '');
}

const begun = performance.now();
let output = '';
try {
  await everything();
} catch (error) {
  if (!(error instanceof Failed)) failed.add(String(error));
  output = error instanceof Failed ? error.message : String((error as Error).stack);
  isStopping = true;
  for (const child of children) child.kill('SIGKILL');
}
const postgres = await preparing.postgres;
if ('stop' in postgres) await postgres.stop();
rmSync(reports, { recursive: true, force: true });
for (const [id, anyRun] of notRun) if (!everRun.has(anyRun)) skipped.set(id, 'the test says so');

if (output) console.log(`\n${output.trimEnd()}`);
console.log('');
for (const name of failed) console.log(`✗ ${name}`);
for (const [name, why] of skipped) console.log(`– skipped: ${name} (${why})`);
// CI has what it takes: there a test that did not run is a test that did not pass.
const refusesSkips = Boolean(process.env.CI) && skipped.size > 0;
if (refusesSkips) console.log('Nothing may be skipped under CI.');
console.log(`${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
const counts = refusesSkips
  ? `${passed.size} passed, ${failed.size + skipped.size} failed`
  : `${passed.size} passed, ${failed.size} failed${skipped.size > 0 ? `, ${skipped.size} skipped` : ''}`;
console.log(counts);
process.exit(failed.size > 0 || refusesSkips ? 1 : 0);
