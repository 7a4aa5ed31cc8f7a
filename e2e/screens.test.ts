import { join } from 'node:path';
import { type Language, speak } from '@parlance/contract/i18n';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { rootTexts } from '../web/src/app/root/root-texts.ts';
import { texts as appTexts } from '../web/src/app/texts.ts';
import { texts as authTexts } from '../web/src/features/auth/texts.ts';
import { texts as dialogTexts } from '../web/src/features/chatbots/dialog-texts.ts';
import { texts as chatbotTexts } from '../web/src/features/chatbots/texts.ts';
import { texts as profileTexts } from '../web/src/features/profile/texts.ts';
import { texts as addTexts } from '../web/src/features/sources/add-urls/texts.ts';
import { openedTexts } from '../web/src/features/sources/screens/OpenedSource/texts.ts';
import { testTexts } from '../web/src/features/sources/screens/TestChatbot/texts.ts';
import { selectionTexts } from '../web/src/features/sources/selection-texts.ts';
import { texts as sourceTexts } from '../web/src/features/sources/texts.ts';
import { texts as uploadTexts } from '../web/src/features/sources/uploads/texts.ts';
import { words as wordTexts } from '../web/src/lib/language/words.ts';
import { dialogTexts as overTexts } from '../web/src/ui/dialogs/texts.ts';
import { linkIn, mailTo, until } from './built-program.ts';
import { hotel } from './hotel.ts';
import { languages } from './languages.ts';
import { startJourney } from './start-journey.ts';
import { violations } from './violations.ts';
import { signIn } from './visitor.ts';

const widths = [1440, 768, 360] as const;
type Theme = 'light' | 'dark';
type Look = readonly [Language, Theme];
/** Each language and each theme once: what one breaks, the other does not mend. */
const looks: readonly Look[] = [
  ['fr', 'dark'],
  ['en', 'light'],
];
/**
 * Each screen is read in both themes and at both widths, and half of the screens in each pair of them: the wide page of one
 * theme, the narrow one of the other. A tablet shows what one of the others does: there only the room could be too little.
 */
const isReadAt = (width: number, theme: Theme, name: string) =>
  width === ((theme === 'dark') === (name.length % 2 === 0) ? 1440 : 360);

/** A folder for pictures of every screen, when somebody wants to look at them. */
const pictures = process.env.JOURNEY_PICTURES;

interface Owner {
  email: string;
  chatbotId: string;
  publicId: string;
  conversationId: string;
}

const journey = startJourney({
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0',
  // Room for one more: at the limit the dialog that creates one explains instead.
  PLANS_FILE: join(import.meta.dirname, '../server/src/test/plans.json'),
});
const owners = {} as Record<Language, Owner>;

