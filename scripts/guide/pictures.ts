import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@parlance/contract/i18n';
import type { Browser, Page } from 'playwright-core';
import { linkIn, mailTo, newPerson, startBuilt, until } from '../../e2e/built-program.ts';
import { newVisitor, signIn } from '../../e2e/visitor.ts';
import { startBotApi } from '../../server/src/test/servers/bot-api.ts';
import { startGraphApi } from '../../server/src/test/servers/graph-api.ts';
import { launchBrowser } from '../environment/browser.ts';
import { documentsOf, example } from './example.ts';
import { type Owner, owners, type Place, shots } from './shots.ts';

/**
 * Takes the pictures of the guide from the built program, in both languages: `npx tsx scripts/guide/pictures.ts`, by hand when a
 * screen has changed; with names behind it, only those.
 */

const root = join(import.meta.dirname, '../..');
/** As `printing.ts` shows them. */
const scale = 1;
const quality = 80;
/** What stands instead of this machine's address. */
const shownAddress = 'https://chat.example.org';

const [telegram, meta] = await Promise.all([startBotApi(), startGraphApi()]);

type Program = Awaited<ReturnType<typeof startBuilt>>;

const newOwner = (program: Program, language: Language, email?: string) =>
  newPerson(program.url, language, async (to) => linkIn((await mailTo(program, to)).text), email);

interface Made {
  email: string;
  /** Of the chatbot, or of the channel that is to become one. */
  id: string;
}

/** The hotel with all that its pictures show: sources, settings, conversations, keys, an archive. */
async function setUpWebsite(program: Program, language: Language): Promise<Made> {
  const { email, chatbot: name, welcome, suggestions, instructions, conversations, keys } = example[language];
  const { call } = await newOwner(program, language, email);
  const chatbot = await call<{ id: string; publicId: string }>('/chatbots', {
    json: { name, platform: 'website' },
  });
  await call(`/chatbots/${chatbot.id}/files`, { method: 'POST', body: await documentsOf(language) });
  await call(`/chatbots/${chatbot.id}`, {
    method: 'PATCH',
    json: { welcomeMessage: welcome, suggestions, systemMessage: instructions },
  });
  await until('the files to be read', async () => {
    const { items } = await call<{ items: { status: string }[] }>(`/chatbots/${chatbot.id}/sources`);
    return items.every(({ status }) => ['ready', 'error'].includes(status)) || undefined;
  });
  const endpoint = `${program.url}/embed/v1/${chatbot.publicId}/messages`;
  const headers = { 'content-type': 'application/json' };
  for (const questions of conversations) {
    let said: Record<string, string> = {};
    for (const text of questions) {
      const heard = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: JSON.stringify({ text, language, ...said }),
      });
      const answer = await heard.text();
      const named = (field: string) => new RegExp(`"${field}":"([^"]+)"`).exec(answer)?.[1];
      const [conversationId, visitorToken] = [named('conversationId'), named('visitorToken')];
      if (conversationId && visitorToken) said = { conversationId, visitorToken };
    }
  }
  for (const [at, keyName] of keys.entries()) {
    const scopes = at === 0 ? ['read'] : ['read', 'answer'];
    const { key } = await call<{ key: string }>('/api-keys', { json: { name: keyName, scopes } });
    if (at === 0)
      await fetch(`${program.url}/api/v1/chatbots`, { headers: { authorization: `Bearer ${key}` } });
  }
  await call('/privacy/export', { method: 'POST' });
  await until('the archive', async () => {
    const { items } = await call<{ items: { status: string }[] }>('/privacy/export');
    return items.some(({ status }) => status === 'ready') || undefined;
  });
  return { email, id: chatbot.id };
}

type Person = Awaited<ReturnType<typeof newOwner>>;
interface MadeChannel {
  id: string;
  status: string;
  health: unknown;
}

/** Creates a channel, and waits until its steps have ended. */
async function createChannel({ call }: Person, platform: string, json: unknown): Promise<string> {
  const { id } = await call<MadeChannel>(`/channels/${platform}`, { json });
  await until('the channel', async () => {
    const { status } = await call<MadeChannel>(`/channels/${id}`);
    return status !== 'creating' || undefined;
  });
  return id;
}

/** A bot that has been written to and looked at. */
async function setUpTelegram(program: Program, language: Language): Promise<Made> {
  const { bot: name, username, tried } = example[language];
  const owner = await newOwner(program, language);
  const botToken = telegram.addBot(username);
  const id = await createChannel(owner, 'telegram', { name, botToken });
  await telegram.deliver(botToken, telegram.message(tried));
  await owner.call(`/channels/${id}/reconnect`, { method: 'POST' });
  await until('a look at the bot', async () => {
    const { health } = await owner.call<MadeChannel>(`/channels/${id}`);
    return health !== null || undefined;
  });
  return { email: owner.email, id };
}

