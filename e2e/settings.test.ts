import { speak } from '@parlance/contract/i18n';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { privacyTexts } from '../web/src/features/settings/privacy/texts.ts';
import { texts } from '../web/src/features/settings/texts.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn, signInByForm, tellWhatIsSeen } from './visitor.ts';

const journey = startJourney();

const app = speak(appTexts, 'fr');
const t = speak(texts, 'fr');
const privacy = speak(privacyTexts, 'fr');

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');
/** Waits until a save was told, and puts the word away. */
async function saved(page: Page) {
  await page.getByText(t.saved).first().waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: t.title }).waitFor();
}

test('each part of the settings stays as saved, on another device, too; the tour starts again from there', async ({
  onTestFailed,
}) => {
  const { email } = await journey.newAccount('fr');
  const { page, troubles } = await journey.newVisitor('fr', { bypassCSP: true });
  onTestFailed(() => tellWhatIsSeen('settings', page));
  await signIn(page, journey.url, 'fr', email);
  await page.getByRole('link', { name: app.settings, exact: true }).click();
  await page.getByRole('checkbox', { name: t.activitySummaries }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: t.save, exact: true }).click();
  await saved(page);
  const summaries = page.getByRole('checkbox', { name: t.activitySummaries });
  await summaries.waitFor();
  expect(await summaries.isChecked()).toBe(true);

  // By keyboard: the tabs follow the arrows, and the address follows the tabs.
  await page.getByRole('tab', { name: t.notifications }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('combobox', { name: t.theme }).selectOption('light');
  expect(await themeOf(page)).toBe('light');
  await page.getByRole('combobox', { name: t.timezone }).waitFor();
  await page.getByRole('checkbox', { name: t.tooltips }).waitFor();
  expect(await violations(page)).toEqual([]);
  await saved(page);
  expect([new URL(page.url()).search, await themeOf(page)]).toEqual(['?tab=appearance', 'light']);

  await page.getByRole('tab', { name: t.privacy }).click();
  await page.getByText(privacy.never, { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('checkbox', { name: privacy.marketingCommunications }).check();
  await page.getByRole('button', { name: privacy.savePreferences }).click();
  await saved(page);
  const marketing = page.getByRole('checkbox', { name: privacy.marketingCommunications });
  await marketing.waitFor();
  expect(await marketing.isChecked()).toBe(true);
  expect(await page.getByText(privacy.never, { exact: true }).count()).toBe(0);

  const phone = await journey.newVisitor('fr', { viewport: { width: 360, height: 740 } });
  await signInByForm(phone.page, journey.url, 'fr', email);
  await phone.page.locator('html[data-theme=light]').waitFor();
  await phone.page.goto(`${journey.url}/settings?tab=privacy`);
  await phone.page.getByRole('checkbox', { name: privacy.marketingCommunications }).waitFor();
  const width = () => document.documentElement.scrollWidth;
  expect(await phone.page.evaluate(width)).toBeLessThanOrEqual(360);

  await page.goto(`${journey.url}/settings?tab=appearance`);
  await page.getByRole('button', { name: t.tourRestart }).click();
  await page
    .getByText(/^Étape 1 sur \d+$/)
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect([...troubles, ...phone.troubles]).toEqual([]);
});
