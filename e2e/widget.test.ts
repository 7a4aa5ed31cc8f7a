import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Citation } from '@parlance/contract/endpoints/embed';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../scripts/environment/browser.ts';
import { defaultConfig } from '../widget/test/config.ts';
import { type EmbedServer, hostPage, startEmbedServer } from '../widget/test/embed-server.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const citations: Citation[] = [
  {
    number: 1,
    passageId: '0190a000-0000-7000-8000-00000000000a',
    sourceName: 'Livret d’accueil.pdf',
    position: { page: 4, heading: 'Petit-déjeuner' },
    quote: 'Le petit-déjeuner est servi de 7 h à 10 h 30.',
  },
];
const breakfast = {
  deltas: ['Il est servi de **7 h', ' à 10 h 30** dans la véranda [1', '].'],
  citations,
  pace: 5,
};

declare global {
  interface Window {
    Parlance?: {
      mount(options?: { chatbot?: string; mode?: string; target?: Element }): void;
      unmount(chatbot?: string): void;
      open(chatbot?: string): void;
      close(chatbot?: string): void;
      ask(text: string, chatbot?: string): void;
      identify(visitor: unknown): void;
      on(event: string, handler: (detail: unknown) => void): () => void;
    };
  }
}

let browser: Browser;
let server: EmbedServer;
let strict: string;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startEmbedServer();
  const { origin } = server;
  strict = `default-src 'none'; script-src ${origin}; connect-src ${origin}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(() => {
  server.config = structuredClone(defaultConfig);
  server.next = [];
  server.requests = [];
  server.conversations.clear();
  server.page = { html: hostPage(server) };
});

/** A page of the customer's; its closed roots are open to the test alone. */
async function visit(options: BrowserContextOptions = {}, address = `${server.origin}/page`, by = browser) {
  const context = await by.newContext({
    locale: 'fr-FR',
    viewport: { width: 1280, height: 860 },
    ...options,
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  await page.addInitScript(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      Object.assign(globalThis, {
        shadowModes: [...(Reflect.get(globalThis, 'shadowModes') ?? []), init.mode],
      });
      return attach.call(this, { ...init, mode: 'open' });
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      Object.assign(globalThis, {
        violation: `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      });
    });
  });
  await page.goto(address);
  return { context, page, troubles };
}

async function open(page: Page) {
  await page.click('.launcher');
  await page.waitForSelector('.panel[open]');
}

async function ask(page: Page, text: string) {
  await page.fill('textarea', text);
  await page.keyboard.press('Enter');
}

const global = (page: Page, name: string) => page.evaluate((key) => Reflect.get(globalThis, key), name);

test('answers with its source under a strict policy and Trusted Types, and breaks neither', async () => {
  server.page = { html: hostPage(server), policy: strict };
  server.next = [breakfast];
  // It names no source of images: what is drawn needs none.
  server.config.avatarUrl = `/embed/v1/${server.publicId}/images/avatar.png`;
  const { context, page, troubles } = await visit();
  await page.waitForSelector('.launcher');
  const before = server.requests.map(({ method, path }) => `${method} ${path.split('/').pop()}`);
  expect(before).toEqual(['GET page', 'GET widget.js', `GET ${server.publicId}`]);
  await open(page);
  await page.waitForSelector('.avatar canvas');
  await page.click('.suggestion');
  await page.waitForSelector('.card');
  expect(await page.textContent('.bubble strong')).toBe('7 h à 10 h 30');
  await page.click('.chip');
  expect(await page.textContent('.quote')).toContain('Le petit-déjeuner est servi de 7 h à 10 h 30.');
  expect(await page.textContent('.quote')).toContain('page 4');
  expect(await page.getAttribute('.card', 'aria-expanded')).toBe('true');
  expect(await global(page, 'violation')).toBeUndefined();
  expect(await global(page, 'shadowModes')).toEqual(['closed']);
  expect(troubles).toEqual([]);
  await context.close();
});

