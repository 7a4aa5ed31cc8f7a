import type { Appearance } from '@parlance/contract/chatbots';

type Rgb = [number, number, number];

const parse = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

/** The colour itself when it is one (it ends in CSS), else the other. */
const valid = (colour: unknown, otherwise: string): string =>
  typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour) ? colour : otherwise;

function luminance(hex: string): number {
  const [red, green, blue] = parse(hex);
  const linear = (part: number) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` of the second colour in the first. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [parse(from), parse(to)];
  let hex = '#';
  for (let part = 0; part < 3; part++) {
    const value = Math.round((a[part] ?? 0) * (1 - share) + (b[part] ?? 0) * share);
    hex += value.toString(16).padStart(2, '0');
  }
  return hex;
}

/** Text on a ground, at least 4.5:1: white where it is legible, else the graphite, else black. */
export function inkOn(ground: string, preferred = '#ffffff'): string {
  if (contrast(preferred, ground) >= 4.5) return preferred;
  for (const ink of ['#ffffff', '#1e2427']) if (contrast(ink, ground) >= 4.5) return ink;
  return '#000000';
}

/** The colour, moved towards the ground's ink until it is legible there. */
export function legibleOn(ground: string, colour: string, least = 4.5): string {
  const ink = inkOn(ground, '#1e2427');
  for (let step = 0; step < 20; step++) {
    const moved = mix(colour, ink, step / 20);
    if (contrast(moved, ground) >= least) return moved;
  }
  return ink;
}

/** Paper and graphite of the design's tokens; a widget can't fetch a style sheet of ours. */
const grounds = {
  light: {
    surface: '#ffffff',
    hover: '#f1ede5',
    text: '#1e2427',
    muted: '#5d6569',
    line: '#e0dcd3',
    danger: '#9e2d28',
    'danger-soft': '#fce8e4',
    warning: '#7a4c04',
    'warning-soft': '#faecd6',
  },
  dark: {
    surface: '#1a1e20',
    hover: '#23292b',
    text: '#f2eee6',
    muted: '#a8a39b',
    line: '#2f3538',
    danger: '#ffa196',
    'danger-soft': '#3a211f',
    warning: '#f3b562',
    'warning-soft': '#36270f',
  },
};

export type Theme = keyof typeof grounds;

export const primaryOf = (appearance: Appearance) => valid(appearance.primaryColor, '#1e2427');
export const launcherOf = (appearance: Appearance) => valid(appearance.launcherColor, primaryOf(appearance));

/** Every colour of the panel, by custom property, from the five that the professional chose. */
export function paletteOf(appearance: Appearance, theme: Theme): [string, string][] {
  const ground = grounds[theme];
  const primary = primaryOf(appearance);
  const wanted = valid(appearance.secondaryColor, mix(ground.surface, primary, 0.1));
  // A pale bubble would glare in the dark: there the tint comes from the primary colour.
  const bubble =
    theme === 'dark' && luminance(wanted) > 0.2
      ? mix(ground.surface, legibleOn(ground.surface, primary), 0.14)
      : wanted;
  const border = valid(appearance.inputBorderColor, ground.muted);
  const chip = mix(bubble, legibleOn(bubble, primary), 0.16);
  return [
    ...(Object.entries(ground) as [string, string][]),
    ['primary', primary],
    ['on-primary', inkOn(primary)],
    ['accent', legibleOn(ground.surface, primary)],
    ['bubble', bubble],
    ['on-bubble', inkOn(bubble, ground.text)],
    ['link', legibleOn(bubble, primary)],
    ['chip', chip],
    ['on-chip', legibleOn(chip, primary)],
    ['border', theme === 'dark' ? mix(border, ground.surface, 0.5) : border],
  ];
}
