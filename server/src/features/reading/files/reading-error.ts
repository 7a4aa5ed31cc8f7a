import type { SourceErrorCode } from '@parlance/contract/errors';

/** Why a document could not be read; `detail` goes on from the code's sentence, in both languages. */
export class ReadingError extends Error {
  readonly code: SourceErrorCode;
  readonly detail: { fr: string; en: string } | undefined;

  constructor(code: SourceErrorCode, detail?: { fr: string; en: string }, cause?: unknown) {
    super(detail ? `${code}: ${detail.en}` : code, cause === undefined ? undefined : { cause });
    this.name = 'ReadingError';
    this.code = code;
    this.detail = detail;
  }
}

const limitFigures = {
  rows: { fr: 'plus de 1 000 000 de lignes', en: 'more than 1,000,000 rows' },
  tableRows: { fr: 'un tableau de plus de 50 000 lignes', en: 'a table of more than 50,000 rows' },
  columns: { fr: 'plus de 16 384 colonnes', en: 'more than 16,384 columns' },
  cell: { fr: 'une cellule de plus de 1 Mo', en: 'a cell of more than 1 MB' },
  pages: { fr: 'plus de 5 000 pages', en: 'more than 5,000 pages' },
  nodes: { fr: 'plus de 1 000 000 d’éléments', en: 'more than 1,000,000 elements' },
  depth: { fr: 'trop d’éléments imbriqués', en: 'too many nested elements' },
  inflated: {
    fr: 'un contenu décompressé trop volumineux (500 Mo, ou 200 fois sa taille)',
    en: 'too large a decompressed content (500 MB, or 200 times its size)',
  },
  output: { fr: 'trop de texte', en: 'too much text' },
};

/** A document beyond a bound of security S3.3 to S3.8 or S4.10, which its sentence names. */
export function limitError(limit: keyof typeof limitFigures | 'memory'): ReadingError {
  if (limit === 'memory') {
    return new ReadingError('limit_exceeded', {
      fr: 'Sa lecture demande plus de 512 Mo de mémoire.',
      en: 'Reading it takes more than 512 MB of memory.',
    });
  }
  return new ReadingError('limit_exceeded', {
    fr: `Il contient ${limitFigures[limit].fr}.`,
    en: `It contains ${limitFigures[limit].en}.`,
  });
}
