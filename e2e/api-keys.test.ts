import { speak } from '@parlance/contract/i18n';
import { expect, test } from 'vitest';
import { apiKeyTexts } from '../web/src/features/profile/api-keys/texts.ts';
import { languages } from './languages.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

const journey = startJourney();

test.each(languages)('a key is made, used by a program, and revoked (%s)', async (language) => {
  const t = speak(apiKeyTexts, language);
  const { email, call } = await journey.newAccount(language);
  await call('/chatbots', { json: { name: 'Accueil', platform: 'website' } });
  const { page, troubles } = await journey.newVisitor(language, { bypassCSP: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  try {
    await signIn(page, journey.url, language, email, '/profile');
    await page.getByText(t.none).waitFor();
    await button(t.create).click();
    const form = page.getByRole('dialog', { name: t.createTitle });
    await form.getByRole('button', { name: t.create, exact: true }).click();
    await form.getByText(t.scopesMissing).waitFor();
    await form.getByRole('textbox', { name: t.name }).fill('Export');
    await form.getByRole('checkbox', { name: t.read }).check();
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: t.create, exact: true }).click();

    const made = page.getByRole('dialog', { name: t.madeTitle });
    const key = (await made.getByText(/^parlance_/).textContent()) ?? '';
    // A slip of the finger loses nothing.
    await page.keyboard.press('Escape');
    expect(await violations(page)).toEqual([]);
    await button(t.kept).click();
    await made.waitFor({ state: 'detached' });
    const line = page.getByRole('list', { name: t.keys }).getByRole('listitem');
    await line.getByText(`parlance_…${key.slice(-4)}`).waitFor();
    await line.getByText(t.unused).waitFor();

    const use = async () => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${journey.url}/api/v1/chatbots`, { headers })).status;
    };
    expect(await use()).toBe(200);
    await page.reload();
    await line.getByRole('time').waitFor();
    await button(t.revokeOf('Export')).click();
    await page.getByRole('dialog').getByRole('button', { name: t.revoke, exact: true }).click();
    await page.getByText(t.none).waitFor();
    expect(await use()).toBe(401);
    expect(troubles).toEqual([]);
  } catch (error) {
    await tellWhatIsSeen(`api-keys-${language}`, page);
    throw error;
  }
});
