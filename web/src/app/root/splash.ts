import { useEffect } from 'react';

/** The splash fades 100 ms after the first render, for 0.2 s, and leaves (readings 20). */
export function useSplashEnd() {
  useEffect(() => {
    const splash = document.getElementById('splash');
    if (!splash) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const fade = setTimeout(() => {
      splash.dataset.leaving = '';
      splash.removeAttribute('role');
    }, 100);
    const leave = setTimeout(() => splash.remove(), still ? 100 : 300);
    return () => {
      clearTimeout(fade);
      clearTimeout(leave);
    };
  }, []);
}
