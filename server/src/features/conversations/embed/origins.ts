import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { listOwnOrigins } from '../../../kit/http/server/origins.ts';
import {
  type ChatbotRow,
  getPublicChatbot,
  isDomainAllowed,
  type PublicChatbot,
  recordPageRefused,
} from '../../chatbots/service.ts';

/** The origin of the page that asks, or of the one that it came from, as the browser states it. */
export function originOf(request: FastifyRequest): string | undefined {
  if (request.headers.origin !== undefined) return request.headers.origin;
  const { referer } = request.headers;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

/** The headers that let the page that asks read the answer, and no other. */
export const corsFor = (chatbot: ChatbotRow, request: FastifyRequest): Record<string, string> => {
  const { origin } = request.headers;
  const isOpen = chatbot.allowed_domains.length === 0;
  return {
    ...(isOpen || origin !== undefined
      ? { 'access-control-allow-origin': isOpen ? '*' : (origin as string) }
      : {}),
    'access-control-expose-headers': 'retry-after',
    vary: 'origin',
  };
};

/** Finds the chatbot and lets the page in, or refuses; the answer is readable by that page alone. */
export async function admitPage(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  publicId: string,
): Promise<PublicChatbot> {
  const own = listOwnOrigins(context.config);
  // That there is no such chatbot, any page may read: its widget then asks no more.
  reply.header('access-control-allow-origin', '*');
  const { chatbot, account } = await getPublicChatbot(context.db, publicId);
  reply.removeHeader('access-control-allow-origin');
  if (!isDomainAllowed(chatbot, originOf(request), own)) {
    recordPageRefused(context, chatbot, originOf(request), own);
    throw new AppError('domain_not_allowed');
  }
  reply.headers(corsFor(chatbot, request)).header('cache-control', 'no-store');
  return { chatbot, account };
}
