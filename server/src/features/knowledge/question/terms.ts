import { fold, type TextLanguage, termsOf } from '../../reading/service.ts';

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
  /** Whether it is the whole of a compound whose parts are counted too. */
  extra: boolean;
  /** Whether it is what the word may also be called, in the other language or in its own; not the word itself. */
  meant: boolean;
  /** Whether it is meant, in the visitor's own language, where passages say the word itself; set by the search. */
  otherwise: boolean;
}

/** A reading before the search has weighed it. */
export const unweighed = (
  reading: Pick<QuestionTerm, 'term' | 'number' | 'language' | 'extra' | 'meant'>,
): QuestionTerm => ({ ...reading, rarity: 0, weight: 0, salience: 0, otherwise: false });

/** A word of a question with all its readings. */
export interface QuestionWord {
  text: string;
  start: number;
  /** Whether it is a name or a figure: says who or which exactly, where other words may be said in another way. */
  isExact: boolean;
  terms: QuestionTerm[];
}

/** What people say around a question. Only there: as the sole words of one they are its subject. */
const courtesies = new Set(
  `bonjour bonsoir salut coucou merci svp stp plait voudrais veux voudrions souhaite souhaiterais souhaitons aimerais
  aimerions savoir connaitre dire dites dis indiquer indiquez expliquer expliquez explique donner donnez renseigner
  renseignement renseignements information informations question aide aider hello hi hey thanks thank want wanted like know
  tell explain give show wondering wonder question help information kindly
  slt cc bsr bjr slv svp stp pls plz thx mci mrc pk pq pkoi pourkoi qd kan koi ke kel kelle ki esque esk eske jai cest ya vs ns
  dc ds ac tt mm tjrs tjs jms bcp tps qqn qqch qq pr pcq wat wen wher wich ur ru hv cn wana gonna gotta
  faut faut-il many venir prendre obtenir trouver trouve possible oublie get getting come take find forgot forgotten`.split(
    /\s+/,
  ),
);

/** "How long", "combien de temps": what is wanted, not what it is about. */
const measures =
  /\bhow\s+(long|far|old|often|big|tall|high|deep|wide|fast|soon|late|early)\b|\bcombien\s+de\s+(temps)\b/gi;

/** The words of a question that carry its subject, read as the sources' languages read them. */
export function questionWordsOf(
  question: string,
  spoken: TextLanguage | undefined,
  languages: readonly TextLanguage[],
): QuestionWord[] {
  const words = new Map<number, QuestionWord>();
  for (const language of languages) {
    for (const { term, number, start, end, extra } of termsOf(question, language, spoken)) {
      const text = question.slice(start, end);
      const word = words.get(start) ?? {
        text,
        start,
        isExact: isExact(text, start),
        terms: [],
      };
      words.set(start, word);
      word.terms.push(unweighed({ term, number, language, extra, meant: false }));
    }
  }
  const all = [...words].sort(([a], [b]) => a - b).map(([, word]) => word);
  const measured = new Set(
    Array.from(
      question.matchAll(measures),
      ({ 0: whole, 1: how, 2: combien = '', index }) => index + whole.length - (how ?? combien).length,
    ),
  );
  const subject = all.filter(
    ({ text, start }) => !courtesies.has(fold(text.toLowerCase())) && !measured.has(start),
  );
  return subject.length > 0 ? subject : all;
}

/**
 * The factor by which a name or figure weighs more than another word: half as much again, so two words still outweigh
 * one.
 */
export const exactness = 1.5;

/** Whether a word is a name or figure; names show by their capital, but for a question's first word. */
const isExact = (text: string, start: number) =>
  /\p{N}/u.test(text) || (start > 0 && /^(?:\p{L}+['’])?\p{Lu}/u.test(text));
