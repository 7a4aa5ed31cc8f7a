import type { AnswerEvent, ConversationMessage, StatedVisitor } from '@parlance/contract/endpoints/embed';
import { readEvents } from '@parlance/contract/event-stream';
import type { Language } from '@parlance/contract/i18n';

export interface Question {
  text: string;
  conversationId?: string;
  visitorToken?: string;
  language: Language;
  visitor?: StatedVisitor;
}

export interface EarlierPage {
  messages: ConversationMessage[];
  nextCursor: string | null;
}

/** How a panel reaches its chatbot. A refusal throws what `refuse` makes; a lost connection any other error. */
export interface Transport {
  ask(question: Question, signal: AbortSignal): AsyncIterable<AnswerEvent>;
  /** The latest page of messages, or the one that a cursor leads to. */
  resume(conversationId: string, visitorToken: string, cursor: string): Promise<EarlierPage>;
  erase(conversationId: string, visitorToken: string): Promise<void>;
  rate(messageId: string, value: 'up' | 'down', visitorToken: string): Promise<void>;
}

/** Why there is no answer, and after how many seconds another try makes sense. */
export interface Refusal {
  code: string;
  retryAfter?: number;
}

/** Known by its `code`, not by its class: what throws one, the preview's page, may be another script than what catches it. */
export const createRefusal = (code: string, retryAfter = 0) =>
  Object.assign(new Error(code), { code, retryAfter });

/** The code of a refusal; of any other error, `otherwise`. */
export const codeOf = (error: unknown, otherwise = 'network') => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : otherwise;
};

/** The refusal of a problem that the server answered. It says itself when to come back only where there is no header: inside a stream. */
export const refusalOf = (problem: Record<string, unknown>, header?: string | null) =>
  createRefusal(codeOf(problem, 'internal'), Number(problem.retry ?? header) || 0);

export function createHttpTransport(address: string): Transport {
  const call = async (path: string, init: RequestInit) => {
    const answer = await fetch(address + path, { ...init, credentials: 'omit' });
    if (answer.ok) return answer;
    throw refusalOf(await answer.json().catch(() => ({})), answer.headers.get('Retry-After'));
  };
  const send = (path: string, body: object, signal?: AbortSignal) =>
    // As a blob, which has no media type: the browser then asks no leave with a round trip of its own first.
    call(path, { method: 'POST', body: new Blob([JSON.stringify(body)]), signal });
  const conversation = (id: string) => `/conversations/${id}`;
  return {
    async *ask(question, signal) {
      const answer = await send('/messages', question, signal);
      if (answer.body) yield* readEvents(answer.body);
    },
    async resume(id, token, cursor) {
      const query = `?limit=100${cursor && '&cursor='}${cursor}`;
      return (await call(conversation(id) + query, { headers: { 'X-Visitor-Token': token } })).json();
    },
    async erase(id, token) {
      await call(conversation(id), { method: 'DELETE', headers: { 'X-Visitor-Token': token } });
    },
    async rate(id, value, visitorToken) {
      await send(`/messages/${id}/feedback`, { value, visitorToken });
    },
  };
}
