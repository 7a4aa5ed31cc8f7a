import { isObjectPronoun, type Phrase, type ReadMessage } from './phrases.ts';
import { isContent, meaningOfWord, prepositionOf, type Word } from './words.ts';

/** What in a message stands for something that it doesn't name. */
export interface Anaphor {
  /** Whether it may stand for what is done, not only for a thing: "ça", "that". */
  isVague: boolean;
  /** Whether it stands for all that was asked: "the same price". */
  isOfAll?: boolean;
  /** The noun of "ce cours", "that room": only where it was spoken of. */
  shared?: Word | undefined;
}

interface Place {
  read: ReadMessage;
  /** Whether "et …", "and …" leads to the message. */
  isLinked: boolean;
  at: number;
  word: Word;
  before: string;
  next: string;
}

const textAt = (words: readonly Word[], at: number) => words[at]?.text ?? '';

export function anaphorIn(read: ReadMessage, isLinked: boolean): Anaphor | undefined {
  const { words, language } = read;
  const find = language === 'fr' ? frenchAnaphor : englishAnaphor;
  for (const [at, word] of words.entries()) {
    const before = textAt(words, at - 1);
    const found = find({ read, isLinked, at, word, before, next: textAt(words, at + 1) });
    if (found) return found;
  }
  return undefined;
}

const thing: Anaphor = { isVague: false };
const vague: Anaphor = { isVague: true };
const all: Anaphor = { isVague: true, isOfAll: true };

const namesThing = ({ isNoun, isWanted, meaning }: Phrase) =>
  isNoun && !isWanted && (meaning === 'thing' || meaning === 'place');

const isDone = ({ isNoun, meaning }: Phrase) => !isNoun && meaning === 'thing';

/** Whether the thing is named in the message itself, before the pronoun. */
const isNamedBefore = ({ read, word }: Place) =>
  read.phrases.some((phrase) => namesThing(phrase) && phrase.start < word.start);

/** Whether a phrase stands behind a comma. */
const isApart = ({ words }: ReadMessage, { start }: Phrase) =>
  words.some((word) => word.start === start && word.isApart);

/** "c'est combien, l'entrée ?", "elle est ouverte la piscine ?": not what "elle a une terrasse" has. */
const isNamedAfter = ({ read, word }: Place, isBeing = false) =>
  read.phrases.some(
    (phrase) =>
      namesThing(phrase) &&
      phrase.start > word.start &&
      (isApart(read, phrase) ||
        (phrase.preposition === undefined &&
          phrase.determiner !== undefined &&
          (isBeing || !isObjectOf(read, phrase, word)))),
  );

const transitive = new Set(
  `a ont avait comprend comprennent inclut incluent contient contiennent couvre couvrent propose proposent donne donnent
  accepte acceptent dispose prend prennent`.split(/\s+/),
);

/** What a verb between the pronoun and the noun is done to. */
function isObjectOf({ words, phrases }: ReadMessage, noun: Phrase, pronoun: Word): boolean {
  const before = words.findLast(({ end }) => end <= noun.start);
  if (!before || before.start <= pronoun.start) return false;
  return (
    noun.determiner === 'indefinite' ||
    transitive.has(before.written) ||
    phrases.some((phrase) => isDone(phrase) && phrase.end === before.end)
  );
}

const speaker = /^(?:je|j|tu|vous|on|nous|i|you|we)$/;

/** Whether a clause of its own stands before, and is meant: "si vous venez un dimanche, c'est plus cher ?" */
function isOfClauseBefore({ read: { words, phrases }, at, word }: Place): boolean {
  const from = textAt(words, 0);
  const isCondition =
    /^(?:si|if|s)$/.test(from) || (/^(?:quand|when)$/.test(from) && speaker.test(textAt(words, 1)));
  if (isCondition && words.slice(1, at).some(({ text }) => speaker.test(text))) return true;
  const clause = words.slice(0, at + 1).findLast(({ isApart }) => isApart);
  return (
    clause !== undefined &&
    phrases.some((phrase) => isDone(phrase) && phrase.end <= clause.start && clause.start <= word.start)
  );
}

