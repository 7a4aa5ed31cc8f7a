import { deflateRawSync, deflateSync } from 'node:zlib';
import type { DocumentTask } from '../files/document-messages.ts';

/**
 * Made-up documents of each kind, for a process that waits for real ones to read meanwhile: what it runs through with
 * each line, letter and cell is compiled before somebody waits for it. Written as people and their programs write, since
 * the engine compiles for what it has seen: texts with and without letters beyond Latin-1, wrapped lines, headings, lists,
 * tables, numbers; and words that it has not read yet, or they would all be found among those that are known.
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

/** One in three is new, the others come again as they do in any text. */
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

/** With letters beyond Latin-1, or written as a keyboard has them. */
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

/** As small an archive as readers take. */
function zipOf(parts: Record<string, string>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const raw = Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`);
    const data = deflateRawSync(raw);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(raw.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    local.copy(entry, 6, 4);
    entry.writeUInt32LE(offset, 42);
    files.push(local, Buffer.from(name), data);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

function docx(isPlain: boolean): Buffer {
  const run = (text: string) =>
    `<w:r w:rsidR="00AB12CD"><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:b w:val="0"/><w:sz w:val="22"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const p = (text: string, style: string, more = '') =>
    `<w:p w:rsidR="00AB12CD" w:rsidRDefault="00AB12CD"><w:pPr><w:pStyle w:val="${style}"/>${more}<w:jc w:val="both"/></w:pPr>${run(text.slice(0, 30))}${run(text.slice(30))}</w:p>`;
  const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const row = (texts: string[]) =>
    `<w:tr>${texts.map((text) => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${p(text, 'a')}</w:tc>`).join('')}</w:tr>`;
  const part = (at: number) =>
    p(title(at), 'h1') +
    p(paragraph(at), 'a') +
    p(sentence(at, 'en'), 'a', list) +
    p(paragraph(at + 1), 'a') +
    (at % 4 === 0 ? `<w:tbl>${[header, cells(at), cells(at + 1)].map(row).join('')}</w:tbl>` : '');
  const body = plainly(times(24, part).join(''), isPlain);
  return zipOf({
    'word/styles.xml':
      '<w:styles xmlns:w="w"><w:style w:styleId="h1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="a"><w:name w:val="Normal"/></w:style></w:styles>',
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
  });
}

function xlsx(): Buffer {
  const cell = (text: string, at: number) =>
    /^\d+$/.test(text)
      ? `<c r="${'ABCDE'[at]}1" s="1"><v>${text}</v></c>`
      : `<c r="${'ABCDE'[at]}1" t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (of: string[], at: number) => `<row r="${at + 1}">${of.map(cell).join('')}</row>`;
  const rows = [header, ...Array.from({ length: 300 }, (_, at) => cells(at))];
  return zipOf({
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" id="r1"/></sheets></workbook>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="4"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
  });
}

/** The letters of Windows-1252 that a keyboard lacks. */
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

/** Each some milliseconds' work, the commonest kinds first. */
export function* rehearsalDocuments(): Generator<{ kind: DocumentTask['kind']; bytes: Buffer }> {
  for (const isPlain of [true, false, true, false, true, false]) {
    yield { kind: 'pdf', bytes: pdf() };
    yield { kind: 'txt', bytes: txt(isPlain) };
    yield { kind: 'docx', bytes: docx(isPlain) };
    yield { kind: 'csv', bytes: csv(isPlain) };
    yield { kind: 'xlsx', bytes: xlsx() };
  }
}
