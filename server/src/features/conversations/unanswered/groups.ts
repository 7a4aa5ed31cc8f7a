import { createHash } from 'node:crypto';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Language } from '@parlance/contract/i18n';
import { RecentlyUsed } from '../../../kit/limits/recently-used.ts';
import { likenessOf, meaningOf, type QuestionMeaning } from '../../knowledge/service.ts';

export interface AskedQuestion {
  id: string;
  question: string;
  language: Language;
}

interface Group<Q> {
  meaning: QuestionMeaning;
  members: Q[];
}

/** Milliseconds after which other visitors' answers go on: what one question takes is for who asked it to say. */
const sliceMs = 10;

/** Awaited before each of many questions, it lets others go on once these have had their slice. */
function inSlices(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await turnOfOthers();
    since = performance.now();
  };
}

/** Groups that are compared with a question: of those that share words with it, those that share most. */
const maxCompared = 10;

const keysOf = ({ words }: QuestionMeaning) => words.flatMap(({ said, meant }) => [...said, ...meant]);

/**
 * Questions that mean the same, by their words, other names and the other language's. Each goes to the group whose first
 * question it is most like; the newest come first, and first in their group.
 */
export async function groupQuestions<Q extends AskedQuestion>(newestFirst: readonly Q[]): Promise<Q[][]> {
  const groups: Group<Q>[] = [];
  const byPlain = new Map<string, Group<Q>>();
  const byKey = new Map<number, Group<Q>[]>();
  const slice = inSlices();
  for (const asked of newestFirst) {
    await slice();
    const meaning = meaningOf(asked.question, asked.language);
    const keys = keysOf(meaning);
    const known = byPlain.get(meaning.foldedText) ?? findNearestGroup(meaning, keys, byKey);
    if (known) {
      known.members.push(asked);
      byPlain.set(meaning.foldedText, known);
      continue;
    }
    const group = { meaning, members: [asked] };
    groups.push(group);
    byPlain.set(meaning.foldedText, group);
    for (const key of new Set(keys)) {
      const holders = byKey.get(key);
      if (holders) holders.push(group);
      else byKey.set(key, [group]);
    }
  }
  return groups.map(({ members }) => members);
}

function findNearestGroup<Q>(
  meaning: QuestionMeaning,
  keys: readonly number[],
  byKey: ReadonlyMap<number, Group<Q>[]>,
): Group<Q> | undefined {
  const shared = new Map<Group<Q>, number>();
  for (const key of keys)
    for (const group of byKey.get(key) ?? []) shared.set(group, (shared.get(group) ?? 0) + 1);
  let best: { group: Group<Q>; like: number } | undefined;
  const likely = [...shared].sort(([, a], [, b]) => b - a).slice(0, maxCompared);
  for (const [group] of likely) {
    const like = likenessOf(meaning, group.meaning);
    if (like > (best?.like ?? 0)) best = { group, like };
  }
  return best?.group;
}

/** Groups of the chatbots that were looked at last, by their questions' places, which take little room. */
const groupCache = new RecentlyUsed<string, { of: string; places: Promise<number[][]> }>(100);

/**
 * `groupQuestions` of a chatbot's questions. They never change: as long as they are the same ones, however often and by
 * how many they are looked at, they are grouped once.
 */
export async function groupsOf<Q extends AskedQuestion>(
  chatbotId: string,
  newestFirst: readonly Q[],
): Promise<Q[][]> {
  const hash = createHash('sha256');
  for (const { id } of newestFirst) hash.update(id);
  const of = hash.digest('base64');
  const last = groupCache.get(chatbotId);
  const places = last?.of === of ? last.places : placesOf(newestFirst);
  groupCache.set(chatbotId, { of, places });
  return (await places).map((members) => members.flatMap((place) => newestFirst[place] ?? []));
}

async function placesOf(questions: readonly AskedQuestion[]): Promise<number[][]> {
  const numbered = questions.map(({ id, question, language }, place) => ({ id, question, language, place }));
  return (await groupQuestions(numbered)).map((members) => members.map(({ place }) => place));
}

/** The questions for which one that was answered now speaks. */
export async function findSameQuestions<Q extends AskedQuestion>(
  question: string,
  asked: readonly Q[],
): Promise<Q[]> {
  const meaning = meaningOf(question);
  const same: Q[] = [];
  const slice = inSlices();
  for (const other of asked) {
    await slice();
    if (likenessOf(meaning, meaningOf(other.question, other.language)) > 0) same.push(other);
  }
  return same;
}
