import type { Chatbot } from '@parlance/contract/chatbots';
import { expect, test } from 'vitest';
import { draftOf } from './editing.ts';
import { triedOf } from './use-trial.ts';

const chatbot = {
  name: 'Accueil',
  systemMessage: 'Bref.',
  welcomeMessage: '',
  suggestions: ['Où ?'],
  contact: '',
  privacyUrl: null,
  language: 'fr',
  tone: 'neutral',
  answerLength: 'medium',
  whenUnknown: 'contact',
  model: 'petit',
  temperature: null,
  allowedDomains: [],
  allowApps: false,
  retentionDays: 365,
  dailyTokens: null,
  monthlyTokens: null,
  appearance: { primaryColor: '#000000' },
} as unknown as Chatbot;
const saved = draftOf(chatbot);

test('what no answer depends on makes no second answer', () => {
  expect(triedOf({ chatbot, draft: saved })).toBeUndefined();
  const draft = { ...saved, name: 'Autre', suggestions: [], dailyTokens: 5, welcomeMessage: 'Bonjour.' };
  expect(triedOf({ chatbot, draft })).toBeUndefined();
});

test('only what differs is tried, also what is given up', () => {
  const draft = { ...saved, name: 'Autre', tone: 'warm' as const, model: null };
  expect(triedOf({ chatbot, draft })).toEqual({ tone: 'warm', model: null });
});