const generic =
  /^(?:cas|option|formule|service|offre|prix|tarif|solution|prestation|case|offer|deal|price|plan|one)s?$/;

/** "cette formule", "that course": with its noun. */
function demonstrative({ read, at, word }: Place): Anaphor | undefined {
  const next = read.words[at + 1];
  if (!next || next.isApart || word.isJoined || meaningOfWord(next.text) === 'time') return undefined;
  return generic.test(next.text) ? vague : { isVague: false, shared: next };
}

const impersonal = new Set(
  'faut faudra faudrait reste existe fait fera pleut neige manque suffit vaut semble'.split(' '),
);
const weather = new Set('temps beau chaud froid moche'.split(' '));

/** "il y a", "faut-il", "est-il interdit de …", "il va faire beau": nothing is stood for. */
function isImpersonal({ read, at, before, next }: Place): boolean {
  const { words } = read;
  if (impersonal.has(next) || impersonal.has(before) || next === 'y') return true;
  if (words.some(({ text }) => weather.has(text)) && words.some(({ text }) => /^(?:fai|fera)/.test(text)))
    return true;
  // "y a-t-il", "reste-t-il"
  if (
    /^(?:a|at|t)$/.test(before) &&
    words.slice(Math.max(0, at - 4), at).some(({ text }) => /^(?:y|reste)$/.test(text))
  )
    return true;
  return isWithClause(read, at);
}

/** "c'est possible de payer en trois fois": what is possible stands behind it. */
function isWithClause({ words, phrases, language }: ReadMessage, at: number): boolean {
  const rest = words.slice(at + 1, at + 6);
  const link = rest.findIndex(
    ({ text, isApart }) => !isApart && /^(?:de|d|que|qu|si|to|if|that)$/.test(text),
  );
  const said = words[at + 1 + link + 1];
  const adjective = rest[link - 1];
  if (link < 1 || !said || !adjective) return false;
  const isSaid = isContent(adjective, language);
  if (!/^(?:de|d|to)$/.test(textAt(rest, link))) return isSaid || link > 1;
  const after = phrases.filter(({ end }) => end >= said.end);
  // A verb alone may be said of the thing: "is it possible to book?"
  const isWhole = after.length > 1 || after.some(({ meaning }) => meaning === 'thing');
  if (language === 'en') return isContent(said, language) && isWhole;
  const isVerb = after.some(
    ({ isNoun, start, preposition, determiner }) =>
      start <= said.end && (!isNoun || (preposition === 'de' && determiner === undefined)),
  );
  return isSaid && isVerb && isWhole;
}

/** "le même prix", "same price". */
function isSame({ read: { words }, at }: Place): boolean {
  const next = words[at + 1];
  return next !== undefined && at < 4 && ['property', 'place', 'time'].includes(meaningOfWord(next.text));
}

const isAfterPreposition = ({ read: { words, language }, at }: Place) => {
  const before = words[at - 1];
  return before !== undefined && prepositionOf(before, language) !== undefined;
};

