import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@parlance/contract/i18n';
import {
  makeDocx,
  makeEncryptedPdf,
  makePdf,
  makeScannedPdf,
  makeXlsx,
} from '../server/src/test/documents.ts';

/** What a small hotel has to say, and what its guests ask, in each language. */
export const hotel = {
  fr: {
    name: 'Hôtel des Glycines',
    contact: 'accueil@hotel-glycines.fr',
    guide: [
      [
        'Livret d’accueil',
        '',
        'Bienvenue à l’Hôtel des Glycines, à Annecy, au bord du lac et à dix minutes de la gare.',
        'La maison date de 1903 ; ses vingt-deux chambres donnent sur le jardin ou sur les montagnes.',
        'La réception est ouverte jour et nuit. Les clés se rendent avant onze heures le jour du départ.',
        'Le linge de toilette est changé chaque jour sur demande, les draps tous les trois jours.',
        'Un ascenseur dessert tous les étages, et deux chambres accueillent les fauteuils roulants.',
        'Le jardin ferme à la nuit tombée ; des couvertures attendent les rêveurs près de la porte.',
      ],
      [
        'Petit-déjeuner',
        '',
        'Le petit-déjeuner est servi de 7 h à 10 h 30 dans la véranda.',
        'Un panier peut être préparé pour les départs avant 7 h.',
      ],
    ],
    pets: { title: 'Animaux', text: 'Les chiens sont acceptés avec un supplément de 12 € par nuit.' },
    rates: {
      name: 'Tarifs',
      rows: [
        ['Chambre', 'Prix par nuit'],
        ['Lavande', 95],
        ['Belvédère', 140],
      ],
    },
    services: 'Prestation;Horaires\nSauna;de 16 h à 21 h\nPiscine;de 8 h à 20 h\n',
    parking: 'Le parking souterrain coûte 9 € par jour et se réserve la veille.',
    page: '<h1>Location de vélos</h1><p>Les vélos électriques se louent 25 € par jour à la réception.</p>',
    questions: {
      breakfast: 'À quelle heure est servi le petit-déjeuner ?',
      bicycles: 'À quel prix se louent les vélos électriques ?',
      offTopic: 'Qui a gagné la Coupe du monde de football en 1998 ?',
    },
    breakfast: 'de 7 h à 10 h 30',
  },
  en: {
    name: 'Wisteria Hotel',
    contact: 'desk@wisteria-hotel.example',
    guide: [
      [
        'Guest guide',
        '',
        'Welcome to the Wisteria Hotel in Annecy, on the lake shore and ten minutes from the station.',
        'The house dates from 1903; its twenty-two rooms look on to the garden or the mountains.',
        'The front desk is open day and night. Keys are returned before eleven on the day of departure.',
        'Towels are changed every day on request, bed linen every third day.',
        'A lift reaches every floor, and two rooms welcome guests in wheelchairs.',
        'The garden closes at nightfall; blankets wait for dreamers beside the door.',
      ],
      [
        'Breakfast',
        '',
        'Breakfast is served from 7 to 10:30 am in the winter garden.',
        'A packed meal can be prepared for guests who leave before 7 am.',
      ],
    ],
    pets: { title: 'Pets', text: 'Dogs are welcome for an extra 12 euros per night.' },
    rates: {
      name: 'Rates',
      rows: [
        ['Room', 'Price per night'],
        ['Lavender', 95],
        ['Belvedere', 140],
      ],
    },
    services: 'Service,Opening hours\nSauna,4 pm to 9 pm\nPool,8 am to 8 pm\n',
    parking: 'The underground car park costs 9 euros a day and is booked the day before.',
    page: '<h1>Bicycle hire</h1><p>Electric bicycles are hired at the front desk for 25 euros a day.</p>',
    questions: {
      breakfast: 'When is breakfast served?',
      bicycles: 'Where are electric bicycles hired?',
      offTopic: 'Who won the football World Cup in 1998?',
    },
    breakfast: 'from 7 to 10:30 am',
  },
} as const satisfies Record<Language, unknown>;

/** One good file of each kind, and one of each kind of trouble, in `folder`. */
export async function writeDocuments(folder: string, language: Language) {
  const { guide, pets, rates, services, parking } = hotel[language];
  const at = (name: string) => join(folder, name);
  await makePdf(at('guide.pdf'), { pages: guide });
  await makeDocx(at('pets.docx'), {
    paragraphs: [{ text: pets.title, style: 'Heading1' }, { text: pets.text }],
  });
  await makeXlsx(at('rates.xlsx'), { sheets: [rates] });
  await writeFile(at('services.csv'), services);
  await writeFile(at('parking.txt'), parking);
  await makeScannedPdf(at('scan.pdf'), [{}, {}]);
  await makeEncryptedPdf(at('locked.pdf'));
  await writeFile(at('empty.txt'), '');
  await makeDocx(at('lying.pdf'), { paragraphs: [{ text: parking }] });
  return {
    good: ['guide.pdf', 'pets.docx', 'rates.xlsx', 'services.csv', 'parking.txt'],
    bad: ['scan.pdf', 'locked.pdf', 'empty.txt', 'lying.pdf'],
    path: at,
  };
}
