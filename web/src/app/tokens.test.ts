import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastOf } from '@parlance/contract/display/colours';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const tokens = read('tokens.css');
const coloursOf = (theme: string) => {
  const [, block = ''] = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(tokens) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]),
  ) as Record<string, string>;
};
const themes = { light: coloursOf('light'), dark: coloursOf('dark') };

test('every pair of colours that the tokens name has its contrast in both themes', () => {
  const [, list = ''] = /@contrast\n(.*?)\* @end/s.exec(tokens) ?? [];
  const pairs = [...list.matchAll(/(\S+) on (\S+) ([\d.]+)/g)];
  expect(pairs.length).toBeGreaterThan(90);
  for (const [pair, ink = '', ground = '', least] of pairs)
    for (const [theme, colours] of Object.entries(themes))
      expect(
        contrastOf(colours[ink] ?? '', colours[ground] ?? ''),
        `${theme}: ${pair}`,
      ).toBeGreaterThanOrEqual(Number(least));
});

test('a skeleton is seen on the page and on a card, in both themes', () => {
  const [, skeleton = ''] =
    /\.skeleton \{[^}]*background: var\(--color-([\w-]+)\)/.exec(read('app.css')) ?? [];
  for (const [theme, colours] of Object.entries(themes))
    for (const ground of ['canvas', 'surface'])
      expect(
        contrastOf(colours[skeleton] ?? '', colours[ground] ?? ''),
        `${theme}: ${skeleton} on ${ground}`,
      ).toBeGreaterThan(1.2);
});
