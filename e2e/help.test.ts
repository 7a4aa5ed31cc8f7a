import type { HelpPreferences } from '@parlance/contract/endpoints/account/help';
import { speak } from '@parlance/contract/i18n';
import type { Page } from 'playwright-core';
import { expect, onTestFailed, test } from 'vitest';
import { placeAt } from '../web/src/features/help/panel/places.ts';
import { panelTexts } from '../web/src/features/help/panel/texts.ts';
import { topicTexts } from '../web/src/features/help/panel/topic-texts.ts';
import { helpTexts } from '../web/src/features/help/texts.ts';
import { tipTexts } from '../web/src/features/help/tips/texts.ts';
import { languages } from './languages.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

const journey = startJourney({ AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0' });

/** Every screen with help, each in one language and one look: between them, the languages differ in words alone. */
const visits = {
  fr: {
    theme: 'dark',
    viewport: { width: 360, height: 740 },
    paths: [
      '/',
      '/chatbots/{id}/data-sources',
      '/summary',
      '/pricing',
      '/settings',
      '/admin/transfers',
      '/channels?new=telegram',
    ],
  },
  en: {
    theme: 'light',
    viewport: { width: 1440, height: 900 },
    paths: [
      '/chatbots',
      '/chatbots/{id}/personnaliser',
      '/channels',
      '/channels?new=whatsapp',
      '/token-audit',
      '/profile',
    ],
  },
} as const;

test.each(languages)(
  'every page explains itself and leads into the guide, by the keyboard alone: %s',
  async (language) => {
    const { theme, viewport, paths } = visits[language];
    const { email, call } = await journey.newAccount(language);
    await call('/preferences/appearance', { method: 'PUT', json: { language, theme } });
    const { id } = await call<{ id: string }>('/chatbots', {
      json: { name: 'Glycine', platform: 'website' },
    });
    const { page, troubles } = await journey.newVisitor(language, { bypassCSP: true, viewport });
    onTestFailed(() => tellWhatIsSeen(`help-${language}`, page));
    const t = speak(panelTexts, language);
    const told = speak(topicTexts, language);
    await signIn(page, journey.url, language, email);
    const button = page.locator('main').getByRole('button', { name: speak(helpTexts, language).open });
    const links = new Set<string>();
    for (const [at, pattern] of paths.entries()) {
      const path = pattern.replace('{id}', id);
      if (page.url() !== journey.url + path) await page.goto(journey.url + path);
      // The button is drawn anew once its screen is there.
      await page.waitForLoadState('networkidle');
      await button.focus();
      await page.keyboard.press('Enter');
      const place = placeAt(path);
      const panel = page.getByRole('dialog', { name: t.title(t[place.name]) });
      for (const topic of place.topics)
        await panel.getByRole('heading', { name: told[topic], exact: true }).waitFor();
      // Panels differ in words and drawings; what stands beneath is looked at with its screens.
      if (at < 2) expect([path, await violations(page)]).toEqual([path, []]);
      for (const link of await panel.locator('a[target=_blank]').all())
        links.add((await link.getAttribute('href')) ?? '');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      // The dialog gives the focus back in a task of its own, once it has gone.
      const hasFocus = () => button.evaluate((one) => one === document.activeElement);
      await expect.poll(hasFocus, { message: path, timeout: 5000 }).toBe(true);
    }
    expect(links.size).toBeGreaterThan(10);
    for (const link of links) {
      const response = await fetch(journey.url + link);
      expect([link, response.status]).toEqual([link, 200]);
      expect(await response.text()).toContain(`id="${link.split('#')[1] ?? 'pages'}"`);
    }
    expect(troubles).toEqual([]);
  },
);

/** How much of the page has moved by itself since it was loaded, as the browser counts it. */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const watch = new PerformanceObserver(() => {});
        watch.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => {
          const shifts = watch.takeRecords() as (PerformanceEntry & { value: number })[];
          done(shifts.reduce((sum, { value }) => sum + value, 0));
        });
      }),
  );

test('tips come without moving anything, answer keyboard and finger, and go for who wants none', async () => {
  const { email, call } = await journey.newAccount('fr');
  const t = speak(tipTexts, 'fr');
  const { page, troubles } = await journey.newVisitor('fr', {
    bypassCSP: true,
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  });
  onTestFailed(() => tellWhatIsSeen('tips', page));
  await signIn(page, journey.url, 'fr', email);
  await page.reload();
  const messages = page.getByRole('button', { name: t.about(t.messageTokens) });
  const storage = page.getByRole('button', { name: t.about(t.storageTokens) });
  const shown = page.locator('body > [aria-hidden=true]');
  await messages.waitFor();
  expect(await moved(page)).toBeLessThan(0.02);
  await messages.tap();
  expect(await shown.textContent()).toBe(t.messageTokensText);
  const box = await shown.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  await storage.tap();
  await shown.getByText(t.storageTokensText).waitFor();
  expect(await shown.count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await shown.count()).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await shown.getByText(t.messageTokensText).waitFor();
  await call<HelpPreferences>('/preferences/help', { method: 'PUT', json: { tooltips: false } });
  await page.reload();
  await page.getByRole('button', { name: speak(helpTexts, 'fr').open }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await messages.count()).toBe(0);
  expect(troubles).toEqual([]);
});
