import { dayOf } from '@parlance/contract/local-time';
import { expect, test } from 'vitest';
import { hoursLine, hoursOn } from './opening-hours.ts';

/** The week from Monday 23 November 2026, as "9-12,14-18", "x" for closed, "?" for what isn't said. */
function weekOf(text: string, from = dayOf(2026, 11, 23)): string {
  const rules = hoursLine(text)?.rules;
  if (rules === undefined) return 'unsure';
  return Array.from({ length: 7 }, (_, at) => {
    const hours = hoursOn(rules, from + at, 'ordinary')?.hours;
    if (hours === undefined) return '?';
    return hours.map((one) => `${one.from / 60}-${one.to / 60}`).join(',') || 'x';
  }).join(' ');
}

const nine = '9-18 9-18 9-18 9-18 9-18 ? ?';

test.each([
  [
    'Du lundi au vendredi de 9 h à 12 h et de 14 h à 18 h',
    '9-12,14-18 9-12,14-18 9-12,14-18 9-12,14-18 9-12,14-18 ? ?',
  ],
  ['lun.–ven. 9h-18h', nine],
  ['Lun - Ven : 9:00 – 18:00', nine],
  ['Ouvert en semaine de 9h00 à 18h00, sans interruption.', nine],
  ['Mon–Fri 9am–6pm', nine],
  ['Open weekdays from 9 am until 6 p.m.', nine],
  ['Mon-Fri: 9-6pm', nine],
  ['Nous sommes ouverts du lundi au vendredi entre 9 h et 18 h.', nine],
  ['Our opening hours are Monday through Friday, 9.00 to 18.00.', nine],
  ['- Monday to Friday: 09:00-18:00', nine],
  ['Monday | 9:00 - 12:00 | 13:00 - 17:00', '9-12,13-17 ? ? ? ? ? ?'],
  ['Lundi : fermé', 'x ? ? ? ? ? ?'],
  ['Closed Mondays and Tuesdays', 'x x ? ? ? ? ?'],
  ['fermé le dimanche et les jours fériés', '? ? ? ? ? ? x'],
  ['Fermé le lundi, ouvert du mardi au samedi de 9h à 19h', 'x 9-19 9-19 9-19 9-19 9-19 ?'],
  ['Ouvert tous les jours sauf le mardi, de 10h à 18h', '10-18 x 10-18 10-18 10-18 10-18 10-18'],
  ['Daily 10am–noon except Sunday', '10-12 10-12 10-12 10-12 10-12 10-12 x'],
  ['Ouvert 24h/24 et 7j/7', '0-24 0-24 0-24 0-24 0-24 0-24 0-24'],
  ['Open 24 hours a day, 7 days a week', '0-24 0-24 0-24 0-24 0-24 0-24 0-24'],
  ['Fri–Sat 6pm–2am', '? ? ? ? 18-26 18-26 ?'],
  ['Vendredi et samedi de 18 h à minuit', '? ? ? ? 18-24 18-24 ?'],
  ['Le week-end de 10h à 12h', '? ? ? ? ? 10-12 10-12'],
  ['Samedi matin de 9h à 12h', '? ? ? ? ? 9-12 ?'],
  ['Le dernier samedi du mois de 9h à midi', '? ? ? ? ? 9-12 ?'],
  ['Le premier samedi du mois de 9h à 12h', '? ? ? ? ? ? ?'],
  [
    'Reception is open from 8.30 am to 8 pm Monday to Thursday and from 9 am to 1 pm on Saturday.',
    '8.5-20 8.5-20 8.5-20 8.5-20 ? 9-13 ?',
  ],
  ['Hiver (1er novembre au 31 mars) : du mardi au samedi de 9 h à 17 h', '? 9-17 9-17 9-17 9-17 9-17 ?'],
  ['Été (1er avril au 31 octobre) : du mardi au samedi de 9 h à 18 h', '? ? ? ? ? ? ?'],
  ['D’avril à octobre, ouvert tous les jours de 9h à 19h', '? ? ? ? ? ? ?'],
  ['From November to February: Saturday and Sunday, 10 am to 4 pm', '? ? ? ? ? 10-16 10-16'],
  ['Fermé du 24 au 28 novembre inclus', '? x x x x x ?'],
  ['Fermé le mercredi 25 novembre', '? ? x ? ? ? ?'],
  ['Tous les jours de 8h à 20h, jours fériés compris', '8-20 8-20 8-20 8-20 8-20 8-20 8-20'],
])('%s', (text, week) => expect(weekOf(text)).toBe(week));

