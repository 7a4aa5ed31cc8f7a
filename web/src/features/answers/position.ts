import type { Spoken } from '@parlance/contract/i18n';
import type { Position } from '@parlance/contract/shapes';
import type { answerTexts } from './texts.ts';

/** "page 4 · Petit-déjeuner", "feuille Tarifs · ligne 12". */
export const describePosition = (
  { page, heading, sheet, row }: Position,
  t: Pick<Spoken<typeof answerTexts>, 'page' | 'sheet' | 'row'>,
): string =>
  [
    page === undefined ? '' : t.page(page),
    sheet === undefined ? '' : t.sheet(sheet),
    row === undefined ? '' : t.row(row),
    // A sheet's name is also the first of its headings.
    (heading ?? '')
      .split(' › ')
      .filter((title) => title !== sheet)
      .join(' › '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
