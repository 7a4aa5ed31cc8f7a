import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { language } from '../../lib/language/language.ts';
import { render, says } from '../../test/render.tsx';
import { When } from './When.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('how long ago something was moves on with time', async () => {
  await render(<When at={new Date().toISOString()} />);
  expect(says('à l’instant')).toBe(true);
  await act(async () => void (await vi.advanceTimersByTimeAsync(10 * 60_000)));
  expect(document.querySelector('time')?.textContent).toMatch(/10\smin/);
  await render(null);
  expect(vi.getTimerCount()).toBe(0);
});

test('the moment is written as one says it: 8:05 am, 08 h 05', async () => {
  const at = '2026-11-22T08:05:00';
  const title = () => document.querySelector('time')?.title;
  await render(<When at={at} />);
  expect(title()).toBe('22 novembre 2026 à 08\u00a0h\u00a005');
  await act(async () => language.set('en'));
  expect(title()).toMatch(/^22 November 2026 at 8:05\sam$/);
  await act(async () => language.set('fr'));
});
