import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { speak } from '@parlance/contract/i18n';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebServer } from '../server/src/test/servers/web.ts';
import { usageTexts } from '../web/src/app/signed-in/usage-texts.ts';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { registerTexts } from '../web/src/features/auth/screens/Register/texts.ts';
import { texts as authTexts } from '../web/src/features/auth/texts.ts';
import { texts as dialogTexts } from '../web/src/features/chatbots/dialog-texts.ts';
import { texts as chatbotTexts } from '../web/src/features/chatbots/texts.ts';
import { texts as integrationTexts } from '../web/src/features/customiser/integration/texts.ts';
import { internalTexts } from '../web/src/features/customiser/internal-texts.ts';
import { texts as customiserTexts } from '../web/src/features/customiser/texts.ts';
import { texts as dashboardTexts } from '../web/src/features/dashboard/texts.ts';
import { tourTexts } from '../web/src/features/help/tour/texts.ts';
import { texts as addTexts } from '../web/src/features/sources/add-urls/texts.ts';
import { texts as sourceTexts } from '../web/src/features/sources/texts.ts';
import { texts as uploadTexts } from '../web/src/features/sources/uploads/texts.ts';
import { words as wordTexts } from '../web/src/lib/language/words.ts';
import { textsIn as widgetTextsIn } from '../widget/src/messages.ts';
import { linkIn, mailTo, newEmail, password } from './built-program.ts';
import { startCustomerSite } from './customer-site.ts';
import { hotel, writeDocuments } from './hotel.ts';
import { startJourney } from './start-journey.ts';
import { newVisitor, tellWhatIsSeen } from './visitor.ts';

/** What the built-in texts call a refusal; the words of the four kinds of bad file. */
const refusals = {
  fr: {
    'scan.pdf': /Aucun texte n’a été trouvé/,
    'locked.pdf': /protégé par un mot de passe/,
    'empty.txt': /vide/,
    'lying.pdf': /ne correspond pas à son extension/,
  },
  en: {
    'scan.pdf': /No text was found/,
    'locked.pdf': /password-protected/,
    'empty.txt': /empty/,
    'lying.pdf': /does not match its extension/,
  },
} as const;
const unknown = {
  fr: 'Je n’ai pas trouvé la réponse dans mes sources.',
  en: 'I couldn’t find the answer in my sources.',
};
const launcherName = { fr: 'Discuter avec', en: 'Chat with' };

let site: Awaited<ReturnType<typeof startCustomerSite>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-documents-'));
  web = await startWebServer();
});
afterAll(async () => {
  await web?.stop();
  await rm(folder, { recursive: true, force: true });
});
const journey = startJourney(() => ({ CRAWLER_ALLOW: web.host }));
beforeAll(async () => {
  site = await startCustomerSite(journey.url);
});
afterAll(() => site?.stop());

async function upload(page: Page, language: 'fr' | 'en', paths: string[]) {
  const t = { sources: speak(sourceTexts, language), upload: speak(uploadTexts, language) };
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t.sources.upload }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: t.upload.choose }).click();
  await (await choosing).setFiles(paths);
  await page.keyboard.press('Escape');
}

/** The number that stands first in "1 234 used of 100 000". */
const usedOf = async (meter: Locator) =>
  Number(
    /^[\d\s,.\u202f\u00a0]+/.exec((await meter.getAttribute('aria-valuetext')) ?? '')?.[0].replace(/\D/g, ''),
  );

