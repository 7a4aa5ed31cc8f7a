import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const american =
  /\b(?:(?:custom|organ|recogn|personal|synchron|author|initial|normal|minim|maxim|summar|util|categor|real|apolog)iz\w*|analyz\w*|colors?|colored|behaviors?|favorites?|honor\w*|neighbor\w*|labor|centers?|centered|meters|licenses? (?:plate|key)|catalogs?|dialogs?|canceled|canceling|labeled|traveled|modeled|gray|fulfill|enroll(?:s|ment)?)\b/i;

/** Tests, what people are expected to write, however they spell, and the names of American holidays. */
const notOurs =
  /\.test\.|(?:^|\/)(?:test|knowledge|reading)\/|small-talk|asked-subject-words|public-holidays/;

/** A code's texts in a language: what stands between quotes after `en:`, whatever function it stands in. */
function textsIn(code: string, language: 'fr' | 'en'): string[] {
  const other = language === 'fr' ? 'en' : 'fr';
  const texts: string[] = [];
  for (const { index } of code.matchAll(new RegExp(`\\b${language}: `, 'g'))) {
    // It ends with its pair: a text in the other language follows, or a brace that closes.
    const end = code.slice(index).search(new RegExp(`[\\s,]${other}: |\\n\\s*\\},?\\n|\\},?\\n`));
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
    textsIn(readFileSync(file, 'utf8'), 'en').map((text) => ({ file, text })),
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter(({ text }) => american.test(text))).toEqual([]);
});

test('and so is the English guide', () => {
  const pages = readdirSync('docs/guide/en').map((name) => readFileSync(join('docs/guide/en', name), 'utf8'));
  expect(pages.length).toBeGreaterThan(5);
  // What is typed as it stands is spelt by others.
  const prose = pages.map((page) => page.replace(/^```[^`]*^```$/gm, ''));
  expect(prose.flatMap((page) => page.match(new RegExp(american, 'gi')) ?? [])).toEqual([]);
});

// The specification's messages say "email"; a registered policy keeps its words.
test('an email is spelt one way in both languages, that of the specification', () => {
  const texts = files
    .filter((file) => !file.includes('/legal/'))
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8');
      return [...textsIn(code, 'fr'), ...textsIn(code, 'en')].map((text) => ({ file, text }));
    });
  const pages = ['fr', 'en'].flatMap((language) =>
    readdirSync(join('docs/guide', language)).map((name) => ({
      file: name,
      text: readFileSync(join('docs/guide', language, name), 'utf8'),
    })),
  );
  expect([...texts, ...pages].filter(({ text }) => /\b(?:e-mails?|courriels?)\b/i.test(text))).toEqual([]);
});

test('what is spelt otherwise is seen, in functions and among placeholders, too', () => {
  const texts = textsIn(
    `a: { fr: 'Couleur', en: 'Customize the color' },\n  b: {\n    fr: 'x',\n    en: (n: number) => \`\${n} \${n === 1 ? 'dialog' : 'behaviors'}\`,\n  },\n`,
    'en',
  );
  expect(texts.filter((text) => american.test(text)).length).toBeGreaterThan(0);
  expect(american.test('A recognised colour, customised; the size 10')).toBe(false);
});
