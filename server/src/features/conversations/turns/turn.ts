import type { StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { modelOf, planOf } from '../../billing/service.ts';
import type { ChatbotRow, PublicChatbot } from '../../chatbots/service.ts';
import type { EarlierAnswer } from '../../knowledge/service.ts';
import type { SmallTalk } from '../small-talk/recognition.ts';
import { readInConversation } from './context.ts';

/**
 * A visitor; a program with a key of the chatbot's owner, which asks for people of its own; the owner, who tests it; or a run of the
 * owner's checks, which nobody watches.
 */
type AskedBy = 'visitor' | 'program' | 'tester' | 'check';

/** Who asks what, in which conversation. */
export interface Turn {
  question: string;
  /** The question in full, where it goes on from what was said before. */
  understood: string | undefined;
  /** What was spoken of before, where the question may be about that. */
  before?: string | undefined;
  /** What the question before was answered with, where this one may go on from that. */
  earlier?: EarlierAnswer | undefined;
  questionId: string;
  messageId: string;
  /** The id of its reservation: of tokens for the search first, then for the answer. */
  reservationId: string;
  conversation: { id: string; isNew: boolean };
  language: Language;
  askedBy: AskedBy;
  visitorToken: string;
  /** Where it was asked, if not on a website. */
  channel?: 'telegram' | 'whatsapp';
  /** What it is about where it asks nothing of the sources. */
  talk: SmallTalk | undefined;
  /** Who the page says is asking: kept for the owner, told to no model. */
  visitor?: StatedVisitor | undefined;
}

/** What is looked for, and kept where nothing answers it. */
export const fullQuestionOf = ({ question, understood }: Pick<Turn, 'question' | 'understood'>) =>
  understood ?? question;

/** Which chatbot is asked, of whose account, where that is known. */
export interface Addressee {
  chatbot: ChatbotRow;
  account?: PublicChatbot['account'] | undefined;
}

/**
 * A turn in a conversation, or in one that it begins; small talk knows its language better than `language` does. Ids order a
 * conversation's messages: the question's is made before the answer's.
 */
export async function newTurn(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  question: string,
  language: Language,
  conversation: { id: string; owner_id: string } | undefined,
) {
  const now = clock();
  const intent = await readInConversation(db, question, language, conversation);
  return {
    question,
    ...intent,
    language: intent.talk?.language ?? language,
    conversation: { id: conversation?.id ?? newId(now), isNew: conversation === undefined },
    questionId: newId(now),
    messageId: newId(now),
    reservationId: newId(now),
  };
}

/** The model that the chatbot answers with, and the factor of its tokens; undefined where none is configured. */
export async function modelFor(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { chatbot, account }: Addressee,
) {
  const { plan } = await planOf(db, config.plans, chatbot.owner_id, account);
  return modelOf(config, plan, chatbot.model);
}

export const lengthOf = (chatbot: ChatbotRow) => chatbot.answer_length;

export const isTest = ({ askedBy }: Turn) => askedBy === 'tester' || askedBy === 'check';

/** Answers that one visitor, or a tester, may wait for at once (security S5.6); a program waits for those of many. */
export const maxRunningAnswers = 3;
export const maxRunningOfProgram = 10;

/** Charges that may be made before the answer's, under causes of their own. */
const preparatoryCharges = ['search', 'reformulation', 'search-again'] as const;
export type PreparatoryCharge = (typeof preparatoryCharges)[number];

/** The cause under which an answer is charged. */
export const causeOf = (askedBy: 'visitor' | 'test', messageId: string) =>
  `${askedBy === 'visitor' ? 'message' : 'test'}:${messageId}`;

/** The causes under which a test's tokens are charged. */
export const testCauses = (messageId: string): string[] =>
  ['', ...preparatoryCharges.map((name) => `:${name}`)].map((of) => `${causeOf('test', messageId)}${of}`);

/** Caps are about whom a chatbot serves: a test counts towards none. */
export const chargeOf = ({ chatbot, turn }: Pick<Addressee, 'chatbot'> & { turn: Turn }) => ({
  ownerId: chatbot.owner_id,
  tokenType: 'message' as const,
  operation: turn.askedBy === 'program' ? ('api_call' as const) : ('chat_completion' as const),
  chatbotId: chatbot.id,
  chatbotName: chatbot.name,
  id: turn.reservationId,
  cause: causeOf(isTest(turn) ? 'test' : 'visitor', turn.messageId),
  ...(isTest(turn) ? {} : { caps: { daily: chatbot.daily_tokens, monthly: chatbot.monthly_tokens } }),
});