test.each([
  'Samedi : 9 h à 11 h 30, le premier et le troisième samedi du mois seulement',
  'Du 15 juillet au 25 août, la mairie est fermée tous les samedis et le lundi après-midi.',
  'It is closed on Sundays and Mondays, except in December, when we also open on Sundays from 11 am to 4 pm.',
  'Fermé le mercredi après-midi',
  'La boutique n’est pas ouverte le dimanche',
  'We are not open on Mondays',
  'Ouvert de 9h à 18h.',
  'Été : du lundi au samedi de 9h à 19h',
  'Horaires d’hiver : du lundi au vendredi de 9h à 17h',
  'During term, reception is open from 8 am to 8 pm from Monday to Thursday',
  'Du lundi au vendredi de 9h à 18h sur rendez-vous',
  'Uniquement le samedi de 9h à 12h',
  'Un samedi sur deux, semaines paires : 9 h à 12 h 15',
  'Monday to Friday 9.30–5.30pm or by appointment',
  'Mon–Fri 9am–5',
  'Fermeture à 18 h du lundi au vendredi',
  'Ouvert du lundi au vendredi à partir de 9 h',
  'Du lundi au vendredi de 14h à 12h et de 13h à 18h',
  'Le cimetière est ouvert de 8 h à 19 h d’avril à octobre et de 8 h à 17 h de novembre à mars.',
  'Fermé du 4 août 2026 au 20 août 2026',
  'Lundi 9h-25h',
  'Ouvert lundi de 9h à 18h, parfois plus tard',
  'Mon-Fri 9-5pm (school holidays 10-4pm)',
  'Dernière entrée à 17 h le samedi',
])('of “%s” nothing is sure', (text) => expect(weekOf(text)).toMatch(/^(?:unsure|\?( \?)*)$/));

test('a holiday has the hours that are said of holidays, or none that are sure', () => {
  const christmas = dayOf(2026, 12, 25);
  const on = (text: string, kind: 'holiday' | 'perhaps') =>
    hoursOn(hoursLine(text)?.rules ?? [], christmas, kind)?.hours;
  expect(on('Du lundi au vendredi de 9h à 18h', 'holiday')).toBeUndefined();
  expect(on('Du lundi au vendredi de 9h à 18h', 'perhaps')).toBeUndefined();
  expect(on('Du lundi au vendredi de 9h à 18h sauf jours fériés', 'holiday')).toEqual([]);
  expect(on('Du lundi au vendredi de 9h à 18h sauf jours fériés', 'perhaps')).toBeUndefined();
  expect(on('Tous les jours, y compris les jours fériés, de 9h à 18h', 'perhaps')).toEqual([
    { from: 540, to: 1080 },
  ]);
  expect(on('Fermé le vendredi', 'holiday')).toEqual([]);
  expect(on('Fermé le 25 décembre', 'perhaps')).toEqual([]);
});

test('what is hostile is read in time linear in it, and to its bound', () => {
  for (const piece of [
    '9h-',
    'lundi, ',
    '1er au ',
    'a'.repeat(70),
    '— ',
    '24h/',
    '0.',
    '🙂',
    'du ',
    '12 august ',
  ])
    expect(() => hoursLine(piece.repeat(20_000))).not.toThrow();
});
