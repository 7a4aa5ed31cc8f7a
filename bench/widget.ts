import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../scripts/environment/browser.ts';
import { listenLocally } from '../server/src/test/servers/local.ts';
import { startEmbedServer } from '../widget/test/embed-server.ts';
import { peers, servePeers } from './references/widget-peers.ts';
import { installPackages } from './setup/packages.ts';

/**
 * What a widget costs the page it stands on, beside two others' published packages: each on a page of its own origin,
 * answered by a local server that speaks its protocol, in one browser. The built widget, its server that of its tests.
 */

const rounds = 3;
const exchanges = 100;
/** A telephone as Lighthouse's mobile run has it: the processor four times slower, and for a visit slow 4G. */
const slowdown = 4;
/** As long as a finger or a button stays down. */
const tapMs = 80;
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** Wanted of the bytes: each peer's, divided by ours. */
const minRatio = 8;

interface ComparedWidget {
  name: string;
  page: string;
  launcher: string;
  field: string;
}

interface Measured {
  kbBefore: number;
  kbAfter: number;
  requestsBefore: number;
  requestsAfter: number;
  readyMs: number;
  visitMs: number;
  firstTextMs: number;
  longTasks: number;
  longMs: number;
  heapMb: number;
}

declare global {
  interface Window {
    bench: {
      /** The last visible element, inside shadow roots too. */
      find(selector: string): HTMLElement | undefined;
      text(): string;
      longTasks: number[];
      /** When this happened last. */
      at: Record<string, number>;
      /** Milliseconds from an event to the first frame in which something shows. */
      until(event: string, shows: () => boolean): Promise<number>;
    };
  }
}

/** Closed roots are open to the measurement; what happens is timed by the page's own clock. */
function instrument(patienceMs: number) {
  const attach = Element.prototype.attachShadow;
  const roots: ShadowRoot[] = [];
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, { ...init, mode: 'open' });
    roots.push(root);
    return root;
  };
  const longTasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const at: Record<string, number> = { visit: 0 };
  for (const name of ['click', 'keydown'])
    addEventListener(
      name,
      ({ timeStamp }) => {
        at[name] = timeStamp;
      },
      true,
    );
  const living = () => [document, ...roots.filter(({ host }) => host.isConnected)];
  window.bench = {
    at,
    longTasks,
    find: (selector) =>
      living()
        .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return (
            width > 0 &&
            height > 0 &&
            element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          );
        })
        .at(-1),
    text: () =>
      living()
        .map((root) => (root === document ? document.body : root).textContent)
        .join(' '),
    until: (event, shows) =>
      new Promise((resolve, reject) => {
        const begun = performance.now();
        const look = () => {
          const now = performance.now();
          const from = at[event];
          if (from !== undefined && shows()) resolve(now - from);
          else if (now - begun > patienceMs) reject(new Error(`waited in vain after ${event}`));
          else requestAnimationFrame(look);
        };
        look();
      }),
  };
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function visit(browser: Browser, { page: html }: Pick<ComparedWidget, 'page'>) {
  const site = await listenLocally(
    createServer((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          `<!doctype html><html lang="fr"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Hôtel</title></head><body><h1>Hôtel des Glycines</h1>${html}</body></html>`,
        ),
    ),
  );
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  // What turns TypeScript into JavaScript here names functions by a helper of its own.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(instrument, 20_000);
  const devtools = await context.newCDPSession(page);
  const address = `http://127.0.0.1:${site.port}/`;
  const traffic = { bytes: 0, requests: 0 };
  await devtools.send('Network.enable');
  const own = new Set<string>();
  devtools.on('Network.requestWillBeSent', ({ request, requestId }) => {
    if (request.url === address || request.url.startsWith('data:')) own.add(requestId);
    else traffic.requests++;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!own.has(requestId)) traffic.bytes += encodedDataLength;
  });
  return {
    page,
    devtools,
    address,
    traffic,
    async leave() {
      await context.close();
      await site.stop();
    },
  };
}

