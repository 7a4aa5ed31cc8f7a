import type { Language } from '@parlance/contract/i18n';
import { describe, expect, test } from 'vitest';
import type { RankedPassage } from '../../knowledge/service.ts';
import { addDate, momentLine, openingQuestions, prependLead } from './day-lead.ts';
import { placesOf } from './time-zones.ts';

/** Only what a lead is made from. */
const passage = (text: string, heading?: string) =>
  ({ id: text, text, language: 'fr', position: heading === undefined ? {} : { heading } }) as RankedPassage;

const boutique = [
  passage(
    'Du mardi au vendredi de 9 h à 12 h et de 14 h à 18 h.\nSamedi : 9h-17h\nFermé le dimanche, le lundi et les jours fériés.',
    'Infos pratiques › Horaires',
  ),
];
const gym = [
  passage('Mon–Fri 6.30am–10pm, Sat 8am–6pm, Sun closed. Closed on bank holidays.', 'Opening hours'),
];
const bar = [passage('Ouvert du mardi au samedi de 18 h à 2 h. Fermé le dimanche et le lundi.')];
const unspoken = [passage('Du lundi au samedi de 9 h à 19 h.')];

function lead(
  question: string,
  language: Language,
  clock: string,
  passages: readonly RankedPassage[],
  zone: string | null = language === 'fr' ? 'Europe/Paris' : 'Europe/London',
): string {
  const [first] = passages as [RankedPassage];
  const quoted = [{ text: first.text, passage: first, start: 0, end: first.text.length }];
  const places = placesOf({ time_zone: zone, language });
  return (
    prependLead(question, language, places, new Date(clock), quoted, passages).lead?.replace(
      /[\u00a0\u202f]/g,
      ' ',
    ) ?? ''
  );
}

const monday = '2026-11-23T13:05:00Z';

