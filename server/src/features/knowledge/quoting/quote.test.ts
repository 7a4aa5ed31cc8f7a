import { describe, expect, test } from 'vitest';
import { detectLanguage } from '../../reading/service.ts';
import { asWord } from '../lexicon/passage-text.ts';
import { salience } from '../passages/bm25.ts';
import type { RankedPassage } from '../passages/ranked.ts';
import { type QuestionWord, questionWordsOf } from '../question/terms.ts';
import { isLikelyAnswered, signsOfAnswer } from './certainty.ts';
import { WantedAnswer } from './kinds.ts';
import { closenessOf, readPassage } from './lines.ts';
import { quote } from './quote.ts';
import { askedWordsIn } from './words.ts';

/** A question's words as a search would hand them on, each in the one passage there is. */
const asked = (question: string, language: 'fr' | 'en'): QuestionWord[] => {
  const words = questionWordsOf(question, language, [language]);
  for (const word of words)
    for (const term of word.terms) Object.assign(term, { rarity: 1, weight: 1, salience: salience(1, 1) });
  return words;
};

const passage = (question: string, language: 'fr' | 'en', text: string, row?: number): RankedPassage => {
  const words = asked(question, language);
  return {
    id: 'p',
    sourceId: 's',
    ordinal: 0,
    text,
    position: row === undefined ? {} : { row },
    starts: [],
    language,
    tokens: 100,
    excluded: false,
    sourceName: 'source',
    isAnswer: false,
    url: null,
    score: 1,
    scoreByWords: words.length,
    asked: words,
    question,
    heard: detectLanguage(question),
  };
};

const linesIn = (found: RankedPassage) =>
  readPassage(found, new WantedAnswer(found.question), { standing: 0, vectors: 0 }, 0).lines;

test('what stands before a colon is spoken of, what follows is asked', () => {
  const question = 'mettre de la musique\u00a0: y a-t-il une caution\u202f?';
  const lines = linesIn(
    passage(question, 'fr', 'La musique doit cesser à 2 h du matin. Une caution de 500 € est exigée.'),
  );
  const [music = 0, deposit = 0] = lines.map(({ signs }) => signs.line);
  expect(deposit).toBeGreaterThan(music);
});

test('a sentence that lies close to a question does so under a heading about something else', () => {
  const question = 'on peut se garer';
  const found = passage(question, 'fr', 'Un petit parking de quatre places se trouve derrière la boutique.');
  const headed = { ...found, position: { heading: 'Boulangerie Cassegrain › La boutique' } };
  expect(closenessOf(found)).toBeGreaterThan(0.4);
  expect(closenessOf(headed)).toBeGreaterThanOrEqual(closenessOf(found));
});

