import { expect, test } from 'vitest';
import { sampleChatbot } from '../../test/chatbot.ts';
import { colourKeys, coloursOf, isPalette, paletteNames, verdictOf } from './palettes.ts';

const plain = sampleChatbot.appearance;

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
