import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render, says } from '../test/render.tsx';
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
