import { fold, type TextLanguage, termsOf } from '../reading/service.ts';

/** One reading of a question's word, in one language of the sources. */
export interface QuestionTerm {
  term: string;
  number: number;
  /** BM25's inverse document frequency among the chatbot's passages; set by the search. */
  rarity: number;
  /** What an occurrence adds to a passage's score, saturation aside; set by the search. */
  weight: number;
  /** How much of the question's meaning we think it carries; set by the search. */
  salience: number;
  language: TextLanguage;
  /** The whole of a compound whose parts are counted too. */
  extra: boolean;
}

/** A word of a question with all its readings. */
export interface QuestionWord {
  text: string;
  /** A name or a figure: says who or which exactly, where other words may be said in another way. */
  isExact: boolean;
  terms: QuestionTerm[];
}

/** What people say around a question. Only there: as the sole words of one they are its subject. */
const courtesies = new Set(
  `bonjour bonsoir salut coucou merci svp stp plait voudrais veux voudrions souhaite souhaiterais souhaitons aimerais
  aimerions savoir connaitre dire dites dis indiquer indiquez expliquer expliquez explique donner donnez renseigner
  renseignement renseignements information informations question aide aider hello hi hey thanks thank want wanted like know
  tell explain give show wondering wonder question help information kindly`.split(/\s+/),
);

/** The words of a question that carry its subject, read as the sources' languages read them. */
export function wordsOf(
  question: string,
  spoken: TextLanguage | undefined,
  languages: readonly TextLanguage[],
): QuestionWord[] {
  const words = new Map<number, QuestionWord>();
  for (const language of languages) {
    for (const { term, number, start, end, extra } of termsOf(question, language, spoken)) {
      const text = question.slice(start, end);
      const word = words.get(start) ?? { text, isExact: isExact(text, start), terms: [] };
      words.set(start, word);
      word.terms.push({ term, number, rarity: 0, weight: 0, salience: 0, language, extra });
    }
  }
  const all = [...words].sort(([a], [b]) => a - b).map(([, word]) => word);
  const subject = all.filter(({ text }) => !courtesies.has(fold(text.toLowerCase())));
  return subject.length > 0 ? subject : all;
}

/** How much more a name or figure weighs than another word: half as much again, so two words still outweigh one. */
export const exactness = 1.5;

/** Names show by their capital, but for a question's first word. */
const isExact = (text: string, start: number) =>
  /\p{N}/u.test(text) || (start > 0 && /^(?:\p{L}+['’])?\p{Lu}/u.test(text));
