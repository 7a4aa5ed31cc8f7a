import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/**
 * In which order a plan keeps chatbots on: as their owner ranked them; then those that are on already before those that
 * another plan paused, which keeps two runs from coming out differently; then those that answer; then the oldest.
 */
const keptOrder = sql`kept_rank nulls last, resumes_as is not null, coalesce(resumes_as, status) = 'paused', created_at, id`;

export const chatbotsInKeptOrder = (db: Db, ownerId: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('chatbots')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy(keptOrder)
    .execute();

/** Pauses what is beyond so many chatbots, and gives those within them back the status that they had. */
export const fitChatbots = (db: Db, ownerId: string, limit: number | null) =>
  sql`
    with ranked as (
      select id, ${limit}::int is not null and row_number() over (order by ${keptOrder}) > ${limit}::int as is_beyond
        from chatbots where owner_id = ${ownerId}
    )
    update chatbots c
       set status = case when r.is_beyond then 'paused' else c.resumes_as end,
           resumes_as = case when r.is_beyond then c.status end
      from ranked r
     where c.id = r.id and c.owner_id = ${ownerId} and r.is_beyond <> (c.resumes_as is not null)`.execute(db);

/** Ranks these in their order, and no other; gives the number that were found. */
export async function rankChatbots(db: Db, ownerId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ ranked: number }>`
    with ranked as (
      update chatbots c set kept_rank = array_position(${[...ids]}::uuid[], c.id) - 1
       where c.owner_id = ${ownerId}
      returning kept_rank
    )
    select count(kept_rank)::int as ranked from ranked`.execute(db);
  return rows[0]?.ranked ?? 0;
}

/** Owners whose chatbots do not stand as their plan allows; plans that are not named have the limit of the first. */
export async function ownersOutOfPlan(
  db: Db,
  limits: readonly { plan: string; limit: number | null }[],
): Promise<string[]> {
  const { rows } = await sql<{ owner_id: string }>`
    with limits as (
      select * from unnest(${limits.map(({ plan }) => plan)}::text[], ${limits.map(({ limit }) => limit)}::int[])
        with ordinality as l (plan, chatbots, place)
    ), counted as (
      select c.owner_id, a.plan, count(*) as chatbots, count(*) filter (where c.resumes_as is null) as are_on
        from chatbots c left join accounts a on a.owner_id = c.owner_id group by c.owner_id, a.plan
    )
    select owner_id
      from counted join lateral (
        select chatbots from limits where plan = counted.plan or place = 1 order by place desc limit 1
      ) as plan_limit on true
     where are_on <> least(counted.chatbots, coalesce(plan_limit.chatbots, counted.chatbots))`.execute(db);
  return rows.map(({ owner_id }) => owner_id);
}
