import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@parlance/contract/i18n';
import { hotel } from '../../e2e/hotel.ts';
import { makeDocx, makeEncryptedPdf, makePdf, makeXlsx } from '../../server/src/test/documents.ts';

/** The small hotel of the pictures, as its owner has set it up. */
export const example = {
  fr: {
    email: 'camille@hotel-glycines.fr',
    chatbot: 'Accueil de l’hôtel',
    bot: 'Hôtel des Glycines',
    username: 'hotel_glycines_bot',
    keys: ['Export de la nuit', 'Caisse du restaurant'],
    welcome: 'Bonjour ! Une question sur votre séjour à l’Hôtel des Glycines ?',
    instructions:
      'Vous êtes l’accueil en ligne de l’Hôtel des Glycines, à Annecy. Répondez avec chaleur, en peu de mots, et proposez d’appeler la réception pour ce qui demande une réservation.',
    suggestions: ['À quelle heure est le petit-déjeuner ?', 'Peut-on venir avec un chien ?', 'Où se garer ?'],
    files: {
      guide: 'Livret d’accueil.pdf',
      pets: 'Animaux.docx',
      rates: 'Tarifs.xlsx',
      services: 'Services.csv',
      parking: 'Parking.txt',
      locked: 'Contrat blanchisserie.pdf',
    },
    conversations: [
      ['À quelle heure est servi le petit-déjeuner ?', 'Et si je pars avant 7 h ?'],
      ['Les chiens sont-ils acceptés ?'],
      ['Combien coûte le parking ?', 'Faut-il le réserver ?'],
      ['Quel est le prix de la chambre Lavande ?'],
      ['À quelle heure ouvre la piscine ?'],
      ['Proposez-vous des massages ?'],
      ['Avez-vous un lit pour bébé ?'],
    ],
    tried: 'Peut-on venir avec un chien ?',
    pages: ['https://www.hotel-glycines.fr/chambres', 'https://www.hotel-glycines.fr/restaurant'],
    receiver: 'paul@gites-du-lac.fr',
  },
  en: {
    email: 'camille@wisteria-hotel.example',
    chatbot: 'Hotel front desk',
    bot: 'Wisteria Hotel',
    username: 'wisteria_hotel_bot',
    keys: ['Nightly export', 'Restaurant till'],
    welcome: 'Hello! A question about your stay at the Wisteria Hotel?',
    instructions:
      'You are the online front desk of the Wisteria Hotel in Annecy. Answer warmly and briefly, and suggest calling the front desk for anything that needs a booking.',
    suggestions: ['What time is breakfast?', 'Can we bring a dog?', 'Where can we park?'],
    files: {
      guide: 'Guest guide.pdf',
      pets: 'Pets.docx',
      rates: 'Rates.xlsx',
      services: 'Services.csv',
      parking: 'Parking.txt',
      locked: 'Laundry contract.pdf',
    },
    conversations: [
      ['When is breakfast served?', 'And if I leave before 7 am?'],
      ['Are dogs welcome?'],
      ['How much is the car park?', 'Does it have to be booked?'],
      ['What is the price of the Lavender room?'],
      ['When does the pool open?'],
      ['Do you offer massages?'],
      ['Do you have a cot for a baby?'],
    ],
    tried: 'Are dogs welcome?',
    pages: ['https://www.wisteria-hotel.example/rooms', 'https://www.wisteria-hotel.example/restaurant'],
    receiver: 'paul@lake-cottages.example',
  },
} as const satisfies Record<Language, unknown>;

/** Its documents, one of which nobody can read: as a browser's form sends them. */
export async function documentsOf(language: Language): Promise<FormData> {
  const { guide, pets, rates, services, parking } = hotel[language];
  const { files } = example[language];
  const folder = await mkdtemp(join(tmpdir(), 'parlance-example-'));
  const at = (name: string) => join(folder, name);
  try {
    await makeEncryptedPdf(at(files.locked));
    await writeFile(at(files.parking), parking);
    await writeFile(at(files.services), services);
    await makeXlsx(at(files.rates), { sheets: [rates] });
    await makeDocx(at(files.pets), {
      paragraphs: [{ text: pets.title, style: 'Heading1' }, { text: pets.text }],
    });
    await makePdf(at(files.guide), { pages: guide });
    const form = new FormData();
    for (const name of Object.values(files).reverse())
      form.append('files', new Blob([await readFile(at(name))]), name);
    return form;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
