import { createHash } from 'node:crypto';
import { linkToText } from '@parlance/contract/display/text-fragment';
import { writeContactLine, writeUnknownReply } from '@parlance/contract/display/unknown-reply';
import type {
  AnswerEvent,
  AnswerMode,
  Citation,
  ConversationMessage,
  StatedVisitor,
} from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import type { LeftOut } from '@parlance/contract/left-out';
import { estimateTokens } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import { newId, randomToken } from '../../../kit/ids.ts';
import { sentencesLeftOut } from '../../../kit/metrics.ts';
import type { ChatMessage, ProviderRequest } from '../../../kit/models/models.ts';
import type { ChatbotRow, PublicChatbot } from '../../chatbots/service.ts';
import type { Quotation, RankedPassage } from '../../knowledge/service.ts';
import { detectLanguage, type Span } from '../../reading/service.ts';
import {
  type Hold,
  type PreparedReservation,
  prepareReservation,
  prepareSettlement,
  priced,
  type Reservation,
  release,
  reserve,
  settle,
  tokensSold,
} from '../../usage/service.ts';
import { GroundedText } from '../generation/grounding.ts';
import {
  answerMaxTokens,
  buildPrompt,
  noAnswerPattern,
  promptTokens,
  takeFittingPassages,
} from '../generation/prompt.ts';
import { momentLine, prependLead } from '../hours/day-lead.ts';
import { placesOf } from '../hours/time-zones.ts';
import { Proof } from '../proof/proof.ts';
import { findUnknownSubject } from '../refusals/asked-subject.ts';
import { findNearSubjects } from '../refusals/near-subjects.ts';
import { findPassages, type Retrieved } from '../retrieval/retrieval.ts';
import type { SmallTalk } from '../small-talk/recognition.ts';
import { composeSmallTalkReply } from '../small-talk/reply.ts';
import {
  beginConversation,
  continueConversation,
  conversationOfVisitor,
  countRunning,
  deleteConversation,
  insertAnswer,
  isVisitorKnown,
  latestMessages,
  messagesOf,
  releaseAnswer,
  setFeedback,
} from '../turns/queries.ts';
import {
  type Asker,
  chargeOf,
  fullQuestionOf,
  lengthOf,
  modelFor,
  newTurn,
  type Turn,
} from '../turns/turn.ts';
import { citationPositionOf } from './citation-place.ts';
import { marksOf } from './marks.ts';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

const visitorTokenMs = 30 * 86_400_000;
/** Longer than any answer may take: a claim of a process that died ends by itself. */
const claimMs = 150_000;
/** Answers that one visitor, or a tester, may wait for at once (security S5.6). */
export const maxRunningAnswers = 3;

export interface Question {
  text: string;
  conversationId?: string | undefined;
  visitorToken?: string | undefined;
  language?: Language | undefined;
  visitor?: StatedVisitor | undefined;
}

interface Answer {
  mode: AnswerMode;
  text: string;
  citations: Citation[];
  passages: readonly RankedPassage[];
  /** What is offered to be asked instead. */
  subjects?: string[];
  smallTalk?: true;
  /** What a model wrote and nobody was shown. */
  leftOut?: readonly LeftOut[];
}

/** Answers a visitor. */
export async function* answerVisitor(
  context: Context,
  { chatbot, account }: PublicChatbot,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  if (chatbot.status !== 'active')
    throw unavailableError(chatbot, detectLanguage(question.text) ?? question.language ?? chatbot.language);
  const turn = await recogniseVisitor(context, chatbot, question);
  const retrieved = await findPassages(context, { chatbot, account }, turn, signal);
  yield* answer(context, { chatbot, account }, turn, retrieved, signal);
}

/**
 * Answers from what was found: what is yielded is shown, and what is shown is stored. The question is durable
 * before `meta`, the answer and its charge before `done`. Ends early, charged for what the provider has sold, when
 * `signal` says that the asker left.
 */
