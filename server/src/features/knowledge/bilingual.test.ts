import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import type { OpenedDatabase } from '../../db/open.ts';
import { newId } from '../../kit/ids.ts';
import { freshDatabase } from '../../test/database.ts';
import { type ReadPassage, splitIntoPassages } from '../reading/service.ts';
import { searchSources } from '../sources/service.ts';
import { indexPassages, publishPassages, quote } from './service.ts';

const now = new Date('2026-01-01T00:00:00Z');
let opened: OpenedDatabase;
const ownerId = newId(now);

beforeAll(async () => {
  opened = await freshDatabase();
  await sql`insert into users (id, created_at, updated_at) values (${ownerId}, ${now}, ${now})`.execute(
    opened.db,
  );
});
afterAll(() => opened.close());

/** A chatbot that knows these texts, each a source named by its key. */
async function chatbotKnowing(texts: Record<string, string>): Promise<string> {
  const chatbotId = newId(now);
  await sql`insert into chatbots (id, owner_id, public_id, name, name_key, platform, language, created_at, updated_at)
    values (${chatbotId}, ${ownerId}, ${chatbotId}, ${chatbotId}, ${chatbotId}, 'website', 'fr', ${now}, ${now})`.execute(
    opened.db,
  );
  for (const [name, text] of Object.entries(texts)) {
    const sourceId = newId(now);
    await sql`insert into sources (id, owner_id, chatbot_id, kind, name, media_type, format, created_at, updated_at)
      values (${sourceId}, ${ownerId}, ${chatbotId}, 'file', ${name}, 'text/plain', 'txt', ${now}, ${now})`.execute(
      opened.db,
    );
    const passages: ReadPassage[] = [];
    for await (const passage of splitIntoPassages([{ kind: 'paragraph', text, position: {} }]))
      passages.push(passage);
    await indexPassages(opened.db, { ownerId, chatbotId, sourceId, version: 1, passages, now });
    await publishPassages(opened.db, { chatbotId, sourceId, version: 1, now });
  }
  return chatbotId;
}

async function ask(chatbotId: string, question: string, language: 'fr' | 'en') {
  const context = { db: opened.db, models: {}, log: { warn() {} } } as unknown as Pick<
    Context,
    'db' | 'models' | 'log'
  >;
  const { passages } = await searchSources(context, { ownerId, chatbotId, question, limit: 8, language });
  const { answered } = quote(question, language, passages);
  return { first: passages[0]?.sourceName, answered };
}

const english = {
  hours:
    'Our shop is open from Monday to Saturday, 9 am to 7 pm. On public holidays we close at noon. The workshop opens an hour later.',
  delivery:
    'We deliver within three working days anywhere in France. Shipping is free for orders above 60 euros. A courier brings bulky parcels to your door.',
  refund:
    'You may return an item within 30 days. The refund is made to the card that you paid with, without any fee. Damaged goods are exchanged at once.',
  payment:
    'We accept credit cards, cheques and bank transfers. Invoices are payable within 30 days. For large amounts you can pay in three instalments.',
  warranty:
    'Every bicycle has a two-year warranty against manufacturing defects. Repairs are done in our own workshop. Spare parts remain available for ten years.',
  account:
    'To change your password, open the settings of your account and choose Security. A link is sent to your email address. Never share your username.',
  subscription:
    'The monthly subscription costs 12 euros and renews itself. You can cancel it at any time from your customer area. The trial period lasts 14 days.',
  hotel:
    'Rooms can be booked by phone or online. Breakfast is included. Check-in is from 3 pm, and the swimming pool is heated in winter.',
  pets: 'Dogs are welcome in the garden but not in the dining room. Cats must stay in their carrier. We have no place for horses.',
  jobs: 'The company employs 45 people. Applicants send their letter to the recruitment office before June. Trainees receive a monthly wage.',
  health:
    'The clinic vaccinates children against measles on Wednesday mornings. No appointment is needed. Bring a prescription if your doctor wrote one.',
  school:
    'Tuition fees are due before the beginning of the term. Scholarships are granted to students from low-income families. Classes start in September.',
  tax: 'Income tax is declared online every spring. Married couples file one common return. Whoever is late pays a penalty of ten percent.',
  bus: 'The night bus leaves the railway station every forty minutes. Tickets are sold on board. Luggage travels in the hold.',
  rent: 'The landlord asks for a deposit of one month’s rent. The flat is on the third floor, without a lift. Tenants give three months’ notice.',
};

