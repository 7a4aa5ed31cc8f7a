import type { Language } from '@parlance/contract/i18n';
import {
  determinerOf,
  isContent,
  isNamedProperty,
  isNumber,
  type Meaning,
  meaningOfWord,
  prepositionOf,
  type Word,
  wordsIn,
} from './words.ts';

/** A noun with what leads to it ("pour les enfants"), or what is said of it ("ferme"). */
export interface Phrase {
  start: number;
  end: number;
  /** The place where its words begin: behind its preposition and article. */
  inner: number;
  words: Word[];
  preposition: string | undefined;
  determiner: ReturnType<typeof determinerOf>;
  isNoun: boolean;
  /** Whether it is what is asked for, not what it is asked of: "Quels papiers", "how many people". */
  isWanted: boolean;
  meaning: Meaning;
  /** The meaning of its main word alone: a "height limit" is a limit. */
  headMeaning: Meaning;
}

/** Whether it says when, or for whom: not of what. */
export const isModifier = ({ headMeaning }: Phrase) => headMeaning === 'time' || headMeaning === 'people';

export interface ReadMessage {
  text: string;
  language: Language;
  words: Word[];
  phrases: Phrase[];
  /** Whether somebody does something in it, or something is; else it is a fragment. */
  isClause: boolean;
}

const list = (words: string) => new Set(words.trim().split(/\s+/));

const verbs: Record<Language, ReadonlySet<string>> = {
  fr: list(`est sont etait etaient sera seront serait es suis sommes etes ai as a ont avez avons avait aura aurait peut peux
    peuvent pouvez pouvons pourrais pourrait pourriez puis dois doit devez doivent faut faudra faudrait fait faites font vais va
    vont allez veux veut voulez voudrais voudrait aimerais souhaite souhaiterais cherche connaissez je j tu vous on nous ils il
    c existe reste comprend coute coutent ouvre ferme dure marche`),
  en: list(`is are am was were be been s re do does did have has had can could will would should shall may might must i you we
    they it he she need want looking d ll ve m don doesn isn aren whats wheres hows whens thats`),
};
/** French verbs of those above that say nothing by themselves. */
const helpers =
  list(`peux peut peuvent pouvez pouvons pourrais pourrait pourriez dois doit devez doivent va vais vont allez veux veut voulez
  fait faites font cherche connaissez souhaite souhaiterais`);
const questionDeterminers = list('quel quelle quels quelles what which whats how combien many much');
const speakers: Record<Language, ReadonlySet<string>> = {
  fr: list('je j tu vous on nous ils'),
  en: list('i you we they'),
};

/** "have to", "how to": what comes next is done; after other words, "to" leads to a place. */
const toVerb =
  list(`have has need want like able going how where what when free possible allowed required try love plan used ready got
  us me you i we one it time way cost costs take takes long much safe easy there is necessary ought prefer`);
const objects = list('it them him her me us you');

const isParticiple = ({ text }: Word) => text.length > 5 && text.endsWith('ed');

function meaningOf(words: readonly Word[]): Meaning {
  // "le niveau demandé": the participle names nothing.
  const naming = words.filter(({ written }, at) => at === 0 || !/ée?s?$/.test(written));
  const meanings = naming.map(({ text }) => meaningOfWord(text));
  for (const meaning of ['thing', 'place', 'property', 'people'] as const)
    if (meanings.includes(meaning)) return meaning;
  return 'time';
}

function headOf(words: readonly Word[], language: Language): Meaning {
  const named = words.filter(({ text }) => !isNumber(text));
  const head = language === 'fr' ? named[0] : named.at(-1);
  return head ? meaningOfWord(head.text) : 'time';
}