export async function* answer(
  context: Context,
  { chatbot, account }: Asker,
  turn: Turn,
  retrieved: Retrieved,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const { conversation, messageId, visitorToken } = turn;
  const asked: AnswerTask = { context, chatbot, account, turn, claim: { isHeld: true }, signal };
  const ask = async () => {
    const { events, ...wanted } = turn.talk
      ? await draftTalk(asked, turn.talk)
      : await draftAnswer(asked, retrieved);
    const held = await prepareReservation(context, context.db, { ...chargeOf(asked), ...wanted }, account);
    return { told: events, held, hold: await storeQuestion(context, chatbot, turn, held.held) };
  };
  const { told, held, hold } = await ask().catch((error) => releaseAndThrow(asked, error));
  try {
    yield { event: 'meta', data: { conversationId: conversation.id, messageId, visitorToken } };
    const reservation = await held
      .outcome(context.db, hold)
      .catch((error) => releaseAndThrow(asked, error))
      .catch(turn.refuse);
    yield* told(reservation);
  } finally {
    if (asked.claim.isHeld) await releaseAnswer(context.db, conversation.id);
  }
}

/** Gives back what was set aside when the question was searched for; throws why it is not answered. */
async function releaseAndThrow(
  { context, chatbot, turn }: Pick<AnswerTask, 'context' | 'chatbot' | 'turn'>,
  error: unknown,
): Promise<never> {
  if (context.models.embeddings || context.models.chat)
    await release(context.db, chargeOf({ chatbot, turn }));
  throw error;
}

interface AnswerTask extends Asker {
  context: Context;
  turn: Turn;
  /** On the conversation: given back with the stored answer, else at the end. */
  claim: { isHeld: boolean };
  signal: AbortSignal;
}

/** What answering may cost, of it what is due once its provider is asked, and how it is told once that much is set aside. */
interface Draft {
  tokens: number;
  due?: number;
  events(reservation: Reservation): AsyncGenerator<AnswerEvent>;
}

/** With a model, nothing near at all is the one thing that is decided without it. */
async function draftAnswer(asked: AnswerTask, { passages, quotation }: Retrieved): Promise<Draft> {
  const { context, chatbot, turn } = asked;
  const unasked = () =>
    quotation.answered
      ? toQuotedAnswer(asked, quotation.sentences, passages)
      : toUnansweredAnswer(turn, chatbot, passages);
  return context.models.chat && passages.length > 0
    ? draftGenerated(asked, context.models.chat, passages, unasked)
    : draftWhole(asked, unasked());
}

/** Whatever answers otherwise: nobody needs a search, or a model, to be greeted. */
async function draftTalk(asked: AnswerTask, { kind }: SmallTalk): Promise<Draft> {
  const { context, chatbot, turn } = asked;
  const { id, isNew } = turn.conversation;
  const before = isNew ? [] : await latestMessages(context.db, id, maxRepliesCompared);
  const { title } = chatbot.appearance;
  const speaker = {
    title: title || chatbot.name,
    tone: chatbot.tone,
    welcomeMessage: chatbot.welcome_message,
    suggestions: chatbot.suggestions,
    contact: chatbot.contact,
  };
  const replies = before.map(({ text }) => text);
  const text = composeSmallTalkReply(kind, turn.language, speaker, replies);
  return draftWhole(asked, { mode: 'generated', text, citations: [], passages: [], smallTalk: true });
}

/** Of a conversation's latest messages: what one says again after these is not said twice running. */
const maxRepliesCompared = 4;

