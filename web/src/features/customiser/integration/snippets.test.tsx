import * as React from 'react';
import { transformWithOxc } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { frameSnippet, htmlSnippet, inlineSnippet, reactSnippet, tagManagerSnippet } from './snippets.ts';

const place = {
  origin: 'https://parlance.example',
  publicId: 'AbCdEfGhIjKlMnOp',
  name: 'Bar & <b>"Grill"</b>',
};
const src = 'https://parlance.example/embed/v1/AbCdEfGhIjKlMnOp/widget.js';

const parlance = { mount: vi.fn(), unmount: vi.fn() };
const page = window as unknown as { Parlance?: typeof parlance };

/** The loaders that were put into the page: the test says when they arrive. */
let asked: HTMLScriptElement[] = [];
const ask = (script: unknown) => void asked.push(script as HTMLScriptElement);
vi.spyOn(document.head, 'append').mockImplementation(ask);
vi.spyOn(document.head, 'appendChild').mockImplementation((script) => {
  ask(script);
  return script;
});

afterEach(() => {
  delete page.Parlance;
  vi.clearAllMocks();
  asked = [];
});

test('the line names the loader and the chatbot; in its place it says so', () => {
  for (const snippet of [htmlSnippet(place), inlineSnippet(place)]) {
    const parsed = new DOMParser().parseFromString(snippet, 'text/html');
    const script = parsed.querySelector('script');
    expect(script?.getAttribute('src')).toBe(src);
    expect(script?.dataset.chatbot).toBe(place.publicId);
    expect(script?.async).toBe(true);
    expect(script?.dataset.mode).toBe(snippet === inlineSnippet(place) ? 'inline' : undefined);
  }
});

test('a frame is named as the chatbot is, whatever its name', () => {
  const box = document.createElement('div');
  box.innerHTML = frameSnippet(place);
  const frame = box.querySelector('iframe');
  expect(frame?.getAttribute('src')).toBe('https://parlance.example/embed/AbCdEfGhIjKlMnOp');
  expect(frame?.title).toBe(place.name);
  expect(box.children).toHaveLength(1);
});

test('what a tag manager is given makes its script itself', () => {
  const code = /<script>([\s\S]*)<\/script>/.exec(tagManagerSnippet(place))?.[1] ?? '';
  new Function(code)();
  expect(asked.map((script) => [script.src, script.async, script.dataset.chatbot])).toEqual([
    [src, true, place.publicId],
  ]);
});

/** The component as a project's build would make it. */
async function reactComponent() {
  const { code } = await transformWithOxc(reactSnippet(place), 'Chatbot.jsx', {});
  const body = code.replace(/^import .*$/gm, '').replace('export function', 'return function');
  return new Function('useEffect', body)(React.useEffect) as React.ComponentType;
}

/** The loader that arrives: it mounts what its script names. */
function load(script: HTMLScriptElement) {
  page.Parlance ??= parlance;
  parlance.mount({ chatbot: script.dataset.chatbot });
  script.onload?.(new Event('load'));
}
const last = () => {
  const calls = [
    ...parlance.mount.mock.invocationCallOrder.map((at) => [at, 'mount']),
    ...parlance.unmount.mock.invocationCallOrder.map((at) => [at, 'unmount']),
  ] as [number, string][];
  return calls.sort(([a], [b]) => a - b).at(-1)?.[1];
};

test('in React it comes with its component, goes with it, and comes again', async () => {
  const Chatbot = await reactComponent();
  await render(<Chatbot />);
  expect(asked.map((script) => [script.src, script.async])).toEqual([[src, false]]);
  for (const script of asked) load(script);
  expect(last()).toBe('mount');
  await render(null);
  expect(parlance.unmount).toHaveBeenLastCalledWith(place.publicId);
  await render(<Chatbot />);
  expect(parlance.mount).toHaveBeenLastCalledWith({ chatbot: place.publicId });
  expect(asked).toHaveLength(1);
});

test('in React drawn twice, and where the component is gone before the loader has come', async () => {
  const Chatbot = await reactComponent();
  await render(
    <React.StrictMode>
      <Chatbot />
    </React.StrictMode>,
  );
  for (const script of asked) load(script);
  expect(last()).toBe('mount');
  delete page.Parlance;
  asked = [];
  await render(<Chatbot />);
  await render(null);
  for (const script of asked) load(script);
  expect(last()).toBe('unmount');
});
