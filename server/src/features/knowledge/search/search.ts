import { estimateTokens } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import type { EmbeddingModel, ProviderRequest } from '../../../kit/models/models.ts';
import { detectLanguage, type TextLanguage, termsOf } from '../../reading/service.ts';
import { soldParts, sumParts } from '../../usage/service.ts';
import { associations } from '../lexicon/associations.ts';
import { encoder } from '../lexicon/encoder.ts';
import { intents } from '../lexicon/known-answers.ts';
import { prepareLexicon } from '../lexicon/lexicon.ts';
import { createTermMixer, sparseLiteral } from '../passages/bm25.ts';
import { toStoredPassage } from '../passages/presenter.ts';
import type { FoundPassage } from '../passages/ranked.ts';
import { likenessOf, meaningOf } from '../question/likeness.ts';
import { findUnknownWords, prepareSpelling, respell } from '../question/spelling.ts';
import { addMeanings } from '../question/synonyms.ts';
import { type QuestionWord, questionWordsOf } from '../question/terms.ts';
import { bestLineScore, closenessOf } from '../quoting/lines.ts';
import { fuse, putWrittenFirst, ranksOf, withoutDuplicates } from './fusion.ts';
import {
  frequenciesOf,
  listAnsweringPassages,
  type SearchHit,
  searchAnswersByWords,
  searchPassagesByVector,
  searchPassagesByWords,
} from './queries.ts';
import { phrasesIn, rerank } from './rerank.ts';
import { numbersOf, pickRarest, weigh, weightsOf } from './weights.ts';

/**
 * Passages up to which a chatbot is read whole. In larger ones only passages that hold the question's rarer words are
 * scored: words by rarity until together they stand in a twentieth of the passages, which keeps 99.8 % of the first ten
 * (`bench/scale`), or in this many.
 */
const maxPassagesScored = 2_000;

export const maxShareScored = 0.05;

/** Hits by words, and by vectors, before they are fused. */
const hitsBeforeFusion = 50;

/** Hits by words alone: what is read again to be ranked, or twice what is wanted, which covers the twins. */
const minHitsByWords = 20;

/**
 * Hits for words between quotation marks: they may be common ones, and the passage that holds them side by side far
 * down.
 */
const hitsForPhrase = 100;

/**
 * The factor of a word of the questions before, a third: passages about what was spoken of go before others that say as
 * much of the question itself (ADR 29).
 */
const earlierTopicFactor = 0.35;

/**
 * Passages up to which a chatbot is looked through whole: for what a misspelt word was meant to be, and for sentences
 * that lie close to the question though they share no word with it.
 */
const maxPassagesReadWhole = 150;

/** Of these so many take part, behind the first that words found, from so close on (`bench/choose`). */
const closeHits = { max: 4, behind: 8, minCloseness: 0.4 };

