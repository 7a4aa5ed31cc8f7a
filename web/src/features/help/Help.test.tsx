import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { press, render, says, until } from '../../test/render.tsx';
import { HelpButton } from './HelpButton.tsx';
import { HelpTip, tipButton } from './HelpTip.tsx';
import { topics } from './panel/topics.ts';
import { TipButton } from './tips/TipButton.tsx';
import { tipTexts } from './tips/texts.ts';

let server: Server;
const held = { tour: 'skipped', step: null as number | null, tooltips: true };

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      request.url === '/config.json'
        ? '{"publishableKey":"sb_publishable_test"}'
        : JSON.stringify(request.url === '/api/v1/preferences/help' ? held : {}),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // What a browser has in a moment takes a busy machine seconds to compile.
  await import('./panel/HelpPanel.tsx');
});
afterAll(() => void server.close());
afterEach(() => {
  vi.useRealTimers();
  tipButton.set(undefined);
  Object.assign(held, { tour: 'skipped', step: null, tooltips: true });
});

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('button[aria-describedby]')];
/** What is shown, not the description that lies hidden beside each button. */
const shown = () => document.querySelector('body > [aria-hidden=true]')?.textContent;
const mouse = (from: Element | null, to: Element | null) =>
  act(async () => {
    const told = { bubbles: true, pointerType: 'mouse' };
    from?.dispatchEvent(new PointerEvent('pointerout', { ...told, relatedTarget: to }));
    to?.dispatchEvent(new PointerEvent('pointerover', { ...told, relatedTarget: from }));
  });
const touch = (element: Element | undefined) =>
  act(async () => {
    element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  });
const pressEscape = () =>
  act(async () => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });

async function openTips() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  tipButton.set(TipButton);
  await render([
    <HelpTip key="one" about="messageTokens" />,
    <HelpTip key="two" about="storageTokens" />,
    <p key="else">Ailleurs</p>,
  ]);
  const [one, two] = buttons();
  if (!one || !two) throw new Error('No tips');
  return [one, two] as const;
}

test('a tip opens after 700 ms, its neighbour at once within 300 ms of it, and later again after 700', async () => {
  const [one, two] = await openTips();
  await mouse(document.body, one);
  await pass(690);
  expect(shown()).toBeUndefined();
  await pass(20);
  expect(shown()).toBe(tipTexts.messageTokensText.fr);
  // From the button into the tip: it can be read and marked.
  await mouse(one, document.querySelector('body > [aria-hidden=true]'));
  await pass(1000);
  expect(shown()).toBe(tipTexts.messageTokensText.fr);
  await mouse(document.querySelector('body > [aria-hidden=true]'), document.body);
  await pass(250);
  expect(shown()).toBeUndefined();
  await mouse(document.body, two);
  await pass(0);
  expect(shown()).toBe(tipTexts.storageTokensText.fr);
  await mouse(two, document.body);
  await pass(600);
  await mouse(document.body, one);
  await pass(690);
  expect(shown()).toBeUndefined();
  await pass(20);
  expect(shown()).toBe(tipTexts.messageTokensText.fr);
});

test('a touch holds it open until another one; Escape closes it alone; a screen reader needs neither', async () => {
  const [one, two] = await openTips();
  expect(one.getAttribute('aria-label')).toBe('Aide\u00a0: Jetons de message');
  expect(document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    tipTexts.messageTokensText.fr,
  );
  await touch(one);
  await pass(0);
  await mouse(one, document.body);
  await pass(1000);
  expect(shown()).toBe(tipTexts.messageTokensText.fr);
  await touch(two);
  await pass(0);
  expect(shown()).toBe(tipTexts.storageTokensText.fr);
  const beneath = vi.fn();
  document.addEventListener('keydown', beneath);
  await pressEscape();
  expect(shown()).toBeUndefined();
  expect(beneath).not.toHaveBeenCalled();
  await pressEscape();
  expect(beneath).toHaveBeenCalledOnce();
  document.removeEventListener('keydown', beneath);
  await touch(two);
  await pass(0);
  await touch(document.querySelector('p') ?? undefined);
  expect(shown()).toBeUndefined();
});

async function openScreen(path = '/') {
  const { TipsWanted } = await import('./tips/TipsWanted.tsx');
  const client = new QueryClient();
  const screen = (
    <main>
      <h1 tabIndex={-1}>Écran</h1>
      <HelpButton />
      <HelpTip about="messageTokens" />
      <TipsWanted />
    </main>
  );
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] });
  await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await until(() => client.getQueryData(['help']));
  return { client, router };
}

test('who has turned tooltips off sees none, and still has the panel; on again, they are there at once', async () => {
  held.tooltips = false;
  const { client } = await openScreen();
  await press('Aide sur cette page');
  await until(() => says('Deux compteurs, deux usages'));
  expect(buttons()).toEqual([]);
  await pressEscape();
  held.tooltips = true;
  await act(() => client.invalidateQueries({ queryKey: ['help'] }));
  await until(() => buttons().length === 1);
});

test('the panel tells of the screen it stands on, and Escape gives the keyboard back to its button', async () => {
  for (const [path, title] of [
    ['/chatbots/0b6f/personnaliser', 'Aide\u00a0: Réglages du chatbot'],
    ['/chatbot/0b6f/datasources', 'Aide\u00a0: Sources de données'],
    ['/chatbots', 'Aide\u00a0: Chatbots'],
    ['/channels', 'Aide\u00a0: Canaux'],
    ['/channels?created=1&new=whatsapp', 'Aide\u00a0: Un chatbot sur WhatsApp'],
    ['/channels?new=website', 'Aide\u00a0: Canaux'],
  ] as const) {
    await openScreen(path);
    await press('Aide sur cette page');
    await until(() => says(title));
    expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true);
    expect(document.querySelector('[role=dialog] a')?.getAttribute('href')).toMatch(
      /^\/guide\/fr\/[a-z-]+#[a-z-]+$/,
    );
    await pressEscape();
    await until(() => !document.querySelector('[role=dialog]'));
    await until(() => document.activeElement?.getAttribute('aria-label') === 'Aide sur cette page');
  }
});

test('a tour that begins meanwhile, on another device for one, closes it', async () => {
  const { client } = await openScreen();
  await press('Aide sur cette page');
  await until(() => document.querySelector('[role=dialog]'));
  held.step = 2;
  await act(() => client.invalidateQueries({ queryKey: ['help'] }));
  await until(() => !document.querySelector('[role=dialog]'));
});

test('every topic leads to where the guide tells more, in both languages', () => {
  const guide = join(import.meta.dirname, '../../../../docs/guide');
  for (const [topic, { guide: link }] of Object.entries(topics))
    for (const language of ['fr', 'en']) {
      const [page = '', id = ''] = link.split('#');
      const text = readFileSync(join(guide, language, `${page}.md`), 'utf8');
      expect([topic, language, text.includes(`<a id="${id}">`)]).toEqual([topic, language, true]);
    }
});
