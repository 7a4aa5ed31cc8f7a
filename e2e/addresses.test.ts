import { speak } from '@parlance/contract/i18n';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { navigation } from '../web/src/app/signed-in/navigation.ts';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { texts as authTexts } from '../web/src/features/auth/texts.ts';
import { password } from './built-program.ts';
import { routerAddresses } from './router-addresses.ts';
import { startJourney } from './start-journey.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

const routes = routerAddresses();

/** What only who is signed out sees, and what leads everybody on. */
const forGuests = ['/login', '/register', '/forgot-password'];
/** What stays where it is for who is signed out, too. */
const forAll = [...forGuests, '/reset-password', '/email-confirmation', '/undo'];
/** Where an address leads by itself, signed in; the others stay as they are. */
const leadsTo: Record<string, RegExp> = {
  ...Object.fromEntries(forGuests.map((path) => [path, /^\/$/])),
  '/email-confirmation': /^\/$/,
  '/reset-password': /^\/$/,
  '/auth/google-consent': /^\/$/,
  '/auth/callback': /^\/$/,
  '/datasources-selection': /^\/chatbots\/[^/]+\/data-sources$/,
};

const journey = startJourney();
let email: string;
let chatbotId: string;

beforeAll(async () => {
  const person = await journey.newAccount('fr');
  email = person.email;
  const chatbot = await person.call<{ id: string }>('/chatbots', {
    json: { name: 'Hôtel des Glycines', platform: 'website' },
  });
  chatbotId = chatbot.id;
});

const addressOf = (path: string) => path.replace(':chatbotId', chatbotId);
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Adds every answer that is a refusal to what must not happen. */
function refusals(context: BrowserContext, troubles: string[]) {
  context.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
}

async function come(language: 'fr' | 'en') {
  const { context, page, troubles } = await journey.newVisitor(language);
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  refusals(context, troubles);
  return { context, page, troubles };
}

/** Opens an address and waits for the page to which it leads, until nothing is on its way. */
async function open(page: Page, path: string, leads = leadsTo[path]) {
  await page.goto(journey.url + addressOf(path));
  const isThere = ({ pathname }: URL) => (leads ? leads.test(pathname) : pathname === addressOf(path));
  await page.waitForURL(isThere).catch((error: unknown) => {
    throw new Error(`${path} led to ${page.url()}`, { cause: error });
  });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.title(), path).toMatch(/^.+ · Parlance$/);
}

// In the other language, where several addresses may share a screen, `screens` looks at each screen.
test('every address of the app shows its screen, and nothing complains: no 404, no policy, no warning', async () => {
  expect(routes.length).toBeGreaterThan(20);
  const { context, page, troubles } = await come('fr');
  await signIn(page, journey.url, 'fr', email);
  for (const { path } of routes) {
    await open(page, path);
    expect(troubles, path).toEqual([]);
  }
  await context.close();
});

test('an address of the signed-in part leads who is signed out to /login, as quietly', async () => {
  const { context, page, troubles } = await come('en');
  for (const { path } of routes) {
    await open(page, path, forAll.includes(path) ? /./ : /^\/login$/);
    expect(troubles, path).toEqual([]);
  }
  await context.close();
});

test('/privacy and /terms lead to the document in the language of the app, and Back leads to where one came from', async () => {
  for (const language of ['fr', 'en'] as const) {
    const { context, page, troubles } = await come(language);
    for (const name of ['privacy', 'terms']) {
      await open(page, '/login', /./);
      await open(page, `/${name}`, new RegExp(`^/legal/${name}/${language}$`));
      await page.goBack();
      expect(pathOf(page)).toBe('/login');
      expect(troubles, name).toEqual([]);
    }
    await context.close();
  }
});

test('each entry of the navigation leads to its screen, which is there again when loaded again; so is what Back leads to', async ({
  onTestFailed,
}) => {
  const { context, page, troubles } = await come('en');
  onTestFailed(() => tellWhatIsSeen('navigation', page));
  await signIn(page, journey.url, 'en', email);
  await open(page, '/');
  const t = speak(appTexts, 'en');
  const rail = page.getByRole('navigation', { name: t.navigation });
  const entries = navigation.flat().slice(1);
  const seen: [path: string, title: string][] = [[pathOf(page), await page.title()]];
  for (const { text, to } of entries) {
    const [, before] = seen.at(-1) ?? [];
    await rail.getByRole('link', { name: t[text], exact: true }).click();
    await page.waitForURL(({ pathname }) => leadsTo[to]?.test(pathname) ?? pathname === to);
    await expect.poll(() => page.title(), { timeout: 30_000 }).not.toBe(before);
    expect(await rail.locator('[aria-current=page]').textContent()).toBe(t[text]);
    seen.push([pathOf(page), await page.title()]);
  }
  expect(new Set(seen.map(([, title]) => title)).size).toBe(entries.length + 1);
  await page.reload();
  for (const [path, title] of seen.toReversed()) {
    await page.waitForURL(journey.url + path);
    await expect.poll(() => page.title(), { timeout: 30_000 }).toBe(title);
    if (path !== '/') await page.goBack();
  }
  // The last entry is the way out.
  await page.getByRole('button', { name: t.signOut, exact: true }).click();
  await page.waitForURL(`${journey.url}/login`);
  expect(troubles).toEqual([]);
  await context.close();
});

test('a link into the app waits for the sign-in, and then shows what it named', async () => {
  const { context, page, troubles } = await come('fr');
  const t = speak(authTexts, 'fr');
  await page.goto(`${journey.url}/token-audit?period=7d#journal`);
  await page.waitForURL(`${journey.url}/login`);
  await page.getByRole('textbox', { name: t.email, exact: true }).fill(email);
  await page.getByRole('textbox', { name: t.password, exact: true }).fill(password);
  await page.getByRole('button', { name: t.signIn, exact: true }).click();
  await page.waitForURL(`${journey.url}/token-audit?period=7d#journal`);
  expect(troubles).toEqual([]);
  await context.close();
});

test('an address that nobody knows leads to / or to /login, and Back does not trap', async () => {
  const { context, page, troubles } = await come('fr');
  await page.goto(`${journey.url}/login`);
  await page.goto(`${journey.url}/nulle/part`);
  await page.waitForURL(`${journey.url}/login`);
  await signIn(page, journey.url, 'fr', email, '/profile');
  await page.goto(`${journey.url}/nulle/part`);
  await page.waitForURL(`${journey.url}/`);
  await page.goBack();
  await page.waitForURL(`${journey.url}/profile`);
  // A document replaces the address that led to it, too.
  await page.goto(`${journey.url}/terms`);
  await page.waitForURL(`${journey.url}/legal/terms/fr`);
  await page.goBack();
  await page.waitForURL(`${journey.url}/profile`);
  expect(troubles).toEqual([]);
  await context.close();
});
