import { localKeeper } from '../storage/storage.ts';
import { createStore, useStore } from '../storage/store.ts';

const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';
const systemIsLight = () => window.matchMedia('(prefers-color-scheme: light)').matches;
const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme);

/** The stored theme; nothing stored is dark, whatever the system says (readings 21). */
const storedTheme = (): Theme => {
  const stored = localKeeper.read(key);
  return isTheme(stored) ? stored : 'dark';
};

export const theme = createStore<Theme>('dark');
export const useTheme = () => useStore(theme);

function paint(chosen: Theme) {
  const light = chosen === 'light' || (chosen === 'system' && systemIsLight());
  const root = document.documentElement;
  root.dataset.theme = light ? 'light' : 'dark';
  // The tokens are the only place that knows the colour.
  const canvas = getComputedStyle(root).getPropertyValue('--color-canvas').trim();
  if (canvas) document.querySelector('meta[name=theme-color]')?.setAttribute('content', canvas);
}

export function chooseTheme(chosen: Theme) {
  localKeeper.write(key, chosen);
  theme.set(chosen);
  paint(chosen);
}

/** The theme that the account keeps, unless this browser holds a choice (readings 21). */
export function followSavedTheme(saved: Theme) {
  if (localKeeper.read(key)) return;
  theme.set(saved);
  paint(saved);
}

/** Follows the system's setting while it is chosen, and choices made in other tabs. */
export function startTheme() {
  theme.set(storedTheme());
  paint(theme.get());
  window.matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => {
    if (theme.get() === 'system') paint('system');
  });
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    theme.set(storedTheme());
    paint(theme.get());
  });
}
