import { isObjectPronoun, type Phrase, type ReadMessage } from './understanding-phrases.ts';
import { isContent, meaningOfWord, prepositionOf, type Word } from './understanding-words.ts';

/** What in a message stands for something that it doesn't name. */
export interface Anaphor {
  /** "ça", "that": perhaps for what is done, not only for a thing. */
  isVague: boolean;
  /** "the same price": for all that was asked. */
  isOfAll?: boolean;
  /** "ce cours", "that room": only where it was spoken of. */
  shared?: Word | undefined;
}

interface At {
  read: ReadMessage;
  at: number;
  word: Word;
  before: string;
  next: string;
}

const textAt = (words: readonly Word[], at: number) => words[at]?.text ?? '';

export function anaphorIn(read: ReadMessage): Anaphor | undefined {
  const { words, language } = read;
  for (const [at, word] of words.entries()) {
    const place: At = { read, at, word, before: textAt(words, at - 1), next: textAt(words, at + 1) };
    const found = language === 'fr' ? frenchAnaphor(place) : englishAnaphor(place);
    if (found) return found;
  }
  return undefined;
}

const namesThing = ({ isNoun, isWanted, meaning }: Phrase) =>
  isNoun && !isWanted && (meaning === 'thing' || meaning === 'place');

/** Said in the message itself, before the pronoun. */
const isNamedBefore = ({ read, word }: At) =>
  read.phrases.some((phrase) => namesThing(phrase) && phrase.start < word.start);

/** "c'est combien, l'entrée ?", "elle est ouverte la piscine ?" */
const isNamedAfter = ({ read, word }: At) =>
  read.phrases.some(
    (phrase) =>
      namesThing(phrase) &&
      phrase.start > word.start &&
      phrase.preposition === undefined &&
      (phrase.determiner !== undefined || /[,:]\s*$/.test(read.text.slice(0, phrase.start))),
  );

const generic =
  /^(?:cas|option|formule|service|offre|prix|tarif|solution|prestation|case|offer|deal|price|plan|one|ones)s?$/;

/** "cette formule", "that course": with its noun. */
function demonstrative({ read, at, word }: At): Anaphor | undefined {
  const next = read.words[at + 1];
  if (!next || next.isApart || meaningOfWord(next.text) === 'time') return undefined;
  if (generic.test(next.text)) return { isVague: true };
  return word.isJoined ? undefined : { isVague: false, shared: next };
}

const impersonal = /^(?:faut|faudra|faudrait|reste|existe|fait|pleut|neige|manque|suffit|vaut|semble)$/;

/** "il est possible de …", "est-il interdit de …": nothing is stood for. */
function isImpersonal({ read, at, before, next }: At): boolean {
  if (impersonal.test(next) || impersonal.test(before)) return true;
  const { words } = read;
  if (next === 'y' || (before === 'a' && textAt(words, at - 2) === 'y')) return true;
  if (before === 't' || before === 'til') {
    const far = words.slice(Math.max(0, at - 4), at).map(({ text }) => text);
    if (far.includes('y') || far.includes('reste')) return true;
  }
  return isWithClause(read, at);
}

/** "c'est possible de payer en trois fois": what is possible stands behind it. */
function isWithClause({ words, phrases, language }: ReadMessage, at: number): boolean {
  const rest = words.slice(at + 1, at + 6);
  const link = rest.findIndex(
    ({ text, isApart }) => !isApart && /^(?:de|d|que|qu|si|to|if|that)$/.test(text),
  );
  const said = link < 0 ? undefined : words[at + 1 + link + 1];
  const adjective = link < 1 ? undefined : rest[link - 1];
  if (!said || !adjective) return false;
  if (/^(?:que|qu|si|if|that)$/.test(rest[link]?.text ?? ''))
    return isContent(adjective, language) || link > 1;
  const after = phrases.filter(({ end }) => end >= said.end);
  // A verb alone may be said of the thing: "is it possible to book?"
  const isWhole = after.length > 1 || after.some(({ meaning }) => meaning === 'thing');
  if (language === 'en') return isContent(said, language) && isWhole;
  const isVerb = after.some(
    ({ isNoun, start, preposition, determiner }) =>
      start <= said.end && (!isNoun || (preposition === 'de' && determiner === undefined)),
  );
  return isContent(adjective, language) && isVerb && isWhole;
}

const takesObject =
  /^(?:a|ont|avait|comprend|comprennent|inclut|incluent|contient|couvre|propose|proposent|donne|accepte|acceptent|fait|font|dispose|prend|prennent)$/;

