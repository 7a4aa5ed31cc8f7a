import { expect, test } from 'vitest';
import { findSameQuestions, groupQuestions, groupsOf } from './groups.ts';

const asked = (questions: readonly string[], language: 'fr' | 'en' = 'fr') =>
  questions.map((question, at) => ({ id: String(at), question, language }));

const isOne = async (one: string, other: string) => (await groupQuestions(asked([one, other]))).length === 1;

test.each([
  ['Quels sont vos horaires d’ouverture ?', 'quels sont vos horaires d ouverture'],
  ['Quels sont vos horaires d’ouverture ?', 'Bonjour, pouvez-vous me dire vos horaires d’ouverture svp'],
  ['Acceptez-vous les animaux de compagnie ?', 'Acceptez vous un animal de compagnie'],
  ['Quel est le prix du parking ?', 'Combien coûte le parking ?'],
  ['Quel est le prix du parking ?', 'parking prix'],
  ['Comment annuler ma réservation ?', 'annulation de réservation'],
  ['Quelles sont vos heures d’ouverture ?', 'What are your opening hours?'],
  ['What is the price of the parking?', 'Quel est le prix du parking ?'],
  ['Do you deliver to Belgium?', 'Livrez-vous en Belgique ?'],
  ['How can I cancel my booking?', 'Cancel a booking'],
  ['?!', '!?'],
])('%s and %s are one question', async (one, other) => {
  expect(await isOne(one, other)).toBe(true);
  expect(await isOne(other, one)).toBe(true);
});

test.each([
  ['Quel est le prix du parking ?', 'Quel est le prix de la piscine ?'],
  ['Quel est le prix de la chambre double ?', 'Quel est le prix de la chambre simple ?'],
  ['Prix de la chambre 12 en été', 'Prix de la chambre 14 en été'],
  ['Livrez-vous en Belgique ?', 'Livrez-vous en Suisse ?'],
  ['Comment annuler ma réservation ?', 'Comment payer ma réservation ?'],
  ['What are your opening hours?', 'Where is your office?'],
  ['?', 'Bonjour'],
])('%s and %s are two', async (one, other) => {
  expect(await isOne(one, other)).toBe(false);
});

test('groups keep the order of what was asked, and come out alike whatever else was asked', async () => {
  const questions = [
    'Prix du parking ?',
    'Horaires ?',
    'Combien coûte le parking ?',
    'Une piscine ?',
    'horaires',
  ];
  const groups = await groupQuestions(asked(questions));
  expect(groups.map((members) => members.map(({ id }) => id))).toEqual([['0', '2'], ['1', '4'], ['3']]);
});

test('pasted texts and texts without words are told apart by what they are', async () => {
  const story = 'Il était une fois une question très longue qui parlait de tout et de rien. '.repeat(50);
  const groups = await groupQuestions(asked([story, `${story} Et encore.`, '这里可以停车吗', '营业时间']));
  expect(groups.map(({ length }) => length)).toEqual([2, 1, 1]);
});

test('the same questions of a chatbot are grouped once, until another one comes', async () => {
  let reads = 0;
  const counted = asked(['Prix du parking ?', 'Horaires ?', 'Combien coûte le parking ?']).map(
    ({ question, ...rest }) => ({
      ...rest,
      get question() {
        reads += 1;
        return question;
      },
    }),
  );
  const idsOf = async (chatbotId: string, questions: typeof counted) =>
    (await groupsOf(chatbotId, questions)).map((members) => members.map(({ id }) => id));
  const groups = [['0', '2'], ['1']];
  const both = await Promise.all([idsOf('hotel', counted), idsOf('hotel', counted)]);
  expect([both, await idsOf('hotel', counted)]).toEqual([[groups, groups], groups]);
  expect(reads).toBe(3);
  expect(await idsOf('garage', counted.slice(1))).toEqual([['1'], ['2']]);
  expect(await idsOf('hotel', counted.slice(1))).toEqual([['1'], ['2']]);
  expect(reads).toBe(7);
});

test('few questions that take long to read don’t hold up everybody', async () => {
  // One character that is eighteen once it is taken apart.
  const questions = asked(Array.from({ length: 400 }, (_, at) => `${at} ${'ﷺ'.repeat(3900)}`));
  for (const work of [() => groupQuestions(questions), () => findSameQuestions('Parking ?', questions)]) {
    let turns = 0;
    let isOver = false;
    const others = () => {
      turns += 1;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    await work();
    isOver = true;
    expect(turns).toBeGreaterThan(2);
  }
});
