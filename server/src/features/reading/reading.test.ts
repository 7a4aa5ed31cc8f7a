import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import mammoth from 'mammoth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  docxParagraph,
  docxTable,
  makeDocx,
  makeEncryptedOffice,
  makeEncryptedPdf,
  makeLegacyOffice,
  makePdf,
  makeScannedPdf,
  makeXlsx,
  makeZipBomb,
  type PdfLine,
  streamOf,
  writePdf,
  type XlsxCell,
  zipOf,
} from '../../test/documents.ts';
import type { Block } from './blocks/block.ts';
import type { DocumentSummary } from './files/document-messages.ts';
import { sniff } from './files/sniff.ts';
import { encodingOf } from './files/text-encoding.ts';
import { readDocx } from './office/docx.ts';
import { readXlsx } from './office/xlsx.ts';
import type { ReadPassage } from './passages/split.ts';
import { passagesOf as passagesIn } from './passages/split.ts';
import { readPdf } from './pdf/pdf.ts';
import { readDocument } from './processes/document.ts';
import { rehearsalDocuments } from './processes/rehearsal.ts';
import { readCsv } from './text/csv.ts';
import { readTxt } from './text/txt.ts';
import { readHtml } from './web/html.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-reading-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const written = async (name: string, content: string | Buffer) => {
  await writeFile(at(name), content);
  return at(name);
};
async function all(blocks: AsyncIterable<Block>): Promise<Block[]> {
  const list: Block[] = [];
  for await (const block of blocks) list.push(block);
  return list;
}
const textOf = (block: Block) => (block.kind === 'row' ? block.cells.join(' | ') : block.text);
const texts = (blocks: readonly Block[]) => blocks.map(textOf);
/** What a reader has to say beside its blocks. */
let summary: DocumentSummary = {};
const report = (said: DocumentSummary) => {
  summary = said;
};
afterEach(() => {
  summary = {};
});
const readPages = (path: string) => all(readPdf(path, { report, progress: async () => undefined }));
const never = new AbortController().signal;
async function passagesOf(input: Parameters<typeof readDocument>[0]) {
  const passages = [];
  for await (const batch of readDocument(input)) passages.push(...batch);
  return passages;
}

test('what a waiting process rehearses with is read as documents of its kinds are', async () => {
  const kinds = new Map<string, Set<Block['kind']>>();
  for (const { kind, bytes } of rehearsalDocuments()) {
    const path = await written(`rehearsal.${kind}`, bytes);
    expect(await sniff(path, path)).toMatchObject({ kind });
    const blocks = await all(
      kind === 'pdf'
        ? readPdf(path, { report, progress: async () => undefined })
        : kind === 'csv'
          ? readCsv(path, 'utf-8')
          : readTxt(path, 'utf-8'),
    );
    expect(blocks.length, kind).toBeGreaterThan(30);
    const found = kinds.get(kind) ?? new Set();
    kinds.set(kind, found);
    for (const block of blocks) found.add(block.kind);
  }
  const found = Object.fromEntries([...kinds].map(([kind, found]) => [kind, [...found].sort()]));
  expect(found).toEqual({
    pdf: ['heading', 'paragraph', 'row'],
    txt: ['heading', 'item', 'paragraph', 'row'],
    csv: ['row'],
  });
});

describe('what a file is', () => {
  test('is told by its content and must agree with its name', async () => {
    await makePdf(at('a.pdf'), { pages: [['Bonjour']] });
    await makeDocx(at('a.docx'), { paragraphs: [{ text: 'Bonjour' }] });
    await makeXlsx(at('a.xlsx'), { sheets: [{ name: 'A', rows: [['x']] }] });
    for (const kind of ['pdf', 'docx', 'xlsx']) {
      expect(await sniff(at(`a.${kind}`), `Rapport.${kind.toUpperCase()}`)).toMatchObject({ kind });
    }
    expect(await sniff(at('a.pdf'), 'a.docx')).toEqual({ refused: 'type_mismatch' });
    expect(await sniff(at('a.docx'), 'a.xlsx')).toEqual({ refused: 'type_mismatch' });
    expect(await sniff(at('a.xlsx'), 'a.txt')).toEqual({ refused: 'type_mismatch' });
    expect(await sniff(at('a.pdf'), 'a.exe')).toEqual({ refused: 'unsupported_type' });
    expect(await sniff(await written('a.csv', 'nom;âge\nZoé;7\n'), 'a.csv')).toMatchObject({
      kind: 'csv',
      mediaType: 'text/csv',
    });
  });

  test.each([
    ['a page', 'page.txt', '<!DOCTYPE html><html><body>Bonjour</body></html>', 'type_mismatch'],
    ['a page behind comments', 'late.txt', `${'<!-- -->\n'.repeat(30)}<HTML>Bonjour`, 'type_mismatch'],
    ['a picture', 'picture.txt', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'type_mismatch'],
    [
      'noise',
      'noise.txt',
      Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 89) % 256)),
      'type_mismatch',
    ],
    ['a program', 'program.txt', Buffer.from('7f454c460201010000000000000000000200', 'hex'), 'type_mismatch'],
    ['a program', 'program.csv', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'type_mismatch'],
    [
      'a program',
      'program.pdf',
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(60), Buffer.from('%PDF-1.7\n')]),
      'type_mismatch',
    ],
    ['text', 'text.pdf', 'This is not really a PDF.', 'type_mismatch'],
    ['nothing', 'nothing.txt', '', 'empty_file'],
    ['blanks', 'blanks.txt', ' \n\n ', 'empty_file'],
    ['another ZIP', 'zip.docx', zipOf([{ name: 'a.txt', content: 'x' }]), 'unsupported_type'],
    [
      'half a ZIP',
      'half.docx',
      zipOf([{ name: 'word/document.xml', content: 'x' }]).subarray(0, 60),
      'corrupt_file',
    ],
    [
      'a ZIP behind a picture',
      'both.docx',
      zipOf([{ name: 'word/document.xml', content: 'x' }], Buffer.from('GIF89a')),
      'type_mismatch',
    ],
  ])('%s in %s is refused', async (_, name, content, refused) => {
    expect(await sniff(await written(name, content), name)).toEqual({ refused });
  });

  test.each(['<!---->', '<!--', ' <!-- -- > --!>'])(
    'comments (%s) without end are text, and at once',
    async (comment) => {
      const path = await written('comments.txt', `${comment.repeat(28)}x`);
      const begun = performance.now();
      expect(await sniff(path, path)).toMatchObject({ kind: 'txt' });
      expect(performance.now() - begun).toBeLessThan(5_000);
    },
  );

  test('a ZIP of more entries than anybody needs, or of entries that share their bytes, is refused', async () => {
    const entries = Array.from({ length: 10_001 }, (_, at) => ({
      name: `${at}`,
      content: '',
      isStored: true,
    }));
    expect(await sniff(await written('entries.docx', zipOf(entries)), 'entries.docx')).toEqual({
      refused: 'limit_exceeded',
    });
    const content = 'x'.repeat(10_000);
    const zip = zipOf([{ name: 'word/document.xml', content, isStored: true }]);
    const end = zip.subarray(-22);
    const directory = zip.subarray(end.readUInt32LE(16), -22);
    const times = 20;
    end.writeUInt16LE(times, 8);
    end.writeUInt16LE(times, 10);
    end.writeUInt32LE(times * directory.length, 12);
    const shared = Buffer.concat([
      zip.subarray(0, end.readUInt32LE(16)),
      ...Array(times).fill(directory),
      end,
    ]);
    expect(await sniff(await written('shared.docx', shared), 'shared.docx')).toEqual({
      refused: 'corrupt_file',
    });
  });

  test('macros, old formats and passwords are refused, each with its reason', async () => {
    await makeDocx(at('macro.docx'), { parts: [{ name: 'word/vbaProject.bin', content: 'x' }] });
    await makeXlsx(at('macro.xlsx'), { sheets: [], parts: [{ name: 'xl/vbaProject.bin', content: 'x' }] });
    await makeLegacyOffice(at('old.docx'));
    await makeEncryptedOffice(at('locked.xlsx'));
    expect(await sniff(at('macro.docx'), 'macro.docx')).toEqual({ refused: 'unsupported_type' });
    expect(await sniff(at('macro.xlsx'), 'macro.xlsx')).toEqual({ refused: 'unsupported_type' });
    expect(await sniff(at('old.docx'), 'old.docx')).toEqual({ refused: 'unsupported_type' });
    expect(await sniff(at('locked.xlsx'), 'locked.xlsx')).toEqual({ refused: 'encrypted_file' });
  });
});