function frenchAnaphor(place: At): Anaphor | undefined {
  const { read, at, word, before, next } = place;
  const { words } = read;
  switch (word.text) {
    case 'lequel':
    case 'laquelle':
    case 'lesquels':
    case 'lesquelles':
      return isNamedBefore(place) ? undefined : { isVague: false };
    case 'celui':
    case 'celle':
    case 'ceux':
    case 'celles':
      return isNamedBefore(place) || /^(?:qui|que|qu)$/.test(next) || isFragmentOf(read, at)
        ? undefined
        : { isVague: false };
    case 'dedans':
    case 'dessus':
    case 'la-bas':
    case 'la-dedans':
      return isNamedBefore(place) ? undefined : { isVague: false };
    case 'il':
    case 'elle':
    case 'ils':
    case 'elles': {
      if (isImpersonal(place) || isNamedBefore(place)) return undefined;
      const hasObject = words.some(({ text }) => takesObject.test(text));
      return isNamedAfter(place) && !hasObject ? undefined : { isVague: false };
    }
    case 'ca':
    case 'cela':
    case 'ceci': {
      if (prepositionOf(words[at - 1] ?? word, 'fr')) return { isVague: true };
      const hasObject = words.some(({ text }) => takesObject.test(text));
      return isNamedBefore(place) || (isNamedAfter(place) && !hasObject) ? undefined : { isVague: true };
    }
    case 'c':
    case 'ce': {
      if (word.text === 'ce' && !(before === 'est' && word.isJoined) && !/^(?:sera|serait|n)$/.test(next))
        return demonstrativeUnless(place, /^(?:que|qui|qu|est|soir|matin)$/);
      if (/^(?:que|qu|qui)$/.test(next) || textAt(words, at - 2) === 'qu') return undefined;
      if (words.some(({ text }, other) => /^memes?$/.test(text) && other > at))
        return { isVague: true, isOfAll: true };
      return isNamedBefore(place) || isNamedAfter(place) || isWithClause(read, at)
        ? undefined
        : { isVague: true };
    }
    case 'cet':
    case 'cette':
    case 'ces':
      return demonstrative(place);
    case 'y':
      return /^(?:a|avait|aura|aurait|compris|at|til)$/.test(next) ||
        next.startsWith('a-') ||
        isNamedBefore(place)
        ? undefined
        : { isVague: false };
    case 'en': {
      const isObject =
        (/^(?:j|je|tu|on|nous|vous|ils|elles|il|elle|n|y|m|t)$/.test(before) && !words[at - 1]?.isJoined) ||
        (/^(?:peux|peut|pouvez|peuvent|faut|dois|doit|veux|voudrais)$/.test(before) &&
          /(?:er|ir|re)$/.test(next));
      return isObject && !isNamedBefore(place) ? { isVague: false } : undefined;
    }
    case 'meme':
    case 'memes':
      return isSameOf(words, at) ? { isVague: true, isOfAll: true } : undefined;
    case 'le':
    case 'la':
    case 'les':
    case 'l':
      return isObjectPronoun(words, at, 'fr') && !isNamedBefore(place) && next !== 'on'
        ? { isVague: false }
        : undefined;
    default:
      return undefined;
  }
}

const demonstrativeUnless = (place: At, not: RegExp) =>
  not.test(place.next) ? undefined : demonstrative(place);

/** "celui de dessin ?" says which: it goes on from the question as a fragment does. */
const isFragmentOf = ({ isClause }: ReadMessage, at: number) => !isClause && at === 0;

/** "le même prix", "same price". */
const isSameOf = (words: readonly Word[], at: number) => {
  const next = words[at + 1];
  return next !== undefined && ['property', 'place', 'time'].includes(meaningOfWord(next.text)) && at < 4;
};

const auxiliaries =
  /^(?:is|are|was|were|does|do|did|will|would|can|could|should|has|have|s|how|much|what|when|where|and|about|like|than|if)$/;

function englishAnaphor(place: At): Anaphor | undefined {
  const { read, at, word, before, next } = place;
  const { words, language } = read;
  const isFollowedByNoun = () => {
    const following = words[at + 1];
    return (
      following !== undefined &&
      !(at + 2 === words.length && /^(?:do|does|did|can|will|would|could)$/.test(before)) &&
      isContent(following, language) &&
      meaningOfWord(following.text) !== 'property' &&
      !following.text.endsWith('ed')
    );
  };
  switch (word.text) {
    case 'it':
      if (at === words.length - 1 && /^is$/.test(before) && textAt(words, at - 2) === 'time')
        return undefined;
      return isNamedBefore(place) || isWithClause(read, at) || isNamedApart(place)
        ? undefined
        : { isVague: false };
    case 'they':
    case 'them':
    case 'he':
    case 'she':
    case 'him':
      return isNamedBefore(place) || isNamedApart(place) ? undefined : { isVague: false };
    case 'its':
    case 'their':
      return isNamedBefore(place) ||
        read.phrases.some(({ meaning, start }) => meaning === 'people' && start < word.start)
        ? undefined
        : { isVague: false };
    case 'one':
    case 'ones':
      return at > 0 &&
        !isFollowedByNoun() &&
        /^(?:which|the|that|this|an?|any|cheapest|other|small|big|large)$/.test(before)
        ? { isVague: false }
        : undefined;
    case 'there':
      return /^(?:is|are|was|were|be|a|an|any|some|s|isn|aren)$/.test(next) ||
        /^(?:is|are|was|were|be|isn|aren|will)$/.test(before) ||
        isNamedBefore(place)
        ? undefined
        : { isVague: false };
    case 'that':
    case 'this':
    case 'those':
    case 'these': {
      const preposition = prepositionOf(words[at - 1] ?? word, language);
      if (isFollowedByNoun())
        return before === '' || preposition || auxiliaries.test(before) || before === 'for'
          ? demonstrative(place)
          : undefined;
      if (preposition) return { isVague: true };
      return at === 0 || auxiliaries.test(before) ? { isVague: true } : undefined;
    }
    case 'same':
      return isSameOf(words, at) ? { isVague: true, isOfAll: true } : undefined;
    default:
      return undefined;
  }
}

/** "is it heated, the pool?" */
const isNamedApart = ({ read, word }: At) =>
  read.phrases.some(
    (phrase) =>
      namesThing(phrase) && phrase.start > word.start && /[,:]\s*$/.test(read.text.slice(0, phrase.start)),
  );