/** The visitor's conversation, resumed or to be begun. */
async function recogniseVisitor(context: Context, chatbot: ChatbotRow, question: Question): Promise<Turn> {
  const now = context.clock();
  const spoken = detectLanguage(question.text);
  const recognise = async () => {
    if (question.conversationId !== undefined) {
      const tokenHash = hashToken(question.visitorToken ?? '');
      const known = requireFound(
        await conversationOfVisitor(context.db, chatbot.id, question.conversationId, tokenHash, now),
      );
      // What is taken at this moment is not worth a search.
      if (known.answering_until !== null && known.answering_until > now)
        throw new AppError('conversation_busy');
      return { known, visitorToken: question.visitorToken ?? '', isNew: false };
    }
    const isReturning =
      question.visitorToken !== undefined &&
      (await isVisitorKnown(context.db, chatbot.id, hashToken(question.visitorToken), now));
    return isReturning
      ? { visitorToken: question.visitorToken as string, isNew: false }
      : { visitorToken: randomToken(32), isNew: true };
  };
  const { known, visitorToken, isNew } = await recognise();
  const tokenHash = hashToken(visitorToken);
  if (!isNew && (await countRunning(context.db, chatbot.id, tokenHash, now)) >= maxRunningAnswers) {
    throw new AppError('rate_limited', { retryAfterSeconds: 5 });
  }
  const heard = spoken ?? known?.language ?? question.language ?? chatbot.language;
  const turn = await newTurn(context, question.text, heard, known);
  const language = turn.talk?.language ?? heard;
  return {
    ...turn,
    language,
    channel: 'website',
    visitorToken,
    visitor: question.visitor,
    keepsUnanswered: true,
    recordPassage: ({ id, score }) => ({ id, score }),
    refuse(error) {
      throw isQuotaError(error) ? unavailableError(chatbot, language) : error;
    },
  };
}

/**
 * The question stored, its turn to be answered taken and its tokens set aside, in one statement. Whether there were
 * tokens left: a question that is refused for them is stored all the same.
 */
async function storeQuestion(
  context: Context,
  chatbot: ChatbotRow,
  { conversation, question, understood, questionId, language, channel, visitorToken, visitor }: Turn,
  held: PreparedReservation['held'],
): Promise<Hold> {
  const now = context.clock();
  const message = { id: questionId, text: question, understood };
  const until = new Date(now.getTime() + claimMs);
  if (conversation.isNew) {
    const row = {
      id: conversation.id,
      ownerId: chatbot.owner_id,
      chatbotId: chatbot.id,
      channel,
      language,
      visitor,
      tokenHash: hashToken(visitorToken),
      tokenExpiresAt: new Date(now.getTime() + visitorTokenMs),
    };
    return beginConversation(context.db, row, message, held, now, until);
  }
  const hold = await continueConversation(
    context.db,
    { id: conversation.id, ownerId: chatbot.owner_id, language, visitor },
    message,
    held,
    now,
    until,
  );
  if (hold === undefined) throw new AppError('conversation_busy');
  return hold;
}

interface QuotedPassage {
  passage: RankedPassage;
  /** What is quoted of its text, in the order in which it is said. */
  parts: (Span & { text: string })[];
}

const textOf = (parts: QuotedPassage['parts']) => parts.map(({ text }) => text).join(' ');

function citationsOf(numbered: readonly QuotedPassage[]): Citation[] {
  return numbered.map(({ passage, parts }, index) => {
    // A browser looks for a quote's end behind its beginning.
    const asOnPage = textOf(parts.toSorted((a, b) => a.start - b.start));
    return {
      number: index + 1,
      passageId: passage.id,
      sourceName: passage.sourceName,
      ...(passage.url === null ? {} : { url: linkToText(passage.url, asOnPage, passage.text) }),
      // Of a written answer the source's name is the question, as is the heading.
      position: passage.isAnswer ? {} : citationPositionOf(passage, parts),
      quote: textOf(parts),
    };
  });
}

/**
 * The sentences as they stand in the sources, each followed by the number of its passage; what is known of the day that is
 * asked about in front of them.
 */
function toQuotedAnswer(
  { context, chatbot, turn }: AnswerTask,
  quoted: Quotation['sentences'],
  passages: readonly RankedPassage[],
): Answer {
  const now = context.clock();
  const { lead, sentences } = prependLead(
    fullQuestionOf(turn),
    turn.language,
    placesOf(chatbot),
    now,
    quoted,
    passages,
  );
  const numbered: QuotedPassage[] = [];
  const parts: string[] = lead === undefined ? [] : [lead];
  for (const sentence of sentences) {
    const passage = passages.find(({ id }) => id === sentence.passage.id);
    if (!passage) continue;
    let index = numbered.findIndex((cited) => cited.passage.id === passage.id);
    const known = numbered[index];
    if (known) known.parts.push(sentence);
    else index = numbered.push({ passage, parts: [sentence] }) - 1;
    parts.push(`${sentence.text} [${index + 1}]`);
  }
  return { mode: 'quoted', text: parts.join('\n\n'), citations: citationsOf(numbered), passages };
}

