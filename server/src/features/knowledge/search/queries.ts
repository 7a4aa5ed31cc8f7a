import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { TextLanguage } from '../../reading/service.ts';
import { type PassageRow, passageColumns } from '../passages/queries.ts';
import { isOf, type VectorModel } from '../passages/vector-queries.ts';

/** How many passages there are and hold each term; what a question's weights are made of. */
export async function frequenciesOf(db: Db, chatbotId: string, terms: number[]) {
  const { rows } = await sql<{
    french: number;
    english: number;
    terms: number[] | null;
    passages: number[] | null;
    /** Whether its owner has written answers. */
    answers: boolean;
  }>`
    select stats.french, stats.english, found.terms, found.passages,
           exists (select from sources where chatbot_id = ${chatbotId} and kind = 'answer') as answers
      from chatbot_stats stats,
           (select array_agg(term) as terms, array_agg(passages) as passages
              from (select term, sum(passages)::int as passages
                      from (select term, passages from chatbot_terms
                             where chatbot_id = ${chatbotId} and term = any(${terms}::int[])
                            union all
                            select n.term, c.passages[n.at]
                              from chatbot_term_changes c,
                                   lateral (select term, width_bucket(term, c.terms) as at
                                              from unnest(${terms}::int[]) as term
                                             where term between c.first and c.last) n
                             where c.chatbot_id = ${chatbotId} and c.terms[n.at] = n.term) counted
                     group by term having sum(passages) > 0) held) found
     where stats.chatbot_id = ${chatbotId}`.execute(db);
  return rows[0];
}

export interface SourcesState {
  /** That passages are written in. */
  languages: TextLanguage[];
  /** Another one once a source has come, gone or changed. */
  version: string;
}

/** What a chatbot's sources are by now. */
export async function getSourcesState(db: Db, ownerId: string, chatbotId: string): Promise<SourcesState> {
  const { rows } = await sql<{ french: boolean; english: boolean; version: string }>`
    select stats.french > 0 as french, stats.english > 0 as english,
           (select concat_ws(' ', count(*), sum(version), max(updated_at)) from sources
             where owner_id = ${ownerId} and chatbot_id = ${chatbotId}) as version
      from chatbot_stats stats
     where stats.chatbot_id = ${chatbotId}`.execute(db);
  const { french = false, english = false, version = '' } = rows[0] ?? {};
  return {
    languages: [...(french ? (['fr'] as const) : []), ...(english ? (['en'] as const) : [])],
    version,
  };
}

export interface SearchHit extends PassageRow {
  score: number;
  source_name: string;
  source_url: string | null;
  is_answer: boolean;
}

/**
 * The best passages by BM25. With `rare`, only passages with one of these terms are read. `answers`: whether the chatbot
 * has written answers at all.
 */
export async function searchPassagesByWords(
  db: Db,
  chatbotId: string,
  question: string,
  rare: number[] | undefined,
  answers: boolean,
  limit: number,
): Promise<SearchHit[]> {
  const isAnswer = answers
    ? sql`(select kind = 'answer' from sources where id = found.source_id)`
    : sql`false`;
  const { rows } = await sql<SearchHit>`
    select found.*, ${isAnswer} as is_answer
      from passages_by_words(${chatbotId}, ${question}::sparsevec, ${rare ?? null}::int[], ${limit}) found`.execute(
    db,
  );
  return rows;
}

/** The passages of a chatbot that may be quoted, up to so many, as found by none of their words. */
export async function listAnsweringPassages(db: Db, chatbotId: string, limit: number): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select ${passageColumns}, 0 as score, s.name as source_name, s.url as source_url, s.kind = 'answer' as is_answer
      from passages p join sources s on s.id = p.source_id
     where p.chatbot_id = ${chatbotId} and not p.excluded
       and (p.source_id, p.version) in (select source_id, version from published_sources where chatbot_id = ${chatbotId})
     limit ${limit}`.execute(db);
  return rows;
}

/** The written answers that are nearest by words, to be compared by what they answer. */
export async function searchAnswersByWords(
  db: Db,
  chatbotId: string,
  question: string,
  limit: number,
): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select found.*, true as is_answer
      from answers_by_words(${chatbotId}, ${question}::sparsevec, ${limit}) found`.execute(db);
  return rows;
}

/** The best passages by cosine, read exactly: an index over all chatbots would lose some of this one's. */
export async function searchPassagesByVector(
  db: Db,
  chatbotId: string,
  model: VectorModel,
  vector: string,
  limit: number,
) {
  const { rows } = await sql<SearchHit>`
    with best as materialized (
      select c.passage_id, 1 - (c.embedding <=> ${vector}::vector) as score
        from (select passage_id, source_id, version, embedding from passage_vectors v
               where chatbot_id = ${chatbotId} and ${isOf(model)} offset 0) c
       where ((c.source_id, c.version) in (select source_id, version from published_sources
                                            where chatbot_id = ${chatbotId})) is true
         and c.passage_id not in (select id from passages where chatbot_id = ${chatbotId} and excluded)
       order by c.embedding <=> ${vector}::vector, c.passage_id
       limit ${limit}
    )
    select ${passageColumns}, best.score, s.name as source_name, s.url as source_url, s.kind = 'answer' as is_answer
      from best join passages p on p.id = best.passage_id join sources s on s.id = p.source_id
     order by best.score desc, p.id`.execute(db);
  return rows;
}
