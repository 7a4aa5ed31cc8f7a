import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import type { OpenedDatabase } from '../../db/open.ts';
import { requireFound } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { runDueJobs } from '../../kit/jobs/worker.ts';
import type { ProviderRequest } from '../../kit/models/models.ts';
import { freshDatabase } from '../../test/database.ts';
import { type Block, type ReadPassage, splitIntoPassages } from '../reading/service.ts';
import { searchSources } from '../sources/service.ts';
import { knowledgeWork } from './jobs.ts';
import { addFrequencies, lockChatbotTerms, maxPendingChanges } from './passages/term-counts.ts';
import { findOlderAnalyses } from './queue.ts';
import { frequenciesOf, listAnsweringPassages } from './search/queries.ts';
import {
  clearRemovedSources,
  explain,
  indexPassages,
  listPassagesToEmbed,
  passagesOf,
  publishPassages,
  quote,
  setExcluded,
  storeVectors,
} from './service.ts';

const now = new Date('2026-01-01T00:00:00Z');
let opened: OpenedDatabase;
let ownerId: string;
let chatbotId: string;

beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.close());

async function newChatbot(): Promise<string> {
  const id = newId(now);
  await sql`insert into chatbots (id, owner_id, public_id, name, name_key, platform, language, created_at, updated_at)
    values (${id}, ${ownerId}, ${id}, ${id}, ${id}, 'website', 'fr', ${now}, ${now})`.execute(opened.db);
  return id;
}

beforeEach(async () => {
  ownerId = newId(now);
  await sql`insert into users (id, created_at, updated_at) values (${ownerId}, ${now}, ${now})`.execute(
    opened.db,
  );
  chatbotId = await newChatbot();
});

async function newSource(of = chatbotId): Promise<string> {
  const id = newId(now);
  await sql`insert into sources (id, owner_id, chatbot_id, kind, name, media_type, format, created_at, updated_at)
    values (${id}, ${ownerId}, ${of}, 'file', ${id}, 'text/plain', 'txt', ${now}, ${now})`.execute(opened.db);
  return id;
}

async function read(blocks: (Block | string)[]): Promise<ReadPassage[]> {
  const passages: ReadPassage[] = [];
  const all = blocks.map(
    (block): Block => (typeof block === 'string' ? { kind: 'paragraph', text: block, position: {} } : block),
  );
  for await (const passage of splitIntoPassages(all)) passages.push(passage);
  return passages;
}

const index = async (sourceId: string, blocks: (Block | string)[], version = 1, of = chatbotId) =>
  indexPassages(opened.db, { ownerId, chatbotId: of, sourceId, version, passages: await read(blocks), now });

/** One source per text, all answering. */
async function know(...texts: (string | Block[])[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    const sourceId = await newSource();
    await index(sourceId, typeof text === 'string' ? [text] : text);
    await publishPassages(opened.db, { chatbotId, sourceId, version: 1, now });
    ids.push(sourceId);
  }
  return ids;
}

async function removeSource(id: string) {
  await sql`delete from sources where id = ${id}`.execute(opened.db);
  await clearRemovedSources(opened.db, new AbortController().signal);
}

const context = (models: Context['models'] = {}) =>
  ({ db: opened.db, models, log: { warn() {} } }) as unknown as Pick<Context, 'db' | 'models' | 'log'>;

const search = async (question: string, of = chatbotId) =>
  (await searchSources(context(), { ownerId, chatbotId: of, question, limit: 10 })).passages;

const ask = async (question: string, language: 'fr' | 'en' = 'fr') =>
  quote(question, language, await search(question));

/** The number of passages in which each term stands, as a search counts: with what a job has still to count up. */
const counted = async () =>
  (
    await sql<{ term: number; passages: number }>`
      select term, sum(passages)::int as passages
        from (select term, passages from chatbot_terms where chatbot_id = ${chatbotId}
              union all
              select n.term, n.passages from chatbot_term_changes c, unnest(c.terms, c.passages) as n (term, passages)
               where c.chatbot_id = ${chatbotId}) all_of_them
       group by term having sum(passages) <> 0 order by term`.execute(opened.db)
  ).rows;

const frequencies = async () => (await counted()).reduce((sum, { passages }) => sum + passages, 0);

const rooms =
  'Les réservations de chambres se font par téléphone. Elles sont remboursées jusqu’à sept jours avant l’arrivée.';
