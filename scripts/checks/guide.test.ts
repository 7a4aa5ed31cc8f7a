import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Texts } from '@parlance/contract/i18n';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const languages = ['fr', 'en'] as const;

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(folder, name));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Where links may lead: each page, and each heading of it. */
const places = new Set(
  filesIn('docs/guide/fr', /\.md$/).flatMap((file) => {
    const page = file.slice('docs/guide/fr/'.length, -'.md'.length);
    return [page, ...[...read(file).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => `${page}#${id}`)];
  }),
);

test('each link to the guide leads to a page and a heading that stand there', () => {
  const links = [
    ...languages.flatMap((language) =>
      filesIn(`docs/guide/${language}`, /\.md$/).flatMap((file) =>
        [...read(file).matchAll(/\]\(([a-z-]+)\.md(#[^)]+)?\)/g)].map(([, page, id = '']) => page + id),
      ),
    ),
    ...['web/src', 'server/src', 'contract/src'].flatMap((folder) =>
      filesIn(folder, /(?<!\.test)\.tsx?$/).flatMap((file) =>
        [
          ...read(file).matchAll(
            /\/guide\/(?:fr|en|\$\{\w+\})\/([a-z-]+(?:#[a-z-]+)?)|\bguide: '([a-z-]+#[a-z-]+)'/g,
          ),
        ].map(([, place, ofTopic]) => place ?? ofTopic),
      ),
    ),
  ];
  expect(links.length).toBeGreaterThan(60);
  expect(links.filter((link) => !places.has(String(link)))).toEqual([]);
});

/** Words as they are read: French signs stand behind a space of any kind. */
const asRead = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').trim();

/** What the web app says in each language, but for sentences that name figures. */
async function wordsOfScreens() {
  const words = { fr: new Set<string>(), en: new Set<string>() };
  for (const file of filesIn('web/src', /texts\.ts$/)) {
    const catalogues: Record<string, Texts> = await import(join(root, file));
    for (const catalogue of Object.values(catalogues))
      for (const text of Object.values(catalogue))
        for (const language of languages) {
          const said = text?.[language];
          if (typeof said === 'string') words[language].add(asRead(said));
        }
  }
  return words;
}

test('what the guide prints in bold are words of the screens, in its language', async () => {
  const words = await wordsOfScreens();
  expect(words.fr.size).toBeGreaterThan(500);
  const unknown = languages.flatMap((language) =>
    filesIn(`docs/guide/${language}`, /\.md$/).flatMap((file) =>
      [...read(file).matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, label = '']) => asRead(label.replace(/\s+/g, ' ')))
        .filter((label) => !words[language].has(label))
        .map((label) => `${file}: ${label}`),
    ),
  );
  expect(unknown).toEqual([]);
});