function frenchAnaphor(place: Place): Anaphor | undefined {
  const { read, at, word, before, next } = place;
  const { words } = read;
  const unless = (isOther: boolean, found = thing) => (isOther || isNamedBefore(place) ? undefined : found);
  switch (word.text) {
    case 'lequel':
    case 'laquelle':
    case 'lesquels':
    case 'lesquelles':
    case 'dedans':
    case 'dessus':
    case 'mien':
    case 'mienne':
    case 'sien':
    case 'sienne':
      return unless(false);
    case 'celui':
    case 'celle':
    case 'ceux':
    case 'celles':
      // "celui de dessin ?" goes on from the question as a fragment does.
      return unless(/^(?:qui|que|qu)$/.test(next) || (!read.isClause && at === 0));
    case 'lui':
    case 'eux':
      return unless(!isAfterPreposition(place));
    case 'la-bas':
      return thing;
    case 'bas':
      return words[at - 1]?.written === 'là' ? thing : undefined;
    case 'il':
    case 'elle':
    case 'ils':
    case 'elles':
      if (isAfterPreposition(place)) return unless(false);
      return unless(isImpersonal(place) || isNamedAfter(place));
    case 'ca':
    case 'cela':
    case 'ceci':
      if (isAfterPreposition(place)) return vague;
      return unless(isOfClauseBefore(place) || isNamedAfter(place), vague);
    case 'c':
      return isIt(place);
    case 'ce':
      if ((before === 'est' && word.isJoined) || /^(?:sera|serait|n)$/.test(next)) return isIt(place);
      return /^(?:que|qui|qu|est)$/.test(next) ? undefined : demonstrative(place);
    case 'cet':
    case 'cette':
    case 'ces':
      return demonstrative(place);
    case 'y':
      return unless(/^(?:a|avait|aura|aurait|compris|at|til)$/.test(next) || next.startsWith('a-'));
    case 'en': {
      const isOfVerb =
        (/^(?:j|je|tu|on|nous|vous|ils|elles|il|elle|n|y|m|t)$/.test(before) && !words[at - 1]?.isJoined) ||
        (/^(?:peux|peut|pouvez|peuvent|faut|dois|doit|veux|voudrais)$/.test(before) &&
          /(?:er|ir|re)$/.test(next));
      return unless(!isOfVerb);
    }
    case 'meme':
    case 'memes':
      return isSame(place) ? all : undefined;
    case 'le':
    case 'la':
    case 'les':
    case 'l':
      return unless(!isObjectPronoun(words, at, 'fr') || next === 'on');
    default:
      return undefined;
  }
}

/** "c'est payant ?", not "est-ce que". */
function isIt(place: Place): Anaphor | undefined {
  const { read, at, next } = place;
  if (/^(?:que|qu|qui)$/.test(next) || textAt(read.words, at - 2) === 'qu') return undefined;
  if (read.words.slice(at).some(({ text }) => /^memes?$/.test(text))) return all;
  const isSaid =
    isNamedBefore(place) || isOfClauseBefore(place) || isNamedAfter(place, true) || isWithClause(read, at);
  return isSaid ? undefined : vague;
}

const leading = new Set(
  `is are was were does do did will would can could should has have s how much what when where and about like than if`.split(
    ' ',
  ),
);

function englishAnaphor(place: Place): Anaphor | undefined {
  const { read, isLinked, at, word, before, next } = place;
  const { words, phrases, language } = read;
  const following = words[at + 1];
  const isAlone = following === undefined;
  /** "do those expire" ends with its verb. */
  const isVerb = at + 2 === words.length && /^(?:do|does|did|can|will|would|could)$/.test(before);
  const hasNoun =
    following !== undefined &&
    !isVerb &&
    isContent(following, language) &&
    meaningOfWord(following.text) !== 'property' &&
    !following.text.endsWith('ed');
  const unless = (isOther: boolean) =>
    isOther ||
    isNamedBefore(place) ||
    phrases.some((phrase) => namesThing(phrase) && phrase.start > word.start && isApart(read, phrase))
      ? undefined
      : thing;
  switch (word.text) {
    case 'it': {
      const isHour = isAlone && !isLinked && before === 'is' && textAt(words, at - 2) === 'time';
      return unless(isHour || isOfClauseBefore(place) || isWithClause(read, at));
    }
    case 'they':
    case 'them':
    case 'he':
    case 'she':
    case 'him':
      return unless(false);
    case 'its':
    case 'their':
      return unless(phrases.some(({ meaning, start }) => meaning === 'people' && start < word.start));
    case 'one':
    case 'ones':
      // "the small one", "deliver one on Saturday": not the number.
      return unless(
        at === 0 || hasNoun || (before === 'for' && phrases.length > 0 && isAlone && !read.isClause),
      );
    case 'there':
      return unless(
        /^(?:is|are|was|were|be|a|an|any|some|s|isn|aren)$/.test(next) ||
          /^(?:is|are|was|were|be|isn|aren|will)$/.test(before),
      );
    case 'that':
    case 'this':
    case 'those':
    case 'these': {
      const isLed = at === 0 || isAfterPreposition(place) || leading.has(before);
      if (!isLed || (isOfClauseBefore(place) && !isAfterPreposition(place))) return undefined;
      return hasNoun ? demonstrative(place) : vague;
    }
    case 'same':
      return isSame(place) ? all : undefined;
    default:
      return undefined;
  }
}
