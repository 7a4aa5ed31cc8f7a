import { sentencesOf } from '../../server/src/features/reading/passages/sentences.ts';
import type { Collection } from '../material/collections.ts';
import { createReferenceSearch } from './retrieval.ts';

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The three sentences of BM25's first three paragraphs that share most words with the question; never refuses. */
export function createReferenceAnswers(collection: Collection): (question: string) => string {
  const search = createReferenceSearch(collection);
  const texts = new Map(collection.documents.map(({ id, text }) => [id, text]));
  return (question) => {
    const asked = wordsOf(question);
    return search(question)
      .slice(0, 3)
      .flatMap((id) => {
        const text = texts.get(id) ?? '';
        return sentencesOf(text).map(({ start, end }) => text.slice(start, end));
      })
      .map((sentence) => ({
        sentence,
        shared: [...wordsOf(sentence)].filter((word) => asked.has(word)).length,
      }))
      .sort((a, b) => b.shared - a.shared)
      .slice(0, 3)
      .map(({ sentence }) => sentence)
      .join(' ');
  };
}
