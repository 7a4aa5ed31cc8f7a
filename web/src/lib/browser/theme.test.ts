import { beforeEach, expect, test, vi } from 'vitest';

const system = { light: true, listener: () => {} };

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  system.light = true;
  window.matchMedia = (() => ({
    get matches() {
      return system.light;
    },
    addEventListener: (_: string, listener: () => void) => {
      system.listener = listener;
    },
  })) as unknown as typeof window.matchMedia;
});

test('nothing stored is dark, whatever the system says, and stays unstored', async () => {
  const { startTheme, theme } = await import('./theme.ts');
  startTheme();
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(theme.get()).toBe('dark');
  expect(localStorage.getItem('theme')).toBeNull();
});

test('system is followed live, a fixed choice is not', async () => {
  const { chooseTheme, startTheme } = await import('./theme.ts');
  startTheme();
  chooseTheme('system');
  expect(document.documentElement.dataset.theme).toBe('light');
  system.light = false;
  system.listener();
  expect(document.documentElement.dataset.theme).toBe('dark');

  chooseTheme('light');
  system.listener();
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
});

test('the theme of another device is followed where nothing is stored, and stays unstored', async () => {
  const { chooseTheme, followSavedTheme, startTheme, theme } = await import('./theme.ts');
  startTheme();
  followSavedTheme('light');
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['light', null]);
  chooseTheme('dark');
  followSavedTheme('light');
  expect(theme.get()).toBe('dark');
});
