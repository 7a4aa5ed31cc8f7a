import type { LeftOutReason } from '@parlance/contract/left-out';
import { expect, test } from 'vitest';
import { isCourtesy } from './courtesy.ts';
import { Proof } from './proof.ts';
import { provenQuantities, quantitiesIn } from './quantities.ts';

/** Each way of writing it is proved by each other, in either language. */
const alike: string[][] = [
  ['9h', '9 h 00', '9 am', 'neuf heures', '09:00', '9 a.m.'],
  ['19 h', '7 pm', '19:00', '7 p.m.'],
  ['7 h 30', '7:30', 'sept heures et demie', 'half past seven', '7.30 am'],
  ['midi', 'noon', '12 h', '12:00'],
  ['15 août', '15/08', 'August 15', 'the 15th of August', '15 aout'],
  ['1er mai 2024', '01/05/2024', 'May 1, 2024', '2024-05-01'],
  ['1 200 €', '€1,200', 'mille deux cents euros', '1.200 €', '1,200.00 EUR'],
  ['12,50 €', '€12.50', '12€50', '12.5 euros'],
  ['5 %', '5 percent', 'cinq pour cent', '5 per cent'],
  ['3', 'trois', 'three'],
  ['12', 'douze', 'twelve', 'a dozen', 'une douzaine'],
  ['quatre-vingt-dix-sept', '97', 'ninety-seven'],
  ['mille neuf cent quatre-vingt-dix', '1990', '1 990'],
  ['du lundi au vendredi', 'Monday to Friday', 'lundi-vendredi', 'Mon–Fri'],
  ['tous les jours', 'every day', 'daily'],
  ['la moitié', 'half'],
];
test.each(alike)('%s is proved however it is written', (...ways) => {
  for (const said of ways)
    for (const source of ways) {
      const proven = provenQuantities(`De ${source}.`);
      const unproven = quantitiesIn(`À ${said}.`).filter(({ keys }) => !keys.some((key) => proven.has(key)));
      expect([said, source, unproven]).toEqual([said, source, []]);
    }
});

test.each([
  ['9 h', '21 h'],
  ['9 h', '9 h 30'],
  ['15 août', '16 août'],
  ['15 août', '15 avril'],
  ['12 €', '12 £'],
  ['12 €', '1,2 €'],
  ['5 %', '5 €'],
  ['mardi', 'mercredi'],
  ['tous les jours', 'du lundi au samedi'],
  ['24h/24', 'de 8 h à 20 h'],
  ['samedi', 'du lundi au vendredi'],
])('%s is not proved by %s', (said, source) => {
  const proven = provenQuantities(source);
  expect(quantitiesIn(said).every(({ keys }) => keys.some((key) => proven.has(key)))).toBe(false);
});

test.each(['un chien', 'a dog', 'une fois', 'one day you may come', 'un vélo neuf'])(
  '%s names no quantity',
  (text) => {
    expect(quantitiesIn(text)).toEqual([]);
  },
);

