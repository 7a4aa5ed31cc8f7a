import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { type PassageRow, type PassageWords, passageColumns, wordsTable } from './queries.ts';

/** Chatbots with passages whose terms are of an older analysis. */
export async function chatbotsAnalysedBefore(
  db: Db,
  analysis: number,
  limit: number,
): Promise<{ chatbotId: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    select c.id, c.owner_id from chatbots c
     where c.id in (select chatbot_id from passages where analysis < ${analysis})
     order by c.id limit ${limit}`.execute(db);
  return rows.map(({ id, owner_id }) => ({ chatbotId: id, ownerId: owner_id }));
}

export async function passagesAnalysedBefore(
  db: Db,
  chatbotId: string,
  analysis: number,
  limit: number,
): Promise<PassageRow[]> {
  const { rows } = await sql<PassageRow>`
    select ${passageColumns} from passages p
     where p.analysis < ${analysis} and p.chatbot_id = ${chatbotId} limit ${limit}`.execute(db);
  return rows;
}

/** The terms as they are counted, of those of these passages that are still to be analysed again. */
export async function storedTerms(
  db: Db,
  ids: string[],
  analysis: number,
): Promise<{ id: string; terms: number[] }[]> {
  const { rows } = await sql<{ id: string; terms: number[] }>`
    select p.id, coalesce(l.terms, '{}') as terms
      from passages p left join passage_lexicon l on l.passage_id = p.id
     where p.id = any(${ids}::uuid[]) and p.analysis < ${analysis} for update of p`.execute(db);
  return rows;
}

export async function replaceLexicon(
  db: Db,
  { analysis, ids, words }: { analysis: number; ids: string[]; words: PassageWords },
): Promise<void> {
  const table = await wordsTable(db, ids, words);
  await sql`with analysed as (
              update passages set analysis = ${analysis} where id = any(${ids}::uuid[])
            )
            update passage_lexicon l set length = n.length, terms = n.terms, weights = n.weights
              from ${table} where l.passage_id = n.id`.execute(db);
}
