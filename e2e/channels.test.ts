import { errors } from '@parlance/contract/errors';
import { speak } from '@parlance/contract/i18n';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBotApi } from '../server/src/test/servers/bot-api.ts';
import { creationTexts } from '../web/src/features/channels/creation/texts.ts';
import { formTexts } from '../web/src/features/channels/forms/texts.ts';
import { listTexts } from '../web/src/features/channels/list/texts.ts';
import { texts } from '../web/src/features/channels/texts.ts';
import { texts as chatbotTexts } from '../web/src/features/chatbots/texts.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn, tellWhatIsSeen } from './visitor.ts';

let api: Awaited<ReturnType<typeof startBotApi>>;
beforeAll(async () => {
  api = await startBotApi();
});
afterAll(() => api?.stop());
const journey = startJourney(() => ({ TELEGRAM_API_URL: api.url }));

test.each(['fr', 'en'] as const)(
  'a bot is created step by step, mended where its token was wrong, and seen to answer (%s)',
  async (language) => {
    const { email, call } = await journey.newAccount(language);
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { context, page, troubles } = await journey.newVisitor(language, {
      bypassCSP: true,
      ...(language === 'en' ? phone : {}),
    });
    const [t, f, c, l] = [
      speak(texts, language),
      speak(formTexts, language),
      speak(creationTexts, language),
      speak(listTexts, language),
    ];
    try {
      await signIn(page, journey.url, language, email);
      await page.goto(`${journey.url}/channels`);
      await page.getByRole('button', { name: t.telegramCreate }).click();
      const token = page.getByLabel(f.botToken, { exact: true });
      await page.getByRole('textbox', { name: speak(chatbotTexts, language).name }).fill('Lilas');
      await token.fill('123456:unknown');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: f.submit }).click();

      await page.getByText(errors.telegram_token_invalid.title[language]).first().waitFor();
      expect(await violations(page)).toEqual([]);
      // Who comes back finds it as it stands.
      await page.reload();
      const good = api.addBot(`lilas_${language}_bot`);
      await token.fill(good);
      await page.getByRole('button', { name: c.sendToken }).click();
      await page.getByRole('heading', { name: c.readyTitle('Lilas', 'Telegram') }).waitFor();
      await page.getByText(c.waiting).waitFor();
      expect(await violations(page)).toEqual([]);

      const id = new URL(page.url()).searchParams.get('created') ?? '';
      await call(`/chatbots/${id}/answers`, {
        json: { question: 'Are dogs allowed?', answer: 'Yes, on a lead.' },
      });
      expect(await api.deliver(good, api.message('Are dogs allowed?'))).toBe(200);
      await page.getByText(c.arrived).waitFor();
      await expect.poll(() => api.sent().some((text) => text.includes('on a lead'))).toBe(true);

      await page.getByRole('button', { name: l.detailsOf('Lilas') }).click();
      await page.getByText(l.tokenEnds(good.slice(-4))).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.goto(`${journey.url}/summary`);
      await page.getByText('Are dogs allowed?').first().waitFor();
      await page.getByText('Telegram', { exact: true }).first().waitFor();
      expect(troubles).toEqual([]);
    } catch (error) {
      await tellWhatIsSeen(`channels-${language}`, page);
      throw error;
    }
    await context.close();
  },
);
