export type { Block, Position } from './blocks/block.ts';
export { isEntry } from './blocks/list-entry.ts';
export type { DocumentSummary, ReadingNotice as ReadNotice } from './files/document-messages.ts';
export { formatPageRanges as pageList } from './files/page-list.ts';
export { ReadingError } from './files/reading-error.ts';
export { type DocumentKind, isReadable, type SniffResult as Sniffed, sniff } from './files/sniff.ts';
export { endsSentence, type Span, sentencesOf } from './passages/sentences.ts';
export { type ReadPassage, splitIntoPassages } from './passages/split.ts';
export { numbersAt } from './passages/starts.ts';
export { type PassageTerms, termsOfPassage } from './passages/terms.ts';
export { type DocumentInput, keepReadersReady, readDocument } from './processes/document.ts';
export { type PageOutcome as PageReading, readPages, readSitemap } from './processes/pages.ts';
export type { PageInput, ReadingRefusal } from './processes/pages-messages.ts';
export type { SitemapEntry } from './web/sitemap.ts';
export {
  type AnalysedText as ReadText,
  analyseText as readText,
  analysisVersion,
  fold,
  forEachTermNumber as eachTermNumber,
  stemOfWord,
  termNumber,
  termsOf,
} from './words/analysis.ts';
export { detectLanguage, type TextLanguage } from './words/language.ts';
export { lexiconFolder } from './words/lexicon-folder.ts';
export { stopWords } from './words/stop-words.ts';
