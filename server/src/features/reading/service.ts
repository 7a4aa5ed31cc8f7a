export { analyse, analysisVersion, fold, termNumber, termsOf } from './analysis.ts';
export type { Block, Position } from './block.ts';
export { type DocumentInput, readDocument } from './document.ts';
export { detectLanguage, type TextLanguage } from './language.ts';
export { type ReadPassage, splitIntoPassages } from './passages.ts';
export { type Span, sentencesOf } from './passages-sentences.ts';
export { ReadingError } from './reading-error.ts';
export { type DocumentKind, type Sniffed, sniff } from './sniff.ts';
