import type { LocalizedTexts } from '@parlance/contract/i18n';
import type { Position } from '@parlance/contract/shapes';
import type { answerTexts } from '../texts.ts';

/** A passage's place in words: "pages 4–5 · Petit-déjeuner", "feuille Tarifs · ligne 12". */
export const describePosition = (
  { page, pageEnd, heading, sheet, row, rowEnd }: Position,
  t: Pick<LocalizedTexts<typeof answerTexts>, 'page' | 'pages' | 'sheet' | 'row' | 'rows'>,
): string =>
  [
    page === undefined ? '' : pageEnd === undefined ? t.page(page) : t.pages(page, pageEnd),
    sheet === undefined ? '' : t.sheet(sheet),
    row === undefined ? '' : rowEnd === undefined ? t.row(row) : t.rows(row, rowEnd),
    // A sheet's name is also the first of its headings.
    (heading ?? '')
      .split(' › ')
      .filter((title) => title !== sheet)
      .join(' › '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
