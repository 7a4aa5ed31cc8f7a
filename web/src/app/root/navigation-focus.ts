import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** What a person does of their own accord: from then on focus is theirs. */
const acts = ['keydown', 'pointerdown'] as const;

/**
 * Puts the focus, after a navigation, on the new page's h1, however late that comes, and on the next one where it is
 * replaced; the first page keeps the browser's own.
 */
export function useNavigationFocus() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const pressed = document.activeElement;
    let isOver = false;
    const arrive = () => {
      const { activeElement } = document;
      const isFree = !activeElement || activeElement === document.body || activeElement === pressed;
      const title = isFree && !isOver && document.querySelector<HTMLElement>('main h1');
      if (title) title.focus({ preventScroll: true });
    };
    // A title of the page that is left must not be taken for the new one.
    const frame = requestAnimationFrame(arrive);
    // Without waiting for a frame: a title that is replaced would leave focus nowhere in between.
    const watcher = new MutationObserver(arrive);
    watcher.observe(document.body, { childList: true, subtree: true });
    const end = () => {
      isOver = true;
      cancelAnimationFrame(frame);
      watcher.disconnect();
      for (const act of acts) window.removeEventListener(act, end, true);
    };
    for (const act of acts) window.addEventListener(act, end, true);
    return end;
  }, [pathname]);
}
