import { readFile } from 'node:fs/promises';
import { speak } from '@parlance/contract/i18n';
import { expect, test } from 'vitest';
import { unzip } from '../server/src/test/unzip.ts';
import { exportTexts } from '../web/src/features/settings/rights/export-texts.ts';
import { mailTo } from './built-program.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

const journey = startJourney();
const t = speak(exportTexts, 'fr');

test('somebody asks for their archive, downloads it, finds their chatbot in it, and deletes it', async ({
  onTestFailed,
}) => {
  const { email, call } = await journey.newAccount('fr');
  await call('/chatbots', { json: { name: 'Auberge des Tilleuls', platform: 'website' } });
  const { page, troubles } = await journey.newVisitor('fr', { bypassCSP: true });
  onTestFailed(() => tellWhatIsSeen('rights', page));
  await signIn(page, journey.url, 'fr', email, '/settings?tab=privacy');
  await page.getByText(t.none).waitFor();
  await page.getByRole('button', { name: t.exports }).click();
  await page.getByText(t.requestedText).first().waitFor();
  const link = page.getByRole('link', { name: t.download });
  await link.waitFor();
  expect(await violations(page)).toEqual([]);
  expect((await mailTo(journey.program, email)).subject).toBe('Vos données sont prêtes');

  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^parlance-[\d-]+\.zip$/);
  const files = await unzip(await readFile(await download.path()));
  expect([...files.values()].some((bytes) => bytes.includes('Auberge des Tilleuls'))).toBe(true);

  const address = (await link.getAttribute('href')) ?? '';
  await page.getByRole('button', { name: /^Supprimer\s:/ }).click();
  const sure = page.getByRole('dialog', { name: t.deleteSure });
  await sure.getByText(t.deleteText).waitFor();
  expect(await violations(page)).toEqual([]);
  await sure.getByRole('button', { name: t.delete }).click();
  await page.getByText(t.none).waitFor();
  expect((await fetch(address)).status).toBe(404);
  expect(troubles).toEqual([]);
});
