import { type Language, speak } from '@parlance/contract/i18n';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../scripts/environment/browser.ts';
import { png } from '../server/src/test/images.ts';
import { leaveTexts } from '../web/src/app/root/leave-texts.ts';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { writeTexts } from '../web/src/features/answers/writing/texts.ts';
import { texts as authTexts } from '../web/src/features/auth/texts.ts';
import { texts as dialogTexts } from '../web/src/features/chatbots/dialog-texts.ts';
import { texts as chatbotTexts } from '../web/src/features/chatbots/texts.ts';
import { summaryTexts } from '../web/src/features/conversations/summaries/texts.ts';
import { texts as conversationTexts } from '../web/src/features/conversations/texts.ts';
import { unansweredTexts } from '../web/src/features/conversations/unanswered/texts.ts';
import { texts as integrationTexts } from '../web/src/features/customiser/integration/texts.ts';
import { internalTexts } from '../web/src/features/customiser/internal-texts.ts';
import { previewTexts } from '../web/src/features/customiser/preview/texts.ts';
import { texts as customiserTexts } from '../web/src/features/customiser/texts.ts';
import { visualTexts } from '../web/src/features/customiser/visual/texts.ts';
import { texts as sourceTexts } from '../web/src/features/sources/texts.ts';
import { texts as uploadTexts } from '../web/src/features/sources/uploads/texts.ts';
import { textsIn as widgetTextsIn } from '../widget/src/messages.ts';
import { password, until } from './built-program.ts';
import { startCustomerSite } from './customer-site.ts';
import { hotel } from './hotel.ts';
import { startJourney } from './start-journey.ts';
import { newVisitor, signIn, signInByForm, tellWhatIsSeen } from './visitor.ts';

const journey = startJourney({
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0',
  PLANS_FILE: new URL('../server/src/test/plans.json', import.meta.url).pathname,
});
let site: Awaited<ReturnType<typeof startCustomerSite>>;

beforeAll(async () => {
  site = await startCustomerSite(journey.url);
});
afterAll(() => site?.stop());

/** Two ways to the same end: a computer in French, a phone in English. */
const devices = {
  fr: { viewport: { width: 1440, height: 900 } },
  en: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
} as const;
/** Nothing that the hotel has written says it, and the words of the second asking are others. */
const dogs = {
  fr: {
    asked: 'Peut-on venir avec son chien ?',
    again: 'Est-ce que je peux venir avec un chien ?',
    answer: 'Oui, un chien par chambre, pour 12 € par nuit.',
  },
  en: {
    asked: 'Can we bring our dog?',
    again: 'May I bring a dog?',
    answer: 'Yes, one dog per room, for 12 euros a night.',
  },
} as const;
const launcherName = { fr: 'Discuter avec', en: 'Chat with' } as const;

const wordsOf = (language: Language) => ({
  app: speak(appTexts, language),
  auth: speak(authTexts, language),
  leave: speak(leaveTexts, language),
  chatbots: speak(chatbotTexts, language),
  dialogs: speak(dialogTexts, language),
  customiser: speak(customiserTexts, language),
  visual: speak(visualTexts, language),
  internal: speak(internalTexts, language),
  integration: speak(integrationTexts, language),
  preview: speak(previewTexts, language),
  sources: speak(sourceTexts, language),
  uploads: speak(uploadTexts, language),
  conversations: speak(conversationTexts, language),
  summary: speak(summaryTexts, language),
  unanswered: speak(unansweredTexts, language),
  write: speak(writeTexts, language),
  widget: widgetTextsIn(language),
});

/** A visitor of the customer's page, with the chat open. */
async function visit(language: Language, path: string, title: string, options: object = {}) {
  const origins = [journey.url, new URL(site.url('/')).origin];
  const visitor = await newVisitor(journey.browser, language, origins, options);
  const { page } = visitor;
  const t = widgetTextsIn(language);
  await page.goto(site.url(path));
  await page.getByRole('button', { name: `${launcherName[language]} ${title}` }).click();
  const field = page.getByRole('textbox', { name: t.placeholder });
  await field.waitFor();
  return {
    ...visitor,
    async ask(question: string) {
      await field.fill(question);
      await page.getByRole('button', { name: t.send }).click();
      await page.getByText(question).filter({ visible: true }).first().waitFor();
    },
    answer: page.getByRole('listitem').last(),
  };
}