const passages = [
  {
    text: `Nos amis les bêtes

Les chiens sont admis dans les chambres pour 8 € la nuit, mais pas à la piscine. Les chats ne sont pas admis.

L’abri à vélos est gratuit. Le parking de la gare coûte 6 € par jour, celui de la cour 11 € la nuit.
Le café est ouvert tous les jours sauf le lundi, de 9 h à 18 h. Mme Morel donne des cours de yoga le mardi.`,
    language: 'fr' as const,
    position: { heading: 'Nos amis les bêtes' },
    sourceName: 'maison.txt',
  },
  {
    text: `Is the sauna included?
No, the sauna costs £9. Only adults may use it.

Can I pay by card?
Yes, from £10.`,
    language: 'en' as const,
    position: {},
    sourceName: 'faq.txt',
  },
  {
    text: 'Le gâteau est préparé sans gluten le matin.',
    language: 'fr' as const,
    position: {},
    sourceName: 'carte.txt',
  },
  {
    text: `Les garanties s’appliquent en France métropolitaine toute l’année et dans les pays voisins pendant 60 jours. L’assistance ne fonctionne qu’en France métropolitaine.`,
    language: 'fr' as const,
    position: {},
    sourceName: 'assurance.txt',
  },
  {
    text: `The sauna and steam room are open every day from noon until the gym closes.
A lost key must be replaced at the desk at once, and a lost key costs members nothing.`,
    language: 'en' as const,
    position: {},
    sourceName: 'club.txt',
  },
];
const judged: [sentence: string, language: 'fr' | 'en', cited: number, reason: LeftOutReason | undefined][] =
  [
    ['Oui, votre chien est admis dans la chambre pour huit euros par nuit.', 'fr', 1, undefined],
    ['Dogs are admitted in the rooms for €8 a night.', 'en', 1, undefined],
    ['Les chats ne sont pas admis.', 'fr', 1, undefined],
    ['The cake is gluten-free.', 'en', 3, undefined],
    ['Le gâteau est sans gluten.', 'fr', 3, undefined],
    ['Le gâteau contient du gluten.', 'fr', 3, 'claim'],
    ['L’abri à vélos est gratuit.', 'fr', 1, undefined],
    ['Le parking de la gare coûte 6 € par jour.', 'fr', 1, undefined],
    ['Le mardi, Mme Morel donne des cours de yoga.', 'fr', 1, undefined],
    ['Le café est ouvert le mercredi à partir de 9 h.', 'fr', 1, undefined],
    ['Le café est fermé le lundi.', 'fr', 1, undefined],
    ['Le sauna n’est pas compris, il coûte 9 £.', 'fr', 2, undefined],
    ['You can pay by card from £10.', 'en', 2, undefined],
    ['Les chiens sont admis dans les chambres pour 9 € la nuit.', 'fr', 1, 'amount'],
    ['Les chats sont admis pour 8 € la nuit.', 'fr', 1, 'words'],
    ['Les chats sont admis.', 'fr', 1, 'claim'],
    ['Les chiens ne sont pas admis dans les chambres.', 'fr', 1, 'claim'],
    ['Le parking de la gare est gratuit.', 'fr', 1, 'claim'],
    ['Le parking de la gare coûte 11 € la nuit.', 'fr', 1, 'amount'],
    ['Le café est ouvert le lundi.', 'fr', 1, 'claim'],
    ['Le café est ouvert tous les jours.', 'fr', 1, 'claim'],
    ['Mme Duval donne des cours de yoga le mardi.', 'fr', 1, 'name'],
    ['Seuls les chiens sont admis dans les chambres.', 'fr', 1, 'claim'],
    [
      'Les chiens sont admis dans les chambres et reçoivent un panier, des friandises et une balade.',
      'fr',
      1,
      'words',
    ],
    ['The sauna is included.', 'en', 2, 'claim'],
    ['Children swim with dolphins.', 'en', 2, 'words'],
    ['The sauna costs £9.', 'en', 1, 'amount'],
    ['The sauna costs £9.', 'en', 7, 'uncited'],
    ['Pendant 60 jours, les garanties s’appliquent dans les pays voisins.', 'fr', 4, undefined],
    [
      'L’assistance s’applique en France métropolitaine toute l’année et dans les pays voisins pendant 60 jours.',
      'fr',
      4,
      'words',
    ],
    ['The steam room is open every day from noon until the gym closes.', 'en', 5, undefined],
    [
      'A lost key must be replaced at the desk at once, and a lost key costs members nothing.',
      'en',
      5,
      undefined,
    ],
    ['L’assistance ne fonctionne qu’en France métropolitaine.', 'fr', 4, undefined],
  ];
test.each(judged)('“%s” (%s, [%i]): %s', (sentence, language, cited, reason) => {
  expect(new Proof(passages, language, []).judge(sentence, [cited])).toBe(reason);
});

test('what day it is may be said, but not instead of the days of the passages', () => {
  const moment = 'It is Sunday 22 November 2026.';
  const proof = new Proof(passages, 'fr', [], moment);
  const said = (sentence: string) => proof.judge(sentence, [2]);
  expect(said('Aujourd’hui, dimanche 22 novembre, le sauna coûte 9 £.')).toBeUndefined();
  expect(new Proof(passages, 'fr', []).judge('Aujourd’hui, dimanche, le sauna coûte 9 £.', [2])).toBe('date');
  expect(said('Le sauna coûte 22 £.')).toBe('amount');
});

test('courtesy is known in both languages, and nothing else is courtesy', () => {
  for (const sentence of [
    'Bien sûr !',
    'Oui, bien sûr.',
    'Bonjour !',
    'Avec plaisir !',
    'N’hésitez pas à me poser d’autres questions.',
    'Je reste à votre disposition pour toute question.',
    'Bonne journée !',
    'Souhaitez-vous en savoir plus ?',
    'Je suis désolé, je n’ai pas trouvé cette information.',
    'I hope this helps.',
    'Let me know if you need anything else!',
    'You’re welcome!',
    'Is there anything else I can help you with?',
    'If you have any other questions, feel free to ask.',
    '😊',
  ])
    expect([sentence, isCourtesy(sentence)]).toEqual([sentence, true]);
  for (const sentence of [
    'Oui, les chiens sont admis.',
    'Le spa est ouvert.',
    'Bien sûr, le parking est compris.',
    'We are open on Sundays.',
    'Merci de payer à la réception.',
    'Bonjour, le café ferme tôt.',
  ])
    expect([sentence, isCourtesy(sentence)]).toEqual([sentence, false]);
});
