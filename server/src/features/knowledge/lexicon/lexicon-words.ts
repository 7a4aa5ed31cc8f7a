import { fold, stemOfWord, stopWords, type TextLanguage } from '../../reading/service.ts';

/** One word of a text as the lexicon's phrases are compared with it, and where it stands. */
export interface Token {
  stem: string;
  /** Whether it names nothing alone: "né" and "été" without their accents, "comment", "can". */
  isStop: boolean;
  start: number;
  end: number;
}

/** Words that say nothing between those of a phrase: "place de parking", "place du parking". */
const articles = {
  fr: new Set('au aux d de des du l la le les un une'.split(' ')),
  en: new Set('a an of the'.split(' ')),
};

const letterOrDigit = /[\p{L}\p{N}]/u;
/** Whether a character is in a word, for most by far, so that the pattern is asked about few others. */
const isInWord = Uint8Array.from({ length: 0x180 }, (_, code) =>
  Number(letterOrDigit.test(String.fromCharCode(code))),
);

/** The place behind the letter or digit that stands at `at`, else `at`. */
function pastLetter(text: string, at: number): number {
  if (at >= text.length) return at;
  const code = text.charCodeAt(at);
  if (code < isInWord.length) return at + (isInWord[code] as number);
  const character = String.fromCodePoint(text.codePointAt(at) as number);
  return letterOrDigit.test(character) ? at + character.length : at;
}

/** Each run of letters and digits and where it starts, as long as `found` wants more; faster than a pattern’s matches. */
export function eachWord(text: string, found: (written: string, start: number) => boolean): void {
  for (let at = 0; at < text.length; ) {
    const start = at;
    for (let past = pastLetter(text, at); past > at; past = pastLetter(text, at)) at = past;
    if (at === start) at += 1;
    else if (!found(text.slice(start, at), start)) return;
  }
}

/** What a word is to the lexicon. */
interface ReadWord extends Pick<Token, 'stem' | 'isStop'> {
  isArticle: boolean;
}

/**
 * Words that are remembered, as they come again and again, in the lexicon as in questions; emptied, not grown, by
 * noise.
 */
const maxCachedWords = 50_000;
const maxCachedWordLength = 40;
const wordCache: Record<TextLanguage, Map<string, ReadWord>> = { fr: new Map(), en: new Map() };

function readWord(written: string, language: TextLanguage): ReadWord {
  const kept = wordCache[language].get(written);
  if (kept) return kept;
  const lower = written.toLowerCase();
  const plain = fold(lower);
  const read = {
    stem: stemOfWord(plain, language),
    isStop: stopWords[language].has(plain),
    isArticle: articles[language].has(lower),
  };
  if (wordCache[language].size >= maxCachedWords) wordCache[language].clear();
  if (written.length <= maxCachedWordLength) wordCache[language].set(written, read);
  return read;
}

export function tokensOf(text: string, language: TextLanguage): Token[] {
  const tokens: Token[] = [];
  eachWord(text, (written, start) => {
    const { stem, isStop, isArticle } = readWord(written, language);
    if (!isArticle) tokens.push({ stem, isStop, start, end: start + written.length });
    return true;
  });
  return tokens;
}

/** The stem of a text's first token. */
export function firstStem(text: string, language: TextLanguage): string | undefined {
  let first: ReadWord | undefined;
  eachWord(text, (written) => {
    first = readWord(written, language);
    return first.isArticle;
  });
  return first?.isArticle ? undefined : first?.stem;
}
