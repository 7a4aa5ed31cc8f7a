import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const american =
  /\b(?:(?:custom|organ|recogn|personal|synchron|author|initial|normal|minim|maxim|summar|util|categor|real|apolog)iz\w*|analyz\w*|colors?|colored|behaviors?|favorites?|honor\w*|neighbor\w*|labor|centers?|centered|meters|licenses? (?:plate|key)|catalogs?|dialogs?|canceled|canceling|labeled|traveled|modeled|gray|fulfill|enroll(?:s|ment)?)\b/i;

/** Tests, what people are expected to write, however they spell, and the names of American holidays. */
const notOurs =
  /\.test\.|(?:^|\/)(?:test|knowledge|reading)\/|small-talk|asked-subject-words|public-holidays/;

/** English texts of a code: what stands between quotes after `en:`, whatever function it stands in. */
function englishIn(code: string): string[] {
  const texts: string[] = [];
  for (const { index } of code.matchAll(/\ben: /g)) {
    // It ends with its pair: a French text follows, or a brace that closes.
    const end = code.slice(index).search(/\n\s*(?:fr: |\},?\n)|\},?\n/);
    const part = code.slice(index, end < 0 ? undefined : index + end);
    for (const [, one, two, three] of part.matchAll(/'((?:[^'\\]|\\.)*)'|"([^"]*)"|`((?:[^`\\]|\\.)*)`/g))
      texts.push((one ?? two ?? three ?? '').replace(/\$\{[^}]*\}/g, ' '));
  }
  return texts;
}

const files = ['web/src', 'widget/src', 'server/src', 'contract/src'].flatMap((root) =>
  readdirSync(root, { encoding: 'utf8', recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !notOurs.test(name))
    .map((name) => join(root, name)),
);

test('English is spelt one way, the British', () => {
  const texts = files.flatMap((file) =>
    englishIn(readFileSync(file, 'utf8')).map((text) => ({ file, text })),
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter(({ text }) => american.test(text))).toEqual([]);
});

test('and so is the English guide', () => {
  const pages = readdirSync('docs/guide/en').map((name) => readFileSync(join('docs/guide/en', name), 'utf8'));
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.flatMap((page) => page.match(new RegExp(american, 'gi')) ?? [])).toEqual([]);
});

test('what is spelt otherwise is seen, in functions and among placeholders, too', () => {
  const texts = englishIn(
    `a: { fr: 'Couleur', en: 'Customize the color' },\n  b: {\n    fr: 'x',\n    en: (n: number) => \`\${n} \${n === 1 ? 'dialog' : 'behaviors'}\`,\n  },\n`,
  );
  expect(texts.filter((text) => american.test(text)).length).toBeGreaterThan(0);
  expect(american.test('A recognised colour, customised; the size 10')).toBe(false);
});
