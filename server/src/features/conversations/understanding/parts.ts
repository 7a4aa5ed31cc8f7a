import { withoutTalk } from './follow-ups.ts';
import { determinerOf, listOfWords, prepositionOf, type Word, wordsIn } from './words.ts';

/** Questions that one message asks at most: what is beyond is read with the last of them. */
const maxParts = 3;

/** Asks wherever it stands: no relative clause begins so. */
const asking = listOfWords('combien comment pourquoi quel quelle quels quelles cb cmb why how');
/** Asks at the beginning of a part, or at its end ("c’est quand"); amid one it links ("quand je pars", "the day when"). */
const askingAtEdge = listOfWords('qui quand ou quoi who whom whose when where what which wat');
/** Begin what yes or no would answer. */
const beginnings = listOfWords(
  'is are am do does did can could may will would should shall must have has est-ce puis-je peut-on faut-il faut',
);
/** What organisations are asked for by a noun alone: "louer une tente, quel prix", "et le délai". */
const wantedNouns = listOfWords(
  `prix tarif tarifs cout delai delais duree horaire horaires heure heures date dates jour jours adresse conditions acompte caution
  price prices cost fee fees hours time times date dates day days address deposit`,
);
/** In either language: one message may mix them. */
const isArticle = (word: Word) =>
  determinerOf(word, 'fr') !== undefined || determinerOf(word, 'en') !== undefined;
const isPreposition = (word: Word) =>
  prepositionOf(word, 'fr') !== undefined || prepositionOf(word, 'en') !== undefined;
/** Ask by their mark alone: "ça se paye ?", "c’est ma première fois". */
const told = listOfWords('c ca');
const inverted = /(?<!rendez)-(?:t-)?(?:je|tu|ils?|elles?|on|ce|nous|vous)(?!\p{L})/iu;
const yesOrNo =
  /^(?:est[- ]ce qu|on peut|je peux|je dois|vous (?:avez|faites|prenez|acceptez|livrez|vendez|proposez|facturez)|il y a |y a |puis[- ]je|i need|there is|there are)/iu;

/** What may stand between two questions. */
const separator =
  /[?!;]+\s*(?:(?:et|and|puis|mais|but)\s)?|,\s+(?:(?:et|and|puis|mais|but)\s)?|\.\s+|\s(?:et|and|puis|mais|but)\s|\s[&+]\s/giu;

/** Whether a piece of a message asks something itself; `isMarked`: before a question mark. */
function asks(text: string, isMarked: boolean): boolean {
  const words = wordsIn(text);
  const from = Math.max(
    0,
    words.findIndex((word) => !isPreposition(word)),
  );
  const [begun, first, last] = [words[0], words[from], words.at(-1)];
  if (begun === undefined || first === undefined || last === undefined) return false;
  if (words.some(({ text: word }) => asking.has(word))) return true;
  if (askingAtEdge.has(first.text) || askingAtEdge.has(last.text)) return true;
  if (beginnings.has(begun.text) || (isMarked && told.has(begun.text))) return true;
  if (inverted.test(text) || yesOrNo.test(text)) return true;
  const [noun, ...others] = words.slice(from).filter((word) => !isArticle(word));
  return noun !== undefined && others.length === 0 && wantedNouns.has(noun.text);
}

/**
 * The questions that a message asks, as it asks them, one after the other: "vous ouvrez quand, et c’est combien ?". What asks
 * nothing belongs to the question before it, or leads to the first: "on vient à douze, faut-il réserver et combien ça coûte ?"
 */
export function questionsIn(message: string): string[] {
  const text = withoutTalk(message);
  const marks = Array.from(text.matchAll(separator), ({ index, 0: mark }) => ({
    end: index,
    next: index + mark.length,
  }));
  const ends = [...marks.map(({ end }) => end), text.length];
  const pieces = [0, ...marks.map(({ next }) => next)].map((start, at) => ({
    start,
    end: ends[at] as number,
  }));
  const asked = pieces.flatMap(({ start, end }, at) =>
    asks(text.slice(start, end), text[end] === '?') ? at : [],
  );
  if (asked.length < 2) return [text];
  return asked.slice(0, maxParts).map((piece, at) => {
    const next = at + 1 < maxParts ? asked[at + 1] : undefined;
    const { start } = pieces[at === 0 ? 0 : piece] as (typeof pieces)[number];
    const end = ends[(next ?? pieces.length) - 1] as number;
    return text.slice(start, text[end] === '?' ? end + 1 : end).trim();
  });
}
