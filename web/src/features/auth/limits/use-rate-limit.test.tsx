import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { clearExpired, setRateLimit } from './rate-limit.ts';
import { useRateLimit } from './use-rate-limit.ts';

afterEach(() => {
  vi.useRealTimers();
});

function Countdown() {
  return <p>{useRateLimit('camille@example.org').label}</p>;
}

test.each([
  [89_400, /1[^\d]+30$/],
  [60_000, /1[^\d]+00$/],
  [400, /0[^\d]+01$/],
])('a countdown with %i ms to go has not lost a second', async (ms, told) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setRateLimit(undefined, 90, Date.now() - 90_000 + ms);
  await render(<Countdown />);
  expect(document.body.textContent).toMatch(told);
  clearExpired(Date.now() + 90_000);
});
