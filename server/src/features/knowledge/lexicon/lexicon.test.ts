import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lexiconFolder } from '../../reading/service.ts';
import { Lexicon, lexicon } from './lexicon.ts';

const texts = readdirSync(lexiconFolder).filter((name) => name.endsWith('.txt'));
const files = texts.map((name) => ({
  name,
  lines: readFileSync(join(lexiconFolder, name), 'utf8')
    .split('\n')
    .map((line, at) => ({ line, where: `${name}:${at + 1}` }))
    .filter(({ line }) => line !== '' && !line.startsWith('#')),
}));
const all = files.flatMap(({ lines }) => lines);
const headOf = (line: string) => line.split(/ [=≈] |, /, 1)[0];

test('each file says what it holds, each line what both languages call one thing, and what answers it', () => {
  for (const { name } of files)
    expect(readFileSync(join(lexiconFolder, name), 'utf8').startsWith('# '), name).toBe(true);
  const wrong = all.filter(({ line }) => {
    const [meaning = '', ...answers] = line.split(' ~ ');
    const [sides = '', ...wider] = meaning.split(' > ');
    const both = sides.split(/ [=≈] /);
    return (
      wider.length > 1 ||
      answers.length > 1 ||
      both.length !== 2 ||
      /[=≈>~]/.test([...both, ...answers].join('')) ||
      [...both, ...wider, ...answers]
        .flatMap((side) => side.split(', '))
        .some((phrase) => !/[\p{L}\p{N}]/u.test(phrase))
    );
  });
  expect(wrong).toEqual([]);
});

test('what is wider is a line of its own', () => {
  const heads = new Set(all.map(({ line }) => headOf(line)));
  const unknown = all.flatMap(({ line, where }) =>
    (line.split(' ~ ')[0]?.split(' > ')[1]?.split(', ') ?? [])
      .filter((name) => !heads.has(name))
      .map((name) => `${where} ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('what answers is something that the lexicon knows', () => {
  const known = lexicon();
  const unknown = all.flatMap(({ line, where }) =>
    (line.split(' ~ ')[1]?.split(', ') ?? [])
      .filter((name) => known.conceptsHeadedBy(name).length === 0 && known.namedIn(name, 'fr').length === 0)
      .map((name) => `${where} ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('holds more than five thousand concepts', () => {
  expect(new Set(all.map(({ line }) => headOf(line))).size).toBeGreaterThan(5_000);
});

const named = (text: string, language: 'fr' | 'en') =>
  new Set(
    lexicon()
      .namedIn(text, language)
      .flatMap(({ concepts }) => concepts),
  );
const shareOne = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  [...one].some((concept) => other.has(concept));

test.each([
  ['combien ça coûte', 'le tarif', 'fr', 'fr'],
  ['je voudrais annuler', 'L’annulation est gratuite.', 'fr', 'fr'],
  ['where can I park', 'Le parking est derrière le bâtiment.', 'en', 'fr'],
  ['prendre rdv', 'by appointment', 'fr', 'en'],
  ['place du parking', 'parking space', 'fr', 'en'],
] as const)('“%s” and “%s” are about one thing', (one, other, first, second) => {
  expect(shareOne(named(one, first), named(other, second))).toBe(true);
});

test('things of one sort are not one thing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
  writeFileSync(join(folder, 'cars.txt'), '# Cars\n\nzoé, twingo ≈ zoe, twingo ~ zoé\n');
  const cars = new Lexicon();
  cars.read(join(folder, 'cars.txt'));
  rmSync(folder, { recursive: true });
  expect(cars.namedIn('ma Zoé', 'fr')).toEqual([{ start: 3, end: 6, concepts: [], sorts: [0] }]);
  expect(cars.namedIn('my Twingo', 'en')).toEqual([{ start: 3, end: 9, concepts: [], sorts: [0] }]);
});

test.each([
  ['un chien', 'un chat', 'fr'],
  ['lundi', 'mardi', 'fr'],
  ['arrival', 'departure', 'en'],
  ['Elle ne vient pas.', 'une naissance', 'fr'],
] as const)('“%s” and “%s” are not', (one, other, language) => {
  expect(shareOne(named(one, language), named(other, language))).toBe(false);
});
