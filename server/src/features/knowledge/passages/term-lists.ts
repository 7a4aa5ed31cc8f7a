import type { PassageTerms } from '../../reading/service.ts';
import { createTermMixer, passageWeights } from './bm25.ts';
import type { PassageWords } from './queries.ts';
import type { TermFrequencies } from './term-counts.ts';

/** The words of passages as they are stored, with the chatbot's own numbers for their terms. */
export function toPassageWords(chatbotId: string, passages: readonly PassageTerms[]): PassageWords {
  const mix = createTermMixer(chatbotId);
  const terms = new Int32Array(passages.reduce((sum, passage) => sum + passage.terms.length, 0));
  const starts = new Int32Array(passages.length);
  let at = 0;
  for (const [index, passage] of passages.entries()) {
    starts[index] = at;
    for (const term of passage.terms) terms[at++] = mix(term);
  }
  return {
    lengths: passages.map(({ length }) => length),
    terms,
    starts,
    weights: passages.map(({ terms, frequencies, length }) => ({
      places: terms,
      values: passageWeights(frequencies, length),
    })),
  };
}

/** The number of passages in which each of their terms stands; `terms` are sorted where they lie. */
export function countTermFrequencies(terms: Int32Array): TermFrequencies {
  terms.sort();
  const distinct = new Int32Array(terms.length);
  const passages = new Int32Array(terms.length);
  let last = -1;
  for (const [at, term] of terms.entries()) {
    if (at === 0 || term !== distinct[last]) distinct[++last] = term;
    passages[last] = (passages[last] as number) + 1;
  }
  return { terms: distinct.subarray(0, last + 1), passages: passages.subarray(0, last + 1) };
}