test('stores nothing before the first message, resumes after a reload, and erases', async () => {
  server.next = [breakfast];
  const { context, page } = await visit();
  await open(page);
  expect(await page.evaluate(() => localStorage.length + document.cookie.length)).toBe(0);
  await ask(page, 'Le petit-déjeuner ?');
  await page.waitForSelector('.card');
  const kept = await page.evaluate(() => Object.entries(localStorage));
  expect(kept).toHaveLength(1);
  expect(Object.keys(JSON.parse(String(kept[0]?.[1])))).toEqual(['conversationId', 'visitorToken']);

  await page.reload();
  await open(page);
  await page.waitForSelector('.card');
  expect(await page.textContent('.own .bubble')).toContain('Le petit-déjeuner ?');
  await page.click('footer button');
  await page.click('footer button');
  await page.waitForSelector('.own', { state: 'detached' });
  expect(await page.evaluate(() => localStorage.length + document.cookie.length)).toBe(0);
  expect(server.conversations.size).toBe(0);
  await context.close();
});

test('starts again, and takes it back', async () => {
  const { context, page } = await visit();
  await open(page);
  await ask(page, 'Une question');
  await page.waitForSelector('.acts');
  await page.click('header .tool >> nth=0');
  expect(await page.locator('.own').count()).toBe(0);
  await page.click('.strip button');
  expect(await page.locator('.own').count()).toBe(1);
  await context.close();
});

const hostile = `<style>
:not(html), ::before { all: revert !important; display: none !important; font: 40px serif !important; opacity: 0.2 !important;
  transform: rotate(9deg) !important; position: static !important; --surface: red !important; }
html, body, h1 { display: block !important }
</style>`;
const clobbering = `<h1>x</h1><form name="createElement"></form><form name="body"></form><form id="Parlance"><input name="mount"></form>
<img name="documentElement"><img name="currentScript"><form name="createTextNode"></form><form name="activeElement"></form>`;

test('is the same on a hostile page', async () => {
  const boxes: unknown[] = [];
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  for (const parts of [{}, { head: hostile, body: clobbering }]) {
    server.page = { html: hostPage(server, parts) };
    server.next = [breakfast];
    const visited = await visit({ reducedMotion: 'reduce' });
    visits.push(visited);
    const { page } = visited;
    if ('head' in parts)
      await page.addInitScript(() => {
        const broken = () => {
          throw new Error('broken by the page');
        };
        for (const name of [
          'map',
          'filter',
          'forEach',
          'find',
          'includes',
          'reduce',
          'some',
          'every',
          'flatMap',
        ])
          Reflect.set(Array.prototype, name, broken);
        Reflect.set(Array.prototype, 'toJSON', () => 'not JSON');
        Reflect.set(Array, 'from', broken);
        Reflect.set(Object.prototype, 'extra', broken);
        Reflect.set(Function.prototype, 'bind', broken);
        for (const name of ['append', 'remove', 'replaceChildren'])
          Reflect.set(Element.prototype, name, broken);
      });
    await page.goto(`${server.origin}/page`);
    await page.waitForSelector('.launcher');
    await open(page);
    await ask(page, 'Le petit-déjeuner ?');
    await page.waitForSelector('.card');
    await page.waitForSelector('.acts');
    // Nothing is evaluated in this page: its own prototypes would break the test before the widget.
    const seen: unknown[] = [];
    for (const part of ['.launcher', '.panel', '.bubble >> nth=0', '.composer'])
      seen.push(await page.locator(part).boundingBox());
    boxes.push(seen);
  }
  expect(boxes[1]).toEqual(boxes[0]);
  // Painted in other pieces, a round corner is a shade lighter or darker: both are painted anew until they are the same.
  const pictureOf = async (page: Page) => {
    for (const height of [700, 860]) await page.setViewportSize({ width: 1280, height });
    return (await page.locator('.middle').screenshot()).toString('base64');
  };
  const pictures = async () => {
    const seen = new Set<string>();
    for (const { page } of visits) seen.add(await pictureOf(page));
    return seen.size;
  };
  await expect.poll(pictures, { timeout: 60_000, interval: 100 }).toBe(1);
  for (const { context, troubles } of visits) {
    expect(troubles).toEqual([]);
    await context.close();
  }
});

