import { errors } from '@parlance/contract/errors';
import { type Language, speak } from '@parlance/contract/i18n';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBotApi } from '../server/src/test/servers/bot-api.ts';
import { startGraphApi } from '../server/src/test/servers/graph-api.ts';
import { creationTexts } from '../web/src/features/channels/creation/texts.ts';
import { formTexts } from '../web/src/features/channels/forms/texts.ts';
import { listTexts } from '../web/src/features/channels/list/texts.ts';
import { texts } from '../web/src/features/channels/texts.ts';
import { texts as dialogTexts } from '../web/src/features/chatbots/dialog-texts.ts';
import { texts as chatbotTexts } from '../web/src/features/chatbots/texts.ts';
import { texts as conversationTexts } from '../web/src/features/conversations/texts.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

let telegram: Awaited<ReturnType<typeof startBotApi>>;
let meta: Awaited<ReturnType<typeof startGraphApi>>;
beforeAll(async () => {
  [telegram, meta] = await Promise.all([startBotApi(), startGraphApi()]);
});
afterAll(() => Promise.all([telegram?.stop(), meta?.stop()]));
const journey = startJourney(() => ({ TELEGRAM_API_URL: telegram.url, WHATSAPP_API_URL: meta.url }));

const wordsIn = (language: Language) => ({
  ...speak(chatbotTexts, language),
  ...speak(dialogTexts, language),
  ...speak(formTexts, language),
  ...speak(creationTexts, language),
  ...speak(texts, language),
  // Last: it has a step's words, too.
  ...speak(listTexts, language),
});
/** Who writes in pieces is answered a second after the last of them. */
const patience = { timeout: 20_000 };

type Call = Awaited<ReturnType<typeof journey.newAccount>>['call'];
const countOf = async (call: Call, path: string) => (await call<{ items: unknown[] }>(path)).items.length;
const createdIn = (page: Page) => new URL(page.url()).searchParams.get('created') ?? '';

test('a bot is created on a phone step by step, mended where its token was wrong, and seen to answer', async () => {
  const t = wordsIn('fr');
  const { email, call } = await journey.newAccount('fr');
  const { context, page, troubles } = await journey.newVisitor('fr', {
    bypassCSP: true,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    await signIn(page, journey.url, 'fr', email, '/channels');
    await page.getByRole('button', { name: t.telegramCreate }).click();
    const token = page.getByLabel(t.botToken, { exact: true });
    await page.getByRole('textbox', { name: speak(chatbotTexts, 'fr').name }).fill('Lilas');
    await token.fill('123456:unknown');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: t.submit }).click();

    await page.getByText(errors.telegram_token_invalid.title.fr).first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await countOf(call, '/chatbots')).toBe(0);
    // Who comes back finds it as it stands.
    await page.reload();
    const good = telegram.addBot('lilas_bot');
    await token.fill(good);
    await page.getByRole('button', { name: t.sendToken }).click();
    await page.getByRole('heading', { name: t.readyTitle('Lilas', 'Telegram') }).waitFor();
    await page.getByText(t.waiting).waitFor();
    expect(await violations(page)).toEqual([]);

    const json = { question: 'Les chiens sont-ils admis ?', answer: 'Oui, en laisse.' };
    await call(`/chatbots/${createdIn(page)}/answers`, { json });
    expect(await telegram.deliver(good, telegram.message(json.question))).toBe(200);
    await page.getByText(t.arrived).waitFor();
    await expect.poll(() => telegram.sent().join(), patience).toContain('en laisse');

    await page.getByRole('button', { name: t.detailsOf('Lilas') }).click();
    await page.getByText(t.tokenEnds(good.slice(-4))).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${journey.url}/summary`);
    await page.getByText(json.question).first().waitFor();
    await page.getByText('Telegram', { exact: true }).first().waitFor();
    expect(troubles).toEqual([]);
  } catch (error) {
    await tellWhatIsSeen('channels-telegram', page);
    throw error;
  }
  await context.close();
});

test('a number is created, watched step by step, seen to answer, to break and to be mended, and let go of', async () => {
  const t = wordsIn('en');
  const { email, call } = await journey.newAccount('en');
  const { context, page, troubles } = await journey.newVisitor('en', { bypassCSP: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const step = (name: string, status: string) =>
    page.locator(`[data-step=${name}][data-status=${status}]`).waitFor({ timeout: 60_000 });
  const { businessAccountId, ...credentials } = meta.addAccount();
  const account = meta.accountOf(businessAccountId);
  const create = async (accessToken: string) => {
    const typed = { ...credentials, accessToken, businessAccountId };
    await page.getByRole('textbox', { name: speak(chatbotTexts, 'en').name }).fill('Lilac');
    for (const [name, value] of Object.entries(typed))
      await page.getByLabel(t[name as keyof typeof typed], { exact: true }).fill(value);
    expect(await violations(page)).toEqual([]);
    await button(t.submit).click();
  };
  try {
    await signIn(page, journey.url, 'en', email, '/channels');
    await button(t.whatsappCreate).click();
    await create('EAAwrong');
    await page.getByText(errors.whatsapp_token_invalid.title.en).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await button(t.giveUp).click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: t.giveUp })
      .click();
    await page.getByText(t.gaveUp('Lilac')).waitFor();
    for (const path of ['/chatbots', '/channels']) expect(await countOf(call, path)).toBe(0);

    const verify = meta.hold('debug_token');
    const subscribe = meta.hold('subscribed_apps');
    await button(t.whatsappCreate).click();
    await create(credentials.accessToken);
    await step('verifying', 'running');
    await step('credentials', 'pending');
    verify();
    await step('credentials', 'running');
    for (const name of ['verifying', 'creating', 'configuring']) await step(name, 'done');
    subscribe();
    await page.getByRole('heading', { name: t.readyTitle('Lilac', 'WhatsApp') }).waitFor();
    await page.getByRole('img', { name: t.scan }).waitFor();
    const link = page.getByRole('link', { name: t.open('WhatsApp') });
    expect(await link.getAttribute('href')).toBe(
      `https://wa.me/${account?.numbers[0]?.display_phone_number.replace(/\D/g, '')}`,
    );
    await page.getByText(t.waiting).waitFor();
    expect(await violations(page)).toEqual([]);

    const json = { question: 'Are dogs allowed?', answer: 'Yes, on a lead.' };
    await call(`/chatbots/${createdIn(page)}/answers`, { json });
    expect(await meta.deliver(businessAccountId, meta.text(json.question))).toBe(200);
    await page.getByText(t.arrived).waitFor();
    await expect.poll(() => JSON.stringify(meta.messages), patience).toContain('on a lead');

    // What its owner takes back at Meta is said here, and ends when it is given again.
    if (account) account.isTokenValid = false;
    await meta.deliver(businessAccountId, meta.text('And cats?'));
    await page.getByText(t.error, { exact: true }).waitFor();
    await button(t.detailsOf('Lilac')).click();
    await page.getByText(errors.whatsapp_token_invalid.title.en).first().waitFor();
    expect(await violations(page)).toEqual([]);
    if (account) account.isTokenValid = true;
    await button(t.reconnect).click();
    await page.getByText(t.healthy).waitFor();
    await page.getByText(t.connected, { exact: true }).waitFor();
    await meta.deliver(businessAccountId, meta.text('And what about dogs, are they allowed?'));
    // What could not be sent meanwhile is sent now, too.
    await expect.poll(() => meta.messages.length, patience).toBe(3);

    await page.goto(`${journey.url}/summary`);
    await page.getByText('WhatsApp', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: json.question }).click();
    await page.getByText(json.answer).first().waitFor();
    expect(await page.getByText(speak(conversationTexts, 'en').failed, { exact: true }).count()).toBe(0);

    await page.goto(`${journey.url}/chatbots`);
    await button(t.actionsOf('Lilac')).click();
    await page.getByRole('menuitem', { name: t.delete, exact: true }).click();
    const asked = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await asked.getByText(t.whatsappDelete).waitFor();
    await asked.getByRole('button', { name: t.delete, exact: true }).click();
    await page.getByText(t.deleted('Lilac')).first().waitFor();
    expect(await countOf(call, '/channels')).toBe(0);
    expect(troubles).toEqual([]);
  } catch (error) {
    await tellWhatIsSeen('channels-whatsapp', page);
    throw error;
  }
  await context.close();
});