describe('a shop, asked in French on Monday 23 November 2026 at 14 h 05', () => {
  const open = 'c’est ouvert de 9 h à 12 h et de 14 h à 18 h.';
  const closedNow =
    'c’est fermé en ce moment (lundi, 14 h 05) ; prochaine ouverture : demain, mardi 24 novembre, à 9 h.';
  test.each([
    ['Êtes-vous ouverts demain ?', `Oui, demain est un mardi : ${open}`],
    ['vous êtes ouvert demain', `Oui, demain est un mardi : ${open}`],
    ['vs etes ouvert dem1 ?', `Oui, demain est un mardi : ${open}`],
    ['Bonjour, est-ce que le magasin ouvre demain ?', `Oui, demain est un mardi : ${open}`],
    ['c’est ouvert demain ?', `Oui, demain est un mardi : ${open}`],
    ['Etes vous fermés demain ?', `Demain est un mardi : ${open}`],
    ['Quels sont vos horaires demain ?', `Demain est un mardi : ${open}`],
    ['à quelle heure vous ouvrez demain matin ?', `Demain est un mardi : ${open}`],
    ['jusqu’à quelle heure êtes-vous ouverts demain soir ?', `Demain est un mardi : ${open}`],
    ['Ouvert demain à 10 h ?', `Oui, demain est un mardi : ${open}`],
    ['Ouvert demain à 10h30 ?', `Oui, demain est un mardi : ${open}`],
    ['vous êtes ouverts demain à 13 h ?', `Non, demain est un mardi : ${open}`],
    ['vous êtes ouverts demain à 20h00', `Non, demain est un mardi : ${open}`],
    // Its very end, and times that are left open.
    ['vous êtes ouverts demain à midi ?', `Demain est un mardi : ${open}`],
    ['vous êtes ouverts demain après 18 h ?', `Demain est un mardi : ${open}`],
    ['vous êtes ouverts demain à 8 ?', `Demain est un mardi : ${open}`],
    ['vous êtes ouverts demain de 9 h à 13 h ?', `Demain est un mardi : ${open}`],
    ['Êtes-vous ouverts après-demain ?', `Oui, après-demain est un mercredi : ${open}`],
    ['ouvert dans deux jours ?', `Oui, après-demain est un mercredi : ${open}`],
    ['vous êtes ouverts aujourd’hui ?', 'Non, aujourd’hui est un lundi : c’est fermé.'],
    ['vous etes ouvert aujourdhui', 'Non, aujourd’hui est un lundi : c’est fermé.'],
    ['c’est ouvert ajd ?', 'Non, aujourd’hui est un lundi : c’est fermé.'],
    ['Vous fermez à quelle heure aujourd’hui ?', 'Aujourd’hui est un lundi : c’est fermé.'],
    ['Jusqu’à quelle heure ce soir ?', 'Aujourd’hui est un lundi : c’est fermé.'],
    ['vous êtes ouverts cet après-midi ?', 'Non, aujourd’hui est un lundi : c’est fermé.'],
    ['ouvert ce midi ?', 'Non, aujourd’hui est un lundi : c’est fermé.'],
    ['Vous êtes ouverts maintenant ?', `Non, ${closedNow}`],
    ['Vous êtes ouverts ?', `Non, ${closedNow}`],
    ['bonjour, vous êtes ouvert ?', `Non, ${closedNow}`],
    ['C’est encore ouvert ?', `Non, ${closedNow}`],
    ['êtes-vous ouverts en ce moment', `Non, ${closedNow}`],
    ['Quand ouvrez-vous la prochaine fois ?', closedNow.replace('c’est', 'C’est')],
    ['Quand rouvrez-vous ?', closedNow.replace('c’est', 'C’est')],
    ['prochaine ouverture ?', closedNow.replace('c’est', 'C’est')],
    ['Ouvert dimanche ?', 'Non, dimanche 29 novembre : c’est fermé.'],
    ['ouvert ce samedi ?', 'Oui, samedi 28 novembre : c’est ouvert de 9 h à 17 h.'],
    ['ouvert samedi matin ?', 'Samedi 28 novembre : c’est ouvert de 9 h à 17 h.'],
    ['ouvert samedi à 16h ?', 'Oui, samedi 28 novembre : c’est ouvert de 9 h à 17 h.'],
    ['dimanche prochain vous êtes ouverts ?', 'Non, dimanche 29 novembre : c’est fermé.'],
    ['vous êtes ouverts le 28 novembre ?', 'Oui, le 28 novembre est un samedi : c’est ouvert de 9 h à 17 h.'],
    [
      'vous êtes ouverts le samedi 28 novembre ?',
      'Oui, le 28 novembre est un samedi : c’est ouvert de 9 h à 17 h.',
    ],
    ['vous êtes ouverts le 28/11 ?', 'Oui, le 28 novembre est un samedi : c’est ouvert de 9 h à 17 h.'],
    ['vous êtes ouverts le 28/11/2026 ?', 'Oui, le 28 novembre est un samedi : c’est ouvert de 9 h à 17 h.'],
    ['vous êtes ouverts le 25 décembre ?', 'Non, le vendredi 25 décembre est férié (Noël) : c’est fermé.'],
    ['vous êtes ouverts à Noël ?', 'Non, le vendredi 25 décembre est férié (Noël) : c’est fermé.'],
    ['ouvert le jour de l’an ?', 'Non, le vendredi 1er janvier 2027 est férié (Jour de l’An) : c’est fermé.'],
    ['ouvert le 1er mai ?', 'Non, le samedi 1er mai 2027 est férié (Fête du Travail) : c’est fermé.'],
    ['ouvert le 14 juillet ?', 'Non, le mercredi 14 juillet 2027 est férié (Fête nationale) : c’est fermé.'],
    ['ouvert le lundi de Pâques ?', 'Non, le lundi 29 mars 2027 est férié (Lundi de Pâques) : c’est fermé.'],
    [
      'et le lundi de Pentecôte, c’est ouvert ?',
      'Non, le lundi 17 mai 2027 est férié (Lundi de Pentecôte) : c’est fermé.',
    ],
    ['fermé à l’Ascension ?', 'Le jeudi 6 mai 2027 est férié (Ascension) : c’est fermé.'],
    [
      'vous êtes ouverts le 15 aout 2027 ?',
      'Non, le dimanche 15 août 2027 est férié (Assomption) : c’est fermé.',
    ],
    [
      'ouvert le 29 février ?',
      'Oui, le 29 février 2028 est un mardi : c’est ouvert de 9 h à 12 h et de 14 h à 18 h.',
    ],
    // Only the day: it is about something else, or not about opening.
    ['Je peux passer demain ?', 'Demain est un mardi :'],
    ['vous livrez demain ?', 'Demain est un mardi :'],
    ['La piscine est ouverte demain ?', 'Demain est un mardi :'],
    ['et le 11 novembre, vous livrez ?', 'Le jeudi 11 novembre 2027 est férié (Armistice de 1918) :'],
    // Nothing to add: each week's day, today's or next week's, several days, a past one, no day at all.
    ['Ouvert le dimanche ?', ''],
    ['vous êtes ouverts les samedis ?', ''],
    ['ouvert chaque samedi ?', ''],
    ['ouvert lundi ?', ''],
    ['ouvert samedi ou dimanche ?', ''],
    ['ouvert demain et jeudi ?', ''],
    ['Vous étiez ouverts hier ?', ''],
    ['samedi dernier vous étiez ouverts ?', ''],
    ['ouvert le vendredi 28 novembre ?', ''],
    ['ouvert le 31 février ?', ''],
    ['ouvert le 28/11/2020 ?', ''],
    ['ouvert pendant les vacances ?', ''],
    ['ouvert les jours fériés ?', ''],
    ['Vous êtes ouverts à 18 h ?', ''],
    ['Quels sont vos horaires ?', ''],
    ['Quels sont vos horaires d’ouverture le samedi ?', ''],
  ])('%s', (question, said) => expect(lead(question, 'fr', monday, boutique)).toBe(said));
});

