import { expect, test } from 'vitest';
import type { Appearance } from '../endpoints/chatbots.ts';
import { chooseInk, choosePlainInk, contrastOf, ensureLegible, mix, paletteOf } from './colours.ts';

const plain: Appearance = {
  primaryColor: '#5b4a9e',
  secondaryColor: '#efeaf7',
  inputBorderColor: '#c9bfe3',
  launcherColor: '#5b4a9e',
  launcherIconUrl: null,
  sendIconUrl: null,
  userAvatarUrl: null,
  position: 'end',
  size: 'medium',
  corners: 'round',
  theme: 'auto',
  title: 'Glycine',
  placeholder: '',
  zIndex: 2147483000,
};

const hex = (value: number) => `#${value.toString(16).padStart(6, '0')}`;
const many = Array.from({ length: 400 }, (_, at) => hex((at * 41_927) % 0x1000000));

test('contrast is WCAG’s', () => {
  expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 1);
  expect(contrastOf('#1e2427', '#1e2427')).toBe(1);
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
});

test('ink is legible on any colour, and a colour becomes legible on any ground', () => {
  for (const [at, colour] of many.entries()) {
    expect(contrastOf(choosePlainInk(colour), colour)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(chooseInk(colour, '#1e2427'), colour)).toBeGreaterThanOrEqual(4.5);
    const other = many[(at * 7 + 3) % many.length] ?? colour;
    expect(contrastOf(ensureLegible(other, colour), other)).toBeGreaterThanOrEqual(4.5);
  }
});

test('every text of the panel has its contrast, whatever the professional chose', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const [at, colour] of many.entries()) {
      const secondaryColor = many[(at * 13 + 5) % many.length] ?? colour;
      const palette = paletteOf({ ...plain, primaryColor: colour, secondaryColor }, theme);
      for (const [ink, ground] of [
        ['on-primary', 'primary'],
        ['accent', 'surface'],
        ['on-bubble', 'bubble'],
        ['link', 'bubble'],
        ['on-chip', 'chip'],
        ['text', 'surface'],
        ['muted', 'surface'],
      ])
        expect(
          contrastOf(palette[ink as string] ?? '', palette[ground as string] ?? ''),
        ).toBeGreaterThanOrEqual(4.5);
    }
});

test('what is no colour never reaches the style sheet', () => {
  const evil = 'red;}*{background:url(//evil.example)';
  const appearance = {
    ...plain,
    primaryColor: evil,
    secondaryColor: evil,
    inputBorderColor: evil,
  };
  for (const colour of Object.values(paletteOf(appearance, 'light')))
    expect(colour).toMatch(/^#[0-9a-f]{6}$/i);
});