test.each([
  { platform: 'telegram', language: 'en', width: 1440 },
  { platform: 'whatsapp', language: 'fr', width: 360 },
] as const)('$platform is set up in $language, too, and answers', async ({ platform, language, width }) => {
  const t = wordsIn(language);
  const { email, call } = await journey.newAccount(language);
  const viewport = { width, height: 800 };
  const { context, page, troubles } = await journey.newVisitor(language, { bypassCSP: true, viewport });
  const token = telegram.addBot('lilac_bot');
  const number = meta.addAccount();
  const { typed, title, write, answers } = {
    telegram: {
      typed: { botToken: token },
      title: t.readyTitle('Lilac', 'Telegram'),
      write: (text: string) => telegram.deliver(token, telegram.message(text)),
      answers: () => telegram.sent().join(),
    },
    whatsapp: {
      typed: number,
      title: t.readyTitle('Lilac', 'WhatsApp'),
      write: (text: string) => meta.deliver(number.businessAccountId, meta.text(text)),
      answers: () => JSON.stringify(meta.messages),
    },
  }[platform];
  try {
    await signIn(page, journey.url, language, email, `/channels?new=${platform}`);
    await page.getByRole('textbox', { name: speak(chatbotTexts, language).name }).fill('Lilac');
    for (const [name, value] of Object.entries(typed))
      await page.getByLabel(t[name as keyof typeof number | 'botToken'], { exact: true }).fill(value);
    await page.getByRole('button', { name: t.submit }).click();
    await page.getByRole('heading', { name: title }).waitFor({ timeout: 60_000 });
    const json = { question: `Do you take cheques on ${platform}?`, answer: `Not on ${platform}.` };
    await call(`/chatbots/${createdIn(page)}/answers`, { json });
    expect(await write(json.question)).toBe(200);
    await page.getByText(t.arrived).waitFor();
    await expect.poll(answers, patience).toContain(json.answer);
    await page.getByRole('button', { name: t.detailsOf('Lilac') }).click();
    await page.getByText(t.healthy).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(troubles).toEqual([]);
  } catch (error) {
    await tellWhatIsSeen(`channels-${platform}-${language}`, page);
    throw error;
  }
  await context.close();
});
