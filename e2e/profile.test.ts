import { type Language, speak } from '@parlance/contract/i18n';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { codeOf } from '../conformance/totp.ts';
import { messages as deletionMails } from '../server/src/features/privacy/messages.ts';
import {
  newPerson as newIssuedPerson,
  type OidcIssuer,
  startOidcIssuer,
} from '../server/src/test/servers/oidc-issuer.ts';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { confirmationTexts } from '../web/src/features/auth/email-links/texts.ts';
import { resetTexts } from '../web/src/features/auth/screens/PasswordReset/texts.ts';
import { secondStepTexts } from '../web/src/features/auth/second-step/texts.ts';
import { texts as authTexts } from '../web/src/features/auth/texts.ts';
import { keptAccountTexts } from '../web/src/features/profile/deletion/kept-account-texts.ts';
import { texts as profileTexts } from '../web/src/features/profile/texts.ts';
import { linkIn, mailTo, password, until } from './built-program.ts';
import { everyOtherTest, languages } from './languages.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { tellWhatIsSeen } from './visitor.ts';

const newPassword = 'sept chats verts';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

let issuer: OidcIssuer;

beforeAll(async () => {
  issuer = await startOidcIssuer();
});
afterAll(() => issuer?.stop());
const journey = startJourney(() => ({
  // Every person here comes from one address.
  AUTH_RATE_LIMIT_EMAILS_PER_HOUR: '600',
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0',
  ...issuer.env,
}));

const wordsIn = (language: Language) => ({
  app: speak(appTexts, language),
  auth: speak(authTexts, language),
  callback: speak(confirmationTexts, language),
  reset: speak(resetTexts, language),
  step: speak(secondStepTexts, language),
  profile: speak(profileTexts, language),
});

/** A browser of one's own, and the ways through it. */
async function person(language: Language, options: BrowserContextOptions = {}) {
  const { context, page, troubles } = await journey.newVisitor(language, options);
  const t = wordsIn(language);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  return {
    context,
    page,
    troubles,
    t,
    field,
    button,
    heading,
    async giveCredentials(email: string, key = password) {
      await page.goto(`${journey.url}/login`);
      await field(t.auth.email).fill(email);
      await field(t.auth.password).fill(key);
      await button(t.auth.signIn).click();
    },
    async signIn(email: string, key = password) {
      await this.giveCredentials(email, key);
      await page.getByRole('navigation').waitFor();
    },
    async openProfile() {
      await page.goto(`${journey.url}/profile`);
      await heading(t.profile.title);
      await field(t.profile.firstName).waitFor();
    },
    async signOut() {
      await button(t.app.signOut).click();
      await heading(t.auth.signInTitle);
    },
  };
}

const sessionLines = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');

