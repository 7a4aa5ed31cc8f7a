import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Language, speak } from '@parlance/contract/i18n';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../scripts/environment/browser.ts';
import { startOidcIssuer } from '../server/src/test/servers/oidc-issuer.ts';
import {
  startIdentityProvider,
  type TestIdentityProvider,
} from '../server/src/test/servers/saml-provider.ts';
import { startWebServer } from '../server/src/test/servers/web.ts';
import { frameTexts } from '../web/src/app/frame/texts.ts';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { confirmationTexts } from '../web/src/features/auth/email-links/texts.ts';
import { otherWaysTexts } from '../web/src/features/auth/parts/other-ways-texts.ts';
import { consentTexts } from '../web/src/features/auth/screens/GoogleConsent/texts.ts';
import { resetTexts } from '../web/src/features/auth/screens/PasswordReset/texts.ts';
import { registerTexts } from '../web/src/features/auth/screens/Register/texts.ts';
import { texts as authTexts } from '../web/src/features/auth/texts.ts';
import { texts as chatbotTexts } from '../web/src/features/chatbots/texts.ts';
import { texts as dashboardTexts } from '../web/src/features/dashboard/texts.ts';
import {
  type BuiltProgram,
  databaseForTest,
  linkIn,
  mailTo,
  newEmail,
  newPerson,
  password,
  startBuilt,
  until,
} from './built-program.ts';
import { everyOtherTest, languages } from './languages.ts';
import { violations } from './violations.ts';
import { newVisitor, tellWhatIsSeen } from './visitor.ts';

const newPassword = 'sept chats verts';

let browser: Browser;
let database: Awaited<ReturnType<typeof databaseForTest>>;
let issuer: Awaited<ReturnType<typeof startOidcIssuer>>;
let organisation: TestIdentityProvider;
let folder: string;
let program: BuiltProgram;

beforeAll(async () => {
  [browser, database, issuer, organisation, folder] = await Promise.all([
    launchBrowser(),
    databaseForTest(),
    startOidcIssuer(),
    startIdentityProvider(),
    mkdtemp(join(tmpdir(), 'parlance-organisations-')),
  ]);
  await writeFile(join(folder, 'acme.xml'), organisation.metadata);
  const organisations = [{ id: 'acme', domains: ['acme.example'], metadata: 'acme.xml' }];
  await writeFile(join(folder, 'organisations.json'), JSON.stringify(organisations));
  // Every person here comes from one address.
  program = await startBuilt({
    DATABASE_URL: database.url,
    AUTH_RATE_LIMIT_EMAILS_PER_HOUR: '600',
    AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0',
    SAML_PROVIDERS: join(folder, 'organisations.json'),
    ...issuer.env,
  });
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await Promise.all([database?.drop(), issuer?.stop(), organisation?.stop()]);
  if (folder) await rm(folder, { recursive: true });
});

const wordsIn = (language: Language) => ({
  app: speak(appTexts, language),
  frame: speak(frameTexts, language),
  auth: speak(authTexts, language),
  register: speak(registerTexts, language),
  confirmation: speak(confirmationTexts, language),
  consent: speak(consentTexts, language),
  other: speak(otherWaysTexts, language),
  reset: speak(resetTexts, language),
  chatbots: speak(chatbotTexts, language),
  dashboard: speak(dashboardTexts, language),
});

/** A browser of one's own, and the ways through it. */
async function person(language: Language, options: BrowserContextOptions = {}, url = program.url) {
  const visitor = await newVisitor(browser, language, [url, issuer.url, organisation.url], options);
  const { page } = visitor;
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const t = wordsIn(language);
  return {
    ...visitor,
    t,
    field,
    button,
    link,
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
    open: (path: string) => page.goto(url + path),
    path: () => new URL(page.url()).pathname,
    async giveCredentials(email: string, key: string) {
      await field(t.auth.email).fill(email);
      await field(t.auth.password).fill(key);
      await button(t.auth.signIn).click();
    },
  };
}

