import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import type { OpenedDatabase } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import { freshDatabase } from '../../../test/database.ts';
import { type Block, type ReadPassage, splitIntoPassages } from '../../reading/service.ts';
import { searchSources } from '../../sources/service.ts';
import { indexPassages, publishPassages, quote } from '../service.ts';

const now = new Date('2026-01-01T00:00:00Z');
let opened: OpenedDatabase;
let chatbotId: string;
const ownerId = newId(now);

/** A table as readers of workbooks, CSV files and documents hand it on; the first line names the columns. */
const table = (sheet: string, lines: string): Block[] => {
  const [header = [], ...rows] = lines
    .trim()
    .split('\n')
    .map((line) => line.split(';').map((cell) => cell.trim()));
  return rows.map((cells, at) => ({ kind: 'row', header, cells, position: { sheet, row: at + 2 } }));
};
const paragraph = (text: string): Block => ({ kind: 'paragraph', text, position: {} });

const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

const sources: Block[][] = [
  table(
    'Mobilier',
    `Produit;Référence;Prix TTC;Stock;Garantie
     Chaise pliante;CH-201;35,90 €;12;2 ans
     Table ronde;TA-110;120 €;3;5 ans
     Banc de jardin;BA-007;89 €;0;2 ans
     Fauteuil à bascule;FA-315;249,50 €;7;5 ans`,
  ),
  table(
    'Chambres',
    `Chambre;Basse saison;Haute saison;Surface;Vue
     Simple;75 €;95 €;14 m²;cour
     Double;98 €;148 €;21 m²;lac
     Suite;180 €;260 €;44 m²;lac`,
  ),
  table(
    'Opening hours',
    `Branch;Monday;Saturday;Phone
     Leeds;9 am to 5 pm;10 am to 2 pm;0113 496 0101
     York;8:30 am to 6 pm;closed;01904 55 02 02
     Bath;10 am to 7 pm;9 am to 1 pm;01225 44 03 03`,
  ),
  table(
    'Shipping',
    `Destination;Delivery time;Fee;Largest parcel
     Norway;4 days;$18.50;20 kg
     Portugal;3 days;$12.00;30 kg
     Japan;9 days;$41.75;15 kg`,
  ),
  table(
    'Staff',
    `Name;Position;Department;Hired on;Extension
     Alice Moreau;Head of sales;Sales;2019-03-04;412
     Bilal Khan;Accountant;Finance;2021-11-15;377
     Chiara Rossi;Lawyer;Legal;2016-06-01;290`,
  ),
  table(
    'Consommation',
    `Site;${months.map((month) => `Consommation ${month}`).join(';')}
     Usine de Brest;${months.map((_, at) => `${1_000 + at} kWh`).join(';')}
     Entrepôt de Nantes;${months.map((_, at) => `${2_000 + at} kWh`).join(';')}`,
  ),
  [
    paragraph('Le magasin livre partout en France. Les retours sont acceptés pendant trente jours.'),
    paragraph('Nos chaises sont fabriquées dans le Jura, en hêtre et en frêne, par quatre artisans.'),
  ],
  [
    paragraph('Parcels are handed to the carrier within one working day. Fees never include customs duties.'),
    paragraph('The staff meets every Monday morning. Visitors are welcome on the first floor.'),
  ],
];

beforeAll(async () => {
  opened = await freshDatabase();
  chatbotId = newId(now);
  await sql`insert into users (id, created_at, updated_at) values (${ownerId}, ${now}, ${now})`.execute(
    opened.db,
  );
  await sql`insert into chatbots (id, owner_id, public_id, name, name_key, platform, language, created_at, updated_at)
    values (${chatbotId}, ${ownerId}, ${chatbotId}, 'bot', 'bot', 'website', 'fr', ${now}, ${now})`.execute(
    opened.db,
  );
  for (const blocks of sources) {
    const sourceId = newId(now);
    await sql`insert into sources (id, owner_id, chatbot_id, kind, name, media_type, format, created_at, updated_at)
      values (${sourceId}, ${ownerId}, ${chatbotId}, 'file', ${sourceId}, 'text/csv', 'csv', ${now}, ${now})`.execute(
      opened.db,
    );
    const passages: ReadPassage[] = [];
    for await (const passage of splitIntoPassages(blocks)) passages.push(passage);
    await indexPassages(opened.db, { ownerId, chatbotId, sourceId, version: 1, passages, now });
    await publishPassages(opened.db, { chatbotId, sourceId, version: 1, now });
  }
});
afterAll(() => opened.close());

