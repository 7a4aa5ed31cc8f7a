import { expect, test } from 'vitest';
import { sampleChatbot } from '../../../test/chatbot.ts';
import { draftOf } from '../editing/draft.ts';
import { trialInputOf } from './use-trial.ts';

const chatbot = { ...sampleChatbot, systemMessage: 'Bref.', welcomeMessage: '', model: 'petit' };
const saved = draftOf(chatbot);

test('what no answer depends on makes no second answer', () => {
  expect(trialInputOf({ chatbot, draft: saved })).toBeUndefined();
  const draft = { ...saved, name: 'Autre', suggestions: [], dailyTokens: 5, welcomeMessage: 'Bonjour.' };
  expect(trialInputOf({ chatbot, draft })).toBeUndefined();
});

test('only what differs is tried, also what is given up', () => {
  const draft = { ...saved, name: 'Autre', tone: 'warm' as const, model: null };
  expect(trialInputOf({ chatbot, draft })).toEqual({ tone: 'warm', model: null });
});