const newAccount = (language: Language) =>
  newPerson(program.url, language, async (email) => linkIn((await mailTo(program, email)).text));

const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';

/** The newest mail with a way to a new password, once there are this many. */
const recoveryMail = (email: string, count: number) =>
  until(`recovery mail ${count}`, async () => {
    const answer = await fetch(`${program.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const mails = ((await answer.json()) as { text: string }[]).filter(({ text }) =>
      text.includes('type=recovery'),
    );
    return mails.length >= count ? mails[0]?.text : undefined;
  });

const hasFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(name);

describe.each(languages)('accounts (%s)', (language) => {
  const journey = everyOtherTest(language);
  journey(
    'somebody signs up by keyboard alone, mends what is wrong, and types the mail’s code',
    async ({ onTestFailed }) => {
      const at = await person(language);
      const { page, t } = at;
      onTestFailed(() => tellWhatIsSeen(`accounts-sign-up-${language}`, page));
      await at.open('/register');
      await at.heading(t.register.registerTitle);
      await at.field(t.register.firstName).focus();
      await page.keyboard.press('Enter');
      await page.getByText(t.register.fieldRequired).first().waitFor();
      await hasFocus(page, 'firstName');
      const email = newEmail();
      const type = async (text: string) => {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      };
      await type('Camille');
      await type('Morel');
      await type(email);
      await type(password);
      // The eye stands between the two passwords, and can be pressed.
      await page.keyboard.press('Space');
      expect(await at.field(t.auth.password).getAttribute('type')).toBe('text');
      await page.keyboard.press('Tab');
      await type('six chevaux');
      await page.keyboard.press('Tab');
      await type('exemple.fr');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.getByText(t.auth.passwordMismatch).waitFor();
      await hasFocus(page, 'confirmation');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await at.heading(t.auth.sentTitle);
      await page.getByText(email).first().waitFor();

      await at.field(t.auth.code).fill('000000');
      await page.keyboard.press('Enter');
      await page.getByText(t.auth.codeWrong).waitFor();
      await hasFocus(page, 'code');
      await at.field(t.auth.code).fill(codeIn((await mailTo(program, email)).text));
      await page.keyboard.press('Enter');
      await at.heading(t.dashboard.greeting('Camille'));

      // A refused code answers 403, which the browser notes by itself.
      expect(at.troubles.filter((line) => !line.includes('403'))).toEqual([]);
      await at.context.close();

      // The address is taken now; the form says so at its field and keeps what was typed.
      const again = await person(language);
      await again.open('/register');
      await again.field(t.register.firstName).fill('Camille');
      await again.field(t.register.lastName).fill('Morel');
      await again.field(t.auth.email).fill(email);
      await again.field(t.auth.password).fill(password);
      await again.field(t.register.confirmPassword).fill(password);
      await again.page.getByRole('checkbox', { name: t.auth.terms }).check();
      await again.button(t.auth.createAccount).click();
      await again.page.getByText(t.auth.emailTaken).first().waitFor();
      await hasFocus(again.page, 'email');
      expect(await again.field(t.register.firstName).inputValue()).toBe('Camille');
      await again.context.close();
    },
  );

  journey('a link opened in another browser confirms, and asks to sign in', async ({ onTestFailed }) => {
    const { page: signUp, ...first } = await person(language);
    const { t } = first;
    await first.open('/register');
    const email = newEmail();
    await first.field(t.register.firstName).fill('Camille');
    await first.field(t.register.lastName).fill('Morel');
    await first.field(t.auth.email).fill(email);
    await first.field(t.auth.password).fill(password);
    await first.field(t.register.confirmPassword).fill(password);
    await signUp.getByRole('checkbox', { name: t.auth.terms }).check();
    await first.button(t.auth.createAccount).click();
    await first.heading(t.auth.sentTitle);
    const mail = (await mailTo(program, email)).text;
    await first.context.close();

    const at = await person(language);
    const { page } = at;
    onTestFailed(() => tellWhatIsSeen(`accounts-elsewhere-${language}`, page));
    await page.goto(linkIn(mail));
    await page.getByText(t.confirmation.successSignIn).waitFor();
    await at.heading(t.auth.signInTitle);
    await at.giveCredentials(email, password);
    await at.heading(t.dashboard.greeting('Camille'));
    await at.open('/email-confirmation#error=access_denied&error_code=otp_expired');
    await at.heading(t.confirmation.expiredTitle);
    // What would open an account leaves the address at once, on an open page, too; what nobody knows confirms nothing.
    for (const path of ['/chatbots', '/email-confirmation']) {
      await at.open(`${path}#access_token=a.b.c&refresh_token=d&type=signup`);
      await at.heading(t.confirmation.invalidTitle);
      expect(page.url()).toBe(`${program.url}/email-confirmation`);
    }
    await at.open('/email-confirmation?token=garbage&type=signup');
    await at.heading(t.confirmation.invalidTitle);
    await at.open('/chatbots#access_token=a.b.c&refresh_token=d&type=recovery');
    await at.heading(t.confirmation.recoveryTitle);
    expect(page.url()).toBe(`${program.url}/email-confirmation`);
    await page.reload();
    await at.heading(t.confirmation.recoveryTitle);
    // The browser itself notes what was refused.
    expect(at.troubles.filter((line) => !/status of 40[013]/.test(line))).toEqual([]);
    await at.context.close();
  });

  journey(
    'a forgotten password is replaced, by the link or by its code elsewhere',
    async ({ onTestFailed }) => {
      const { email } = await newAccount(language);
      const at = await person(language);
      const { page, t } = at;
      onTestFailed(() => tellWhatIsSeen(`accounts-reset-${language}`, page));
      await at.open('/chatbots');
      await at.heading(t.auth.signInTitle);
      await at.link(t.auth.forgot).click();
      await at.heading(t.reset.forgotTitle);

      // An unknown address answers the same.
      await at.field(t.auth.email).fill(newEmail());
      await at.button(t.reset.send).click();
      await at.heading(t.auth.sentTitle);
      await at.button(t.auth.otherAddress).click();
      await at.field(t.auth.email).fill(email);
      await at.button(t.reset.send).click();
      await at.heading(t.auth.sentTitle);
      const mail = await recoveryMail(email, 1);

      await page.goto(linkIn(mail));
      await at.heading(t.reset.resetTitle);
      expect(page.url()).toBe(`${program.url}/reset-password`);
      // Nothing else is open, and a reload changes nothing.
      await at.open('/chatbots');
      await at.heading(t.reset.resetTitle);
      expect(at.path()).toBe('/reset-password');
      await at.field(t.reset.newPassword).fill('abc');
      await at.field(t.reset.confirmNew).fill('abcd');
      await at.button(t.reset.save).click();
      await page.getByText(t.auth.passwordShort).waitFor();
      await page.getByText(t.auth.passwordMismatch).waitFor();
      await hasFocus(page, 'password');
      await at.field(t.reset.newPassword).fill('123456');
      await at.field(t.reset.confirmNew).fill('123456');
      await at.button(t.reset.save).click();
      await page.getByText(t.auth.passwordCommon).first().waitFor();
      await at.field(t.reset.newPassword).fill(newPassword);
      await at.field(t.reset.confirmNew).fill(newPassword);
      await at.button(t.reset.save).click();
      await page.getByText(t.reset.changed, { exact: true }).waitFor();
      await at.heading(t.dashboard.greeting('Camille'));
      await at.button(t.app.signOut).click();
      await at.heading(t.auth.signInTitle);
      await at.giveCredentials(email, password);
      await page.getByText(t.auth.badCredentials).first().waitFor();
      expect(await at.field(t.auth.email).inputValue()).toBe(email);
      await at.giveCredentials(email, newPassword);
      await page.getByRole('navigation').waitFor();
      await at.button(t.app.signOut).click();
      await at.heading(t.auth.signInTitle);

      // A used link says so, and takes the wish for another one in place.
      await page.goto(linkIn(mail));
      await at.heading(t.reset.expiredTitle);
      await at.field(t.auth.email).fill(email);
      await at.button(t.reset.send).click();
      await at.heading(t.auth.sentTitle);
      await recoveryMail(email, 2);

      // On another device the code does.
      const phone = await person(language, { viewport: { width: 360, height: 740 } });
      onTestFailed(() => tellWhatIsSeen(`accounts-reset-phone-${language}`, phone.page));
      await phone.open('/forgot-password');
      await phone.field(t.auth.email).fill(email);
      await phone.button(t.reset.send).click();
      await phone.heading(t.auth.sentTitle);
      const last = await recoveryMail(email, 3);
      await phone.field(t.auth.code).fill(codeIn(last));
      await phone.button(t.auth.confirmCode).click();
      await phone.heading(t.reset.resetTitle);
      await phone.field(t.reset.newPassword).fill(password);
      await phone.field(t.reset.confirmNew).fill(password);
      await phone.button(t.reset.save).click();
      await phone.heading(t.dashboard.greeting('Camille'));
      // Refusals are noted by the browser itself: a weak password, a wrong one.
      expect(at.troubles.filter((line) => !/status of 4(00|22)/.test(line))).toEqual([]);
      expect(phone.troubles).toEqual([]);
      await Promise.all([at.context.close(), phone.context.close()]);
    },
  );

  journey(
    'who comes with Google consents once, and then reaches the wanted page',
    async ({ onTestFailed }) => {
      const at = await person(language, { bypassCSP: true });
      const { page, t } = at;
      onTestFailed(() => tellWhatIsSeen(`accounts-google-${language}`, page));
      issuer.person = { ...issuer.person, sub: newEmail(), email: newEmail() };

      // Refused there, it says so here.
      issuer.isRefusing = true;
      await at.open('/chatbots');
      await at.heading(t.auth.signInTitle);
      await at.button(t.other.google).click();
      await page.getByText(t.confirmation.providerRefused).waitFor();
      await at.heading(t.auth.signInTitle);
      issuer.isRefusing = false;

      await at.open('/chatbots');
      await at.heading(t.auth.signInTitle);
      await at.button(t.other.google).click();
      await at.heading(t.consent.title);
      await page.getByText(issuer.person.email ?? '').waitFor();
      // There is no way round it.
      await at.open('/');
      await at.heading(t.consent.title);
      await at.open('/chatbots');
      await at.heading(t.consent.title);
      await at.button(t.consent.submit).click();
      await page.getByText(t.auth.termsRequired).waitFor();
      await hasFocus(page, 'terms');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Space');
      await page.getByRole('checkbox', { name: t.auth.updates }).check();
      await at.button(t.consent.submit).click();
      await at.heading(t.chatbots.title);
      expect(at.path()).toBe('/chatbots');
      await at.open('/');
      await at.heading(t.dashboard.greeting('Camille'));
      await at.open('/auth/google-consent');
      await at.heading(t.dashboard.greeting('Camille'));

      // Not asked again, on no device.
      await at.button(t.app.signOut).click();
      await at.heading(t.auth.signInTitle);
      await at.button(t.other.google).click();
      await at.heading(t.dashboard.greeting('Camille'));
      expect(at.troubles).toEqual([]);
      await at.context.close();
    },
  );

  journey('who works for an organisation signs in there, by the address alone', async ({ onTestFailed }) => {
    const at = await person(language);
    const { page, t } = at;
    onTestFailed(() => tellWhatIsSeen(`accounts-organisation-${language}`, page));
    const email = newEmail().replace(/@.*/, '@acme.example');
    organisation.person = { nameId: email, email, givenName: 'Camille', surname: 'Morel' };
    await at.open('/chatbots');
    await at.heading(t.auth.signInTitle);
    await at.button(t.other.sso).click();
    await page.getByText(t.auth.ssoNeedsEmail).waitFor();
    await hasFocus(page, 'email');
    await at.field(t.auth.email).fill(newEmail());
    await at.button(t.other.sso).click();
    await page.getByText(t.auth.ssoUnknown).first().waitFor();
    await at.field(t.auth.email).fill(email);
    await page.keyboard.press('Tab');
    await at.button(t.other.sso).click();
    await at.heading(t.chatbots.title);
    expect(at.path()).toBe('/chatbots');
    await at.open('/');
    await at.heading(t.dashboard.greeting('Camille'));
    expect(at.troubles.filter((line) => !line.includes('status of 404'))).toEqual([]);
    await at.context.close();
  });

  journey(
    'the session lives as long as was wished, and the wanted page is kept',
    async ({ onTestFailed }) => {
      const { email } = await newAccount(language);
      const at = await person(language);
      const { page, context, t } = at;
      onTestFailed(() => tellWhatIsSeen(`accounts-remember-${language}`, page));
      await at.open('/chatbots?search=spa');
      await at.heading(t.auth.signInTitle);
      await page.getByRole('checkbox', { name: t.auth.remember }).uncheck();
      await at.giveCredentials(email, password);
      await at.heading(t.chatbots.title);
      expect(new URL(page.url()).search).toBe('?search=spa');
      await page.reload();
      await at.heading(t.chatbots.title);
      const other = await context.newPage();
      await other.goto(`${program.url}/chatbots`);
      await other.getByRole('heading', { level: 1, name: t.auth.signInTitle }).waitFor();

      // Ticked, it is there in every tab, and its end is told to every tab.
      await other.getByRole('textbox', { name: t.auth.email, exact: true }).fill(email);
      await other.getByRole('textbox', { name: t.auth.password, exact: true }).fill(password);
      await other.getByRole('button', { name: t.auth.signIn, exact: true }).click();
      await other.getByRole('heading', { level: 1, name: t.chatbots.title }).waitFor();
      await page.reload();
      await at.heading(t.chatbots.title);
      const third = await context.newPage();
      await third.goto(`${program.url}/login`);
      await third.getByRole('navigation').waitFor();
      await third.getByRole('button', { name: t.app.signOut, exact: true }).click();
      await third.getByRole('heading', { level: 1, name: t.auth.signInTitle }).waitFor();
      await other.getByRole('heading', { level: 1, name: t.auth.signInTitle }).waitFor();
      expect(at.troubles).toEqual([]);
      await context.close();
    },
  );

  journey('offline is told, and nothing typed is lost', async ({ onTestFailed }) => {
    const at = await person(language);
    const { page, t } = at;
    onTestFailed(() => tellWhatIsSeen(`accounts-offline-${language}`, page));
    await at.open('/login');
    await at.heading(t.auth.signInTitle);
    await at.context.setOffline(true);
    await page.getByText(t.frame.offline).waitFor();
    await at.giveCredentials('camille@example.org', password);
    await page.getByText(t.auth.network).first().waitFor();
    expect(await at.field(t.auth.password).inputValue()).toBe(password);
    await at.context.setOffline(false);
    await page.getByText(t.frame.offline).waitFor({ state: 'detached' });
    await at.context.close();
  });
});

