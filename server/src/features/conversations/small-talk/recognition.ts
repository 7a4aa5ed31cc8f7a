import type { Language } from '@parlance/contract/i18n';
import { fold } from '../../reading/service.ts';
import { wantsPerson } from './person.ts';
import { firstNames, type TalkKind, talkFillers, talkKinds, talkPhrases } from './phrases.ts';

export interface SmallTalk {
  kind: TalkKind;
  /** The language of the phrases, where they are of one alone. */
  language: Language | undefined;
}

/** What may stand at one place of a phrase: sequences of words, by their first. */
interface Slot {
  isOptional: boolean;
  starts: ReadonlyMap<string, readonly (readonly string[])[]>;
}

interface Phrase {
  kind: TalkKind;
  language: Language;
  slots: Slot[];
}

const names = new Set(firstNames.trim().split(/\s+/));
const anyWord = '*';
const aName = '@';

function slotsOf(line: string): Slot[] {
  return Array.from(line.matchAll(/\(([^()]*)\)|\[([^[\]]*)\]|([^\s()[\]]+)/g), ([, one, maybe, word]) => {
    const starts = new Map<string, string[][]>();
    for (const choice of (one ?? maybe ?? word ?? '').split('|')) {
      const words = fold(choice).split(' ');
      const first = words[0] as string;
      starts.set(first, [...(starts.get(first) ?? []), words]);
    }
    return { isOptional: maybe !== undefined, starts };
  });
}

/** Phrases by the words that they may begin with. */
let phrases: ReadonlyMap<string, Phrase[]> | undefined;

function readPhrases(): ReadonlyMap<string, Phrase[]> {
  const byStart = new Map<string, Phrase[]>();
  for (const language of ['fr', 'en'] as const) {
    for (const kind of talkKinds) {
      for (const line of talkPhrases[language][kind]?.trim().split(/\n\s*/) ?? []) {
        const slots = slotsOf(line);
        const phrase = { kind, language, slots };
        const firstFixed = slots.findIndex(({ isOptional }) => !isOptional);
        const opening = slots.slice(0, firstFixed < 0 ? slots.length : firstFixed + 1);
        for (const start of new Set(opening.flatMap(({ starts }) => [...starts.keys()])))
          byStart.set(start, [...(byStart.get(start) ?? []), phrase]);
      }
    }
  }
  return byStart;
}

/** Fillers are phrases of no kind. */
const fillers = (() => {
  const byStart = new Map<string, string[][]>();
  for (const filler of talkFillers.trim().split(/,\s*/)) {
    const words = filler.split(/\s+/);
    const first = words[0] as string;
    byStart.set(first, [...(byStart.get(first) ?? []), words]);
  }
  return byStart;
})();

/** Greetings are typed in haste: one letter wrong, left out or doubled in these is still the word. */
const misspelt = ['bonjour', 'bonsoir', 'thanks', 'goodbye'];

function isOneEditAway(word: string, from: string): boolean {
  if (Math.abs(word.length - from.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === from[start]) start += 1;
  const ends = [word.slice(start + 1) === from.slice(start + 1), word.slice(start + 1) === from.slice(start)];
  return ends.includes(true) || word.slice(start) === from.slice(start + 1);
}

/** "merciiii", "heyyy": a letter said three times is said once; so is one that is doubled at the end. */
function correctSpelling(word: string): string {
  const known = word.replace(/(.)\1{2,}/gu, '$1').replace(/(.)\1$/u, '$1');
  return misspelt.find((right) => known.length >= 6 && isOneEditAway(known, right)) ?? known;
}

/** As written, and as said: "coucou" ends in no doubled letter, "bye" and "byee" are one word. */
interface Word {
  written: string;
  said: string;
}

const isWord = (word: Word, wanted: string) =>
  wanted === anyWord ||
  word.written === wanted ||
  word.said === wanted ||
  (wanted === aName && names.has(word.written));

const standAt = (wanted: readonly string[], words: readonly Word[], at: number) =>
  at + wanted.length <= words.length && wanted.every((one, index) => isWord(words[at + index] as Word, one));

/** Where a phrase that begins at a word may end. */
function endsOf({ slots }: Phrase, words: readonly Word[], from: number): Set<number> {
  let ends = new Set([from]);
  for (const { isOptional, starts } of slots) {
    const next = new Set(isOptional ? ends : []);
    for (const at of ends) {
      const word = words[at];
      if (word === undefined) continue;
      for (const start of new Set([word.written, word.said, anyWord, aName]))
        for (const choice of starts.get(start) ?? [])
          if (standAt(choice, words, at)) next.add(at + choice.length);
    }
    ends = next;
  }
  ends.delete(from);
  return ends;
}

const wordsOf = (text: string): Word[] =>
  (fold(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []).map((written) => ({
    written,
    said: correctSpelling(written),
  }));

/** Words of small talk: more say something. */
const maxWords = 400;

/**
 * What a message is about that asks nothing of the sources: a greeting, thanks, who is there. Undefined for whatever says
 * more than that: "bonjour, vous ouvrez quand ?" is a question. By rule alone, in both languages.
 */
export function smallTalkIn(text: string): SmallTalk | undefined {
  const words = wordsOf(text);
  if (words.length === 0) return { kind: /[?¿]/u.test(text) ? 'puzzled' : 'agreement', language: undefined };
  if (words.length > maxWords) return undefined;
  const person = wantsPerson(text);
  if (person) return { kind: 'person', language: person };
  phrases ??= readPhrases();
  // The fewest fillers that lead to each place, and the phrases on the way there.
  const ways: ({ fillers: number; said: readonly Phrase[] } | undefined)[] = [{ fillers: 0, said: [] }];
  const arrive = (at: number, fillers: number, said: readonly Phrase[]) => {
    const known = ways[at];
    if (known === undefined || fillers < known.fillers) ways[at] = { fillers, said };
  };
  for (const [at, word] of words.entries()) {
    const way = ways[at];
    if (way === undefined) continue;
    for (const start of new Set([word.written, word.said]))
      for (const filler of fillers.get(start) ?? [])
        if (standAt(filler, words, at)) arrive(at + filler.length, way.fillers + filler.length, way.said);
    const beginning = new Set(
      [word.written, word.said, anyWord, ...(names.has(word.written) ? [aName] : [])].flatMap(
        (start) => phrases?.get(start) ?? [],
      ),
    );
    for (const phrase of beginning)
      for (const end of endsOf(phrase, words, at))
        arrive(end, way.fillers, withoutSubsumed(way.said, phrase));
  }
  const said = ways[words.length]?.said ?? [];
  const kind = talkKinds.find((one) => said.some((phrase) => phrase.kind === one));
  if (kind === undefined) return undefined;
  const [language, other] = new Set(said.map((phrase) => phrase.language));
  return { kind, language: other === undefined ? language : undefined };
}

/**
 * The phrases without those that say no more: of each kind and language one is enough, two hundred greetings are a
 * greeting.
 */
const withoutSubsumed = (said: readonly Phrase[], phrase: Phrase) =>
  said.some(({ kind, language }) => kind === phrase.kind && language === phrase.language)
    ? said
    : [...said, phrase];