test('two loads make one widget with one global name', async () => {
  const { context, page } = await visit();
  await page.waitForSelector('.launcher');
  const added = await page.evaluate(async (source) => {
    const script = document.createElement('script');
    script.src = source;
    script.dataset.chatbot = document.querySelector('script')?.dataset.chatbot ?? '';
    await new Promise((resolve) => {
      script.onload = resolve;
      document.body.append(script);
    });
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow));
    return Object.getOwnPropertyNames(globalThis).filter(
      (name) => !usual.has(name) && /parlance|widget/i.test(name),
    );
  }, `${server.origin}/embed/v1/${server.publicId}/widget.js`);
  await page.waitForTimeout(300);
  expect(await page.locator('parlance-widget').count()).toBe(1);
  expect(added).toEqual(['Parlance']);
  await context.close();
});

test('works by keyboard alone and gives the focus back', async () => {
  server.next = [breakfast];
  const { context, page } = await visit();
  await page.waitForSelector('.launcher');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.panel[open]');
  const heard = await page.evaluate(() => {
    Object.assign(globalThis, { heard: [] as string[] });
    document.addEventListener('keydown', (event) => Reflect.get(globalThis, 'heard').push(event.key));
  });
  expect(heard).toBeUndefined();
  await page.keyboard.type('Bonjour');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('petit-déjeuner');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.card');
  expect(await page.textContent('.own .bubble')).toContain('Bonjour\npetit-déjeuner');
  expect(await page.textContent('[role=log]')).toContain('Il est servi de 7 h à 10 h 30 dans la véranda.');
  expect(await global(page, 'heard')).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator('.panel[open]').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className)).toBe(
    'launcher',
  );
  await context.close();
});

test('an Enter that ends a composition sends nothing', async () => {
  const { context, page } = await visit();
  await open(page);
  await page.fill('textarea', '日本');
  await page.locator('textarea').dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await page.locator('textarea').dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  expect(await page.locator('.own').count()).toBe(0);
  expect(await page.inputValue('textarea')).toBe('日本');
  await context.close();
});

test('fills a phone, and Back closes it', async () => {
  const { context, page } = await visit({ viewport: { width: 360, height: 700 } });
  const address = page.url();
  await open(page);
  await expect
    .poll(() => page.locator('.panel').boundingBox())
    .toEqual({ x: 0, y: 0, width: 360, height: 700 });
  await page.goBack();
  await page.waitForSelector('.panel[open]', { state: 'hidden' });
  expect(page.url()).toBe(address);
  await open(page);
  await page.click('header .tool >> nth=-1');
  await page.waitForSelector('.panel[open]', { state: 'hidden' });
  await expect.poll(() => page.evaluate(() => history.state?.parlance)).toBeUndefined();
  // The page closes the panel and goes on: nothing takes its next address back.
  await open(page);
  await page.evaluate(() => {
    window.Parlance?.close();
    history.pushState({ ...history.state }, '', '/page?next');
  });
  await page.waitForSelector('.panel[open]', { state: 'hidden' });
  await page.waitForTimeout(400);
  expect(page.url()).toBe(`${address}?next`);
  await page.evaluate(() => history.replaceState(null, ''));
  await open(page);
  await page.evaluate(() => {
    window.Parlance?.close();
    location.assign('/page?further');
  });
  await page.waitForURL('**/page?further');
  await page.waitForTimeout(300);
  expect(page.url()).toBe(`${address}?further`);
  await open(page);
  // An on-screen keyboard leaves less of the page to see.
  const keyboard = (height: number) =>
    page.evaluate((left) => {
      Object.defineProperty(window.visualViewport, 'height', { value: left, configurable: true });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    }, height);
  await keyboard(400);
  await expect.poll(async () => (await page.locator('.panel').boundingBox())?.height).toBe(400);
  const composer = await page.locator('.composer').boundingBox();
  expect((composer?.y ?? 700) + (composer?.height ?? 0)).toBeLessThan(400);
  await keyboard(700);
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.waitForFunction(() => {
    const root = document.querySelector('parlance-widget')?.shadowRoot;
    return root?.querySelector('.panel')?.getBoundingClientRect().width === 400;
  });
  await context.close();
});