test('a limit is counted down, and outlasts a reload', async ({ onTestFailed }) => {
  const { email } = await newAccount('fr');
  const at = await person('fr');
  const { page, t } = at;
  onTestFailed(() => tellWhatIsSeen('accounts-limit', page));
  await at.open('/login');
  for (let tries = 0; tries < 6; tries++) {
    await at.field(t.auth.email).fill(email);
    await at.field(t.auth.password).fill(`wrong-password-${tries}`);
    const answered = page.waitForResponse(/grant_type=password/);
    await at.button(t.auth.signIn).click();
    if ((await answered).status() === 429) break;
  }
  const sentence =
    /Trop de tentatives depuis cette connexion\. Veuillez patienter avant de réessayer\. Réessayez dans \d+ minutes?$/;
  await page.getByRole('main').getByText(sentence).waitFor();
  await page.getByRole('button', { name: /^Réessayez dans \d+.min.\d\d$/ }).waitFor();
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('global_rate_limit') ?? '{}'));
  expect(record).toMatchObject({ isRateLimited: true, email: 'GLOBAL' });
  expect(record.retryAfter).toBeGreaterThan(Date.now());
  await page.reload();
  await page.getByRole('main').getByText(sentence).waitFor();
  await at.context.close();
});

test('the security monitor tells of a burst of pages once, from anywhere but localhost', async ({
  onTestFailed,
}) => {
  const { email } = await newAccount('fr');
  const elsewhere = program.url.replace('localhost', 'parlance.test');
  const other = await launchBrowser({ args: ['--host-resolver-rules=MAP parlance.test 127.0.0.1'] });
  try {
    for (const [url, expected] of [
      [elsewhere, 1],
      [program.url, 0],
    ] as const) {
      const { page, context } = await newVisitor(other, 'fr', [url]);
      onTestFailed(() => tellWhatIsSeen('accounts-monitor', page));
      const reports: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/functions/v1/security-monitor')) reports.push(request.postDataJSON());
      });
      const t = wordsIn('fr');
      await page.goto(`${url}/login`);
      await page.getByRole('textbox', { name: t.auth.email, exact: true }).fill(email);
      await page.getByRole('textbox', { name: t.auth.password, exact: true }).fill(password);
      await page.getByRole('button', { name: t.auth.signIn, exact: true }).click();
      await page.getByRole('navigation').waitFor();
      for (let visits = 0; visits < 7; visits++) {
        await page.getByRole('link', { name: t.app.chatbots, exact: true }).first().click();
        await page.getByRole('heading', { level: 1, name: t.chatbots.title }).waitFor();
        await page.getByRole('link', { name: t.app.dashboard, exact: true }).first().click();
        await page.getByRole('heading', { level: 1, name: t.dashboard.greeting('Camille') }).waitFor();
      }
      await expect
        .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('access_attempts') ?? '[]').length))
        .toBe(15);
      await expect.poll(() => reports.length).toBe(expected);
      if (expected > 0)
        expect(reports[0]).toMatchObject({
          event: 'excessive_access_attempts',
          severity: 'high',
          details: { attempts: 11 },
          source: 'parlance-web',
        });
      await context.close();
    }
  } finally {
    await other.close();
  }
});

