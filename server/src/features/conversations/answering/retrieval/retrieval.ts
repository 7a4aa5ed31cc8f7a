import { estimateTokens } from '@parlance/contract/limits';
import type { Context } from '../../../../context.ts';
import { newId } from '../../../../kit/ids.ts';
import {
  explain,
  fuse,
  type Quotation,
  type QuotedSentence,
  quote,
  type RankedPassage,
} from '../../../knowledge/service.ts';
import { searchSources } from '../../../sources/service.ts';
import { applyPriceFactor, queryDetails, reserveIfLeft, settle } from '../../../usage/service.ts';
import { maxPromptTokens } from '../../generation/prompt.ts';
import { addDate, openingQuestions } from '../../hours/day-lead.ts';
import { placesOf } from '../../hours/time-zones.ts';
import {
  type Addressee,
  chargeOf,
  fullQuestionOf,
  lengthOf,
  modelFor,
  type PreparatoryCharge,
  type Turn,
} from '../../turns/turn.ts';
import { followUpIn } from '../../understanding/follow-ups.ts';
import { questionsIn } from '../../understanding/parts.ts';
import { type EarlierTurn, earlierTopicsIn, rewriteQuestion } from '../../understanding/rewriting.ts';
import { reformulate } from './reformulation.ts';

/**
 * How many passages are looked at: what is quoted stands among the first, a prompt has place for more. Of those behind the
 * first, by words or by vectors, a prompt holds what scores a fifth of the best: one in four hundred answers lies below
 * (`bench/dialogues`), and a fifth of all tokens.
 */
const passagesAsked = { quoted: 12, prompted: 24, first: 8, share: 0.2 };
/**
 * Little was found where nothing answers word for word and none of the first passages says half of what the question's words
 * say. Of the questions whose answer is not among what was found, and that words don't take for answered, all lie below.
 */
const littleEvidence = { passages: 3, share: 0.5 };

/** What the sources say of a question. */
export interface Retrieved {
  /** The best first; none where nothing is near. */
  passages: readonly RankedPassage[];
  /** What answers word for word, or that nothing surely does. */
  quotation: Quotation;
}

/**
 * Searches for what the turn asks. Where a model answers and little is found, it is asked to say the question in other
 * words, which are searched for as well; what is quoted, and whether, goes by the visitor's own words alone.
 */
export async function findPassages(
  context: Context,
  addressee: Addressee,
  turn: Turn,
  signal: AbortSignal,
): Promise<Retrieved> {
  if (turn.talk) return { passages: [], quotation: { sentences: [], answered: false } };
  const { chatbot } = addressee;
  const question = addDate(fullQuestionOf(turn), turn.language, placesOf(chatbot), context.clock());
  // With the most that the answer may take: of a question that is refused later, nobody is paid for the search.
  const { factor = 1 } = (await modelFor(context, addressee)) ?? {};
  const rest = applyPriceFactor(maxPromptTokens(chatbot.system_message, question, lengthOf(chatbot)), factor);
  const search = (text: string, name: PreparatoryCharge) =>
    searchFor(context, addressee, turn, { text, name, rest }, signal);

  const own = await search(question, 'search');
  const ownQuotation = quote(
    question,
    turn.language,
    own.slice(0, passagesAsked.quoted),
    lengthOf(chatbot),
    turn.earlier,
  );
  const { passages, quotation } = (await findEach(context, chatbot, turn, own, signal)) ??
    (ownQuotation.answered ? undefined : await findHours(context, chatbot, turn, signal)) ?? {
      passages: own,
      quotation: ownQuotation,
    };
  if (!context.models.chat) return { passages, quotation };
  const reformulated =
    quotation.answered || !isLittleEvidence(passages)
      ? undefined
      : await reformulate(context, addressee, turn, rest, signal);
  const found = reformulated === undefined ? [] : await search(reformulated, 'search-again');
  return { passages: mergePassages(keepWorthPrompting(passages), keepWorthPrompting(found)), quotation };
}

/**
 * What answers each of the questions that a message asks, which are understood one after the other as if each were asked by itself;
 * undefined where it asks one, where one of them has no answer, or where one sentence is the answer to all, or is all that the owner
 * wants to be told: then it is looked for as it stands.
 */
