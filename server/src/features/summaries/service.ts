export { handOverNotes, prepareHandOverOfSummaries } from './hand-over.ts';