describe('a gym, asked in English on Tuesday 24 November 2026 at 5:05 pm', () => {
  const tuesday = '2026-11-24T17:05:00Z';
  const open = 'open from 6:30 am to 10 pm.';
  test.each([
    ['Are you open tomorrow?', `Yes, tomorrow is a Wednesday: ${open}`],
    ['u open tmrw?', `Yes, tomorrow is a Wednesday: ${open}`],
    ['Hi, is the gym open tomorrow?', 'Tomorrow is a Wednesday:'],
    ['Will you be open tomorrow morning?', `Tomorrow is a Wednesday: ${open}`],
    ['are you open tomorrow at 7am?', `Yes, tomorrow is a Wednesday: ${open}`],
    ['are you open at 6.15 am tomorrow', `No, tomorrow is a Wednesday: ${open}`],
    ['are you open tomorrow at noon?', `Yes, tomorrow is a Wednesday: ${open}`],
    ['are you open tomorrow at 7?', `Tomorrow is a Wednesday: ${open}`],
    ['are you open tomorrow before 9am?', `Tomorrow is a Wednesday: ${open}`],
    ['are you closed tomorrow?', `Tomorrow is a Wednesday: ${open}`],
    ['Are you not open tomorrow?', `Tomorrow is a Wednesday: ${open}`],
    ['What time do you open the day after tomorrow?', `The day after tomorrow is a Thursday: ${open}`],
    ['what time do you close today', `Today is a Tuesday: ${open}`],
    ['wat time u close tonight', `Today is a Tuesday: ${open}`],
    ['how late are you open this evening?', `Today is a Tuesday: ${open}`],
    ['Are you open now?', 'Yes, it is open at the moment (Tuesday, 5:05 pm), until 10 pm.'],
    ['are you open', 'Yes, it is open at the moment (Tuesday, 5:05 pm), until 10 pm.'],
    ['Are you still open?', 'Yes, it is open at the moment (Tuesday, 5:05 pm), until 10 pm.'],
    ['is it open right now?', 'Yes, it is open at the moment (Tuesday, 5:05 pm), until 10 pm.'],
    ['are you closed at the moment?', 'It is open at the moment (Tuesday, 5:05 pm), until 10 pm.'],
    ['Are you open on Sunday?', 'No, Sunday 29 November: closed.'],
    ['open this saturday?', 'Yes, Saturday 28 November: open from 8 am to 6 pm.'],
    ['are you open on 28 November?', 'Yes, 28 November is a Saturday: open from 8 am to 6 pm.'],
    ['are you open November 28th?', 'Yes, 28 November is a Saturday: open from 8 am to 6 pm.'],
    ['are you open on the 28th of November', 'Yes, 28 November is a Saturday: open from 8 am to 6 pm.'],
    [
      'are you open on Saturday, 28 November 2026?',
      'Yes, 28 November is a Saturday: open from 8 am to 6 pm.',
    ],
    ['are you open on 28/11?', 'Yes, 28 November is a Saturday: open from 8 am to 6 pm.'],
    ['Open on Christmas Day?', 'No, Friday 25 December is a public holiday (Christmas Day): closed.'],
    ['are you open at christmas', 'No, Friday 25 December is a public holiday (Christmas Day): closed.'],
    [
      'are you open on New Year’s Day?',
      'No, Friday 1 January 2027 is a public holiday (New Year’s Day): closed.',
    ],
    ['open on boxing day', 'No, Saturday 26 December is a public holiday (Boxing Day): closed.'],
    ['open on Good Friday?', 'No, Friday 26 March 2027 is a public holiday (Good Friday): closed.'],
    // A holiday in England, not in Scotland.
    ['are you open on Easter Monday?', '29 March 2027 is a Monday:'],
    ['Do you deliver tomorrow?', 'Tomorrow is a Wednesday:'],
    ['Are you open on Sundays?', ''],
    ['open every Sunday?', ''],
    ['are you open on Tuesday?', ''],
    ['are you open next Friday?', ''],
    ['are you open at weekends?', ''],
    ['When are you open?', ''],
    ['Were you open yesterday?', ''],
    ['are you open on saturday or sunday', ''],
  ])('%s', (question, said) => expect(lead(question, 'en', tuesday, gym)).toBe(said));
});

