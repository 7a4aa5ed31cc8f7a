import { createHash } from 'node:crypto';
import { serveParent } from '../../../kit/child/child.ts';
import { ReadingError } from '../files/reading-error.ts';
import { passagesOf } from '../passages/split.ts';
import { type HtmlPage, readHtml } from '../web/html.ts';
import { SiteBlocks } from '../web/site-blocks.ts';
import { readSitemap } from '../web/sitemap.ts';
import type { PageInput, PagesMessage, PagesTask, ReadingRefusal, ReadPage } from './pages-messages.ts';

function refusalOf(error: unknown): ReadingRefusal {
  const refusal = error instanceof ReadingError ? error : new ReadingError('corrupt_file');
  return { code: refusal.code, ...(refusal.detail ? { detail: refusal.detail } : {}) };
}

function parsePage(page: PageInput): HtmlPage | { refusal: ReadingRefusal } {
  try {
    return readHtml(page.body, page);
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

function readPage(page: HtmlPage, wantsLinks: boolean | undefined): ReadPage | { refusal: ReadingRefusal } {
  const passages = passagesOf(page.blocks);
  if (passages.length === 0 && !wantsLinks) return { refusal: { code: 'no_page_text' } };
  const hash = createHash('sha256');
  for (const { text, position } of passages) hash.update(`\0${position.heading ?? ''}\0${text}`);
  return {
    ...(page.title ? { title: page.title } : {}),
    ...(page.canonical ? { canonical: page.canonical } : {}),
    links: wantsLinks ? page.links : [],
    passages,
    textHash: hash.digest().subarray(0, 16),
  };
}

const sizeOf = (pages: (ReadPage | { refusal: ReadingRefusal })[]) =>
  pages.reduce(
    (sum, page) =>
      sum +
      100 +
      ('refusal' in page
        ? 0
        : page.links.reduce((sum, link) => sum + link.length, 0) +
          page.passages.reduce((sum, { text, terms }) => sum + text.length * 2 + terms.length * 8, 0)),
    0,
  );

let site = new SiteBlocks(new Uint8Array());

/** Reads pages together, so that what they have in common is seen; few, so that what was made of them dies young. */
async function readPages(
  { pages: inputs, siteBlocks, isLast }: Extract<PagesTask, { kind: 'pages' }>,
  tell: (message: PagesMessage, size: number) => Promise<void>,
) {
  if (siteBlocks) site = new SiteBlocks(siteBlocks);
  const pages = inputs.map(parsePage);
  const readable = pages.flatMap((page, at) =>
    'refusal' in page ? [] : [{ page, url: (inputs[at] as PageInput).url }],
  );
  const own = site.ownBlocks(readable.map(({ page, url }) => ({ url, blocks: page.blocks })));
  for (const [at, { page }] of readable.entries()) page.blocks = own[at] ?? page.blocks;
  const read = pages.map((page, at) => ('refusal' in page ? page : readPage(page, inputs[at]?.wantsLinks)));
  await tell({ type: 'pages', pages: read }, sizeOf(read));
  if (!isLast) return;
  const learned = site.toBytes();
  await tell({ type: 'site', siteBlocks: learned }, learned.length);
}

await serveParent<PagesTask>(async (input, tell) => {
  if (input.kind === 'pages') return readPages(input, tell);
  try {
    const sitemap = readSitemap(input.body);
    const size = sitemap.entries.reduce((sum, { url }) => sum + url.length + 64, 0);
    await tell({ type: 'sitemap', sitemap } satisfies PagesMessage, size);
  } catch (error) {
    await tell({ type: 'refusal', refusal: refusalOf(error) } satisfies PagesMessage, 100);
  }
});
