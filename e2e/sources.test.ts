import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Language, speak } from '@parlance/contract/i18n';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebServer } from '../server/src/test/servers/web.ts';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { texts as addTexts } from '../web/src/features/sources/add-urls/texts.ts';
import { texts as crawlTexts } from '../web/src/features/sources/crawls/texts.ts';
import { texts as sourceTexts } from '../web/src/features/sources/texts.ts';
import { texts as uploadTexts } from '../web/src/features/sources/uploads/texts.ts';
import { words as wordTexts } from '../web/src/lib/language/words.ts';
import { startJourney } from './start-journey.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

/** What a museum's site says, in each language. */
const museum = {
  fr: {
    rooms: (at: number) =>
      `<h1>Salle ${at}</h1><p>La salle ${at} montre les horloges de l’année ${1700 + at}, restaurées par l’atelier.</p>`,
    price: (euros: number) => `<h1>Billets</h1><p>Le billet d’entrée coûte ${euros} €.</p>`,
    question: 'Combien coûte le billet d’entrée ?',
    blocked: /bloqu/,
    signIn: /connecter/,
  },
  en: {
    rooms: (at: number) =>
      `<h1>Room ${at}</h1><p>Room ${at} shows the clocks of the year ${1700 + at}, restored by the workshop.</p>`,
    price: (euros: number) => `<h1>Tickets</h1><p>The entrance ticket costs €${euros}.</p>`,
    question: 'How much does the entrance ticket cost?',
    blocked: /block/,
    signIn: /signing in/,
  },
} as const;

