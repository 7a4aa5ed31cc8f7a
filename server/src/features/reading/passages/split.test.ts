import { describe, expect, test } from 'vitest';
import type { Block } from '../blocks/block.ts';
import { sentencesOf } from './sentences.ts';
import { type ReadPassage, splitIntoPassages } from './split.ts';

const split = async (blocks: Block[]) => {
  const passages: ReadPassage[] = [];
  for await (const passage of splitIntoPassages(blocks)) passages.push(passage);
  return passages;
};
const paragraph = (text: string, position = {}) => ({ kind: 'paragraph' as const, text, position });
const heading = (level: number, text: string, position = {}): Block => ({
  kind: 'heading',
  level,
  text,
  position,
});
const sentence = (number: number) =>
  `La phrase numéro ${number} explique une règle du contrat de location en détail.`;
const longText = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => sentence(from + index)).join(' ');
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('passages', () => {
  test('nothing is lost, and no sentence is cut', async () => {
    const passages = await split([
      heading(1, 'Contrat'),
      paragraph(longText(200)),
      paragraph(longText(3, 500)),
    ]);
    const all = squeeze(passages.map(({ text }) => text).join(' '));
    expect(all).toBe(squeeze(`Contrat ${longText(200)} ${longText(3, 500)}`));
    for (const { text, tokens } of passages) {
      expect(text.endsWith('.')).toBe(true);
      expect(tokens).toBeLessThanOrEqual(440);
    }
    expect(passages.slice(0, -1).every(({ tokens }) => tokens >= 150)).toBe(true);
  });

  test('each stands under its path of headings', async () => {
    const passages = await split([
      heading(1, 'Guide'),
      heading(2, 'Tarifs'),
      paragraph(longText(20)),
      heading(2, 'Horaires'),
      paragraph(longText(20, 100)),
      heading(1, 'Annexe'),
      paragraph('Rien de plus.'),
    ]);
    expect([...new Set(passages.map(({ position }) => position.heading))]).toEqual([
      'Guide › Tarifs',
      'Guide › Horaires',
      'Annexe',
    ]);
  });

  test('a heading counts on top of the text', async () => {
    const [passage] = await split([heading(1, 'Remboursement'), paragraph('Sous dix jours.')]);
    expect(Math.max(...(passage?.frequencies ?? []))).toBe(2);
  });

  test('rows stay whole, name their columns and keep their place', async () => {
    const header = ['Produit', 'Prix', ''];
    const rows = Array.from(
      { length: 60 },
      (_, index): Block => ({
        kind: 'row',
        header,
        cells: [`Chaise modèle ${index}`, `${index},90 €`, ''],
        position: { sheet: 'Tarifs', row: index + 2 },
      }),
    );
    const passages = await split(rows);
    expect(passages.length).toBeGreaterThan(1);
    expect(passages[0]?.text.split('\n')[0]).toBe('Produit: Chaise modèle 0 | Prix: 0,90 €');
    for (const { text, position, starts } of passages) {
      const first = /modèle (\d+)/.exec(text)?.[1];
      const last = /modèle (\d+)[^\n]*$/.exec(text)?.[1];
      expect(position).toEqual({ sheet: 'Tarifs', row: Number(first) + 2, rowEnd: Number(last) + 2 });
      for (const [at, line] of text.split('\n').entries()) {
        const row = position.row as number;
        expect(starts.slice(2 * at, 2 * at + 2)).toEqual([text.indexOf(line), row + at]);
      }
    }
    expect(passages.flatMap(({ text }) => text.split('\n'))).toHaveLength(60);
  });

  test('a column’s own colon is kept as it is written', async () => {
    const [passage] = await split([
      { kind: 'row', header: ['Étaient présents :', 'Role:'], cells: ['Zoé', 'chair'], position: {} },
    ]);
    expect(passage?.text).toBe('Étaient présents : Zoé | Role: chair');
  });

  test('a page ends its passage, so that citations name the right one', async () => {
    const passages = await split([
      paragraph(longText(4), { page: 1 }),
      paragraph(longText(4, 10), { page: 2 }),
    ]);
    expect(passages.map(({ position }) => position.page)).toEqual([1, 2]);
  });

  test('a page of one sentence is a passage of its own; a title’s page goes with the page after it', async () => {
    const passages = await split([
      heading(1, 'Règlement intérieur de l’établissement', { page: 1 }),
      paragraph(longText(4), { page: 2 }),
      paragraph(sentence(50), { page: 3 }),
      paragraph(sentence(60), { page: 4 }),
      paragraph('Suite.', { page: 5 }),
      paragraph(sentence(70), { page: 6 }),
    ]);
    expect(passages.map(({ position }) => position.page)).toEqual([1, 3, 4, 5]);
    expect(passages[0]?.text).toContain(sentence(3));
    expect(passages[3]?.text).toContain(sentence(70));
  });

  test('a passage over several pages says which are its first and last, and where each begins', async () => {
    const [passage, ...others] = await split([
      heading(1, 'Règlement intérieur', { page: 2 }),
      {
        ...paragraph(`${sentence(1)}  ${sentence(2)}`, { page: 2 }),
        pages: [{ at: sentence(1).length + 2, page: 3 }],
      },
      { kind: 'note', text: sentence(3), position: { page: 2 } },
    ]);
    expect(others).toEqual([]);
    const { text, position, starts } = passage as ReadPassage;
    expect(position).toEqual({ page: 2, pageEnd: 3, heading: 'Règlement intérieur' });
    expect(starts).toEqual([0, 2, text.indexOf(sentence(2)), 3, text.indexOf(sentence(3)), 2]);
  });

  test('a paragraph over pages that is cut has each part on its own page', async () => {
    const text = longText(40);
    const next = text.indexOf(sentence(20));
    const last = text.indexOf(sentence(39));
    const passages = await split([
      {
        ...paragraph(text, { page: 7 }),
        pages: [
          { at: next, page: 8 },
          { at: last, page: 9 },
        ],
      },
    ]);
    const pageOf = (words: string) => {
      const { text, position, starts } = passages.find((one) => one.text.includes(words)) as ReadPassage;
      const at = text.indexOf(words);
      return starts.findLast((_, i) => i % 2 === 1 && (starts[i - 1] as number) <= at) ?? position.page;
    };
    expect([0, 19, 20, 38, 39].map((number) => pageOf(sentence(number)))).toEqual([7, 7, 8, 8, 9]);
    expect(passages.some(({ position }) => position.page === 7 && position.pageEnd === undefined)).toBe(true);
  });

  test('a list of prices is not parted, but where it is far too long', async () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        paragraph(index % 5 === 4 ? `Servi avec du pain ${index}` : `Plat numéro ${index} : ${index},50 €`),
      );
    const passages = await split([
      heading(1, 'Carte'),
      paragraph(longText(12)),
      paragraph('Nos plats :'),
      ...list(40),
      paragraph(longText(12, 50)),
    ]);
    expect(passages.map(({ text }) => text.split('\n')[0])).toEqual([
      'Carte',
      'Nos plats :',
      longText(12, 50),
    ]);
    expect(passages[1]?.text).toContain('Plat numéro 37 : 37,50 €\nPlat numéro 38 : 38,50 €');
    const [whole, ...others] = await split(list(400));
    expect(whole?.tokens).toBeGreaterThan(700);
    expect(others.length).toBeGreaterThan(2);
    expect([whole, ...others].flatMap((passage) => passage?.text.match(/numéro|pain/g))).toHaveLength(400);
  });

  test('a monster without spaces or sentences is cut in linear time', async () => {
    const passages = await split([paragraph('x'.repeat(5_000_000)), paragraph('a\0b \ud800c')]);
    expect(passages.length).toBeGreaterThan(100);
    expect(passages.at(-1)?.text).toContain('a b \ufffdc');
  });
});

test('abbreviations, initials and decimals end no sentence', () => {
  const text = 'M. Dupont paie 3.50 € (cf. art. 5). J. R. Smith vs. Dr. Who! Et « oui. » Puis 2024. Fin';
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'M. Dupont paie 3.50 € (cf. art. 5).',
    'J. R. Smith vs. Dr. Who!',
    'Et « oui. »',
    'Puis 2024.',
    'Fin',
  ]);
});

test('a question within a sentence does not end it, nor does a mark or a note stand alone', () => {
  const text =
    '« Qui parle ? » demanda Hughes. Ô jeunesse ! perdue ! Rien n’y fit. [réf. nécessaire]. « Adieu ! ». Really?! Yes.\n— \nFin';
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '« Qui parle ? » demanda Hughes.',
    'Ô jeunesse ! perdue !',
    'Rien n’y fit. [réf. nécessaire].',
    '« Adieu ! ».',
    'Really?!',
    'Yes.',
    '—',
    'Fin',
  ]);
});