async function makeOwner(language: Language): Promise<Owner> {
  const { email, call } = await journey.newAccount(language);
  const { name, parking } = hotel[language];
  const chatbot = await call<{ id: string; publicId: string }>('/chatbots', {
    json: { name, platform: 'website' },
  });
  const form = new FormData();
  form.append('files', new Blob([parking]), 'parking.txt');
  form.append(
    'files',
    new Blob(['%PDF-1.7\nbroken']),
    'a-file-with-a-rather-long-name-that-is-broken-as-well.pdf',
  );
  await call(`/chatbots/${chatbot.id}/files`, { method: 'POST', body: form });
  await until('the file to be read', async () => {
    const { items } = await call<{ items: { status: string }[] }>(`/chatbots/${chatbot.id}/sources`);
    return items.some(({ status }) => status === 'ready') || undefined;
  });
  const heard = await fetch(`${journey.url}/embed/v1/${chatbot.publicId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: parking }),
  });
  const [, conversationId = ''] = /"conversationId":"([^"]+)"/.exec(await heard.text()) ?? [];
  return { email, chatbotId: chatbot.id, publicId: chatbot.publicId, conversationId };
}

beforeAll(async () => {
  for (const language of languages) owners[language] = await makeOwner(language);
});
/** A browser that prefers what it is told, signed in as the language's owner when asked. */
async function person(language: Language, theme: Theme, isSignedIn: boolean, email = owners[language].email) {
  const { context, page, troubles } = await journey.newVisitor(language, { bypassCSP: true });
  await context.addInitScript(
    ([chosenLanguage, chosenTheme]) => {
      localStorage.setItem('language', chosenLanguage);
      localStorage.setItem('theme', chosenTheme);
    },
    [language, theme] as const,
  );
  if (isSignedIn) await signIn(page, journey.url, language, email);
  return { context, page, troubles };
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Until nothing is on its way: no request, no skeleton, no spinner, no splash. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

const guestScreens = {
  login: () => '/login',
  register: () => '/register',
  'forgot-password': () => '/forgot-password',
  'reset-password-expired': () => '/reset-password',
  undo: () => '/undo#token-of-a-mail',
  'undo-invalid': () => '/undo',
  'email-confirmation': () => '/email-confirmation',
  'email-confirmation-expired': () => '/email-confirmation#error=access_denied&error_code=otp_expired',
  'email-confirmation-invalid': () => '/email-confirmation#error=access_denied&error_code=validation_failed',
  'email-confirmation-error': () => '/email-confirmation#error=server_error&error_code=unexpected_failure',
  'email-confirmation-recovery': () => '/email-confirmation?type=recovery&token_hash=x',
  'legal-privacy': (_owner: Owner, language: Language) => `/legal/privacy/${language}`,
  'legal-terms': (_owner: Owner, language: Language) => `/legal/terms/${language}`,
};
/** Pages that lead on by themselves: looked at while they are held. */
const passingScreens = { callback: '/auth/callback', privacy: '/privacy', terms: '/terms' };
const ownerScreens = {
  dashboard: () => '/',
  chatbots: () => '/chatbots',
  channels: () => '/channels?new=website',
  chatbot: ({ chatbotId }: Owner) => `/chatbots/${chatbotId}/personnaliser`,
  'data-sources': ({ chatbotId }: Owner) => `/chatbots/${chatbotId}/data-sources`,
  'data-sources-urls': ({ chatbotId }: Owner) => `/chatbots/${chatbotId}/data-sources?kind=url`,
  conversations: () => '/summary',
  summary: () => '/summary?tab=summary',
  'settings-notifications': () => '/settings',
  'settings-appearance': () => '/settings?tab=appearance',
  'settings-privacy': () => '/settings?tab=privacy',
  transfers: () => '/admin/transfers',
  conversation: ({ conversationId }: Owner) => `/summary?conversation=${conversationId}`,
  pricing: () => '/pricing?plan=starter',
  'token-audit': () => '/token-audit',
  profile: () => '/profile',
  absent: () => '/chatbots/0190a000-0000-7000-8000-00000000000a/data-sources',
};

const inOrder = async (context: BrowserContext, page: Page, name: string, [language, theme]: Look) => {
  const look = `${name} (${language}, ${theme})`;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    expect(await page.getByRole('heading', { level: 1 }).count(), `${look} at ${width}: h1`).toBe(1);
    if (isReadAt(width, theme, name)) expect(await violations(page), `${look} at ${width}`).toEqual([]);
    expect(await overflow(page), `${look} scrolls sideways at ${width}`).toBe(0);
    if (pictures)
      await page.screenshot({
        path: join(pictures, `${name}-${language}-${theme}-${width}.png`),
        fullPage: true,
      });
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page), `${look} scrolls sideways at 320`).toBe(0);
  expect(context.pages()).toHaveLength(1);
};

test('a name that is cut off where a pointer may rest on it stands whole where one touches', async () => {
  const wholeOn = async (options: BrowserContextOptions) => {
    const { context, page } = await journey.newVisitor('en', options);
    await signIn(page, journey.url, 'en', owners.en.email, `/chatbots/${owners.en.chatbotId}/data-sources`);
    const name = page.getByRole('link', { name: /^a-file-with-a-rather-long-name/ });
    await name.waitFor();
    const isWhole = await name.evaluate(
      (link) => link.scrollWidth <= link.clientWidth && link.clientHeight > 0,
    );
    await context.close();
    return isWhole;
  };
  const viewport = { width: 360, height: 740 };
  expect(await wholeOn({ viewport })).toBe(false);
  expect(await wholeOn({ viewport, hasTouch: true, isMobile: true })).toBe(true);
});

describe('every screen', () => {
  for (const [language, theme] of looks) {
    const look = `${language}, ${theme}`;
    test(`is readable by everybody, whatever its width (${look}, signed out)`, async () => {
      const { context, page, troubles } = await person(language, theme, false);
      for (const [name, pathOf] of Object.entries(guestScreens)) {
        await page.goto(journey.url + pathOf(owners[language], language));
        await inOrder(context, page, name, [language, theme]);
        expect(await page.title()).toMatch(/^.+ · Parlance$/);
        expect(troubles, name).toEqual([]);
      }
      await context.close();
    });

    test(`is readable while it leads on, too (${look})`, async () => {
      const { context, page } = await person(language, theme, false);
      // Time stands still, and no document comes.
      await page.clock.install();
      await page.route('**/legal/**', (route) => route.fulfill({ status: 204 }));
      for (const [name, path] of Object.entries(passingScreens)) {
        await page.goto(journey.url + path, { waitUntil: 'commit' });
        await page.clock.runFor(900);
        await page.getByRole('heading', { level: 1 }).waitFor();
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          if (isReadAt(width, theme, name))
            expect(await violations(page), `${name} (${look}) at ${width}`).toEqual([]);
          expect(await overflow(page), `${name} (${look}) scrolls sideways at ${width}`).toBe(0);
          if (pictures)
            await page.screenshot({ path: join(pictures, `${name}-${language}-${theme}-${width}.png`) });
        }
      }
      await context.close();
    });

    test(`a form that refuses, a mail that was sent and a new password are, too (${look})`, async () => {
      const { context, page } = await person(language, theme, false);
      const t = speak(authTexts, language);
      const email = page.getByRole('textbox', { name: t.email, exact: true });
      const send = () => page.locator('form button[type=submit]').click();
      await page.goto(`${journey.url}/register`);
      await email.waitFor();
      await send();
      await page.getByText(t.termsRequired).waitFor();
      await inOrder(context, page, 'register-refused', [language, theme]);
      await page.setViewportSize({ width: 1440, height: 900 });
      const { email: address } = await journey.newAccount(language);
      const { text: before } = await mailTo(journey.program, address);
      await page.goto(`${journey.url}/forgot-password`);
      await email.fill(address);
      await send();
      await page.getByRole('textbox', { name: t.code }).waitFor();
      await inOrder(context, page, 'forgot-sent', [language, theme]);
      const mail = await until('the reset mail', async () => {
        const { text } = await mailTo(journey.program, address);
        return text === before ? undefined : text;
      });
      await page.goto(linkIn(mail));
      await page.locator('input[name=confirmation]').waitFor();
      await inOrder(context, page, 'new-password', [language, theme]);
      await context.close();
    });

    test(`is readable by everybody, whatever its width (${look}, signed in)`, async () => {
      const { context, page, troubles } = await person(language, theme, true);
      for (const [name, pathOf] of Object.entries(ownerScreens)) {
        await page.goto(journey.url + pathOf(owners[language]));
        await inOrder(context, page, name, [language, theme]);
        expect(await page.title()).toMatch(/^.+ · Parlance$/);
        // The last of them asks for what is not there.
        if (name !== 'absent') expect(troubles, name).toEqual([]);
      }
      await context.close();
    });

    test(`its overlays are too (${look})`, async () => {
      const { context, page } = await person(language, theme, true);
      const t = {
        chatbots: speak(chatbotTexts, language),
        profile: speak(profileTexts, language),
        sources: speak(sourceTexts, language),
        add: speak(addTexts, language),
        upload: speak(uploadTexts, language),
        opened: speak(openedTexts, language),
        tested: speak(testTexts, language),
      };
      const w = speak(wordTexts, language);
      const look = async (name: string) => {
        for (const width of [1440, 360]) {
          await page.setViewportSize({ width, height: 900 });
          if (isReadAt(width, theme, name)) expect(await violations(page), `${name} at ${width}`).toEqual([]);
          // What slides in may still be on its way where all is narrower at once.
          await expect
            .poll(() => overflow(page), { message: `${name} scrolls sideways at ${width}` })
            .toBe(0);
          if (pictures)
            await page.screenshot({ path: join(pictures, `${name}-${language}-${theme}-${width}.png`) });
        }
        await page.setViewportSize({ width: 1440, height: 900 });
      };
      await page.goto(journey.url);
      await page.setViewportSize({ width: 360, height: 900 });
      await page.getByRole('button', { name: speak(appTexts, language).openMenu }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page), `drawer (${language}, ${theme})`).toEqual([]);
      if (pictures) await page.screenshot({ path: join(pictures, `drawer-${language}-${theme}-360.png`) });
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${journey.url}/chatbots?create=1`);
      await page.getByRole('dialog').waitFor();
      await look('create');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t.chatbots.actionsOf(hotel[language].name) }).click();
      await look('menu');
      await page.getByRole('menuitem', { name: t.chatbots.delete }).click();
      await page.getByRole('dialog').waitFor();
      await look('delete');
      await page.keyboard.press('Escape');
      await page.goto(`${journey.url}/chatbots/${owners[language].chatbotId}/data-sources`);
      await page.getByRole('button', { name: t.sources.addUrls }).click();
      await page.getByRole('dialog').waitFor();
      await look('add-urls');
      await page.getByRole('radio', { name: t.add.sitemap }).check({ force: true });
      await page.getByRole('button', { name: t.add.add }).click();
      await page.getByText(t.add.sitemapRequired).waitFor();
      await look('add-sitemap-refused');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t.sources.upload }).click();
      await page.getByRole('dialog').getByRole('button', { name: t.upload.choose }).waitFor();
      await look('upload');
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox', { name: t.sources.selectOne('parking.txt') }).check();
      await page.getByRole('region', { name: t.sources.selection }).waitFor();
      await look('selection');
      await page.getByRole('button', { name: speak(selectionTexts, language).clearSelection }).click();
      await page.getByRole('link', { name: 'parking.txt', exact: true }).click();
      await page.getByRole('list', { name: t.opened.passages }).getByRole('button').first().click();
      await page.getByRole('heading', { level: 1, name: 'parking.txt' }).waitFor();
      await look('opened');
      await page.getByRole('link', { name: t.opened.back }).click();
      await page.getByRole('button', { name: t.sources.test }).click();
      await page
        .getByRole('textbox', { name: t.tested.question })
        .fill(
          language === 'fr'
            ? 'Combien coûte le parking souterrain ?'
            : 'How much is the underground car park?',
        );
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: t.tested.again }).waitFor();
      await look('test');
      await page.goto(`${journey.url}/profile`);
      await page.getByRole('button', { name: t.profile.changePassword }).click();
      await page.getByRole('checkbox', { name: t.profile.deletionConfirm }).waitFor();
      await page.getByRole('button', { name: t.profile.deletionButton }).click();
      await page.getByText(t.profile.deletionUnconfirmed).waitFor();
      await look('profile-errors');
      await page.getByRole('button', { name: t.profile.activate, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await look('enrol-name');
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: t.profile.qrAlt }).waitFor();
      await look('enrol-code');
      await page.getByRole('dialog').getByRole('button', { name: w.cancel }).click();
      await page.getByRole('button', { name: t.profile.signOutEverywhere }).click();
      await page.getByRole('dialog').waitFor();
      await look('sign-out-everywhere');
      await context.close();
    });
  }

  for (const [language, theme] of looks)
    test(`lists that are empty, and the widget’s own page, are in order (${language}, ${theme})`, async () => {
      const { email } = await journey.newAccount(language);
      const { context, page } = await person(language, theme, true, email);
      for (const path of ['/', '/chatbots', '/datasources-selection', '/profile']) {
        await page.goto(journey.url + path);
        await inOrder(context, page, `empty${path.replace('/', '-')}`, [language, theme]);
      }
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${journey.url}/embed/${owners[language].publicId}`);
        await page.getByRole('textbox').waitFor();
        if (isReadAt(width, theme, 'embed'))
          expect(await violations(page), `embed (${language}, ${theme}) at ${width}`).toEqual([]);
        expect(await overflow(page), `embed scrolls sideways at ${width}`).toBe(0);
        if (pictures)
          await page.screenshot({ path: join(pictures, `embed-${language}-${theme}-${width}.png`) });
      }
      await context.close();
    });

  test('nothing moves while a screen is on its way, and when what comes is that there is nothing', async () => {
    const [withChatbot, withNothing] = await Promise.all([
      journey.newAccount('fr'),
      journey.newAccount('fr'),
    ]);
    const { id } = await withChatbot.call<{ id: string }>('/chatbots', {
      json: { name: 'Les Glycines', platform: 'website' },
    });
    const visits: [email: string | undefined, paths: string[]][] = [
      [undefined, ['/register', '/email-confirmation']],
      [withChatbot.email, ['/summary', `/chatbots/${id}/data-sources`]],
      [withNothing.email, ['/summary', '/datasources-selection']],
    ];
    await Promise.all(
      visits.map(async ([email, paths]) => {
        const { context, page } = await person('fr', 'dark', email !== undefined, email);
        await page.setViewportSize({ width: 360, height: 740 });
        await context.addInitScript(() => {
          const seen: number[] = [];
          Object.assign(window, { seen });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
              seen.push(entry.value);
          }).observe({ type: 'layout-shift', buffered: true });
        });
        // Longer than what is on its way may take before it is shown to be.
        await context.route(/\/api\/v1\/|config\.json/, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 400));
          await route.continue();
        });
        for (const path of paths) {
          await page.goto(journey.url + path);
          await page.locator('[data-empty-state], form, details').first().waitFor();
          await page.waitForLoadState('networkidle');
          const moved = await page.evaluate(() =>
            (window as unknown as { seen: number[] }).seen.reduce((sum, value) => sum + value, 0),
          );
          expect(moved, path).toBeLessThan(0.02);
        }
        await context.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      }),
    );
  });

  test('several addresses show the same screen and keep their own address', async () => {
    const { context, page } = await person('fr', 'dark', true);
    const { chatbotId } = owners.fr;
    const sources = speak(sourceTexts, 'fr').title;
    for (const [path, title] of [
      [`/data-source/${chatbotId}`, sources],
      [`/chatbot/${chatbotId}/datasources`, sources],
      [`/chatbots/${chatbotId}/data-sources`, sources],
      [`/chatbot/${chatbotId}`, hotel.fr.name],
      [`/chatbots/${chatbotId}/personnaliser`, hotel.fr.name],
    ] as const) {
      await page.goto(journey.url + path);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.goto(`${journey.url}/datasources-selection`);
    await page.waitForURL(`**/chatbots/${chatbotId}/data-sources`);
    await page.goto(`${journey.url}/nowhere`);
    await page.waitForURL(`${journey.url}/`);
    await context.close();
  });

  test('every screen that a link leads to begins at its title, however late that comes', async () => {
    const { context, page } = await person('fr', 'dark', true);
    const { chatbotId } = owners.fr;
    const onTitle = () => page.evaluate(() => document.activeElement?.matches('main h1'));
    const addresses = [
      ...Object.values(ownerScreens).map((pathOf) => pathOf(owners.fr).replace(/\?.*/, '')),
      `/data-source/${chatbotId}`,
      `/chatbot/${chatbotId}/datasources`,
      `/chatbot/${chatbotId}`,
      '/datasources-selection',
    ];
    await settled(page);
    // The first is where one is, and so comes last.
    const [first = '/', ...others] = new Set(addresses);
    for (const path of [...others, first]) {
      await page.getByRole('navigation').getByRole('link').first().focus();
      // As whoever presses the link: the screen that is left no longer brings the focus to its own title.
      await page.keyboard.press('Shift');
      await page.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect.poll(onTitle, { message: path, timeout: 10_000 }).toBe(true);
      await settled(page);
      expect(await onTitle(), path).toBe(true);
    }
    await context.close();
  });

  test('a screen whose code is slow, can’t be fetched or is gone says so, and heals', async () => {
    const { context, page } = await person('fr', 'dark', true);
    const t = speak(appTexts, 'fr');
    const r = speak(rootTexts, 'fr');
    const w = speak(wordTexts, 'fr');
    const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    const title = (name: string) => page.getByRole('heading', { level: 1, name });

    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/Channels-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await entry(t.channels).click();
    await page.locator('nav [aria-current=page]').filter({ hasText: t.channels }).waitFor();
    await page.locator('main').getByText(w.loading).and(page.locator(':visible')).waitFor();
    expect(await title(t.dashboard).isVisible()).toBe(false);
    letGo();
    await title(t.channels).waitFor();

    await page.route('**/assets/Summary-*.js*', (route) => route.abort());
    await entry(t.conversations).click();
    await title(r.notFetchedTitle).waitFor();
    await page.unroute('**/assets/Summary-*.js*');
    let loads = 0;
    page.on('load', () => loads++);
    await page.getByRole('button', { name: w.retry }).click();
    await title(t.conversations).waitFor();
    expect(loads).toBe(0);

    let misses = 0;
    await page.route('**/assets/Profile-*.js*', (route) =>
      loads === 0 && ++misses ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await entry(t.profile).click();
    await title(t.profile).waitFor();
    expect(loads).toBe(1);
    expect(misses).toBeGreaterThan(0);
    await context.close();
  });

  test('a chatbot is created, found in its menu and kept from deletion by keyboard alone', async () => {
    const { context, page } = await person('en', 'light', true);
    const t = speak(chatbotTexts, 'en');
    const d = speak(dialogTexts, 'en');
    const w = speak(wordTexts, 'en');
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label'),
      );
    const { name } = hotel.en;
    await page.goto(`${journey.url}/chatbots?create=1`);
    const field = page.getByRole('dialog').getByRole('textbox', { name: t.name });
    await field.waitFor();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    // A typed name is not lost by a slip of the finger; an empty dialog closes.
    await page.keyboard.type('ab');
    await page.keyboard.press('Enter');
    await page.getByText(t.nameShort).waitFor();
    await page.keyboard.press('Escape');
    const asks = speak(overTexts, 'en');
    await page.getByText(asks.discardTitle).waitFor();
    await expect.poll(focused).toBe(asks.stay);
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('ab');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const menuButton = page.getByRole('button', { name: t.actionsOf(name) });
    await menuButton.focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe(t.openSources);
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe(t.delete);
    await page.keyboard.press('Escape');
    // A menu gives the focus back in a task of its own, once it has gone.
    await expect.poll(() => menuButton.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toBe(t.delete);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: d.deleteTitleCounted(name, 2) }).waitFor();
    await expect.poll(focused).toBe(w.cancel);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name }).waitFor();
    await context.close();
  });
});