interface SearchRequest {
  ownerId: string;
  chatbotId: string;
  question: string;
  /** What was spoken of before: it ranks passages, and is no part of what is asked of them. */
  before?: string | undefined;
  limit: number;
  language?: TextLanguage | undefined;
  /** Whether the question is not to be embedded, which its provider is paid for. */
  byWordsAlone?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** Reads the lexicon before the first question waits for it. */
export async function prepareSearch(): Promise<void> {
  await prepareLexicon();
  associations();
  encoder();
  intents();
  await prepareSpelling();
}

/**
 * A chatbot's passages that match a question best: by BM25, and by vectors where an embedding model is configured,
 * fused by rank. Near-duplicates appear once. `tokensSpent` are the embedding model's, also where it gave no vector.
 */
export async function searchPassages(
  context: Pick<Context, 'db' | 'models' | 'log'>,
  wish: SearchRequest,
): Promise<{ passages: FoundPassage[]; tokensSpent: number }> {
  const model = wish.byWordsAlone ? undefined : context.models.embeddings;
  const [words, vectors] = await Promise.all([
    searchWords(context.db, wish, model ? hitsBeforeFusion : Math.max(minHitsByWords, 2 * wish.limit)),
    searchVectors(context, wish, model),
  ]);
  const similarity = new Map(vectors.found.map(({ id, score }) => [id, score]));
  const scores = new Map(words.found.map(({ id, score }) => [id, score]));
  const byWords = ranksOf(words.found);
  const byVectors = ranksOf(vectors.found);
  const ranked = vectors.found.length === 0 ? words.found : fuse([words.found, vectors.found], words.literal);
  const written = new Set(words.written);
  const passages = withoutDuplicates(putWrittenFirst(words.written, ranked), wish.limit).map(
    (row): FoundPassage => ({
      ...toStoredPassage(row),
      isAnswer: row.is_answer,
      ...(written.has(row) ? { isWritten: true } : {}),
      score: row.score,
      scoreByWords: scores.get(row.id) ?? 0,
      ...(similarity.has(row.id) ? { similarity: similarity.get(row.id) as number } : {}),
      rankByWords: byWords.get(row.id),
      rankByVectors: byVectors.get(row.id),
      asked: words.asked,
      question: words.question,
      before: wish.before,
      heard: words.heard,
      isOfSmall: words.isSmall,
    }),
  );
  return { passages, tokensSpent: vectors.tokensSpent };
}

async function searchWords(
  db: Db,
  wish: SearchRequest,
  candidates: number,
): Promise<{
  asked: QuestionWord[];
  question: string;
  heard: TextLanguage | undefined;
  found: SearchHit[];
  /** Whether the chatbot has so little that all of it is looked through. */
  isSmall: boolean;
  literal?: ReadonlyMap<string, number>;
  /** The owner's answers to this very question, the nearest first. */
  written: SearchHit[];
}> {
  const mix = createTermMixer(wish.chatbotId);
  const frequencies = new Map<number, number>();
  const holdingOf = (number: number) => frequencies.get(mix(number)) ?? 0;
  const count = async (numbers: readonly number[]) => {
    const known = await frequenciesOf(
      db,
      wish.chatbotId,
      [...new Set(numbers)].map(mix),
      maxPassagesReadWhole,
    );
    known?.terms?.forEach((term, index) => {
      frequencies.set(term, known.passages?.[index] ?? 0);
    });
    return known;
  };
  const asWritten = readQuestion(wish.question, wish.language);
  let read = asWritten;
  const before = wish.before ? readQuestion(wish.before, wish.language) : undefined;
  const known =
    read.asked.length === 0 ? undefined : await count(numbersOf([...read.asked, ...(before?.asked ?? [])]));
  if (known === undefined) return { ...read, isSmall: false, found: [], written: [] };

  const isHeld = (word: string) =>
    languages.some((language) => termsOf(word, language).some(({ number }) => holdingOf(number) > 0));
  const whole =
    known.state === null
      ? undefined
      : await listAnsweringPassages(db, wish, known.state, maxPassagesReadWhole);
  const isSmall = whole !== undefined;
  const unknown = findUnknownWords(wish.question, read.heard ? [read.heard] : languages, isHeld);
  const findByWords = () => find(db, wish, { read, before }, known, holdingOf, candidates);
  let hits = unknown.length > 0 && whole === undefined ? await findByWords() : undefined;
  if (unknown.length > 0) {
    const texts = whole ?? hits?.found ?? [];
    const right = respell(wish.question, unknown, read.heard ? [read.heard] : languages, texts);
    if (right !== wish.question) {
      read = readQuestion(right, wish.language);
      await count(numbersOf(read.asked));
      hits = undefined;
    }
  }
  const { weights, found } = hits ?? (await findByWords());
  const { asked, question, heard } = read;
  if (weights.size === 0)
    return {
      ...read,
      isSmall,
      found: findClosest(read, whole ?? [], []),
      written: [],
    };
  const written = known.answers
    ? await findWrittenAnswers(db, wish, asWritten.spoken, sparseLiteral(weights))
    : [];
  const ranked = rerank(question, asked, found);
  const sorted = rescoreTranslated(read, ranked.found);
  return {
    asked,
    question,
    heard,
    isSmall,
    ...ranked,
    found: addClosest(read, sorted, whole ?? []),
    written,
  };
}

function addClosest(
  read: ReadQuestion,
  found: readonly SearchHit[],
  whole: readonly SearchHit[],
): SearchHit[] {
  const first = found.slice(0, closeHits.behind);
  const byId = new Map(found.map((row) => [row.id, row]));
  const others = findClosest(read, whole, first).map((row) => byId.get(row.id) ?? row);
  return [...first, ...others, ...found.slice(closeHits.behind).filter((row) => !others.includes(row))];
}

/** Passages beside the first ones of which a sentence lies close to the question. */
function findClosest(
  { question, heard, asked }: ReadQuestion,
  whole: readonly SearchHit[],
  first: readonly SearchHit[],
): SearchHit[] {
  const known = new Set(first.map(({ id }) => id));
  return whole
    .filter(({ id }) => !known.has(id))
    .map((row) => ({ row, closeness: closenessOf({ ...row, asked, question, heard }) }))
    .filter(({ closeness }) => closeness >= closeHits.minCloseness)
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, closeHits.max)
    .map(({ row }) => row);
}

const languages = ['fr', 'en'] as const;

/** A question as it was understood: its text, spelled right, and its words with all that they may mean. */
interface ReadQuestion {
  question: string;
  heard: TextLanguage | undefined;
  spoken: TextLanguage | undefined;
  asked: QuestionWord[];
}

/** Which languages the sources speak is known with the frequencies; reading both costs little for a question. */
function readQuestion(question: string, language: TextLanguage | undefined): ReadQuestion {
  const heard = detectLanguage(question);
  const spoken = heard ?? language;
  const asked = questionWordsOf(question, spoken, languages);
  addMeanings(question, asked, heard);
  return { question, heard, spoken, asked };
}