for (const language of ['fr', 'en'] as const) {
  test(`a chatbot is made one’s own, meets a visitor, learns what it did not know, is copied and deleted (${language})`, async ({
    onTestFailed,
  }) => {
    const t = wordsOf(language);
    const words = hotel[language];
    const { email, call } = await journey.newAccount(language);
    const { context, page, troubles } = await journey.newVisitor(language, devices[language]);
    onTestFailed(() => tellWhatIsSeen(`chatbots-${language}`, page));
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: journey.url });
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await signIn(page, journey.url, language, email);

    // The first one is a name away, and lands on its data sources.
    await page.goto(`${journey.url}/chatbots`);
    await field(t.chatbots.name).fill(words.name);
    await button(t.chatbots.create).click();
    await page.waitForURL(/\/data-sources$/);
    const [, chatbotId] = /chatbots\/([^/]+)\//.exec(page.url()) ?? [];
    const form = new FormData();
    form.append('files', new Blob([words.parking]), 'parking.txt');
    await call(`/chatbots/${chatbotId}/files`, { method: 'POST', body: form });

    // Its look, beside the real widget.
    await page.goto(`${journey.url}/chatbots/${chatbotId}/personnaliser`);
    await heading(words.name);
    const title = language === 'fr' ? 'Réception' : 'Front desk';
    await field(t.visual.title).fill(title);
    await button(t.visual.ocean).click();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'avatar.png', mimeType: 'image/png', buffer: png(64, 64) });
    await page.getByText(t.visual.imageSaved).first().waitFor();
    if (language === 'en') await button(t.preview.open).click();
    const preview = page.frameLocator(`iframe[title="${t.preview.frame}"]`);
    await preview.getByRole('heading', { name: title }).first().waitFor();
    if (language === 'en') await page.keyboard.press('Escape');

    // What it says, in an order of one's own.
    await tab(t.customiser.internal).click();
    const welcome = language === 'fr' ? 'Bienvenue aux Glycines.' : 'Welcome to the Wisteria.';
    await field(t.internal.welcomeMessage).fill(welcome);
    await field(t.internal.contact).fill(words.contact);
    const suggestions = [dogs[language].asked, words.questions.breakfast];
    for (const text of suggestions) {
      await field(t.internal.newSuggestion).fill(text);
      await button(t.internal.add).click();
    }
    await button(t.internal.moveUp(2)).click();
    await page.keyboard.press('Control+s');
    await page.getByText(t.customiser.saved).first().waitFor();

    // The line that puts it on a page as strict as pages are.
    await tab(t.customiser.integration).click();
    await button(t.integration.copy).first().click();
    await page.getByText(t.integration.copied).first().waitFor();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    site.paste(`/${language}`, language, words.name, snippet);
    const visitor = await visit(language, `/${language}`, title, devices[language]);
    onTestFailed(() => tellWhatIsSeen(`chatbots-visitor-${language}`, visitor.page));
    await visitor.page.getByText(welcome).waitFor();
    expect(
      await visitor.page.getByRole('listitem').getByRole('button', { name: /\?$/ }).allTextContents(),
    ).toEqual(suggestions.toReversed());
    const parking = language === 'fr' ? 'Combien coûte le parking ?' : 'How much is the car park?';
    await visitor.ask(parking);
    await visitor.answer
      .getByText(/9\s(?:€|euros)/)
      .first()
      .waitFor();
    await visitor.ask(dogs[language].asked);
    await visitor.answer.getByRole('link', { name: words.contact }).first().waitFor();

    // The owner reads it, and answers.
    await page.goto(`${journey.url}/summary`);
    await page.getByRole('link', { name: parking }).first().click();
    await page.getByText(dogs[language].asked).first().waitFor();
    await page.goto(`${journey.url}/summary?tab=summary`);
    await button(t.summary.generate).click();
    await page.getByText(t.summary.counted).waitFor();
    await page.getByRole('heading', { level: 2, name: t.summary.missing }).waitFor();
    await page.goto(`${journey.url}/summary?tab=unanswered`);
    await page.getByRole('heading', { level: 2, name: dogs[language].asked }).waitFor();
    await button(t.unanswered.answer).click();
    await field(t.write.answer).fill(dogs[language].answer);
    await button(t.write.save).click();
    await page.getByText(t.write.saved).first().waitFor();

    // Asked again, in other words, it answers.
    await visitor.ask(dogs[language].again);
    await visitor.answer.getByText(dogs[language].answer).first().waitFor();
    expect(visitor.troubles).toEqual([]);
    await visitor.context.close();

    // A copy of it, which answers as it does; then both are deleted.
    await page.goto(`${journey.url}/chatbots`);
    const menuOf = async (name: string, item: string) => {
      await page.getByRole('button', { name: t.chatbots.actionsOf(name) }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await menuOf(words.name, t.chatbots.duplicate);
    await page.getByRole('dialog').getByRole('button', { name: t.dialogs.duplicate, exact: true }).click();
    const copy = `${words.name} (2)`;
    const { publicId } = await until('the copy to be whole', async () => {
      const { items } = await call<{ items: { name: string; creation: string; publicId: string }[] }>(
        '/chatbots',
      );
      return items.find(({ name, creation }) => name === copy && creation === 'completed');
    });
    const answered = await fetch(`${journey.url}/embed/v1/${publicId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: journey.url },
      body: JSON.stringify({ text: dogs[language].again }),
    });
    expect(await answered.text()).toContain(dogs[language].answer);
    await page.goto(`${journey.url}/chatbots`);
    for (const name of [copy, words.name]) {
      await menuOf(name, t.chatbots.delete);
      await page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: t.chatbots.delete, exact: true })
        .click();
      await page.getByText(t.dialogs.deleted(name)).first().waitFor();
    }
    await page.getByText(t.chatbots.emptyTitle).waitFor();
    expect((await fetch(`${journey.url}/embed/v1/${publicId}`)).status).toBe(404);
    expect(troubles).toEqual([]);
    await context.close();
  });
}

test('of two pages that edit one chatbot the second is told, and nothing of either is lost', async ({
  onTestFailed,
}) => {
  const t = wordsOf('en');
  const { email, call } = await journey.newAccount('en');
  const { id } = await call<{ id: string }>('/chatbots', { json: { name: 'Museum', platform: 'website' } });
  const { context, page, troubles } = await journey.newVisitor('en');
  onTestFailed(() => tellWhatIsSeen('chatbots-two-pages', page));
  await signIn(page, journey.url, 'en', email);
  const address = `${journey.url}/chatbots/${id}/personnaliser`;
  const other = await context.newPage();
  for (const one of [page, other]) await one.goto(address);
  const of = (one: Page) => ({
    title: one.getByRole('textbox', { name: t.visual.title, exact: true }),
    placeholder: one.getByRole('textbox', { name: t.visual.placeholder, exact: true }),
    save: () => one.keyboard.press('Control+s'),
    saved: () => one.getByText(t.customiser.saved).first().waitFor(),
  });
  const [first, second] = [of(page), of(other)];
  await second.title.fill('Second');
  await second.placeholder.fill('Ask the museum');
  await first.title.fill('First');
  await first.save();
  await first.saved();

  await second.save();
  const told = other.getByRole('alert').filter({ hasText: t.customiser.bothTitle });
  await told.getByText('First').waitFor();
  expect(await second.title.inputValue()).toBe('Second');
  await told.getByRole('button', { name: t.customiser.takeTheirs }).click();
  await second.save();
  await second.saved();
  const { appearance } = await call<{ appearance: { title: string; placeholder: string } }>(
    `/chatbots/${id}`,
  );
  expect(appearance).toMatchObject({ title: 'First', placeholder: 'Ask the museum' });

  // Who signs out is asked about what is not saved, and leaves nothing of it to who comes next.
  await other.close();
  await first.title.fill('Unsaved');
  const signOut = page.getByRole('button', { name: t.app.signOut, exact: true });
  const asks = page.getByRole('dialog', { name: t.leave.title });
  await signOut.click();
  await asks.getByRole('button', { name: t.leave.stay }).click();
  expect(await first.title.inputValue()).toBe('Unsaved');
  await signOut.click();
  await asks.getByRole('button', { name: t.leave.leave }).click();
  const next = await journey.newAccount('en');
  await page.getByRole('textbox', { name: t.auth.email, exact: true }).fill(next.email);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('chatbot'))),
  ).toEqual([]);
  await page.getByRole('textbox', { name: t.auth.password, exact: true }).fill(password);
  await page.getByRole('button', { name: t.auth.signIn, exact: true }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Camille' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  // The save that was refused is told by the browser as well.
  expect(troubles.filter((trouble) => !trouble.includes('status of 409'))).toEqual([]);
  await context.close();
});

test('by keyboard alone a chatbot is made, shaped, saved and its line copied', async ({ onTestFailed }) => {
  const t = wordsOf('fr');
  const { email } = await journey.newAccount('fr');
  const { context, page, troubles } = await journey.newVisitor('fr');
  onTestFailed(() => tellWhatIsSeen('chatbots-keyboard', page));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: journey.url });
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  /** On from where one is, as far as it takes. */
  const tabTo = async (target: Locator) => {
    await target.waitFor();
    for (let pressed = 0; pressed < 150; pressed++) {
      if (await hasFocus(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${target}`);
  };
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const name = 'Accueil du musée';

  await signIn(page, journey.url, 'fr', email, '/chatbots');
  await tabTo(field(t.chatbots.name));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/data-sources$/);
  await page.goto(page.url().replace('data-sources', 'personnaliser'));

  await tabTo(field(t.visual.title));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Musée');
  await page
    .frameLocator(`iframe[title="${t.preview.frame}"]`)
    .getByRole('heading', { name: 'Musée' })
    .first()
    .waitFor();
  await page.getByRole('tab', { name: t.customiser.visual }).focus();
  await page.keyboard.press('ArrowRight');
  await tabTo(field(t.internal.newSuggestion));
  for (const text of ['Où se garer ?', 'Quels sont les tarifs ?']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await tabTo(button(t.internal.moveUp(2)));
  await page.keyboard.press('Enter');
  await expect.poll(() => field(t.internal.suggestion(1)).inputValue()).toBe('Quels sont les tarifs ?');
  await page.keyboard.press('Control+s');
  await page.getByText(t.customiser.saved).first().waitFor();

  await page.getByRole('tab', { name: t.customiser.internal }).focus();
  await page.keyboard.press('ArrowRight');
  await tabTo(button(t.integration.copy).first());
  await page.keyboard.press('Enter');
  await page.getByText(t.integration.copied).first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('data-chatbot="');
  expect(troubles).toEqual([]);
  await context.close();
});

