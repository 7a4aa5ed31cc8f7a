import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, startProgram } from '../../test/program.ts';
import { type GuidePage, guideFolder, guidePages, readPage } from './contents.ts';

const languages = ['fr', 'en'] as const;
const names: readonly GuidePage[] = ['index', ...guidePages];

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());
const ask = (path: string, init: RequestInit = {}) =>
  fetch(program.url + path, { redirect: 'manual', ...init });

describe('the guide is served', () => {
  test('each page in both languages, under its title, with what a search engine reads', async () => {
    for (const language of languages)
      for (const name of names) {
        const path = name === 'index' ? `/guide/${language}` : `/guide/${language}/${name}`;
        const response = await ask(path);
        const text = await response.text();
        expect([path, response.status]).toEqual([path, 200]);
        expect(text).toContain(`<html lang="${language}">`);
        expect(text).toContain(`<link rel="canonical" href="${program.url}${path}">`);
        expect(text).toContain('hreflang="fr"');
        expect(text).toMatch(/<meta name="description" content="[^"]{20,}">/);
        expect(text.match(/<h1>/g)).toHaveLength(1);
        const ids = [...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(text).not.toMatch(/<script|style="|undefined|\.md"/);
      }
  });

  test('without an address of a page: in the language that the browser prefers', async () => {
    for (const [accepted, language] of [
      ['en-GB,en;q=0.9', 'en'],
      ['fr-CH, en;q=0.5', 'fr'],
      ['de', 'fr'],
    ] as const) {
      const response = await ask('/guide', { headers: { 'accept-language': accepted } });
      expect([response.status, response.headers.get('location')]).toEqual([302, `/guide/${language}`]);
      expect(response.headers.get('vary')).toContain('accept-language');
    }
  });

  test('as pages of ours: no script runs, for an hour in caches, HEAD as GET', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask('/guide/fr/website', { method });
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('public, max-age=3600');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
    const style = await ask('/guide/guide.css');
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });

  test('and nothing else: unknown pages, languages and files are not found', async () => {
    for (const path of [
      '/guide/fr/nothing',
      '/guide/de',
      '/guide/de/website',
      '/guide/fr/index',
      '/guide/fr/constructor',
      '/guide/pictures/fr/nothing.webp',
      '/guide/pictures/..%2ffr%2fwebsite.md',
      '/guide/pictures/../fr/website.md',
      '/guide/fr/..%2f..%2fapi.md',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});

describe('its files', () => {
  const markdown = (language: string, name: string) =>
    readFileSync(join(guideFolder, language, `${name}.md`), 'utf8');

  test('are the same pages in both languages, with the same headings in the same order', async () => {
    for (const language of languages)
      expect(readdirSync(join(guideFolder, language)).sort()).toEqual(
        names.map((name) => `${name}.md`).sort(),
      );
    for (const name of names) {
      const idsIn = (language: string) =>
        [...markdown(language, name).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
      expect([name, idsIn('en')]).toEqual([name, idsIn('fr')]);
      const pages = await Promise.all(languages.map((language) => readPage(language, name)));
      expect(pages.map(({ headings }) => headings.map(({ id }) => id))[1]).toEqual(
        pages[0]?.headings.map(({ id }) => id),
      );
    }
  });

  test('give each heading of a task an id that links can name', () => {
    for (const language of languages)
      for (const name of guidePages)
        for (const [heading] of markdown(language, name).matchAll(/^##+ .*$/gm))
          expect([language, name, heading]).toEqual([
            language,
            name,
            expect.stringMatching(/ <a id="[a-z0-9-]+"><\/a>$/),
          ]);
  });

  test('show pictures that are there, in their language, with words for who cannot see them', () => {
    const shown = new Set<string>();
    for (const language of languages)
      for (const name of names)
        for (const [, alt = '', path = ''] of markdown(language, name).matchAll(
          /!\[([^\]]*)\]\(([^)]+)\)/g,
        )) {
          expect([path, alt.length > 15]).toEqual([path, true]);
          expect(path).toMatch(new RegExp(`^\\.\\./pictures/${language}/[a-z-]+\\.webp$`));
          expect([path, existsSync(join(guideFolder, language, path))]).toEqual([path, true]);
          shown.add(path.slice('../pictures/'.length));
        }
    const taken = languages.flatMap((language) =>
      readdirSync(join(guideFolder, 'pictures', language))
        .filter((file) => file.endsWith('.webp'))
        .map((file) => `${language}/${file}`),
    );
    expect([...shown].sort()).toEqual(taken.sort());
  });
});