const french = {
  horaires:
    'Le magasin vous accueille du lundi au samedi, de 9 h à 19 h. Il ferme à midi les jours fériés. L’atelier ouvre une heure plus tard.',
  livraison:
    'Nous livrons partout en France sous trois jours ouvrés. L’expédition est gratuite à partir de 60 € de commande. Un livreur apporte les colis volumineux.',
  remboursement:
    'Vous disposez de 30 jours pour retourner un article. Le remboursement se fait sur la carte utilisée, sans frais. Les produits abîmés sont échangés aussitôt.',
  paiement:
    'Nous acceptons la carte bancaire, le chèque et le virement. Les factures sont payables à 30 jours. Les gros montants se règlent en trois mensualités.',
  garantie:
    'Chaque vélo est garanti deux ans contre les défauts de fabrication. Les réparations se font dans notre atelier. Les pièces détachées restent disponibles dix ans.',
  compte:
    'Pour changer votre mot de passe, ouvrez les paramètres de votre compte et choisissez Sécurité. Un lien est envoyé à votre adresse électronique.',
  abonnement:
    'L’abonnement mensuel coûte 12 € et se renouvelle tout seul. Vous pouvez le résilier à tout moment depuis votre espace client. La période d’essai dure 14 jours.',
  hotel:
    'Les chambres se réservent par téléphone ou en ligne. Le petit-déjeuner est compris. L’arrivée se fait dès 15 h et la piscine est chauffée en hiver.',
  animaux:
    'Les chiens sont les bienvenus dans le jardin, mais pas au restaurant. Les chats restent dans leur panier. Nous n’avons pas de place pour les chevaux.',
  emploi:
    'L’entreprise compte 45 salariés. Les candidats envoient leur lettre au service du recrutement avant juin. Les stagiaires touchent un salaire mensuel.',
  sante:
    'La clinique vaccine les enfants contre la rougeole le mercredi matin, sans rendez-vous. Apportez l’ordonnance si votre médecin en a fait une.',
  ecole:
    'Les frais de scolarité sont à régler avant la rentrée. Des bourses sont accordées aux étudiants de familles modestes. Les cours commencent en septembre.',
  impots:
    'L’impôt sur le revenu se déclare en ligne chaque printemps. Les couples mariés font une seule déclaration. Un retard coûte une pénalité de dix pour cent.',
  bus: 'Le bus de nuit part de la gare toutes les quarante minutes. Les billets se vendent à bord. Les bagages voyagent en soute.',
  loyer:
    'Le propriétaire demande un dépôt de garantie d’un mois de loyer. L’appartement est au troisième étage, sans ascenseur. Les locataires donnent trois mois de préavis.',
};

const inFrench: [question: string, source: keyof typeof english][] = [
  ['Quels sont vos horaires ?', 'hours'],
  ['À quelle heure ouvre le magasin ?', 'hours'],
  ['Êtes-vous ouverts le samedi ?', 'hours'],
  ['Quand fermez-vous les jours fériés ?', 'hours'],
  ['Quels sont les délais de livraison ?', 'delivery'],
  ['La livraison est-elle gratuite ?', 'delivery'],
  ['Comment sont expédiés les gros colis ?', 'delivery'],
  ['Comment être remboursé ?', 'refund'],
  ['Combien de jours pour retourner un article ?', 'refund'],
  ['Que faire si la marchandise est abîmée ?', 'refund'],
  ['Acceptez-vous les chèques ?', 'payment'],
  ['Puis-je payer par virement bancaire ?', 'payment'],
  ['Quand faut-il payer la facture ?', 'payment'],
  ['Quelle est la durée de la garantie du vélo ?', 'warranty'],
  ['Où se font les réparations ?', 'warranty'],
  ['Vendez-vous des pièces détachées ?', 'warranty'],
  ['J’ai oublié mon mot de passe', 'account'],
  ['Comment changer le mot de passe de mon compte ?', 'account'],
  ['Prix de l’abonnement', 'subscription'],
  ['Comment résilier mon abonnement ?', 'subscription'],
  ['Combien de temps dure la période d’essai ?', 'subscription'],
  ['Comment réserver une chambre ?', 'hotel'],
  ['Le petit-déjeuner est-il inclus ?', 'hotel'],
  ['La piscine est-elle chauffée en hiver ?', 'hotel'],
  ['Puis-je venir avec mon chien ?', 'pets'],
  ['Combien de personnes emploie l’entreprise ?', 'jobs'],
  ['Où envoyer sa candidature ?', 'jobs'],
  ['Faut-il un rendez-vous pour la vaccination des enfants ?', 'health'],
  ['Quand payer les frais de scolarité ?', 'school'],
  ['Qui peut avoir une bourse d’étudiant ?', 'school'],
  ['Comment déclarer l’impôt sur le revenu ?', 'tax'],
  ['Quelle pénalité en cas de retard ?', 'tax'],
  ['D’où part le bus de nuit ?', 'bus'],
  ['Où acheter les billets de bus ?', 'bus'],
  ['Y a-t-il un ascenseur dans l’appartement ?', 'rent'],
  ['Quel est le montant du loyer et de la caution ?', 'rent'],
];

