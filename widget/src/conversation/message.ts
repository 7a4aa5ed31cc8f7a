import type { AnswerMode, Citation } from '@parlance/contract/endpoints/embed';
import type { Refusal } from './transport.ts';

export interface Message {
  /** The server's id; absent until it names the answer. */
  id?: string;
  role: 'visitor' | 'chatbot';
  text: string;
  state: 'streaming' | 'done' | 'stopped' | 'failed';
  /** The question that it answers, when it was asked on this page. */
  question?: string;
  mode?: AnswerMode;
  citations?: Citation[];
  /** Questions that may be asked instead, where nothing answered. */
  subjects?: string[];
  /** Whether it is small talk: there is nothing to rate. */
  smallTalk?: boolean;
  feedback?: 'up' | 'down';
  /** Why an answer failed. */
  refusal?: Refusal;
}
