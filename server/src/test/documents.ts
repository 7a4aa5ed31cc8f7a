import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { type Bitmap, rotateBitmap } from '../features/reading/ocr/bitmap.ts';
import { PdfDocument } from '../features/reading/pdf/document.ts';
import { drawPage } from '../features/reading/pdf/page-picture.ts';

/** Documents that tests make for themselves, as small as their formats allow. Each is written to `path`. */

export interface ZipPart {
  name: string;
  content: string | Buffer;
  /** Left as it is instead of deflated. */
  isStored?: boolean;
}

/** A ZIP archive; `before` stands ahead of it, as in files that are two things at once. */
export function zipOf(parts: readonly ZipPart[], before = Buffer.alloc(0)): Buffer {
  const files: Buffer[] = [before];
  const directory: Buffer[] = [];
  let offset = before.length;
  for (const { name, content, isStored = false } of parts) {
    const raw = Buffer.from(content);
    const data = isStored ? raw : deflateRawSync(raw, { level: 6 });
    const title = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(isStored ? 0 : 8, 8);
    header.writeUInt32LE(crc32(raw), 14);
    header.writeUInt32LE(data.length, 18);
    header.writeUInt32LE(raw.length, 22);
    header.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    header.copy(entry, 6, 4, 28);
    entry.writeUInt32LE(offset, 42);
    files.push(header, title, data);
    directory.push(entry, title);
    offset += header.length + title.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const relations = (list: readonly [id: string, type: string, target: string][]) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`,
  );

const contentTypes = (parts: readonly [name: string, type: string][]) =>
  xml(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
      .map(
        ([name, type]) =>
          `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
      )
      .join('')}</Types>`,
  );

export interface DocxParagraph {
  text: string;
  /** A style's id: `Heading1`, `Titre2` and `Liste` are defined. */
  style?: string;
}

export interface DocxContent {
  paragraphs?: readonly DocxParagraph[];
  /** WordprocessingML of the body, after the paragraphs. */
  body?: string;
  footnotes?: readonly { id: number; text: string }[];
  /** Further parts, such as a macro's. */
  parts?: readonly ZipPart[];
  isStored?: boolean;
}

export const docxParagraph = ({ text, style }: DocxParagraph) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;

export const docxTable = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows
    .map((cells) => `<w:tr>${cells.map((text) => `<w:tc>${docxParagraph({ text })}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`;

export async function makeDocx(
  path: string,
  { paragraphs = [], body = '', footnotes = [], parts = [], isStored = false }: DocxContent,
) {
  const styles = `<w:styles ${word}><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Titre2"><w:name w:val="Titre 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style><w:style w:styleId="Liste"><w:name w:val="List"/></w:style></w:styles>`;
  const notes = footnotes
    .map(({ id, text }) => `<w:footnote w:id="${id}">${docxParagraph({ text })}</w:footnote>`)
    .join('');
  const document = `<w:document ${word} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${paragraphs.map(docxParagraph).join('')}${body}</w:body></w:document>`;
  const archive = zipOf([
    {
      name: '[Content_Types].xml',
      content: contentTypes([
        ['word/document.xml', 'wordprocessingml.document.main'],
        ['word/styles.xml', 'wordprocessingml.styles'],
        ['word/footnotes.xml', 'wordprocessingml.footnotes'],
      ]),
    },
    { name: '_rels/.rels', content: relations([['rId1', 'officeDocument', 'word/document.xml']]) },
    {
      name: 'word/_rels/document.xml.rels',
      content: relations([
        ['rId1', 'styles', 'styles.xml'],
        ['rId2', 'footnotes', 'footnotes.xml'],
      ]),
    },
    { name: 'word/styles.xml', content: xml(styles) },
    { name: 'word/footnotes.xml', content: xml(`<w:footnotes ${word}>${notes}</w:footnotes>`) },
    { name: 'word/document.xml', content: xml(document), isStored },
    ...parts,
  ]);
  await writeFile(path, archive);
}

export type XlsxCell =
  | string
  | number
  | boolean
  | null
  | { value: number; style: number }
  | { formula: string; value: number | string };

export interface XlsxContent {
  sheets: readonly {
    name: string;
    rows: readonly (readonly XlsxCell[])[];
    state?: 'hidden' | 'veryHidden';
    /** Ranges such as A1:B2. */
    merged?: readonly string[];
  }[];
  /** Number formats, by the styles 1, 2, …; style 0 is general. */
  formats?: readonly string[];
  parts?: readonly ZipPart[];
}

const column = (at: number): string =>
  (at < 26 ? '' : column(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

export async function makeXlsx(path: string, { sheets, formats = [], parts = [] }: XlsxContent) {
  const strings = new Map<string, number>();
  const cellXml = (cell: XlsxCell, reference: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    if (typeof cell === 'string') {
      const index = strings.get(cell) ?? strings.size;
      strings.set(cell, index);
      return `<c r="${reference}" t="s"><v>${index}</v></c>`;
    }
    if ('style' in cell) return `<c r="${reference}" s="${cell.style}"><v>${cell.value}</v></c>`;
    const type = typeof cell.value === 'string' ? ' t="str"' : '';
    return `<c r="${reference}"${type}><f>${escapeXml(cell.formula)}</f><v>${escapeXml(String(cell.value))}</v></c>`;
  };
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const drawn = sheets.map(({ rows, merged = [] }, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: xml(
      `<worksheet ${main}><sheetData>${rows
        .map(
          (cells, row) =>
            `<row r="${row + 1}">${cells.map((cell, index) => cellXml(cell, `${column(index)}${row + 1}`)).join('')}</row>`,
        )
        .join(
          '',
        )}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
    ),
  }));
  const names = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${state ? ` state="${state}"` : ''}/>`,
  );
  const custom = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`,
  );
  const styles = `<styleSheet ${main}><numFmts>${custom.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`;
  await writeFile(
    path,
    zipOf([
      {
        name: '[Content_Types].xml',
        content: contentTypes([['xl/workbook.xml', 'spreadsheetml.sheet.main']]),
      },
      { name: '_rels/.rels', content: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relations(
          sheets.map((_, at): [string, string, string] => [
            `rId${at + 1}`,
            'worksheet',
            `worksheets/sheet${at + 1}.xml`,
          ]),
        ),
      },
      {
        name: 'xl/workbook.xml',
        content: xml(`<workbook ${main} xmlns:r="${office}"><sheets>${names.join('')}</sheets></workbook>`),
      },
      { name: 'xl/styles.xml', content: xml(styles) },
      {
        name: 'xl/sharedStrings.xml',
        content: xml(
          `<sst ${main}>${[...strings.keys()].map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
        ),
      },
      ...drawn,
      ...parts,
    ]),
  );
}

/** A DOCX of a few kilobytes whose text inflates to `megabytes`. */
export async function makeZipBomb(path: string, megabytes: number) {
  await makeDocx(path, { body: `<w:p><w:r><w:t>${' '.repeat(megabytes * 1_048_576)}</w:t></w:r></w:p>` });
}

/** A line of a page: text at the left margin, or at a place of its own (points from the top left). */
export type PdfLine = string | { text: string; x: number; y: number; size?: number; angle?: 0 | 90 };

export interface PdfContent {
  pages: readonly (readonly PdfLine[])[];
  title?: string;
  /** Pages left as they are instead of deflated. */
  isStored?: boolean;
}

const pageSize = { width: 595, height: 842 };

/** Letters of Windows-1252 as a PDF string; what it doesn't hold becomes a question mark. */
function pdfString(text: string): string {
  const special: Record<string, number> = {
    '’': 0x92,
    '“': 0x93,
    '”': 0x94,
    '•': 0x95,
    '–': 0x96,
    '—': 0x97,
    '…': 0x85,
    œ: 0x9c,
    '€': 0x80,
  };
  const bytes = [...text].map(
    (letter) => special[letter] ?? (letter.charCodeAt(0) < 256 ? letter.charCodeAt(0) : 63),
  );
  return bytes
    .map((byte) =>
      byte < 32 || byte > 126 || byte === 40 || byte === 41 || byte === 92
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : String.fromCharCode(byte),
    )
    .join('');
}

function contentOf(lines: readonly PdfLine[]): string {
  const operators = lines.map((line, at) => {
    const placed = typeof line === 'string' ? { text: line, x: 60, y: 74 + at * 14 } : line;
    const { text, x, size = 11, angle = 0 } = placed;
    const [down, right] = [pageSize.height - placed.y, x];
    const matrix = angle === 90 ? `0 1 -1 0 ${right} ${down}` : `1 0 0 1 ${right} ${down}`;
    return `/F1 ${size} Tf ${matrix} Tm (${pdfString(text)}) Tj`;
  });
  return `BT ${operators.join('\n')} ET`;
}

function pdfFile(objects: readonly (string | Buffer)[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    offsets.push(size);
    const part = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    size += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A PDF of the given objects, numbered from 1; the first is its catalogue. */
export const writePdf = (path: string, objects: readonly (string | Buffer)[]) =>
  writeFile(path, pdfFile(objects, ''));

export const streamOf = (data: Buffer, entries = '') =>
  Buffer.concat([
    Buffer.from(`<< /Length ${data.length} ${entries} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);

function pagesOf(contents: readonly Buffer[], resources: string): (string | Buffer)[] {
  const first = 4;
  const kids = contents.map((_, at) => `${first + at * 2} 0 R`).join(' ');
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Resources ${resources} /Contents ${first + at * 2 + 1} 0 R >>`,
      content,
    ]),
  ];
}

const fontResources = '<< /Font << /F1 3 0 R >> >>';

export async function makePdf(path: string, { pages, title, isStored = false }: PdfContent) {
  const drawn = pages.map((lines) => {
    const content = Buffer.from(contentOf(lines), 'latin1');
    return isStored ? streamOf(content) : streamOf(deflateSync(content), '/Filter /FlateDecode');
  });
  const objects = pagesOf(drawn, fontResources);
  if (title) objects.push(`<< /Title (${pdfString(title)}) >>`);
  await writeFile(path, pdfFile(objects, title ? `/Info ${objects.length} 0 R` : ''));
}

/** Pixels a point of what is drawn as a picture or as shapes: 200 an inch. */
const drawnScale = 200 / 72;

/** Lines as they look on a page. */
async function pictureOf(lines: readonly PdfLine[]): Promise<Bitmap> {
  const page = streamOf(Buffer.from(contentOf(lines), 'latin1'));
  const document = await PdfDocument.open(pdfFile(pagesOf([page], fontResources), ''));
  try {
    return (await document.withPage(1, (page) => drawPage(document, page, drawnScale))) as Bitmap;
  } finally {
    document.close();
  }
}

/** Darker pixels than this are a letter's, where only letters or nothing can be. */
const inkShade = 128;

/** Pages whose text is drawn as shapes, as programs do that "convert text to outlines". */
export async function makeOutlinedPdf(path: string, pages: readonly (readonly PdfLine[])[]) {
  const contents = await Promise.all(
    pages.map(async (lines) => {
      const { width, height, grey } = await pictureOf(lines);
      const shapes: string[] = [];
      const points = (pixels: number) => (pixels / drawnScale).toFixed(2);
      for (let at = 0; at < grey.length; at++) {
        if ((grey[at] as number) >= inkShade) continue;
        const from = at;
        while (at % width < width - 1 && (grey[at + 1] as number) < inkShade) at++;
        const bottom = height - 1 - Math.floor(from / width);
        shapes.push(`${points(from % width)} ${points(bottom)} ${points(at - from + 1)} ${points(1)} re`);
      }
      return streamOf(deflateSync(`${shapes.join('\n')}\nf`), '/Filter /FlateDecode');
    }),
  );
  await writeFile(path, pdfFile(pagesOf(contents, fontResources), ''));
}

/** What a scanner lays on its glass: text, or any picture in shades; quarters turned clockwise. */
export interface ScannedPage {
  lines?: readonly PdfLine[];
  /** The shade of a pixel, instead of lines. */
  shade?(x: number, y: number): number;
  quarters?: number;
  /** The number of pictures into which the page is cut, from top to bottom. */
  strips?: number;
  /** What is written on top of the picture, as letters. */
  stamp?: PdfLine;
}

/** Pages that are pictures. */
export async function makeScannedPdf(path: string, pages: readonly ScannedPage[]) {
  const bitmaps = await Promise.all(pages.map(({ lines = [] }) => pictureOf(lines)));
  const pictures: Buffer[] = [];
  const first = 4 + pages.length * 2;
  const contents = pages.map(({ shade, quarters = 0, strips = 1, stamp }, page) => {
    let bitmap = bitmaps[page] as Bitmap;
    if (shade) {
      for (const [at] of bitmap.grey.entries())
        bitmap.grey[at] = shade(at % bitmap.width, Math.floor(at / bitmap.width));
    }
    bitmap = rotateBitmap(bitmap, quarters);
    const operators: string[] = [];
    for (let strip = 0; strip < strips; strip++) {
      const [top, bottom] = [strip, strip + 1].map((at) => Math.floor((bitmap.height * at) / strips)) as [
        number,
        number,
      ];
      const [from, height] = [pageSize.height * (1 - bottom / bitmap.height), bottom - top];
      const pixels = bitmap.grey.subarray(top * bitmap.width, bottom * bitmap.width);
      operators.push(
        `q ${pageSize.width} 0 0 ${(pageSize.height * height) / bitmap.height} 0 ${from} cm /I${first + pictures.length} Do Q`,
      );
      pictures.push(
        streamOf(
          deflateSync(pixels),
          `/Type /XObject /Subtype /Image /Width ${bitmap.width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode`,
        ),
      );
    }
    if (stamp) operators.push(contentOf([stamp]));
    return streamOf(Buffer.from(operators.join('\n'), 'latin1'));
  });
  const names = pictures.map((_, at) => `/I${first + at} ${first + at} 0 R`).join(' ');
  const resources = `<< /Font << /F1 3 0 R >> /XObject << ${names} >> >>`;
  await writeFile(path, pdfFile([...pagesOf(contents, resources), ...pictures], ''));
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255;
    [state[i], state[j]] = [state[j] as number, state[i] as number];
  }
  const out = Buffer.alloc(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) & 255;
    j = (j + (state[i] as number)) & 255;
    [state[i], state[j]] = [state[j] as number, state[i] as number];
    out[at] = (data[at] as number) ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number);
  }
  return out;
}

/** A PDF that opens with a password only (ISO 32000-1 §7.6.3, revision 2: 40 bits of RC4). */
export async function makeEncryptedPdf(path: string, password = 'secret') {
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.from('fcffffff', 'hex');
  const id = Buffer.alloc(16, 7);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  const hex = (data: Buffer) => `<${data.toString('hex')}>`;
  const number = 5;
  const ofObject = md5(key, Buffer.from([number, 0, 0, 0, 0])).subarray(0, 10);
  const content = rc4(
    ofObject,
    Buffer.from(contentOf(['Nobody reads this without the password.']), 'latin1'),
  );
  const objects = pagesOf([streamOf(content)], fontResources);
  objects.push(`<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -4 >>`);
  await writeFile(path, pdfFile(objects, `/Encrypt ${objects.length} 0 R /ID [${hex(id)} ${hex(id)}]`));
}

/** An Office file behind a password: a compound file that names the encrypted package in its directory. */
export async function makeEncryptedOffice(path: string) {
  const file = Buffer.alloc(4096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  Buffer.from('EncryptedPackage', 'utf16le').copy(file, 1024);
  await writeFile(path, file);
}

/** What Word and Excel saved until 2003. */
export async function makeLegacyOffice(path: string) {
  const file = Buffer.alloc(2048);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  Buffer.from('WordDocument', 'utf16le').copy(file, 1024);
  await writeFile(path, file);
}
