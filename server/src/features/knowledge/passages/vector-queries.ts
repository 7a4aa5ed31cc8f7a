import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { type PassageRow, passageColumns } from './queries.ts';

/** Vectors of texts that are unchanged, as are the headings above them, so that they needn't be embedded again. */
export const copyVectors = (db: Db, ownerId: string, chatbotId: string, ids: string[]) =>
  sql`insert into passage_vectors (passage_id, chatbot_id, source_id, version, model, embedding)
      select distinct on (p.id) p.id, p.chatbot_id, p.source_id, p.version, v.model, v.embedding
        from passages p
        join passages earlier on earlier.source_id = p.source_id and earlier.content_hash = p.content_hash
                             and earlier.version < p.version
                             and earlier.position -> 'heading' is not distinct from p.position -> 'heading'
        join passage_vectors v on v.passage_id = earlier.id
       where p.id = any(${ids}::uuid[]) and p.owner_id = ${ownerId} and p.chatbot_id = ${chatbotId}
       order by p.id, earlier.version desc
      on conflict (passage_id) do nothing`.execute(db);

/** Whether a vector is of this model: one of another size is another model, and its vectors cannot be compared. */
export const isOf = ({ name, dimensions }: VectorModel) =>
  sql`v.model = ${name} and vector_dims(v.embedding) = ${dimensions}`;

export interface VectorModel {
  name: string;
  dimensions: number;
}

/** Texts of the reading that answers that no vector of this model stands for yet. */
export async function passagesWithoutVector(
  db: Db,
  ownerId: string,
  sourceId: string,
  model: VectorModel,
  limit: number,
): Promise<PassageRow[]> {
  const { rows } = await sql<PassageRow>`
    select ${passageColumns} from published_sources s
      join passages p on p.source_id = s.source_id and p.version = s.version
     where s.source_id = ${sourceId} and p.owner_id = ${ownerId}
       and not exists (select from passage_vectors v where v.passage_id = p.id and ${isOf(model)})
     order by p.ordinal limit ${limit}`.execute(db);
  return rows;
}

/** Those of these sources that answer with a text that no vector of this model stands for. */
export async function sourcesWithoutVectors(
  db: Db,
  sourceIds: string[],
  model: VectorModel,
): Promise<Set<string>> {
  const { rows } = await sql<{ source_id: string }>`
    select s.source_id from published_sources s
     where s.source_id = any(${sourceIds}::uuid[])
       and exists (select from passages p
                    where p.source_id = s.source_id and p.version = s.version
                      and not exists (select from passage_vectors v where v.passage_id = p.id and ${isOf(model)}))`.execute(
    db,
  );
  return new Set(rows.map(({ source_id }) => source_id));
}

/** Stores vectors; a passage that was deleted while it was being embedded is passed over. */
export const upsertVectors = (db: Db, ownerId: string, model: string, ids: string[], vectors: string[]) =>
  sql`insert into passage_vectors (passage_id, chatbot_id, source_id, version, model, embedding)
      select p.id, p.chatbot_id, p.source_id, p.version, ${model}, n.embedding::vector
        from unnest(${ids}::uuid[], ${vectors}::text[]) as n (id, embedding)
        join passages p on p.id = n.id and p.owner_id = ${ownerId} for key share of p
      on conflict (passage_id) do update set model = excluded.model, embedding = excluded.embedding`.execute(
    db,
  );