const pool = 'La piscine ouvre de juin à septembre. Les enfants y restent sous la surveillance d’un adulte.';
const dogs = 'Dogs are welcome in the garden. They must be kept on a lead near the restaurant.';

describe('search', () => {
  test('finds by stem, without accents, in the passage’s own language', async () => {
    const [room, , dog] = await know(rooms, pool, dogs);
    expect((await search('reserver une chambre'))[0]?.sourceId).toBe(room);
    expect((await search('is a dog welcomed?'))[0]?.sourceId).toBe(dog);
    expect(await search('photosynthèse')).toEqual([]);
    expect(await search('qui êtes-vous ?')).toEqual([]);
  });

  test('a word that stands nowhere is read as the one that it was meant to be', async () => {
    const [, swimming] = await know(rooms, pool, `${dogs} Surveillance, surveillance, surveillance.`);
    const [first] = await search('quand la pisicne est-elle sous surveillance ?');
    expect(first?.sourceId).toBe(swimming);
    expect(first?.question).toBe('quand la piscine est-elle sous surveillance ?');
    expect((await search('la pissine est ouverte kan ?'))[0]?.sourceId).toBe(swimming);
    const [other] = await search('quand le palace est-il sous surveillance ?');
    expect(other?.question).toBe('quand le palace est-il sous surveillance ?');
  });

  test('finds identifiers whole, and by a part', async () => {
    const [invoice] = await know(
      'Facture FA-2024/001 payée.',
      'Facture FA-2024/002 payée.',
      'Facture FB-2023/001 payée.',
    );
    expect((await search('FA-2024/001'))[0]?.sourceId).toBe(invoice);
    expect(await search('2023')).toHaveLength(1);
  });

  test('what stands between quotation marks is found as it stands, first', async () => {
    const [, said] = await know(
      'La carte, la belle carte du monde entier, vaut un monde de cartes.',
      'Le salon « Une carte du monde » se tient en mai, dans les halles, avec trente exposants venus de toute la région.',
    );
    expect((await search('la carte « Une carte du monde »'))[0]?.sourceId).toBe(said);
    expect((await search('la carte "une CARTE du monde"'))[0]?.sourceId).toBe(said);
  });

  test('the passage that holds an identifier comes before those that hold the words around it', async () => {
    const [, order] = await know(
      'Une commande expédiée se suit en ligne. Le suivi de la commande montre où la commande se trouve.',
      'BX-250 : remis au transporteur le 3 mai, avec deux autres cartons pour le même quai de Marseille.',
    );
    for (const question of ['Où est ma commande BX-250 expédiée ?', 'suivi commande bx250'])
      expect((await search(question))[0]?.sourceId, question).toBe(order);
  });

  test.each([
    ['prix ?', 'Le prix du billet est de 12 €.'],
    ['horaires', 'Les horaires changent en été.'],
    ['telephone', 'Téléphone : 01 23 45 67 89.'],
    ['01.23.45.67.89', 'Téléphone : 01 23 45 67 89.'],
    ['FR76 3000 6000 0112', 'Notre IBAN : FR76 3000 6000 0112 3456 7890 189.'],
    ['que vaut le 12 kg', 'Le sac de 12kg vaut 30 €.'],
    ['1200 euros', 'Un devis de 1 200,00 euros.'],
    ['chambres reservees', 'Une chambre réservée reste à vous.'],
  ])('%s is found', async (question, text) => {
    const [source] = await know(text, dogs, pool);
    expect((await search(question))[0]?.sourceId).toBe(source);
  });

  test('a heading lifts its section', async () => {
    const heading: Block = { kind: 'heading', level: 1, text: 'Remboursement', position: {} };
    const [section] = await know(
      [heading, { kind: 'paragraph', text: 'Sous dix jours ouvrés, par virement.', position: {} }],
      'Un remboursement, c’est parfois long, disent certains clients du magasin.',
    );
    expect((await search('remboursement'))[0]?.sourceId).toBe(section);
  });

  test('the question’s words side by side outweigh the same words apart', async () => {
    const [, together] = await know(
      'La carte est au mur du salon. Une visite du château coûte peu, et chaque enfant reçoit un cadeau de la maison.',
      'La carte cadeau se prend au salon. Une visite du château coûte peu, chaque enfant est le bienvenu à la maison.',
    );
    expect((await search('Où acheter une carte cadeau ?'))[0]?.sourceId).toBe(together);
  });

  test('among equals, relatives of a word speak for a passage', async () => {
    const [, relative] = await know(
      'Le pont du village attire les promeneurs. Il se visite gratuitement toute l’année.',
      'Le pont du village attire les promeneurs. Son constructeur venait de la région voisine.',
    );
    expect((await search('Qui a participé à la construction du pont ?'))[0]?.sourceId).toBe(relative);
  });

  test('among passages that say as much of a question, that about what was spoken of before goes first', async () => {
    const [sauna, rink, parking] = await know(
      'Au sauna, les adultes paient 14 €. Une serviette leur est remise à l’entrée.',
      'À la patinoire, les adultes paient 9 €. Des gants leur sont remis à l’entrée.',
      'Le parking a deux étages. Il est ouvert la nuit.',
    );
    const searched = async (question: string, before?: string) =>
      (await searchSources(context(), { ownerId, chatbotId, question, before, limit: 10 })).passages;
    const [first] = await searched('Combien paient les adultes ?', 'ouvre le sauna');
    expect(first?.sourceId).toBe(sauna);
    expect((await searched('Combien paient les adultes ?', 'ouvre la patinoire'))[0]?.sourceId).toBe(rink);
    expect((await searched('Combien d’étages a le parking ?', 'adultes au sauna'))[0]?.sourceId).toBe(
      parking,
    );
    // Nothing is answered by what nobody asked.
    const alone = await searched('Le restaurant est-il climatisé ?', 'adultes au sauna');
    expect(alone[0]?.sourceId).toBe(sauna);
    expect(quote('Le restaurant est-il climatisé ?', 'fr', alone).answered).toBe(false);
  });

  test('tells by which words a passage was found', async () => {
    await know(rooms, pool, dogs);
    const [first] = await search('Les réservations sont-elles remboursées au restaurant ?');
    const why = first === undefined ? [] : explain(first).words;
    expect(why.map(({ word }) => word).sort()).toEqual(['remboursées', 'réservations']);
    expect(why.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  test('tells which words stood in for those of the question, and which stood side by side', async () => {
    await know('Le pont du village attire les promeneurs. Son constructeur venait de la région voisine.');
    const why = async (question: string) => {
      const [first] = await search(question);
      return first && explain(first);
    };
    const relative = await why('Qui a participé à la construction du pont ?');
    expect(relative?.words.find(({ word }) => word === 'construction')?.heldAs).toEqual(['constructeur']);
    expect(relative?.words.find(({ word }) => word === 'pont')).not.toHaveProperty('heldAs');
    expect(relative?.together).toEqual([]);
    expect(await why('Où est le pont du village ?')).toMatchObject({ together: ['pont … village'] });
    const translated = await why('Is there a bridge?');
    expect(translated?.words.find(({ word }) => word === 'bridge')?.heldAs).toEqual(['pont']);
  });

  test('reads no other chatbot’s passages', async () => {
    await know(rooms);
    expect(await search('réservation', await newChatbot())).toEqual([]);
  });

  test('the same text in two sources appears once, another year’s list does not count as the same', async () => {
    await know(
      pool,
      pool,
      'Tarifs 2023 de la piscine : entrée adulte à 4 €.',
      'Tarifs 2024 de la piscine : entrée adulte à 5 €.',
    );
    expect(await search('piscine')).toHaveLength(3);
  });

  test('pages of two branches, and rows under one wide header, are not the same', async () => {
    const branch = (town: string) =>
      `Notre agence de ${town} vous reçoit du lundi au vendredi, matin et après-midi, avec ou sans rendez-vous, pour
      parler de votre projet de location, d’achat ou de vente, et visite avec vous les biens du quartier.`;
    await know(branch('Lyon'), branch('Nantes'), `${branch('Lyon')} `);
    expect(await search('agence immobilière, location')).toHaveLength(2);

    const header = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `critère ${letter}${letter}`);
    const row = (name: string, at: number): Block => ({
      kind: 'row',
      header: ['appareil', ...header],
      cells: [name, ...header.map(() => 'conforme')],
      position: { sheet: 'Essais', row: at },
    });
    await know([row('perceuse', 2)], [row('ponceuse', 3)]);
    expect(await search('appareil conforme')).toHaveLength(2);
  });

  test('a question and a passage made to be slow are not', async () => {
    await know(`${'ab cd ef '.repeat(700)}.`, pool);
    // Each pair of places, or each space, tried with each other takes minutes.
    expect(await search(`« ${' '.repeat(900)}`)).toEqual([]);
    expect(await search('ab cd ef '.repeat(110))).toHaveLength(1);
  });

  test('above the scanning limit the rare words choose what is read', async () => {
    const sourceId = await newSource();
    const passages = (await read([rooms])).flatMap((passage) =>
      Array.from({ length: 5_200 }, (_, ordinal) => ({
        ...passage,
        ordinal,
        text: `${passage.text} ${ordinal}`,
      })),
    );
    for (let at = 0; at < passages.length; at += 1_300) {
      await indexPassages(opened.db, {
        ownerId,
        chatbotId,
        sourceId,
        version: 1,
        passages: passages.slice(at, at + 1_300),
        now,
      });
    }
    await publishPassages(opened.db, { chatbotId, sourceId, version: 1, now });
    const [rare] = await know('La chambre du phare se loue à la semaine.');
    const found = await search('réservation de la chambre du phare');
    expect(found[0]?.sourceId).toBe(rare);
    await removeSource(sourceId);
    expect(await search('réservation')).toEqual([]);
  });
});

describe('a source', () => {
  test('answers only once it is published, then wholly in its new form', async () => {
    const sourceId = await newSource();
    await index(sourceId, ['Le billet coûte douze euros.']);
    expect(await search('billet')).toEqual([]);
    await publishPassages(opened.db, { chatbotId, sourceId, version: 1, now });
    expect((await search('billet')).map(({ text }) => text)).toEqual(['Le billet coûte douze euros.']);

    await index(sourceId, ['Le billet coûte quinze euros.'], 2);
    expect((await search('billet')).map(({ text }) => text)).toEqual(['Le billet coûte douze euros.']);
    await publishPassages(opened.db, { chatbotId, sourceId, version: 2, now });
    expect((await search('billet')).map(({ text }) => text)).toEqual(['Le billet coûte quinze euros.']);
    expect(await passagesOf(opened.db, ownerId, sourceId, { after: -1, limit: 10 })).toHaveLength(1);
  });

  test('read by an old job late, it keeps its newer form', async () => {
    const sourceId = await newSource();
    await index(sourceId, ['Nouveau tarif.'], 2);
    await publishPassages(opened.db, { chatbotId, sourceId, version: 2, now });
    await index(sourceId, ['Ancien tarif.'], 1);
    await publishPassages(opened.db, { chatbotId, sourceId, version: 1, now });
    expect((await search('tarif')).map(({ text }) => text)).toEqual(['Nouveau tarif.']);
  });

  test('what its terms are counted for is what is stored, whether they were known or new', async () => {
    await know(rooms, `${pool} ${rooms}`, dogs);
    const { rows: stored } = await sql`
      select term, count(*)::int as passages from passage_lexicon, unnest(terms) as term
       where chatbot_id = ${chatbotId} group by 1 order by 1`.execute(opened.db);
    expect(await counted()).toEqual(stored);
    expect(new Set((await counted()).map(({ passages }) => passages))).toEqual(new Set([1, 2]));
  });

  test('its words are found at once, and counted up and sorted into the index by a job soon after', async () => {
    const sort = () =>
      sql<{ pages: number }>`select gin_clean_pending_list('passage_lexicon_terms') as pages`;
    const waiting = async () =>
      (await sql`select from chatbot_term_changes where chatbot_id = ${chatbotId}`.execute(opened.db)).rows
        .length;
    const later = new Date(now.getTime() + 60_000);
    const { db } = opened;
    const worker = { db, clock: () => later, log: { child: () => ({ error() {} }) } } as unknown as Context;
    const settle = async () => expect(await runDueJobs(worker, knowledgeWork)).toBeGreaterThan(0);
    const found = async () =>
      (await search('piscine surveillance')).map(({ text, score, asked }) => ({ text, score, asked }));

    await sort().execute(opened.db);
    const [, first = ''] = await know(rooms, pool, `${pool} ${dogs}`);
    expect(await waiting()).toBe(3);
    const [before, countedBefore] = [await found(), await counted()];
    expect(before[0]?.text).toBe(pool);
    await settle();
    expect(await waiting()).toBe(0);
    expect((await sort().execute(opened.db)).rows).toEqual([{ pages: 0 }]);
    expect(await found()).toEqual(before);
    expect(await counted()).toEqual(countedBefore);

    // Read again without a word of it, it takes back what is counted up already.
    await index(first, [dogs], 2);
    await publishPassages(opened.db, { chatbotId, sourceId: first, version: 2, now });
    expect(await waiting()).toBe(2);
    const [changed, countedChanged] = [await found(), await counted()];
    expect(changed).toHaveLength(1);
    await settle();
    expect(await found()).toEqual(changed);
    const { rows } = await sql`
      select term, passages from chatbot_terms where chatbot_id = ${chatbotId} order by term`.execute(
      opened.db,
    );
    expect(rows).toEqual(countedChanged);
  });

  test('so many words at once that a search would look through them for long are counted up with their passages', async () => {
    const words = 10_000;
    const counts = new Set<number>();
    await lockChatbotTerms(opened.db, chatbotId);
    for (let batch = 0; batch < 24; batch += 1) {
      const terms = Int32Array.from({ length: words }, (_, at) => (at - words / 2) * 400_000 + (batch % 2));
      await addFrequencies(opened.db, chatbotId, {
        terms,
        passages: new Int32Array(words).fill(2),
        french: 1,
        english: 0,
      });
      const { rows } = await sql`select from chatbot_term_changes where chatbot_id = ${chatbotId}`.execute(
        opened.db,
      );
      counts.add(rows.length);
    }
    expect(Math.max(...counts)).toBeGreaterThan(100);
    expect(Math.max(...counts)).toBeLessThanOrEqual(maxPendingChanges);
    const held = await frequenciesOf(opened.db, chatbotId, [-2_000_000_000, 1, 400_000, 7], 150);
    expect(new Map(held?.terms?.map((term, at) => [term, held.passages?.[at]]))).toEqual(
      new Map([
        [-2_000_000_000, 24],
        [1, 24],
        [400_000, 24],
      ]),
    );
  });

  test('indexed twice, it is stored and counted once', async () => {
    const sourceId = await newSource();
    expect((await index(sourceId, [rooms])).added).toBe(1);
    const counted = await frequencies();
    expect(await index(sourceId, [rooms])).toEqual({ added: 0, newTokens: 0 });
    expect(await frequencies()).toBe(counted);
  });

  test('read again, only texts that are new cost tokens, and what was excluded stays so', async () => {
    const [sourceId = ''] = await know(rooms);
    const [passage] = await passagesOf(opened.db, ownerId, sourceId, { after: -1, limit: 1 });
    await setExcluded(opened.db, ownerId, passage?.id ?? '', true);
    expect(await index(sourceId, [rooms], 2)).toEqual({ added: 1, newTokens: 0 });
    await publishPassages(opened.db, { chatbotId, sourceId, version: 2, now });
    expect(await search('réservation')).toEqual([]);
  });

  test('its passages are read on from any of them', async () => {
    const sourceId = await newSource();
    const pages = [
      'La première page dit bonjour à tous.',
      'La deuxième en dit un peu plus.',
      'La troisième dit adieu à tous.',
    ];
    await index(
      sourceId,
      pages.map((text, at) => ({ kind: 'paragraph', text, position: { page: at + 1 } })),
    );
    const from = async (page: { from?: string; after?: number }) =>
      await passagesOf(opened.db, ownerId, sourceId, { after: -1, limit: 2, ...page });
    const all = await from({});
    expect(all.map(({ text }) => text)).toEqual(pages.slice(0, 2));
    const second = all[1]?.id ?? '';
    expect((await from({ from: second })).map(({ text }) => text)).toEqual(pages.slice(1));
    expect((await from({ from: second, after: 1 })).map(({ text }) => text)).toEqual(pages.slice(2));
    const [other = ''] = await know(rooms);
    const [foreign] = await passagesOf(opened.db, ownerId, other, { after: -1, limit: 1 });
    for (const unknown of [foreign?.id ?? '', newId(now)]) expect(await from({ from: unknown })).toEqual(all);
  });

  test('its passages are searched as people type: without accents, fixed spaces or curly apostrophes', async () => {
    const [sourceId = ''] = await know(
      'L’Été, la chambre coûte 148\u00a0€ : 100\u202f% remboursée, œufs compris.',
    );
    const found = async (search: string) =>
      (await passagesOf(opened.db, ownerId, sourceId, { after: -1, limit: 9, search })).length;
    for (const search of ["l'ete", 'COÛTE 148 €', 'rembours', '100 %', 'œufs', 'e\u0301te\u0301'])
      expect(await found(search), search).toBe(1);
    for (const search of ['hiver', '100_%', '%e%', '\\\\']) expect(await found(search), search).toBe(0);
  });

  test('removed, it leaves neither passages nor counts', async () => {
    const [first = '', second = ''] = await know(rooms, pool);
    await removeSource(first);
    expect(await search('réservation')).toEqual([]);
    expect(await search('piscine')).toHaveLength(1);
    await removeSource(second);
    expect(await frequencies()).toBe(0);
  });

  test('read again, a huge one answers as it reads now at once, and what it was before goes some at a time', async () => {
    const [sourceId = ''] = await know(rooms);
    await sql`
      with added as (
        insert into passages (id, owner_id, chatbot_id, source_id, version, ordinal, text, language, tokens, content_hash, analysis)
        select gen_random_uuid(), ${ownerId}, ${chatbotId}, ${sourceId}, 1, n, 'Vieille page ' || n, 'fr', 3, '', 1
          from generate_series(1, 6000) n returning id, source_id, chatbot_id
      )
      insert into passage_lexicon (passage_id, chatbot_id, source_id, version, length, terms, weights)
      select id, chatbot_id, source_id, 1, 3, '{7}', '{7:1}/1000000000' from added`.execute(opened.db);
    await sql`insert into chatbot_terms values (${chatbotId}, 7, 6000)`.execute(opened.db);
    await sql`update chatbot_stats set french = french + 6000 where chatbot_id = ${chatbotId}`.execute(
      opened.db,
    );
    const left = async () =>
      (
        await sql<{ passages: number; counted: number; holding: number }>`
          select (select count(*)::int from passages where source_id = ${sourceId} and version = 1) as passages,
                 (select french from chatbot_stats where chatbot_id = ${chatbotId}) as counted,
                 (select coalesce(sum(passages), 0)::int from chatbot_terms
                   where chatbot_id = ${chatbotId} and term = 7) as holding`.execute(opened.db)
      ).rows[0];
    await index(sourceId, [pool], 2);
    await publishPassages(opened.db, { chatbotId, sourceId, version: 2, now });
    const some = await left();
    expect(some?.passages).toBe(1001);
    expect(some?.counted).toBe(1002);
    expect(await search('réservation')).toEqual([]);
    expect(await search('piscine')).toHaveLength(1);
    const passage = { after: -1, limit: 9 };
    expect(await passagesOf(opened.db, ownerId, sourceId, passage)).toHaveLength(1);
    await clearRemovedSources(opened.db, new AbortController().signal);
    expect(await left()).toEqual({ passages: 0, counted: 1, holding: 0 });
    expect(await search('piscine')).toHaveLength(1);
    expect(
      (await sql`select from removed_sources where source_id = ${sourceId}`.execute(opened.db)).rows,
    ).toEqual([]);
  });

  test('deleted with its chatbot, nothing stays', async () => {
    await know(rooms);
    await sql`delete from chatbots where id = ${chatbotId}`.execute(opened.db);
    expect(await search('réservation')).toEqual([]);
    await clearRemovedSources(opened.db, new AbortController().signal);
    for (const table of [
      'passages',
      'passage_lexicon',
      'chatbot_terms',
      'chatbot_term_changes',
      'chatbot_stats',
      'published_sources',
      'removed_sources',
    ]) {
      const { rows } = await sql`select from ${sql.table(table)} where chatbot_id = ${chatbotId}`.execute(
        opened.db,
      );
      expect(rows, table).toHaveLength(0);
    }
  });

  test('what a small chatbot says is kept as it was read, until anything of it changes', async () => {
    const [first = '', second = ''] = await know('Le parking est gratuit.', 'La piscine est chauffée.');
    const whole = async () => {
      const { state } = requireFound(await frequenciesOf(opened.db, chatbotId, [], 10));
      return listAnsweringPassages(opened.db, { ownerId, chatbotId }, state ?? '', 10);
    };
    const said = async () => (await whole()).map(({ text }) => text).sort();
    expect(await said()).toEqual(['La piscine est chauffée.', 'Le parking est gratuit.']);
    expect(await whole()).toBe(await whole());
    const [parking] = await search('Le parking ?');
    await setExcluded(opened.db, ownerId, parking?.id ?? '', true);
    expect(await said()).toEqual(['La piscine est chauffée.']);
    await setExcluded(opened.db, ownerId, parking?.id ?? '', false);
    expect(await said()).toEqual(['La piscine est chauffée.', 'Le parking est gratuit.']);
    await index(first, ['Le parking coûte 8 €.'], 2);
    expect(await said()).toEqual(['La piscine est chauffée.', 'Le parking est gratuit.']);
    await publishPassages(opened.db, { chatbotId, sourceId: first, version: 2, now });
    expect(await said()).toEqual(['La piscine est chauffée.', 'Le parking coûte 8 €.']);
    await removeSource(second);
    expect(await said()).toEqual(['Le parking coûte 8 €.']);
    expect(await frequenciesOf(opened.db, chatbotId, [], 0)).toMatchObject({ state: null });
  });

  test('excluded passages do not answer, and another owner cannot exclude', async () => {
    const [sourceId = ''] = await know(rooms);
    const [passage] = await passagesOf(opened.db, ownerId, sourceId, { after: -1, limit: 1 });
    const id = passage?.id ?? '';
    await expect(setExcluded(opened.db, newId(now), id, true)).rejects.toMatchObject({ code: 'not_found' });
    await setExcluded(opened.db, ownerId, id, true);
    expect(await search('réservation')).toEqual([]);
    await setExcluded(opened.db, ownerId, id, false);
    expect(await search('réservation')).toHaveLength(1);
  });
});

describe('passages that an older program analysed', () => {
  test('are analysed again by a job a chatbot, and counted as if they had always been so', async () => {
    const jobContext = {
      db: opened.db,
      clock: () => now,
      log: { warn() {}, child: () => ({ warn() {}, error() {} }) },
    } as unknown as Context;
    await know(rooms, pool, [
      { kind: 'heading', level: 2, text: 'Où nous trouver ?', position: {} },
      { kind: 'paragraph', text: 'Au bord du lac, derrière le phare.', position: {} },
    ]);
    const scores = async () => (await search('réservation')).map(({ scoreByWords }) => scoreByWords > 0);
    const lexicon = async () =>
      (
        await sql`select passage_id, length, terms, weights::text from passage_lexicon
                     where chatbot_id = ${chatbotId} order by 1`.execute(opened.db)
      ).rows;
    const [asNow, countedNow] = [await lexicon(), await counted()];
    // As an older program left them: with other words for the same texts.
    await sql`update passages set analysis = 0 where chatbot_id = ${chatbotId}`.execute(opened.db);
    await sql`update passage_lexicon set length = 1, terms = '{7}', weights = '{7:1}/1000000000'
                 where chatbot_id = ${chatbotId}`.execute(opened.db);
    await sql`delete from chatbot_term_changes where chatbot_id = ${chatbotId}`.execute(opened.db);
    await sql`insert into chatbot_terms values (${chatbotId}, 7, 3)`.execute(opened.db);
    expect(await scores()).not.toContain(true);

    await enqueue(opened.db, findOlderAnalyses, {}, { now });
    expect(await runDueJobs(jobContext, knowledgeWork)).toBe(2);
    expect(await lexicon()).toEqual(asNow);
    expect(await counted()).toEqual(countedNow);
    expect(await search('réservation')).toHaveLength(1);
  });
});

describe('vectors', () => {
  const embeddings = {
    name: 'test',
    dimensions: 2,
    embed: async (texts: string[], _signal?: AbortSignal, asked?: Set<ProviderRequest>) => {
      asked?.add({ receivedCharacters: 0, usage: { promptTokens: 3, completionTokens: 0 } });
      return texts.map((text) => (/teckel|xantippe|dog/i.test(text) ? [1, 0] : [0, 1]));
    },
  };

  test('find what words do not, fused with them, and stay with unchanged texts', async () => {
    const [dog = ''] = await know(dogs, rooms, pool);
    for (const sourceId of [dog]) {
      const wanted = await listPassagesToEmbed(opened.db, {
        ownerId,
        sourceId,
        model: embeddings,
        limit: 10,
      });
      const vectors = await embeddings.embed(wanted.map(({ text }) => text));
      await storeVectors(
        opened.db,
        ownerId,
        'test',
        wanted.map(({ id }, at) => ({ id, vector: vectors[at] ?? [] })),
      );
    }
    const wish = { ownerId, chatbotId, question: 'Et Xantippe ?', limit: 5 };
    expect((await searchSources(context(), wish)).passages).toEqual([]);
    const { passages, tokensSpent } = await searchSources(context({ embeddings } as never), wish);
    expect(passages[0]).toMatchObject({ sourceId: dog, similarity: 1 });
    expect(tokensSpent).toBe(3);

    await index(dog, [dogs], 2);
    await publishPassages(opened.db, { chatbotId, sourceId: dog, version: 2, now });
    const left = (model: { name: string; dimensions: number }) =>
      listPassagesToEmbed(opened.db, { ownerId, sourceId: dog, model, limit: 10 });
    expect(await left(embeddings)).toEqual([]);
    expect(await left({ name: 'other', dimensions: 2 })).toHaveLength(1);
    expect(await left({ name: 'test', dimensions: 3 })).toHaveLength(1);
    // Vectors of another size are not compared, and words still find.
    const longer = {
      ...embeddings,
      dimensions: 3,
      embed: async () => [[1, 0, 0]],
    };
    const words = { ownerId, chatbotId, question: 'réservation', limit: 5 };
    expect((await searchSources(context({ embeddings: longer } as never), words)).passages).toHaveLength(1);
  });

  test('what is excluded, said twice or wanted literally is so for vectors too', async () => {
    const twin =
      'Dogs swim in the lake, and they may stay the whole day, as long as they are kept on a lead there.';
    const [first = '', second = '', order = ''] = await know(
      twin,
      `${twin} `,
      'Order BX-250 is for Marseille.',
    );
    for (const sourceId of [first, second]) {
      const wanted = await listPassagesToEmbed(opened.db, {
        ownerId,
        sourceId,
        model: embeddings,
        limit: 10,
      });
      await storeVectors(
        opened.db,
        ownerId,
        'test',
        wanted.map(({ id }) => ({ id, vector: [1, 0] })),
      );
    }
    const ask = async (question: string) =>
      (await searchSources(context({ embeddings } as never), { ownerId, chatbotId, question, limit: 5 }))
        .passages;
    expect((await ask('Et mon teckel, dans le lac ?')).map(({ text }) => text.trim())).toEqual([twin]);
    expect((await ask('Which dog swims in the lake and is ordered as BX-250?'))[0]?.sourceId).toBe(order);
    for (const sourceId of [first, second]) {
      const [passage] = await passagesOf(opened.db, ownerId, sourceId, { after: -1, limit: 1 });
      await setExcluded(opened.db, ownerId, passage?.id ?? '', true);
    }
    expect(await ask('Et mon teckel ?')).toEqual([]);
  });

  test('a failing provider leaves search by words', async () => {
    await know(rooms);
    const failing = { ...embeddings, embed: () => Promise.reject(new Error('down')) };
    const wish = { ownerId, chatbotId, question: 'réservation', limit: 5 };
    expect((await searchSources(context({ embeddings: failing } as never), wish)).passages).toHaveLength(1);
  });
});

describe('quoting', () => {
  test('answers with the sentences that say it, in their order', async () => {
    await know(rooms, pool, dogs);
    const { answered, sentences } = await ask('Les réservations sont-elles remboursées ?');
    expect(answered).toBe(true);
    expect(sentences.map(({ text }) => text)).toContain(
      'Elles sont remboursées jusqu’à sept jours avant l’arrivée.',
    );
    expect(sentences.length).toBeLessThanOrEqual(3);
  });

  test('a price comes from its own row', async () => {
    const row = (product: string, price: string, at: number): Block => ({
      kind: 'row',
      header: ['Produit', 'Prix'],
      cells: [product, price],
      position: { sheet: 'Tarifs', row: at },
    });
    await know(
      [row('Table ronde', '120 €', 2), row('Chaise pliante', '35,90 €', 3), row('Banc de jardin', '89 €', 4)],
      rooms,
    );
    const { sentences } = await ask('Quel est le prix de la chaise pliante ?');
    expect(sentences.map(({ text }) => text)).toEqual(['Produit: Chaise pliante | Prix: 35,90 €']);
  });

  test.each([
    'Quelle est la capitale de la Mongolie ?',
    'Qui a peint la Joconde ?',
    'Proposez-vous des cours de plongée sous-marine ?',
    'Acceptez-vous les cryptomonnaies ?',
  ])('%s has no answer there', async (question) => {
    await know(rooms, pool, dogs);
    expect(await ask(question)).toEqual({ sentences: [], answered: false });
  });

  test('says nothing about nothing', () => {
    expect(quote('Prix ?', 'fr', [])).toEqual({ sentences: [], answered: false });
  });
});
