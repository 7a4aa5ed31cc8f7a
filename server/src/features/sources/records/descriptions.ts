import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { TextLanguage } from '../../reading/service.ts';

/** What sources are called, by id, and the addresses of those that are web pages. */
export async function describeSources(
  db: Db,
  ownerId: string,
  ids: string[],
): Promise<Map<string, { name: string; url: string | null }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string; url: string | null }>`
    select id, name, url from sources where owner_id = ${ownerId} and id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...source }) => [id, source]));
}

export interface SourcesState {
  /** The languages in which passages are written. */
  languages: TextLanguage[];
  /** A version that is another one once a source has come, gone or changed. */
  version: string;
}

/** The state of a chatbot's sources. */
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
