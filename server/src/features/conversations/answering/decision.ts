import type { LedgerDetails } from '../../../db/json.ts';
import { applyPriceFactor, priceParts, sumParts } from '../../usage/service.ts';
import { answerMaxTokens, buildPrompt, takeFittingPassages } from '../generation/prompt.ts';
import { momentLine } from '../hours/day-lead.ts';
import { placesOf } from '../hours/time-zones.ts';
import { latestMessages } from '../turns/queries.ts';
import { lengthOf, modelFor } from '../turns/turn.ts';
import { type Answer, type AnswerTask, toAnswerWithoutModel, toSmallTalkAnswer } from './answers.ts';
import { type ModelRequest, partsOfAnswer } from './model-answer.ts';
import type { Retrieved } from './retrieval/retrieval.ts';

/**
 * How a question is answered, before anything is stored or shown: by a text that is whole, or by a model. With the tokens that
 * it may take, and of these those that are due once a provider is asked.
 */
export type Decision = { tokens: number; due: LedgerDetails } & (
  | { kind: 'whole'; answer: Answer; details: LedgerDetails }
  | { kind: 'generated'; request: ModelRequest }
);

/**
 * Decides how a question is answered. With a model, nothing near at all is the one thing that is decided without it.
 */
export async function decide(task: AnswerTask, retrieved: Retrieved): Promise<Decision> {
  const { talk } = task.turn;
  const model = task.context.models.chat;
  if (talk) return decideWhole(task, await toSmallTalkAnswer(task, talk));
  if (!model || retrieved.passages.length === 0)
    return decideWhole(task, toAnswerWithoutModel(task, retrieved));
  return decideGenerated(task, model, retrieved);
}

function decideWhole(task: AnswerTask, answer: Answer): Decision {
  const parts = partsOfAnswer(task, answer);
  return { kind: 'whole', answer, details: { parts }, tokens: sumParts(parts), due: { parts: [] } };
}

/** Newest messages of a conversation that a prompt has place for. */
const maxHistoryMessages = 8;

async function decideGenerated(
  task: AnswerTask,
  model: ModelRequest['model'],
  { passages }: Retrieved,
): Promise<Decision> {
  const { context, chatbot, turn } = task;
  const { conversation, language, question } = turn;
  const used = takeFittingPassages(passages);
  const moment = momentLine(placesOf(chatbot), context.clock());
  const history = conversation.isNew
    ? []
    : await latestMessages(context.db, conversation.id, maxHistoryMessages);
  const prompt = buildPrompt({
    language,
    tone: chatbot.tone,
    answerLength: lengthOf(chatbot),
    instructions: chatbot.system_message,
    passages: used,
    history,
    question,
    moment,
  });
  const { id: name, factor = 1 } = (await modelFor(context, task)) ?? {};
  return {
    kind: 'generated',
    request: { model, name, factor, used, moment, prompt },
    tokens: applyPriceFactor(sumParts(prompt.parts) + answerMaxTokens[lengthOf(chatbot)], factor),
    due: priceParts(prompt.parts, { id: name, factor }),
  };
}