const inEnglish: [question: string, source: keyof typeof french][] = [
  ['What are your opening hours?', 'horaires'],
  ['Is the shop open on Saturday?', 'horaires'],
  ['When do you close on public holidays?', 'horaires'],
  ['How long does delivery take?', 'livraison'],
  ['Is shipping free?', 'livraison'],
  ['Who delivers large parcels?', 'livraison'],
  ['How do I get a refund?', 'remboursement'],
  ['How many days do I have to return an item?', 'remboursement'],
  ['Do you exchange damaged products?', 'remboursement'],
  ['Do you accept credit cards?', 'paiement'],
  ['Can I pay by bank transfer?', 'paiement'],
  ['When is the invoice due?', 'paiement'],
  ['How long is the warranty on a bike?', 'garantie'],
  ['Where are repairs done?', 'garantie'],
  ['Are spare parts available?', 'garantie'],
  ['I forgot my password', 'compte'],
  ['How do I change the password of my account?', 'compte'],
  ['Price of the subscription', 'abonnement'],
  ['How can I cancel my subscription?', 'abonnement'],
  ['How long is the trial period?', 'abonnement'],
  ['How do I book a room?', 'hotel'],
  ['Is breakfast included?', 'hotel'],
  ['Is the swimming pool heated in winter?', 'hotel'],
  ['Are dogs allowed in the garden?', 'animaux'],
  ['How many employees does the company have?', 'emploi'],
  ['What is the salary of an intern?', 'emploi'],
  ['Do children need an appointment for the vaccine?', 'sante'],
  ['When must tuition fees be paid?', 'ecole'],
  ['Which students get a scholarship?', 'ecole'],
  ['How is income tax declared?', 'impots'],
  ['What is the penalty for a late tax return?', 'impots'],
  ['Where does the night bus leave from?', 'bus'],
  ['Where can I buy bus tickets?', 'bus'],
  ['Does the landlord ask for a deposit?', 'loyer'],
  ['Is there a lift in the flat?', 'loyer'],
];

const unanswered = {
  fr: [
    'Qui a peint la Joconde ?',
    'Proposez-vous des cours de plongée ?',
    'Quelle est la capitale de la Mongolie ?',
    'Vendez-vous des champignons ?',
    'Y a-t-il un terrain de tennis ?',
    'Quel vin servez-vous ?',
    'Qui est le président du club de football ?',
  ],
  en: [
    'Who painted the Mona Lisa?',
    'Do you offer diving lessons?',
    'What is the capital of Mongolia?',
    'Do you sell mushrooms?',
    'Is there a tennis court?',
    'Which wine do you serve?',
    'Do you take cryptocurrency?',
    'Who is the president of the football club?',
  ],
};

describe.each([
  { name: 'French questions, English sources', language: 'fr' as const, texts: english, questions: inFrench },
  { name: 'English questions, French sources', language: 'en' as const, texts: french, questions: inEnglish },
])('$name', ({ language, texts, questions }) => {
  let chatbotId: string;
  beforeAll(async () => {
    chatbotId = await chatbotKnowing(texts);
  });

  test.each(questions as [string, string][])('%s', async (question, source) => {
    expect(await ask(chatbotId, question, language)).toEqual({ first: source, answered: true });
  });

  test.each(unanswered[language])('%s has no answer there', async (question) => {
    expect((await ask(chatbotId, question, language)).answered).toBe(false);
  });
});

test.each([
  ['La compatibilité électromagnétique', 'fr', 'Electromagnetic compatibility is certified by a laboratory.'],
  [
    'Qui est le fondateur de la philharmonie ?',
    'fr',
    'The philharmony owes its existence to a founder from Basel.',
  ],
  ['Is the chlorine biodegradable?', 'en', 'Le chlore employé est biodégradable à 90 %.'],
  ['periodicity of the inspection', 'en', 'La périodicité de l’inspection est de six mois.'],
] as const)('%s is found by what both languages took from Latin', async (question, language, text) => {
  const chatbotId = await chatbotKnowing({
    right: text,
    wrong: language === 'fr' ? english.pets : french.animaux,
  });
  expect((await ask(chatbotId, question, language)).first).toBe('right');
});

test('what a word is also called finds where no passage says it', async () => {
  const chatbotId = await chatbotKnowing({ tarif: 'Nos tarifs sont affichés à la réception.' });
  expect((await ask(chatbotId, 'Quels sont vos prix ?', 'fr')).first).toBe('tarif');
});

test('the visitor’s own language goes first where the sources speak both', async () => {
  const chatbotId = await chatbotKnowing({
    french: 'Le remboursement d’un billet se demande au guichet. Comptez dix jours.',
    english: 'The refund of a ticket is asked for at the counter. Allow ten days.',
  });
  expect((await ask(chatbotId, 'Comment se fait le remboursement d’un billet ?', 'fr')).first).toBe('french');
  expect((await ask(chatbotId, 'How do I get a refund for a ticket?', 'en')).first).toBe('english');
});