describe.each(languages)('the profile (%s)', (language) => {
  const way = everyOtherTest(language);
  way(
    'personal information is saved, greeted by, and asked about before it is left',
    async ({ onTestFailed }) => {
      const { email } = await journey.newAccount(language);
      const { context, page, troubles, t, ...at } = await person(language);
      onTestFailed(() => tellWhatIsSeen(`profile-personal-${language}`, page));
      await at.signIn(email);
      await page.getByRole('link', { name: t.app.profile, exact: true }).click();
      await at.heading(t.profile.title);
      expect(await page.title()).toBe(`${t.profile.title} · Parlance`);

      await at.field(t.profile.firstName).fill('Camélia');
      await page.getByRole('link', { name: t.app.chatbots, exact: true }).click();
      await page.getByRole('dialog', { name: t.profile.leaveTitle }).waitFor();
      await at.button(t.profile.stay).click();
      await page.getByRole('textbox', { name: t.auth.website }).fill('exemple.fr');
      await at.button(t.profile.save).click();
      await page.getByText(t.profile.profileSaved, { exact: true }).waitFor();
      await page.getByText('Camélia Morel').waitFor();
      await page.reload();
      await at.field(t.profile.firstName).waitFor();
      expect(await at.field(t.profile.firstName).inputValue()).toBe('Camélia');
      expect(await page.getByRole('textbox', { name: t.auth.website }).inputValue()).toBe(
        'https://exemple.fr/',
      );
      expect(await at.field(t.profile.email).isEditable()).toBe(false);

      // The language changes under one's eyes, and is the account's on any device.
      const other = language === 'fr' ? 'en' : 'fr';
      await page.getByRole('radio', { name: other === 'fr' ? 'Français' : 'English' }).check();
      await at.heading(wordsIn(other).profile.title);
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(other);
      await until('the profile to hold the language', async () => {
        const answer = await page.evaluate(async () => {
          const { publishableKey } = await (await fetch('/config.json')).json();
          const { access_token: token } = JSON.parse(localStorage.getItem('parlance-auth') ?? '{}');
          const headers = { apikey: publishableKey, authorization: `Bearer ${token}` };
          return (await fetch('/rest/v1/profiles?select=preferred_locale', { headers })).json();
        });
        return answer[0]?.preferred_locale === other || undefined;
      });
      expect(troubles).toEqual([]);
      await context.close();
    },
  );

  way(
    'two-step sign-in: enrolled, asked for, replaced by a recovery code, turned off',
    async ({ onTestFailed }) => {
      const { email } = await journey.newAccount(language);
      const { context, page, t, ...at } = await person(language, { bypassCSP: true });
      onTestFailed(() => tellWhatIsSeen(`profile-two-step-${language}`, page));
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: journey.url });
      await at.signIn(email);
      await at.openProfile();

      await at.button(t.profile.activate).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: t.profile.enrolName }).fill('Téléphone de Camille');
      await page.keyboard.press('Enter');
      await dialog.getByRole('img', { name: t.profile.qrAlt }).waitFor();
      const code = dialog.getByRole('textbox', { name: t.profile.code });
      await expect.poll(() => code.evaluate((element) => element === document.activeElement)).toBe(true);
      const secret = ((await dialog.locator('code').textContent()) ?? '').replace(/\s/g, '');
      await code.fill(codeOf(secret, 20));
      await page.keyboard.press('Enter');
      await dialog.getByText(t.profile.codeWrong).waitFor();
      await code.fill(codeOf(secret, 0));
      await page.keyboard.press('Enter');

      // The recovery codes, this once.
      await page.getByRole('dialog', { name: t.profile.codesTitle }).waitFor();
      const codes = await dialog.getByRole('listitem').allInnerTexts();
      expect(codes).toHaveLength(10);
      expect(new Set(codes).size).toBe(10);
      expect(await violations(page)).toEqual([]);
      // A slip of the finger does not close what is shown only once.
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: t.profile.copy }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: t.profile.download }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(t.profile.codesFileName);
      await dialog.getByRole('button', { name: t.profile.codesKept }).click();
      await page.getByText('Téléphone de Camille').waitFor();
      expect(await violations(page)).toEqual([]);
      // The session that knew the password alone has ended.
      await expect.poll(() => sessionLines(page, t.profile.sessions).count()).toBe(1);

      // The next sign-in asks for a code before anything else.
      await at.signOut();
      await at.giveCredentials(email);
      await at.heading(t.step.title);
      await page.goto(`${journey.url}/profile`);
      await at.heading(t.step.title);
      await page.getByRole('textbox', { name: t.step.appCode }).fill(codeOf(secret, 1));
      await page.keyboard.press('Enter');
      await page.getByText('Téléphone de Camille').waitFor();

      // Without the phone a recovery code does, once.
      await at.signOut();
      const useRecoveryCode = async () => {
        await at.giveCredentials(email);
        await at.button(t.step.useRecovery).click();
        await at.field(t.step.recoveryCode).fill((codes[3] as string).toUpperCase().replaceAll('-', ' '));
        await page.keyboard.press('Enter');
      };
      await useRecoveryCode();
      await page.getByRole('navigation').waitFor();
      await at.signOut();
      await useRecoveryCode();
      await page.getByText(t.step.recoveryWrong).waitFor();
      await at.field(t.step.recoveryCode).fill(codes[4] as string);
      await page.keyboard.press('Enter');
      await page.getByRole('navigation').waitFor();

      // A forgotten password alone opens nothing: the second step comes before the new one.
      await at.signOut();
      await page.goto(`${journey.url}/forgot-password`);
      await at.field(t.auth.email).fill(email);
      await at.button(t.reset.send).click();
      await at.heading(t.auth.sentTitle);
      const mail = await until('the recovery mail', async () => {
        const { text } = await mailTo(journey.program, email);
        return text.includes('type=recovery') ? text : undefined;
      });
      await page.goto(linkIn(mail));
      await at.heading(t.step.title);
      expect(await violations(page)).toEqual([]);
      await at.button(t.step.useRecovery).click();
      await at.field(t.step.recoveryCode).fill(codes[5] as string);
      await page.keyboard.press('Enter');
      await at.heading(t.reset.resetTitle);
      await at.field(t.reset.newPassword).fill(newPassword);
      await at.field(t.reset.confirmNew).fill(newPassword);
      await at.button(t.reset.save).click();
      await page.getByRole('navigation').waitFor();

      // Off again: the password alone is enough.
      await at.openProfile();
      await at.button(t.profile.removeFactor('Téléphone de Camille')).click();
      await page.getByText(t.profile.removeLast).waitFor();
      await dialog.getByRole('button', { name: t.profile.remove, exact: true }).click();
      await page.getByText(t.profile.inactive, { exact: true }).waitFor();
      await expect
        .poll(() => at.button(t.profile.activate).evaluate((element) => element === document.activeElement))
        .toBe(true);
      await at.signOut();
      await at.signIn(email, newPassword);
      await context.close();
    },
  );

  way(
    'a changed password ends the other sessions and leaves this one where it is',
    async ({ onTestFailed }) => {
      const { email } = await journey.newAccount(language);
      const here = await person(language);
      const there = await person(language, { userAgent: phone });
      const { page, t } = here;
      onTestFailed(() => tellWhatIsSeen(`profile-password-${language}`, page));
      onTestFailed(() => tellWhatIsSeen(`profile-password-other-${language}`, there.page));
      await here.signIn(email);
      await there.signIn(email);
      await here.openProfile();

      const change = async (current: string) => {
        await here.field(t.profile.currentPassword).fill(current);
        await here.field(t.profile.newPassword).fill('sept juments grises');
        await here.field(t.profile.confirmPassword).fill('sept juments grises');
        await here.button(t.profile.changePassword).click();
      };
      await change('un autre mot');
      await page.getByRole('main').getByText(t.profile.passwordWrong, { exact: true }).waitFor();
      await change(password);
      await page.getByText(t.profile.passwordChanged, { exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/profile');
      expect(await here.field(t.profile.currentPassword).inputValue()).toBe('');
      await expect.poll(() => sessionLines(page, t.profile.sessions).count()).toBe(1);
      await page.reload();
      await here.heading(t.profile.title);

      // The other one may do nothing any more, until the new password is given.
      await there.page.goto(`${journey.url}/chatbots`);
      await there.field(there.t.auth.password).fill('sept juments grises');
      const email2 = there.field(there.t.auth.email);
      if (await email2.isVisible()) await email2.fill(email);
      await there.button(there.t.auth.signIn).click();
      await there.page.getByRole('navigation').waitFor();
      await Promise.all([here.context.close(), there.context.close()]);
    },
  );

  way('open sessions are named; one is ended, then all', async ({ onTestFailed }) => {
    const { email } = await journey.newAccount(language);
    const here = await person(language);
    const there = await person(language, { userAgent: phone });
    const { page, t } = here;
    onTestFailed(() => tellWhatIsSeen(`profile-sessions-${language}`, page));
    await there.signIn(email);
    await here.signIn(email);
    await here.openProfile();
    const lines = sessionLines(page, t.profile.sessions);
    // Both browsers, and what confirmed the account and signed it in over HTTP.
    await expect.poll(() => lines.count()).toBe(4);
    await lines.first().getByText(t.profile.thisSession).waitFor();
    await lines.getByText(t.profile.unknownDevice).first().waitFor();
    const name = t.profile.browserOn('Safari', 'iPhone');
    await here.button(t.profile.endSessionOf(name)).click();
    await page.getByText(t.profile.sessionEnded, { exact: true }).waitFor();
    await expect.poll(() => lines.count()).toBe(3);
    await there.page.goto(`${journey.url}/chatbots`);
    await there.field(there.t.auth.password).waitFor();

    await here.button(t.profile.signOutEverywhere).click();
    await page
      .getByRole('dialog', { name: t.profile.signOutEverywhereTitle })
      .getByRole('button', { name: t.profile.signOutEverywhere })
      .click();
    await here.heading(t.auth.signInTitle);
    await Promise.all([here.context.close(), there.context.close()]);
  });

  way(
    'a Google account is linked, is a way in that can be removed, and refusing is no harm',
    async ({ onTestFailed }) => {
      const { email } = await journey.newAccount(language);
      issuer.person = newIssuedPerson({ email });
      const { context, page, t, ...at } = await person(language);
      onTestFailed(() => tellWhatIsSeen(`profile-google-${language}`, page));
      await at.signIn(email);
      await at.openProfile();
      await page.getByText(t.profile.lastIdentity).waitFor();
      issuer.isRefusing = true;
      await at.button(t.profile.linkGoogle).click();
      await page.getByText(t.callback.providerRefused).waitFor();
      await page.getByText(t.callback.notLinkedTitle, { exact: true }).waitFor();
      await at.heading(t.profile.title);

      issuer.isRefusing = false;
      await at.button(t.profile.linkGoogle).click();
      await page.getByText(t.callback.linkedTitle, { exact: true }).waitFor();
      await at.button(t.profile.unlinkOf('Google')).waitFor();
      expect(new URL(page.url()).pathname).toBe('/profile');
      expect(await page.getByText(t.profile.lastIdentity).count()).toBe(0);
      await at.button(t.profile.unlinkOf('Google')).click();
      await page
        .getByRole('dialog', { name: t.profile.unlinkTitle('Google') })
        .getByRole('button', { name: t.profile.unlink })
        .click();
      await page.getByText(t.profile.unlinked, { exact: true }).waitFor();
      await page.getByText(t.profile.lastIdentity).waitFor();
      await context.close();
    },
  );

  way(
    'an account is deleted only with its box ticked, told when, and open again to who signs in before',
    async ({ onTestFailed }) => {
      const { email } = await journey.newAccount(language);
      const { context, page, t, ...at } = await person(language);
      onTestFailed(() => tellWhatIsSeen(`profile-deletion-${language}`, page));
      await at.signIn(email);
      await at.openProfile();
      await at.button(t.profile.deletionButton).click();
      await page.getByText(t.profile.deletionUnconfirmed).waitFor();
      await page.getByRole('checkbox', { name: t.profile.deletionConfirm }).check();
      await at.button(t.profile.deletionButton).click();
      const dialog = page.getByRole('dialog', { name: t.profile.deletionRequested });
      await dialog.waitFor();
      await dialog.getByRole('button', { name: t.profile.deletionSignOut }).click();
      await at.heading(t.auth.signInTitle);
      const { deletionSubject } = speak(deletionMails, language);
      await until('the mail that confirms it', async () => {
        const { subject } = await mailTo(journey.program, email);
        return subject === deletionSubject || undefined;
      });
      // The request stands in nobody's way back, and its end is told.
      await at.signIn(email);
      await page.getByText(speak(keptAccountTexts, language).title, { exact: true }).waitFor();
      await at.openProfile();
      await context.close();
    },
  );
});
