import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { expect, test } from 'vitest';
import { sampleChatbot as chatbot } from '../../../test/chatbot.ts';
import { changedPaths, changesOf } from './draft.ts';
import { arrive, beginHistory, choose, discard, edit, redo, store, undo } from './history.ts';

const later = (part: Partial<Chatbot>, minute = 1): Chatbot => ({
  ...chatbot,
  ...part,
  updatedAt: `2026-11-21T10:0${minute}:00.000Z`,
});
const titled = (title: string) => ({ appearance: { ...chatbot.appearance, title } });

test('what is typed on is one step, what is done after a pause another, and each comes back', () => {
  let history = beginHistory(chatbot);
  for (const [at, contact] of ['a', 'ab', 'abc'].entries()) history = edit(history, { contact }, at * 300);
  history = edit(history, { contact: 'abcd' }, 5000);
  history = edit(history, { tone: 'warm' }, 5100);
  expect(undo(history).draft).toMatchObject({ contact: 'abcd', tone: 'neutral' });
  expect(undo(undo(history)).draft.contact).toBe('abc');
  const back = undo(undo(undo(history)));
  expect(changedPaths(back.base, back.draft)).toEqual([]);
  expect(undo(back)).toBe(back);
  expect(redo(redo(back)).draft.contact).toBe('abcd');
});

test('what is discarded can be taken back, however soon it was typed', () => {
  const typed = edit(beginHistory(chatbot), { contact: 'a' }, 0);
  const given = discard(typed);
  expect(changedPaths(given.base, given.draft)).toEqual([]);
  expect(undo(given).draft.contact).toBe('a');
});

test('only what changed is sent, of the appearance too, and images never', () => {
  const history = edit(beginHistory(chatbot), titled('Bienvenue'), 0);
  expect(changesOf(history.base, history.draft)).toEqual({ appearance: { title: 'Bienvenue' } });
  const pictured = arrive(history, later({ appearance: { ...chatbot.appearance, sendIconUrl: '/a.png' } }));
  expect(changesOf(pictured.base, pictured.draft)).toEqual({ appearance: { title: 'Bienvenue' } });
  // Going back in time doesn't bring a removed image back on the screen alone.
  expect(undo(pictured).draft.appearance.sendIconUrl).toBe('/a.png');
});

test('what others change is taken in, and where both changed a field its owner chooses', () => {
  const mine = edit(edit(beginHistory(chatbot), titled('Le mien'), 0), { contact: 'moi' }, 9000);
  const both = arrive(mine, later({ ...titled('Le leur'), tone: 'formal' }));
  expect(both.draft).toMatchObject({ tone: 'formal', contact: 'moi', appearance: { title: 'Le mien' } });
  expect(both.both).toEqual(['appearance.title']);
  expect(choose(both, 'appearance.title', 'mine')).toMatchObject({
    both: [],
    draft: { appearance: { title: 'Le mien' } },
  });
  const theirs = choose(both, 'appearance.title', 'theirs');
  expect(theirs).toMatchObject({ both: [], draft: { contact: 'moi', appearance: { title: 'Le leur' } } });
  expect(changesOf(theirs.base, theirs.draft)).toEqual({ contact: 'moi' });
  // An earlier step knows what has come since.
  expect(undo(both).draft).toMatchObject({ tone: 'formal', contact: '' });
  // Typing what they have typed settles it.
  expect(edit(both, titled('Le leur'), 20_000).both).toEqual([]);
});

test('an answer that was overtaken on its way changes nothing', () => {
  const history = arrive(beginHistory(chatbot), later({ contact: 'neuf' }, 2));
  expect(arrive(history, later({ contact: 'vieux' }, 1))).toBe(history);
});

test('what is typed while it is being saved stays unsaved, and the rest is as the server keeps it', () => {
  const sent = edit(edit(beginHistory(chatbot), { name: ' Accueil  ' }, 0), { contact: 'a' }, 5000);
  const typing = edit(sent, { contact: 'ab' }, 5500);
  const stored = store(typing, sent.draft, later({ name: 'Accueil', contact: 'a' }));
  expect(stored.draft).toMatchObject({ name: 'Accueil', contact: 'ab' });
  expect(changesOf(stored.base, stored.draft)).toEqual({ contact: 'ab' });
});

test('a refusal’s sentence goes when its field is changed, a list’s when the list is', () => {
  const refused = {
    ...beginHistory(chatbot),
    errors: { 'suggestions.0': 'trop long', 'appearance.title': 'trop long', contact: 'non' },
  };
  expect(Object.keys(edit(refused, { suggestions: [] }, 0).errors)).toEqual(['appearance.title', 'contact']);
  expect(Object.keys(edit(refused, titled('x'), 0).errors)).toEqual(['suggestions.0', 'contact']);
});