test('a text without spaces is not cut within a character', () => {
  const question = 'Parking ?';
  for (const start of ['Parking:', 'Parkings:'])
    for (const { text } of quote(question, 'fr', [passage(question, 'fr', `${start}${'🚗'.repeat(1000)}`)])
      .sentences)
      expect([text.length > 600, text.isWellFormed()]).toEqual([true, true]);
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

test('of many columns that share a word with the question, the one that it names is told', () => {
  const question = 'Dial code of Norway';
  const codes = Array.from({ length: 9 }, (_, at) => `Code of kind ${at}: ${100 + at}`);
  const names = Array.from({ length: 9 }, (_, at) => `Name ${at}: Norway`);
  const row = ['FIFA: NOR', ...codes, 'Dial: 47', ...names].join(' | ');
  const [sentence] = quote(question, 'en', [passage(question, 'en', row, 12)]).sentences;
  const cells = sentence?.text.split(' | ') ?? [];
  expect(cells).toHaveLength(8);
  expect(cells).toEqual(expect.arrayContaining(['FIFA: NOR', 'Dial: 47', 'Name 0: Norway']));
});

test('a wide row of which no column is asked for is told by its first cells', () => {
  const question = 'What about Norway?';
  const cells = Array.from({ length: 40 }, (_, at) => `Column ${at}: value ${at}`);
  const row = ['Name: Norway', 'Code: 47', ...cells].join(' | ');
  const [sentence] = quote(question, 'en', [passage(question, 'en', row, 12)]).sentences;
  expect(sentence?.text.split(' | ')).toEqual(['Name: Norway', 'Code: 47', ...cells.slice(0, 6)]);
});

test('a narrow row is told whole', () => {
  const question = 'Prix de la chambre double';
  const row = 'Chambre: double | Prix: 148 € | Vue: lac';
  expect(quote(question, 'fr', [passage(question, 'fr', row, 3)]).sentences[0]?.text).toBe(row);
});

test('a sentence that says nothing of the question does not fill up the answer', () => {
  const question = 'When is breakfast served?';
  const breakfast = passage(question, 'en', 'Breakfast is served from 7 to 10:30 am in the winter garden.');
  const dogs = passage(question, 'en', 'Dogs are welcome for an extra 12 euros per night.');
  expect(quote(question, 'en', [breakfast, dogs]).sentences.map(({ text }) => text)).toEqual([
    'Breakfast is served from 7 to 10:30 am in the winter garden.',
  ]);
});

test('a short answer is one sentence, a long one has five at most', () => {
  const question = 'How long is the Alder Bridge?';
  const text =
    'The Alder Bridge has a long deck. The Alder Bridge carries a long queue each morning. A long rail follows the Alder Bridge. The Alder Bridge needs long repairs. A long boat passes the Alder Bridge.';
  const told = (length: 'short' | 'medium' | 'long') =>
    quote(question, 'en', [passage(question, 'en', text)], length).sentences.map(({ text }) => text);
  expect(told('short')).toHaveLength(1);
  expect(told('medium')).toHaveLength(3);
  expect([4, 5]).toContain(told('long').length);
});

test('a short answer leaves out no row that was asked for', () => {
  const question = 'Prix de la chambre simple et de la chambre double';
  const rows = ['Chambre: simple | Prix: 95 €', 'Chambre: double | Prix: 148 €'];
  const passages = rows.map((row, at) => ({ ...passage(question, 'fr', row, at + 2), id: row }));
  expect(quote(question, 'fr', passages, 'short').sentences.map(({ text }) => text)).toEqual(rows);
});

test('what speaks of something else answers nothing', () => {
  const question = 'Quelle est la capitale de la Mongolie ?';
  const text = 'Le petit-déjeuner est servi de 7 h à 10 h dans la véranda. Le parking est gratuit.';
  expect(quote(question, 'fr', [passage(question, 'fr', text)])).toEqual({ sentences: [], answered: false });
});

describe('what speaks for and against a passage that shares some words', () => {
  const question = 'Combien de salles compte le musée de Fontevraud ?';
  const others = Array.from({ length: 4 }, (_, at) =>
    passage(question, 'fr', `Le ${at + 1}e jour fut long.`),
  );
  const answers = (text: string, heading: string, around: readonly RankedPassage[]) =>
    quote(question, 'fr', [{ ...passage(question, 'fr', text), position: { heading } }, ...around]).answered;
  const text = `${'La ville a un port, une gare et des rues. '.repeat(4)}Le musée a dix salles.`;

  test('the name that was asked for stands nowhere in it', () => {
    expect(answers(text, 'Saumur', others)).toBe(false);
    expect(answers(`${text} Fontevraud en est fier.`, 'Saumur', others)).toBe(true);
  });

  test('its heading tells what is asked about', () => {
    expect(answers(text, 'Fontevraud', others)).toBe(true);
  });

  test('other passages below its heading were found too, but not all that were', () => {
    const below = others.map((other) => ({ ...other, position: { heading: 'Saumur' } }));
    expect(answers(text, 'Saumur', below.slice(0, 3))).toBe(false);
    expect(answers(text, 'Saumur', [...below.slice(0, 3), ...others.slice(3)])).toBe(true);
  });
});

test.each([
  ['devient-il', 'devient'],
  ['A-t-on', 'a'],
  ['l’hôtel', 'hotel'],
  ['jusqu’aux', 'aux'],
  ['Newton’s', 'newton'],
  ['rendez-vous-compte', 'rendez-vous-compte'],
])('%s is known by its relatives as %s', (written, word) => {
  expect(asWord(written)).toBe(word);
});

test('a heading is no sentence of its own, however it ends', () => {
  const question = 'Où est née Anne Leroux ?';
  const text = 'Anne Leroux (1856-1879)\n\nElle est née à Sèvres.';
  const found = {
    ...passage(question, 'fr', text),
    position: { heading: 'Peintres › Anne Leroux (1856-1879)' },
  };
  expect(quote(question, 'fr', [found]).sentences.map(({ text }) => text)).toEqual([
    'Elle est née à Sèvres.',
  ]);
});

test('a line of opening hours is no title', () => {
  const question = 'Ouvert le samedi ?';
  const found = passage(question, 'fr', 'Horaires\n\nLundi : fermé\nSamedi : 9 h – 12 h\n\nFermé en août.');
  expect(linesIn(found).map(({ text }) => text)).toEqual([
    'Lundi : fermé',
    'Samedi : 9 h – 12 h',
    'Fermé en août.',
  ]);
});

test('a line of a table of contents names what is said elsewhere', () => {
  const question = 'Quels sont les horaires de la piscine ?';
  const contents = {
    ...passage(question, 'fr', 'Horaires de la piscine … 12\n\nHoraires du gymnase … 14'),
    position: { heading: 'Guide › Table des matières' },
  };
  expect(quote(question, 'fr', [contents]).sentences).toEqual([]);
  // A menu's dots lead to its prices.
  const menu = { ...contents, position: { heading: 'Carte' } };
  expect(quote(question, 'fr', [menu]).sentences).not.toEqual([]);
});

test('what a line says by another name counts, and less than the word itself', () => {
  const saidOf = (question: string, text: string) =>
    linesIn(passage(question, 'fr', text))[0]?.signs.line ?? Number.NaN;
  const question = 'Quel est le tarif de la visite ?';
  const [itself, named, unsaid] = [
    'Le tarif de la visite change.',
    'Le prix de la visite change.',
    'Le guide de la visite change.',
  ].map((text) => saidOf(question, text)) as [number, number, number];
  expect(itself).toBe(1);
  expect(named).toBeLessThan(itself);
  expect(unsaid).toBeLessThan(named);
  // A sign says it, too, and what is wider or narrower says some of it.
  expect(saidOf('Tarif ?', 'Pour un groupe : 14 €.')).toBe(saidOf('Tarif ?', 'Le prix change.'));
  expect(saidOf('Les chiens sont-ils admis ?', 'Les animaux sont admis.')).toBeGreaterThan(
    saidOf('Les chiens sont-ils admis ?', 'Les vélos sont admis.'),
  );
});

test.each([
  ['Which bike does this poster ride?', 'en', 'I ride a bike on Sundays.', ['bike', 'ride']],
  [
    'Which bike does this poster ride?',
    'en',
    'After World War I in town they rode.',
    ['bike', 'poster', 'ride'],
  ],
  ['Que reproche l’auteur au vélo ?', 'fr', 'J’ai deux vélos. Mon frère aussi.', ['reproche', 'velo']],
  ['Que reproche l’auteur au vélo ?', 'fr', 'Le vélo lui déplaît.', ['reproche', 'auteur', 'velo']],
  ['Who is the author?', 'en', 'My garden is small.', ['author']],
] as const)('asked "%s" (%s), "%s" is to say %j', (question, language, text, words) => {
  expect(askedWordsIn(passage(question, language, text)).map(({ word }) => word)).toEqual(words);
});

test('a sentence answers for the name in the sentence before it', () => {
  const question = 'How was the Alder Bridge built?';
  const answer = 'It was built without a single nail.';
  const text = `A bridge further down is private. The upper bridge is closed. Another bridge fell.
    Boats may be hired at the weir. The Alder Bridge crosses near the mill. ${answer}`;
  const { answered, sentences } = quote(question, 'en', [passage(question, 'en', text.replace(/\s+/g, ' '))]);
  expect(answered).toBe(true);
  expect(sentences.map(({ text }) => text)).toContain(answer);
});

test.each([
  [
    'Combien de salles compte le musée ?',
    'Les salles du musée comptent',
    'Dix-huit salles, compte le musée.',
  ],
  ['Quand le musée a-t-il ouvert ?', 'Le musée a été ouvert', 'Le musée a ouvert un 3 mai.'],
  ['Qui dirige le musée ?', 'Le musée est dirigé', 'Le musée est dirigé par Anne Leroux.'],
  ['Pourquoi le musée est-il fermé ?', 'Le musée est fermé', 'Le musée est fermé car on y travaille.'],
  ['How many rooms has the museum?', 'The museum has rooms', 'The museum has eighteen rooms.'],
  ['Why is the museum closed?', 'The museum is closed', 'The museum is closed because of the works.'],
  ['Combien coûte la visite du musée ?', 'Le musée a 3 visites', 'La visite du musée est à 9 euros.'],
  ['Qui a construit le musée ?', 'Le musée fut construit à Lyon', 'Le musée fut construit par Anne Leroux.'],
  ['How is the museum called?', 'The museum is big', 'The museum is named after her.'],
])('%s prefers the sentence that holds what is asked for', (question, other, answer) => {
  const language = question.startsWith('How') || question.startsWith('Why') ? 'en' : 'fr';
  const text = ['hier', 'ainsi', 'là', 'encore'].map((word) => `${other} ${word}.`).join(' ');
  const { sentences } = quote(question, language, [passage(question, language, `${text} ${answer}`)]);
  expect(sentences.map(({ text }) => text)).toContain(answer);
});

test('a pronoun brings the sentence that it refers to', () => {
  const question = 'Quand a-t-elle été agrandie pour les réunions du conseil ?';
  const text = `La grande salle donne sur la cour. Elle a été agrandie en 1987 pour les réunions. On y joue du théâtre.
    Un conseil se réunit là. Les réunions du conseil sont publiques.`;
  const { sentences } = quote(question, 'fr', [passage(question, 'fr', text.replace(/\s+/g, ' '))]);
  const both = ['La grande salle donne sur la cour.', 'Elle a été agrandie en 1987 pour les réunions.'];
  expect(sentences.map(({ text }) => text).slice(0, 2)).toEqual(both);
  const short = quote(question, 'fr', [passage(question, 'fr', text.replace(/\s+/g, ' '))], 'short');
  expect(short.sentences.map(({ text }) => text)).toEqual(both);
});

test('the sentence that a pronoun refers to is told once', () => {
  const question = 'Quand a-t-elle été agrandie pour les réunions du conseil ?';
  const text =
    'Pour les réunions du conseil il y a une salle. Elle a été agrandie en 1987 pour les réunions du conseil.';
  const told = quote(question, 'fr', [passage(question, 'fr', text)]).sentences.map(({ text }) => text);
  expect(told).toEqual([
    'Pour les réunions du conseil il y a une salle.',
    'Elle a été agrandie en 1987 pour les réunions du conseil.',
  ]);
});

describe('where words don’t show it', () => {
  const question = 'May I bring my dog?';
  const text = 'Les animaux de compagnie sont admis au jardin.';
  const found = (similarities: number[]) =>
    similarities.map((similarity, at) => ({
      ...passage(question, 'fr', at === 0 ? text : `Autre chose numéro ${at}.`),
      id: `p${at}`,
      scoreByWords: 0,
      similarity,
      rankByVectors: at + 1,
    }));
  const others = [0.41, 0.4, 0.396, 0.392, 0.388, 0.386, 0.384, 0.383, 0.382];

  test('a passage that vectors set apart answers', () => {
    expect(quote(question, 'en', found([0.61, ...others]))).toMatchObject({
      answered: true,
      sentences: [{ text }],
    });
  });

  test('the nearest of many that are as near does not, nor one among few', () => {
    expect(quote(question, 'en', found([0.42, ...others])).answered).toBe(false);
    expect(quote(question, 'en', found([0.61, 0.41, 0.4])).answered).toBe(false);
  });
});

test('a written answer is said whole, and alone where it was written for the question', () => {
  const question = 'Quand a lieu la visite du jardin ?';
  const long = `La visite du jardin a lieu le samedi. ${'Elle dure une heure et demie par beau temps. '.repeat(20)}`;
  const other = { ...passage(question, 'fr', 'La visite du jardin a lieu le lundi à midi.'), id: 'other' };
  const written = { ...passage(question, 'fr', long), isAnswer: true };
  const told = (passages: RankedPassage[]) =>
    quote(question, 'fr', passages).sentences.map(({ text }) => text);
  expect(told([other, written])).toEqual(expect.arrayContaining([long]));
  expect(told([{ ...written, isWritten: true }, other])).toEqual([long]);
});

describe('of a few practical pages the worth of the likeliest line tells whether it answers', () => {
  const page = (question: string, isOfSmall: boolean) => {
    const text =
      'La salle ouvre à 9 h. Le parking est gratuit. Les chiens sont admis en laisse. Le bar ferme à minuit.';
    return [{ ...passage(question, 'fr', text), isOfSmall }];
  };
  const answers = (question: string, isOfSmall = true) => {
    const { answered, sentences } = quote(question, 'fr', page(question, isOfSmall));
    return answered && sentences[0]?.text;
  };

  test('what is asked in other words', () => {
    const question = 'on peut garer la voiture, ça coûte quelque chose ?';
    expect(answers(question)).toBe('Le parking est gratuit.');
    expect(answers(question, false)).toBe(false);
  });

  test('not what none of them speaks of', () => {
    expect(answers('Avez-vous un spa ?')).toBe(false);
    expect(answers('Qui a peint la Joconde ?')).toBe(false);
  });

  test('the more lines there are, the more a line has to be worth', () => {
    const [found] = linesIn(passage('Parking ?', 'fr', 'Le parking reste ouvert.'));
    const line = found && { ...found, signs: { ...found.signs, close: 0, answers: 0, near: 0 } };
    const isSure = (value: number, lines: number) =>
      line && isLikelyAnswered(signsOfAnswer({ line, value }, 1, lines));
    expect([isSure(8, 40), isSure(8, 400), isSure(12, 400)]).toEqual([true, false, true]);
  });
});

describe('on practical pages a second line is shown where it is at least half as likely', () => {
  const text =
    'La piscine est ouverte de 9 h à 19 h. La piscine est chauffée. Le parking est gratuit. Le bar ferme à minuit.';
  const told = (question: string, isOfSmall: boolean) =>
    quote(question, 'fr', [{ ...passage(question, 'fr', text), isOfSmall }]).sentences.map(
      ({ text }) => text,
    );

  test('one where the first answers, as many as before elsewhere', () => {
    const question = 'La piscine est ouverte à quelle heure ?';
    expect(told(question, true)).toEqual(['La piscine est ouverte de 9 h à 19 h.']);
    expect(told('La piscine, elle ouvre à quelle heure et elle est chauffée ?', true)).toEqual([
      'La piscine est ouverte de 9 h à 19 h.',
      'La piscine est chauffée.',
    ]);
  });
});

describe('after an answer a question goes on from it', () => {
  const question = 'C’est payant ?';
  const found = ['Piscine', 'Patinoire'].map((heading) => ({
    ...passage(question, 'fr', 'La place est payante. La carte est payante.'),
    id: heading,
    position: { heading },
  }));
  const first = (quotes: string[]) => {
    const [sentence] = quote(question, 'fr', found, 'medium', { heading: 'Piscine', quotes }).sentences;
    return [sentence?.passage.id, sentence?.text ?? ''] as const;
  };

  test('below the same heading, with what was not said yet', () => {
    const [place, said] = first([]);
    const [placeThen, saidThen] = first([said]);
    expect([place, placeThen]).toEqual(['Piscine', 'Piscine']);
    expect([said, saidThen].toSorted()).toEqual(['La carte est payante.', 'La place est payante.']);
  });
});
