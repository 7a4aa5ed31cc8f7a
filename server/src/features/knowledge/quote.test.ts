import { expect, test } from 'vitest';
import { type QuestionWord, wordsOf } from './question.ts';
import { quote } from './quote.ts';
import type { RankedPassage } from './search.ts';

/** A question's words as a search would hand them on, all equally rare. */
const asked = (question: string, language: 'fr' | 'en'): QuestionWord[] => {
  const words = wordsOf(question, language, [language]);
  for (const word of words) for (const term of word.terms) Object.assign(term, { rarity: 1, salience: 1 });
  return words;
};

const passage = (question: string, language: 'fr' | 'en', text: string, row?: number): RankedPassage => ({
  id: 'p',
  sourceId: 's',
  ordinal: 0,
  text,
  position: row === undefined ? {} : { row },
  language,
  tokens: 100,
  excluded: false,
  sourceName: 'source',
  url: null,
  score: 1,
  asked: asked(question, language),
});

test('a wide row is told by its name and the cells that the question is about', () => {
  const question = 'What is the dialling code of Norway?';
  const cells = Array.from({ length: 40 }, (_, at) => `Column ${at}: value ${at}`);
  cells.splice(20, 0, 'Dialling code: 47');
  const { answered, sentences } = quote(question, 'en', [
    passage(question, 'en', ['Name: Norway', ...cells].join(' | '), 12),
  ]);
  expect(answered).toBe(true);
  expect(sentences.map(({ text }) => text)).toEqual(['Name: Norway | Dialling code: 47']);
});

test('a narrow row is told whole', () => {
  const question = 'Prix de la chambre double';
  const row = 'Chambre: double | Prix: 148 € | Vue: lac';
  expect(quote(question, 'fr', [passage(question, 'fr', row, 3)]).sentences[0]?.text).toBe(row);
});

test('what speaks of something else answers nothing', () => {
  const question = 'Quelle est la capitale de la Mongolie ?';
  const text = 'Le petit-déjeuner est servi de 7 h à 10 h dans la véranda. Le parking est gratuit.';
  expect(quote(question, 'fr', [passage(question, 'fr', text)])).toEqual({ sentences: [], answered: false });
});
