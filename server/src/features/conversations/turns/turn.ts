import type { StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import type { LeftOut } from '@parlance/contract/left-out';
import type { Context } from '../../../context.ts';
import type { PassageRecord } from '../../../db/json.ts';
import type { AppError } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { modelOf, planOf } from '../../billing/service.ts';
import type { ChatbotRow, PublicChatbot } from '../../chatbots/service.ts';
import type { RankedPassage } from '../../knowledge/service.ts';
import type { SmallTalk } from '../small-talk/recognition.ts';
import { readInConversation } from './context.ts';

/** Who asks what, in which conversation, and what is kept of it. */
export interface Turn {
  question: string;
  /** The question in full, where it goes on from what was said before. */
  understood: string | undefined;
  /** What was spoken of before, where the question may be about that. */
  before?: string | undefined;
  questionId: string;
  messageId: string;
  /** Of the tokens set aside for it: for the search first, then for the answer. */
  reservationId: string;
  conversation: { id: string; isNew: boolean };
  language: Language;
  channel: 'website' | 'test';
  visitorToken: string;
  /** What it is about where it asks nothing of the sources. */
  talk: SmallTalk | undefined;
  /** Who the page says is asking: kept for the owner, told to no model. */
  visitor?: StatedVisitor | undefined;
  /** Whether a question without an answer is the owner's to see: a test's asker has just seen it. */
  keepsUnanswered: boolean;
  /** What is remembered of a passage that was found. */
  recordPassage(passage: RankedPassage): PassageRecord;
  /** How the asker hears that the owner's quota is used up. */
  refuse(error: unknown): never;
  /** Is told what of a model's answer nobody is shown. */
  onLeftOut?(leftOut: readonly LeftOut[]): void;
  /** Of a model that wrote nothing: what its asker must know instead of being quoted to. */
  failureOf?(error: unknown, model: string | undefined): AppError | undefined;
}

/** What is looked for, and kept where nothing answers it. */
export const fullQuestionOf = ({ question, understood }: Pick<Turn, 'question' | 'understood'>) =>
  understood ?? question;

/** Which chatbot is asked, of whose account, where that is known. */
export interface Asker {
  chatbot: ChatbotRow;
  account?: PublicChatbot['account'] | undefined;
}

/** Ids order a conversation's messages: the question's is made before the answer's. */
export async function newTurn(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  question: string,
  heard: Language,
  conversation: { id: string; owner_id: string } | undefined,
) {
  const now = clock();
  return {
    question,
    ...(await readInConversation(db, question, heard, conversation)),
    conversation: { id: conversation?.id ?? newId(now), isNew: conversation === undefined },
    questionId: newId(now),
    messageId: newId(now),
    reservationId: newId(now),
  };
}

/** The one that the chatbot answers with, and what its tokens count; undefined where none is configured. */
export async function modelFor({ config, db }: Pick<Context, 'config' | 'db'>, { chatbot, account }: Asker) {
  const { plan } = await planOf(db, config.plans, chatbot.owner_id, account);
  return modelOf(config, plan, chatbot.model);
}

export const lengthOf = (chatbot: ChatbotRow) => chatbot.answer_length;

const isTest = ({ channel }: Turn) => channel === 'test';

/** What may be charged before the answer is, under a cause of its own. */
const preparatoryCharges = ['search', 'reformulation', 'search-again'] as const;
export type PreparatoryCharge = (typeof preparatoryCharges)[number];

/** Under which a test's tokens are charged. */
export const testCauses = (messageId: string): string[] =>
  ['', ...preparatoryCharges.map((name) => `:${name}`)].map((of) => `test:${messageId}${of}`);

/** Caps are about visitors: a test counts towards none. */
export const chargeOf = ({ chatbot, turn }: Pick<Asker, 'chatbot'> & { turn: Turn }) => ({
  ownerId: chatbot.owner_id,
  tokenType: 'message' as const,
  operation: 'chat_completion' as const,
  chatbotId: chatbot.id,
  chatbotName: chatbot.name,
  id: turn.reservationId,
  cause: `${isTest(turn) ? 'test' : 'message'}:${turn.messageId}`,
  ...(isTest(turn) ? {} : { caps: { daily: chatbot.daily_tokens, monthly: chatbot.monthly_tokens } }),
});
