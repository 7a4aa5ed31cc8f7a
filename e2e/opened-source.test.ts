import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { speak } from '@parlance/contract/i18n';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf } from '../server/src/test/documents.ts';
import { openedTexts } from '../web/src/features/sources/screens/OpenedSource/texts.ts';
import { testTexts } from '../web/src/features/sources/screens/TestChatbot/texts.ts';
import { texts as sourceTexts } from '../web/src/features/sources/texts.ts';
import { until } from './built-program.ts';
import { hotel } from './hotel.ts';
import { startJourney } from './start-journey.ts';
import { signIn } from './visitor.ts';

const t = {
  ...speak(sourceTexts, 'fr'),
  opened: speak(openedTexts, 'fr'),
  tested: speak(testTexts, 'fr'),
};
const question = 'Combien coûte le parking souterrain ?';

const journey = startJourney({ AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0' });
let folder: string;
let page: Page;
let troubles: string[];
let chatbotId: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-opened-'));
  const { email, call } = await journey.newAccount('fr');
  ({ id: chatbotId } = await call<{ id: string }>('/chatbots', {
    json: { name: hotel.fr.name, platform: 'website' },
  }));
  await makePdf(join(folder, 'livret.pdf'), { pages: hotel.fr.guide });
  const form = new FormData();
  form.append(
    'files',
    new Blob([`Accès\n\n${hotel.fr.parking}\n\nLa gare est à dix minutes.`]),
    'parking.txt',
  );
  form.append('files', new Blob([hotel.fr.services]), 'horaires.csv');
  form.append('files', new Blob([await readFile(join(folder, 'livret.pdf'))]), 'livret.pdf');
  await call(`/chatbots/${chatbotId}/files`, { method: 'POST', body: form });
  await until('the files to be read', async () => {
    const { items } = await call<{ items: { id: string; name: string; status: string }[] }>(
      `/chatbots/${chatbotId}/sources`,
    );
    for (const { id, name } of items) ids[name] = id;
    return items.every(({ status }) => status === 'ready') || undefined;
  });
  ({ page, troubles } = await journey.newVisitor('fr'));
  await signIn(page, journey.url, 'fr', email);
});
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
});

const passages = () => page.getByRole('list', { name: t.opened.passages }).getByRole('listitem');
const shown = () => new URL(page.url()).searchParams;
const open = async (name: string, more = '') => {
  await page.goto(`${journey.url}/chatbots/${chatbotId}/data-sources?source=${ids[name]}${more}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

test('a source opens from the list, at an address of its own, and goes back to the list as it was', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${journey.url}/data-source/${chatbotId}?q=livret`);
  const link = page.getByRole('link', { name: 'livret.pdf', exact: true });
  await link.click();
  const title = page.getByRole('heading', { level: 1, name: 'livret.pdf' });
  await title.waitFor();
  await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe(`/data-source/${chatbotId}`);
  expect(shown().get('source')).toBe(ids['livret.pdf']);

  const search = page.getByRole('searchbox', { name: t.opened.search });
  await search.fill('panier');
  await page.getByText(t.opened.hits(1, false)).waitFor();
  expect(await page.locator('mark').textContent()).toBe('panier');
  await search.fill('dromadaire');
  await page.getByText(t.opened.noHit('dromadaire')).waitFor();
  await search.press('Escape');

  const second = passages().filter({ hasText: 'page 2' }).first();
  await second.getByRole('button').click();
  await expect.poll(() => shown().get('passage')).toBeTruthy();
  await expect.poll(() => second.getAttribute('aria-current')).toBe('true');
  if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
    await expect.poll(() => page.frames().some((frame) => /^blob:.*#page=2/.test(frame.url()))).toBe(true);
  } else {
    await page.getByText(t.opened.noViewer).waitFor();
    await page.getByRole('region', { name: t.opened.read }).getByText('panier').waitFor();
  }
  await page.getByRole('link', { name: t.opened.back }).click();
  await page.getByRole('heading', { level: 1, name: t.title }).waitFor();
  expect([...shown()]).toEqual([['q', 'livret']]);

  // Another kind's sources are on their way: until then these don't stand in for them.
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/kind=answer/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.getByRole('tab', { name: t.answers }).click();
  await link.waitFor({ state: 'detached' });
  arrive();
  await page.getByText(t.noMatch).waitFor();
  await page.unroute(/kind=answer/);
});

