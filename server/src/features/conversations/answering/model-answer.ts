import type { AnswerEvent } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import { estimateTokens } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import type { LedgerDetails } from '../../../db/json.ts';
import { AppError } from '../../../kit/errors.ts';
import type { ProviderRequest } from '../../../kit/models/models.ts';
import { ModelError } from '../../../kit/models/request.ts';
import type { RankedPassage } from '../../knowledge/service.ts';
import { detectLanguage } from '../../reading/service.ts';
import {
  joinParts,
  priceParts,
  type Reservation,
  reserve,
  soldParts,
  sumParts,
  type TokenParts,
} from '../../usage/service.ts';
import { GroundedText } from '../generation/grounding.ts';
import { addRule, answerMaxTokens, noAnswerPattern, type Prompt } from '../generation/prompt.ts';
import { Proof } from '../proof/proof.ts';
import { chargeOf, isTest, lengthOf } from '../turns/turn.ts';
import {
  type Answer,
  type AnswerTask,
  toAnswerWithoutModel,
  toGeneratedAnswer,
  toQuotedRest,
  toUnansweredAnswer,
} from './answers.ts';
import type { Retrieved } from './retrieval/retrieval.ts';

type ChatModel = NonNullable<Context['models']['chat']>;
type StreamReply = (prompt: Prompt) => ReturnType<ChatModel['stream']>;

/** What a model is to be asked. */
export interface ModelRequest {
  model: ChatModel;
  /** The model that is asked; without it the provider's usual one. */
  name: string | undefined;
  /** The factor by which its tokens count. */
  factor: number;
  /** The found passages that the prompt holds. */
  used: RankedPassage[];
  /** The day and time that the prompt states. */
  moment: string;
  prompt: Prompt;
}

/**
 * What came of asking a model: an answer, unless nobody was shown a word of it and nobody is left to be shown another.
 */
export type WrittenAnswer = { details: LedgerDetails } & (
  | { answer: Answer; isShown: boolean; isProviderUp: boolean }
  | { answer: undefined; refusal: AppError | undefined }
);

/** What its provider has sold of an answer, however often it was asked; a further request needs its own tokens beside that. */
class ModelCalls {
  readonly #calls: { requests: Set<ProviderRequest>; prompt: TokenParts }[] = [];
  readonly #task: AnswerTask;
  readonly #request: ModelRequest;
  readonly #reservation: Reservation;

  constructor(task: AnswerTask, request: ModelRequest, reservation: Reservation) {
    this.#task = task;
    this.#request = request;
    this.#reservation = reservation;
  }

  sold(): LedgerDetails {
    const { name: id, factor } = this.#request;
    const sold = this.#calls.map(({ requests, prompt }) => soldParts(requests, prompt));
    return priceParts(joinParts(...sold), { id, factor });
  }

  stream({ messages, parts }: Prompt) {
    const { context, chatbot, turn, signal } = this.#task;
    const { model, name } = this.#request;
    const call = { requests: new Set<ProviderRequest>(), prompt: parts };
    this.#calls.push(call);
    return model.stream({
      messages,
      model: name,
      maxTokens: answerMaxTokens[lengthOf(chatbot)],
      temperature: chatbot.temperature ?? usualTemperature,
      signal,
      asked: call.requests,
      admit: async () => {
        const sold = this.sold();
        if (sold.parts.length === 0) return;
        const { tokens, due } = this.#reservation;
        await reserve(context, context.db, {
          ...chargeOf({ chatbot, turn }),
          tokens: sumParts(sold.parts) + tokens,
          due: { ...due, parts: joinParts(sold.parts, due.parts) },
        });
      },
    });
  }
}

/**
 * Shows what the model writes, as far as the passages support it; gives the answer that came of it and what its tokens
 * went to. Of a model that says nothing of use, the answer is the one without it, which is still to be shown.
 */
