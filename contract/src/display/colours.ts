import type { Appearance } from '../endpoints/chatbots.ts';

/** The colour itself when it is one (it ends in CSS), else the other. */
export const toValidColour = (colour: string, otherwise: string): string =>
  /^#[0-9a-f]{6}$/i.test(colour) ? colour : otherwise;

const partOf = (hex: string, part: number) => Number(`0x${hex.slice(1 + part * 2, 3 + part * 2)}`);

function luminance(hex: string): number {
  const linear = (part: number) => ((partOf(hex, part) / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const a = luminance(one) + 0.05;
  const b = luminance(other) + 0.05;
  return a > b ? a / b : b / a;
}

/** White where it has 4.5:1 on the ground, else black, which then has it. */
export const choosePlainInk = (ground: string): string => (luminance(ground) < 0.18 ? '#ffffff' : '#000000');

/** The preferred ink where it has 4.5:1, else white or black. */
export const chooseInk = (ground: string, preferred: string): string =>
  contrastOf(preferred, ground) < 4.5 ? choosePlainInk(ground) : preferred;

/** The first colour with this share of the second in it. */
export function mix(from: string, to: string, share: number): string {
  let hex = '#';
  for (let part = 0; part < 3; part++) {
    const value = Math.round(partOf(from, part) * (1 - share) + partOf(to, part) * share);
    hex += value.toString(16).padStart(2, '0');
  }
  return hex;
}

/** The colour, moved towards the ground's ink until it is legible there. */
export function ensureLegible(ground: string, colour: string): string {
  const ink = chooseInk(ground, '#1e2427');
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(colour, ink, share);
    if (contrastOf(moved, ground) >= 4.5) return moved;
  }
  return ink;
}

/** The widget's grounds, paper and graphite of the design's tokens: it can't fetch a style sheet of ours. */
const grounds = {
  light: {
    surface: '#ffffff',
    text: '#1e2427',
    muted: '#5d6569',
    line: '#e0dcd3',
  },
  dark: {
    surface: '#1a1e20',
    text: '#f2eee6',
    muted: '#a8a39b',
    line: '#2f3538',
  },
};

export type Theme = keyof typeof grounds;

/** The panel's colours as custom properties, from those the professional chose. */
export function paletteOf(appearance: Appearance, theme: Theme): Record<string, string> {
  const ground = grounds[theme];
  const { surface, text, muted } = ground;
  const primary = toValidColour(appearance.primaryColor, '#1e2427');
  const accent = ensureLegible(surface, primary);
  const wanted = toValidColour(appearance.secondaryColor, mix(surface, accent, 0.1));
  // A pale bubble would glare in the dark: there the tint comes from the primary colour.
  const bubble = theme === 'dark' && luminance(wanted) > 0.2 ? mix(surface, accent, 0.14) : wanted;
  const link = ensureLegible(bubble, primary);
  const chip = mix(bubble, link, 0.16);
  return {
    ...ground,
    primary,
    'on-primary': choosePlainInk(primary),
    accent,
    bubble,
    'on-bubble': chooseInk(bubble, text),
    link,
    chip,
    'on-chip': ensureLegible(chip, primary),
    border: toValidColour(appearance.inputBorderColor, muted),
  };
}