const shows = (page: Page, event: string, selector: string) =>
  page.evaluate(
    ([event = '', selector = '']) =>
      window.bench.until(event, () => window.bench.find(selector) !== undefined),
    [event, selector],
  );
const reads = (page: Page, words: string) =>
  page.evaluate((words) => window.bench.until('keydown', () => window.bench.text().includes(words)), words);

async function press(page: Page, selector: string) {
  const box = await page.evaluate((selector) => {
    const { x, y, width, height } = window.bench.find(selector)?.getBoundingClientRect() ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);
  await page.mouse.click(box.x, box.y, { delay: tapMs });
}

async function ask(page: Page, { field }: ComparedWidget, question: string) {
  await page.evaluate((selector) => window.bench.find(selector)?.focus(), field);
  await page.keyboard.insertText(question);
  await page.keyboard.press('Enter');
}

const heapOf = async (devtools: CDPSession) => {
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1_048_576;
};

// What everybody answers: sixty words, the last of them telling one answer from another.
let asked = 0;
const words = () => [...Array.from({ length: 59 }, (_, at) => `mot${at} `), `fin${asked}.`];

const installed = await installPackages(
  'widgets',
  peers.map(({ name, version }) => `${name}@${version}`),
  process.env.BENCH_WIDGETS,
);
if (!installed) throw new Error('the peers’ packages can’t be installed');
const ours = await startEmbedServer();
const theirs = await servePeers(installed.folder, words);
const browser = await launchBrowser();

const candidates: ComparedWidget[] = [
  {
    name: 'Parlance',
    page: `<script src="${ours.origin}/embed/v1/${ours.publicId}/widget.js" data-chatbot="${ours.publicId}" async></script>`,
    launcher: '.launcher',
    field: 'textarea',
  },
  ...peers.map(({ name, version, page, launcher, field }) => ({
    name: `${name} ${version}`,
    page: page(theirs.origin),
    launcher,
    field,
  })),
];

/** One question more, answered at once by whoever is asked. */
function prepare() {
  asked++;
  ours.next = [{ deltas: words() }];
}

/** A visit on a slow telephone: what is loaded, how soon it is ready and answers. */
async function round(candidate: ComparedWidget) {
  const { page, devtools, address, traffic, leave } = await visit(browser, candidate);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(address);
  await shows(page, 'visit', candidate.launcher);
  await page.waitForLoadState('networkidle');
  const before = { ...traffic };
  const ready = page.evaluate(
    (selector) => window.bench.until('click', () => window.bench.find(selector) !== undefined),
    candidate.field,
  );
  await press(page, candidate.launcher);
  const readyMs = await ready;
  await page.waitForLoadState('networkidle');
  const after = { ...traffic };
  prepare();
  const first = reads(page, 'mot0');
  await ask(page, candidate, 'À quelle heure est le petit-déjeuner ?');
  const firstTextMs = await first;
  const longTasks = await page.evaluate(() => window.bench.longTasks);
  await leave();
  return {
    kbBefore: before.bytes / 1024,
    kbAfter: after.bytes / 1024,
    requestsBefore: before.requests,
    requestsAfter: after.requests,
    readyMs,
    firstTextMs,
    longTasks: longTasks.length,
    longMs: longTasks.reduce((sum, duration) => sum + duration, 0),
  };
}

/** From the visit until the field is there, for somebody on slow 4G who presses the launcher as soon as they see it. */
async function slowVisit(candidate: ComparedWidget): Promise<number> {
  const { page, devtools, address, leave } = await visit(browser, candidate);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devtools.send('Network.emulateNetworkConditions', slow4G);
  await page.goto(address, { waitUntil: 'commit' });
  await shows(page, 'visit', candidate.launcher);
  await press(page, candidate.launcher);
  const ms = await shows(page, 'visit', candidate.field);
  await leave();
  return ms;
}

async function heapAfter(candidate: ComparedWidget | undefined): Promise<number> {
  const { page, devtools, address, leave } = await visit(browser, candidate ?? { page: '' });
  await page.goto(address);
  if (candidate) {
    await shows(page, 'visit', candidate.launcher);
    await press(page, candidate.launcher);
    await shows(page, 'click', candidate.field);
    for (let at = 0; at < exchanges; at++) {
      await shows(page, 'click', candidate.field);
      prepare();
      await ask(page, candidate, `Question ${asked}`);
      await reads(page, `fin${asked}.`);
    }
  }
  const used = await heapOf(devtools);
  await leave();
  return used;
}

const measured: Measured[] = [];
try {
  const bare = await heapAfter(undefined);
  for (const candidate of candidates) {
    const runs: Awaited<ReturnType<typeof round>>[] = [];
    const visits: number[] = [];
    for (let at = 0; at < rounds; at++) {
      runs.push(await round(candidate));
      visits.push(await slowVisit(candidate));
    }
    const of = (key: keyof (typeof runs)[number]) => median(runs.map((run) => run[key]));
    measured.push({
      kbBefore: of('kbBefore'),
      kbAfter: of('kbAfter'),
      requestsBefore: of('requestsBefore'),
      requestsAfter: of('requestsAfter'),
      readyMs: of('readyMs'),
      firstTextMs: of('firstTextMs'),
      longTasks: of('longTasks'),
      longMs: of('longMs'),
      visitMs: median(visits),
      heapMb: (await heapAfter(candidate)) - bare,
    });
    console.log(candidate.name, measured.at(-1));
  }
} finally {
  await browser.close();
  await ours.close();
  await theirs.stop();
  await installed.remove();
}

const row = (title: string, figure: (of: Measured) => string) =>
  `| ${title} | ${measured.map(figure).join(' | ')} |`;
const ms = (value: number) => String(Math.round(value));
const rows = [
  row('loaded before it is opened, KB', ({ kbBefore }) => kbBefore.toFixed(1)),
  row('loaded once open, KB', ({ kbAfter }) => kbAfter.toFixed(1)),
  row(
    'requests before, and once open',
    ({ requestsBefore, requestsAfter }) => `${requestsBefore}, ${requestsAfter}`,
  ),
  row('from the click to a field to type in, ms', ({ readyMs }) => ms(readyMs)),
  row('from the visit to that field on slow 4G, ms', ({ visitMs }) => ms(visitMs)),
  row('from Enter to the first text, ms', ({ firstTextMs }) => ms(firstTextMs)),
  row('long tasks until then', ({ longTasks, longMs }) => `${longTasks} (${ms(longMs)} ms)`),
  row('heap after 200 messages, above the bare page’s, MB', ({ heapMb }) => heapMb.toFixed(1)),
];
writeFileSync(
  join(import.meta.dirname, 'results/widget.md'),
  `## Widget

What a widget costs the page it stands on, beside two others' published packages (\`npm run bench -- widget\`): each on a
page of an origin of its own, its scripts gzipped by a local server that speaks its protocol and answers at once, in one
run of one Chromium. The processor is slowed ${slowdown} times as in Lighthouse's mobile run, but for the heap; medians of ${rounds} visits
with empty caches. KB as they travel, headers with them. Slow 4G is Lighthouse's: 150 ms, 1.6 Mbit/s; there the launcher
is pressed as soon as it shows; a press lasts ${tapMs} ms.

| | ${candidates.map(({ name }) => name).join(' | ')} |
| --- | ${candidates.map(() => '---:').join(' | ')} |
${rows.join('\n')}
`,
);

const [own, ...others] = measured as [Measured, ...Measured[]];
const faults = others.flatMap((other, at) => {
  const name = peers[at]?.name;
  const ratio = other.kbAfter / own.kbAfter;
  return [
    ...(ratio < minRatio ? [`${name} weighs only ${ratio.toFixed(1)} times as much`] : []),
    ...(other.readyMs <= own.readyMs || other.visitMs <= own.visitMs ? [`${name} is ready sooner`] : []),
  ];
});
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