test('at 400 % most of the window is the conversation, and the rest of an answer is no new message', async () => {
  server.next = [{ deltas: Array.from({ length: 60 }, (_, at) => `Phrase ${at}. `), pace: 1 }];
  const { context, page } = await visit({ viewport: { width: 320, height: 256 } });
  await open(page);
  await ask(page, 'Tout ?');
  await page.waitForSelector('.acts');
  const height = async (part: string) => (await page.locator(part).boundingBox())?.height ?? 0;
  expect(await height('.scroll')).toBeGreaterThan(140);
  const composer = await page.locator('.composer').boundingBox();
  expect((composer?.y ?? 256) + (composer?.height ?? 0)).toBeLessThanOrEqual(256);
  expect(await page.textContent('.pill')).toBe('Suite');
  expect(await page.getAttribute('.pill', 'aria-label')).toBe('Suite');
  const bubble = await page.locator('.bubble >> nth=-1').boundingBox();
  const pill = await page.locator('.pill').boundingBox();
  expect(pill?.x).toBeGreaterThanOrEqual((bubble?.x ?? 0) + (bubble?.width ?? 320));
  // Scrolled away from, the next answer is one.
  server.next = [{ deltas: ['Une autre', ' réponse.'], pace: 600 }];
  await ask(page, 'Encore ?');
  await page.evaluate(() => {
    const scroll = document.querySelector('parlance-widget')?.shadowRoot?.querySelector('.scroll');
    scroll?.scrollTo(0, 0);
  });
  await expect.poll(() => page.textContent('.pill')).toBe('Nouveau message');
  await context.close();
});

test('keeps the message through every failure and tries again', async () => {
  server.next = [
    { deltas: [], refuse: { status: 429, code: 'rate_limited', retryAfter: 1 } },
    { deltas: ['Il est'], cut: true },
    { deltas: [], fail: 'temporarily_unavailable' },
    { deltas: [], refuse: { status: 409, code: 'conversation_busy' } },
    breakfast,
  ];
  const { context, page } = await visit();
  await open(page);
  await ask(page, 'Le petit-déjeuner ?');
  await page.getByText('Réessayer dans 1 s').waitFor();
  await page.locator('.trouble button', { hasText: /^Réessayer$/ }).click();
  await page.getByText('L’assistant est injoignable.').first().waitFor();
  await page.locator('.trouble button').click();
  await page.getByText('momentanément indisponible').first().waitFor();
  await page.locator('.trouble button').click();
  await page.waitForSelector('.card');
  expect(await page.locator('.own').count()).toBe(1);
  expect(await page.locator('.trouble').count()).toBe(0);
  await context.close();
});

test('stops a running answer, and says it is offline', async () => {
  server.next = [{ deltas: Array.from({ length: 50 }, (_, at) => `mot${at} `), pace: 50 }];
  const { context, page } = await visit();
  await open(page);
  await ask(page, 'Longtemps');
  await page.getByText('mot1').waitFor();
  await page.click('.send');
  await page.locator('.trouble', { hasText: 'Réponse interrompue.' }).waitFor();
  expect(await page.textContent('[role=log]')).toBe('Réponse interrompue.');
  await context.setOffline(true);
  await page.getByText('Vous êtes hors ligne.').first().waitFor();
  await ask(page, 'Sans réseau');
  await page.getByText('L’assistant est injoignable.').first().waitFor();
  await context.setOffline(false);
  await page.locator('.trouble button').last().click();
  await page.waitForSelector('.acts');
  await context.close();
});

