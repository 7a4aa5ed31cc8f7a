import { type Language, speak } from '@parlance/contract/i18n';
import type { Locator, Page } from 'playwright-core';
import { registerTexts } from '../../web/src/features/auth/screens/Register/texts.ts';
import { texts as authTexts } from '../../web/src/features/auth/texts.ts';
import { creationTexts } from '../../web/src/features/channels/creation/texts.ts';
import { credentialNames } from '../../web/src/features/channels/forms/credentials.ts';
import { formTexts } from '../../web/src/features/channels/forms/texts.ts';
import { listTexts } from '../../web/src/features/channels/list/texts.ts';
import { texts as channelTexts } from '../../web/src/features/channels/texts.ts';
import { texts as chatbotTexts } from '../../web/src/features/chatbots/texts.ts';
import { summaryTexts } from '../../web/src/features/conversations/summaries/texts.ts';
import { unansweredTexts } from '../../web/src/features/conversations/unanswered/texts.ts';
import { apiKeyTexts } from '../../web/src/features/profile/api-keys/texts.ts';
import { exportTexts } from '../../web/src/features/settings/rights/export-texts.ts';
import { texts as urlTexts } from '../../web/src/features/sources/add-urls/texts.ts';
import { texts as sourceTexts } from '../../web/src/features/sources/texts.ts';
import { texts as transferTexts } from '../../web/src/features/transfers/texts.ts';
import { example } from './example.ts';

export type Place = Locator;

/** Whose screens are taken: a plan without a price has one chatbot. */
export const owners = ['website', 'telegram', 'whatsapp'] as const;
export type Owner = (typeof owners)[number];

interface Shot {
  name: string;
  /** The website's, if not told. */
  of?: Owner;
  /** `id`: the owner's chatbot, or what is to become one. */
  path(id: string): string;
  /** Brings about what is to be seen, and says what is framed and what is marked. */
  show(page: Page, language: Language): Promise<{ framed: readonly Place[]; marked?: Place }>;
  width?: number;
  /** Of the window, 900 if not told: what is framed is in sight. */
  height?: number;
  maxHeight?: number;
  /** Pixels around what is framed. */
  room?: number;
  isSignedOut?: boolean;
}

const main = (page: Page) => page.locator('main');
const dialog = (page: Page) => page.getByRole('dialog').last();
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true }).first();
/** The card that something stands in. */
const sectionOf = (place: Locator) => place.first().locator('xpath=ancestor::section[1]');
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
    name: 'channels',
    path: () => '/channels',
    show: async (page, language) => {
      const t = speak(channelTexts, language);
      const cards = page.getByRole('list', { name: t.choose });
      return { framed: [page.locator('h1'), cards], marked: button(cards, t.websiteCreate) };
    },
    room: 16,
  },
  {
    name: 'snippet',
    path: (id) => `${settingsOf(id)}?tab=integration`,
    show: async (page) => ({ framed: [main(page)] }),
    maxHeight: 640,
  },
  {
    name: 'telegram-form',
    of: 'whatsapp',
    path: () => '/channels?new=telegram',
    height: 1400,
    show: async (page, language) => {
      const t = speak(formTexts, language);
      await page
        .getByRole('textbox', { name: speak(chatbotTexts, language).name })
        .fill(example[language].bot);
      await page
        .getByLabel(t.botToken, { exact: true })
        .fill('123456789:AAF3kQ0mWz7yB2nT5xLr8VdPcJhGsEaU1oI');
      await page.locator(':focus').blur();
      return { framed: [sectionOf(page.locator('form'))], marked: button(page, t.submit) };
    },
    room: 8,
  },
  {
    name: 'telegram-ready',
    of: 'telegram',
    path: (id) => `/channels?created=${id}`,
    height: 1400,
    show: async (page, language) => {
      const t = speak(creationTexts, language);
      await page.getByRole('img', { name: t.scan }).waitFor();
      return { framed: [sectionOf(page.getByRole('heading', { name: t.writeTitle }))] };
    },
    room: 8,
  },
  {
    name: 'telegram-health',
    of: 'telegram',
    path: (id) => `/channels?channel=${id}`,
    height: 1400,
    show: async (page, language) => {
      const t = speak(listTexts, language);
      await page.getByText(t.healthy).waitFor();
      return {
        framed: [sectionOf(page.getByRole('heading', { name: t.title }))],
        marked: button(page, t.changeToken),
      };
    },
    room: 8,
  },
  {
    name: 'whatsapp-form',
    of: 'whatsapp',
    path: () => '/channels?new=whatsapp',
    height: 1400,
    show: async (page, language) => {
      const t = speak(formTexts, language);
      const { bot } = example[language];
      await page.getByRole('textbox', { name: speak(chatbotTexts, language).name }).fill(bot);
      const typed = {
        clientId: '1024758839201',
        clientSecret: 'a3f09c17e2b84d65',
        accessToken: 'EAAGm0PX4ZCpsBO3vQ',
        businessAccountId: '104857700912345',
      } as const;
      for (const name of credentialNames.whatsapp)
        await page.getByLabel(t[name], { exact: true }).fill(typed[name]);
      await page.locator(':focus').blur();
      return { framed: [sectionOf(page.locator('form'))], marked: button(page, t.submit) };
    },
    room: 8,
  },
  {
    name: 'whatsapp-number',
    of: 'whatsapp',
    path: (id) => `/channels?created=${id}`,
    height: 1400,
    show: async (page, language) => {
      const t = speak(creationTexts, language);
      return {
        framed: [sectionOf(page.getByRole('group', { name: t.chooseNumber }))],
        marked: button(page, t.useNumber),
      };
    },
    room: 8,
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
    name: 'api-keys',
    path: () => '/profile',
    height: 2600,
    show: async (page, language) => ({
      framed: [page.locator('#api-keys')],
      marked: button(page.locator('#api-keys'), speak(apiKeyTexts, language).create),
    }),
    room: 8,
  },
  {
    name: 'export',
    path: () => '/settings?tab=privacy',
    height: 2600,
    show: async (page, language) => {
      const t = speak(exportTexts, language);
      const download = page.getByRole('link', { name: new RegExp(`^${t.download}`) });
      await download.waitFor();
      return { framed: [sectionOf(download)], marked: download };
    },
    room: 8,
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
      await dialog(page).getByRole('combobox').selectOption({ label: example[language].chatbot });
      await dialog(page).getByRole('textbox').first().fill(example[language].receiver);
      return { framed: [dialog(page)], marked: button(dialog(page), t.send) };
    },
  },
];