describe('plain text', () => {
  const sentence = 'Élève à Noël : « ça coûte 5 € »';
  test.each([
    ['UTF-8', Buffer.from(sentence), 'utf-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${sentence}`), 'utf-8'],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${sentence}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without', Buffer.from(sentence, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16', Buffer.from(`\ufeff${sentence}`, 'utf16le').swap16(), 'utf-16be'],
    ['Windows-1252', Buffer.from(sentence.replace('€', '\u0080'), 'latin1'), 'windows-1252'],
  ])('%s is read as it is', async (name, content, encoding) => {
    const path = await written(`${name}.txt`, content);
    expect(await encodingOf(path)).toBe(encoding);
    expect(texts(await all(readTxt(path, encoding)))).toEqual([sentence]);
  });

  test('one broken letter makes no other alphabet of a text', async () => {
    const broken = Buffer.concat([Buffer.from(`${sentence} `.repeat(30)), Buffer.from([0xc3])]);
    const path = await written('broken.txt', broken);
    expect(await encodingOf(path)).toBe('utf-8');
    expect((await all(readTxt(path, 'utf-8'))).map(textOf).join()).toContain(sentence);
  });

  test.each([
    ['one control character', Buffer.from('L’épicerie ouvre\u0007 à 9 h.')],
    ['a zero byte', Buffer.from('L’épicerie ouvre\0 à 9 h.\u0001')],
    ['separators', Buffer.from('L’épicerie\u001couvre\u001fà\u001e9 h.\u001a')],
    ['in UTF-16', Buffer.from('\ufeffL’épicerie\u0007 ouvre\0 à 9\u0002 h.', 'utf16le')],
  ])('what old exports strew in is left out: %s', async (name, content) => {
    for (const kind of ['txt', 'csv']) {
      const path = await written(`${name}.${kind}`, content);
      expect(await sniff(path, path)).toMatchObject({ kind });
      const encoding = (await encodingOf(path)) as string;
      const blocks = await all(kind === 'txt' ? readTxt(path, encoding) : readCsv(path, encoding));
      expect(texts(blocks)).toEqual(['L’épicerie ouvre à 9 h.']);
    }
  });

  test('a letter that is cut, overlong or half of a pair is a broken one', async () => {
    const accents = 'é€😀';
    for (const broken of ['c3', 'e282', 'c0af', 'eda080', 'f5808080', 'f48fbf']) {
      const some = Buffer.concat([Buffer.from(accents), Buffer.from(broken, 'hex'), Buffer.from('.')]);
      // Each as many times as the decoder of the platform says.
      const count = [...new TextDecoder().decode(some)].filter((letter) => letter === '\ufffd').length;
      const encodingAmong = async (whole: number) =>
        encodingOf(await written('some.txt', Buffer.concat([Buffer.from('é'.repeat(whole - 3)), some])));
      expect(await encodingAmong(count * 20), broken).toBe('utf-8');
      expect(await encodingAmong(count * 20 - 1), broken).toBe('windows-1252');
    }
  });

  test('wrapped lines are joined, whatever ends them; titles and items stand alone', async () => {
    const lines = [
      'TARIFS',
      '',
      'Le menu du jour',
      'coûte douze euros.',
      '',
      '- Pain',
      '- Vin rouge',
      '  de pays',
      '',
      'Horaires',
      '========',
      '',
      'Ouvert midi et soir.',
    ];
    for (const end of ['\n', '\r\n', '\r']) {
      const path = await written('lines.txt', lines.join(end));
      const blocks = await all(readTxt(path, 'utf-8'));
      expect(blocks.map(({ kind, ...block }) => [kind, textOf({ kind, ...block } as Block)])).toEqual([
        ['heading', 'TARIFS'],
        ['paragraph', 'Le menu du jour coûte douze euros.'],
        ['item', '- Pain'],
        ['item', '- Vin rouge de pays'],
        ['heading', 'Horaires'],
        ['paragraph', 'Ouvert midi et soir.'],
      ]);
    }
  });

  test.each([
    [
      'with a frame',
      '+------+-----+\n| Plat | Prix|\n+======+=====+\n| Soupe| 5 € |\n| du   |     |\n| jour |     |\n+------+-----+\n| Tarte| 4 € |\n+------+-----+',
    ],
    ['as in Markdown', '| Plat | Prix |\n|:-----|-----:|\n| Soupe du jour | 5 € |\n| Tarte | 4 € |'],
    ['by blanks', 'Plat            Prix\nSoupe du jour   5 €\nTarte           4 €'],
  ])('a table drawn %s is read by rows', async (_, drawn) => {
    const path = await written('table.txt', `La carte\n\n${drawn}\n\nService compris.`);
    expect((await all(readTxt(path, 'utf-8'))).slice(1)).toMatchObject([
      { kind: 'row', header: ['Plat', 'Prix'], cells: ['Soupe du jour', '5 €'] },
      { kind: 'row', header: ['Plat', 'Prix'], cells: ['Tarte', '4 €'] },
      { kind: 'paragraph', text: 'Service compris.' },
    ]);
  });

  test('entries of a table of contents are not run together', async () => {
    const entries = [
      '1.1. Bases pour la console',
      '1.1.1. Les comptes',
      '1.1.2. La variable « $LANG »',
      '1.2. Fichiers',
    ];
    const path = await written('contents.txt', `Table des matières\n\n${entries.join('\n')}\n\nPréface.`);
    expect(texts(await all(readTxt(path, 'utf-8')))).toEqual(expect.arrayContaining(entries));
  });

  test('a title right above its text stands alone, a wrapped line does not', async () => {
    const text = [
      'Article 1er - Objet',
      'Le présent article définit l’objet du contrat que les parties ont',
      'conclu le jour de la signature, ainsi que ses annexes et que le',
      'Code du travail tel que modifié.',
      '',
      '## Durée',
      'Deux ans.',
    ].join('\n');
    expect(
      (await all(readTxt(await written('title.txt', text), 'utf-8'))).map((block) => [
        block.kind,
        textOf(block),
      ]),
    ).toEqual([
      ['heading', 'Article 1er - Objet'],
      [
        'paragraph',
        'Le présent article définit l’objet du contrat que les parties ont conclu le jour de la signature, ainsi que ses annexes et que le Code du travail tel que modifié.',
      ],
      ['heading', 'Durée'],
      ['paragraph', 'Deux ans.'],
    ]);
  });

  test('the title of a part is one, whatever stands between its number and its name; what has a price is none', async () => {
    const text = [
      'Article 1 : Option',
      'Une date peut être bloquée sans frais pendant dix jours.',
      '',
      'Annexe II : Plan d’accès',
      'Le plan est affiché à l’entrée.',
      '',
      'Article 12 : blouson 35 €',
      'Article 14 : 20 €',
    ].join('\n');
    const blocks = await all(readTxt(await written('parts.txt', text), 'utf-8'));
    expect(blocks.filter(({ kind }) => kind === 'heading').map(textOf)).toEqual([
      'Article 1 : Option',
      'Annexe II : Plan d’accès',
    ]);
  });

  test('a plain page has its headings by their place, and questions stand above their answers', async () => {
    const text = `Hôtel des Glycines

Réception
La réception est ouverte tous les jours de 7 h 30 à 21 h 30 d’avril à octobre.
Fermé le lundi
Les jours fériés, on ouvre de 8 h à 12 h, sauf le 25 décembre.

Nous joindre
14 rue du Lavoir, 29999 Port-Lannec
Téléphone : 02 61 91 41 17

1. Prix
Les prix s’entendent par chambre et par nuit, hors petit-déjeuner.

2. Annulation
- plus de 7 jours avant : gratuite ;
- moins de 7 jours : la première nuit est due.

Faut-il payer à la réservation ?
Non, sauf à partir de trois nuits.

Q : Y a-t-il des chambres fumeurs ?
R : Non.

Pain
Lait
Beurre
Sel

Nous avons tout cela au marché, le mercredi et le samedi matin.`;
    const blocks = await all(readTxt(await written('page.txt', text), 'utf-8'));
    expect(blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))).toEqual([
      'Hôtel des Glycines',
      'Réception',
      'Nous joindre',
      '1. Prix',
      '2. Annulation',
      'Faut-il payer à la réservation ?',
      'Y a-t-il des chambres fumeurs ?',
    ]);
    expect(texts(blocks)).toEqual(
      expect.arrayContaining(['Non.', 'Les prix s’entendent par chambre et par nuit, hors petit-déjeuner.']),
    );
    expect(passagesIn(blocks).map(({ position }) => position.heading)).toEqual([
      'Hôtel des Glycines › Réception',
      'Hôtel des Glycines › Nous joindre',
      'Hôtel des Glycines › 1. Prix',
      'Hôtel des Glycines › 2. Annulation',
      'Hôtel des Glycines › Faut-il payer à la réservation ?',
      'Hôtel des Glycines › Y a-t-il des chambres fumeurs ?',
    ]);
  });

  /** The passages of a plain text, each with the last of its headings. */
  const passagesOfText = async (text: string) =>
    passagesIn(await all(readTxt(await written('passages.txt', text), 'utf-8'))).map(({ position, text }) => [
      position.heading ?? '',
      text,
    ]);

  test('questions and answers are pairs, however they are written', async () => {
    const pairs = await passagesOfText(`FAQ du club de voile

Q1. À partir de quel âge peut-on s’inscrire ?
R1. Dès 7 ans.
Q2. Faut-il savoir nager ?
R2. Oui, 25 mètres.
Un test a lieu à la piscine.

Question :
Prêtez-vous les combinaisons ?
Réponse :
Oui, contre une caution de 50 €.

Et s’il pleut ?

On navigue.

Sauf en cas d’orage, où la séance est reportée.

J’ai oublié mes affaires, que faire ? Écrivez-nous : club@voile.example.
Puis-je payer en trois fois ? Oui, par chèque.

- Acceptez-vous les chèques-vacances ? Oui.
- Et les bons de la CAF ? Non.

**Où est le vestiaire ?**
Derrière le hangar.
Y a-t-il des douches ?
Oui, chaudes.
12. Who can help?
Ask at the office.`);
    expect(
      pairs.map(([heading, text]) => [heading?.split(' › ').at(-1), text?.split('\n\n').slice(-2)]),
    ).toEqual([
      [
        'À partir de quel âge peut-on s’inscrire ?',
        ['À partir de quel âge peut-on s’inscrire ?', 'Dès 7 ans.'],
      ],
      ['Faut-il savoir nager ?', ['Oui, 25 mètres.', 'Un test a lieu à la piscine.']],
      [
        'Prêtez-vous les combinaisons ?',
        ['Prêtez-vous les combinaisons ?', 'Oui, contre une caution de 50 €.'],
      ],
      ['Et s’il pleut ?', ['On navigue.', 'Sauf en cas d’orage, où la séance est reportée.']],
      [
        'J’ai oublié mes affaires, que faire ?',
        ['J’ai oublié mes affaires, que faire ?', 'Écrivez-nous : club@voile.example.'],
      ],
      ['Puis-je payer en trois fois ?', ['Puis-je payer en trois fois ?', 'Oui, par chèque.']],
      ['Acceptez-vous les chèques-vacances ?', ['Acceptez-vous les chèques-vacances ?', 'Oui.']],
      ['Et les bons de la CAF ?', ['Et les bons de la CAF ?', 'Non.']],
      ['Où est le vestiaire ?', ['Où est le vestiaire ?', 'Derrière le hangar.']],
      ['Y a-t-il des douches ?', ['Y a-t-il des douches ?', 'Oui, chaudes.']],
      ['12. Who can help?', ['12. Who can help?', 'Ask at the office.']],
    ]);
  });

  test('prose that asks is no list of questions, nor are a word’s first letters a mark', async () => {
    const text = `Le conseil s’est demandé pourquoi les travaux de la salle avaient duré aussi
longtemps. Que s’est-il passé ? Le maître d’œuvre a expliqué que la toiture avait
dû être reprise.

Demande-t-on trop aux bénévoles ? Le débat reste ouvert, a dit la présidente.

Q-Park gère le parking, de 7 h à minuit, tous les jours de la semaine, sans interruption.`;
    expect(await passagesOfText(text)).toEqual([['', expect.stringContaining('Demande-t-on trop')]]);
  });

  test('hours, prices and addresses are told line by line in one block, without their dots and tabs', async () => {
    const passages = await passagesOfText(`Salon Mèche Folle

HORAIRES
Lundi : fermé
Mardi : 9 h – 12 h et 14 h – 18 h 30
Mercredi : 9 h – 12 h
Jeudi : 9 h – 19 h, sans interruption, sur rendez-vous ou
selon l’affluence
Vendredi 9 h – 19 h

TARIFS
Coupe femme ............ 35 €
Couleur … 42 €
Balayage\tà partir de 60 €
Brushing 20 €
SOINS
Masque\t\t12 €
Massage : offert

Contact
12 rue des Lilas
35000 Rennes
Tél. 02 99 00 00 00
contact@mechefolle.example

SIRET 123 456 789
FIN`);
    expect(passages).toEqual([
      [
        'Salon Mèche Folle › HORAIRES',
        `Salon Mèche Folle\n\nHORAIRES\n\nLundi : fermé\nMardi : 9 h – 12 h et 14 h – 18 h 30\nMercredi : 9 h – 12 h
Jeudi : 9 h – 19 h, sans interruption, sur rendez-vous ou selon l’affluence\nVendredi 9 h – 19 h`,
      ],
      [
        'Salon Mèche Folle › TARIFS',
        'TARIFS\n\nCoupe femme : 35 €\nCouleur : 42 €\nBalayage : à partir de 60 €\nBrushing 20 €',
      ],
      ['Salon Mèche Folle › SOINS', 'SOINS\n\nMasque : 12 €\nMassage : offert'],
      [
        'Salon Mèche Folle › SOINS › Contact',
        'Contact\n\n12 rue des Lilas\n35000 Rennes\nTél. 02 99 00 00 00\ncontact@mechefolle.example\n\nSIRET 123 456 789\n\nFIN',
      ],
    ]);
  });

  test('titles are told by capitals, a number, a colon, an underline or marks around them', async () => {
    const headings = (
      await passagesOfText(`# Camping des Pins

Un camping de 80 emplacements au bord de l’eau.

## Tarifs ##

Quatorze euros la nuit.

**Arrivée et départ**

Arrivée dès 14 h. Départ avant 11 h.

=== Animaux ===
Les chiens sont admis, tenus en laisse.

*La direction ne répond pas des vols.*

I. Règlement
Le silence est demandé de 22 h à 7 h.

A. Piscine
Ouverte de 10 h à 19 h.

Article 5 – Objets trouvés
Ils sont gardés un an.

NOUS CONTACTER :
Par courrier ou sur place.

# a comment
Accès
------
Par la départementale.`)
    ).map(([heading]) => heading);
    expect(headings).toEqual([
      'Camping des Pins',
      'Camping des Pins › Tarifs',
      'Camping des Pins › Tarifs › Arrivée et départ',
      'Camping des Pins › Tarifs › Animaux',
      'Camping des Pins › I. Règlement',
      'Camping des Pins › I. Règlement › A. Piscine',
      'Camping des Pins › Article 5 – Objets trouvés',
      'Camping des Pins › NOUS CONTACTER :',
      'Camping des Pins › Accès',
    ]);
  });

  test.each([
    ['tabs', 'Jour\tMidi\tSoir\nLundi\tfermé\tfermé\nMardi\t12 h – 14 h\t19 h – 22 h'],
    ['bars', 'Jour | Midi | Soir\nLundi | fermé | fermé\nMardi | 12 h – 14 h | 19 h – 22 h'],
  ])('columns that %s part are a table', async (_, drawn) => {
    const path = await written('columns.txt', drawn);
    const header = ['Jour', 'Midi', 'Soir'];
    expect(await all(readTxt(path, 'utf-8'))).toMatchObject([
      { kind: 'row', header, cells: ['Lundi', 'fermé', 'fermé'] },
      { kind: 'row', header, cells: ['Mardi', '12 h – 14 h', '19 h – 22 h'] },
    ]);
  });

  test('a long line above a rule is text', async () => {
    const line = 'mot '.repeat(60).trim();
    expect(texts(await all(readTxt(await written('rule.txt', `${line}\n-----\nFin.`), 'utf-8')))).toEqual([
      line,
      'Fin.',
    ]);
  });

  test('a line without an end is handed on in pieces, nothing lost', async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `mot${index}`);
    const blocks = texts(await all(readTxt(await written('line.txt', words.join(' ')), 'utf-8')));
    expect(blocks.length).toBeGreaterThan(10);
    expect(blocks.join(' ').split(/\s+/)).toEqual(words);
  });
});

