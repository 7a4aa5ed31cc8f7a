import type { HelpPreferences } from '@parlance/contract/endpoints/account/help';
import { speak } from '@parlance/contract/i18n';
import { expect, test } from 'vitest';
import { steps } from '../web/src/features/help/tour/steps.ts';
import { tourTexts } from '../web/src/features/help/tour/texts.ts';
import { until } from './built-program.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

const t = speak(tourTexts, 'fr');
const journey = startJourney({ AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0' });

test('the tour goes over the real screens by the keyboard, through a reload, on a phone’s width too', async ({
  onTestFailed,
}) => {
  const { email, call } = await journey.newAccount('fr');
  await call('/preferences/help', { method: 'PUT', json: { tour: 'new' } });
  const { context, page, troubles } = await journey.newVisitor('fr', {
    bypassCSP: true,
    takesTour: true,
  });
  onTestFailed(() => tellWhatIsSeen('tour', page));
  await signIn(page, journey.url, 'fr', email);
  const dialog = page.getByRole('dialog');
  const isAt = (step: number) => dialog.getByText(t.counter(step, steps.length)).waitFor();
  await dialog.getByRole('button', { name: t.start }).click();
  for (let step = 1; step <= steps.length; step++) {
    await isAt(step);
    if (step === 3) await page.setViewportSize({ width: 360, height: 740 });
    if ([1, 3].includes(step)) expect(await violations(page)).toEqual([]);
    if (step === 6) {
      await page.reload();
      await isAt(step);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page.keyboard.press('ArrowRight');
  }
  await dialog.getByRole('heading', { name: t.doneTitle }).waitFor();
  await until('the end to be kept', async () => {
    const { tour, step } = await call<HelpPreferences>('/preferences/help');
    return (tour === 'completed' && step === null) || undefined;
  });
  await dialog.getByRole('button', { name: t.createFirst }).click();
  await page.waitForURL(/\/chatbots\?create=1/);
  expect(troubles).toEqual([]);
  await context.close();
});
