import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Filter, Values } from './data-request.ts';

export type ProfileRow = Record<string, unknown>;

const columns = [
  'id',
  'first_name',
  'last_name',
  'website',
  'receive_updates',
  'preferred_locale',
  'updated_at',
  'google_consent_completed',
] as const;

function toCondition(filter: Filter): RawBuilder<boolean> {
  const column = sql.ref(filter.column);
  const type = sql.raw(filter.type);
  const plain =
    'state' in filter
      ? sql<boolean>`${column} is ${sql.raw(filter.state)}`
      : 'values' in filter
        ? sql<boolean>`${column} = any(${filter.values}::text[]::${type}[])`
        : sql<boolean>`${column} ${sql.raw(filter.operator)} ${filter.value}::text::${type}`;
  return filter.negated ? sql<boolean>`not (${plain})` : plain;
}

const allOf = (filters: readonly Filter[]) =>
  filters.length === 0 ? sql<boolean>`true` : sql.join<boolean>(filters.map(toCondition), sql` and `);

/** The person's own row, where the filters let it pass. */
export const profilesOf = (db: Db, userId: string, filters: readonly Filter[]): Promise<ProfileRow[]> =>
  db
    .selectFrom('profiles')
    .select(columns)
    .where('id', '=', userId)
    .where(sql<boolean>`(${allOf(filters)})`)
    .execute();

export const changeProfiles = (
  db: Db,
  userId: string,
  filters: readonly Filter[],
  change: Values,
  now: Date,
): Promise<ProfileRow[]> =>
  db
    .updateTable('profiles')
    .set({ updated_at: now, ...(change as object) })
    .where('id', '=', userId)
    .where(sql<boolean>`(${allOf(filters)})`)
    .returning(columns)
    .execute();

/** Adds the row unless there is one; the list is empty then. */
export const insertProfileRow = (db: Db, row: Values & { id: string }, now: Date): Promise<ProfileRow[]> =>
  db
    .insertInto('profiles')
    .values({ updated_at: now, ...(row as { id: string }) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(columns)
    .execute();

/** Adds the row or brings the one there is up to date; `inserted` tells which. */
export async function mergeProfileRow(db: Db, row: Values & { id: string }, now: Date) {
  const merged = await db
    .insertInto('profiles')
    .values({ updated_at: now, ...(row as { id: string }) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ updated_at: now, ...(row as { id: string }) }),
    )
    .returning([...columns, sql<boolean>`xmax = 0`.as('inserted')])
    .executeTakeFirstOrThrow();
  const { inserted, ...shown } = merged;
  return { row: shown as ProfileRow, inserted };
}
