import type {
  AnswerEvent,
  AnswerMode,
  Citation,
  ConversationMessage,
  StatedVisitor,
} from '@parlance/contract/endpoints/embed';
import { readEvents } from '@parlance/contract/event-stream';
import type { Language } from '@parlance/contract/i18n';

export interface Question {
  text: string;
  conversationId?: string;
  visitorToken?: string;
  language: Language;
  visitor?: StatedVisitor;
}

interface EarlierPage {
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

const codeOf = (error: unknown, otherwise = 'network') => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : otherwise;
};

/** A problem says itself when to come back only where there is no header: inside a stream. */
const refusalOf = (problem: Record<string, unknown>, header?: string | null) =>
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

export interface Message {
  /** The server's; absent until it names the answer. */
  id?: string;
  role: 'visitor' | 'chatbot';
  text: string;
  state: 'streaming' | 'done' | 'stopped' | 'failed';
  /** What it answers, when it was asked on this page. */
  question?: string;
  mode?: AnswerMode;
  citations?: Citation[];
  /** What may be asked instead, where nothing answered. */
  subjects?: string[];
  /** There is nothing to rate. */
  smallTalk?: boolean;
  feedback?: 'up' | 'down';
  /** Why an answer failed. */
  refusal?: Refusal;
}

interface StoredConversation {
  conversationId?: string;
  visitorToken?: string;
}

export interface Conversation {
  readonly messages: readonly Message[];
  readonly busy: boolean;
  /** There is something on the server to resume or erase. */
  readonly started: boolean;
  resume(): Promise<void>;
  ask(text: string): Promise<void>;
  /** The failed or stopped answer is replaced by another try at its question. */
  retry(answer: Message): Promise<void>;
  stop(): void;
  /** Begins a new conversation; the returned function takes it back. */
  restart(): () => void;
  erase(): Promise<void>;
  rate(answer: Message, value: 'up' | 'down'): Promise<void>;
}

/**
 * One visitor's conversation: its messages, and `changed` after each change of one (or of the list). A question is told
 * with its answer. An answer ends once.
 */
export function createConversation(options: {
  publicId: string;
  language: Language;
  transport: Transport;
  /** Who the page says is asking. */
  visitor?(): StatedVisitor | null | undefined;
  changed(message?: Message, hasEnded?: boolean): void;
}): Conversation {
  const { transport, language, changed } = options;
  const key = `parlance:${options.publicId}`;
  let kept: StoredConversation = {};
  let messages: Message[] = [];
  let running: AbortController | undefined;

  try {
    kept = JSON.parse(localStorage.getItem(key) as string) || kept;
  } catch {
    // A visitor or a sandbox may have closed the page's storage: the conversation then lives as long as the page.
  }
  /** Written from the first message on. */
  const keep = (next: StoredConversation) => {
    kept = next;
    try {
      if (kept.visitorToken) localStorage.setItem(key, JSON.stringify(kept));
      else localStorage.removeItem(key);
    } catch {
      // Likewise.
    }
  };

  const receive = async (text: string, answer: Message, signal: AbortSignal) => {
    const question: Question = { text, language, ...kept };
    const stated = options.visitor?.();
    // What the page says may be anything; a question is never refused for it.
    const told = (value: unknown) =>
      value ? `${value}`.slice(0, 200).replace(/[\0\ud800-\udfff]/gu, '') : undefined;
    try {
      if (stated)
        question.visitor = { id: told(stated.id), name: told(stated.name), email: told(stated.email) };
    } catch {
      // A symbol, a property that throws: nothing that can be told.
    }
    for await (const { event, data } of transport.ask(question, signal)) {
      if (event === 'meta') {
        const { messageId, ...ids } = data;
        answer.id = messageId;
        keep(ids);
        continue;
      }
      if (event === 'error') throw refusalOf(data);
      if (event === 'delta') answer.text += data.text;
      else Object.assign(answer, data);
      if (event === 'done') {
        answer.state = 'done';
        return;
      }
      changed(answer);
    }
    throw Error();
  };

  /** Two refusals heal themselves: an expired conversation, and the one just stopped still closing. */
  const attempt = async (text: string, answer: Message, signal: AbortSignal) => {
    for (let tries = 0; ; tries++) {
      try {
        return await receive(text, answer, signal);
      } catch (error) {
        if (signal.aborted || tries > 2) throw error;
        const code = codeOf(error);
        if (code === 'conversation_busy') await new Promise((resolve) => setTimeout(resolve, 800));
        else if (code === 'not_found' && kept.conversationId) keep({});
        else throw error;
      }
    }
  };

  const answerTo = async (text: string) => {
    const answer: Message = { role: 'chatbot', text: '', state: 'streaming', question: text };
    const control = new AbortController();
    running = control;
    messages = [...messages, answer];
    // It is on its way before anything is drawn.
    const answered = attempt(text, answer, control.signal);
    changed(answer);
    try {
      await answered;
    } catch (error) {
      answer.state = control.signal.aborted ? 'stopped' : 'failed';
      answer.refusal = { code: codeOf(error), retryAfter: (error as Partial<Refusal>).retryAfter };
    }
    if (running !== control) return;
    running = undefined;
    changed(answer, true);
  };

  /** What is under way goes with the list it belonged to. */
  const halt = () => {
    running?.abort();
    running = undefined;
  };

  return {
    get messages() {
      return messages;
    },
    get busy() {
      return !!running;
    },
    get started() {
      return !!kept.conversationId;
    },
    async resume() {
      const { conversationId, visitorToken } = kept;
      // Also when it is tried again: what has been asked meanwhile belongs to it.
      if (messages.length || !conversationId) return;
      try {
        let cursor: string | null = '';
        do {
          const earlier: EarlierPage = await transport.resume(conversationId, visitorToken as string, cursor);
          if (kept.conversationId !== conversationId) return;
          const resumed = earlier.messages as (ConversationMessage & Message)[];
          for (const message of resumed) message.state = 'done';
          // What was asked while this was under way stays, after what came before.
          messages = [...resumed, ...messages];
          changed();
          cursor = earlier.nextCursor;
        } while (cursor);
      } catch (error) {
        // Expired or erased elsewhere: begin anew. Anything else may pass; the ids stay.
        if (codeOf(error) === 'not_found') keep({});
      }
    },
    async ask(text) {
      messages = [...messages, { role: 'visitor', text, state: 'done' }];
      await answerTo(text);
    },
    async retry(answer) {
      const others: Message[] = [];
      for (const message of messages) if (message !== answer) others[others.length] = message;
      messages = others;
      changed();
      await answerTo(answer.question ?? '');
    },
    stop() {
      running?.abort();
    },
    restart() {
      halt();
      const before = { kept, messages };
      messages = [];
      keep({ visitorToken: kept.visitorToken });
      changed();
      return () => {
        halt();
        messages = before.messages;
        keep(before.kept);
        changed();
      };
    },
    async erase() {
      halt();
      const { conversationId, visitorToken } = kept;
      try {
        if (conversationId) await transport.erase(conversationId, visitorToken as string);
      } catch (error) {
        if (codeOf(error) !== 'not_found') throw error;
      }
      messages = [];
      keep({});
      changed();
    },
    async rate(answer, value) {
      const before = answer.feedback;
      answer.feedback = value;
      changed(answer);
      try {
        if (answer.id) await transport.rate(answer.id, value, kept.visitorToken ?? '');
      } catch (error) {
        answer.feedback = before;
        changed(answer);
        throw error;
      }
    },
  };
}
