import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { until } from './built-program.ts';
import { hotel } from './hotel.ts';
import { lookAt, speakPseudo } from './pseudo-language.ts';
import { routerAddresses } from './router-addresses.ts';
import { startJourney } from './start-journey.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

const journey = startJourney({
  // Room for one more: at the limit the dialog that creates one explains instead.
  PLANS_FILE: join(import.meta.dirname, '../server/src/test/plans.json'),
});
/** A folder for pictures of every screen, when somebody wants to look at them. */
const pictures = process.env.JOURNEY_PICTURES;
const { name, parking } = hotel.en;
const offTopic = 'Is there a golf course on the moon?';

let chatbotId: string;
let email: string;

beforeAll(async () => {
  const person = await journey.newAccount('en');
  email = person.email;
  const chatbot = await person.call<{ id: string; publicId: string }>('/chatbots', {
    json: { name, platform: 'website' },
  });
  chatbotId = chatbot.id;
  const form = new FormData();
  form.append('files', new Blob([parking]), 'parking.txt');
  form.append('files', new Blob(['%PDF-1.7\nbroken']), 'broken.pdf');
  await person.call(`/chatbots/${chatbotId}/files`, { method: 'POST', body: form });
  await until('both files to be judged', async () => {
    const path = `/chatbots/${chatbotId}/sources`;
    const { items } = await person.call<{ items: { status: string }[] }>(path);
    return items.every(({ status }) => /^(ready|error)$/.test(status)) || undefined;
  });
  for (const text of [parking, offTopic]) {
    const answer = await fetch(`${journey.url}/embed/v1/${chatbot.publicId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    await answer.text();
  }
});

/** What people wrote and what Intl writes: dates, spans, sizes, time zones; and the server's sentence on a file. */
const data = () => {
  const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
  const written = [parking, offTopic, email, name, 'Camille', 'Morel', 'CM', 'parking.txt', 'broken.pdf'];
  return new RegExp(
    [
      ...written.map((text) => text.replace(/[.?+]/g, '\\$&')),
      'Parlance|Français|English|\\bFR\\b|\\bEN\\b|Starter|Growth|https://',
      `\\d+ (?:${month}|[A-Z][a-z]{2})(?: \\d{4})?(?: at \\d+:\\d\\d [ap]m)?`,
      'just now|\\d+ (?:min|hr)\\.? ago|[\\d.,]+\\s(?:[KMG]?B)\\b',
      '(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[\\w/ -]+|\\bUTC\\b',
      'This file is damaged.*',
      // Written in the language that the chatbot speaks, which its visitors choose.
      'Type your question|Hello, I’m .* Ask me anything\\.',
    ].join('|'),
    'gu',
  );
};

/** A browser in which the catalogues speak the language of nobody. */
async function pseudoVisitor(options: BrowserContextOptions = {}) {
  const { context, page } = await journey.newVisitor('en', { bypassCSP: true, ...options });
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  await speakPseudo(context);
  return { context, page };
}

async function rest(page: Page) {
  await page.waitForLoadState('networkidle');
  // Behind a dialog it is none to who is told of it.
  const title = page.locator('h1').first();
  await title.waitFor().catch((cause: unknown) => {
    throw new Error(`no title at ${page.url()}`, { cause });
  });
}

/** Looks at the page as it stands in both widths; what is amiss, by its name. */
async function amiss(page: Page, screen: string) {
  const found: string[] = [];
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const { untranslated, cut } = await lookAt(page, data());
    found.push(...untranslated.map((text) => `${screen}: not in a catalogue: ${text}`));
    found.push(...cut.map((text) => `${screen} at ${width}: cut: ${text}`));
    if (pictures) {
      const file = `pseudo${screen.replace(/[^a-z0-9]+/gi, '-')}-${width}.png`;
      await page.screenshot({ path: join(pictures, file), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return [...new Set(found)];
}

test('every screen, and each of its tabs, has its words from a catalogue, and room for longer ones', async ({
  onTestFailed,
}) => {
  const person = await journey.newVisitor('en');
  await signIn(person.page, journey.url, 'en', email);
  const { context, page } = await pseudoVisitor({
    storageState: await person.context.storageState(),
  });
  await person.context.close();
  const found: string[] = [];
  onTestFailed(() => tellWhatIsSeen('pseudo', page).then(() => console.error(found)));
  // What leads on by itself shows nothing of its own.
  const passing = /^\/(auth|login|register|forgot|reset|email|datasources-selection)/;
  const paths = routerAddresses()
    .filter(
      ({ path, screen }, at, all) =>
        all.findIndex((other) => other.screen === screen) === at && !passing.test(path),
    )
    .map(({ path }) => path.replace(':chatbotId', chatbotId));
  expect(paths.length).toBeGreaterThan(10);
  const forms = ['website', 'telegram', 'whatsapp'].map((platform) => `/channels?new=${platform}`);
  for (const path of [...paths, '/chatbots?create=1', ...forms, '/nowhere']) {
    await page.goto(journey.url + path);
    await rest(page);
    found.push(...(await amiss(page, path)));
    const tabs = page.getByRole('main').getByRole('tab', { selected: false });
    const names = path.includes('?') ? [] : await tabs.allTextContents();
    for (const tab of names) {
      await page.getByRole('main').getByRole('tab').filter({ hasText: tab }).click();
      await rest(page);
      found.push(...(await amiss(page, `${path} ${tab}`)));
    }
  }
  expect(found).toEqual([]);
  await context.close();
});

test('so has every page for who is signed out', async () => {
  const { context, page } = await pseudoVisitor();
  const found: string[] = [];
  for (const path of [
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/undo',
    '/email-confirmation',
  ]) {
    await page.goto(journey.url + path);
    await rest(page);
    found.push(...(await amiss(page, path)));
  }
  expect(found).toEqual([]);
  // What is looked for is found.
  await page.evaluate(() => {
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'beforeend',
        '<p>Forgotten</p><button style="width:40px;white-space:nowrap;overflow:hidden">⟦too narrow a place⟧</button>',
      );
  });
  const { untranslated, cut } = await lookAt(page, data());
  expect([untranslated.length, cut.length]).toEqual([1, 1]);
  await context.close();
});
