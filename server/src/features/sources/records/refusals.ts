import { errors, type SourceErrorCode } from '@parlance/contract/errors';
import { type Language, speak } from '@parlance/contract/i18n';
import { type ErrorDetail, encodeJson } from '../../../db/json.ts';
import { messages } from './messages.ts';

/** Why something could not be read: a code and the facts that go on from it. */
export interface Refusal {
  code: SourceErrorCode;
  detail?: ErrorDetail | undefined;
  statusCode?: number | undefined;
}

/** The columns of sources and crawls that say why they are in error. */
export interface ErrorColumns {
  error_code: string | null;
  error_detail: ErrorDetail | null;
  error_status_code: number | null;
}

export const noError = { error_code: null, error_detail: null, error_status_code: null } as const;

export const errorColumnsOf = ({ code, detail, statusCode }: Refusal) => ({
  error_code: code,
  error_detail: detail === undefined ? null : encodeJson<ErrorDetail>(detail),
  error_status_code: statusCode ?? null,
});

/** The refusal that `errorColumnsOf` has stored. */
export const refusalIn = (row: ErrorColumns): Refusal | undefined =>
  row.error_code === null
    ? undefined
    : {
        code: row.error_code as SourceErrorCode,
        detail: row.error_detail ?? undefined,
        statusCode: row.error_status_code ?? undefined,
      };

/** A refusal as a sentence to its owner. */
export function wordRefusal({ code, detail, statusCode }: Refusal, language: Language): string {
  const isFailure = code === 'fetch_failed';
  const head = (isFailure ? messages.pageNotRead : errors[code].title)[language];
  if (detail) return `${head} ${wordDetail(detail, statusCode, language)}`;
  return isFailure ? `${head} ${wordFailure(statusCode, language)}` : head;
}

function wordDetail(detail: ErrorDetail, statusCode: number | undefined, language: Language): string {
  const t = speak(messages, language);
  switch (detail.reason) {
    case 'document_limit':
      return detail.limit === 'memory'
        ? t.tooMuchMemory
        : t.documentHolds(documentLimits[detail.limit][language]);
    case 'pages_without_text':
      return t.noTextOn(detail.pages, detail.isOne);
    case 'first_page_left_out':
      return t.quotaReachedAt(detail.url);
    case 'crawler_rule':
      return t.crawlerRule(statusCode ?? 0);
    case 'endless_redirects':
      return t.endlessRedirects;
    case 'page_too_large':
      return t.pageTooLarge;
    case 'site_insecure':
      return t.siteInsecure;
    case 'site_too_slow':
      return t.siteTooSlow;
    case 'site_unclear':
      return t.siteUnclear;
    case 'site_unreachable':
      return t.siteUnreachable;
    case 'sitemap_too_large':
      return t.sitemapTooLarge;
  }
}

/** A sentence about a page that did not come: what it lacks, and what helps. */
function wordFailure(statusCode: number | undefined, language: Language): string {
  const t = speak(messages, language);
  if (statusCode === undefined) return t.checkAddress;
  if (statusCode === 403) return t.siteRefuses(statusCode);
  if (statusCode === 404 || statusCode === 410) return t.siteKnowsNoPage(statusCode);
  return statusCode >= 500 || statusCode === 429 ? t.siteFails(statusCode) : t.siteAnswers(statusCode);
}

const documentLimits = {
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