for (const language of ['fr', 'en'] as const) {
  test(`a stranger gets from sign-up to a cited answer on somebody’s page (${language})`, async ({
    onTestFailed,
  }) => {
    const words = hotel[language];
    const t = {
      app: speak(appTexts, language),
      usage: speak(usageTexts, language),
      auth: speak(authTexts, language),
      register: speak(registerTexts, language),
      chatbots: speak(chatbotTexts, language),
      dialogs: speak(dialogTexts, language),
      integration: speak(integrationTexts, language),
      customiser: speak(customiserTexts, language),
      internal: speak(internalTexts, language),
      dashboard: speak(dashboardTexts, language),
      tour: speak(tourTexts, language),
      sources: speak(sourceTexts, language),
      add: speak(addTexts, language),
      widget: widgetTextsIn(language),
      words: speak(wordTexts, language),
    };
    const { context, page, troubles } = await journey.newVisitor(language, { takesTour: true });
    onTestFailed(() => tellWhatIsSeen(`owner-${language}`, page));
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: journey.url });
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = (name: string) => page.getByRole('link', { name, exact: true });

    // Signs up.
    await page.goto(journey.url);
    await heading(t.auth.signInTitle);
    expect(new URL(page.url()).pathname).toBe('/login');
    await link(t.auth.createAccount).click();
    await heading(t.register.registerTitle);
    const email = newEmail();
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await field(t.register.firstName).fill('Camille');
    await field(t.register.lastName).fill('Morel');
    await field(t.auth.email).fill(email);
    await field(t.auth.password).fill(password);
    await field(t.register.confirmPassword).fill(password);
    await page.getByRole('checkbox', { name: t.auth.terms }).check();
    await button(t.auth.createAccount).click();
    await heading(t.auth.sentTitle);

    // Confirms.
    await page.goto(linkIn((await mailTo(journey.program, email)).text));
    await heading(t.dashboard.greeting('Camille'));
    expect(await page.title()).toBe(`${t.dashboard.greeting('Camille')} · Parlance`);
    // Declined before anything else: left open, it would wait for the next visit to the dashboard.
    const tour = page.getByRole('dialog', { name: t.tour.welcomeTitle });
    await tour.getByRole('button', { name: t.tour.skip, exact: true }).click();
    await tour.waitFor({ state: 'detached' });

    // Creates a chatbot and lands on its sources.
    await link(t.dashboard.create).first().click();
    await field(t.chatbots.name).fill(words.name);
    await button(t.chatbots.create).click();
    await heading(t.sources.title);
    expect(new URL(page.url()).pathname).toMatch(/^\/chatbots\/[0-9a-f-]{36}\/data-sources$/);
    await page.getByText(t.dialogs.completed(words.name)).first().waitFor();
    await page.getByText(t.dialogs.quoting).first().waitFor();
    const sourcesAddress = page.url();

    // Good files become ready, bad ones say why; none holds up another.
    const documents = await writeDocuments(folder, language);
    await upload(page, language, [...documents.good, ...documents.bad].map(documents.path));
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    for (const name of documents.good) await row(name).getByText(t.sources.ready).waitFor();
    for (const [name, sentence] of Object.entries(refusals[language])) {
      await page.getByRole('main').getByText(name).first().waitFor();
      await page.getByRole('main').getByText(sentence).first().waitFor();
    }

    // A page by its address.
    web.page(
      '/bicycles',
      `<html lang="${language}"><title>Bicycles</title><main>${words.page}</main></html>`,
    );
    await button(t.sources.addUrls).click();
    await page.getByRole('textbox', { name: t.add.addresses }).fill(web.url('/bicycles'));
    await button(t.add.add).click();
    await page.getByRole('tab', { name: t.sources.urls }).click();
    await row('/bicycles').getByText(t.sources.ready).waitFor();

    // Takes the line that puts it on a site, and names whom to turn to.
    await link(t.app.chatbots).first().click();
    await link(words.name).click();
    await heading(words.name);
    await page.getByRole('tab', { name: t.customiser.internal }).click();
    await field(t.internal.contact).fill(words.contact);
    await button(t.customiser.save).click();
    await page.getByText(t.customiser.saved).first().waitFor();
    await page.getByRole('tab', { name: t.customiser.integration }).click();
    await button(t.integration.copy).first().click();
    await page.getByText(t.integration.copied).first().waitFor();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    expect(snippet).toMatch(/^<script src="[^"]+" data-chatbot="[^"]+" async><\/script>$/);

    // Or writes to whoever looks after the site.
    await page.getByRole('radio', { name: t.integration.keeperOther }).check();
    const letter = await link(t.integration.sendInstructions).getAttribute('href');
    expect(decodeURIComponent(letter ?? '')).toMatch(/^mailto:\?subject=/);
    expect(decodeURIComponent(letter ?? '')).toContain(snippet);

    const meter = page.getByRole('complementary').or(page.getByRole('banner'));
    const rail = meter.getByRole('meter', { name: t.usage.messageTokens });
    const before = await usedOf(rail);

    // On another origin, a visitor asks and opens the citation.
    const path = `/${language}`;
    site.paste(path, language, words.name, snippet);
    const origins = [journey.url, new URL(site.url('/')).origin];
    const visitor = await newVisitor(journey.browser, language, origins);
    const there = visitor.page;
    onTestFailed(() => tellWhatIsSeen(`visitor-${language}`, there));
    const openChat = async () => {
      await there.getByRole('button', { name: `${launcherName[language]} ${words.name}` }).click();
      await there.getByRole('textbox', { name: t.widget.placeholder }).waitFor();
    };
    const ask = async (question: string) => {
      await there.getByRole('textbox', { name: t.widget.placeholder }).fill(question);
      await there.getByRole('button', { name: t.widget.send }).click();
    };
    const answer = there.getByRole('listitem').last();
    await there.goto(site.url(path));
    await openChat();
    await ask(words.questions.breakfast);
    await answer.getByText(words.breakfast).first().waitFor();
    const source = answer.getByRole('button', { name: /guide\.pdf.*page 2/ });
    await source.click();
    expect(await source.getAttribute('aria-expanded')).toBe('true');
    expect(await answer.getByRole('blockquote').textContent()).toContain(words.breakfast);
    await ask(words.questions.bicycles);
    await answer
      .getByRole('button', { name: /bicycles/i })
      .first()
      .click();
    const cited = await answer.getByRole('link').first().getAttribute('href');
    expect(cited?.replace(/#:~:text=.+$/, '')).toBe(web.url('/bicycles'));

    // Comes back to the same conversation.
    await there.reload();
    await openChat();
    await there.getByText(words.questions.breakfast).waitFor();
    await there.getByText(words.breakfast).first().waitFor();

    // Is told when nothing is known, and whom to ask.
    await ask(words.questions.offTopic);
    await answer.getByText(unknown[language]).waitFor();
    expect(await answer.getByRole('link', { name: words.contact }).first().getAttribute('href')).toBe(
      `mailto:${words.contact}`,
    );

    // What it cost is told in the rail and on the dashboard.
    await link(t.app.dashboard).first().click();
    await heading(t.dashboard.greeting('Camille'));
    const main = page.getByRole('main');
    await expect
      .poll(() => usedOf(main.getByRole('meter', { name: t.dashboard.messageTokens })), { timeout: 20_000 })
      .toBeGreaterThan(before);
    await expect.poll(() => usedOf(rail), { timeout: 20_000 }).toBeGreaterThan(before);
    await main.getByText(words.questions.offTopic).first().waitFor();

    // What visitors do moves the figures of every open tab, without a reload, within two seconds.
    const tab = await context.newPage();
    await tab.goto(`${journey.url}/profile`);
    const figures = [
      main.getByRole('meter', { name: t.dashboard.messageTokens }),
      rail,
      tab.getByRole('meter', { name: t.usage.messageTokens }),
    ];
    let quickestMs = Number.POSITIVE_INFINITY;
    // On a machine that is busy with other tests, the best of three.
    for (let tries = 0; tries < 3 && quickestMs >= 2000; tries++) {
      const shown = await Promise.all(figures.map(usedOf));
      const said = await there.getByRole('listitem').count();
      await ask(words.questions.breakfast);
      await there
        .getByRole('listitem')
        .nth(said + 1)
        .waitFor();
      const begun = performance.now();
      const haveMoved = async () =>
        (await Promise.all(figures.map(usedOf))).every((used, at) => used > (shown[at] ?? 0));
      await expect.poll(haveMoved, { timeout: 20_000, interval: 50 }).toBe(true);
      quickestMs = Math.min(quickestMs, performance.now() - begun);
    }
    expect(quickestMs).toBeLessThan(2000);
    await tab.close();

    // A deleted source answers nothing any more.
    await page.goto(sourcesAddress);
    await button(t.sources.actionsOf('guide.pdf')).click();
    await page.getByRole('menuitem', { name: t.sources.delete }).click();
    await row('guide.pdf').waitFor({ state: 'detached' });
    // Until its toast is gone it can be taken back.
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('region').getByRole('button', { name: t.words.close }).first().click();
    expect((await deleted).status()).toBe(204);
    await ask(words.questions.breakfast);
    await answer.getByText(unknown[language]).waitFor();

    // Signs out; the wanted page waits behind the next sign-in.
    await button(t.app.signOut).click();
    await heading(t.auth.signInTitle);
    await page.goto(`${journey.url}/chatbots`);
    await heading(t.auth.signInTitle);
    expect(new URL(page.url()).pathname).toBe('/login');
    await field(t.auth.email).fill(email);
    await field(t.auth.password).fill(password);
    await button(t.auth.signIn).click();
    await heading(t.chatbots.title);
    expect(new URL(page.url()).pathname).toBe('/chatbots');

    expect(visitor.troubles).toEqual([]);
    expect(troubles).toEqual([]);
    await visitor.context.close();
    await context.close();
  });
}
