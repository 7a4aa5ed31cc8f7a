import type { AnswerEvent, KnownVisitor } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { AppError } from '../../kit/errors.ts';
import { randomToken } from '../../kit/ids.ts';
import type { PublicChatbot } from '../chatbots/service.ts';
import { detectLanguage } from '../reading/service.ts';
import { answer } from './answering/answer.ts';
import { keepUnanswered, takeBackQuestion } from './turns/chat-queries.ts';
import { messageById } from './turns/queries.ts';
import { newTurn, type Turn } from './turns/turn.ts';
import { hashVisitorToken } from './turns/visitor-token.ts';

export {
  deleteConversationsOfVisitor,
  hasConversation,
  rewriteMessage,
  setThumb,
} from './turns/chat-queries.ts';

/** A question that came by another channel than a website, under ids given before it is asked. */
export interface ChannelQuestion {
  channel: 'telegram' | 'whatsapp';
  text: string;
  questionId: string;
  answerId: string;
  conversation: { id: string; isNew: boolean };
  /** Where the text itself does not say. */
  language: Language;
  visitor: KnownVisitor | undefined;
}

/** The language that a question on a channel is answered in: as its words say, else as its asker is known to speak. */
export const languageOfQuestion = (text: string, otherwise: Language): Language =>
  detectLanguage(text) ?? otherwise;

/**
 * Answers a visitor of a channel by the way of every question. One that was broken off is asked again: what it has stored is taken
 * back, and what was charged for it is not charged again. Throws `temporarily_unavailable` of a chatbot that does not answer.
 */
export async function* answerOnChannel(
  context: Context,
  { chatbot, account }: PublicChatbot,
  question: ChannelQuestion,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const language = languageOfQuestion(question.text, question.language);
  if (chatbot.status !== 'active') throw new AppError('temporarily_unavailable', { language });
  const { conversation, questionId, answerId, channel, visitor } = question;
  await takeBackQuestion(context.db, chatbot.owner_id, questionId);
  const going = conversation.isNew ? undefined : { id: conversation.id, owner_id: chatbot.owner_id };
  const turn: Turn = {
    ...(await newTurn(context, question.text, language, going)),
    conversation,
    questionId,
    messageId: answerId,
    askedBy: 'visitor',
    visitorToken: randomToken(32),
    visitor,
    channel,
  };
  for await (const event of answer(context, { chatbot, account }, turn, signal))
    if (event.event !== 'stored') yield event;
}

/** Keeps a visitor's message that nobody answers just now. */
export const keepQuestion = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { chatbot }: Pick<PublicChatbot, 'chatbot'>,
  question: ChannelQuestion,
) =>
  keepUnanswered(
    db,
    {
      id: question.conversation.id,
      ownerId: chatbot.owner_id,
      chatbotId: chatbot.id,
      channel: question.channel,
      language: languageOfQuestion(question.text, question.language),
      visitor: question.visitor,
      // Nobody holds it: the chat itself opens the conversation.
      tokenHash: hashVisitorToken(randomToken(32)),
    },
    { id: question.questionId, text: question.text },
    clock(),
  );

/** An answer as it was stored; undefined where it was not. */
export async function findAnswer(db: Db, ownerId: string, id: string) {
  const row = await messageById(db, ownerId, id);
  return row?.mode
    ? {
        id: row.id,
        conversationId: row.conversation_id,
        text: row.text,
        mode: row.mode,
        citations: row.citations,
        subjects: row.subjects,
        smallTalk: row.small_talk,
      }
    : undefined;
}