async function ask(question: string, language: 'fr' | 'en'): Promise<string[]> {
  const context = { db: opened.db, models: {}, log: { warn() {} } } as unknown as Context;
  const { passages } = await searchSources(context, { ownerId, chatbotId, question, limit: 12, language });
  return quote(question, language, passages).sentences.map(({ text }) => text);
}

/** Each question with what the rows quoted hold, one after the other; each row is of its own thing alone. */
describe.each([
  [
    'fr' as const,
    [
      ['Quel est le prix de la chaise pliante ?', ['35,90 €']],
      ['Combien coûte le fauteuil à bascule ?', ['249,50 €']],
      ['Prix table ronde', ['120 €']],
      ['Reste-t-il des bancs de jardin en stock ?', ['Stock: 0']],
      ['Quelle est la garantie de la table ronde ?', ['5 ans']],
      ['À quel produit correspond la référence FA-315 ?', ['Fauteuil à bascule']],
      ['BA-007', ['Banc de jardin']],
      ['Quel est le prix de la chambre double en haute saison ?', ['148 €']],
      ['Quelle est la surface de la suite ?', ['44 m²']],
      ['Combien coûte la chambre simple en basse saison ?', ['75 €']],
      ['Quel est le prix de la chaise pliante et de la table ronde ?', ['35,90 €', '120 €']],
      ['Prix du banc, du fauteuil et de la chaise', ['35,90 €', '89 €', '249,50 €']],
      ['Quelles chambres ont vue sur le lac ?', ['Double', 'Suite']],
      ['Quelle a été la consommation de mars de l’usine de Brest ?', ['Consommation mars: 1002 kWh']],
      ['Consommation de l’entrepôt de Nantes en octobre', ['Consommation octobre: 2009 kWh']],
      ['Quel est le stock de fauteuils à bascule ?', ['Stock: 7']],
    ] as [string, string[]][],
  ],
  [
    'en' as const,
    [
      ['When does the Leeds branch open on Saturday?', ['Saturday: 10 am to 2 pm']],
      ['What is the phone number of the York branch?', ['01904 55 02 02']],
      ['Is Bath open on Monday?', ['Monday: 10 am to 7 pm']],
      ['What is the fee for Norway?', ['$18.50']],
      ['How many days does delivery to Japan take?', ['9 days']],
      ['What is the largest parcel for Portugal?', ['30 kg']],
      ['What are the fees for Norway and Japan?', ['$18.50', '$41.75']],
      ['Who is the head of sales?', ['Alice Moreau']],
      ['What is the extension of Bilal Khan?', ['Extension: 377']],
      ['When was Chiara Rossi hired?', ['2016-06-01']],
      ['Who works in the finance department?', ['Bilal Khan']],
    ] as [string, string[]][],
  ],
])('tables asked in %s', (language, questions) => {
  test.each(questions)('%s', async (question, expected) => {
    const rows = await ask(question, language);
    expect(rows).toHaveLength(expected.length);
    for (const [at, held] of expected.entries()) expect(rows[at]).toContain(held);
  });
});

test('a thing that no row names has no price', async () => {
  expect(await ask('Quel est le prix du canapé convertible ?', 'fr')).toEqual([]);
  expect(await ask('What is the fee for Mongolia?', 'en')).toEqual([]);
});
