import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { type SourceKey, updateSource, withoutNotice } from './queries.ts';

const embeddingSetting = 'embedded_with';

/** The model and dimension by which all that answers has, or waits for, its vectors. */
export const readEmbeddingModel = (db: Db) => readSetting(db, embeddingSetting);

export const storeEmbeddingModel = (db: Db, model: string, at: Date) =>
  storeSetting(db, embeddingSetting, model, at);

export const listSearchableSources = (db: Db, after: string | undefined, limit: number) =>
  db
    .selectFrom('sources')
    .select(['id', 'version', 'owner_id'])
    .where('status', 'in', ['processed', 'ready'])
    .$if(after !== undefined, (q) => q.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Sources that nobody has touched for a while although they lack their vectors. */
export const listIdleSources = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('sources')
    .select(['id', 'version', 'owner_id'])
    .where('status', '=', 'processed')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute();

export const waitForVectors = (db: Db, sources: readonly Pick<SourceKey, 'id' | 'owner_id'>[], at: Date) =>
  sql`with held as materialized (
        select s.id from sources s
          join unnest(${sources.map(({ id }) => id)}::uuid[], ${sources.map(({ owner_id }) => owner_id)}::uuid[])
               as n (id, owner_id) on n.id = s.id and n.owner_id = s.owner_id
         where s.status in ('processed', 'ready') order by s.id for update of s)
      update sources set status = 'processed', updated_at = ${at} where id in (select id from held)`.execute(
    db,
  );

export const finishEmbedding = (db: Db, source: SourceKey, at: Date) =>
  updateSource(db, source, {
    status: 'ready',
    notices: withoutNotice('vectors_missing'),
    updated_at: at,
  });
