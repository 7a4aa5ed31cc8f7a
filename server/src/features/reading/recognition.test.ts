import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOutlinedPdf, makeScannedPdf, type PdfLine } from '../../test/documents.ts';
import type { Block } from './blocks/block.ts';
import type { DocumentSummary } from './files/document-messages.ts';
import { readPdf } from './pdf/pdf.ts';
import { readDocument } from './processes/document.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-recognition-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

async function recognised(path: string, recognises = true) {
  let summary: DocumentSummary = {};
  const blocks: Block[] = [];
  const reading = readPdf(path, {
    report: (said) => {
      summary = said;
    },
    progress: async () => undefined,
    ...(recognises ? { recognising: async () => undefined } : {}),
  });
  for await (const block of reading) blocks.push(block);
  const texts = blocks.map((block) => (block.kind === 'row' ? block.cells.join(' | ') : block.text));
  return { blocks, texts, text: texts.join('\n'), notices: summary.notices };
}

const contract = [
  'Le présent contrat de location est conclu pour une durée de douze mois.',
  'Le loyer de 1 250 € est payable d’avance, le cinq de chaque mois, par',
  'virement. Le dépôt de garantie sera restitué dans un délai de deux mois.',
];

describe('a scanned page', () => {
  test('is read in French, as paragraphs', async () => {
    await makeScannedPdf(at('french.pdf'), [{ lines: contract }]);
    const { texts, notices } = await recognised(at('french.pdf'));
    expect(texts).toEqual([
      'Le présent contrat de location est conclu pour une durée de douze mois. Le loyer de 1 250 € est payable d’avance, le cinq de chaque mois, par virement. Le dépôt de garantie sera restitué dans un délai de deux mois.',
    ]);
    expect(notices).toEqual([{ code: 'pages_recognised', pages: [1] }]);
  }, 60_000);

  test('is read in English', async () => {
    await makeScannedPdf(at('english.pdf'), [
      {
        lines: [
          'This agreement is made between the landlord and the tenant whose',
          'names are given below. Whoever breaks it will owe the other 500 pounds.',
        ],
      },
    ]);
    expect((await recognised(at('english.pdf'))).texts).toEqual([
      'This agreement is made between the landlord and the tenant whose names are given below. Whoever breaks it will owe the other 500 pounds.',
    ]);
  }, 60_000);

  test.each([1, 2, 3])(
    'is turned upright (by %i quarters)',
    async (quarters) => {
      await makeScannedPdf(at('turned.pdf'), [{ lines: contract, quarters }]);
      expect((await recognised(at('turned.pdf'))).text).toContain('conclu pour une durée de douze mois');
    },
    60_000,
  );

  test('may be cut into strips, through the middle of its lines', async () => {
    await makeScannedPdf(at('strips.pdf'), [{ lines: contract, strips: 40 }]);
    expect((await recognised(at('strips.pdf'))).text).toContain('conclu pour une durée de douze mois');
  }, 60_000);

  test('has its columns read one after the other, and its titles known', async () => {
    const column = (x: number, words: string[]): PdfLine[] =>
      words.map((text, line) => ({ text, x, y: 160 + line * 16 }));
    await makeScannedPdf(at('columns.pdf'), [
      {
        lines: [
          { text: 'Bulletin municipal', x: 60, y: 100, size: 26 },
          ...column(60, [
            'La mairie sera fermée le lundi',
            'de Pentecôte. Les permanences',
            'reprennent dès le lendemain',
            'matin à neuf heures précises.',
          ]),
          ...column(320, [
            'La piscine ouvre ses portes',
            'au public le premier juin. Les',
            'abonnements de la saison sont',
            'en vente à partir de lundi.',
          ]),
        ],
      },
    ]);
    const { blocks, text } = await recognised(at('columns.pdf'));
    expect(blocks[0]).toMatchObject({ kind: 'heading', text: 'Bulletin municipal' });
    expect(text).toContain('le lundi de Pentecôte. Les permanences reprennent');
    expect(text.indexOf('précises')).toBeLessThan(text.indexOf('piscine'));
  }, 60_000);

  test('may bear a stamp in real letters', async () => {
    await makeScannedPdf(at('stamped.pdf'), [
      { lines: contract, stamp: { text: 'Scanned with a free app', x: 200, y: 830 } },
    ]);
    const { text, notices } = await recognised(at('stamped.pdf'));
    expect(text).toContain('Scanned with a free app');
    expect(text).toContain('conclu pour une durée de douze mois');
    expect(notices).toEqual([{ code: 'pages_recognised', pages: [1] }]);
  }, 60_000);

  test('whose letters are drawn as shapes is read too', async () => {
    await makeOutlinedPdf(at('outlined.pdf'), [contract]);
    expect((await recognised(at('outlined.pdf'))).text).toContain('conclu pour une durée de douze mois');
  }, 60_000);

  test('without text is named, whatever it shows', async () => {
    // A sky, a weave and grain: what photographs are made of.
    let seed = 1;
    const grain = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % 256;
    };
    await makeScannedPdf(at('pictures.pdf'), [
      { lines: contract },
      {},
      { shade: (_x, y) => 255 - Math.round(y / 12) },
      { shade: (x, y) => 128 + Math.round(100 * Math.sin(x / 9) * Math.cos(y / 17)) },
      { shade: grain },
    ]);
    const { notices } = await recognised(at('pictures.pdf'));
    expect(notices).toEqual([
      { code: 'pages_recognised', pages: [1] },
      { code: 'pages_without_text', pages: [2, 3, 4, 5] },
    ]);
  }, 120_000);

  test('is only named where recognition is off', async () => {
    await makeScannedPdf(at('off.pdf'), [{ lines: contract }, { stamp: 'Une page qui a du texte à elle.' }]);
    const { text, notices } = await recognised(at('off.pdf'), false);
    expect(text).not.toContain('contrat');
    expect(notices).toEqual([{ code: 'pages_without_text', pages: [1] }]);
  });
});

test('the reading process recognises within its limits', async () => {
  await makeScannedPdf(at('process.pdf'), [{ lines: contract }, {}]);
  const reading = readDocument({
    path: at('process.pdf'),
    kind: 'pdf',
    recognises: true,
    signal: new AbortController().signal,
  });
  let text = '';
  let next = await reading.next();
  for (; !next.done; next = await reading.next())
    text += next.value.map((passage) => passage.text).join('\n');
  expect(text).toContain('dépôt de garantie');
  expect(next.value.notices).toEqual([
    { code: 'pages_recognised', pages: [1] },
    { code: 'pages_without_text', pages: [2] },
  ]);
}, 120_000);