test('a refusal offers what is near, resumed too; a press asks it, and small talk is not to be rated', async () => {
  server.next = [
    { deltas: ['Je n’ai rien trouvé sur le spa.'], mode: 'unanswered', subjects: ['Piscine', '<b>Bar</b>'] },
    breakfast,
    { deltas: ['Avec plaisir !'], smallTalk: true },
  ];
  const { context, page, troubles } = await visit();
  await open(page);
  expect(await page.locator('.suggestion:visible').count()).toBe(3);
  await ask(page, 'Avez-vous un spa ?');
  const near = page.getByRole('group', { name: 'Vous cherchez peut-être :' });
  await near.waitFor();
  await page.reload();
  await open(page);
  // As text, whatever a heading holds.
  expect(await near.getByRole('button').allTextContents()).toEqual(['Piscine', '<b>Bar</b>']);
  expect(await page.locator('.suggestion:visible').count()).toBe(2);
  expect(await page.locator('a.button').count()).toBe(1);
  await page.locator('textarea').focus();
  while (
    (await page.evaluate(
      () => document.querySelector('parlance-widget')?.shadowRoot?.activeElement?.textContent,
    )) !== 'Piscine'
  )
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.card');
  expect(await page.locator('.own .bubble').allTextContents()).toEqual([
    'Vous\u00a0: Avez-vous un spa ?',
    'Vous\u00a0: Piscine',
  ]);
  await ask(page, 'Merci');
  const thanks = page.locator('.message', { hasText: 'Avec plaisir !' });
  await thanks.getByRole('button', { name: 'Copier la réponse' }).waitFor();
  expect(await thanks.locator('.up').count()).toBe(0);
  expect(await page.locator('.up').count()).toBe(2);
  expect(troubles).toEqual([]);
  await context.close();
});

test('without HTTPS an answer is copied all the same, on a phone too; where it can’t be, that is said', async () => {
  const other = await launchBrowser({ args: ['--host-resolver-rules=MAP hotel.test 127.0.0.1'] });
  const { page } = await visit({}, `${server.origin.replace('127.0.0.1', 'hotel.test')}/page`, other);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  server.next = [breakfast];
  await open(page);
  await ask(page, 'Le petit-déjeuner ?');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 });
    const copy = page.getByRole('button', { name: 'Copier la réponse' }).last();
    await copy.click();
    await page.locator('[role=log]', { hasText: 'Réponse copiée' }).waitFor();
    expect(await copy.evaluate((tool) => (tool.getRootNode() as ShadowRoot).activeElement === tool)).toBe(
      true,
    );
    await page.locator('textarea').focus();
    await page.keyboard.press('ControlOrMeta+v');
    expect(await page.locator('textarea').inputValue()).toContain(
      '7 h à 10 h 30** dans la véranda [1].\n[1] Livret d’accueil.pdf page 4 · Petit-déjeuner',
    );
    await page.locator('textarea').fill('');
  }
  await page.evaluate(() => {
    Document.prototype.execCommand = () => false;
  });
  await page.getByRole('button', { name: 'Copier la réponse' }).last().click();
  await page.locator('.strip', { hasText: 'Copie impossible' }).waitFor();
  await other.close();
});