/** A message in its phrases, by its function words: no dictionary tells here what is a verb. */
export function readMessage(text: string, language: Language): ReadMessage {
  const words = wordsIn(text);
  const isClause = words.some(
    (word) =>
      (verbs[language].has(word.text) && prepositionOf(word, language) === undefined) ||
      (language === 'fr' && /^[a-z]{2,}ez$/.test(word.text)),
  );
  // "piscine : c’est combien ?": as a follow-up was understood before.
  const topicEnd = text.indexOf(':');
  const phrases: Phrase[] = [];
  let open: Phrase | undefined;
  /** The preposition and article of a phrase whose words are still to come. */
  let lead: { start: number; preposition?: string; determiner?: Phrase['determiner'] } | undefined;
  let isWanted = false;
  let isVerbNext = false;
  const close = () => {
    if (open) {
      open.meaning = meaningOf(open.words);
      open.headMeaning = headOf(open.words, language);
    }
    open = undefined;
  };
  for (const [at, word] of words.entries()) {
    if (word.isApart) {
      close();
      lead = undefined;
    }
    const preposition = prepositionOf(word, language);
    const determiner = determinerOf(word, language);
    if (isContent(word, language) && !(language === 'fr' && helpers.has(word.text))) {
      const meaning = meaningOfWord(word.text);
      const isSaidOf =
        (meaning === 'property' && open !== undefined && !isNamedProperty(word)) ||
        (language === 'en' && isParticiple(word));
      if (open?.isNoun && !isSaidOf) {
        open.words.push(word);
        open.end = word.end;
        continue;
      }
      close();
      const isDone =
        isVerbNext ||
        (language === 'fr'
          ? lead?.preposition !== undefined && lead.determiner === undefined && isInfinitive(word)
          : objects.has(words[at + 1]?.text ?? '') &&
            !words[at + 1]?.isApart &&
            lead?.determiner === undefined);
      const isLed = lead !== undefined && !isDone;
      const isBare =
        !isClause ||
        word.end <= topicEnd ||
        isNumber(word.text) ||
        meaning === 'time' ||
        (language === 'en' && meaning !== 'property');
      open = {
        start: lead?.start ?? word.start,
        end: word.end,
        inner: word.start,
        words: [word],
        preposition: lead?.preposition,
        determiner: lead?.determiner,
        isNoun: (isLed || isBare || isWanted) && !isDone && !(isSaidOf && !isLed),
        isWanted,
        meaning,
        headMeaning: meaning,
      };
      phrases.push(open);
      lead = undefined;
      isWanted = false;
      isVerbNext = false;
      continue;
    }
    close();
    if (isWanted && /^(?:de|d|of)$/.test(word.text)) continue;
    const isObject = determiner !== undefined && isObjectPronoun(words, at, language);
    if (preposition !== undefined || (determiner !== undefined && !isObject)) {
      const start = lead?.start ?? word.start;
      lead = {
        start,
        ...(preposition === undefined ? {} : { preposition }),
        ...(lead?.preposition === undefined ? {} : { preposition: lead.preposition }),
        ...(determiner === undefined ? {} : { determiner }),
      };
      isWanted = false;
      isVerbNext = language === 'en' && word.text === 'to' && at > 0 && toVerb.has(words[at - 1]?.text ?? '');
    } else {
      lead = undefined;
      isWanted = questionDeterminers.has(word.text);
      isVerbNext =
        isObject ||
        (language === 'en' && word.text === 'who') ||
        (speakers[language].has(word.text) && !(language === 'fr' && (word.isJoined || isAsked(words, at))));
    }
  }
  close();
  return { text, language, words, phrases, isClause };
}

/** Whether the verb is said already: "avez vous", "pouvez-vous". */
const isAsked = (words: readonly Word[], at: number) =>
  /(?:ez|tes)$/.test(words[at - 1]?.text ?? '') && words[at]?.text === 'vous';

const modals =
  list(`peux peut pouvez peuvent pouvons pourrais pourrait dois doit devez doivent faut vais va allez veux veut
  voudrais voudrait aimerais puis souhaite pour de d a sans comment ou quand qui`);
const nouns =
  list(`dejeuner petit-dejeuner diner souper loyer papier papiers panier atelier ateliers quartier courrier dossier
  escalier hiver calendrier mobilier patissier boulanger etranger danger clavier soir loisir avenir plaisir couloir miroir
  devoir pouvoir cahier metier premier dernier particulier fer hier mer ver courtier cimetiere soir noir goûter gouter collier
  levier clavier chantier foyer notaire permis squash poirier rosier menuisier plombier serrurier jardinier infirmier cuisinier
  livre lettre chambre offre titre nombre centre theatre metre semestre`);
const infinitiveEnd = /(?:[^aeiou]er|[aeiou]er|ir|oir|endre|ttre|aire|ivre|oire|ire)$/;

export const isInfinitive = ({ text }: Word) => infinitiveEnd.test(text) && !nouns.has(text);

/** "vous la livrez", "je peux le payer", "me l'envoyer": a pronoun, where "le menu" has an article. */
export function isObjectPronoun(words: readonly Word[], at: number, language: Language): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (language !== 'fr' || !word || !next || !/^(?:le|la|les|l)$/.test(word.text)) return false;
  const before = words[at - 1];
  if (word.isJoined && word.text !== 'l') return true;
  // No noun in the plural ends so, and hardly one that is feminine.
  if (before === undefined) return /^l(?:es|a)$/.test(word.text) && isInfinitive(next);
  if (/^(?:me|m|te|t|se)$/.test(before.text)) return true;
  const isSubject = /^(?:je|tu|on|nous|vous|ils|il|elle|elles)$/.test(before.text);
  const isInverted = before.isJoined || words[at - 2]?.text === 't' || isAsked(words, at - 1);
  if (isSubject && !isInverted) return true;
  return (isSubject || modals.has(before.text)) && isInfinitive(next);
}
