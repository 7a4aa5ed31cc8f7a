export {
  analysisVersion,
  eachTermNumber,
  fold,
  type ReadText,
  readText,
  stemOfWord,
  termNumber,
  termsOf,
} from './analysis.ts';
export { stopWords } from './analysis-stop-words.ts';
export type { Block, Position } from './block.ts';
export { type DocumentInput, keepReadersReady, readDocument } from './document.ts';
export type { DocumentSummary, ReadNotice } from './document-messages.ts';
export { detectLanguage, type TextLanguage } from './language.ts';
export { lexiconFolder } from './lexicon-folder.ts';
export { isEntry } from './list-entry.ts';
export { pageList } from './page-list.ts';
export { type PageReading, readPages, readSitemap } from './pages.ts';
export type { PageInput, ReadingRefusal } from './pages-messages.ts';
export { numbersAt } from './passage-starts.ts';
export { type PassageTerms, termsOfPassage } from './passage-terms.ts';
export { type ReadPassage, splitIntoPassages } from './passages.ts';
export { endsSentence, type Span, sentencesOf } from './passages-sentences.ts';
export { ReadingError } from './reading-error.ts';
export type { SitemapEntry } from './sitemap.ts';
export { type DocumentKind, isReadable, type Sniffed, sniff } from './sniff.ts';
