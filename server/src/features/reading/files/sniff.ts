import { open } from 'node:fs/promises';
import { ReadingError } from './reading-error.ts';
import { encodingOf } from './text-encoding.ts';
import { openZip } from './zip.ts';

export type DocumentKind = 'pdf' | 'docx' | 'xlsx' | 'csv' | 'txt';

export type SniffResult =
  | { kind: DocumentKind; mediaType: string }
  | {
      refused:
        | 'unsupported_type'
        | 'type_mismatch'
        | 'empty_file'
        | 'encrypted_file'
        | 'corrupt_file'
        | 'limit_exceeded';
    };

const mediaTypes: Record<DocumentKind, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  txt: 'text/plain',
};

const startBytes = 4096;
const zipMark = Buffer.from('PK\u0003\u0004', 'latin1');
const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The stream that holds an Office file behind a password, as the compound file's directory names it. */
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le');

async function partsOf(path: string) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (position: number, length: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    return { size, start: await read(0, startBytes), early: await read(0, Math.min(size, 1 << 20)) };
  } finally {
    await file.close();
  }
}

async function kindOfZip(path: string): Promise<DocumentKind | Extract<SniffResult, { refused: string }>> {
  try {
    const zip = await openZip(path);
    try {
      // Macros travel under these names; so do files whose extension says that they have some.
      if (zip.has('word/vbaProject.bin') || zip.has('xl/vbaProject.bin'))
        return { refused: 'unsupported_type' };
      if (zip.has('word/document.xml')) return 'docx';
      if (zip.has('xl/workbook.xml')) return 'xlsx';
      return { refused: 'unsupported_type' };
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof ReadingError && error.code === 'limit_exceeded')
      return { refused: 'limit_exceeded' };
    return { refused: 'corrupt_file' };
  }
}

const htmlStart = /^<(?:!doctype\s+html|html|head|body|script)\b/i;

/** Whether a text begins like a page, behind any comments. */
function isHtml(start: string): boolean {
  let rest = start.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end < 0) return false;
    rest = rest.slice(end + 3).trimStart();
  }
  return htmlStart.test(rest);
}

const kindByName = (name: string) => {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  return (Object.keys(mediaTypes) as DocumentKind[]).find((kind) => kind === extension);
};

/** Whether a file of this name may be one that is read: what it is, its content says. */
export const isReadable = (name: string) => kindByName(name) !== undefined;

/**
 * What a file is by its content, which must agree with its name's ending. Whatever its sender declares about
 * it is not asked.
 */
export async function sniff(path: string, name: string): Promise<SniffResult> {
  const expected = kindByName(name);
  const { size, start, early } = await partsOf(path);
  if (size === 0) return { refused: 'empty_file' };
  if (!expected) return { refused: 'unsupported_type' };
  const accept = (kind: DocumentKind): SniffResult =>
    kind === expected ? { kind, mediaType: mediaTypes[kind] } : { refused: 'type_mismatch' };

  // A PDF may begin behind a few bytes of its own (ISO 32000-1, annex H.3.4.1), but not behind another format.
  const pdfAt = start.subarray(0, 1024).indexOf('%PDF-');
  if (start.indexOf(zipMark) === 0) {
    const kind = await kindOfZip(path);
    return typeof kind === 'string' ? accept(kind) : kind;
  }
  if (start.indexOf(compoundMark) === 0) {
    return { refused: early.includes(encryptedStream) ? 'encrypted_file' : 'unsupported_type' };
  }
  const isBehindText = pdfAt > 0 && !start.subarray(0, pdfAt).includes(0);
  if (pdfAt === 0 || (isBehindText && expected === 'pdf')) return accept('pdf');
  if (expected === 'pdf' || expected === 'docx' || expected === 'xlsx') return { refused: 'type_mismatch' };

  const encoding = await encodingOf(path);
  if (encoding === undefined) return { refused: 'type_mismatch' };
  const text = new TextDecoder(encoding).decode(start).trimStart();
  if (isHtml(text) || text.startsWith('{\\rtf')) return { refused: 'type_mismatch' };
  if (text === '' && size <= startBytes) return { refused: 'empty_file' };
  return accept(expected);
}
