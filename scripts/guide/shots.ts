import { type Language, speak } from '@parlance/contract/i18n';
import type { Locator, Page } from 'playwright-core';
import { registerTexts } from '../../web/src/features/auth/screens/Register/texts.ts';
import { texts as authTexts } from '../../web/src/features/auth/texts.ts';
import { texts as chatbotTexts } from '../../web/src/features/chatbots/texts.ts';
import { summaryTexts } from '../../web/src/features/conversations/summaries/texts.ts';
import { unansweredTexts } from '../../web/src/features/conversations/unanswered/texts.ts';
import { texts as urlTexts } from '../../web/src/features/sources/add-urls/texts.ts';
import { texts as sourceTexts } from '../../web/src/features/sources/texts.ts';
import { texts as transferTexts } from '../../web/src/features/transfers/texts.ts';
import { example } from './example.ts';

export type Place = Locator;

interface Shot {
  name: string;
  path(chatbotId: string): string;
  /** Brings about what is to be seen, and says what is framed and what is marked. */
  show(page: Page, language: Language): Promise<{ framed: readonly Place[]; marked?: Place }>;
  width?: number;
  maxHeight?: number;
  /** Pixels around what is framed. */
  room?: number;
  isSignedOut?: boolean;
}

const main = (page: Page) => page.locator('main');
const dialog = (page: Page) => page.getByRole('dialog').last();
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true }).first();
const sourcesOf = (id: string) => `/chatbots/${id}/data-sources`;
const settingsOf = (id: string) => `/chatbots/${id}/personnaliser`;

/** Each picture of the guide, by its file's name, in the guide's order. */
export const shots: readonly Shot[] = [
  {
    name: 'register',
    path: () => '/register',
    width: 900,
    room: 16,
    isSignedOut: true,
    show: async (page, language) => {
      const { email } = example[language];
      const t = speak(registerTexts, language);
      await page.getByLabel(t.firstName).fill('Camille');
      await page.getByLabel(t.lastName, { exact: true }).fill('Morel');
      await page.getByRole('textbox', { name: speak(authTexts, language).email, exact: true }).fill(email);
      return { framed: [page.locator('form')] };
    },
  },
  { name: 'dashboard', path: () => '/', show: async (page) => ({ framed: [main(page)] }), maxHeight: 432 },
  {
    name: 'create-chatbot',
    path: () => '/chatbots',
    show: async (page, language) => {
      const t = speak(chatbotTexts, language);
      return { framed: [main(page)], marked: button(main(page), t.create) };
    },
    maxHeight: 420,
  },
  {
    name: 'data-sources',
    path: sourcesOf,
    show: async (page, language) => {
      const t = speak(sourceTexts, language);
      await main(page).getByRole('table').waitFor();
      return { framed: [main(page)], marked: button(main(page), t.upload) };
    },
  },
  {
    name: 'add-urls',
    path: sourcesOf,
    show: async (page, language) => {
      const t = speak(sourceTexts, language);
      await button(main(page), t.addUrls).click();
      await dialog(page).getByRole('textbox').first().fill(example[language].pages.join('\n'));
      await page.waitForTimeout(500);
      return { framed: [dialog(page)], marked: button(dialog(page), speak(urlTexts, language).add) };
    },
  },
  {
    name: 'test-chatbot',
    path: sourcesOf,
    show: async (page, language) => {
      const t = speak(sourceTexts, language);
      await button(main(page), t.test).click();
      const field = dialog(page).getByRole('textbox').last();
      await field.fill(example[language].tried);
      await field.press('Enter');
      await page.waitForTimeout(3500);
      return { framed: [dialog(page)] };
    },
    maxHeight: 640,
  },
  {
    name: 'passages',
    path: sourcesOf,
    show: async (page, language) => {
      await main(page).getByRole('link', { name: example[language].files.guide }).first().click();
      await page.waitForLoadState('networkidle');
      return { framed: [main(page)] };
    },
    maxHeight: 640,
  },
  {
    name: 'customise-look',
    path: settingsOf,
    width: 1280,
    show: async (page) => {
      await page.waitForTimeout(2500);
      return { framed: [main(page)] };
    },
    maxHeight: 780,
  },
  {
    name: 'customise-instructions',
    path: (id) => `${settingsOf(id)}?tab=internal`,
    show: async (page) => {
      await page.waitForTimeout(1500);
      return { framed: [main(page)] };
    },
    maxHeight: 720,
  },
  {
    name: 'snippet',
    path: (id) => `${settingsOf(id)}?tab=integration`,
    show: async (page) => ({ framed: [main(page)] }),
    maxHeight: 640,
  },
  {
    name: 'conversations',
    path: () => '/summary',
    show: async (page) => ({ framed: [main(page)] }),
    maxHeight: 640,
  },
  {
    name: 'unanswered',
    path: () => '/summary?tab=unanswered',
    show: async (page, language) => ({
      framed: [main(page)],
      marked: button(main(page), speak(unansweredTexts, language).answer),
    }),
    maxHeight: 480,
  },
  {
    name: 'summary',
    path: () => '/summary?tab=summary',
    show: async (page, language) => {
      await button(main(page), speak(summaryTexts, language).generate).click();
      await page.waitForTimeout(5000);
      return { framed: [main(page)] };
    },
    maxHeight: 760,
  },
  {
    name: 'token-audit',
    path: () => '/token-audit',
    show: async (page) => ({ framed: [main(page)] }),
    maxHeight: 760,
  },
  {
    name: 'plans',
    path: () => '/pricing',
    show: async (page) => ({ framed: [main(page)] }),
    maxHeight: 500,
  },
  {
    name: 'profile',
    path: () => '/profile',
    show: async (page) => ({ framed: [main(page)] }),
    maxHeight: 700,
  },
  {
    name: 'settings',
    path: () => '/settings',
    show: async (page) => ({ framed: [main(page)] }),
    maxHeight: 480,
  },
  {
    name: 'transfer',
    path: () => '/admin/transfers',
    show: async (page, language) => {
      const t = speak(transferTexts, language);
      await button(main(page), t.offer).click();
      await dialog(page).getByRole('textbox').first().fill(example[language].receiver);
      return { framed: [dialog(page)], marked: button(dialog(page), t.send) };
    },
  },
];
