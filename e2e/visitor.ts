import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { speak } from '@parlance/contract/i18n';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { texts as authTexts } from '../web/src/features/auth/texts.ts';
import { tourTexts } from '../web/src/features/help/tour/texts.ts';
import { newSession, password } from './built-program.ts';

/** Where `web/src/lib/calls/auth-client.ts` keeps the session. */
const sessionKey = 'parlance-auth';
const locales = { fr: 'fr-FR', en: 'en-GB' } as const;

/** Everything that must not happen behind a person's back, as it happens. */
function watch(context: BrowserContext, origins: readonly string[]): string[] {
  const troubles: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const line = `${message.page()?.url()}: ${message.text()}`;
    // Who signs out while something is on its way has it refused; a wrong password is 400.
    if (/\/login: .* status of 401 /.test(line)) return;
    troubles.push(line);
  });
  context.on('weberror', (error) => troubles.push(String(error.error())));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !origins.includes(origin.replace(/^ws/, 'http')))
      troubles.push(`a request to ${request.url()}`);
  });
  return troubles;
}

/** A person with a browser of their own. */
export async function newVisitor(
  browser: Browser,
  language: 'fr' | 'en',
  origins: readonly string[],
  { takesTour, ...options }: BrowserContextOptions & { takesTour?: boolean } = {},
): Promise<{ context: BrowserContext; page: Page; troubles: string[] }> {
  const context = await browser.newContext({
    locale: locales[language],
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(20_000);
  const troubles = watch(context, origins);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
    // The widget's roots are closed to the page it stands on; to the test they are not.
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      return attach.call(this, { ...init, mode: 'open' });
    };
  });
  const page = await context.newPage();
  // Who has just signed up is offered the tour, over whatever the journey is about.
  const t = speak(tourTexts, language);
  const welcome = page.getByRole('dialog', { name: t.welcomeTitle });
  if (!takesTour) {
    await page.addLocatorHandler(welcome, async () => {
      const skip = welcome.getByRole('button', { name: t.skip, exact: true });
      // Where the journey was just leaving the dashboard, it leaves with it.
      await skip.click({ timeout: 5000 }).catch(async (error) => {
        if (await welcome.isVisible()) throw error;
      });
    });
  }
  return { context, page, troubles };
}

/** By the form, as `newPerson` made the account; until the application stands. */
export async function signInByForm(
  page: Page,
  url: string,
  language: 'fr' | 'en',
  email: string,
): Promise<void> {
  const t = speak(authTexts, language);
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: t.email, exact: true }).fill(email);
  await page.getByRole('textbox', { name: t.password, exact: true }).fill(password);
  await page.getByRole('button', { name: t.signIn, exact: true }).click();
  await stands(page, language);
}

/** As who has signed in before and comes to this address; until the application stands. Half of what the form takes. */
export async function signIn(
  page: Page,
  url: string,
  language: 'fr' | 'en',
  email: string,
  address = '/',
): Promise<void> {
  const session = await newSession(url, email);
  // Any page of this origin: the session is kept where the application looks for it.
  await page.goto(`${url}/config.json`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    JSON.stringify(session),
  ] as const);
  await page.goto(url + address);
  await stands(page, language);
}

async function stands(page: Page, language: 'fr' | 'en') {
  // On a phone it waits behind a button.
  const menu = page.getByRole('button', { name: speak(appTexts, language).openMenu });
  await page.getByRole('navigation').or(menu).first().waitFor();
}

const pictures = join(import.meta.dirname, '../node_modules/.cache/journeys');

/** What somebody saw when a test failed: in words to the log, as a picture into the cache. */
export async function tellWhatIsSeen(name: string, page: Page): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), timeout: 5000 }).catch(() => {});
  console.error(
    `${name} at ${page.url()}\n${await page.locator('html').ariaSnapshot({ timeout: 5000 }).catch(String)}`,
  );
}