describe('CSV', () => {
  test.each([[';'], [','], ['\t'], ['|']])(
    'separated by %j has its header with every row',
    async (separator) => {
      const rows = [
        ['nom', 'prix', 'note'],
        ['Pain "bis"', '2,5', ''],
        ['Vin\nrouge', '7', 'pays; sec, doux'],
      ];
      const quoted = rows
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
        .join('\r\n');
      const blocks = await all(readCsv(await written('a.csv', quoted), 'utf-8'));
      expect(blocks.slice(1)).toEqual([
        { kind: 'row', header: rows[0], cells: rows[1], position: { row: 2 } },
        { kind: 'row', header: rows[0], cells: rows[2], position: { row: 3 } },
      ]);
    },
  );

  test.each([
    ['a line that names the separator', 'sep=|\nNom|Prix\nPain|2,5\n', 3],
    ['a title above', 'Export du 3 mars\n\nNom;Prix\nPain;2,5\n', 4],
    ['single quotes', "Nom,Prix\n'Vin, rouge','7'\n'Pain','2,5'\n", 3],
    ['an empty line between its rows', 'Nom;Prix\nVin;7\n\nPain;2,5\n', 4],
    ['returns alone', 'Nom;Prix\rPain;2,5\r', 2],
  ])('%s is understood', async (_, content, row) => {
    const blocks = await all(readCsv(await written('odd.csv', content), 'utf-8'));
    expect(blocks.at(-1)).toEqual({
      kind: 'row',
      header: ['Nom', 'Prix'],
      cells: ['Pain', '2,5'],
      position: { row },
    });
  });

  test('a list of questions and answers is one of pairs', async () => {
    const path = await written(
      'faq.csv',
      'Rubrique;Question;Réponse\nAccès;Où se garer ?;"Devant la salle."\n;Y a-t-il un bus ?;"Oui, le 4."\n;Et le métro ?;\n',
    );
    const passages = passagesIn(await all(readCsv(path, 'utf-8')));
    expect(passages.slice(1).map(({ position, text }) => [position, text])).toEqual([
      [{ row: 2, heading: 'Où se garer ?' }, 'Où se garer ?\n\nDevant la salle.\n\nRubrique: Accès'],
      [
        { row: 3, rowEnd: 4, heading: 'Y a-t-il un bus ?' },
        'Y a-t-il un bus ?\n\nOui, le 4.\n\nQuestion: Et le métro ?',
      ],
    ]);
  });

  test('rows alone have no header', async () => {
    const blocks = await all(readCsv(await written('r.csv', 'Paris;2100000\nLyon;520000\n'), 'utf-8'));
    expect(blocks.map((block) => block.kind === 'row' && block.header)).toEqual([[], []]);
  });

  test('figures alone have no header', async () => {
    const blocks = await all(readCsv(await written('f.csv', '1,2\n3,4\n'), 'utf-8'));
    expect(blocks.map((block) => block.kind === 'row' && block.header)).toEqual([[], []]);
  });
});

