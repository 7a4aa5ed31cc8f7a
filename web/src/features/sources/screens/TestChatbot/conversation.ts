import type { AnswerMode, Citation } from '@parlance/contract/endpoints/embed';
import {
  type ConsideredPassage,
  listTestMessages,
  type TestMessage,
} from '@parlance/contract/endpoints/test-answers';
import type { FallbackReason, LedgerPart } from '@parlance/contract/endpoints/usage';
import type { LeftOut } from '@parlance/contract/left-out';
import { call, ProblemError } from '../../../../lib/calls/api.ts';
import { queryClient } from '../../../../lib/queries/query-client.ts';
import { createStore, type Store } from '../../../../lib/storage/store.ts';
import { testAnswer } from '../../../answers/test-answer.ts';
import { citedSourceOf } from '../../cited.ts';

export interface Exchange {
  key: number;
  question: string;
  /** The question in full, where it goes on from what was said before. */
  understood?: string | undefined;
  text: string;
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  mode?: AnswerMode;
  /** Questions that are offered instead. */
  subjects?: readonly string[] | undefined;
  smallTalk?: boolean | undefined;
  citations: readonly Citation[];
  passages: readonly ConsideredPassage[];
  leftOut?: readonly LeftOut[];
  tokens?: number;
  parts?: readonly LedgerPart[] | undefined;
  seconds?: number;
  fallback?: FallbackReason | undefined;
  error?: unknown;
  /** The state of the sources when it was answered; unknown for an answer of an earlier visit. */
  sources?: string;
}

interface TestConversation {
  id?: string;
  exchanges: readonly Exchange[];
}

/** Tests of this page's life, by chatbot: an answer goes on while its asker looks at a source. */
const conversations = new Map<string, Store<TestConversation>>();
const running = new Map<string, AbortController>();
let nextKey = 1;

export function testsOf(chatbotId: string): Store<TestConversation> {
  const known = conversations.get(chatbotId) ?? createStore<TestConversation>({ exchanges: [] });
  conversations.set(chatbotId, known);
  return known;
}

function change(chatbotId: string, key: number, part: Partial<Exchange>) {
  const store = testsOf(chatbotId);
  const { exchanges, ...rest } = store.get();
  store.set({ ...rest, exchanges: exchanges.map((one) => (one.key === key ? { ...one, ...part } : one)) });
}

/** The messages of the newest conversation, the newest first, as questions with their answers. */
export function exchangesOf(messages: readonly TestMessage[]): TestConversation {
  const id = messages[0]?.conversationId;
  const exchanges: Exchange[] = [];
  for (const message of messages.filter(({ conversationId }) => conversationId === id).reverse()) {
    if (message.role === 'visitor') {
      exchanges.push({
        key: nextKey++,
        question: message.text,
        understood: message.understood,
        text: '',
        // Without an answer behind it: it broke off.
        state: 'stopped',
        citations: [],
        passages: [],
      });
      continue;
    }
    const asked = exchanges.at(-1);
    if (!asked) continue;
    const {
      text,
      mode,
      citations = [],
      passages = [],
      leftOut,
      subjects,
      smallTalk,
      tokens,
      parts,
      fallback,
    } = message;
    Object.assign(asked, {
      state: 'done',
      text,
      mode,
      citations,
      passages,
      leftOut,
      subjects,
      smallTalk,
      tokens,
      parts,
      fallback,
    } satisfies Partial<Exchange>);
  }
  return { id, exchanges };
}

/** Loads the last tests, unless something was asked in the meantime. */
export async function resumeTests(chatbotId: string): Promise<void> {
  const { items } = await call(listTestMessages, { params: { chatbotId } });
  const store = testsOf(chatbotId);
  if (store.get().exchanges.length === 0 && !restarted.has(chatbotId)) store.set(exchangesOf(items));
}

/** Chatbots whose tests were begun anew on this page: the old ones don't come back by themselves. */
const restarted = new Set<string>();

export function restartTests(chatbotId: string) {
  stopTest(chatbotId);
  restarted.add(chatbotId);
  testsOf(chatbotId).set({ exchanges: [] });
  citedSourceOf(chatbotId).set(undefined);
}

export const stopTest = (chatbotId: string) => running.get(chatbotId)?.abort();

/** Asks, and follows the answer to its end. `sources` is their state now. */
export async function askTest(chatbotId: string, question: string, sources: Promise<string>): Promise<void> {
  const store = testsOf(chatbotId);
  const key = nextKey++;
  const controller = new AbortController();
  running.set(chatbotId, controller);
  const { id, exchanges } = store.get();
  const asked: Exchange = { key, question, text: '', state: 'waiting', citations: [], passages: [] };
  store.set({ id, exchanges: [...exchanges, asked] });
  // Who asks at once does so before that is known; where it can't be, the answer never counts as out of date.
  sources.then(
    (known) => change(chatbotId, key, { sources: known }),
    () => {},
  );
  const began = performance.now();
  try {
    for await (const told of testAnswer(
      chatbotId,
      { text: question, conversationId: id },
      controller.signal,
    )) {
      if (told.event === 'meta') {
        store.set({ ...store.get(), id: told.data.conversationId });
        change(chatbotId, key, { understood: told.data.understood });
      } else if (told.event === 'delta') {
        const before = store.get().exchanges.find((one) => one.key === key)?.text ?? '';
        change(chatbotId, key, { state: 'streaming', text: before + told.data.text });
      } else if (told.event === 'citations') change(chatbotId, key, told.data);
      else if (told.event === 'passages') {
        change(chatbotId, key, told.data);
        const [first] = store.get().exchanges.find((one) => one.key === key)?.citations ?? [];
        const cited = told.data.passages.find(({ id }) => id === first?.passageId);
        citedSourceOf(chatbotId).set(cited?.sourceId);
      } else if (told.event === 'done') {
        const { messageTokens: tokens, ...marks } = told.data;
        change(chatbotId, key, {
          state: 'done',
          ...marks,
          tokens,
          seconds: (performance.now() - began) / 1000,
        });
      } else throw new ProblemError(told.data.code, told.data.status, { problem: told.data });
    }
    const ended = store.get().exchanges.find((one) => one.key === key);
    // A stream that ends without its last word was cut.
    if (ended && ended.state !== 'done') throw new ProblemError('network_error', 0);
  } catch (error) {
    if (controller.signal.aborted) change(chatbotId, key, { state: 'stopped' });
    else change(chatbotId, key, { state: 'failed', error });
  } finally {
    if (running.get(chatbotId) === controller) running.delete(chatbotId);
    void queryClient.invalidateQueries({ queryKey: ['usage'] });
  }
}
