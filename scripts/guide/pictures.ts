import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@parlance/contract/i18n';
import type { Browser, Page } from 'playwright-core';
import { linkIn, mailTo, newPerson, startBuilt, until } from '../../e2e/built-program.ts';
import { newVisitor, signIn } from '../../e2e/visitor.ts';
import { launchBrowser } from '../environment/browser.ts';
import { documentsOf, example } from './example.ts';
import { type Place, shots } from './shots.ts';

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

type Program = Awaited<ReturnType<typeof startBuilt>>;

/** The hotel with all that its pictures show: sources, settings, conversations. */
async function setUp(program: Program, language: Language) {
  const { email, chatbot: name, welcome, suggestions, instructions, conversations } = example[language];
  const { call } = await newPerson(
    program.url,
    language,
    async (to) => linkIn((await mailTo(program, to)).text),
    email,
  );
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
  return { email, chatbotId: chatbot.id };
}

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
  wanted: readonly string[],
) {
  const { email, chatbotId } = await setUp(program, language);
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
  for (const shot of shots) {
    if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
    if (!isSignedIn && !shot.isSignedOut) {
      await signIn(page, program.url, language, email);
      isSignedIn = true;
    }
    try {
      await page.setViewportSize({ width: shot.width ?? 1180, height: 900 });
      await page.goto(program.url + shot.path(chatbotId));
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
const program = await startBuilt({ AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0' });
try {
  for (const language of ['fr', 'en'] as const) await takePictures(browser, program, language, wanted);
} finally {
  await browser.close();
  await program.stop();
}
