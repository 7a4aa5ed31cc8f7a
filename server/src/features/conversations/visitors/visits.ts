import type { ConversationMessage } from '@parlance/contract/endpoints/embed';
import type { Context } from '../../../context.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import type { ChatbotRow } from '../../chatbots/service.ts';
import { marksOf } from '../turns/marks.ts';
import { conversationOfVisitor, deleteConversation, messagesOf, setFeedback } from '../turns/queries.ts';
import { hashVisitorToken } from '../turns/visitor-token.ts';

/** A conversation of the visitor: its latest messages, or those before one, in their order. */
export async function resumeConversation(
  context: Context,
  chatbot: ChatbotRow,
  id: string,
  visitorToken: string,
  page: { limit: number; before: string | undefined },
) {
  const conversation = requireFound(
    await conversationOfVisitor(context.db, chatbot.id, id, hashVisitorToken(visitorToken), context.clock()),
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

/** Deletes a conversation of the visitor, with all that was said in it. */
export async function eraseConversation(
  context: Context,
  chatbot: ChatbotRow,
  id: string,
  visitorToken: string,
) {
  const conversation = requireFound(
    await conversationOfVisitor(context.db, chatbot.id, id, hashVisitorToken(visitorToken), context.clock()),
  );
  await deleteConversation(context.db, chatbot.owner_id, conversation.id);
}

/** Keeps a thumb for an answer that the visitor was given. */
export async function rateAnswer(
  context: Context,
  chatbot: ChatbotRow,
  messageId: string,
  visitorToken: string,
  value: 'up' | 'down',
) {
  if (
    !(await setFeedback(
      context.db,
      chatbot.id,
      messageId,
      hashVisitorToken(visitorToken),
      value,
      context.clock(),
    ))
  ) {
    throw new AppError('not_found');
  }
}