test('an unknown answer offers the contact; feedback is sent and can change', async () => {
  server.next = [{ deltas: ['Je n’ai pas trouvé la réponse.'], mode: 'unanswered' }];
  const { context, page } = await visit();
  await open(page);
  await ask(page, 'Un héliport ?');
  await page.waitForSelector('.unknown');
  expect(await page.getAttribute('a.button', 'href')).toBe('mailto:accueil@hotel-glycines.fr');
  await page.click('.acts .up');
  await page.click('.acts .down');
  expect(await page.getAttribute('.acts .up', 'aria-pressed')).toBe('false');
  expect(await page.getAttribute('.acts .down', 'aria-pressed')).toBe('true');
  await expect
    .poll(() =>
      server.requests
        .filter(({ path }) => path.endsWith('/feedback'))
        .map(({ body }) => JSON.parse(body).value),
    )
    .toEqual(['up', 'down']);
  await context.close();
});

test('the page may open, ask, say who asks, listen, remove and mount again', async () => {
  const { context, page, troubles } = await visit();
  await page.waitForSelector('.launcher');
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    window.Parlance?.on('message', () => {
      throw new Error('of the page');
    });
    window.Parlance?.identify({ id: 42, name: `Nour \ud800\0${'x'.repeat(300)}`, plan: 'gold' });
    for (const event of ['open', 'message', 'answer', 'close'] as const)
      window.Parlance?.on(event, (detail) =>
        heard.push([event, (detail as { text?: string } | undefined)?.text]),
      );
    window.Parlance?.ask('Depuis la page');
  });
  await page.click('.acts .up');
  const [asked] = server.requests.filter(({ path }) => path.endsWith('/messages'));
  expect(JSON.parse(asked?.body ?? '').visitor).toEqual({ id: '42', name: `Nour ${'x'.repeat(193)}` });
  await page.evaluate(() => window.Parlance?.close());
  await page.waitForSelector('.panel[open]', { state: 'hidden' });
  await expect
    .poll(() => global(page, 'heard'))
    .toEqual([
      ['open', undefined],
      ['message', 'Depuis la page'],
      ['answer', 'Vous avez demandé : Depuis la page'],
      ['close', undefined],
    ]);
  expect(troubles).toEqual(['Error: of the page']);
  await page.evaluate(() => window.Parlance?.unmount());
  expect(await page.locator('parlance-widget').count()).toBe(0);
  await page.evaluate(() => window.Parlance?.mount());
  await page.waitForSelector('.launcher');
  await context.close();
});

test('inline it fills its place and takes no focus; the embed page is that alone', async () => {
  server.page = {
    html: `<!doctype html><html lang="en"><body><div style="height:500px;width:420px"><script src="${server.origin}/embed/v1/${server.publicId}/widget.js" data-chatbot="${server.publicId}" data-mode="inline" async></script></div></body></html>`,
  };
  const inline = await visit();
  await inline.page.waitForSelector('section.panel');
  expect(await inline.page.locator('.panel').boundingBox()).toMatchObject({ width: 420, height: 500 });
  expect(await inline.page.evaluate(() => document.activeElement?.localName)).toBe('body');
  expect(await inline.page.getAttribute('textarea', 'aria-label')).toBe('Write your question');
  await ask(inline.page, 'Breakfast?');
  await inline.page.waitForSelector('.acts');
  // As Turbo does: another body, whose scripts run.
  await inline.page.evaluate(() => {
    const body = document.createElement('body');
    body.innerHTML = document.body.innerHTML.replace(/<parlance-widget>.*?<\/parlance-widget>/, '');
    for (const old of body.querySelectorAll('script')) {
      const script = document.createElement('script');
      for (const { name, value } of old.attributes) script.setAttribute(name, value);
      old.replaceWith(script);
    }
    document.body.replaceWith(body);
  });
  // As pjax does: the same line comes again, and does not run; the page calls.
  const again = async () => {
    await inline.page.waitForSelector('section.panel .acts');
    expect(await inline.page.locator('.own').allInnerTexts()).toEqual([
      expect.stringContaining('Breakfast?'),
    ]);
    expect(await inline.page.locator('.panel').boundingBox()).toMatchObject({ width: 420, height: 500 });
    expect(await inline.page.locator('parlance-widget').count()).toBe(1);
  };
  await again();
  await inline.page.evaluate(() => {
    document.body.innerHTML = document.body.innerHTML.replace(/<parlance-widget>.*?<\/parlance-widget>/, '');
    window.Parlance?.mount();
  });
  await again();
  await inline.page.evaluate((chatbot) => {
    document.body.innerHTML = '<div style="height:500px;width:420px"></div>';
    const target = document.querySelector('div') as Element;
    window.Parlance?.mount({ chatbot, mode: 'inline', target });
  }, server.publicId);
  await again();
  await inline.context.close();

  server.next = [breakfast];
  const framed = await visit({}, `${server.origin}/embed/${server.publicId}`);
  await framed.page.waitForSelector('section.panel');
  expect(await framed.page.locator('.panel').boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 860 });
  await ask(framed.page, 'Le petit-déjeuner ?');
  await framed.page.waitForSelector('.card');
  expect(await framed.page.title()).toBe('Glycine');
  expect(await global(framed.page, 'violation')).toBeUndefined();
  expect(framed.troubles).toEqual([]);
  await framed.context.close();
});

