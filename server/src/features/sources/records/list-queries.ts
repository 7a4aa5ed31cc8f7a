import type { SourceSort, SourceStatus } from '@parlance/contract/endpoints/sources';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { type SortedPage, selectPage, sortPrefixIn } from '../../../kit/http/cursor.ts';
import type { SourceRow } from './queries.ts';
import { restartedColumns } from './queries.ts';

export interface SourcesFilter {
  kind?: 'file' | 'url' | 'answer';
  status?: SourceStatus;
  search?: string;
  crawlId?: string;
}

export interface SourcesPage extends SourcesFilter, SortedPage {
  sort: SourceSort;
}

const filteredSources = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  { kind, status, search, crawlId }: SourcesFilter,
) =>
  db
    .selectFrom('sources')
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind as SourceRow['kind']))
    .$if(status !== undefined, (q) => q.where('status', '=', status as SourceStatus))
    .$if(crawlId !== undefined, (q) => q.where('crawl_id', '=', crawlId as string))
    .$if(search !== undefined, (q) => {
      const pattern = `%${(search as string).toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      return q.where((e) =>
        e.or([e(e.fn('lower', ['name']), 'like', pattern), e(e.fn('lower', ['url']), 'like', pattern)]),
      );
    });

const sortColumns = {
  name: sortPrefixIn(sql`lower(name)`),
  createdAt: sql`created_at`,
  size: sql`size`,
  passages: sql`passages`,
  storageTokens: sql`storage_tokens`,
  lastSyncAt: sql`coalesce(last_sync_at, 'epoch'::timestamptz)`,
};

/** The column that a page is sorted by, and which values its rows can have there. */
export const sortOf = (sort: SourceSort) => {
  const field = sort.replace('-', '') as keyof typeof sortColumns;
  const isTimed = field === 'createdAt' || field === 'lastSyncAt';
  return { field, isTimed, isNumeric: !isTimed && field !== 'name' };
};

export const sourcesOf = (db: Db, ownerId: string, chatbotId: string, page: SourcesPage) => {
  const { field, isTimed } = sortOf(page.sort);
  const column = sortColumns[field];
  const sortValue = isTimed
    ? sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`${column}::text`;
  const filtered = filteredSources(db, ownerId, chatbotId, page)
    .selectAll()
    .select(sortValue.as('sort_value'));
  return selectPage(filtered, column, isTimed, page).execute();
};

/** Sources by name, or all that a filter shows, some at a time in the order of their ids. */
export interface ChosenRange {
  ownerId: string;
  chatbotId: string;
  chosen: { ids: string[] } | { filter: SourcesFilter; except?: string[] | undefined };
  /** The time when they were chosen: what is added since, or comes to the filter's status, stays out of it. */
  before: Date;
  after: string | undefined;
  limit: number;
}

const chosenSources = (db: Db, { ownerId, chatbotId, chosen, before, after, limit }: ChosenRange) =>
  filteredSources(db, ownerId, chatbotId, 'filter' in chosen ? chosen.filter : {})
    .$if('ids' in chosen, (q) => q.where('id', 'in', (chosen as { ids: string[] }).ids))
    .$if('except' in chosen && chosen.except !== undefined, (q) =>
      q.where('id', 'not in', (chosen as { except: string[] }).except),
    )
    .$if('filter' in chosen && chosen.filter.status !== undefined, (q) => q.where('updated_at', '<=', before))
    .$if(after !== undefined, (q) => q.where('id', '>', after as string))
    .select('id')
    .where('created_at', '<=', before)
    .orderBy('id')
    .limit(limit)
    .forUpdate();

export const deleteChosen = (db: Db, wish: ChosenRange) =>
  db
    .with('chosen', () => chosenSources(db, wish))
    .deleteFrom('sources')
    .where('owner_id', '=', wish.ownerId)
    .where('id', 'in', (e) => e.selectFrom('chosen').select('id'))
    .returning('id')
    .execute();

/** Restarts the chosen sources; written answers have nothing to be read from. */
export const restartChosen = (db: Db, wish: ChosenRange, at: Date) =>
  db
    .with('chosen', () =>
      chosenSources(db, wish)
        .where('kind', '<>', 'answer')
        .where((e) => e.or([e('kind', '=', 'url'), e('file_key', 'is not', null)])),
    )
    .updateTable('sources')
    .set(restartedColumns(at))
    .where('owner_id', '=', wish.ownerId)
    .where('id', 'in', (e) => e.selectFrom('chosen').select('id'))
    .returning(['id', 'version', 'owner_id', 'kind', 'host', 'chatbot_id'])
    .execute();

export const countSources = async (db: Db, ownerId: string, chatbotId: string, filter: SourcesFilter) => {
  const { count } = await filteredSources(db, ownerId, chatbotId, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const readSourceStatistics = (db: Db, ownerId: string, chatbotId: string) =>
  db
    .selectFrom('sources')
    .select((e) => [
      'kind',
      'status',
      e.fn.countAll<number>().as('sources'),
      e.fn.sum<number>('passages').as('passages'),
      e.fn.sum<number>('storage_tokens').as('storage_tokens'),
    ])
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .groupBy(['kind', 'status'])
    .execute();

interface ReadingPace {
  /** Seconds since when there was always something waiting, at most ten minutes. */
  seconds: number;
  read: number;
  /** Turns until the last of this account's: each other account's are served between them, one for one. */
  turns: number;
}

/**
 * The number of this account's waiting sources, and of those read while something waited, for files and pages apart.
 */
export async function measureReadingPace(db: Db, ownerId: string, now: Date): Promise<ReadingPace[]> {
  const { rows } = await sql<ReadingPace>`
    with waiting as (
      select kind, owner_id, count(*) as sources, min(updated_at) as since from sources
       where status in ('pending', 'processing') group by kind, owner_id
    ), queue as (
      select w.kind, sum(least(w.sources, own.sources))::int as turns,
             greatest(min(w.since), ${now}::timestamptz - interval '10 minutes') as since
        from waiting w join waiting own on own.kind = w.kind and own.owner_id = ${ownerId} group by w.kind
    )
    select q.turns, extract(epoch from ${now}::timestamptz - q.since)::float8 as seconds,
           (select count(*)::int from sources s
             where s.kind = q.kind and s.status in ('processed', 'ready', 'error') and s.updated_at > q.since) as read
      from queue q`.execute(db);
  return rows;
}