async function findEach(
  context: Context,
  chatbot: Addressee['chatbot'],
  { language, before, earlier, ...asked }: Turn,
  own: readonly RankedPassage[],
  signal: AbortSignal,
): Promise<Retrieved | undefined> {
  const questions = questionsIn(fullQuestionOf(asked));
  if (questions.length < 2 || lengthOf(chatbot) === 'short') return undefined;
  const turns: EarlierTurn[] = [];
  const sentences: QuotedSentence[] = [];
  for (const question of questions) {
    const message = turns.length === 0 ? undefined : followUpIn(question, language);
    const whole = (message && rewriteQuestion(message, turns)) ?? question;
    const dated = addDate(whole, language, placesOf(chatbot), context.clock());
    const { passages } = await searchSources(context, {
      ownerId: chatbot.owner_id,
      chatbotId: chatbot.id,
      question: dated,
      before: turns.length === 0 ? before : earlierTopicsIn(turns, language),
      language,
      limit: passagesAsked.quoted,
      byWordsAlone: true,
      signal,
    });
    const quotation = quote(dated, language, passages, 'short', turns[0] ?? earlier);
    if (!quotation.answered) return undefined;
    const isNew = ({ passage, start }: QuotedSentence) =>
      !sentences.some((one) => one.passage.id === passage.id && one.start === start);
    sentences.push(...quotation.sentences.filter(isNew));
    turns.unshift({
      question: whole,
      heading: quotation.sentences[0]?.passage.position.heading,
      quotes: quotation.sentences.map(({ text }) => text),
    });
  }
  if (sentences.length < 2) return undefined;
  const others = new Map(sentences.map(({ passage }) => [passage.id, passage]));
  for (const { id } of own) others.delete(id);
  return { passages: [...own, ...others.values()], quotation: { sentences, answered: true } };
}

/** "Êtes-vous ouverts dimanche ?", where only "Horaires" stands above the hours: looked for by what hours are called. */
async function findHours(
  context: Context,
  chatbot: Addressee['chatbot'],
  turn: Turn,
  signal: AbortSignal,
): Promise<Retrieved | undefined> {
  const { language } = turn;
  for (const question of openingQuestions(
    fullQuestionOf(turn),
    language,
    placesOf(chatbot),
    context.clock(),
  )) {
    const { passages } = await searchSources(context, {
      ownerId: chatbot.owner_id,
      chatbotId: chatbot.id,
      question,
      language,
      limit: passagesAsked.quoted,
      byWordsAlone: true,
      signal,
    });
    const quotation = quote(question, language, passages, lengthOf(chatbot));
    if (quotation.answered) return { passages, quotation };
  }
  return undefined;
}

/** The passages of a search that are worth their tokens in a prompt. */
function keepWorthPrompting(passages: readonly RankedPassage[]): RankedPassage[] {
  const least = passagesAsked.share * Math.max(...passages.map(({ scoreByWords }) => scoreByWords));
  return passages.filter(
    ({ scoreByWords, rankByVectors = Number.POSITIVE_INFINITY }, at) =>
      Math.min(at + 1, rankByVectors) <= passagesAsked.first || scoreByWords >= least,
  );
}

/** Whether the best passages hold little of what the question's words say. */
const isLittleEvidence = (passages: readonly RankedPassage[]) =>
  passages
    .slice(0, littleEvidence.passages)
    .every((passage) => shareOfWordsFound(passage) < littleEvidence.share);

function shareOfWordsFound(passage: RankedPassage): number {
  const held = new Set(explain(passage).words.map(({ word }) => word));
  let all = 0;
  let said = 0;
  for (const { text, terms } of passage.asked) {
    const weight = Math.max(0, ...terms.map(({ salience }) => salience));
    all += weight;
    if (held.has(text)) said += weight;
  }
  return all === 0 ? 0 : said / all;
}

/** Passages merged by reciprocal rank. What both searches found is known by the visitor's own words. */
function mergePassages(
  own: readonly RankedPassage[],
  others: readonly RankedPassage[],
): readonly RankedPassage[] {
  if (others.length === 0) return own;
  // A written answer answers what its visitor asks, not what a model makes of it.
  const reworded = others.map((passage) => ({ ...passage, isWritten: false, isReworded: true }));
  return fuse([own, reworded]).slice(0, passagesAsked.prompted);
}

/** One search, with its question's vector where there are tokens for it: charged as `name`. */
async function searchFor(
  context: Context,
  { chatbot, account }: Addressee,
  turn: Turn,
  { text, name, rest }: { text: string; name: PreparatoryCharge; rest: number },
  signal: AbortSignal,
): Promise<RankedPassage[]> {
  const asked = chargeOf({ chatbot, turn });
  const query = estimateTokens(text);
  const embedding =
    context.models.embeddings &&
    (await reserveIfLeft(
      context,
      context.db,
      { ...asked, operation: 'vector_search', tokens: query + rest, due: queryDetails(query) },
      account,
    ));
  const { passages, tokensSpent } = await searchSources(context, {
    ownerId: chatbot.owner_id,
    chatbotId: chatbot.id,
    question: text,
    before: turn.before,
    language: turn.language,
    limit: context.models.chat ? passagesAsked.prompted : passagesAsked.quoted,
    byWordsAlone: !embedding,
    signal,
  });
  if (embedding && tokensSpent > 0) {
    const search = { ...embedding, id: newId(context.clock()), cause: `${asked.cause}:${name}` };
    await settle(context, context.db, search, queryDetails(tokensSpent));
  }
  return passages;
}