describe('Word', () => {
  test('headings, lists, tables and notes come in their order', async () => {
    await makeDocx(at('order.docx'), {
      paragraphs: [
        { text: 'Titre', style: 'Heading1' },
        { text: 'Sous-titre', style: 'Titre2' },
      ],
      body: [
        '<w:p><w:r><w:t>Avec une note</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr><w:r><w:t>Point</w:t></w:r></w:p>',
        docxTable([
          ['Plat', 'Prix'],
          ['Soupe', '5 €'],
          ['Tarte', '4 €'],
        ]),
        docxParagraph({ text: 'Fin & <suite>' }),
      ].join(''),
      footnotes: [{ id: 2, text: 'La note.' }],
    });
    const blocks = await all(readDocx(at('order.docx')));
    expect(blocks.map((block) => [block.kind, textOf(block)])).toEqual([
      ['heading', 'Titre'],
      ['heading', 'Sous-titre'],
      ['paragraph', 'Avec une note'],
      ['note', 'La note.'],
      ['item', 'Point'],
      ['row', 'Soupe | 5 €'],
      ['row', 'Tarte | 4 €'],
      ['paragraph', 'Fin & <suite>'],
    ]);
    expect(blocks.find((block) => block.kind === 'row')).toMatchObject({ header: ['Plat', 'Prix'] });
    const { value } = await mammoth.extractRawText({ path: at('order.docx') });
    for (const text of ['Titre', 'Avec une note', 'Point', 'Soupe', 'Fin & <suite>'])
      expect(value).toContain(text);
  });
  test('lists and headings have the numbers that Word shows', async () => {
    const listed = (text: string, list: number, at: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const level = (at: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    await makeDocx(at('lists.docx'), {
      body: [
        listed('Objet', 1, 0).replace('<w:pPr>', '<w:pPr><w:pStyle w:val="Titre2"/>'),
        listed('Premier', 2, 0),
        listed('Détail', 2, 1),
        listed('', 2, 0),
        listed('Troisième', 2, 0),
        listed('Puce', 4, 0),
        listed('Durée', 1, 0).replace('<w:pPr>', '<w:pPr><w:pStyle w:val="Titre2"/>'),
        listed('Recommencé', 3, 0),
      ].join(''),
      parts: [
        {
          name: 'word/numbering.xml',
          content: `<w:numbering xmlns:w="w">
            <w:abstractNum w:abstractNumId="7">${level(0, 'upperRoman', 'Article %1 –')}</w:abstractNum>
            <w:abstractNum w:abstractNumId="8">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum>
            <w:abstractNum w:abstractNumId="9">${level(0, 'bullet', '')}</w:abstractNum>
            <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
            <w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
            <w:num w:numId="3"><w:abstractNumId w:val="8"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
            <w:num w:numId="4"><w:abstractNumId w:val="9"/></w:num></w:numbering>`,
        },
      ],
    });
    expect(texts(await all(readDocx(at('lists.docx'))))).toEqual([
      'Article I – Objet',
      '1. Premier',
      '1.a) Détail',
      '3. Troisième',
      'Puce',
      'Article II – Durée',
      '1. Recommencé',
    ]);
  });

  test('rows that were set as lines of one row are rows', async () => {
    const cell = (lines: string[]) => `<w:tc>${lines.map((text) => docxParagraph({ text })).join('')}</w:tc>`;
    await makeDocx(at('beside.docx'), {
      body: `<w:tbl><w:tr>${cell([''])}${cell(['2006'])}${cell(['2007'])}</w:tr><w:tr>${cell(['', 'Revenu', 'Impôt', 'Reste'])}${cell(['€', '17 542', '3 508', '825'].map((text) => text.replace(' ', '\u00a0')))}${cell(['€', '18\u00a0000', '3\u00a0600', '0', ''])}</w:tr></w:tbl>
        <w:tbl><w:tr>${cell(['Qui', 'à', 'quoi'])}${cell(['Une phrase', 'puis une autre', 'et la dernière'])}</w:tr></w:tbl>`,
    });
    const blocks = await all(readDocx(at('beside.docx')));
    expect(blocks.map((block) => block.kind === 'row' && [block.header, block.cells])).toEqual([
      [
        ['', '2006', '2007'],
        ['', '€', '€'],
      ],
      [
        ['', '2006', '2007'],
        ['Revenu', '17\u00a0542', '18\u00a0000'],
      ],
      [
        ['', '2006', '2007'],
        ['Impôt', '3\u00a0508', '3\u00a0600'],
      ],
      [
        ['', '2006', '2007'],
        ['Reste', '825', '0'],
      ],
      [[], ['Qui\nà\nquoi', 'Une phrase\npuis une autre\net la dernière']],
    ]);
  });

  test('letters of symbol fonts are told as what they show', async () => {
    const symbol = (font: string, char: string) => `<w:sym w:font="${font}" w:char="${char}"/>`;
    await makeDocx(at('symbols.docx'), {
      body: `<w:p><w:r>${symbol('Wingdings', 'F0FC')}<w:t xml:space="preserve"> compris, </w:t>${symbol('Wingdings', 'FB')}<w:t xml:space="preserve"> en sus ; </w:t>${symbol('Symbol', 'F0B3')}<w:t> 3 nuits</w:t>${symbol('Symbol', '110000')}${symbol('', 'x')}</w:r></w:p>`,
    });
    expect(texts(await all(readDocx(at('symbols.docx'))))).toEqual(['✓ compris, ✗ en sus ; ≥ 3 nuits']);
  });

  test('merged cells and headers of several rows say their text wherever they stand', async () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${docxParagraph({ text })}</w:tc>`;
    const row = (cells: string, isHeader = false) =>
      `<w:tr>${isHeader ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells}</w:tr>`;
    const wide = '<w:gridSpan w:val="2"/>';
    await makeDocx(at('merged.docx'), {
      body: [
        `<w:tbl>${row(cell('Zone') + cell('Tarifs', wide), true)}${row(cell('') + cell('Plein') + cell('Réduit'), true)}`,
        row(cell('Europe', '<w:vMerge w:val="restart"/>') + cell('10 €') + cell('8 €')),
        row(cell('', '<w:vMerge/>') + cell('12 €') + cell('9 €')),
        `${row(cell('Les prix s’entendent hors taxes', wide) + cell('oui'))}</w:tbl>`,
        docxTable([
          ['Nom', 'Durand'],
          ['Téléphone', '01 02 03'],
          ['Adresse', '3, rue Haute'],
        ]),
      ].join(''),
    });
    const header = ['Zone', 'Tarifs Plein', 'Tarifs Réduit'];
    expect(await all(readDocx(at('merged.docx')))).toMatchObject([
      { header, cells: ['Europe', '10 €', '8 €'] },
      { header, cells: ['Europe', '12 €', '9 €'] },
      { header, cells: ['Les prix s’entendent hors taxes', '', 'oui'] },
      { header: [], cells: ['Nom', 'Durand'] },
      { header: [], cells: ['Téléphone', '01 02 03'] },
      { header: [], cells: ['Adresse', '3, rue Haute'] },
    ]);
  });

  test('what nobody sees is left out, a bold line is a title, a text box leaves its paragraph whole', async () => {
    const run = (text: string, properties = '') =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    await makeDocx(at('seen.docx'), {
      body: [
        `<w:p>${run('Nos horaires', '<w:b/>')}</w:p>`,
        `<w:p>${run('Ouvert ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent><w:p>${run('Encadré')}</w:p></w:txbxContent></mc:Choice></mc:AlternateContent></w:r>${run('caché', '<w:vanish/>')}${run('le lundi')}<w:r><w:commentReference w:id="1"/></w:r></w:p>`,
      ].join(''),
      parts: [
        {
          name: 'word/comments.xml',
          content: `<w:comments xmlns:w="w">${docxParagraph({ text: 'Secret' })}</w:comments>`,
        },
        {
          name: 'word/header1.xml',
          content: `<w:hdr xmlns:w="w">${docxParagraph({ text: 'En-tête' })}</w:hdr>`,
        },
      ],
    });
    expect((await all(readDocx(at('seen.docx')))).map((block) => [block.kind, textOf(block)])).toEqual([
      ['heading', 'Nos horaires'],
      ['paragraph', 'Encadré'],
      ['paragraph', 'Ouvert le lundi'],
    ]);
  });

  test('bold lines head what follows, questions their answers, and broken lines of hours stand alone', async () => {
    const run = (text: string, isBold = false) =>
      `<w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;
    const bold = (text: string) => `<w:p>${run(text, true)}</w:p>`;
    const plain = (...lines: string[]) =>
      `<w:p>${lines.map((line) => run(line)).join('<w:r><w:br/></w:r>')}</w:p>`;
    await makeDocx(at('bold.docx'), {
      paragraphs: [{ text: 'Le club', style: 'Heading1' }],
      body: [
        bold('Club de voile'),
        bold('Base nautique'),
        bold('2 quai du Port'),
        bold('35400 Saint-Malo'),
        plain('Le club accueille petits et grands.'),
        bold('Horaires :'),
        plain('Lundi : fermé', 'Mardi : 9 h – 12 h', 'Samedi : 9 h – 17 h'),
        bold('Attention, le bassin est fermé en août.'),
        bold('Faut-il savoir nager ?'),
        plain('Oui, 25 mètres.'),
        plain('Un test a lieu à la piscine.'),
        `<w:p>${run('Prêtez-vous le matériel ?', true)}<w:r><w:br/></w:r>${run('Oui, tout.')}</w:p>`,
        plain('Puis-je venir seul ?'),
        plain('Bien sûr.'),
        bold('Figure 1 : le port'),
        plain('Cours\t12 €'),
        plain('Stage\t90 €'),
        plain('Rendez-vous au stade\tBounaama à 9h00'),
        bold('Bon vent à tous'),
      ].join(''),
    });
    const passages = passagesIn(await all(readDocx(at('bold.docx'))));
    expect(passages.map(({ position, text }) => [position.heading, text.split(/\n+/).slice(-3)])).toEqual([
      ['Le club', ['2 quai du Port', '35400 Saint-Malo', 'Le club accueille petits et grands.']],
      [
        'Le club › Horaires :',
        ['Mardi : 9 h – 12 h', 'Samedi : 9 h – 17 h', 'Attention, le bassin est fermé en août.'],
      ],
      [
        'Le club › Faut-il savoir nager ?',
        ['Faut-il savoir nager ?', 'Oui, 25 mètres.', 'Un test a lieu à la piscine.'],
      ],
      ['Le club › Prêtez-vous le matériel ?', ['Prêtez-vous le matériel ?', 'Oui, tout.']],
      [
        'Le club › Puis-je venir seul ?',
        ['Stage : 90 €', 'Rendez-vous au stade Bounaama à 9h00', 'Bon vent à tous'],
      ],
    ]);
  });

  test('deletions are left out, insertions kept, a text box told once', async () => {
    await makeDocx(at('tracked.docx'), {
      body: [
        '<w:p><w:r><w:t xml:space="preserve">Prix </w:t></w:r><w:del><w:r><w:delText>ancien</w:delText></w:r></w:del><w:ins><w:r><w:t>nouveau</w:t></w:r></w:ins></w:p>',
        '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent><w:p><w:r><w:t>Encadré</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>Encadré</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>',
      ].join(''),
    });
    expect(texts(await all(readDocx(at('tracked.docx'))))).toEqual(['Prix nouveau', 'Encadré']);
  });

  test('a document type, too deep a tree and a bomb are refused', async () => {
    const part = (content: string) => zipOf([{ name: 'word/document.xml', content }]);
    const entities = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>';
    await expect(all(readDocx(await written('dtd.docx', part(entities))))).rejects.toMatchObject({
      code: 'corrupt_file',
    });
    const deep = '<a>'.repeat(300) + '</a>'.repeat(300);
    await expect(all(readDocx(await written('deep.docx', part(deep))))).rejects.toMatchObject({
      code: 'limit_exceeded',
    });
    const many = `<a ${Array.from({ length: 257 }, (_, name) => `a${name}="x"`).join(' ')}/>`;
    await expect(all(readDocx(await written('many.docx', part(many))))).rejects.toMatchObject({
      code: 'limit_exceeded',
    });
    await makeZipBomb(at('bomb.docx'), 20);
    await expect(all(readDocx(at('bomb.docx')))).rejects.toMatchObject({ code: 'limit_exceeded' });
  });
});

describe('Excel', () => {
  test('visible sheets, row by row, each value as a person sees it', async () => {
    await makeXlsx(at('book.xlsx'), {
      sheets: [
        { name: 'Caché', rows: [['secret', 1]], state: 'hidden' },
        {
          name: 'Ventes',
          rows: [
            ['Ventes 2024'],
            ['Produit', 'Date', 'Part', 'Payé', 'Total'],
            [
              'Pain',
              { value: 45_292, style: 1 },
              { value: 0.125, style: 2 },
              true,
              { formula: 'A1+B1', value: 1234.5 },
            ],
            [
              'Vin',
              { value: 45_323, style: 1 },
              { value: 0.5, style: 2 },
              false,
              { formula: 'A2', value: 'néant' },
            ],
          ],
        },
        { name: 'Listes', rows: [['oui']], state: 'veryHidden' },
      ],
      formats: ['dd/mm/yyyy', '0.0%'],
    });
    const blocks = await all(readXlsx(at('book.xlsx'), report));
    const header = ['Produit', 'Date', 'Part', 'Payé', 'Total'];
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'Ventes', position: { sheet: 'Ventes' } },
      { kind: 'paragraph', text: 'Ventes 2024', position: { sheet: 'Ventes', row: 1 } },
      { kind: 'row', header: [], cells: header, position: { sheet: 'Ventes', row: 2 } },
      {
        kind: 'row',
        header,
        cells: ['Pain', '2024-01-01', '12.5%', 'TRUE', '1234.5'],
        position: { sheet: 'Ventes', row: 3 },
      },
      {
        kind: 'row',
        header,
        cells: ['Vin', '2024-02-01', '50.0%', 'FALSE', 'néant'],
        position: { sheet: 'Ventes', row: 4 },
      },
    ]);
    expect(summary).toEqual({ notices: [{ code: 'hidden_sheets', sheets: ['Caché', 'Listes'] }] });
  });
});

describe('tables of a sheet', () => {
  const read = async (rows: XlsxCell[][], merged: string[] = []) => {
    await makeXlsx(at('tables.xlsx'), { sheets: [{ name: 'A', rows, merged }] });
    const blocks = await all(readXlsx(at('tables.xlsx'), report));
    return blocks
      .slice(1)
      .map((block) =>
        block.kind === 'row'
          ? block.cells.map((cell, index) => `${block.header[index] ?? ''}=${cell}`).join('; ')
          : textOf(block),
      );
  };

  test('names that stand over several columns or rows are said in each', async () => {
    const rows = [
      ['Région', '2023', null, '2024', null],
      [null, 'Quantité', 'CA', 'Quantité', 'CA'],
      ['Nord', 10, 1200, 12, 1500],
      [null, 20, 2400, 22, 2600],
      ['Sud', 5, 60, 7, 80],
    ];
    expect((await read(rows, ['A1:A2', 'B1:C1', 'D1:E1', 'A3:A4'])).slice(1)).toEqual([
      'Région=Nord; 2023 Quantité=10; 2023 CA=1200; 2024 Quantité=12; 2024 CA=1500',
      'Région=Nord; 2023 Quantité=20; 2023 CA=2400; 2024 Quantité=22; 2024 CA=2600',
      'Région=Sud; 2023 Quantité=5; 2023 CA=60; 2024 Quantité=7; 2024 CA=80',
    ]);
  });

  test('names that go on below, or have their units there, are said whole', async () => {
    const rows = [
      ['Profil', 'Part', 'Effectif'],
      [null, 'de la classe', 'd’élèves'],
      ['En recherche', 0.938, 532],
      ['Indépendants', 0.012, 7],
    ];
    expect((await read(rows)).slice(1)).toEqual([
      'Profil=En recherche; Part de la classe=0.938; Effectif d’élèves=532',
      'Profil=Indépendants; Part de la classe=0.012; Effectif d’élèves=7',
    ]);
  });

  test('each has its own header; rows after a gap keep theirs', async () => {
    expect(
      await read([
        ['Tarifs 2024'],
        ['Produit', 'Prix', 'Stock'],
        ['Pain', 2.5, 120],
        [],
        ['Vin', 7, 48],
        [],
        ['Horaires'],
        ['Jour', 'Ouverture', 'Fermeture'],
        ['Lundi', 9, 18],
        ['Fermé en août'],
      ]),
    ).toEqual([
      'Tarifs 2024',
      '=Produit; =Prix; =Stock',
      'Produit=Pain; Prix=2.5; Stock=120',
      'Produit=Vin; Prix=7; Stock=48',
      'Horaires',
      '=Jour; =Ouverture; =Fermeture',
      'Jour=Lundi; Ouverture=9; Fermeture=18',
      'Fermé en août',
    ]);
  });

  test('names and their values, side by side, have no header', async () => {
    expect(
      await read([
        ['Nom', 'Durand'],
        ['Ville', 'Lyon'],
        ['Âge', 42],
      ]),
    ).toEqual(['=Nom; =Durand', '=Ville; =Lyon', '=Âge; =42']);
  });
});

describe('PDF', () => {
  test('lines become paragraphs, broken words whole, pages known', async () => {
    await makePdf(at('text.pdf'), {
      pages: [
        [
          { text: 'Conditions de vente', x: 60, y: 60, size: 22 },
          'La livraison est gratuite en métro-',
          'pole dès cinquante euros d’achat.',
        ],
        ['La page deux parle des retours.'],
      ],
    });
    expect(await readPages(at('text.pdf'))).toMatchObject([
      { kind: 'heading', text: 'Conditions de vente', position: { page: 1 } },
      {
        kind: 'paragraph',
        text: 'La livraison est gratuite en métropole dès cinquante euros d’achat.',
        position: { page: 1 },
      },
      { kind: 'paragraph', text: 'La page deux parle des retours.', position: { page: 2 } },
    ]);
  });

  test('a sentence that crosses the end of a page is whole, and stands where it begins', async () => {
    await makePdf(at('crossing.pdf'), {
      pages: [
        ['Le locataire doit prévenir le bailleur avant toute transfor-'],
        [],
        ['mation des lieux. Il en reçoit l’accord par écrit'],
        ['Chaque page commence autrement.'],
      ],
    });
    expect(await readPages(at('crossing.pdf'))).toMatchObject([
      {
        text: 'Le locataire doit prévenir le bailleur avant toute transformation des lieux. Il en reçoit l’accord par écrit',
        position: { page: 1 },
        pages: [{ at: 'Le locataire doit prévenir le bailleur avant toute transfor'.length, page: 3 }],
      },
      { text: 'Chaque page commence autrement.', position: { page: 4 } },
    ]);
  });

  test('a compound broken at its hyphen keeps it', async () => {
    await makePdf(at('compounds.pdf'), {
      pages: [
        [
          'Le compte-rendu de la réunion dit que la date sera peut-',
          'être changée, et que ce compte-',
          'rendu sera relu par le secré-',
          'taire avant sa publication.',
        ],
      ],
    });
    expect(texts(await readPages(at('compounds.pdf')))).toEqual([
      'Le compte-rendu de la réunion dit que la date sera peut-être changée, et que ce compte-rendu sera relu par le secrétaire avant sa publication.',
    ]);
  });

  test('a font that names a character map without holding it is read all the same', async () => {
    const text = '请在收到货物后十四天内退回商品。';
    const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
    const content = `BT /F 11 Tf 1 0 0 1 60 700 Tm <${hex}> Tj ET`;
    await writeFile(
      at('unembedded.pdf'),
      `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 6 0 R>> endobj
4 0 obj <</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[5 0 R]>> endobj
5 0 obj <</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 6>>>> endobj
6 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
trailer <</Root 1 0 R>>
`,
    );
    expect(texts(await readPages(at('unembedded.pdf')))).toEqual([text]);
  });

  test('tightly set words stay apart, a text given for what is drawn is read instead, and nothing beside the page', async () => {
    const lines = [
      '-0.6 Tc 1 0 0 1 60 700 Tm (un plan actif de la ville) Tj 0 Tc',
      '1 0 0 1 60 670 Tm [(Le total est de 11) -30 (,062) 30 (.6 euros)] TJ',
      '/Span <</ActualText (Trois petits mots)>> BDC 1 0 0 1 60 640 Tm (x y z) Tj EMC',
      '1 0 0 1 700 640 Tm (Printers mark) Tj',
    ];
    const content = `BT /F 11 Tf ${lines.join('\n')} ET`;
    await writePdf(at('tight.pdf'), [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      streamOf(Buffer.from(content)),
    ]);
    expect(texts(await readPages(at('tight.pdf')))).toEqual([
      'un plan actif de la ville',
      'Le total est de 11,062.6 euros',
      'Trois petits mots',
    ]);
  });

  test('columns are read one after the other', async () => {
    const column = (x: number, words: string): PdfLine[] =>
      Array.from({ length: 12 }, (_, index) => ({
        text: `${words} ligne ${index + 1} du texte`,
        x,
        y: 100 + index * 14,
      }));
    await makePdf(at('columns.pdf'), { pages: [[...column(60, 'gauche'), ...column(320, 'droite')]] });
    const text = texts(await readPages(at('columns.pdf'))).join(' ');
    expect(text).toContain('gauche ligne 11 du texte gauche ligne 12 du texte');
    expect(text.indexOf('gauche ligne 12')).toBeLessThan(text.indexOf('droite ligne 1 '));
  });

  describe('whatever the order in which it is drawn', () => {
    const column = (x: number, lines: string[]): PdfLine[] =>
      lines.map((text, index) => ({ text, x, y: 150 + index * 14 }));
    const left = column(60, [
      'La mairie sera fermée lundi de',
      'Pentecôte. Les permanences ont',
      'repris dès le lendemain matin à',
      'neuf heures, comme chaque jour.',
      'Les élus reçoivent sur rendez-',
      'vous toute la semaine suivante.',
    ]);
    const right = column(320, [
      'La piscine ouvre ses portes au',
      'public le premier juin. Chaque',
      'abonnement de la saison est en',
      'vente à partir de lundi. Venez',
      'nombreux pour la fête de juin,',
      'qui aura lieu sur la place.',
    ]);
    const title: PdfLine = { text: 'Bulletin municipal', x: 60, y: 100, size: 22 };
    const both = [
      'Bulletin municipal',
      'La mairie sera fermée lundi de Pentecôte. Les permanences ont repris dès le lendemain matin à neuf heures, comme chaque jour. Les élus reçoivent sur rendez-vous toute la semaine suivante.',
      'La piscine ouvre ses portes au public le premier juin. Chaque abonnement de la saison est en vente à partir de lundi. Venez nombreux pour la fête de juin, qui aura lieu sur la place.',
    ];
    const drawn = (lines: PdfLine[]) => makePdf(at('drawn.pdf'), { pages: [lines] });

    test.each([
      [
        'line by line through its columns',
        [title, ...left.flatMap((line, index) => [line, right[index] as PdfLine])],
      ],
      ['from its end to its start', [...right.toReversed(), ...left.toReversed(), title]],
      ['its title last', [...left, ...right, title]],
    ])('a page is read as people do: %s', async (_, lines) => {
      await drawn(lines);
      expect(texts(await readPages(at('drawn.pdf')))).toEqual(both);
    });

    test('notes come after the text, and a sentence goes on behind them', async () => {
      const note: PdfLine = { text: '1 Loi du 5 juillet 1985, article 3.', x: 60, y: 780, size: 8 };
      await makePdf(at('notes.pdf'), {
        pages: [[note, ...left.slice(0, 3)], ['neuf heures, comme chaque jour.']],
      });
      expect(
        (await readPages(at('notes.pdf'))).map((block) => [block.kind, textOf(block), block.position.page]),
      ).toEqual([
        [
          'paragraph',
          'La mairie sera fermée lundi de Pentecôte. Les permanences ont repris dès le lendemain matin à neuf heures, comme chaque jour.',
          1,
        ],
        ['note', '1 Loi du 5 juillet 1985, article 3.', 1],
      ]);
    });
  });

  test('cells that take several lines stay in their row', async () => {
    const row = (y: number, cells: string[]): PdfLine[] =>
      cells.flatMap((text, index) => (text === '' ? [] : [{ text, x: 60 + index * 150, y }]));
    await makePdf(at('wrapped.pdf'), {
      pages: [
        [
          ...row(100, ['Produit', 'Description', 'Prix']),
          ...row(120, ['Pain', 'Pain de campagne cuit', '2,50']),
          ...row(132, ['', 'au feu de bois', '']),
          ...row(152, ['Vin', 'Vin rouge de pays', '7,00']),
          ...row(172, ['Total', '', '9,50']),
        ],
      ],
    });
    const header = ['Produit', 'Description', 'Prix'];
    expect(await readPages(at('wrapped.pdf'))).toMatchObject([
      { header, cells: ['Pain', 'Pain de campagne cuit au feu de bois', '2,50'] },
      { header, cells: ['Vin', 'Vin rouge de pays', '7,00'] },
      { header, cells: ['Total', '', '9,50'] },
    ]);
  });

  test('a table is kept row by row under its header', async () => {
    const row = (y: number, cells: string[]): PdfLine[] =>
      cells.map((text, index) => ({ text, x: 60 + index * 150, y }));
    await makePdf(at('table.pdf'), {
      pages: [
        [
          ...row(100, ['Produit', 'Prix', 'Stock']),
          ...row(114, ['Pain', '2,50', '120']),
          ...row(128, ['Vin', '7,00', '48']),
        ],
      ],
    });
    expect(await readPages(at('table.pdf'))).toMatchObject([
      { kind: 'row', header: ['Produit', 'Prix', 'Stock'], cells: ['Pain', '2,50', '120'] },
      { kind: 'row', header: ['Produit', 'Prix', 'Stock'], cells: ['Vin', '7,00', '48'] },
    ]);
  });

  describe('a table of figures', () => {
    const years = ['2021', '2022', '2023', '2024'];
    const figures = (y: number, values: string[], name?: string): PdfLine[] => [
      ...(name === undefined ? [] : [{ text: name, x: 60, y }]),
      ...values.map((text, index) => ({ text, x: 250 + index * 36, y })),
    ];
    const rowsOf = (blocks: Block[]) =>
      blocks.flatMap((block) =>
        block.kind === 'row'
          ? [block.cells.map((cell, at) => [block.header[at], cell].filter(Boolean).join(': ')).join(' | ')]
          : [],
      );

    test('has its columns’ names from the lines over it, past the titles of its parts', async () => {
      await makePdf(at('years.pdf'), {
        pages: [
          [
            { text: 'Réel', x: 268, y: 86 },
            { text: 'Prévu', x: 340, y: 86 },
            ...figures(100, years),
            { text: 'Recettes', x: 60, y: 114 },
            ...figures(128, ['1,204', '1,318', '1,400', '1,455'], 'Taxes'),
            ...figures(142, ['88', '91', '95', '99'], 'Loyers'),
            { text: 'Dépenses', x: 60, y: 156 },
            ...figures(170, ['1,001', '1,105', '1,230', '1,300'], 'Salaires'),
            ...figures(184, ['12', '14', '13', '15'], 'Énergie'),
          ],
        ],
      });
      const blocks = await readPages(at('years.pdf'));
      expect(rowsOf(blocks)).toEqual([
        'Taxes | Réel 2021: 1,204 | Réel 2022: 1,318 | Prévu 2023: 1,400 | Prévu 2024: 1,455',
        'Loyers | Réel 2021: 88 | Réel 2022: 91 | Prévu 2023: 95 | Prévu 2024: 99',
        'Salaires | Réel 2021: 1,001 | Réel 2022: 1,105 | Prévu 2023: 1,230 | Prévu 2024: 1,300',
        'Énergie | Réel 2021: 12 | Réel 2022: 14 | Prévu 2023: 13 | Prévu 2024: 15',
      ]);
      expect(texts(blocks).filter((text) => /^[A-Z]\S+$/.test(text))).toEqual(['Recettes', 'Dépenses']);
    });

    test('keeps a row’s name together over its lines, and cells that dots or little room part', async () => {
      await makePdf(at('names.pdf'), {
        pages: [
          [
            { text: 'to air', x: 250, y: 90 },
            { text: 'kg/year', x: 248, y: 100 },
            { text: 'to water', x: 286, y: 90 },
            { text: 'to land', x: 322, y: 100 },
            ...figures(114, ['100', '-', '-'], 'Carbon dioxide'),
            { text: 'Chlorine and inorganic', x: 60, y: 126 },
            { text: 'compounds (as HCl)', x: 60, y: 138 },
            ...figures(132, ['10', '-', '5']),
            ...figures(150, ['1,300', '1,319', '1,265'], 'Halons ..........................................'),
          ],
        ],
      });
      expect(rowsOf(await readPages(at('names.pdf')))).toEqual([
        'Carbon dioxide | to air kg/year: 100 | to water: - | to land: -',
        'Chlorine and inorganic compounds (as HCl) | to air kg/year: 10 | to water: - | to land: 5',
        'Halons | to air kg/year: 1,300 | to water: 1,319 | to land: 1,265',
      ]);
    });

    test('may have figures for names that count on', async () => {
      await makePdf(at('counted.pdf'), {
        pages: [
          [
            ...figures(86, ['K', '1', '2', '3'], 'Year'),
            { text: 'Actual', x: 60, y: 100 },
            ...figures(114, ['670', '3,532', '3,770', '3,600'], '1996'),
            ...figures(128, ['695', '3,503', '3,755', '3,689'], '1997'),
          ],
        ],
      });
      expect(rowsOf(await readPages(at('counted.pdf')))).toEqual([
        'Year: 1996 | K: 670 | 1: 3,532 | 2: 3,770 | 3: 3,600',
        'Year: 1997 | K: 695 | 1: 3,503 | 2: 3,755 | 3: 3,689',
      ]);
    });

    test('goes on over pages, where its names are left out like any that run through them', async () => {
      const page = (from: number) => [
        ...figures(40, years, 'Poste'),
        ...Array.from({ length: 9 }, (_, at) =>
          figures(60 + at * 14, [`1,${from + at}`, '1,318', '1,400', '1,455'], `Poste ${from + at}`),
        ).flat(),
        { text: `Le texte de la page ${from} vient sous le tableau, et il est à elle seule.`, x: 60, y: 300 },
      ];
      await makePdf(at('over-pages.pdf'), { pages: [page(100), page(200), page(300), page(400)] });
      const rows = rowsOf(await readPages(at('over-pages.pdf')));
      expect(rows).toHaveLength(36);
      for (const row of rows) expect(row).toMatch(/^Poste: Poste \d+ \| 2021: 1,\d+ \| 2022: 1,318 /);
    });

    test('has no names where what stands over it is text', async () => {
      await makePdf(at('nameless.pdf'), {
        pages: [
          [
            'Une phrase du texte qui va jusqu’au bout de sa ligne et ne nomme rien du tout.',
            { text: 'En milliers', x: 270, y: 100 },
            ...figures(114, ['1,204', '1,318', '1,400'], 'Taxes'),
            ...figures(128, ['88', '91', '95'], 'Loyers'),
          ],
        ],
      });
      const blocks = await readPages(at('nameless.pdf'));
      expect(rowsOf(blocks)).toEqual(['Taxes | 1,204 | 1,318 | 1,400', 'Loyers | 88 | 91 | 95']);
      expect(texts(blocks)).toContain('En milliers');
    });
  });

  test('text set sideways reads like any other', async () => {
    const lines = ['Un tableau tourné', 'se lit comme les autres'].map(
      (text, index): PdfLine => ({ text, x: 100 + index * 14, y: 500, angle: 90 }),
    );
    await makePdf(at('sideways.pdf'), { pages: [lines] });
    expect(texts(await readPages(at('sideways.pdf'))).join(' ')).toContain(
      'Un tableau tourné se lit comme les autres',
    );
  });

  test('what runs through all pages is left out', async () => {
    const subjects = ['la livraison', 'les retours', 'le paiement', 'la garantie', 'les horaires'];
    await makePdf(at('running.pdf'), {
      pages: subjects.map((subject, index) => [
        { text: 'Société Exemple SARL', x: 60, y: 30 },
        `Cette page-ci parle de ${subject}, et seulement de cela.`,
        { text: `Page ${index + 1} sur 5`, x: 280, y: 815 },
      ]),
    });
    const text = texts(await readPages(at('running.pdf'))).join('\n');
    for (const subject of subjects) expect(text).toContain(subject);
    // A page's number says nothing, not even once.
    expect(text).not.toMatch(/Page \d sur 5/);
    // What it says is kept once.
    expect(text.split('Société Exemple').length - 1).toBe(1);
  });

  test('headers of left and right pages, of chapters, and roman numbers are not their pages’ text', async () => {
    const subjects = [
      'livraison',
      'retours',
      'paiement',
      'garantie',
      'horaires',
      'parking',
      'menu',
      'tarifs',
    ];
    const chapters = [
      'Accueil',
      'Accueil',
      'Accueil',
      'Chambres',
      'Chambres',
      'Chambres',
      'Cuisine',
      'Départ',
    ];
    await makePdf(at('chapters.pdf'), {
      pages: subjects.map((subject, index) => [
        index % 2 === 0
          ? { text: `${index + 14} Guide de l’hôtel`, x: 60, y: 30 }
          : { text: `${chapters[index]} ${index + 14}`, x: 400, y: 30 },
        `Cette page-ci parle de ${subject}, et seulement de cela.`,
        { text: ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][index] as string, x: 280, y: 815 },
      ]),
    });
    const read = texts(await readPages(at('chapters.pdf')));
    for (const header of ['Guide de l’hôtel', 'Accueil', 'Chambres', 'Départ'])
      expect(
        read.filter((text) => text.includes(header)),
        header,
      ).toHaveLength(1);
    expect(read.filter((text) => /^[ivx]+$/.test(text))).toEqual([]);
    expect(read.filter((text) => text.startsWith('Cette page-ci'))).toHaveLength(subjects.length);
  });

  test('what differs from page to page in more than their numbers is their own text', async () => {
    const prices = ['95', '140', '80', '210'];
    await makePdf(at('figures.pdf'), {
      pages: prices.map((price, index) => [
        { text: `Chambre à ${price} euros`, x: 60, y: 30 },
        `Elle a ${index + 2} fenêtres, et donne sur le jardin du presbytère.`,
      ]),
    });
    const read = texts(await readPages(at('figures.pdf'))).join('\n');
    for (const price of prices) expect(read).toContain(`Chambre à ${price} euros`);
  });

  test('the second of two pages says its header again, and a page of hardly anything else too', async () => {
    const header = { text: 'Syndicat des copropriétaires, procès-verbal', x: 60, y: 30 };
    const page = (subject: string) => [header, ...Array(20).fill(`On y a parlé de ${subject}, longuement.`)];
    await makePdf(at('two.pdf'), { pages: [page('la toiture'), page('la façade')] });
    await makePdf(at('figure.pdf'), { pages: [page('la cour'), page('la cave'), [header], page('la rue')] });
    for (const name of ['two.pdf', 'figure.pdf']) {
      const read = texts(await readPages(at(name))).join('\n');
      expect(read.split('procès-verbal').length - 1, name).toBe(1);
    }
  });

  test('what the cover says already is not kept of the pages’ headers', async () => {
    await makePdf(at('cover.pdf'), {
      pages: [
        [{ text: 'Plan de la commune', x: 200, y: 400, size: 24 }],
        ...['la mairie', 'le gymnase', 'les sentiers', 'la voirie'].map((subject) => [
          { text: 'Plan de la commune', x: 60, y: 30 },
          `Cette page-ci parle de ${subject}, et seulement de cela.`,
        ]),
      ],
    });
    const text = texts(await readPages(at('cover.pdf'))).join('\n');
    expect(text.split('Plan de la commune').length - 1).toBe(1);
    expect(text).toContain('les sentiers');
  });

  test('what runs through pages heads none of them, nor does what says that one is blank', async () => {
    const header = { text: 'Journal officiel', x: 60, y: 30, size: 14 };
    await makePdf(at('heads.pdf'), {
      pages: [
        [{ text: 'Page intentionnellement laissée blanche', x: 200, y: 400, size: 14 }],
        ...['la mairie', 'le gymnase', 'les sentiers', 'la voirie'].map((subject) => [
          header,
          `Cette page-ci parle de ${subject}, et seulement de cela.`,
        ]),
      ],
    });
    const blocks = await readPages(at('heads.pdf'));
    expect(blocks.map(({ kind }) => kind)).not.toContain('heading');
    expect(texts(blocks)).toContain('Journal officiel');
  });

  test('dots that lead to a page’s number end its line and take no room', async () => {
    await makePdf(at('contents.pdf'), {
      pages: [
        [
          'Des textes assez longs pour être le corps du document, et non ses titres.',
          { text: '1.1. Le réseau .......................................... 5', x: 60, y: 100 },
          { text: '1.2. Ce qui a changé . . . . . . . . . . . . . . . . . 12', x: 60, y: 114 },
        ],
      ],
    });
    const read = texts(await readPages(at('contents.pdf')));
    expect(read).toContain('1.1. Le réseau … 5');
    expect(read).toContain('1.2. Ce qui a changé … 12');
  });

  test('a list whose bullets come from a symbol font is one', async () => {
    const map = '1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <FC> <F0FC> endbfchar';
    const stream = (text: string) => `<</Length ${text.length}>> stream\n${text}\nendstream`;
    const item = (text: string, y: number) =>
      `/W 11 Tf 1 0 0 1 60 ${y} Tm (\\374) Tj /F 11 Tf 1 0 0 1 78 ${y} Tm (${text}) Tj`;
    await writeFile(
      at('bullets.pdf'),
      `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R/W 5 0 R>>>>/Contents 7 0 R>> endobj
4 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
5 0 obj <</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Wingdings-Regular/ToUnicode 6 0 R>> endobj
6 0 obj ${stream(map)} endobj
7 0 obj ${stream(`BT ${item('Review the vision', 700)} ${item('Validate the directions', 686)} ET`)} endobj
trailer <</Root 1 0 R>>
`,
    );
    expect(await readPages(at('bullets.pdf'))).toMatchObject([
      { kind: 'item', text: '✓ Review the vision' },
      { kind: 'item', text: '✓ Validate the directions' },
    ]);
  });

  test('pages without text are named beside those that have some', async () => {
    await makePdf(at('half.pdf'), {
      pages: [['Page de texte, lue comme les autres.'], [], [], ['La fin du texte.'], []],
    });
    expect(texts(await readPages(at('half.pdf'))).join(' ')).toContain('La fin du texte.');
    expect(summary).toEqual({ notices: [{ code: 'pages_without_text', pages: [2, 3, 5] }] });
  });

  test('scans, passwords and ruins say what they are', async () => {
    await makeScannedPdf(at('scan.pdf'), [{}, {}, {}]);
    await makeEncryptedPdf(at('locked.pdf'));
    await expect(readPages(at('scan.pdf'))).rejects.toMatchObject({
      code: 'no_text',
      detail: { reason: 'pages_without_text', pages: '1–3', isOne: false },
    });
    await makeScannedPdf(at('scan.pdf'), [{}]);
    await expect(readPages(at('scan.pdf'))).rejects.toMatchObject({
      detail: { reason: 'pages_without_text', pages: '1', isOne: true },
    });
    await expect(readPages(at('locked.pdf'))).rejects.toMatchObject({ code: 'encrypted_file' });
    await expect(readPages(await written('ruin.pdf', '%PDF-1.7\nnothing of the kind'))).rejects.toMatchObject(
      { code: 'corrupt_file' },
    );
  });
});

describe('hostile documents', () => {
  const page = (contents: string, resources = '<< >>') => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents 4 0 R >>`,
    streamOf(deflateSync(contents), '/Filter /FlateDecode'),
  ];
  const catalogue = (pages: string) => ['<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>', pages];
  const one = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
  const recognised = async (path: string) =>
    texts(
      await all(
        readPdf(path, { report, progress: async () => undefined, recognising: async () => undefined }),
      ),
    );

  test('a page tree that loops is no document', async () => {
    await writePdf(at('loop.pdf'), [
      ...catalogue('<< /Type /Pages /Kids [3 0 R] /Count 2 >>'),
      '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 2 >>',
    ]);
    await expect(readPages(at('loop.pdf'))).rejects.toMatchObject({ code: 'corrupt_file' });
  });

  const withForm = (form: string) =>
    writePdf(at('form.pdf'), [
      ...catalogue(one),
      ...page(
        'BT /F 11 Tf 60 700 Td (Le texte de cette page.) Tj ET /X Do',
        '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X 5 0 R >> >>',
      ),
      streamOf(
        Buffer.from(form),
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
      ),
      '<< /First 7 0 R /Last 7 0 R >>',
      '<< /Title (Boucle) /Parent 6 0 R /Next 7 0 R /First 7 0 R >>',
    ]);

  test('forms and outlines that hold themselves are cut', async () => {
    await withForm('/X Do');
    expect(await readPages(at('form.pdf'))).toMatchObject([{ text: 'Le texte de cette page.' }]);
  });

  test('a form that holds itself twice, and so without end, is refused', async () => {
    await withForm('/X Do /X Do');
    await expect(passagesOf({ path: at('form.pdf'), kind: 'pdf', signal: never })).rejects.toMatchObject({
      code: expect.stringMatching(/^(corrupt_file|limit_exceeded)$/),
    });
  }, 60_000);

  test('a picture of a billion pixels is not decoded, and its page named', async () => {
    await writePdf(at('picture.pdf'), [
      ...catalogue(one),
      ...page('q 595 0 0 842 0 0 cm /X Do Q', '<< /XObject << /X 5 0 R >> >>'),
      streamOf(
        Buffer.from('abc'),
        '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      ),
    ]);
    await expect(recognised(at('picture.pdf'))).rejects.toMatchObject({
      code: 'no_text',
      detail: { reason: 'pages_without_text', pages: '1', isOne: true },
    });
  }, 30_000);

  test('shapes over shapes are given up', async () => {
    const shapes = Array.from({ length: 90_000 }, (_, i) => `${i % 595} 0 m ${(i * 7) % 595} 842 l 9 0 l f`);
    await writePdf(at('shapes.pdf'), [...catalogue(one), ...page(shapes.join(' '))]);
    await expect(recognised(at('shapes.pdf'))).rejects.toMatchObject({ code: 'no_text' });
  }, 60_000);

  test('a row of a million columns, and a quote that never ends, are refused by name', async () => {
    const columns = await written('columns.csv', `a;b\n${';'.repeat(1_000_000)}\n`);
    await expect(all(readCsv(columns, 'utf-8'))).rejects.toMatchObject({
      code: 'limit_exceeded',
      detail: { reason: 'document_limit', limit: 'columns' },
    });
    const quote = await written('quote.csv', `a,b\n"${'x,y\n'.repeat(500_000)}`);
    await expect(all(readCsv(quote, 'utf-8'))).rejects.toMatchObject({
      code: 'limit_exceeded',
      detail: { reason: 'document_limit', limit: 'cell' },
    });
    const quoted = await written('quoted.csv', '"""",'.repeat(1_000_000));
    await expect(all(readCsv(quoted, 'utf-8'))).rejects.toMatchObject({
      code: 'limit_exceeded',
      detail: { reason: 'document_limit', limit: 'columns' },
    });
  });

  test('more columns or pages than anybody needs are refused by name', async () => {
    const last = async (blocks: AsyncIterable<unknown>) => {
      for await (const _ of blocks);
    };
    await makeXlsx(at('wide.xlsx'), { sheets: [{ name: 'A', rows: [Array(16_385).fill(1)] }] });
    await expect(last(readXlsx(at('wide.xlsx'), report))).rejects.toMatchObject({
      detail: { reason: 'document_limit', limit: 'columns' },
    });
    await makePdf(at('pages.pdf'), { pages: Array.from({ length: 5_001 }, () => ['x']) });
    await expect(readPages(at('pages.pdf'))).rejects.toMatchObject({
      detail: { reason: 'document_limit', limit: 'pages' },
    });
  });

  test('a row whose cells are long, but none too long, is read', async () => {
    const cells = ['eau', 'vin', 'lait', 'café'].map((word) => `"${`${word};\n`.repeat(120_000)}"`);
    const path = await written('long-row.csv', `a;b;c;d\n${cells.join(';')}\n`);
    expect(await all(readCsv(path, 'utf-8'))).toHaveLength(2);
  });

  test.each([
    ['bars', `${'|'.repeat(19_000)}\n`.repeat(50)],
    ['corners', `${'+-'.repeat(9_000)}\n`.repeat(50)],
    ['blanks', `a${' '.repeat(2_000_000)}b\n`],
    ['one word', 'x'.repeat(5_000_000)],
  ])('lines of nothing but %s end', async (name, content) => {
    await all(readTxt(await written(`${name}.txt`, content), 'utf-8'));
  });

  test('100,000 nested elements and entities in a workbook are refused', async () => {
    const nested = `<w:document>${'<w:p>'.repeat(100_000)}${'</w:p>'.repeat(100_000)}</w:document>`;
    const path = await written('nested.docx', zipOf([{ name: 'word/document.xml', content: nested }]));
    await expect(all(readDocx(path))).rejects.toMatchObject({ code: 'limit_exceeded' });
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><workbook>&b;</workbook>';
    const book = await written(
      'laughs.xlsx',
      zipOf([
        { name: 'xl/workbook.xml', content: laughs },
        { name: 'xl/_rels/workbook.xml.rels', content: '<Relationships/>' },
      ]),
    );
    await expect(all(readXlsx(book, report))).rejects.toMatchObject({ code: 'corrupt_file' });
  });

  test('half a document is corrupt, not half read', async () => {
    await makePdf(at('whole.pdf'), { pages: [['Une page.'], ['Une autre.']], isStored: true });
    const bytes = await readFile(at('whole.pdf'));
    await expect(
      readPages(await written('half.pdf', bytes.subarray(0, bytes.length / 3))),
    ).rejects.toMatchObject({ code: 'corrupt_file' });
  });
});

describe('a web page', () => {
  const read = (html: string | Buffer, options: Partial<Parameters<typeof readHtml>[1]> = {}) =>
    readHtml(Buffer.from(html), { url: 'https://example.org/shop/page', ...options });
  const written = (blocks: Block[]) =>
    blocks.map((block) => [block.kind, textOf(block).replaceAll('\u00a0', ' ')]);

  test('is its text without menus, scripts and banners', async () => {
    const { title, blocks } =
      read(`<!doctype html><html lang="fr"><head><title>La boutique</title><style>p{}</style></head><body>
      <nav><a href="/">Accueil</a></nav><div class="cookie-banner">Nous utilisons des cookies</div>
      <h1>Livraison</h1><p>Gratuite dès <b>50</b>&nbsp;€.</p><ul><li>En France</li><li>En Belgique</li></ul>
      <table><tr><th>Zone</th><th>Prix</th></tr><tr><td>Europe</td><td>9 €</td></tr></table><script>track()</script></body></html>`);
    expect(title).toBe('La boutique');
    expect(written(blocks)).toEqual([
      ['heading', 'Livraison'],
      ['paragraph', 'Gratuite dès 50 €.'],
      ['item', 'En France'],
      ['item', 'En Belgique'],
      ['row', 'Europe | 9 €'],
    ]);
  });

  test('has its header and footer left out on demand, by element, role and name', () => {
    const long = 'Le menu change chaque semaine et suit les saisons. '.repeat(6).trim();
    const pages = [
      `<header>Haut</header><main><p>${long}</p><footer>Signature</footer></main><footer><nav>Menu</nav>Bas</footer>`,
      `<div role="banner">Haut</div><p>${long}</p><p>Signature</p><div role="contentinfo">Bas</div>`,
      `<div id="site-header"><p>Haut</p></div><p>${long}</p><p>Signature</p><div class="dark footer">Bas</div>`,
    ];
    for (const page of pages) {
      const texts = (options: object) => read(page, options).blocks.map(textOf);
      expect(texts({})).toEqual(['Haut', long, 'Signature', 'Bas']);
      expect(texts({ ignoreHeader: true })).toEqual([long, 'Signature', 'Bas']);
      expect(texts({ ignoreHeader: true, ignoreFooter: true })).toEqual([long, 'Signature']);
    }
  });

  test.each([
    ['details', '<details><summary>Où dormir ?</summary><p>À l’auberge.</p><p>Ou au camping.</p></details>'],
    [
      'details with a title',
      '<details><summary><div><h3>Où dormir ?</h3></div></summary>À l’auberge.<br>Ou au camping.</details>',
    ],
    [
      'a list of terms',
      '<dl><div><dt>Où dormir ?</dt><dd><p>À l’auberge.</p><p>Ou au camping.</p></dd></div></dl>',
    ],
    [
      'an accordion',
      '<h3><button aria-expanded="false" aria-controls="p1">Où dormir ?</button></h3><div id="p1" role="region" hidden><p>À l’auberge.</p>Ou au camping.</div>',
    ],
    [
      'an accordion without headings',
      '<button class="btn" aria-expanded="false" data-bs-target="#p1">Où dormir ?</button><div id="p1" aria-hidden="true"><p>À l’auberge.</p>Ou au camping.</div>',
    ],
    [
      'microdata',
      '<div itemscope itemtype="https://schema.org/Question"><span itemprop="name">Où dormir ?</span><div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer"><p itemprop="text">À l’auberge.</p>Ou au camping.</div></div>',
    ],
    ['bold lines', '<p><strong>Où dormir ?</strong></p><p>À l’auberge.</p><p>Ou au camping.</p>'],
    ['a bold line of its paragraph', '<p><b>Où dormir ?</b><br>À l’auberge. <br/></p><p>Ou au camping.</p>'],
    ['questions alone', '<div class="q">Où dormir ?</div><div><p>À l’auberge.</p>Ou au camping.</div>'],
    ['marks', '<p>Q : Où dormir ?<br>R : À l’auberge.</p><p>Ou au camping.</p>'],
    ['a list', '<ol><li>Où dormir ?<p>À l’auberge.</p><p>Ou au camping.</p></li></ol>'],
  ])('asks and answers by %s', (_, html) => {
    const { blocks } = read(`<h2>FAQ</h2>${html}<h2>Adresse</h2><p>Au bourg.</p>`);
    const [pair, ...others] = passagesIn(blocks);
    expect(pair?.position.heading).toBe('FAQ › Où dormir ?');
    const [, question, ...answer] = pair?.text.split(/\n+/) ?? [];
    expect(question).toBe('Où dormir ?');
    expect(answer.join(' ').replaceAll('- ', '')).toBe('À l’auberge. Ou au camping.');
    expect(others.map(({ position }) => position.heading)).toEqual(['Adresse']);
  });

  test('is asked by its own data where the words stand in it, and never says what does not', () => {
    const data = JSON.stringify({
      '@graph': [
        {
          '@type': 'FAQPage',
          mainEntity: [
            { '@type': 'Question', name: 'Accès <b>en train</b>', acceptedAnswer: { text: 'Secret' } },
            { '@type': 'Question', name: 'L’eau', acceptedAnswer: { text: 'Secret' } },
            { '@type': 'Question', name: 'Invisible', acceptedAnswer: { text: 'Secret' } },
          ],
        },
      ],
    });
    const page = (json: string) =>
      written(
        read(
          `<script type="application/ld+json">${json}</script><p>Accès en train</p><p>Gare à 2 km.</p><button>L'eau</button><div>Potable.</div><button>Réserver</button>`,
        ).blocks,
      );
    expect(page(data)).toEqual([
      ['heading', 'Accès en train'],
      ['paragraph', 'Gare à 2 km.'],
      ['heading', "L'eau"],
      ['paragraph', 'Potable.'],
    ]);
    const without = [
      ['paragraph', 'Accès en train'],
      ['paragraph', 'Gare à 2 km.'],
      ['paragraph', 'Potable.'],
    ];
    expect(page(data.slice(1))).toEqual(without);
    expect(page(`${'['.repeat(5000)}"Question"${']'.repeat(5000)}`)).toEqual(without);
    expect(page(`"${'Question'.repeat(100_000)}"`)).toEqual(without);
  });

  test('has its hours and addresses line by line, by breaks and by terms', () => {
    const { blocks } = read(`<h2>Horaires</h2><p>Lundi : fermé<br>Mardi : 9 h – 12 h<br>
      <em>Samedi</em> : 9 h – 17 h</p><dl><dt>Dimanche</dt><dd>fermé</dd><dt>Téléphone :</dt><dd>02 99 00 00 00</dd></dl>
      <h2>Visite</h2><p>La visite dure<br>une heure.</p>`);
    expect(passagesIn(blocks).map(({ text }) => text)).toEqual([
      'Horaires\n\nLundi : fermé\nMardi : 9 h – 12 h\nSamedi : 9 h – 17 h\nDimanche : fermé\nTéléphone : 02 99 00 00 00',
      'Visite\n\nLa visite dure une heure.',
    ]);
  });

  test('keeps stressed sentences, prices and links as they are, and its menus closed', () => {
    const { blocks } =
      read(`<button aria-expanded="false" aria-controls="m">Menu</button><div id="m" hidden>Accueil</div>
      <p><strong>Attention, le pont est fermé.</strong></p><p><b>Dès 25 €</b></p><p><strong>Horaires d’été</strong></p>
      <p>Ouvert à 9 h. <strong>Fermé à midi</strong></p><p><a role="button" href="/r">Réserver</a></p>
      <p><b>Mairie</b></p><p><b>2 rue du Puits</b></p>`);
    expect(written(blocks)).toEqual([
      ['paragraph', 'Attention, le pont est fermé.'],
      ['paragraph', 'Dès 25 €'],
      ['heading', 'Horaires d’été'],
      ['paragraph', 'Ouvert à 9 h. Fermé à midi'],
      ['paragraph', 'Réserver'],
      ['paragraph', 'Mairie'],
      ['paragraph', '2 rue du Puits'],
    ]);
  });

  test('tells its own address and where it leads, menus included', () => {
    const page = read(
      `<head><link rel="canonical" href="/shop/page?clean"></head><nav><a href="../about#team">x</a></nav>
       <a href="https://other.org/">y</a><a rel="nofollow" href="/login">z</a><a href="mailto:a@b.c">m</a><a href="http://[">bad</a>`,
      { wantsLinks: true },
    );
    expect(page.canonical).toBe('https://example.org/shop/page?clean');
    expect(page.links).toEqual(['https://example.org/about#team', 'https://other.org/', 'mailto:a@b.c']);
  });

  test('is decoded as its server or its own head says, else by its bytes', () => {
    const latin = Buffer.from('<p>Élève</p>', 'latin1');
    for (const [bytes, charset] of [
      [latin, 'iso-8859-1'],
      [Buffer.concat([Buffer.from('<meta charset="iso-8859-1">'), latin]), undefined],
      [latin, undefined],
      [Buffer.from('<p>Élève</p>'), undefined],
      [Buffer.from('\ufeff<p>Élève</p>', 'utf16le'), 'utf-8'],
    ] as const) {
      expect(texts(read(bytes, { charset }).blocks)).toEqual(['Élève']);
    }
  });

  test('is refused beyond a depth and a number of elements', () => {
    for (const markup of ['<div>'.repeat(100_000), '<br>'.repeat(1_000_001)])
      expect(() => read(markup)).toThrow(expect.objectContaining({ code: 'limit_exceeded' }));
  });
});

describe('the reading process', () => {
  test('yields passages with their place, progress and notices', async () => {
    await makePdf(at('whole.pdf'), {
      pages: [
        ...Array.from({ length: 5 }, (_, index) => [`Ceci est la page numéro ${index + 1} du document.`]),
        [],
      ],
    });
    const progress: number[] = [];
    const passages: ReadPassage[] = [];
    const reading = readDocument({
      path: at('whole.pdf'),
      kind: 'pdf',
      signal: never,
      onProgress: (done) => progress.push(done),
    });
    let next = await reading.next();
    for (; !next.done; next = await reading.next()) passages.push(...next.value);
    expect(next.value).toMatchObject({ notices: [{ code: 'pages_without_text', pages: [6] }] });
    expect(passages.map(({ text }) => text).join(' ')).toContain('la page numéro 5');
    expect(passages[0]?.position.page).toBe(1);
    expect(passages[0]?.terms.length).toBeGreaterThan(0);
  }, 60_000);

  test('tells why it failed', async () => {
    await makeEncryptedPdf(at('whole-locked.pdf'));
    await expect(
      passagesOf({ path: at('whole-locked.pdf'), kind: 'pdf', signal: never }),
    ).rejects.toMatchObject({ code: 'encrypted_file' });
  }, 60_000);

  test('ends when nobody wants its answer any more', async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `Ligne ${index} du journal.\n`).join('\n');
    const aborted = new AbortController();
    const reading = readDocument({
      path: await written('long.txt', lines),
      kind: 'txt',
      signal: aborted.signal,
    });
    await reading.next();
    aborted.abort(new Error('enough'));
    await expect(
      (async () => {
        for await (const _ of reading);
      })(),
    ).rejects.toThrow('enough');
  }, 60_000);
});
