import { expect, test } from 'vitest';
import { Proof } from '../proof/proof.ts';
import { GroundedText } from './grounding.ts';

const passages = [
  {
    text: 'Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines. Il coûte 13 € par adulte.\n\nLe parking souterrain coûte 12 € par nuit.',
    language: 'fr' as const,
    position: {},
    sourceName: 'guide.txt',
  },
  {
    text: 'Écrivez à desk@hotel.example ou appelez le 04 50 11 22 33. Réservez sur https://hotel.example/tarifs.\n\nChambre: Simple | Prix: 80 €\nChambre: Double | Prix: 120 €',
    language: 'fr' as const,
    position: { heading: 'Tarifs' },
    sourceName: 'tarifs.csv',
  },
];

function run(pieces: string[], allowed: string[] = []) {
  const proof = new Proof(passages, 'fr', ['Où dort-on à Annecy ?', 'Hôtel Bellevue']);
  const grounded = new GroundedText(passages, proof, allowed);
  const deltas = pieces.map((piece) => grounded.take(piece));
  deltas.push(grounded.end());
  const shown = deltas.join('');
  expect(grounded.text).toBe(shown);
  return { shown, deltas: deltas.filter((delta) => delta !== ''), grounded };
}

const letters = (text: string) => [...text];
/** Cut at every place: what is shown must not depend on how a provider cuts its stream. */
const cuts = (text: string) => [[text], letters(text), text.match(/\S+\s*|\s+/g) ?? []];

const told: [name: string, answer: string, shown: string, leftOut: string[]][] = [
  [
    'a sound answer passes as it is',
    'Le petit-déjeuner coûte **13 €** [1]. Le parking coûte 12 € par nuit. [1] Réservez sur https://hotel.example/tarifs [2].',
    'Le petit-déjeuner coûte **13 €** [1]. Le parking coûte 12 € par nuit. [1] Réservez sur https://hotel.example/tarifs [2].',
    [],
  ],
  [
    'what falls leaves no gap',
    'Bien sûr ! Le parking coûte 15 € par nuit [1]. Le petit-déjeuner est servi dès 7 h [1].\n\nLe spa est gratuit [1].\n\nBonne journée !',
    'Bien sûr ! Le petit-déjeuner est servi dès 7 h [1].\n\nBonne journée !',
    ['amount', 'words'],
  ],
  [
    'a list keeps its items that hold, and its lead',
    'Voici les tarifs :\n\n- Chambre simple : 80 € [2]\n- Chambre double : 110 € [2]\n- Chambre double : 120 € [2]\n',
    'Voici les tarifs :\n\n- Chambre simple : 80 € [2]\n- Chambre double : 120 € [2]',
    ['amount'],
  ],
  [
    'the items cite what the lead cites',
    'Voici les tarifs [2] :\n1. Chambre simple : 80 €\n2. Chambre double : 130 €',
    'Voici les tarifs [2] :\n1. Chambre simple : 80 €',
    ['amount'],
  ],
  [
    'a lead without an item that holds',
    'Voici les tarifs :\n- Chambre triple : 200 € [2]',
    '',
    ['amount', 'uncited'],
  ],
  [
    'a lead that says too much',
    'Voici nos 14 tarifs :\n- Chambre simple : 80 € [2]',
    '- Chambre simple : 80 € [2]',
    ['figure'],
  ],
  ['courtesy alone is no answer', 'Bien sûr ! Avec plaisir. Le spa ouvre tôt.', '', ['uncited']],
  [
    'courtesy that names something',
    'Bonjour Madame Dupont ! Le parking coûte 12 € par nuit [1].',
    'Le parking coûte 12 € par nuit [1].',
    ['uncited'],
  ],
  ['a passage that there is not', 'Le parking coûte 12 € par nuit [7].', '', ['uncited']],
  [
    'beside one that there is',
    'Le parking coûte 12 € par nuit [7][1].',
    'Le parking coûte 12 € par nuit[1].',
    [],
  ],
  [
    'a mark behind the point, without a blank',
    'Le parking coûte 12 € par nuit.[1] Il coûte 3 € [1].',
    'Le parking coûte 12 € par nuit.[1]',
    ['amount'],
  ],
  [
    'abbreviations and addresses end no sentence',
    'Le parking souterrain, p. ex., coûte 12 € par nuit, cf. hotel.example [1].',
    'Le parking souterrain, p. ex., coûte 12 € par nuit, cf. hotel.example [1].',
    [],
  ],
  [
    'an address that nobody said',
    'Le parking coûte 12 € par nuit, voir evil.com/x [1]. Appelez le 04 50 11 22 34 [2].',
    '',
    ['address', 'address'],
  ],
  [
    'a link’s name stays',
    'Le parking coûte [12 €](https://evil.example) par nuit [1] ![x](https://evil.example/i.png).',
    'Le parking coûte 12 € par nuit [1] .',
    [],
  ],
  [
    'bold over a sentence that falls',
    '**Le spa est beau [1]. Le parking coûte 12 € par nuit** [1].',
    'Le parking coûte 12 € par nuit [1].',
    ['words'],
  ],
  [
    'code and rules',
    '```\nrm -rf /\n```\n---\nLe parking coûte 12 € par nuit [1].',
    'Le parking coûte 12 € par nuit [1].',
    ['uncited'],
  ],
  [
    'names that the visitor or the owner said',
    'À l’Hôtel Bellevue d’Annecy, le parking coûte 12 € par nuit [1].',
    'À l’Hôtel Bellevue d’Annecy, le parking coûte 12 € par nuit [1].',
    [],
  ],
];
test.each(told)('%s', (_name, answer, expected, leftOut) => {
  for (const pieces of cuts(answer)) {
    const { shown, grounded } = run(pieces);
    expect([shown.trim(), grounded.leftOut.map(({ reason }) => reason)]).toEqual([expected, leftOut]);
  }
});

