import { chooseInk, contrastOf, mix, paletteOf, type Theme } from '@parlance/contract/display/colours';
import type { Appearance } from '@parlance/contract/endpoints/chatbots';

export const colourKeys = ['primaryColor', 'secondaryColor', 'inputBorderColor', 'launcherColor'] as const;
export type ColourKey = (typeof colourKeys)[number];
export type Colours = Pick<Appearance, ColourKey>;

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** Primary, secondary, border: legible on a light panel; for a dark one they are lightened as far as it takes. */
const palettes = {
  mint: ['#016b50', '#eef4f0', '#827e75'],
  fir: ['#1f4d2e', '#e8f1ea', '#6f8f78'],
  ocean: ['#0b5797', '#e4eff9', '#5b86ad'],
  wisteria: ['#5b4a9e', '#efeaf7', '#8a79bd'],
  raspberry: ['#a01650', '#fbe7ef', '#bd6b8d'],
  brick: ['#9e2d28', '#fce8e4', '#b8716b'],
  ochre: ['#7a4c04', '#faecd6', '#a5803f'],
  slate: ['#1e2427', '#eef0f1', '#7b8286'],
} as const;
export type PaletteName = keyof typeof palettes;
export const paletteNames = Object.keys(palettes) as PaletteName[];

/** WCAG: 4.5 for text, 3 for what has to be seen and not read. */
const minRatios: Record<ColourKey, number> = {
  primaryColor: 3,
  secondaryColor: 4.5,
  inputBorderColor: 3,
  launcherColor: 3,
};

export interface ContrastVerdict {
  ratio: number;
  isEnough: boolean;
  /** The nearest shade that is enough, when this one is not. */
  better?: string;
}

const pages: Record<Theme, string> = { light: '#ffffff', dark: '#16191b' };

/** How well a colour stands against what it meets in the widget, counted as the widget draws it. */
function ratioOf(appearance: Appearance, key: ColourKey, theme: Theme): number {
  const palette = paletteOf(appearance, theme);
  const of = (name: string) => palette[name] ?? pages[theme];
  if (key === 'primaryColor') return contrastOf(of('primary'), of('surface'));
  if (key === 'secondaryColor') return contrastOf(of('on-bubble'), of('bubble'));
  if (key === 'inputBorderColor') return contrastOf(of('border'), of('surface'));
  return contrastOf(appearance.launcherColor, pages[theme]);
}

/** The verdict on a colour; nothing for what is none. */
export function verdictOf(appearance: Appearance, key: ColourKey): ContrastVerdict | undefined {
  const colour = appearance[key];
  if (!isColour(colour)) return undefined;
  const theme: Theme = appearance.theme === 'dark' ? 'dark' : 'light';
  const ratio = ratioOf(appearance, key, theme);
  if (ratio >= minRatios[key]) return { ratio, isEnough: true };
  const ink = chooseInk(pages[theme], '#1e2427');
  for (let share = 0.05; share <= 1; share += 0.05) {
    const better = mix(colour, ink, share);
    if (ratioOf({ ...appearance, [key]: better }, key, theme) >= minRatios[key])
      return { ratio, isEnough: false, better };
  }
  return { ratio, isEnough: false };
}

/** A palette's colours as they are legible in the appearance's theme. */
export function coloursOf(name: PaletteName, appearance: Appearance): Colours {
  const [primaryColor, secondaryColor, inputBorderColor] = palettes[name];
  const plain = { primaryColor, secondaryColor, inputBorderColor, launcherColor: primaryColor };
  const colours: Colours = { ...plain };
  for (const key of colourKeys)
    colours[key] = verdictOf({ ...appearance, ...plain }, key)?.better ?? plain[key];
  return colours;
}

export const isPalette = (name: PaletteName, appearance: Appearance) => {
  const colours = coloursOf(name, appearance);
  return colourKeys.every((key) => appearance[key].toLowerCase() === colours[key]);
};
