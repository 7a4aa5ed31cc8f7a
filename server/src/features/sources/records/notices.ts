import type { SourceNotice } from '@parlance/contract/endpoints/sources';
import type { Language } from '@parlance/contract/i18n';
import { speak } from '@parlance/contract/i18n';
import { formatPageRanges, type ReadingNotice } from '../../reading/service.ts';
import { messages } from './messages.ts';

/** A notice as it lies in its column: in both languages. */
export interface StoredNotice {
  code: SourceNotice['code'];
  fr: string;
  en: string;
}

const sheetsNamed = 10;
const sheetNameLength = 31;

function sentence(notice: ReadingNotice, language: Language): string {
  const texts = speak(messages, language);
  if (notice.code === 'hidden_sheets') {
    const names = notice.sheets.slice(0, sheetsNamed).map((name) => name.slice(0, sheetNameLength));
    return texts.hiddenSheets(names, notice.sheets.length > sheetsNamed ? ', …' : '');
  }
  const isOne = notice.pages.length === 1;
  const text = {
    pages_without_text: texts.pagesWithoutText,
    pages_recognised: texts.pagesRecognised,
    pages_not_recognised: texts.pagesNotRecognised,
  }[notice.code];
  return text(formatPageRanges(notice.pages), isOne);
}

export const noticeOf = (code: 'vectors_missing'): StoredNotice => ({
  code,
  ...{ vectors_missing: messages.vectorsMissing }[code],
});

/** Notices of the facts that a reader found, as sentences. */
export const noticesOf = (notices: readonly ReadingNotice[] = []): StoredNotice[] =>
  notices.map((notice) => ({
    code: notice.code,
    fr: sentence(notice, 'fr'),
    en: sentence(notice, 'en'),
  }));
