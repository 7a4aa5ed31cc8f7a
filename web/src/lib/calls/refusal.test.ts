import { expect, test } from 'vitest';
import { language } from '../language/language.ts';
import { ProblemError } from './api.ts';
import { sentenceOf } from './refusal.ts';

test('an answer that says nothing itself is told by its category', () => {
  language.set('fr');
  const say = (status: number) => sentenceOf(new ProblemError(`http_${status}`, status));
  expect(say(401)).toBe('Vous n’êtes plus connecté.');
  expect(say(403)).toBe('Vous n’avez pas accès à ceci.');
  expect(say(404)).toBe('Introuvable.');
  expect(say(422)).toMatch(/^Ce qui a été envoyé n’est pas valable/);
  expect(say(504)).toMatch(/trop de temps/);
  expect(say(502)).toMatch(/^Le serveur a rencontré une erreur/);
  expect(say(418)).toMatch(/inattendue/);
});