describe('the clock', () => {
  const now = 'Êtes-vous ouverts maintenant ?';
  test.each([
    // On Tuesday, before, in, between, at the ends of and after the hours.
    [
      '2026-11-24T07:59:00Z',
      boutique,
      'Non, c’est fermé en ce moment (mardi, 8 h 59) ; prochaine ouverture : aujourd’hui à 9 h.',
    ],
    ['2026-11-24T08:00:00Z', boutique, 'Oui, c’est ouvert en ce moment (mardi, 9 h), jusqu’à 12 h.'],
    [
      '2026-11-24T11:00:00Z',
      boutique,
      'Non, c’est fermé en ce moment (mardi, 12 h) ; prochaine ouverture : aujourd’hui à 14 h.',
    ],
    ['2026-11-24T16:59:00Z', boutique, 'Oui, c’est ouvert en ce moment (mardi, 17 h 59), jusqu’à 18 h.'],
    [
      '2026-11-28T17:00:00Z',
      boutique,
      'Non, c’est fermé en ce moment (samedi, 18 h) ; prochaine ouverture : mardi 1er décembre, à 9 h.',
    ],
    // Half an hour after midnight is the next day.
    [
      '2026-11-24T23:30:00Z',
      boutique,
      'Non, c’est fermé en ce moment (mercredi, 0 h 30) ; prochaine ouverture : aujourd’hui à 9 h.',
    ],
    // A bar's Saturday goes on after midnight, and ends at two.
    ['2026-11-29T00:30:00Z', bar, 'Oui, c’est ouvert en ce moment (dimanche, 1 h 30), jusqu’à 2 h.'],
    [
      '2026-11-29T01:00:00Z',
      bar,
      'Non, c’est fermé en ce moment (dimanche, 2 h) ; prochaine ouverture : mardi 1er décembre, à 18 h.',
    ],
    ['2026-11-24T23:00:00Z', bar, 'Oui, c’est ouvert en ce moment (mercredi, minuit), jusqu’à 2 h.'],
    // The days on which clocks change.
    [
      '2026-03-29T07:30:00Z',
      boutique,
      'Non, c’est fermé en ce moment (dimanche, 9 h 30) ; prochaine ouverture : mardi 31 mars, à 9 h.',
    ],
    ['2026-03-31T07:00:00Z', boutique, 'Oui, c’est ouvert en ce moment (mardi, 9 h), jusqu’à 12 h.'],
    ['2026-10-23T07:00:00Z', boutique, 'Oui, c’est ouvert en ce moment (vendredi, 9 h), jusqu’à 12 h.'],
    [
      '2026-10-27T07:30:00Z',
      boutique,
      'Non, c’est fermé en ce moment (mardi, 8 h 30) ; prochaine ouverture : aujourd’hui à 9 h.',
    ],
    // A holiday, and the New Year.
    [
      '2027-11-11T10:00:00Z',
      boutique,
      'Non, c’est fermé en ce moment (jeudi, Armistice de 1918, 11 h) ; prochaine ouverture : demain, vendredi 12 novembre, à 9 h.',
    ],
    [
      '2026-12-31T22:59:00Z',
      boutique,
      'Non, c’est fermé en ce moment (jeudi, 23 h 59) ; prochaine ouverture : samedi 2 janvier 2027, à 9 h.',
    ],
    // Of holidays it says nothing: neither do we.
    [
      '2027-11-11T10:00:00Z',
      unspoken,
      'Nous sommes jeudi 11 novembre, jour férié (Armistice de 1918), il est 11 h :',
    ],
    ['2026-11-29T10:00:00Z', unspoken, 'Nous sommes dimanche 29 novembre, il est 11 h :'],
  ])('%s', (clock, source, said) => expect(lead(now, 'fr', clock, source)).toBe(said));

  test.each([
    ['2026-12-31T22:30:00Z', 'Demain, vendredi 1er janvier 2027, est férié (Jour de l’An) :'],
    ['2026-12-31T23:30:00Z', 'Demain est un samedi : c’est ouvert de 9 h à 19 h.'],
    ['2028-02-28T12:00:00Z', 'Demain est un mardi : c’est ouvert de 9 h à 19 h.'],
    ['2028-02-29T12:00:00Z', 'Demain est un mercredi : c’est ouvert de 9 h à 19 h.'],
    ['2026-08-14T12:00:00Z', 'Demain, samedi 15 août, est férié (Assomption) :'],
    ['2026-03-28T12:00:00Z', 'Demain est un dimanche :'],
    // Between one night and the next, "tonight" may be either.
    ['2026-11-23T00:30:00Z', 'Demain est un mardi : c’est ouvert de 9 h à 19 h.'],
  ])('tomorrow, seen from %s', (clock, said) =>
    expect(lead('Quels sont vos horaires demain ?', 'fr', clock, unspoken)).toBe(said),
  );

  test('“tonight” after midnight may be either night', () => {
    expect(lead('vous êtes ouverts ce soir ?', 'fr', '2026-11-24T00:30:00Z', boutique)).toBe('');
  });

  test('is its chatbot’s', () => {
    const at = (zone: string) =>
      lead('what day are you open tomorrow', 'en', '2026-11-24T03:00:00Z', gym, zone);
    expect(at('Europe/London')).toBe('Tomorrow is a Wednesday: open from 6:30 am to 10 pm.');
    expect(at('America/New_York')).toBe('Tomorrow is a Tuesday: open from 6:30 am to 10 pm.');
    // No list of holidays is known: only the day is sure.
    expect(at('Asia/Tokyo')).toBe('Tomorrow is a Wednesday:');
    expect(lead('open on November 28?', 'en', '2026-11-24T03:00:00Z', gym, 'America/Chicago')).toBe(
      'Yes, November 28 is a Saturday: open from 8 am to 6 pm.',
    );
  });

  test('of a chatbot without a time zone, what is so wherever its language is spoken most', () => {
    const ask = (question: string, clock: string) => lead(question, 'en', clock, gym, null);
    expect(ask('are you open tomorrow?', '2026-11-24T17:00:00Z')).toBe(
      'Yes, tomorrow is a Wednesday: open from 6:30 am to 10 pm.',
    );
    expect(ask('are you open tomorrow?', '2026-11-24T03:00:00Z')).toBe('');
    expect(ask('are you open now?', '2026-11-24T17:00:00Z')).toBe('');
    // A holiday in one of them.
    expect(ask('are you open tomorrow?', '2026-11-25T17:00:00Z')).toBe('');
    expect(lead('ouvert demain ?', 'fr', monday, boutique, null)).toContain('Oui, demain est un mardi');
  });
});