test('a text and a table stand beside their passages, the chosen one lit', async () => {
  await open('parking.txt');
  await passages().first().getByRole('button').click();
  const lit = page.locator('mark[data-lit]');
  await lit.waitFor();
  expect(await lit.textContent()).toContain(hotel.fr.parking);
  await open('horaires.csv');
  await passages().first().getByRole('button').click();
  await lit.waitFor();
  expect(await lit.textContent()).toContain('Sauna;de 16 h à 21 h');
});

test('a test answers, says why, and its citation opens the source there; what is excluded is asked again', async () => {
  await page.goto(`${journey.url}/chatbots/${chatbotId}/data-sources`);
  await page.getByRole('button', { name: t.test }).click();
  const beside = page.getByRole('complementary', { name: t.tested.title });
  const field = beside.getByRole('textbox', { name: t.tested.question });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(question);
  // What was typed survives that the test is closed.
  await page.getByRole('button', { name: t.test }).click();
  await beside.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t.test }).click();
  expect(await field.inputValue()).toBe(question);
  await field.press('Enter');
  await beside.getByText(t.tested.quoted).waitFor();
  expect(await beside.getByRole('link', { name: t.tested.toSite }).getAttribute('href')).toBe(
    `/chatbots/${chatbotId}/personnaliser?tab=integration`,
  );
  await beside
    .getByText(/Contient .*parking/)
    .first()
    .waitFor();
  await page.locator('tr[aria-current]', { hasText: 'parking.txt' }).waitFor();
  await beside
    .getByRole('link', { name: t.tested.citation(1, 'parking.txt') })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'parking.txt' }).waitFor();
  const cited = page.locator('main ol > li[aria-current]');
  await cited.waitFor();
  expect(await cited.textContent()).toContain('9 € par jour');
  expect(shown().get('test')).toBe('1');

  await cited.getByRole('checkbox').click();
  await cited.getByText(t.opened.excluded).waitFor();
  await beside.getByText(t.tested.changed).waitFor();
  await beside.getByRole('button', { name: t.tested.again }).click();
  await beside.getByText(t.tested.unanswered, { exact: false }).waitFor();

  await page.reload();
  await beside.getByText(t.tested.unanswered, { exact: false }).waitFor();
  expect(await beside.getByText(question).count()).toBe(2);
  await cited.getByRole('checkbox').click();
  await cited.getByText(t.opened.answers).waitFor();
  await beside.getByRole('button', { name: t.tested.restart }).click();
  await beside.getByText(t.tested.intro).waitFor();
});

test('on a phone the test slides over, and its citation leads to the source', async () => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${journey.url}/chatbots/${chatbotId}/data-sources?test=1`);
  const drawer = page.getByRole('dialog', { name: t.tested.title });
  await drawer.getByRole('textbox', { name: t.tested.question }).fill(question);
  await page.keyboard.press('Enter');
  await drawer
    .getByRole('link', { name: t.tested.citation(1, 'parking.txt') })
    .first()
    .click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'parking.txt' }).waitFor();
  await page.getByRole('tab', { name: t.opened.original }).click();
  await page.locator('mark[data-lit]').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(troubles).toEqual([]);
});

test('a source that is not there is told in its place', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const absent = '0190a000-0000-7000-8000-00000000000a';
  await page.goto(`${journey.url}/chatbots/${chatbotId}/data-sources?source=${absent}`);
  await page.getByText(t.opened.absent).waitFor();
  await open('parking.txt', `&passage=${absent}`);
  await page.getByText(t.opened.passageGone).waitFor();
});
