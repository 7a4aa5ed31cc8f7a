import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { ExportedTable } from './register.ts';

const batchRows = 500;
/** Of rows whose texts are long, fewer come at a time. */
const batchBytes = 2 * 2 ** 20;

/** Rows behind the last one seen, with their keys as text: how a row stands in JSON loses microseconds. */
export async function readRows(
  db: Db,
  ownerId: string,
  { name, table }: { name: string; table: ExportedTable },
  after: string[] | null,
): Promise<{ row: Record<string, unknown>; key: string[] }[]> {
  const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(`t.${column}`)));
  const owned =
    table.owner === 'crawl_id'
      ? sql`t.crawl_id in (select id from crawls where owner_id = ${ownerId})`
      : sql`${ownerId} in (${refs(table.owner.split(' '))})`;
  const { rows } = await sql<{ row: Record<string, unknown>; key: string[] }>`
    select b.row, b.key
      from (select a.row, a.key, a.number, sum(octet_length(a.row::text)) over (order by a.number) as bytes
              from (select (select to_jsonb(r) from (select ${refs(table.columns.split(' '))}) r) as row,
                           array[${sql.join(table.key.map((column) => sql`${sql.ref(`t.${column}`)}::text`))}] as key,
                           row_number() over (order by ${refs(table.key)}) as number
                      from ${sql.table(name)} t
                     where ${owned}
                       ${after ? sql`and (${refs(table.key)}) > (${sql.join(after)})` : sql``}
                     order by ${refs(table.key)} limit ${batchRows}) a) b
     where b.number = 1 or b.bytes <= ${batchBytes}
     order by b.number`.execute(db);
  return rows;
}

export interface ArchivedFile {
  of: 'sources' | 'images';
  /** The key of its row, which orders them. */
  row: string[];
  key: string;
  name: string;
}

const safeName = (name: string) => [...name.replace(/[^\p{L}\p{N}._ -]/gu, '_')].slice(-80).join('');

/** The next original or image, by the keys of their rows; its name is told apart by its row's id. */
export async function nextFile(
  db: Db,
  ownerId: string,
  of: ArchivedFile['of'],
  after: string[] | null,
): Promise<ArchivedFile | undefined> {
  const { rows } =
    of === 'sources'
      ? await sql<{ row: string[]; key: string; id: string; name: string }>`
          select array[id::text] as row, file_key as key, id, name from sources
           where owner_id = ${ownerId} and file_key is not null
             ${after ? sql`and id > ${after[0]}` : sql``}
           order by id limit 1`.execute(db)
      : await sql<{ row: string[]; key: string; id: string; name: string }>`
          select array[chatbot_id::text, slot] as row, file_key as key, chatbot_id as id,
                 slot || '.' || case media_type when 'image/png' then 'png' when 'image/jpeg' then 'jpg' else 'svg' end as name
            from chatbot_images
           where owner_id = ${ownerId} ${after ? sql`and (chatbot_id, slot) > (${after[0]}, ${after[1]})` : sql``}
           order by chatbot_id, slot limit 1`.execute(db);
  const [found] = rows;
  return found && { of, row: found.row, key: found.key, name: `${found.id}-${safeName(found.name)}` };
}