describe('whose hours', () => {
  const both = [
    passage(
      'Piscine\nOuverte tous les jours de 8 h à 20 h, y compris les jours fériés.\n\nRéception\nOuverte tous les jours de 7 h à 23 h, y compris les jours fériés.',
    ),
  ];
  const ask = (question: string, passages: readonly RankedPassage[]) =>
    lead(question, 'fr', monday, passages);

  test('of several, only those that are asked about count', () => {
    expect(ask('La piscine est ouverte demain ?', both)).toBe(
      'Oui, demain est un mardi : c’est ouvert de 8 h à 20 h.',
    );
    expect(ask('la réception est ouverte demain à 22 h ?', both)).toBe(
      'Oui, demain est un mardi : c’est ouvert de 7 h à 23 h.',
    );
    expect(ask('Vous êtes ouverts demain ?', both)).toBe('Demain est un mardi :');
    expect(ask('Le sauna est ouvert demain ?', both)).toBe('Demain est un mardi :');
  });

  test.each<[string, ...RankedPassage[]]>([
    [
      'two sources that contradict each other',
      passage('Le mardi de 10 h à 18 h.', 'Horaires'),
      passage('Ouvert le mardi de 9 h à 18 h.', 'Horaires'),
    ],
    [
      'a closure that isn’t understood',
      passage('Du lundi au samedi de 9 h à 19 h.', 'Horaires'),
      passage('Nous serons exceptionnellement fermés mardi.'),
    ],
    [
      'works without an end',
      passage('Du lundi au samedi de 9 h à 19 h.', 'Horaires'),
      passage('Fermé pour travaux.'),
    ],
    [
      'another shop',
      passage('La boutique de Lyon est ouverte le mardi de 9 h à 19 h.'),
      passage('La boutique de Nice est ouverte le mardi de 10 h à 19 h.'),
    ],
    ['hours of a season above', passage('Du lundi au samedi de 9 h à 19 h.', 'Horaires d’été')],
    ['hours of a season above, in the text', passage('Horaires d’été\nDu lundi au samedi de 9 h à 19 h.')],
    ['hours that begin a date above', passage('Du 1er juin au 31 août :\nDu lundi au samedi de 9 h à 19 h.')],
  ])('%s: only the day is said', (_, ...passages) =>
    expect(ask('Vous êtes ouverts demain ?', passages)).toBe('Demain est un mardi :'),
  );

  test('those of the place itself stand below its name', () => {
    const museum = [
      passage('Le mardi de 10 h à 18 h.', 'Musée de la Dentelle › Horaires'),
      passage('La librairie est ouverte le mardi de 14 h à 18 h.', 'Musée de la Dentelle › Librairie'),
    ];
    expect(ask('Le musée est ouvert demain ?', museum)).toBe(
      'Oui, demain est un mardi : c’est ouvert de 10 h à 18 h.',
    );
    expect(ask('Vous êtes ouverts demain ?', museum)).toBe('Demain est un mardi :');
  });

  test('a closure that is understood counts', () => {
    const closed = [
      passage('Du lundi au samedi de 9 h à 19 h.\nFermé du 20 au 30 novembre inclus.', 'Horaires'),
    ];
    expect(ask('Vous êtes ouverts demain ?', closed)).toBe('Non, demain est un mardi : c’est fermé.');
  });

  test('the sentence that it rests on is quoted, first', () => {
    const [shop] = boutique as [RankedPassage];
    const line = 'Samedi : 9h-17h';
    const start = shop.text.indexOf(line);
    const quoted = [{ text: line, passage: shop, start, end: start + line.length }];
    const places = placesOf({ time_zone: 'Europe/Paris', language: 'fr' });
    const said = prependLead('ouvert dimanche ?', 'fr', places, new Date(monday), quoted, boutique);
    expect(said.sentences.map(({ text }) => text)).toEqual([
      'Fermé le dimanche, le lundi et les jours fériés.',
      line,
    ]);
  });

  test('nothing is said before what speaks of neither days nor hours, nor before the owner’s own answer', () => {
    expect(ask('Je peux annuler demain ?', [passage('L’annulation est gratuite.')])).toBe('');
    const written = { ...passage('Oui, du mardi au samedi.'), isWritten: true };
    expect(ask('Vous êtes ouverts demain ?', [written])).toBe('');
  });
});

