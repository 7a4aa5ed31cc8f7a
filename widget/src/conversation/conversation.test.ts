import type { AnswerEvent, StatedVisitor } from '@parlance/contract/endpoints/embed';
import { beforeEach, expect, test } from 'vitest';
import { createConversation } from './conversation.ts';
import { createRefusal, type Question, type Transport } from './transport.ts';

type Step = AnswerEvent | Error;

const meta: AnswerEvent = {
  event: 'meta',
  data: { conversationId: 'c1', messageId: 'm1', visitorToken: 'secret' },
};
const delta = (text: string): AnswerEvent => ({ event: 'delta', data: { text } });
const done: AnswerEvent = { event: 'done', data: { mode: 'generated', messageTokens: 3 } };

function conversationOf(answers: Step[][], visitor?: () => StatedVisitor) {
  const questions: Question[] = [];
  const calls: string[] = [];
  const transport: Transport = {
    async *ask(question) {
      questions.push(question);
      for (const step of answers.shift() ?? []) {
        if (step instanceof Error) throw step;
        yield step;
      }
    },
    // The latest page first.
    resume: async (_id, _token, cursor) =>
      cursor === ''
        ? {
            messages: [
              {
                id: 'm1',
                role: 'chatbot',
                text: 'Réponse',
                createdAt: '2026-01-01T00:00:01Z',
                mode: 'quoted',
              },
            ],
            nextCursor: 'before m1',
          }
        : {
            messages: [{ id: 'm0', role: 'visitor', text: 'Avant', createdAt: '2026-01-01T00:00:00Z' }],
            nextCursor: null,
          },
    erase: async (id, token) => void calls.push(`erase ${id} ${token}`),
    rate: async (id, value, token) => {
      calls.push(`rate ${id} ${value} ${token}`);
      if (value === 'down') throw createRefusal('internal');
    },
  };
  const conversation = createConversation({
    publicId: 'bot',
    language: 'fr',
    transport,
    visitor,
    changed: () => {},
  });
  return { conversation, transport, questions, calls };
}

const key = 'parlance:bot';
beforeEach(() => localStorage.clear());

test('keeps nothing until the first message is received, then only its ids', async () => {
  const { conversation, questions } = conversationOf([
    [meta, delta('Bon'), delta('jour'), done],
    [meta, done],
  ]);
  expect(localStorage.length).toBe(0);
  await conversation.ask('Salut');
  expect(conversation.messages.map(({ text, state }) => [text, state])).toEqual([
    ['Salut', 'done'],
    ['Bonjour', 'done'],
  ]);
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({
    conversationId: 'c1',
    visitorToken: 'secret',
  });
  await conversation.ask('Encore');
  expect(questions).toEqual([
    { text: 'Salut', language: 'fr' },
    { text: 'Encore', language: 'fr', conversationId: 'c1', visitorToken: 'secret' },
  ]);
});

test('a refusal or a cut connection leaves the question, and a retry replaces the failed answer', async () => {
  const { conversation } = conversationOf([
    [createRefusal('rate_limited', 5)],
    [meta, delta('Il')],
    [meta, delta('Oui'), done],
  ]);
  await conversation.ask('Ouvert ?');
  const limited = conversation.messages[1];
  expect(limited).toMatchObject({ state: 'failed', refusal: { code: 'rate_limited', retryAfter: 5 } });
  if (limited) await conversation.retry(limited);
  const cut = conversation.messages[1];
  expect(cut).toMatchObject({ state: 'failed', text: 'Il', refusal: { code: 'network' } });
  if (cut) await conversation.retry(cut);
  expect(conversation.messages.map(({ text }) => text)).toEqual(['Ouvert ?', 'Oui']);
});

test('an expired conversation begins anew by itself', async () => {
  localStorage.setItem(key, JSON.stringify({ conversationId: 'old', visitorToken: 'old' }));
  const { conversation, questions } = conversationOf([
    [createRefusal('not_found')],
    [meta, delta('Oui'), done],
  ]);
  await conversation.ask('Ouvert ?');
  expect(questions.map(({ conversationId }) => conversationId)).toEqual(['old', undefined]);
  expect(conversation.messages.at(-1)?.text).toBe('Oui');
});