test('where a captcha is asked for, it runs in its frame and is solved once a try', async ({
  onTestFailed,
}) => {
  const provider = await startWebServer();
  provider.on('/siteverify', (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}'),
  );
  const guarded = await startBuilt({
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SECRET: 'the secret',
    CAPTCHA_SITE_KEY: 'the site key',
    CAPTCHA_VERIFY_URL: provider.url('/siteverify'),
    CRAWLER_ALLOW: provider.host,
  });
  try {
    const at = await person('fr', {}, guarded.url);
    const { page, context, t } = at;
    onTestFailed(() => tellWhatIsSeen('accounts-captcha', page));
    // In the provider's place: a button that a person presses.
    await context.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.turnstile = { render(place, options) {
          const button = document.createElement('button');
          button.textContent = 'human ' + options.sitekey;
          button.onclick = () => options.callback('solved');
          place.append(button);
        } }; window.onCaptchaReady();`,
      }),
    );
    await at.open('/login');
    const human = page.frameLocator('iframe').getByRole('button', { name: 'human the site key' });
    await human.waitFor();
    await at.giveCredentials('camille@example.org', password);
    await page.getByText(t.auth.captchaDue).first().waitFor();
    for (let tries = 0; tries < 2; tries++) {
      await human.click();
      const asked = page.waitForRequest(/grant_type=password/);
      await at.button(t.auth.signIn).click();
      expect((await asked).postDataJSON().gotrue_meta_security.captcha_token).toBe('solved');
      await page.getByText(t.auth.badCredentials).first().waitFor();
    }
    expect(
      at.troubles.filter(
        (line) => !line.includes('challenges.cloudflare') && !line.includes('status of 400'),
      ),
    ).toEqual([]);
    await context.close();
  } finally {
    await Promise.all([guarded.stop(), provider.stop()]);
  }
});
