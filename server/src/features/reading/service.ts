export type { Block, Position } from './blocks/block.ts';
export { isEntry } from './blocks/list-entry.ts';
export type { DocumentSummary, ReadingNotice } from './files/document-messages.ts';
export { formatPageRanges } from './files/page-list.ts';
export { ReadingError } from './files/reading-error.ts';
export { type DocumentKind, isReadable, type SniffResult, sniff } from './files/sniff.ts';
export { endsSentence, type Span, sentencesOf } from './passages/sentences.ts';
export { type ReadPassage, splitIntoPassages } from './passages/split.ts';
export { numbersAt } from './passages/starts.ts';
export { type PassageTerms, termsOfPassage } from './passages/terms.ts';
export { type DocumentInput, keepReadersReady, readDocument } from './processes/document.ts';
export { type PageOutcome, readPages, readSitemap } from './processes/pages.ts';
export type { PageInput, ReadingRefusal } from './processes/pages-messages.ts';
export type { SitemapEntry } from './web/sitemap.ts';
export {
  type AnalysedText,
  analyseText,
  analysisVersion,
  fold,
  forEachTermNumber,
  stemOfWord,
  termNumber,
  termsOf,
} from './words/analysis.ts';
export { detectLanguage, type TextLanguage } from './words/language.ts';
export { lexiconFolder } from './words/lexicon-folder.ts';
export { stopWords } from './words/stop-words.ts';