export async function* writeAnswer(
  task: AnswerTask,
  request: ModelRequest,
  retrieved: Retrieved,
  reservation: Reservation,
): AsyncGenerator<AnswerEvent, WrittenAnswer> {
  const { context, chatbot, turn, signal } = task;
  const { prompt, used } = request;
  const { passages } = retrieved;
  const grounded = groundedTextOf(task, request);
  const calls = new ModelCalls(task, request, reservation);
  let failure: { error: unknown } | undefined;
  try {
    const pieces = streamInLanguage(
      (asked) => calls.stream(asked),
      prompt,
      turn.language,
      needsCheck(used, turn.language),
    );
    for await (const piece of pieces) {
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
  const details = calls.sold();
  const { leftOut } = grounded;
  if (failure) {
    const { error } = failure;
    // One that is spared was logged when it failed.
    if (!(error instanceof ModelError && error.failure === 'circuit_open'))
      context.log.warn({ chatbotId: chatbot.id, error }, 'the model failed while answering');
    const refusal = refusalOf(task, error, request.name, grounded.text !== '');
    if (refusal) return { answer: undefined, refusal, details };
  }
  const hasFailed = failure?.error instanceof ModelError;
  const mark = { leftOut, ...(hasFailed ? { fallback: 'provider' as const } : {}) };
  const outcome = { isProviderUp: !failure, details };
  if (grounded.isRefusal)
    return { ...outcome, answer: { ...toUnansweredAnswer(task, passages), leftOut }, isShown: false };
  const answer = toGeneratedAnswer(grounded, used, passages);
  if (answer.text !== '') {
    const rest = hasFailed ? toQuotedRest(task, retrieved, answer.text, used) : undefined;
    if (!rest) return { ...outcome, answer: { ...answer, ...mark }, isShown: true };
    yield { event: 'delta', data: { text: `\n\n${rest.text}` } };
    return { ...outcome, answer: { ...joinAnswers(answer, rest), ...mark }, isShown: true };
  }
  if (signal.aborted) return { answer: undefined, refusal: undefined, details };
  const instead = toAnswerWithoutModel(task, retrieved);
  return {
    ...outcome,
    answer: { ...instead, ...mark },
    isShown: false,
    details: { ...details, parts: joinParts(details.parts, partsOfAnswer(task, instead)) },
  };
}

/** An answer with what is quoted behind it; a passage that both cite is cited as the answer does. */
const joinAnswers = (answer: Answer, rest: Pick<Answer, 'text' | 'citations'>): Answer => ({
  ...answer,
  text: `${answer.text}\n\n${rest.text}`,
  citations: [
    ...new Map([...rest.citations, ...answer.citations].map((one) => [one.number, one])).values(),
  ].sort((a, b) => a.number - b.number),
});

/** What an answer that no model wrote is charged. */
export const partsOfAnswer = ({ turn }: AnswerTask, answer: Answer): TokenParts =>
  joinParts([
    { name: 'question', tokens: estimateTokens(turn.question) },
    { name: 'answer', tokens: estimateTokens(answer.text) },
  ]);

function groundedTextOf({ chatbot, turn }: AnswerTask, { used, moment }: ModelRequest): GroundedText {
  const { title = '' } = chatbot.appearance;
  const known = [turn.question, turn.understood ?? '', chatbot.name, title, chatbot.contact];
  const addresses = [chatbot.contact, moment, ...used.flatMap(({ url }) => url ?? [])];
  return new GroundedText(used, new Proof(used, turn.language, known, moment), addresses);
}

/**
 * Why there is no answer where a model failed: a tester must see that the chosen model was refused, not the default, and a
 * check can't compare quotes, or half an answer, with what a model writes.
 */
function refusalOf(
  { chatbot, turn }: AnswerTask,
  error: unknown,
  model: string | undefined,
  isBegun: boolean,
): AppError | undefined {
  if (!isTest(turn) || !(error instanceof ModelError)) return undefined;
  const isChosen = model !== undefined && model === chatbot.model;
  if (error.failure === 'refused' && isChosen && !isBegun) return new AppError('model_refused', { model });
  return turn.askedBy === 'check' ? new AppError('model_unavailable') : undefined;
}

/**
 * Whether the answer's language must be checked: where the sources speak the other language, a model is tempted to
 * answer in it.
 */
const needsCheck = (passages: readonly RankedPassage[], language: Language) =>
  passages.some((passage) => passage.language !== language);

/** The usual temperature, low: what is wanted is what the passages say. */
const usualTemperature = 0.2;

/** Characters of an answer that tell its language. */
const minLengthToDetect = 80;

/**
 * The pieces that the model writes. With `check`, its first words wait until their language is known; in the wrong one
 * it is asked once more.
 */
async function* streamInLanguage(
  ask: StreamReply,
  prompt: Prompt,
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
    yield* ask(addRule(prompt, reminder));
  } else if (!isJudged) yield held;
}
