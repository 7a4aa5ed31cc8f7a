/// <reference path="../../server/src/features/reading/words/snowball-stemmers.d.ts" />
import { newStemmer } from 'snowball-stemmers';
import { stopWords } from '../../server/src/features/reading/words/stop-words.ts';
import { type Collection, fileText } from '../material/collections.ts';

// Lucene's English stop set.
const englishStops = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/**
 * BM25 as Lucene and Anserini run it: k1 0.9, b 0.4, one document a file, stems by Snowball, stop words out. Written here
 * and apart from the product, so that both are measured in one run.
 */
export function createReferenceSearch({ language, documents }: Collection): (question: string) => string[] {
  const stemmer = newStemmer(language === 'fr' ? 'french' : 'english');
  const stops = language === 'fr' ? stopWords.fr : englishStops;
  const analyse = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? [])
      .map((word) =>
        language === 'fr'
          ? word.replace(/^(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu)['’]/, '')
          : word.replace(/['’]s$/, ''),
      )
      .filter((word) => !stops.has(word))
      .map((word) => stemmer.stem(word));

  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map((document, index) => {
    const words = analyse(fileText(document));
    for (const word of words) {
      const posting = postings.get(word) ?? new Map<number, number>();
      postings.set(word, posting.set(index, (posting.get(index) ?? 0) + 1));
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;

  return (question) => {
    const scores = new Map<number, number>();
    for (const word of analyse(question)) {
      const posting = postings.get(word);
      if (posting === undefined) continue;
      const rarity = Math.log(1 + (documents.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [index, frequency] of posting) {
        const weight = frequency / (frequency + 0.9 * (0.6 + (0.4 * (lengths[index] ?? 0)) / average));
        scores.set(index, (scores.get(index) ?? 0) + rarity * weight);
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1]).flatMap(([index]) => documents[index]?.id ?? []);
  };
}