/**
 * Weighs the question's words, and those of the questions before, by how many passages hold them, and finds the passages
 * that say most of them.
 */
async function find(
  db: Db,
  wish: SearchRequest,
  { read, before }: { read: ReadQuestion; before: ReadQuestion | undefined },
  known: { french: number; english: number },
  holdingOf: (number: number) => number,
  candidates: number,
) {
  const mix = createTermMixer(wish.chatbotId);
  const total = known.french + known.english;
  const spokenThere = { fr: known.french > 0, en: known.english > 0 };
  for (const { asked, heard, spoken } of before ? [read, before] : [read]) {
    for (const word of asked) {
      const isHeld = word.terms.some((term) => !term.meant && holdingOf(term.number) > 0);
      word.terms = word.terms.filter((term) => spokenThere[term.language]);
      for (const term of word.terms) term.otherwise = term.meant && isHeld && term.language === spoken;
    }
    weigh(asked, total, holdingOf, heard);
  }
  const { question, asked } = read;
  const weights = weightsOf(asked, holdingOf);
  for (const [number, weight] of weightsOf(before?.asked ?? [], holdingOf))
    weights.set(number, (weights.get(number) ?? 0) + earlierTopicFactor * weight);
  const rare =
    total > maxPassagesScored
      ? pickRarest(
          asked,
          [...weights.keys()],
          holdingOf,
          Math.max(maxPassagesScored / 2, total * maxShareScored),
        ).map(mix)
      : undefined;
  const most = phrasesIn(question).length > 0 ? Math.max(candidates, hitsForPhrase) : candidates;
  const found =
    weights.size === 0 ? [] : await searchPassagesByWords(db, wish, sparseLiteral(weights), rare, most);
  return { weights, found };
}

/**
 * Passages in the other language by what they say of the question in all, each word once: their words' many names would
 * add up. Their best keeps its score, for comparing them with passages in the visitor's own.
 */
function rescoreTranslated({ question, heard, asked }: ReadQuestion, found: SearchHit[]): SearchHit[] {
  const foreign = heard === undefined ? [] : found.filter(({ language }) => language !== heard);
  if (foreign.length === 0) return found;
  const amounts = new Map(
    foreign.map((row): [SearchHit, number] => [row, bestLineScore({ ...row, asked, question, heard })]),
  );
  const most = Math.max(...amounts.values());
  if (most === 0) return found;
  const best = Math.max(...foreign.map(({ score }) => score));
  return found
    .map((row) => {
      const amount = amounts.get(row);
      return amount === undefined ? row : { ...row, score: (best * amount) / most };
    })
    .sort((a, b) => b.score - a.score);
}

/** Written answers that are compared by what they answer: their own words may bring others up. */
const maxAnswersCompared = 20;

async function findWrittenAnswers(
  db: Db,
  wish: SearchRequest,
  spoken: TextLanguage | undefined,
  question: string,
): Promise<SearchHit[]> {
  const answers = await searchAnswersByWords(db, wish, question, maxAnswersCompared);
  const asked = meaningOf(wish.question, wish.language);
  return answers
    .map((row) => ({
      row,
      like: likenessOf(asked, meaningOf(row.position.heading ?? '', row.language)),
      isSpoken: row.language === spoken,
    }))
    .filter(({ like }) => like > 0)
    .sort((a, b) => Number(b.isSpoken) - Number(a.isSpoken) || b.like - a.like)
    .map(({ row }) => row);
}

/** Milliseconds for a question's vector, which most providers give in a tenth of one: words find without. */
const patienceMs = 5_000;

async function searchVectors(
  context: Pick<Context, 'db' | 'log'>,
  wish: SearchRequest,
  model: EmbeddingModel | undefined,
) {
  if (model === undefined) return { found: [], tokensSpent: 0 };
  const asked = new Set<ProviderRequest>();
  const query = [{ name: 'query' as const, tokens: estimateTokens(wish.question) }];
  const tokensSpent = () => sumParts(soldParts(asked, query));
  try {
    const { signal = AbortSignal.timeout(10_000) } = wish;
    const vectors = await model.embed([wish.question], signal, asked, patienceMs);
    const found = await searchPassagesByVector(
      context.db,
      wish,
      model,
      `[${(vectors[0] ?? []).join(',')}]`,
      hitsBeforeFusion,
    );
    return { found, tokensSpent: tokensSpent() };
  } catch (error) {
    // Words still find; a provider's bad minute must not silence the chatbot.
    context.log.warn(
      { error, chatbotId: wish.chatbotId },
      'searched by words alone: the embedding model failed',
    );
    return { found: [], tokensSpent: tokensSpent() };
  }
}