test('a sentence is shown as soon as it is whole', () => {
  const { deltas } = run(
    letters('Le parking coûte 12 € par nuit [1]. Il coûte 13 € par adulte [1]. Au revoir !'),
  );
  expect(deltas).toEqual([
    'Le parking coûte 12 € par nuit [1].',
    ' Il coûte 13 € par adulte [1].',
    ' Au revoir !',
  ]);
});

test('the owner’s contact may be told', () => {
  const said = 'Le parking coûte 12 € par nuit [1]. Vous pouvez écrire à aide@hotel.example.';
  expect(run([said], ['aide@hotel.example']).shown).toBe(said);
  expect(run([said]).shown).toBe('Le parking coûte 12 € par nuit [1].');
});

const refusals: [string, string[]][] = [
  ['alone', ['NO_ANSWER']],
  ['in letters', letters('NO_ANSWER')],
  ['in pieces', ['NO', '_ANS', 'WER.\n']],
  ['small', ['no_answer']],
  ['as Markdown', ['**NO\\_ANSWER**.']],
  ['stammered', letters('NO_ANSWERNO_ANSWER NO_ANSWER.')],
  ['with an excuse', letters('NO_ANSWER\n\nDésolé, le texte [1] dit https://evil.example.')],
  ['behind an excuse', letters('Je ne sais pas. NO_ANSWER, voir [1].')],
];
test.each(refusals)('the model’s refusal is known and never shown: %s', (_name, pieces) => {
  const { shown, grounded } = run(pieces);
  expect([shown, grounded.isRefusal, [...grounded.cited]]).toEqual(['', true, []]);
});

test('what held before a refusal is no refusal', () => {
  const { shown, grounded } = run(letters('Le parking coûte 12 € par nuit [1]. NO_ANSWER for the rest.'));
  expect([shown, grounded.isRefusal]).toEqual(['Le parking coûte 12 € par nuit [1].', false]);
});

test('a sentence that never ends is left out, and what follows it is judged, in linear time', () => {
  const end = ' Fin. Le parking coûte 12 € par nuit [1].';
  for (const unit of ['a', 'mot ', '[', '1 ', 'a.b', '😀', '(mot '])
    for (const cut of [1, 7, 1999, 10_000]) {
      const answer = unit.repeat(5000) + end;
      const { shown, grounded } = run(answer.match(new RegExp(`[^]{1,${cut}}`, 'g')) as string[]);
      expect([unit, shown]).toEqual([unit, 'Le parking coûte 12 € par nuit [1].']);
      expect(JSON.stringify(grounded.leftOut).length).toBeLessThan(2000);
    }
  const timeOf = (text: string) => {
    const begun = performance.now();
    run(text.match(/[\s\S]{1,4}/g) as string[]);
    return performance.now() - begun;
  };
  for (const unit of [
    'a. ',
    '1. ',
    '[1] ',
    '. ',
    '- ',
    '\n',
    'oui, ',
    '**',
    '](',
    'Le parking coûte 12 € [1]. ',
  ]) {
    timeOf(unit.repeat(500));
    const short = timeOf(unit.repeat(500));
    // Eight times as much: what grows with the square would take 64 times as long.
    expect([unit, timeOf(unit.repeat(4000)) < 24 * short + 200]).toEqual([unit, true]);
  }
});