test('resumes, starts again with undo, and erases', async () => {
  localStorage.setItem(key, JSON.stringify({ conversationId: 'c1', visitorToken: 'secret' }));
  const { conversation, calls } = conversationOf([]);
  await conversation.resume();
  expect(conversation.messages.map(({ text }) => text)).toEqual(['Avant', 'Réponse']);
  const undo = conversation.restart();
  expect(conversation.messages).toEqual([]);
  expect(conversation.started).toBe(false);
  undo();
  expect(conversation.messages).toHaveLength(2);
  await conversation.erase();
  expect(calls).toEqual(['erase c1 secret']);
  expect(localStorage.length).toBe(0);
});

test('resumed without a network the conversation stays, and comes with it', async () => {
  const ids = { conversationId: 'c1', visitorToken: 'secret' };
  localStorage.setItem(key, JSON.stringify(ids));
  const { conversation, transport, questions } = conversationOf([[meta, delta('Oui'), done]]);
  const { resume } = transport;
  for (const trouble of [
    new TypeError('Failed to fetch'),
    createRefusal('internal'),
    createRefusal('rate_limited'),
  ]) {
    transport.resume = () => Promise.reject(trouble);
    await conversation.resume();
    expect(conversation.started).toBe(true);
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(ids);
  }
  transport.resume = resume;
  await conversation.resume();
  expect(conversation.messages.map(({ text }) => text)).toEqual(['Avant', 'Réponse']);
  await conversation.ask('Ouvert ?');
  expect(questions).toMatchObject([ids]);
});

test('what is asked while the conversation resumes stands after what came before', async () => {
  localStorage.setItem(key, JSON.stringify({ conversationId: 'c1', visitorToken: 'secret' }));
  const { conversation, transport } = conversationOf([[meta, delta('Oui'), done]]);
  const { resume } = transport;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  transport.resume = async (...ids) => {
    await arrived;
    return resume(...ids);
  };
  const resuming = conversation.resume();
  await conversation.ask('Ouvert ?');
  arrive();
  await resuming;
  expect(conversation.messages.map(({ text }) => text)).toEqual(['Avant', 'Réponse', 'Ouvert ?', 'Oui']);
});

test('feedback that could not be sent is taken back', async () => {
  const { conversation, calls } = conversationOf([[meta, delta('Oui'), done]]);
  await conversation.ask('Ouvert ?');
  const answer = conversation.messages[1];
  if (!answer) throw new Error('no answer');
  await conversation.rate(answer, 'up');
  await expect(conversation.rate(answer, 'down')).rejects.toThrow();
  expect(answer.feedback).toBe('up');
  expect(calls).toEqual(['rate m1 up secret', 'rate m1 down secret']);
});

test('whatever the page says of its visitor, no question is refused for it', async () => {
  const stated: unknown[] = [
    { id: 7, name: `Zoé\0${'é'.repeat(900)}`, email: '' },
    { name: Symbol('nobody') },
    {
      get id() {
        throw new Error('broken by the page');
      },
    },
  ];
  const visitors = [...stated];
  const { conversation, questions } = conversationOf(
    stated.map(() => [meta, done]),
    () => visitors.shift() as StatedVisitor,
  );
  for (const _ of stated) await conversation.ask('Salut');
  expect(conversation.messages.map(({ state }) => state)).toEqual(Array(6).fill('done'));
  expect(questions.map(({ visitor }) => visitor)).toEqual([
    { id: '7', name: `Zoé${'é'.repeat(196)}`, email: undefined },
    undefined,
    undefined,
  ]);
});

test('a server that stops in the middle says when to come back', async () => {
  const stopping: AnswerEvent = {
    event: 'error',
    data: { type: 'about:blank', title: 'Indisponible', status: 503, code: 'unavailable', retry: 5 },
  };
  const { conversation } = conversationOf([[meta, delta('Il'), stopping]]);
  await conversation.ask('Salut');
  expect(conversation.messages[1]).toMatchObject({
    state: 'failed',
    refusal: { code: 'unavailable', retryAfter: 5 },
  });
});
