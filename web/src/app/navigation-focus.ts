import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation, focus stands on the new page's h1; the first page keeps the browser's own. */
export function useNavigationFocus() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const frame = requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