function toUnansweredAnswer(turn: Turn, chatbot: ChatbotRow, passages: readonly RankedPassage[]): Answer {
  const speaker = {
    tone: chatbot.tone,
    whenUnknown: chatbot.when_unknown,
    contact: chatbot.contact,
  };
  const own = passages.filter(({ isReworded }) => !isReworded);
  const text = writeUnknownReply(
    turn.language,
    speaker,
    findUnknownSubject(turn.question, turn.language, own),
  );
  const subjects = findNearSubjects(fullQuestionOf(turn), turn.language, passages);
  return { mode: 'unanswered', text, citations: [], passages, subjects };
}

/** A text that is whole before it is shown: stored and charged first, with what was `sold` before it came to that. */
function draftWhole(asked: AnswerTask, answer: Answer, sold = 0): Draft {
  const tokens = sold + estimateTokens(asked.turn.question) + estimateTokens(answer.text);
  return {
    tokens,
    async *events(reservation) {
      await storeAnswer(asked, answer, reservation, tokens);
      yield { event: 'delta', data: { text: answer.text } };
      yield* closingEvents(answer, tokens);
    },
  };
}

function* closingEvents(answer: Answer, tokens: number): Generator<AnswerEvent> {
  if (answer.citations.length > 0) yield { event: 'citations', data: { citations: answer.citations } };
  yield {
    event: 'done',
    data: { mode: answer.mode, messageTokens: tokens, ...marksOf(answer.subjects, answer.smallTalk) },
  };
}

const isQuotaError = (error: unknown) => error instanceof AppError && error.code === 'message_quota_exceeded';

/** What quotas and caps say is the owner's business: visitors read one neutral sentence, and whom to turn to. */
function unavailableError({ tone, contact }: ChatbotRow, language: Language): AppError {
  const detail = writeContactLine(language, { tone, contact });
  return new AppError('temporarily_unavailable', { language, ...(detail === undefined ? {} : { detail }) });
}

/** The answer, its unanswered question and its charge, in one statement. */
async function storeAnswer(
  { context, chatbot, turn, claim }: AnswerTask,
  answer: Answer,
  reservation: Reservation,
  tokens: number,
): Promise<void> {
  const now = context.clock();
  const { spent, tell } = prepareSettlement(context, reservation, tokens);
  const row = {
    id: turn.messageId,
    conversationId: turn.conversation.id,
    ownerId: chatbot.owner_id,
    chatbotId: chatbot.id,
    unansweredId: turn.keepsUnanswered && answer.mode === 'unanswered' ? newId(now) : null,
    question: fullQuestionOf(turn),
    language: turn.language,
    text: answer.text,
    mode: answer.mode,
    citations: answer.citations,
    subjects: answer.subjects ?? [],
    smallTalk: answer.smallTalk ?? false,
    passages: answer.passages.map(turn.recordPassage),
    tokens,
    leftOut: answer.leftOut ?? [],
  };
  const total = await insertAnswer(context.db, row, spent, now);
  claim.isHeld = false;
  for (const { reason } of row.leftOut) sentencesLeftOut.inc({ reason });
  turn.onLeftOut?.(row.leftOut);
  await tell(context.db, total);
}

type ChatModel = NonNullable<Context['models']['chat']>;
type StreamReply = (messages: ChatMessage[]) => ReturnType<ChatModel['stream']>;