test('several stand on one page, each with pictures of its own and reached by its name', async () => {
  const { avatarUrl: _, ...config } = structuredClone(defaultConfig);
  const image = (slot: string) => `/embed/v1/${server.publicId}/images/${slot}?v=2`;
  Object.assign(config.appearance, {
    position: 'start',
    launcherIconUrl: image('launcherIcon'),
    sendIconUrl: image('sendIcon'),
    userAvatarUrl: image('userAvatar'),
  });
  server.config = { ...config, avatarUrl: image('avatar') };
  const { context, page, troubles } = await visit();
  await page.waitForSelector('.launcher img');
  server.config = structuredClone(defaultConfig);
  const other = 'pub_fedcba9876543210';
  await page.evaluate((chatbot) => window.Parlance?.mount({ chatbot }), other);
  await expect.poll(() => page.locator('.launcher').count()).toBe(2);
  const [left, right] = await page.locator('.launcher').all();
  expect((await left?.boundingBox())?.x).toBe(20);
  expect((await right?.boundingBox())?.x).toBe(1280 - 76);
  await page.evaluate(() => window.Parlance?.ask('À la première'));
  await page.waitForSelector('.acts');
  for (const part of ['.avatar img', '.send img', '.own img'])
    expect(await page.locator(part).getAttribute('src')).toMatch(/\?v=2$/);
  await page.evaluate((chatbot) => window.Parlance?.ask('À l’autre', chatbot), other);
  await expect.poll(() => page.locator('.acts').count()).toBe(2);
  expect(
    server.requests.filter(({ path }) => path.endsWith('/messages')).map(({ path }) => path.split('/')[3]),
  ).toEqual([server.publicId, other]);
  await page.evaluate((chatbot) => window.Parlance?.unmount(chatbot), other);
  await expect.poll(() => page.locator('.launcher').count()).toBe(1);
  expect(troubles).toEqual([]);
  await context.close();
});

test('an answer to a closed panel is announced and marked; the page’s new look becomes its own', async () => {
  server.next = [{ deltas: ['Il est ', 'servi.'], pace: 300 }];
  const { context, page } = await visit({ forcedColors: 'active' });
  await open(page);
  await ask(page, 'Le petit-déjeuner ?');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.launcher .dot');
  expect(await page.getAttribute('.launcher', 'aria-description')).toBe('Nouveau message');
  expect(await page.locator('[role=log]').evaluate((log) => log.checkVisibility() && log.textContent)).toBe(
    'Hôtel des Glycines\u00a0: Il est servi.',
  );
  // A transparent outline is drawn in the colours that a high contrast forces.
  const outline = await page
    .locator('.launcher')
    .evaluate((launcher) => getComputedStyle(launcher).outlineColor);
  expect(outline).not.toBe('rgba(0, 0, 0, 0)');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.click('.launcher');
  expect(await page.locator('.dot:visible').count()).toBe(0);
  await page.evaluate(() => document.body.setAttribute('style', 'background:#111'));
  await page.waitForFunction(() => {
    const panel = document.querySelector('parlance-widget')?.shadowRoot?.querySelector('.panel');
    return panel && getComputedStyle(panel).colorScheme === 'dark';
  });
  await context.close();
});

