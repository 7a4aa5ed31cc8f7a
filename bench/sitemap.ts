import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Parser, parseDocument } from 'htmlparser2';
import { Agent, request } from 'undici';
import { readHtml } from '../server/src/features/reading/web/html.ts';
import { startProgram } from './setup/program.ts';

/**
 * A sitemap of 10,000 pages on a local site, politeness off: pages read, indexed and published a second, beside the bare
 * rate of downloading and parsing the same pages with the same HTTP client in the same run, for their text alone, to a
 * document, and as we read; the memory of all of the program's processes; then some of them with the program killed in the middle.
 */

const pages = Number(process.argv[2] ?? 10_000);
/** Of them in the run that is killed: a dead worker's job is its own for a minute more. */
const killedShare = 0.3;
/** Requests at a time, as many as the program has under way. */
const concurrency = 8;

interface Crawl {
  status: string;
  found: number;
  read: number;
  skipped: number;
  failedCount: number;
}
interface Statistics {
  passages: number;
  storageTokens: number;
  byStatus: Record<string, number>;
}

async function startSite(): Promise<{ child: ChildProcess; url: string; asked(): Promise<number[]> }> {
  const child = fork(join(import.meta.dirname, 'setup/sitemap-site.ts'), [String(pages)], {
    execArgv: ['--import', 'tsx'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const url = `http://127.0.0.1:${port}`;
  return { child, url, asked: async () => (await (await fetch(`${url}/asked`)).json()) as number[] };
}

/** Characters of a page's text. */
type Parse = (body: Buffer) => number;

const everyText: Parse = (body) => {
  const text: string[] = [];
  const parser = new Parser({ ontext: (piece) => text.push(piece) });
  parser.end(body.toString());
  return text.join('').length;
};

/** The document that a parser makes of a page, without reading it. */
const wholeDocument: Parse = (body) => {
  const text = body.toString();
  return parseDocument(text).children.length > 0 ? text.length : 0;
};

/** As the program itself reads a page, without what follows. */
const mainText: Parse = (body) => {
  let characters = 0;
  for (const block of readHtml(body, { url: 'http://site.example/', charset: 'utf-8' }).blocks)
    characters += block.kind === 'row' ? block.cells.join('').length : block.text.length;
  return characters;
};

async function bareRate(url: string, parse: Parse): Promise<number> {
  const agent = new Agent({ connections: concurrency });
  let next = 0;
  let characters = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let at = next++; at < pages; at = next++) {
        const answer = await request(`${url}/p/${at}`, { dispatcher: agent });
        characters += parse(Buffer.from(await answer.body.arrayBuffer()));
      }
    }),
  );
  const rate = pages / ((performance.now() - begun) / 1000);
  await agent.destroy();
  if (characters < pages * 100) throw new Error('the site has no text');
  return rate;
}

function write(report: string) {
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'results/sitemap.md'), report);
  console.log(report);
}

const site = await startSite();
const program = await startProgram({
  CRAWLER_ALLOW: new URL(site.url).host,
  CRAWLER_REQUESTS_PER_SECOND: '0',
});

async function crawl(name: string, maxPages: number, onProgress: (share: number) => void | Promise<void>) {
  const chatbot = await program.call<{ id: string }>('POST', '/api/v1/chatbots', {
    name,
    platform: 'website',
  });
  const begun = performance.now();
  const { crawlId } = await program.call<{ crawlId: string }>(
    'POST',
    `/api/v1/chatbots/${chatbot.id}/sitemaps`,
    { url: `${site.url}/sitemap.xml`, maxPages },
  );
  for (;;) {
    await wait(250);
    const crawl = await program.call<Crawl>('GET', `/api/v1/crawls/${crawlId}`);
    if (crawl.status !== 'running') {
      const seconds = (performance.now() - begun) / 1000;
      const { statistics } = await program.call<{ statistics: Statistics }>(
        'GET',
        `/api/v1/chatbots/${chatbot.id}/sources?limit=1`,
      );
      let charged = 0;
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path = `/api/v1/usage/ledger?tokenType=storage&chatbotId=${chatbot.id}&limit=100`;
        const page: { items: { tokens: number }[]; nextCursor: string | null } = await program.call(
          'GET',
          cursor === '' ? path : `${path}&cursor=${encodeURIComponent(cursor)}`,
        );
        for (const { tokens } of page.items) charged += tokens;
        cursor = page.nextCursor;
      }
      return { crawl, seconds, statistics, charged };
    }
    await onProgress(crawl.read / maxPages);
  }
}

