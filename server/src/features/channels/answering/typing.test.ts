import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { telegram } from '../telegram/telegram.ts';
import { whatsApp } from '../whatsapp/whatsapp.ts';
import { keepShowing } from './typing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('that we write is shown at once, on Telegram for as long as it lasts, on WhatsApp renewed once', () => {
  let shown = 0;
  const end = keepShowing(telegram.typing, () => shown++);
  vi.advanceTimersByTime(41_000);
  expect(shown).toBe(11);
  end();
  vi.advanceTimersByTime(60_000);
  expect(shown).toBe(11);

  shown = 0;
  const endOther = keepShowing(whatsApp.typing, () => shown++);
  vi.advanceTimersByTime(23_999);
  expect(shown).toBe(1);
  vi.advanceTimersByTime(200_000);
  expect(shown).toBe(2);
  endOther();
});
