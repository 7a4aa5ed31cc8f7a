import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { RecentlyUsed } from '../../../kit/limits/recently-used.ts';
import { type PassageRow, passageColumns } from '../passages/queries.ts';
import { isOf, type VectorModel } from '../passages/vector-queries.ts';

/** What changes whenever other passages of a chatbot may be quoted. */
const quotableState = (chatbotId: string) => sql<string>`
  (select md5(concat((select string_agg(concat_ws(' ', source_id, version, is_answer), ',' order by source_id)
                        from published_sources where chatbot_id = ${chatbotId}),
                     (select string_agg(id::text, ',' order by id)
                        from passages where chatbot_id = ${chatbotId} and excluded))))`;

/**
 * The number of passages there are, and that hold each term: what a question's weights are made of. Of a chatbot with up to so many
 * passages, also what state they are in.
 */
export async function frequenciesOf(db: Db, chatbotId: string, terms: number[], mostOfSmall: number) {
  const { rows } = await sql<{
    french: number;
    english: number;
    terms: number[] | null;
    passages: number[] | null;
    /** Whether its owner has written answers. */
    answers: boolean;
    state: string | null;
  }>`
    select stats.french, stats.english, found.terms, found.passages,
           case when stats.french + stats.english <= ${mostOfSmall} then ${quotableState(chatbotId)} end as state,
           exists (select from published_sources where chatbot_id = ${chatbotId} and is_answer) as answers
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

/** The chatbot whose passages are searched. */
export interface SearchedChatbot {
  ownerId: string;
  chatbotId: string;
}

export interface SearchHit extends PassageRow {
  score: number;
  is_answer: boolean;
}

/** The best passages by BM25. With `rare`, only passages with one of these terms are read. */
export async function searchPassagesByWords(
  db: Db,
  { ownerId, chatbotId }: SearchedChatbot,
  question: string,
  rare: number[] | undefined,
  limit: number,
): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select * from passages_by_words(${ownerId}, ${chatbotId}, ${question}::sparsevec, ${rare ?? null}::int[], ${limit})`.execute(
    db,
  );
  return rows;
}

/** Passages of chatbots that were read whole, by the state that they were in. */
const keptWhole = new RecentlyUsed<string, { state: string; passages: readonly SearchHit[] }>(
  10_000,
  (_chatbot, { passages }) => passages.length,
);

/**
 * The passages of a chatbot that may be quoted, up to so many, as found by none of their words: as they were read before, where they
 * are in the same state.
 */
export async function listAnsweringPassages(
  db: Db,
  { ownerId, chatbotId }: SearchedChatbot,
  state: string,
  limit: number,
): Promise<readonly SearchHit[]> {
  const chatbot = `${ownerId} ${chatbotId}`;
  const kept = keptWhole.get(chatbot);
  if (kept?.state === state) return kept.passages;
  const { rows } = await sql<SearchHit & { state: string }>`
    select ${passageColumns}, 0 as score, r.is_answer, ${quotableState(chatbotId)} as state
      from passages p join published_sources r on r.source_id = p.source_id and r.version = p.version
     where p.owner_id = ${ownerId} and r.chatbot_id = ${chatbotId} and not p.excluded
     limit ${limit}`.execute(db);
  const passages = rows.map(({ state: _, ...passage }) => passage);
  const read = rows[0]?.state;
  if (read !== undefined) keptWhole.set(chatbot, { state: read, passages });
  return passages;
}

/** The written answers that are nearest by words, to be compared by what they answer. */
export async function searchAnswersByWords(
  db: Db,
  { ownerId, chatbotId }: SearchedChatbot,
  question: string,
  limit: number,
): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select * from answers_by_words(${ownerId}, ${chatbotId}, ${question}::sparsevec, ${limit})`.execute(db);
  return rows;
}

/** The best passages by cosine, read exactly: an index over all chatbots would lose some of this one's. */
export async function searchPassagesByVector(
  db: Db,
  { ownerId, chatbotId }: SearchedChatbot,
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
    select ${passageColumns}, best.score, r.is_answer
      from best join passages p on p.id = best.passage_id join published_sources r on r.source_id = p.source_id
     where p.owner_id = ${ownerId}
     order by best.score desc, p.id`.execute(db);
  return rows;
}
