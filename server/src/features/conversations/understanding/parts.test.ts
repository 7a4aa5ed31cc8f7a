import { expect, test } from 'vitest';
import { questionsIn } from './parts.ts';

test.each([
  ['Vous ouvrez quand, et c’est combien ?', ['Vous ouvrez quand', 'c’est combien ?']],
  ['Is breakfast included? How much is it?', ['Is breakfast included?', 'How much is it?']],
  ['louer une tente, quel prix et quel délai', ['louer une tente, quel prix', 'quel délai']],
  ['la sauna c’est où et quand', ['la sauna c’est où', 'quand']],
  ['On vient à douze, faut-il réserver et le prix ?', ['On vient à douze, faut-il réserver', 'le prix ?']],
  ['do you deliver on saturdays and what does it cost', ['do you deliver on saturdays', 'what does it cost']],
  ['Merci ! Quels sont vos tarifs ? Ça se réserve ?', ['Quels sont vos tarifs ?', 'Ça se réserve ?']],
  ['combien, quand, où, comment ?', ['combien', 'quand', 'où, comment ?']],
])('%s asks several things', (message, questions) => {
  expect(questionsIn(message)).toEqual(questions);
});

test.each([
  'À quelle heure mangent les petits et les grands ?',
  'On peut payer en plusieurs fois, et par carte ?',
  'J’ai rendez-vous lundi à 9 h, jusqu’à quand puis-je le décaler ?',
  'Ma fille a 3 ans, elle paie ?',
  'Un enfant qui a 3 ans et son frère paient combien ?',
  'Que faire quand je pars, et que je reviens tard ?',
  'What happens if I lose my card and find it again?',
  'un casque et des gants',
  '?',
  '',
])('%s asks one, if any', (message) => {
  expect(questionsIn(message)).toEqual([message.trim()]);
});

test('whatever is written, there are three at most, found at once', () => {
  for (const text of ['? '.repeat(2000), 'quand, '.repeat(500), ', et '.repeat(1000), ' '.repeat(4000)])
    expect(questionsIn(text).length).toBeLessThanOrEqual(3);
});
