import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** Some readings of a source, from the first to the last. */
export interface Versions {
  sourceId: string;
  first: number;
  last: number;
}

export const newestVersion = 2 ** 31 - 1;

/** Readings as the columns of a table `n (source_id, first, last)`. */
export const rangesOf = (versions: Versions[]) => sql`
  unnest(${versions.map(({ sourceId }) => sourceId)}::uuid[], ${versions.map(({ first }) => first)}::int[],
         ${versions.map(({ last }) => last)}::int[]) as n (source_id, first, last)`;

/** Stores which readings are whole: what later ones are compared with. */
export const keepWholeReadings = (
  db: Db,
  { sourceIds, versions }: { sourceIds: string[]; versions: number[] },
) =>
  sql`insert into whole_readings as known (source_id, version)
      select n.source_id, n.version from unnest(${sourceIds}::uuid[], ${versions}::int[]) as n (source_id, version)
      on conflict (source_id) do update set version = excluded.version
        where known.version < excluded.version`.execute(db);

export async function wholeReadingOf(db: Db, sourceId: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from whole_readings where source_id = ${sourceId}`.execute(db);
  return rows[0]?.version;
}

/** Publishes readings; one that is older than the one that answers changes nothing. */
export const publishVersions = (
  db: Db,
  chatbotId: string,
  { sourceIds, versions, areAnswers }: { sourceIds: string[]; versions: number[]; areAnswers: boolean[] },
) =>
  sql`insert into published_sources as published (source_id, chatbot_id, version, is_answer)
      select n.source_id, ${chatbotId}::uuid, n.version, n.is_answer
        from unnest(${sourceIds}::uuid[], ${versions}::int[], ${areAnswers}::bool[]) as n (source_id, version, is_answer)
      on conflict (source_id) do update set version = excluded.version
        where published.version < excluded.version`.execute(db);

export const withdrawVersions = (db: Db, chatbotId: string, versions: Versions[]) =>
  sql`delete from published_sources p using ${rangesOf(versions)}
       where p.chatbot_id = ${chatbotId} and p.source_id = n.source_id and p.version between n.first and n.last`.execute(
    db,
  );

/** Leaves readings to the job that clears up behind deleted sources. */
export const queueRemoval = (db: Db, chatbotId: string, versions: Versions[]) =>
  sql`insert into removed_sources as removed (source_id, chatbot_id, last)
      select n.source_id, ${chatbotId}::uuid, n.last from ${rangesOf(versions)} where n.first = 0
      on conflict (source_id) do update set last = greatest(removed.last, excluded.last)`.execute(db);

/** Some sources of one chatbot that are deleted, or were read again, and whose passages may still be there. */
export async function removedSources(
  db: Db,
  limit: number,
): Promise<{ chatbotId: string; versions: Versions[] } | undefined> {
  const { rows } = await sql<{ source_id: string; chatbot_id: string; last: number }>`
    select source_id, chatbot_id, last from removed_sources
     where chatbot_id = (select chatbot_id from removed_sources order by chatbot_id limit 1)
     order by source_id limit ${limit}`.execute(db);
  const chatbotId = rows[0]?.chatbot_id;
  return chatbotId === undefined
    ? undefined
    : { chatbotId, versions: rows.map(({ source_id, last }) => ({ sourceId: source_id, first: 0, last })) };
}

/** Forgets sources whose passages are removed, unless more is left of them meanwhile. */
export const forgetRemovedSources = (db: Db, versions: Versions[]) =>
  sql`delete from removed_sources r using ${rangesOf(versions)}
       where r.source_id = n.source_id and r.last = n.last`.execute(db);
