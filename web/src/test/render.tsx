import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll } from 'vitest';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

let drawn: Root | undefined;
afterAll(() => act(async () => drawn?.unmount()));

/** Draws into a fresh body; what was drawn before leaves. */
export async function render(element: ReactNode) {
  await act(async () => drawn?.unmount());
  document.body.innerHTML = '';
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  drawn = root;
  await act(async () => root.render(element));
}

const settle = (ms = 0) => act(async () => void (await new Promise((done) => setTimeout(done, ms))));

/** Waits until something is so: real answers take their time. */
export async function until<T>(find: () => T | null | undefined | false): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const found = find();
    if (found) return found;
    await settle(20);
  }
  throw new Error(`Never came: ${find}\n${document.body.textContent}`);
}

export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent?.startsWith(label));
  const input = found && document.getElementById(found.htmlFor);
  if (!input) throw new Error(`No field is labelled ${label}`);
  return input as HTMLInputElement;
}

export async function type(label: string, text: string) {
  const input = field(label);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export async function press(name: string | RegExp) {
  const button = [...document.querySelectorAll<HTMLElement>('button, a')].find((each) => {
    const text = each.getAttribute('aria-label') ?? each.textContent ?? '';
    return typeof name === 'string' ? text === name : name.test(text);
  });
  if (!button) throw new Error(`Nothing to press is named ${name}`);
  await act(async () => button.click());
}

export const says = (text: string) => document.body.textContent?.includes(text) ?? false;
