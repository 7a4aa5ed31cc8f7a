import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexiconFolder } from './lexicon-folder.ts';

export type TextLanguage = 'fr' | 'en';

// Only words that the other language hasn't got, in forms people really type: "on", "a", "or", "car", "son", "fait",
// "est" without its accent are left out where they are words of both. Content words stand here only where short
// questions to a chatbot live from them ("prix ?", "opening hours").
const french = new Set(
  `le les des du une un et est sont dans que qui pour par sur avec pas plus vous nous je tu il elle ils elles ce cette
  ces cet ou où mais donc au aux ne se sa ses mon mes ton votre vos notre nos leur leurs quel quelle quels quelles quoi
  comment combien pourquoi quand lequel laquelle était étaient être avoir ai avez avons ont peut peux puis puisje
  pouvez doit dois faut faire fais faites avait cela ça celui celle y en lors dont depuis chez entre sans sous très
  aussi même tout tous toute toutes là voici voilà bonjour bonsoir salut merci svp oui non prix tarif tarifs horaires
  livraison remboursement adresse téléphone rendez adore aide aidez moi toi lui était fut furent sera seront de la d l
  qu c n j s m ici alors comme après avant ouvert ouverte fermé bonne`.split(/\s+/),
);
const english = new Set(
  `the of and to is are was were be been being in that this these those it its for with as by at from what which who
  whom whose when where why how do does did done have has had can could would should will may might must shall not you
  your we our my he she his her they their them there here an or if but than then about into over after before between
  during i am me us hello hi hey thanks thank please yes no price prices cost opening hours delivery refund shipping
  address phone help much many any some all most more other such only also because while
  don doesn didn isn aren wasn won ll ve re`.split(/\s+/),
);

/** Everyday words: what questions of one or two words are made of ("devis", "gift card"). */
const everydayWords = (() => {
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const sides = readFileSync(join(lexiconFolder, 'everyday.txt'), 'utf8')
    .trim()
    .toLowerCase()
    .split('\n')
    .filter((entry) => !entry.startsWith('#'))
    .map((entry) =>
      (entry.split(' ~ ')[0] as string).split(' = ').map((side) => side.match(/\p{L}{3,}/gu) ?? []),
    );
  const words = (side: number) =>
    new Set(sides.flatMap((entry) => entry[side]?.flatMap((word) => [word, fold(word)]) ?? []));
  return { french: words(0), english: words(1) };
})();

/** Whether a word is listed, also in the singular. */
const isListed = (words: ReadonlySet<string>, word: string) =>
  words.has(word) || (word.endsWith('s') && words.has(word.slice(0, -1)));

const accents = /[éèêëàâîïôûùçœÉÈÊËÀÂÎÏÔÛÙÇŒ]/;
// Endings that hold for most words of one language and few of the other; weak signs, for texts without function words.
const frenchShape = /(?:eux|euse|elle|ment|ité|ées?|aux|eur|eurs|ique|oir)$/;
const englishShape = /(?:ing|ness|ship|tion[s]?ed|ly|ght|wh|ful|less|ity)$|^(?:wh|th)|[^q]k|w/;

// An elision is a function word of its own, French by its apostrophe; 's, 't and 're are English.
const frenchElision = /^(?:[ldjmnsct]|qu|jusqu|lorsqu|puisqu|quelqu|aujourd)$/;
const englishContraction = /^(?:s|t|re|ve|ll|d|m)$/;

/**
 * What a word says of its language, in one number, since many words are remembered: quarters of points for French, less
 * those for English, as a function word and by its shape; and whether it is an elision before an apostrophe or a
 * contraction behind one.
 */
const elision = 1;
const contraction = 2;
const flagBits = 2;

function signsOf(word: string): number {
  const isFrench = french.has(word);
  const isEnglish = english.has(word);
  let quarters = 0;
  if (isFrench !== isEnglish) quarters = isFrench ? 4 : -4;
  else if (!isFrench) {
    const inFrench = isListed(everydayWords.french, word);
    const inEnglish = isListed(everydayWords.english, word);
    if (accents.test(word)) quarters = 2;
    else if (inFrench || inEnglish) quarters = inFrench === inEnglish ? 0 : inFrench ? 1 : -1;
    else if (word.length >= 4) quarters = frenchShape.test(word) ? 1 : englishShape.test(word) ? -1 : 0;
  }
  const flags = (frenchElision.test(word) ? elision : 0) | (englishContraction.test(word) ? contraction : 0);
  return (quarters << flagBits) | flags;
}

/** Words that are remembered: emptied, not grown, by noise, as the analysis' own cache is. */
const maxCachedWords = 50_000;
const maxCachedLength = 40;
const cache = new Map<string, number>();

function cachedSignsOf(word: string): number {
  let signs = cache.get(word);
  if (signs === undefined) {
    signs = signsOf(word);
    if (word.length <= maxCachedLength) {
      if (cache.size >= maxCachedWords) cache.clear();
      cache.set(word, signs);
    }
  }
  return signs;
}

/** Whether a character is a letter, for most by far, so that the pattern is asked about few others. */
const letters = Uint8Array.from({ length: 0x180 }, (_, code) =>
  Number(/\p{L}/u.test(String.fromCharCode(code))),
);
const isLetter = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code < letters.length ? letters[code] === 1 : /\p{L}/u.test(text[at] as string);
};

/**
 * The language of a text, by function words, accents and elisions; undefined when the text gives no sign, or both give
 * as many (a name, a number, "ok"). Reads the start of long texts only: a passage speaks one language.
 */
export function detectLanguage(text: string): TextLanguage | undefined {
  const start = text.slice(0, 2_000).normalize('NFC').toLowerCase();
  let quarters = 0;
  let before = 0;
  let beforeEnd = -1;
  for (let at = 0; at < start.length; ) {
    if (!isLetter(start, at)) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < start.length && isLetter(start, end)) end += 1;
    const signs = cachedSignsOf(start.slice(at, end));
    const apostrophe = at === beforeEnd + 1 ? start[beforeEnd] : undefined;
    if (apostrophe === "'" || apostrophe === '’') {
      if (before & elision) quarters += 4;
      if (signs & contraction) quarters -= 4;
    }
    quarters += signs >> flagBits;
    before = signs;
    beforeEnd = end;
    at = end;
  }
  return quarters > 0 ? 'fr' : quarters < 0 ? 'en' : undefined;
}
