import { useRef } from 'react';

/**
 * Where the keyboard goes on when what lay over the page has gone: at what opened it, or at the page's head where that
 * has gone with it. Whatever took the focus meanwhile, a page that was gone to for one, keeps it.
 */
export function useReturnOfFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember() {
      opener.current = document.activeElement;
    },
    giveBack(event: Event) {
      event.preventDefault();
      if (document.activeElement && document.activeElement !== document.body) return;
      const { current } = opener;
      const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body;
      const target = isThere ? current : document.querySelector<HTMLElement>('main h1');
      target?.focus({ preventScroll: true });
    },
  };
}