let web: Awaited<ReturnType<typeof startWebServer>>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-sources-'));
  web = await startWebServer();
});
afterAll(async () => {
  await web?.stop();
  await rm(folder, { recursive: true, force: true });
});
const journey = startJourney(() => ({ AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0', CRAWLER_ALLOW: web.host }));

const page = (language: Language, body: string) =>
  `<!doctype html><html lang="${language}"><head><title>Museum</title></head><body><main>${body}</main></body></html>`;

/** The owner of a new chatbot, signed in and looking at its sources. */
async function openSources(language: Language) {
  const { email, call } = await journey.newAccount(language);
  const chatbot = await call<{ id: string }>('/chatbots', { json: { name: 'Museum', platform: 'website' } });
  const { context, page, troubles } = await journey.newVisitor(language);
  await signIn(page, journey.url, language, email);
  const address = `${journey.url}/chatbots/${chatbot.id}/data-sources`;
  await page.goto(address);
  const words = {
    app: speak(appTexts, language),
    sources: speak(sourceTexts, language),
    add: speak(addTexts, language),
    crawls: speak(crawlTexts, language),
    uploads: speak(uploadTexts, language),
    words: speak(wordTexts, language),
  };
  await page.getByRole('heading', { level: 1, name: words.sources.title }).waitFor();
  return { context, page, troubles, address, call, chatbotId: chatbot.id, t: words };
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function addPage(page: Page, t: Awaited<ReturnType<typeof openSources>>['t'], url: string) {
  await button(page, t.sources.addUrls).first().click();
  await page.getByRole('textbox', { name: t.add.addresses }).fill(url);
  await button(page, t.add.add).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: t.sources.urls }).click();
}

// What each screen says in each language is looked at in `screens.test.ts`: a way is gone in one of them.
test('a sitemap is read page by page, stopped and resumed, and deleted with its pages (fr)', async ({
  onTestFailed,
}) => {
  const language = 'fr';
  const words = museum[language];
  const { context, page: screen, troubles, t } = await openSources(language);
  onTestFailed(() => tellWhatIsSeen(`sitemap-${language}`, screen));
  const root = `/${language}/museum`;
  const rooms = Array.from({ length: 12 }, (_, at) => `${root}/${at + 1}`);
  for (const [at, path] of rooms.entries()) web.page(path, page(language, words.rooms(at + 1)));
  // One room keeps everybody waiting until the crawl was stopped.
  let openDoor = () => {};
  const doorOpens = new Promise<void>((resolve) => {
    openDoor = resolve;
  });
  const slow = rooms[4] ?? '';
  web.on(slow, async (_request, response) => {
    await doorOpens;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page(language, words.rooms(5)));
  });
  web.page(
    `${root}/sitemap.xml`,
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
      ...rooms,
      `${root}/gone`,
    ]
      .map((path) => `<url><loc>${web.url(path)}</loc></url>`)
      .join('')}</urlset>`,
    { 'content-type': 'application/xml' },
  );

  await button(screen, t.sources.addUrls).first().click();
  await screen.getByRole('radio', { name: t.add.sitemap }).click();
  await screen.getByRole('textbox', { name: t.add.sitemapAddress }).fill('not an address');
  await button(screen, t.add.add).click();
  await screen.getByText(t.add.sitemapInvalid).waitFor();
  await screen.getByRole('textbox', { name: t.add.sitemapAddress }).fill(web.url(`${root}/sitemap.xml`));
  await button(screen, t.add.add).click();
  await screen.getByRole('dialog').waitFor({ state: 'detached' });
  await screen.getByRole('tab', { name: t.sources.urls }).click();

  const crawl = screen.getByRole('region', { name: t.crawls.crawls });
  await crawl.getByRole('button', { name: t.crawls.stop, exact: true }).click();
  await crawl.getByText(t.crawls.stopped, { exact: true }).waitFor();
  openDoor();
  await crawl.getByRole('button', { name: t.crawls.resume, exact: true }).click();
  await crawl.getByText(t.crawls.done, { exact: true }).waitFor();
  // What waited has gone by this hand: nobody else has deleted anything.
  expect(await screen.getByText(/supprimée/).count()).toBe(0);
  await crawl.getByText(t.crawls.read('12', 12)).waitFor();
  await row(screen, `${root}/7`).getByText(t.sources.ready).waitFor();

  // What could not be read is named.
  await crawl.getByRole('button', { name: t.sources.actionsOf(web.url(`${root}/sitemap.xml`)) }).click();
  await screen.getByRole('menuitem', { name: t.crawls.report }).click();
  const report = screen.getByRole('dialog');
  await report.getByRole('link', { name: web.url(`${root}/gone`), exact: true }).waitFor();
  await report.getByText(/Le site ne connaît pas cette adresse \(404\)/).waitFor();
  await screen.keyboard.press('Escape');
  await screen.getByRole('searchbox', { name: t.sources.search }).fill('dromadaire');
  await button(screen, t.sources.clearFilters).click();
  await row(screen, `${root}/7`).waitFor();
  expect(await screen.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');

  // Deleted and at once loaded again: what goes with the page has gone.
  await screen.getByRole('checkbox', { name: t.sources.selectShown }).check();
  await button(screen, t.sources.delete).click();
  await screen.reload();
  await crawl.waitFor();
  await screen.getByRole('tab', { name: `${t.sources.urls} 0` }).waitFor();
  expect(await row(screen, `${root}/7`).count()).toBe(0);

  await crawl.getByRole('button', { name: t.sources.actionsOf(web.url(`${root}/sitemap.xml`)) }).click();
  await screen.getByRole('menuitem', { name: t.crawls.deleteAll }).click();
  await crawl.waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await context.close();
});

test('a protected site says what to allow, and is read once it is allowed (en)', async ({ onTestFailed }) => {
  const language = 'en';
  const words = museum[language];
  const { context, page: screen, troubles, t } = await openSources(language);
  onTestFailed(() => tellWhatIsSeen(`protected-${language}`, screen));
  const path = `/${language}/protected`;
  web.on(path, (_request, response) =>
    response
      .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
      .end('<title>Just a moment...</title>'),
  );
  web.page(`/${language}/members`, '');
  web.redirect(`/${language}/members`, `/${language}/login`);
  web.page(`/${language}/login`, '<form><input type="password" name="password"></form>');

  await addPage(screen, t, web.url(path));
  const alert = row(screen, t.sources.blockedTitle);
  // The rule to allow is fetched with the first site that wants one.
  await alert
    .getByText(/Parlance/)
    .first()
    .waitFor();
  const said = await alert.textContent();
  expect(said).toContain(web.url(path));
  expect(said).toContain('403');
  expect(said).toMatch(words.blocked);

  web.page(path, page(language, words.price(12)));
  await alert.getByRole('button', { name: t.sources.retry }).click();
  await row(screen, path).getByText(t.sources.ready).waitFor();
  await alert.waitFor({ state: 'detached' });

  await addPage(screen, t, web.url(`/${language}/members`));
  await row(screen, `/${language}/members`).getByText(t.sources.requiresSignIn).waitFor();
  await screen.getByText(words.signIn).first().waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('a page that changed answers anew after a sync, and only the change is charged (en)', async ({
  onTestFailed,
}) => {
  const language = 'en';
  const words = museum[language];
  const { context, page: screen, troubles, t, call, chatbotId } = await openSources(language);
  onTestFailed(() => tellWhatIsSeen(`sync-${language}`, screen));
  const path = `/${language}/tickets`;
  const charged = async () => (await call<{ storage: { used: number } }>('/usage')).storage.used;
  const answers = async () => {
    const { passages } = await call<{ passages: { text: string }[] }>(`/chatbots/${chatbotId}/search`, {
      json: { query: words.question },
    });
    return passages[0]?.text ?? '';
  };
  const syncNow = async () => {
    const [before] = (await call<{ items: { lastSyncAt: string }[] }>(`/chatbots/${chatbotId}/sources`))
      .items;
    await screen.getByRole('button', { name: t.sources.actionsOf('Museum') }).click();
    await screen.getByRole('menuitem', { name: t.sources.sync }).click();
    await expect
      .poll(
        async () => {
          const [now] = (
            await call<{ items: { lastSyncAt: string; status: string }[] }>(`/chatbots/${chatbotId}/sources`)
          ).items;
          return now?.status === 'ready' && now.lastSyncAt !== before?.lastSyncAt;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
  };

  web.page(path, page(language, words.price(12)));
  await addPage(screen, t, web.url(path));
  await row(screen, path).getByText(t.sources.ready).waitFor();
  expect(await answers()).toMatch(/12/);
  const first = await charged();

  await syncNow();
  expect(await charged()).toBe(first);

  web.page(path, page(language, words.price(15)));
  await syncNow();
  expect(await answers()).toMatch(/15/);
  expect(await answers()).not.toMatch(/12/);
  expect(await charged()).toBeGreaterThan(first);
  expect(troubles).toEqual([]);
  await context.close();
});

test('what is deleted in one tab is gone in the other, which says so (fr)', async ({ onTestFailed }) => {
  const language = 'fr';
  const { context, page: screen, troubles, t, address } = await openSources(language);
  onTestFailed(() => tellWhatIsSeen(`two-tabs-${language}`, screen));
  const name = `hours-${language}.txt`;
  await writeFile(join(folder, name), 'Le musée ouvre à 10 h. The museum opens at 10 am.');
  await button(screen, t.sources.upload).first().click();
  const choosing = screen.waitForEvent('filechooser');
  await button(screen, t.uploads.choose).click();
  await (await choosing).setFiles([join(folder, name)]);
  await screen.keyboard.press('Escape');
  await row(screen, name).getByText(t.sources.ready).waitFor();

  const other = await context.newPage();
  await other.goto(address);
  await row(other, name).getByText(t.sources.ready).waitFor();
  await other.getByText(t.sources.connected, { exact: true }).waitFor();

  await button(screen, t.sources.actionsOf(name)).click();
  await screen.getByRole('menuitem', { name: t.sources.delete }).click();
  await row(screen, name).waitFor({ state: 'detached' });
  await row(other, name).waitFor({ state: 'detached' });
  await other.getByText(t.sources.deletedElsewhere(name)).first().waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('an upload goes on after the page was loaded again (en)', async ({ onTestFailed }) => {
  const language = 'en';
  const { context, page: screen, troubles, t } = await openSources(language);
  onTestFailed(() => tellWhatIsSeen(`resumed-${language}`, screen));
  const name = `long-${language}.txt`;
  const line = 'The long corridor of the museum shows paintings of the harbour and of its ships.\n';
  await writeFile(join(folder, name), `${line.repeat(2000)}The last line names the curator Adèle Quint.`);
  // The first piece is lost on its way; the page is left before a second try.
  await screen.route('**/api/v1/uploads/**', (route) => route.abort('connectionreset'), { times: 1 });
  await button(screen, t.sources.upload).first().click();
  const choosing = screen.waitForEvent('filechooser');
  await button(screen, t.uploads.choose).click();
  await (await choosing).setFiles([join(folder, name)]);
  await screen.getByText(t.uploads.interrupted).first().waitFor();
  await screen.reload();
  await row(screen, name).getByText(t.sources.ready).waitFor();
  expect(troubles.filter((line) => !/ERR_CONNECTION_RESET/.test(line))).toEqual([]);
  await context.close();
});
