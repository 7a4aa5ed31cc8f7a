import { type TextLanguage, termNumber, termsOf } from '../reading/service.ts';

/** One reading of a question's word, in one language of the sources. */
export interface QuestionTerm {
  number: number;
  /** BM25's inverse document frequency among the chatbot's passages; set by the search. */
  rarity: number;
  /** How much of the question's meaning we think it carries; set by the search. */
  salience: number;
  language: TextLanguage;
  /** The whole of a compound whose parts are counted too. */
  extra: boolean;
}

/** A word of a question with all its readings. */
export interface QuestionWord {
  text: string;
  terms: QuestionTerm[];
}

/** The words of a question that carry its subject, read as the sources' languages read them. */
export function wordsOf(
  question: string,
  spoken: TextLanguage | undefined,
  languages: readonly TextLanguage[],
): QuestionWord[] {
  const words = new Map<number, QuestionWord>();
  for (const language of languages) {
    for (const { term, start, end, extra } of termsOf(question, language, spoken)) {
      const word = words.get(start) ?? { text: question.slice(start, end), terms: [] };
      words.set(start, word);
      word.terms.push({ number: termNumber(term), rarity: 0, salience: 0, language, extra });
    }
  }
  return [...words].sort(([a], [b]) => a - b).map(([, word]) => word);
}
