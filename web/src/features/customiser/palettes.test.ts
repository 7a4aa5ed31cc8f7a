import type { Appearance } from '@parlance/contract/chatbots';
import { expect, test } from 'vitest';
import { colourKeys, coloursOf, isPalette, paletteNames, verdictOf } from './palettes.ts';

const plain: Appearance = {
  primaryColor: '#016b50',
  secondaryColor: '#eef4f0',
  inputBorderColor: '#827e75',
  launcherColor: '#016b50',
  launcherIconUrl: null,
  sendIconUrl: null,
  userAvatarUrl: null,
  position: 'end',
  size: 'medium',
  corners: 'round',
  theme: 'auto',
  title: '',
  placeholder: '',
  zIndex: 1,
};

test('every palette is legible, on light and on dark', () => {
  for (const theme of ['auto', 'dark'] as const)
    for (const name of paletteNames) {
      const appearance = { ...plain, theme, ...coloursOf(name, { ...plain, theme }) };
      for (const key of colourKeys)
        expect([name, key, verdictOf(appearance, key)?.isEnough]).toEqual([name, key, true]);
      expect(paletteNames.filter((other) => isPalette(other, appearance))).toEqual([name]);
    }
});

test('a colour that is hard to see comes with one that is not', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const key of ['primaryColor', 'inputBorderColor', 'launcherColor'] as const)
      for (const colour of ['#c9bfe3', '#ffff00', '#ffffff', '#000000', '#1e2427', '#444444']) {
        const appearance = { ...plain, theme, [key]: colour };
        const verdict = verdictOf(appearance, key);
        if (verdict?.isEnough) continue;
        expect(verdict?.better, `${key} ${colour} ${theme}`).toBeDefined();
        expect(verdictOf({ ...appearance, [key]: verdict?.better }, key)?.isEnough).toBe(true);
      }
});

test('what is half typed has no verdict', () => {
  expect(verdictOf({ ...plain, primaryColor: '#12' }, 'primaryColor')).toBeUndefined();
});