async function draftGenerated(
  asked: AnswerTask,
  model: ChatModel,
  passages: readonly RankedPassage[],
  fallback: () => Answer,
): Promise<Draft> {
  const { context, chatbot, turn } = asked;
  const { conversation, language } = turn;
  const used = takeFittingPassages(passages);
  const moment = momentLine(placesOf(chatbot), context.clock());
  const history = conversation.isNew ? [] : await latestMessages(context.db, conversation.id, 8);
  const prompt = buildPrompt({
    language,
    tone: chatbot.tone,
    answerLength: lengthOf(chatbot),
    instructions: chatbot.system_message,
    passages: used,
    history,
    question: turn.question,
    moment,
  });
  const estimatedPrompt = promptTokens(prompt);
  const { id: name, factor = 1 } = (await modelFor(context, asked)) ?? {};
  return {
    tokens: priced(estimatedPrompt + answerMaxTokens[lengthOf(chatbot)], factor),
    due: priced(estimatedPrompt, factor),
    events: (reservation) =>
      generate(asked, { model, name, factor, passages, used, moment, prompt, reservation, fallback }),
  };
}

async function* generate(
  asked: AnswerTask,
  {
    model,
    name,
    factor,
    passages,
    used,
    moment,
    prompt,
    reservation,
    fallback,
  }: {
    model: ChatModel;
    name: string | undefined;
    /** By which its tokens count. */
    factor: number;
    passages: readonly RankedPassage[];
    used: RankedPassage[];
    /** What the prompt says of the day and the time. */
    moment: string;
    prompt: ChatMessage[];
    reservation: Reservation;
    fallback: () => Answer;
  },
): AsyncGenerator<AnswerEvent> {
  const { context, chatbot, signal } = asked;
  const { language, question, understood } = asked.turn;
  const modelCalls: { asked: Set<ProviderRequest>; prompt: number }[] = [];
  const sold = () =>
    priced(
      modelCalls.reduce((sum, { asked, prompt }) => sum + tokensSold(asked, prompt), 0),
      factor,
    );
  // What it is asked again needs its own tokens, beside what was sold before.
  const admit = async () => {
    if (sold() === 0) return;
    const { tokens, due } = reservation;
    await reserve(context, context.db, { ...chargeOf(asked), tokens: sold() + tokens, due: sold() + due });
  };
  const write: StreamReply = (messages) => {
    const asking = { asked: new Set<ProviderRequest>(), prompt: promptTokens(messages) };
    modelCalls.push(asking);
    return model.stream({
      messages,
      model: name,
      maxTokens: answerMaxTokens[lengthOf(chatbot)],
      temperature: chatbot.temperature ?? usualTemperature,
      signal,
      asked: asking.asked,
      admit,
    });
  };
  const { title = '' } = chatbot.appearance;
  const proof = new Proof(
    used,
    language,
    [question, understood ?? '', chatbot.name, title, chatbot.contact],
    moment,
  );
  const grounded = new GroundedText(used, proof, [
    chatbot.contact,
    moment,
    ...used.flatMap(({ url }) => url ?? []),
  ]);
  const instead = () => ({ ...fallback(), leftOut: grounded.leftOut });
  const settleWithout = () =>
    sold() > 0 ? settle(context, context.db, reservation, sold()) : release(context.db, reservation);
  let failure: { error: unknown } | undefined;
  try {
    for await (const piece of streamInLanguage(write, prompt, language, needsCheck(used, language))) {
      const text = grounded.take(piece);
      if (text !== '') yield { event: 'delta', data: { text } };
      // What it says after that, nobody needs.
      if (grounded.isRefusal) break;
    }
  } catch (error) {
    if (!signal.aborted) failure = { error };
  }
  const rest = grounded.end();
  if (rest !== '') yield { event: 'delta', data: { text: rest } };
  if (failure) {
    const { error } = failure;
    context.log.warn({ chatbotId: chatbot.id, error }, 'the model failed while answering');
    const refusal = grounded.text === '' ? asked.turn.failureOf?.(error, name) : undefined;
    if (refusal) {
      await settleWithout();
      throw refusal;
    }
  }
  const refused = grounded.isRefusal;
  const answer = {
    ...(refused
      ? toUnansweredAnswer(asked.turn, chatbot, passages)
      : toGeneratedAnswer(grounded, used, passages)),
    leftOut: grounded.leftOut,
  };
  if (answer.text === '') {
    if (signal.aborted) await settleWithout();
    else yield* draftWhole(asked, instead(), sold()).events(reservation);
    return;
  }
  const tokens = sold();
  await storeAnswer(asked, answer, reservation, tokens);
  if (refused) yield { event: 'delta', data: { text: answer.text } };
  yield* closingEvents(answer, tokens);
}

