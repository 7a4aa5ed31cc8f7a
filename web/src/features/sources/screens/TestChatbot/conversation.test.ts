import type { TestMessage } from '@parlance/contract/endpoints/test-answers';
import { expect, test } from 'vitest';
import { exchangesOf } from './conversation.ts';

const message = (id: string, conversationId: string, more: Partial<TestMessage>): TestMessage => ({
  id,
  conversationId,
  role: 'visitor',
  text: id,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});
const answer = (id: string, conversationId: string) =>
  message(id, conversationId, { role: 'chatbot', mode: 'quoted', citations: [], tokens: 7, passages: [] });

test('the newest conversation is taken up again, in its order; older ones are over', () => {
  const { id, exchanges } = exchangesOf([
    { ...answer('a3', 'new'), subjects: ['Tarifs'], smallTalk: true },
    message('q3', 'new', { understood: 'q2: q3' }),
    answer('a1', 'old'),
    answer('a2', 'new'),
    message('q2', 'new', {}),
    message('q1', 'old', {}),
  ]);
  expect(id).toBe('new');
  expect(
    exchanges.map(({ question, understood, text, state, mode, tokens }) => [
      question,
      understood,
      text,
      state,
      mode,
      tokens,
    ]),
  ).toEqual([
    ['q2', undefined, 'a2', 'done', 'quoted', 7],
    ['q3', 'q2: q3', 'a3', 'done', 'quoted', 7],
  ]);
  expect(exchanges[1]).toMatchObject({ subjects: ['Tarifs'], smallTalk: true });
});

test('a question whose answer broke off is shown without one, and an answer without its question is not', () => {
  const { exchanges } = exchangesOf([message('q2', 'c', {}), answer('a1', 'c')]);
  expect(exchanges.map(({ question, state }) => [question, state])).toEqual([['q2', 'stopped']]);
  expect(exchangesOf([])).toEqual({ id: undefined, exchanges: [] });
});
