import type { ConversationMessage, StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import { readVisitor, receiveAnswer } from './answering.ts';
import type { Message } from './message.ts';
import { type ConversationIds, readIds, storeIds } from './stored-ids.ts';
import { codeOf, type EarlierPage, type Refusal, type Transport } from './transport.ts';

export interface Conversation {
  readonly messages: readonly Message[];
  readonly busy: boolean;
  /** Whether there is something on the server to resume or erase. */
  readonly started: boolean;
  resume(): Promise<void>;
  ask(text: string): Promise<void>;
  /** Replaces the failed or stopped answer by another try at its question. */
  retry(answer: Message): Promise<void>;
  stop(): void;
  /** Begins a new conversation; the returned function takes it back. */
  restart(): () => void;
  erase(): Promise<void>;
  rate(answer: Message, value: 'up' | 'down'): Promise<void>;
}

/**
 * One visitor's conversation: its messages, and `changed` after each change of one (or of the list). A question is
 * reported with its answer. An answer ends once.
 */
export function createConversation(options: {
  publicId: string;
  language: Language;
  transport: Transport;
  /** Who the page says is asking. */
  visitor?(): StatedVisitor | null | undefined;
  changed(message?: Message, hasEnded?: boolean): void;
}): Conversation {
  const { publicId, language, transport, changed } = options;
  let kept = readIds(publicId);
  let messages: Message[] = [];
  let running: AbortController | undefined;

  const keep = (next: ConversationIds) => {
    kept = next;
    storeIds(publicId, next);
  };

  /** Two refusals heal themselves: an expired conversation, and the one just stopped still closing. */
  const attempt = async (text: string, answer: Message, signal: AbortSignal) => {
    for (let tries = 0; ; tries++) {
      try {
        const visitor = readVisitor(options.visitor?.());
        const events = transport.ask({ text, language, ...kept, visitor }, signal);
        return await receiveAnswer(events, answer, keep, changed);
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

  /** Stops what is under way; it goes with the list it belonged to. */
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