/** An account with two numbers, of which none is chosen: its owner has no chatbot yet. */
async function setUpWhatsApp(program: Program, language: Language): Promise<Made> {
  const owner = await newOwner(program, language);
  const credentials = meta.addAccount(2);
  const id = await createChannel(owner, 'whatsapp', { name: example[language].bot, ...credentials });
  return { email: owner.email, id };
}

const setUps: Record<Owner, (program: Program, language: Language) => Promise<Made>> = {
  website: setUpWebsite,
  telegram: setUpTelegram,
  whatsapp: setUpWhatsApp,
};

/** The address of this machine stands nowhere on a picture. */
const hideAddress = (page: Page, url: string) =>
  page.evaluate(
    ([own, shown]) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (node.textContent?.includes(own)) node.textContent = node.textContent.replaceAll(own, shown);
      for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea'))
        if (field.value.includes(own)) field.value = field.value.replaceAll(own, shown);
    },
    [url, shownAddress] as const,
  );

/** What is framed: all of the places, with some room around them, within the page. */
async function frame(
  page: Page,
  {
    places,
    maxHeight = 900,
    room = 0,
  }: { places: readonly Place[]; maxHeight?: number | undefined; room?: number | undefined },
) {
  const boxes = await Promise.all(
    places.map(async (place) => (await place.first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }),
  );
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const left = Math.max(0, Math.floor(Math.min(...boxes.map(({ x }) => x)) - room));
  const top = Math.max(0, Math.floor(Math.min(...boxes.map(({ y }) => y)) - room));
  const right = Math.min(width, Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)) + room));
  const bottom = Math.min(height, Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)) + room));
  return { x: left, y: top, width: right - left, height: Math.min(bottom - top, maxHeight), scale: 1 };
}

/** A ring around what the step speaks of. */
async function mark(place: Place) {
  await place.first().evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const ring = document.createElement('div');
    Object.assign(ring.style, {
      position: 'fixed',
      left: `${left - 5}px`,
      top: `${top - 5}px`,
      width: `${width + 10}px`,
      height: `${height + 10}px`,
      border: '3px solid #d9480f',
      borderRadius: '12px',
      zIndex: '99999',
      pointerEvents: 'none',
    });
    document.body.append(ring);
  });
}

async function takePictures(
  browser: Browser,
  program: Program,
  language: Language,
  owner: Owner,
  wanted: readonly string[],
) {
  const taken = shots.filter(
    ({ name, of = 'website' }) => of === owner && (wanted.length === 0 || wanted.includes(name)),
  );
  if (taken.length === 0) return;
  const { email, id } = await setUps[owner](program, language);
  const { context, page } = await newVisitor(browser, language, [program.url], {
    bypassCSP: true,
    deviceScaleFactor: scale,
    viewport: { width: 1180, height: 900 },
  });
  await context.addInitScript((chosen) => {
    localStorage.setItem('language', chosen);
    localStorage.setItem('theme', 'light');
  }, language);
  const folder = join(root, 'docs/guide/pictures', language);
  mkdirSync(folder, { recursive: true });
  const session = await context.newCDPSession(page);
  let isSignedIn = false;
  for (const shot of taken) {
    if (!isSignedIn && !shot.isSignedOut) {
      await signIn(page, program.url, language, email);
      isSignedIn = true;
    }
    try {
      await page.setViewportSize({ width: shot.width ?? 1180, height: shot.height ?? 900 });
      await page.goto(program.url + shot.path(id));
      await page.waitForLoadState('networkidle');
      const { framed, marked } = await shot.show(page, language);
      await page.waitForTimeout(400);
      await hideAddress(page, program.url);
      const clip = await frame(page, { places: framed, maxHeight: shot.maxHeight, room: shot.room });
      if (marked) await mark(marked);
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip });
      writeFileSync(join(folder, `${shot.name}.webp`), Buffer.from(data, 'base64'));
    } catch (error) {
      console.error(`${language}/${shot.name}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
  await context.close();
}

const wanted = process.argv.slice(2);
const browser = await launchBrowser();
const program = await startBuilt({
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0',
  TELEGRAM_API_URL: telegram.url,
  WHATSAPP_API_URL: meta.url,
});
try {
  for (const language of ['fr', 'en'] as const)
    for (const owner of owners) await takePictures(browser, program, language, owner, wanted);
} finally {
  await browser.close();
  await program.stop();
  await Promise.all([telegram.stop(), meta.stop()]);
}