test('a question is looked for with what its day is called in the sources', () => {
  const places = placesOf({ time_zone: 'Europe/Paris', language: 'fr' });
  const sought = (question: string, clock = monday) => addDate(question, 'fr', places, new Date(clock));
  expect(sought('vous êtes ouverts demain ?')).toBe('vous êtes ouverts ?');
  expect(sought('vous êtes ouverts demain ?', '2026-11-28T12:00:00Z')).toBe('vous êtes ouverts ? dimanche');
  expect(sought('ouvert demain ?', '2026-12-24T12:00:00Z')).toBe('ouvert ? jours fériés');
  expect(sought('ouvert le 25 décembre ?')).toBe('ouvert le 25 décembre ? jours fériés');
  expect(sought('demain ?')).toBe('demain ?');
  expect(sought('Où se garer ?')).toBe('Où se garer ?');
});

test('whether all is open is looked for by what hours are called, too', () => {
  const places = placesOf({ time_zone: 'Europe/Paris', language: 'fr' });
  const also = (question: string) => openingQuestions(question, 'fr', places, new Date(monday));
  expect(also('vs etes ouvert dem1 ?')).toEqual(['ouvert horaires mardi', 'ouvert horaires', 'ouvert']);
  expect(also('La piscine est ouverte demain ?')).toEqual([]);
  expect(also('Vous livrez demain ?')).toEqual([]);
  expect(also('Ouvert le dimanche ?')).toEqual([]);
});

