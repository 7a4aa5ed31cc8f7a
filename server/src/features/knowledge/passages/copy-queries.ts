import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { TextLanguage } from '../../reading/service.ts';

/** A reading of a source, and the source that gets it. */
export interface CopiedReading {
  sourceId: string;
  version: number;
  copyId: string;
}

const columns = (readings: readonly CopiedReading[]) => sql`
  unnest(${readings.map(({ sourceId }) => sourceId)}::uuid[], ${readings.map(({ version }) => version)}::int[],
         ${readings.map(({ copyId }) => copyId)}::uuid[]) as n (source_id, version, copy_id)`;

interface PassageToCopy {
  id: string;
  copy_id: string;
  language: TextLanguage;
  /** The weights as `sparsevec` writes them: each term as it is numbered for every chatbot. */
  weights: string | null;
}

/** The next passages of these readings that their copies lack: each has its own up to an ordinal. */
export async function passagesToCopy(
  db: Db,
  ownerId: string,
  readings: readonly CopiedReading[],
  limit: number,
): Promise<PassageToCopy[]> {
  const { rows } = await sql<PassageToCopy>`
    select p.id, n.copy_id, p.language, l.weights::text as weights
      from ${columns(readings)}
     cross join lateral (select coalesce(max(ordinal), -1) as ordinal from passages
                          where source_id = n.copy_id and version = n.version) done
      join passages p on p.source_id = n.source_id and p.version = n.version and p.ordinal > done.ordinal
                          and p.owner_id = ${ownerId}
      left join passage_lexicon l on l.passage_id = p.id
     order by n.copy_id, p.ordinal limit ${limit}`.execute(db);
  return rows;
}

/** Inserts copies of passages, with their words and vectors. */
export const insertCopies = (
  db: Db,
  target: { ownerId: string; chatbotId: string },
  rows: { ids: string[]; copyIds: string[]; sourceIds: string[]; terms: string[] },
) =>
  sql`
    with n as (
      select * from unnest(${rows.ids}::uuid[], ${rows.copyIds}::uuid[], ${rows.sourceIds}::uuid[], ${rows.terms}::text[])
                      as n (id, copy_id, source_id, terms)
    ), added as (
      insert into passages (id, owner_id, chatbot_id, source_id, version, analysis, ordinal, text, position, starts,
                            language, tokens, content_hash, excluded)
      select n.copy_id, ${target.ownerId}::uuid, ${target.chatbotId}::uuid, n.source_id, p.version, p.analysis, p.ordinal,
             p.text, p.position, p.starts, p.language, p.tokens, p.content_hash, p.excluded
        from n join passages p on p.id = n.id
      returning id, source_id, version
    ), words as (
      insert into passage_lexicon (passage_id, chatbot_id, source_id, version, length, terms, weights)
      select added.id, ${target.chatbotId}::uuid, added.source_id, added.version, l.length, n.terms::int[], l.weights
        from added join n on n.copy_id = added.id join passage_lexicon l on l.passage_id = n.id
    )
    insert into passage_vectors (passage_id, chatbot_id, source_id, version, model, embedding)
    select added.id, ${target.chatbotId}::uuid, added.source_id, added.version, v.model, v.embedding
      from added join n on n.copy_id = added.id join passage_vectors v on v.passage_id = n.id`.execute(db);

/** What of a source can be copied. */
export interface ReadingStanding {
  version: number;
  isPublished: boolean;
  isAnswer: boolean;
}

/** The reading of each source that answers, else its last whole one. */
export async function readingsOf(db: Db, sourceIds: string[]): Promise<Map<string, ReadingStanding>> {
  const { rows } = await sql<{
    source_id: string;
    version: number;
    is_published: boolean;
    is_answer: boolean;
  }>`
    select n.source_id, coalesce(p.version, w.version) as version, p.version is not null as is_published,
           coalesce(p.is_answer, false) as is_answer
      from unnest(${sourceIds}::uuid[]) as n (source_id)
      left join published_sources p on p.source_id = n.source_id
      left join whole_readings w on w.source_id = n.source_id
     where p.version is not null or w.version is not null`.execute(db);
  return new Map(
    rows.map(({ source_id, version, is_published, is_answer }) => [
      source_id,
      { version, isPublished: is_published, isAnswer: is_answer },
    ]),
  );
}
