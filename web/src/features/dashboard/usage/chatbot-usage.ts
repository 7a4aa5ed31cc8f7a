import type { AnswerOf } from '@parlance/contract/endpoint';
import type { listUsageByChatbot } from '@parlance/contract/endpoints/usage';
import type { Language } from '@parlance/contract/i18n';
import { speak } from '@parlance/contract/i18n';
import { texts } from '../texts.ts';

export type ChatbotUsage = AnswerOf<typeof listUsageByChatbot>['items'][number];

/** A chatbot as its tokens are listed: one that is gone says so, and tokens of none have a name, too. */
export function nameOf({ chatbot, exists }: ChatbotUsage, language: Language): string {
  const t = speak(texts, language);
  if (chatbot === null) return t.unassigned;
  return exists ? chatbot.name : t.deletedChatbot(chatbot.name);
}

export const keyOf = ({ chatbot }: ChatbotUsage) => chatbot?.id ?? 'unassigned';
