import { speak } from '@parlance/contract/i18n';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebServer } from '../server/src/test/servers/web.ts';
import { texts as authTexts } from '../web/src/features/auth/texts.ts';
import { startJourney } from './start-journey.ts';
import { signInByForm } from './visitor.ts';

let geoip: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  geoip = await startWebServer();
});
afterAll(() => geoip?.stop());
const journey = startJourney(() => ({ GEOIP_URL: geoip.url('/country') }));

const title = { fr: speak(authTexts, 'fr').signInTitle, en: speak(authTexts, 'en').signInTitle };

function countryIs(code: string | null) {
  geoip.clear();
  geoip.on('/country', (_request, response) => {
    response
      .writeHead(code ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ country_code: code }));
  });
}

/** Somebody on /login, in a browser as it is told, with what it keeps. */
async function arrive(
  options: BrowserContextOptions,
  stored: Record<string, string> = {},
  prepare = async (_context: BrowserContext) => {},
) {
  const { context, page, troubles } = await journey.newVisitor('fr', options);
  await prepare(context);
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, stored);
  const asked = page.waitForResponse('**/api/v1/country', { timeout: 20_000 }).catch(() => null);
  await page.goto(`${journey.url}/login`);
  return {
    page,
    asked,
    reads: (language: 'fr' | 'en') =>
      page.getByRole('heading', { level: 1, name: title[language], exact: true }).waitFor(),
    kept: (key: string) => page.evaluate((name) => localStorage.getItem(name), key),
    async leave() {
      expect(troubles).toEqual([]);
      await context.close();
    },
  };
}

const inGerman = { locale: 'de-DE' };
const inEnglish = { locale: 'en-GB' };

test.each([
  ['a stored choice, though browser and country say otherwise', {}, 'FR', { language: 'en' }, 'en'],
  ['the browser’s language, where the country is not listed', inEnglish, 'DE', {}, 'en'],
  ['the browser’s language, where the service does not know', inEnglish, null, {}, 'en'],
  ['the country, though the browser says otherwise', inEnglish, 'FR', {}, 'fr'],
  ['the time zone, without either', { ...inGerman, timezoneId: 'America/New_York' }, null, {}, 'en'],
  ['French, without any', { ...inGerman, timezoneId: 'Europe/Berlin' }, 'DE', {}, 'fr'],
] as const)('the first page speaks by %s', async (_by, options, country, stored, language) => {
  countryIs(country);
  const at = await arrive(options, stored);
  // A stored choice leaves nothing to ask.
  if (!('language' in stored)) await at.asked;
  await at.reads(language);
  expect(await at.page.locator('html').getAttribute('lang')).toBe(language);
  expect(geoip.requests.map(({ path }) => path)).toEqual(
    'language' in stored ? [] : ['/country?ip=127.0.0.0'],
  );
  // Only a person's choice is kept.
  expect(await at.kept('language')).toBe('language' in stored ? 'en' : null);
  expect(await at.kept('theme')).toBeNull();
  expect(await at.kept('timezone')).toBe('timezoneId' in options ? options.timezoneId : 'Europe/Paris');
  await at.leave();
});

test('a country that is late turns no text under the hands of who types', async () => {
  countryIs('FR');
  // The answer comes when the test says so, however slow the machine; that it is waited for only so long is a test below.
  let answer = () => {};
  const isTyped = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const late = async (context: BrowserContext) => {
    await context.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await context.route('**/api/v1/country', async (route) => {
      await isTyped;
      await route.continue();
    });
  };
  const [typing, waiting] = await Promise.all([arrive(inEnglish, {}, late), arrive(inEnglish, {}, late)]);
  await Promise.all([typing.reads('en'), waiting.reads('en')]);
  await typing.page.getByRole('textbox', { name: speak(authTexts, 'en').email, exact: true }).fill('c');
  answer();
  await Promise.all([typing.asked, waiting.asked]);
  await waiting.reads('fr');
  await typing.reads('en');
  await Promise.all([typing.leave(), waiting.leave()]);
});

test('a country is waited for three seconds, and no longer', async () => {
  const at = await journey.newVisitor('en');
  await at.page.route('**/api/v1/country', () => {});
  const asked = at.page.waitForRequest('**/api/v1/country');
  const given = at.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/country'));
  await at.page.goto(`${journey.url}/login`);
  await asked;
  const since = performance.now();
  await given;
  const tookMs = performance.now() - since;
  expect(tookMs).toBeGreaterThan(2500);
  expect(tookMs).toBeLessThan(6000);
  await at.page.getByRole('heading', { level: 1, name: title.en, exact: true }).waitFor();
  expect(at.troubles).toEqual([]);
  await at.context.close();
});

test('who is signed in reads their own language from the first word on, whatever browser and country say', async () => {
  countryIs('FR');
  const { email } = await journey.newAccount('en');
  const { context, page, troubles } = await journey.newVisitor('fr');
  await page.goto(journey.url);
  await page.getByRole('heading', { level: 1, name: title.fr, exact: true }).waitFor();
  await signInByForm(page, journey.url, 'fr', email);
  await page.locator('html[lang=en]').waitFor();
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      if (document.querySelector('#root h1')) seen.push(document.documentElement.lang);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect([...new Set(seen)]).toEqual(['en']);
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBeNull();
  expect(troubles).toEqual([]);
  await context.close();
});

test('the splash stays until the first language is known, fades for 0.2 s from 100 ms after the first render on, and is gone', async () => {
  countryIs(null);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const { context, page, troubles } = await journey.newVisitor('fr', { reducedMotion });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(`${journey.url}/login`, { waitUntil: 'load' });
    const splash = page.locator('#splash');
    const isEmpty = () => page.evaluate(() => document.getElementById('root')?.childElementCount === 0);
    // The browser's language counts after 100 ms.
    await page.clock.runFor(99);
    expect(await isEmpty()).toBe(true);
    expect(await splash.getByText('Chargement...').count()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(isEmpty).toBe(false);
    const isLeaving = () => splash.evaluate((element) => 'leaving' in (element as HTMLElement).dataset);
    await page.clock.runFor(99);
    expect(await isLeaving()).toBe(false);
    if (reducedMotion === 'no-preference') {
      await page.clock.runFor(1);
      expect(await isLeaving()).toBe(true);
      expect(await splash.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.2s');
      await page.clock.runFor(199);
      expect(await splash.count()).toBe(1);
    }
    await page.clock.runFor(1);
    expect(await splash.count()).toBe(0);
    expect(troubles).toEqual([]);
    await context.close();
  }
});
