import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { type Program, startProgram } from '../../test/program.ts';
import { differences } from './differences.ts';
import { legalVersions, privacyPolicy } from './versions.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram({
    OPERATOR_NAME: 'Atelier <Morel>',
    OPERATOR_ADDRESS: '1 rue des Lilas, 75020 Paris',
    SUPPORT_EMAIL: 'aide@atelier.example',
    LLM_BASE_URL: 'https://models.example/v1',
    LLM_MODEL: 'small',
  });
});
afterAll(() => program.stop());
const read = async (path: string) => {
  const response = await fetch(program.url + path);
  return { status: response.status, text: await response.text() };
};

test('the documents name who runs this server, whom to write to, and where data goes', async () => {
  for (const language of ['fr', 'en']) {
    const { text } = await read(`/legal/privacy/${language}`);
    expect(text).toContain('Atelier &lt;Morel&gt; (1 rue des Lilas, 75020 Paris)');
    expect(text).toContain('aide@atelier.example');
    expect(text).toContain('models.example');
    expect(text).not.toContain('Stripe');
  }
});

test('the terms hold notice, cap and law in both languages', async () => {
  const { text: french } = await read('/legal/terms/fr');
  for (const part of ['30 jours', '12 derniers mois', 'droit français', 'Version 2.0', 'modèle', 'Sommaire'])
    expect(french).toContain(part);
  const { text: english } = await read('/legal/terms/en');
  for (const part of ['30 days', 'last 12 months', 'French law', 'Version 2.0', 'model', 'Contents'])
    expect(english).toContain(part);
});

test('each page leads to itself in the other language', async () => {
  for (const path of ['privacy/LANG', 'terms/LANG', 'terms/LANG/changes', 'data/LANG']) {
    const { text } = await read(`/legal/${path.replace('LANG', 'fr')}`);
    expect(text).toContain(
      `<a href="/legal/${path.replace('LANG', 'en')}" lang="en" hreflang="en">English</a>`,
    );
  }
});

test('/privacy and /terms name the document in both languages, and where it is, also where no script runs', async () => {
  for (const path of ['/privacy', '/privacy/', '/terms', '/terms/']) {
    const name = path.replaceAll('/', '');
    const { text } = await read(path);
    expect(text).toContain('<html lang="fr"');
    for (const [language, told] of [
      ['fr', 'Redirection en cours...'],
      ['en', 'Redirecting...'],
    ])
      expect(text).toMatch(
        new RegExp(
          `<div lang="${language}"[^]*?<p role="status">${told}</p>[^]*?href="/legal/${name}/${language}"`,
        ),
      );
  }
  const english = await fetch(`${program.url}/terms`, { headers: { 'accept-language': 'en-GB' } });
  expect(await english.text()).toContain('<html lang="en"');
});

test('what has changed since the version before is shown in place', async () => {
  const { text } = await read('/legal/terms/en/changes');
  expect(text).toContain('From version 1.0 to version 2.0');
  expect(text).toMatch(/Removed: .*<del>Our total liability/);
  expect(text).toMatch(/Added: .*<ins>The parties/);
  expect(text).toContain('<h3>The service</h3>');
  for (const document of ['privacy', 'terms'] as const) {
    const { text } = await read(`/legal/${document}/fr/changes`);
    expect(text.match(/<h2>De la version/g)).toHaveLength(legalVersions[document].length - 1);
  }
  expect((await read('/legal/nothing/en/changes')).status).toBe(404);
  const blocks = (words: string) => [...words].map((text) => ({ text }));
  expect(differences(blocks('abc'), blocks('bcd')).map(({ kind }) => kind)).toEqual([
    'removed',
    'same',
    'same',
    'added',
  ]);
});

test('the page of what is stored names each table, in both languages', async () => {
  for (const language of ['fr', 'en'])
    for (const table of ['consents', 'conversations', 'ledger_entries'])
      expect((await read(`/legal/data/${language}`)).text).toContain(`<code>${table}</code>`);
  expect((await read('/legal/data/de')).status).toBe(404);
});

test('a policy of the operator’s own has the version that they say', () => {
  const policyOf = (env: Record<string, string | undefined>) => privacyPolicy(readConfig(env));
  const own = { PRIVACY_URL_FR: 'https://atelier.example/donnees' };
  expect(
    [{}, { PRIVACY_VERSION: '7' }, own, { ...own, PRIVACY_VERSION: '7' }].map((env) => policyOf(env).version),
  ).toEqual([legalVersions.privacy[0].number, legalVersions.privacy[0].number, '1', '7']);
  expect(policyOf(own).text('fr')).toBe('https://atelier.example/donnees');
});
