import type { Typing } from '../platforms/platform.ts';

/** Shows that an answer is being written, at once and again while it lasts; gives what ends it. */
export function keepShowing({ everyMs, times }: Typing, show: () => void): () => void {
  show();
  let left = times - 1;
  const timer = setInterval(() => {
    left -= 1;
    if (left >= 0) show();
    if (left <= 0) clearInterval(timer);
  }, everyMs);
  return () => clearInterval(timer);
}