test('a model is told the day, the time and the holidays that are near', () => {
  const line = (time_zone: string | null, language: Language, clock: string) =>
    momentLine(placesOf({ time_zone, language }), new Date(clock));
  expect(line('Europe/Paris', 'fr', '2026-12-24T23:05:00Z')).toBe(
    'Today is Friday 25 December 2026, a public holiday (Christmas Day); tomorrow is Saturday 26 December; the time is 0:05 (Europe/Paris).',
  );
  expect(line('Europe/Paris', 'fr', '2026-12-24T09:05:00Z')).toContain(
    'tomorrow is Friday 25 December, a public holiday',
  );
  expect(line(null, 'en', '2026-11-24T17:05:00Z')).toBe(
    'Today is Tuesday 24 November 2026; tomorrow is Wednesday 25 November.',
  );
  expect(line(null, 'en', '2026-11-24T03:05:00Z')).toBe('');
});

test('hostile questions and sources are read to their bound', () => {
  for (const piece of ['demain ', 'à 9h ', 'le 1er mai ', '🙂', '1/', 'lundi', 'a'.repeat(50), 'ouvert '])
    for (const length of [280, 4_000]) {
      const text = piece.repeat(length).slice(0, length);
      expect(() => lead(text, 'fr', monday, [passage(piece.repeat(2_000)), ...boutique])).not.toThrow();
      expect(() =>
        addDate(text, 'en', placesOf({ time_zone: null, language: 'en' }), new Date(monday)),
      ).not.toThrow();
    }
});