test('over plain HTTP, under a name of the office’s own, files are chosen and lines are copied', async ({
  onTestFailed,
}) => {
  const t = wordsOf('fr');
  const { email, call } = await journey.newAccount('fr');
  const { id } = await call<{ id: string }>('/chatbots', { json: { name: 'Bureau', platform: 'website' } });
  const elsewhere = journey.url.replace('localhost', 'nas.test');
  const other = await launchBrowser({ args: ['--host-resolver-rules=MAP nas.test 127.0.0.1'] });
  const { page, troubles } = await newVisitor(other, 'fr', [elsewhere]);
  onTestFailed(() => tellWhatIsSeen('chatbots-plain-http', page).finally(() => other.close()));
  await signInByForm(page, elsewhere, 'fr', email);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await page.goto(`${elsewhere}/chatbots/${id}/data-sources`);
  await page.getByRole('button', { name: t.sources.upload }).first().click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t.uploads.choose }).click();
  const file = { name: 'accueil.txt', mimeType: 'text/plain', buffer: Buffer.from('Ouvert dès 9 heures.') };
  await (await choosing).setFiles([file]);
  await page.getByText(/^Envoyé · /).waitFor();

  await page.goto(`${elsewhere}/chatbots/${id}/personnaliser?tab=integration`);
  await page.getByRole('button', { name: t.integration.copy, exact: true }).first().click();
  await page.getByText(t.integration.copied).first().waitFor();
  const pasted = await page.evaluateHandle(() =>
    document.body.appendChild(document.createElement('textarea')),
  );
  await pasted.focus();
  await page.keyboard.press('ControlOrMeta+v');
  expect(await pasted.evaluate(({ value }) => value)).toContain('data-chatbot="');
  // The program is known by another name: what it pushes comes by asking; the browser wants HTTPS for one header.
  expect(troubles.filter((line) => !/WebSocket|Opener-Policy/.test(line))).toEqual([]);
  await other.close();
});