try {
  const before = await bareRate(site.url, everyText);
  const document = await bareRate(site.url, wholeDocument);
  const reading = await bareRate(site.url, mainText);
  await site.asked();
  const memory: { share: number; mb: number }[] = [{ share: 0, mb: program.memory() }];
  const whole = await crawl('Journal', pages, (share) => {
    memory.push({ share, mb: program.memory() });
  });
  memory.push({ share: 1, mb: program.memory() });
  const isAskedOnce = (await site.asked()).every((times) => times === 1);
  const after = await bareRate(site.url, everyText);
  await site.asked();

  const bare = (before + after) / 2;
  const rate = pages / whole.seconds;
  const mbAt = (share: number) =>
    (memory.find((sample) => sample.share >= share) ?? memory.at(-1))?.mb.toFixed(0);
  const count = (value: number) => value.toLocaleString('en');
  const report = `## Sitemap

A sitemap of ${count(pages)} pages on a local site, politeness off, embedded database (\`npx tsx bench/sitemap.ts\`): pages
read, indexed and published a second. Reference: downloading and parsing the same pages with undici and htmlparser2,
${concurrency} requests at a time, in the same run (before and after). Site, program and reference share the machine.

| | pages a second |
|---|--:|
| downloading and parsing for the text alone | ${bare.toFixed(0)} (${before.toFixed(0)} and ${after.toFixed(0)}) |
| downloading and parsing to a document (tags, attributes, tree) | ${document.toFixed(0)} |
| downloading and reading as Parlance reads (main text, headings, tables) | ${reading.toFixed(0)} |
| Parlance: read, indexed, searchable | ${rate.toFixed(0)} (${(rate / bare).toFixed(2)} ×; ${(rate / document).toFixed(2)} × and ${(rate / reading).toFixed(2)} × of the next two lines) |

${count(whole.crawl.read)} pages read, ${whole.crawl.failedCount} failed, ${count(whole.statistics.passages)} passages; each page asked for once: ${isAskedOnce ? 'yes' : 'no'}. Memory of all its
processes, MB: ${mbAt(0)} before, ${mbAt(0.1)} at a tenth, ${mbAt(0.5)} in the middle, ${mbAt(0.9)} near the end, ${mbAt(1)} after.
`;
  write(report);

  let crashes = 0;
  const killed = await crawl('Journal tué', pages * killedShare, async (share) => {
    if (crashes > 0 || share < 0.3) return;
    crashes++;
    await program.crash();
  });
  const { byStatus, storageTokens } = killed.statistics;
  const asked = await site.asked();
  const isWhole =
    crashes === 1 &&
    killed.crawl.read === asked.length &&
    byStatus.ready === asked.length &&
    killed.crawl.failedCount === 0 &&
    killed.charged === storageTokens;
  write(`${report}
Killed with SIGKILL in the midst of ${count(pages * killedShare)} pages and started again: ${count(killed.crawl.read)} read, ${killed.crawl.failedCount} failed, ${count(killed.charged)} tokens
charged for ${count(storageTokens)}: ${isWhole ? 'nothing lost, nothing repeated' : 'WRONG'}. Pages that were under way and asked for again: ${asked.filter((times) => times > 1).length}.
`);
} finally {
  await program.stop();
  site.child.kill();
}