/** Only passages that the text cites are listed, under the numbers that it uses. */
function toGeneratedAnswer(
  grounded: GroundedText,
  used: readonly RankedPassage[],
  passages: readonly RankedPassage[],
): Answer {
  const citations = [...grounded.cited]
    .sort((a, b) => a - b)
    .flatMap((number) => {
      const passage = used[number - 1];
      if (!passage) return [];
      const [citation] = citationsOf([
        { passage, parts: [{ start: 0, end: passage.text.length, text: passage.text }] },
      ]);
      return citation ? [{ ...citation, number }] : [];
    });
  return { mode: 'generated', text: grounded.text.trim(), citations, passages };
}

/** Where the sources speak the other language, a model is tempted to answer in it. */
const needsCheck = (passages: readonly RankedPassage[], language: Language) =>
  passages.some((passage) => passage.language !== language);

/** Low: what is wanted is what the passages say. */
const usualTemperature = 0.2;

/** Enough of an answer to tell its language. */
const minLengthToDetect = 80;

/**
 * What the model writes. With `check`, its first words are held until their language is known; in the wrong
 * one it is asked once more.
 */
async function* streamInLanguage(
  ask: StreamReply,
  prompt: ChatMessage[],
  language: Language,
  check: boolean,
): AsyncGenerator<string> {
  if (!check) {
    yield* ask(prompt);
    return;
  }
  let held = '';
  let isJudged = false;
  let isWrong = false;
  for await (const piece of ask(prompt)) {
    if (isJudged) {
      yield piece;
      continue;
    }
    held += piece;
    if (held.length < minLengthToDetect) continue;
    isJudged = true;
    const spoken = noAnswerPattern.test(held) ? language : detectLanguage(held);
    isWrong = spoken !== undefined && spoken !== language;
    // Nothing more is written of it before another is asked for.
    if (isWrong) break;
    yield held;
  }
  if (isWrong) {
    const reminder = language === 'fr' ? 'Réponds en français.' : 'Answer in English.';
    yield* ask([...prompt, { role: 'system', content: reminder }]);
  } else if (!isJudged) yield held;
}

/** Its latest messages, or those before one, in their order. */
export async function resumeConversation(
  context: Context,
  chatbot: ChatbotRow,
  id: string,
  visitorToken: string,
  page: { limit: number; before: string | undefined },
) {
  const conversation = requireFound(
    await conversationOfVisitor(context.db, chatbot.id, id, hashToken(visitorToken), context.clock()),
  );
  const { shown, last } = await takePage(page, (page) => messagesOf(context.db, conversation, page));
  return {
    id: conversation.id,
    hasMore: last !== undefined,
    messages: shown.reverse().map(
      (row): ConversationMessage => ({
        id: row.id,
        role: row.role,
        text: row.text,
        createdAt: row.created_at.toISOString(),
        ...(row.mode === null
          ? {}
          : {
              mode: row.mode,
              citations: row.citations,
              ...marksOf(row.subjects, row.small_talk),
            }),
        ...(row.feedback === null ? {} : { feedback: row.feedback as 'up' | 'down' }),
      }),
    ),
  };
}

export async function eraseConversation(
  context: Context,
  chatbot: ChatbotRow,
  id: string,
  visitorToken: string,
) {
  const conversation = requireFound(
    await conversationOfVisitor(context.db, chatbot.id, id, hashToken(visitorToken), context.clock()),
  );
  await deleteConversation(context.db, conversation.id);
}

export async function rateAnswer(
  context: Context,
  chatbot: ChatbotRow,
  messageId: string,
  visitorToken: string,
  value: 'up' | 'down',
) {
  if (
    !(await setFeedback(context.db, chatbot.id, messageId, hashToken(visitorToken), value, context.clock()))
  ) {
    throw new AppError('not_found');
  }
}