/** Everything that an answer can be, then what is said once it begins again. */
const states = [
  {
    ...breakfast,
    deltas: [
      ...breakfast.deltas,
      `\n\n\`\`\`\n${'x'.repeat(120)}\n\`\`\``,
      '\n\n| Jour | Prix [1] |\n|---|--:|\n| Lundi | 9 € |\n\n> Sur place\n\n---\n\n',
      `|${' Renseignements |'.repeat(6)}\n|${'---|'.repeat(6)}\n|${' oui |'.repeat(6)}`,
    ],
    mode: 'quoted' as const,
    citations: citations.map((citation) => ({
      ...citation,
      position: { ...citation.position, sheet: 'Tarifs', row: 2 },
    })),
  },
  {
    deltas: ['Je n’ai pas trouvé la réponse.'],
    mode: 'unanswered' as const,
    subjects: ['Piscine', 'À quelle heure faut-il libérer la chambre ?'],
  },
  { deltas: ['Il est'], fail: 'temporarily_unavailable' },
];

test.each([
  ['light', 'fr', 'rtl', 1280],
  ['dark', 'en', 'ltr', 360],
] as const)(
  'in a %s look, in %s, %s, axe finds nothing; it mirrors and is absent in print',
  async (colorScheme, lang, dir, width) => {
    server.next = [...states];
    server.page = {
      html: hostPage(server, { head: '<meta name="color-scheme" content="light dark">', lang }).replace(
        '<html',
        `<html dir="${dir}"`,
      ),
    };
    const { context, page } = await visit({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 860 },
    });
    await page.waitForSelector('.launcher');
    expect((await page.locator('.launcher').boundingBox())?.x).toBe(dir === 'rtl' ? 20 : width - 76);
    await page.evaluate(axe);
    const found = () =>
      page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: {
            run(context: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        };
        const { violations } = await axe.run({ include: [['parlance-widget']] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
    expect(await found()).toEqual([]);
    await open(page);
    expect(await page.locator('.panel').evaluate((panel) => getComputedStyle(panel).colorScheme)).toBe(
      colorScheme,
    );
    expect(await found()).toEqual([]);
    for (const settled of ['.cards', '.unknown', '.trouble']) {
      await ask(page, 'Le petit-déjeuner ?');
      await page.waitForSelector(settled);
    }
    const tables = page.locator('.table');
    expect(await tables.evaluateAll((boxes) => boxes.map((box) => box.ariaLabel))).toEqual([
      null,
      lang === 'fr' ? 'Tableau' : 'Table',
    ]);
    const [narrow, wide] = [tables.first(), tables.last()];
    expect(await narrow.locator('th .chip').count()).toBe(1);
    expect(await narrow.getAttribute('tabindex')).toBeNull();
    await wide.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => wide.evaluate((box) => box.scrollLeft)).not.toBe(0);
    // What the contract names keeps its name when the build shortens the panel's own.
    expect(await page.textContent('.card small')).toMatch(
      /^page 4 · Tarifs · (ligne|row) 2 · Petit-déjeuner$/,
    );
    expect(
      await page
        .locator('.chip')
        .first()
        .evaluate((chip) => getComputedStyle(chip).backgroundColor),
    ).not.toBe('rgba(0, 0, 0, 0)');
    await page.click('.card');
    expect(await found()).toEqual([]);
    await page.click('header .tool >> nth=0');
    await page.waitForSelector('.strip');
    expect(await found()).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.launcher').isVisible()).toBe(false);
    await context.close();
  },
);
