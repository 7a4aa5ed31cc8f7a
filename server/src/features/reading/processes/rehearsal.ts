import { deflateSync } from 'node:zlib';
import type { DocumentTask } from '../files/document-messages.ts';

/**
 * What it gives: the first PDF that a process reads takes half the processor time (0.21 s, without it 0.45 s), a text a
 * fifth less (0.17 and 0.22 s), the bench's documents together a fifth less (3.6 and 4.4 s; ADR 34). Word files and
 * workbooks are not rehearsed: it spared 20 ms at most.
 *
 * Made-up documents of the other kinds, for a process that waits for real ones to read meanwhile, so that what it runs
 * through with each line, letter and cell is compiled before somebody waits for it. Written as people and their programs
 * write, since the engine compiles for what it has seen: texts with and without letters beyond Latin-1, wrapped lines,
 * headings, lists, tables, numbers; and words that it has not read yet, or they would all be found among those that are
 * known.
 */

const syllables = ['ba', 'cré', 'di', 'fon', 'gar', 'lu', 'men', 'no', 'pla', 'ri', 'se', 'tou'];
const endings = ['tion', 's', 'ment', 'ées', 'er', 'ing', 'ed', 'euse', 'aux', 'ly', 'ness', 'able'];
const small = {
  fr: ['le', 'la', 'de', 'des', 'et', 'à', 'pour', 'dans', 'n’est', 'une', 'qu’il', 'sur'],
  en: ['the', 'of', 'and', 'to', 'in', 'is', 'user’s', 'for', 'with', 'a', 'that', 'on'],
};

/** What the rules for words ask about beside plain ones. */
const rarer = [
  ['PDFs', 'l’Île-de-France', '01 42 68 53 00'],
  ['12kg', 'https://www.example.org/a_b?c=1', 'XXe'],
  ['né', 'Wi-Fi', '1,000.5', 'cœur', 'Straße'],
  ['S.N.C.F', 'C++', '3°', 'R&D', 'e\u0301te\u0301'],
];

let made = 0;

/** A word of the text: one in three is new, the others come again as they do in any text. */
function word(at: number): string {
  const number = at % 3 === 0 ? made++ : (at * 7) % 400;
  const [a, b, c] = [number % 12, Math.floor(number / 12) % 12, Math.floor(number / 144) % 12];
  return `${syllables[a]}${syllables[b]}${syllables[c]}${endings[number % endings.length]}`;
}

function sentence(at: number, language: 'fr' | 'en'): string {
  const words = Array.from({ length: 9 + (at % 7) }, (_, place) =>
    place % 2 === 0 ? small[language][(at + place * 5) % 12] : word(at + place),
  );
  if (at % 4 === 0)
    words.push(`${at} 250,50 €`, 'U.S.', `${word(at)}-${word(at + 1)}`, ...(rarer[at % rarer.length] ?? []));
  const text = `${words.join(' ')} (${at} %).`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const languageOf = (at: number) => (at % 2 === 0 ? 'fr' : 'en');
const paragraph = (at: number) =>
  Array.from({ length: 3 + (at % 4) }, (_, place) => sentence(at * 7 + place, languageOf(at))).join(' ');
const title = (at: number) => `${at + 1}.${at % 5} ${word(at)} ${word(at + 1)}`;
const cells = (at: number) => [
  String(10_000 + at),
  word(at).toUpperCase(),
  `${word(at + 1)} sur ${word(at + 2)}`,
  at % 3 === 0 ? '' : `${at},5`,
  `20${at % 90}-0${1 + (at % 9)}-12`,
];
const header = ['Code', 'Nom de la commune', 'Libellé', 'Prix (€)', 'Date'];
const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

const wrapped = (text: string) => text.replace(/(.{60,76}) /g, '$1\n');

/** A text with letters beyond Latin-1, or written as a keyboard has them. */
const plainly = (text: string, isPlain: boolean) =>
  isPlain ? text.replaceAll('’', "'").replaceAll('€', 'EUR') : text;

function txt(isPlain: boolean): Buffer {
  const part = (at: number) =>
    [
      at % 2 === 0 ? title(at) : `${word(at)} ${word(at + 1)}\n${'='.repeat(20)}`,
      wrapped(paragraph(at)),
      `  - ${sentence(at, 'en')}\n  - ${sentence(at + 1, 'fr')}`,
      wrapped(paragraph(at + 1)),
      `${word(at)}     ${at}   ${word(at + 2)}\n${word(at + 3)}     ${at + 1}   ${word(at + 4)}`,
    ].join('\n\n');
  return Buffer.from(plainly(times(60, part).join('\n\n'), isPlain));
}

function csv(isPlain: boolean): Buffer {
  // Most programs write quotes only where there must be some, and the parser has a way of its own without any.
  const quoted = (cell: string) => (!isPlain && cell.includes(' ') ? `"${cell}"` : cell);
  const row = (of: string[]) => of.map(quoted).join(';');
  return Buffer.from(plainly([row(header), ...times(900, (at) => row(cells(at)))].join('\r\n'), isPlain));
}

/** Letters of Windows-1252 that a keyboard lacks. */
const windows1252: Record<string, string> = { '’': '\x92', '€': '\x80' };

function pdf(): Buffer {
  const show = (text: string) =>
    `(${text.replace(/[()\\]/g, '\\$&').replace(/[’€]/g, (letter) => windows1252[letter] as string)}) Tj`;
  const page = (number: number) => {
    const text = [title(number), ...wrapped(`${paragraph(number)} ${paragraph(number + 1)}`).split('\n')];
    const rows = times(8, (at) =>
      cells(number + at)
        .map((cell, column) => `1 0 0 1 ${60 + column * 100} ${300 - at * 14} Tm ${show(cell)}`)
        .join('\n'),
    );
    const lines = text.map(
      (line, at) =>
        `/F${at === 0 ? 2 : 1} ${at === 0 ? 16 : 11} Tf 1 0 0 1 60 ${740 - at * 14} Tm ${show(line)}`,
    );
    return `BT /F1 9 Tf 1 0 0 1 60 800 Tm ${show('Rapport annuel')} ${[...lines, ...rows].join('\n')} ET`;
  };
  const pages = times(12, page).map((content) => deflateSync(Buffer.from(content, 'latin1')));
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
  const objects: (string | Buffer)[] = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')}]>>`,
    font('Helvetica'),
    font('Times-Bold'),
    ...pages.flatMap((content, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents ${6 + at * 2} 0 R>>`,
      Buffer.concat([
        Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>> stream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ];
  // Without a table of its objects, which PDFium then makes itself.
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...objects.flatMap((object, at) => [
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from('trailer <</Root 1 0 R>>\n'),
  ]);
}

/** The documents to rehearse with, each some milliseconds' work, the commonest kinds first. */
export function* rehearsalDocuments(): Generator<{ kind: DocumentTask['kind']; bytes: Buffer }> {
  for (const isPlain of [true, false, true, false, true, false]) {
    yield { kind: 'pdf', bytes: pdf() };
    yield { kind: 'txt', bytes: txt(isPlain) };
    yield { kind: 'csv', bytes: csv(isPlain) };
  }
}
