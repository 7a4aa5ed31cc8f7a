import { sql } from 'kysely';
import {
  encodeByteStrings,
  encodeIntegers,
  encodeSparseVectors,
  encodeTexts,
  type SparseVector,
} from '../../../db/binary.ts';
import type { Db } from '../../../db/open.ts';
import type { Position, TextLanguage } from '../../reading/service.ts';
import { dimensions } from './bm25.ts';
import { rangesOf, type Versions } from './reading-queries.ts';
import { maxChangesPerRow } from './term-counts.ts';

export interface PassageRow {
  id: string;
  source_id: string;
  ordinal: number;
  text: string;
  position: Position;
  starts: number[];
  language: TextLanguage;
  tokens: number;
  excluded: boolean;
}

export const passageColumns = sql`p.id, p.source_id, p.ordinal, p.text, p.position, p.starts, p.language, p.tokens, p.excluded`;

/** Texts of these readings that their source's last whole reading has too, by source and hash. */
export async function findEarlierTexts(
  db: Db,
  ownerId: string,
  texts: { sourceIds: string[]; versions: number[]; hashes: Buffer[] },
): Promise<Map<string, { excluded: boolean }>> {
  if (texts.hashes.length === 0) return new Map();
  const { rows } = await sql<{ source_id: string; hash: string; excluded: boolean }>`
    select n.source_id, encode(n.hash, 'hex') as hash, bool_or(e.excluded) as excluded
      from unnest(${texts.sourceIds}::uuid[], ${texts.versions}::int[], ${texts.hashes}::bytea[])
             as n (source_id, version, hash),
           lateral (select p.excluded from passages p join whole_readings w on w.source_id = p.source_id
                                                                            and w.version = p.version
                     where p.source_id = n.source_id and p.content_hash = n.hash and p.version < n.version
                       and p.owner_id = ${ownerId} offset 0) e
     group by 1, 2`.execute(db);
  return new Map(rows.map(({ source_id, hash, excluded }) => [`${source_id} ${hash}`, { excluded }]));
}

export const hasPassages = async (db: Db, sourceId: string, first: number, last: number) =>
  (
    await sql`select from passages where source_id = ${sourceId} and version between ${first} and ${last} limit 1`.execute(
      db,
    )
  ).rows.length > 0;

export interface NewPassages {
  ownerId: string;
  chatbotId: string;
  analysis: number;
  sourceIds: string[];
  versions: number[];
  ids: string[];
  ordinals: number[];
  texts: string[];
  positions: string[];
  starts: string[];
  languages: string[];
  tokens: number[];
  hashes: Buffer[];
  excluded: boolean[];
  words: PassageWords;
}

/** The words of some passages: their terms one after the other, and where each passage's begin. */
export interface PassageWords {
  lengths: number[];
  terms: Int32Array;
  starts: Int32Array;
  weights: SparseVector[];
}

/** The words of passages as the columns of a table `n (id, length, terms, weights)`. */
export async function wordsTable(db: Db, ids: string[], { lengths, terms, starts, weights }: PassageWords) {
  const { rows } = await sql<{ type: number }>`select 'sparsevec'::regtype::oid as type`.execute(db);
  const vectors = encodeSparseVectors(rows[0]?.type ?? 0, dimensions, weights);
  const ends = Int32Array.from(starts, (_, at) => starts[at + 1] ?? terms.length);
  return sql`
    (select w.id, w.length, (${encodeIntegers(terms)}::int[])[w.start + 1 : w.end] as terms, w.weights
       from unnest(${ids}::uuid[], ${lengths}::int[], ${encodeIntegers(starts)}::int[], ${encodeIntegers(ends)}::int[],
                   ${vectors}::sparsevec[]) as w (id, length, start, "end", weights)) n`;
}

/** Inserts passages with their words, and gives the ids that were new: a job that runs again inserts nothing twice. */
export async function insertPassages(db: Db, rows: NewPassages): Promise<Set<string>> {
  const words = await wordsTable(db, rows.ids, rows.words);
  const inserted = await sql<{ id: string }>`
    with added as (
      insert into passages (id, owner_id, chatbot_id, source_id, version, analysis, ordinal, text, position, starts,
                            language, tokens, content_hash, excluded)
      select n.id, ${rows.ownerId}::uuid, ${rows.chatbotId}::uuid, n.source_id, n.version, ${rows.analysis}::int,
             n.ordinal, n.text, n.position::jsonb, n.starts::int[], n.language, n.tokens, n.hash, n.excluded
        from unnest(${rows.ids}::uuid[], ${rows.sourceIds}::uuid[], ${rows.versions}::int[], ${rows.ordinals}::int[],
                    ${encodeTexts(rows.texts)}::text[], ${encodeTexts(rows.positions)}::text[], ${encodeTexts(rows.starts)}::text[], ${rows.languages}::text[],
                    ${rows.tokens}::int[], ${encodeByteStrings(rows.hashes)}::bytea[], ${rows.excluded}::bool[])
             as n (id, source_id, version, ordinal, text, position, starts, language, tokens, hash, excluded)
      on conflict (source_id, version, ordinal) do nothing
      returning id, source_id, version
    ), words as (
      insert into passage_lexicon (passage_id, chatbot_id, source_id, version, length, terms, weights)
      select added.id, ${rows.chatbotId}::uuid, added.source_id, added.version, n.length, n.terms, n.weights
        from added join ${words} on n.id = added.id
    )
    select id from added`.execute(db);
  return new Set(inserted.rows.map((row) => row.id));
}

export const sortPendingTerms = (db: Db) =>
  sql`select gin_clean_pending_list('passage_lexicon_terms')`.execute(db);

/** Deletes passages of some readings of sources, some at a time, and gives what they counted for. */
export async function deletePassages(db: Db, chatbotId: string, versions: Versions[], limit: number) {
  const { rows } = await sql<{ passages: number; french: number; english: number }>`
    with gone as materialized (
      select p.id, p.language
        from ${rangesOf(versions)},
             lateral (select id, language from passages
                       where chatbot_id = ${chatbotId} and source_id = n.source_id
                         and version between n.first and n.last offset 0) p
       limit ${limit}
    ), words as (
      delete from passage_lexicon where passage_id in (select id from gone) returning terms
    ), counts as (
      select term, -count(*)::int as passages, row_number() over (order by term) - 1 as at
        from words, unnest(terms) as term group by term
    ), subtracted as (
      insert into chatbot_term_changes (chatbot_id, first, last, terms, passages)
      select ${chatbotId}::uuid, min(term), max(term), array_agg(term order by term), array_agg(passages order by term)
        from counts where exists (select from chatbot_stats where chatbot_id = ${chatbotId})
       group by at / ${maxChangesPerRow}
    ), deleted as (
      delete from passages where id in (select id from gone) returning language
    )
    select count(*)::int as passages, count(*) filter (where language = 'fr')::int as french,
           count(*) filter (where language = 'en')::int as english
      from deleted`.execute(db);
  return rows[0] ?? { passages: 0, french: 0, english: 0 };
}

export interface PassagesPage {
  after: number;
  limit: number;
  search?: string | undefined;
  /** The passage to begin at; without such a passage, the first. */
  from?: string | undefined;
}

/** What a keyboard has in place of a typesetter's spaces and apostrophe. */
const [typographic, typed] = ['\u00a0\u202f’', "  '"];

/** A text as people type what they look for: accents, fixed spaces and apostrophes make no difference. */
const foldTyped = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'");

/** A source's passages in its order, of the reading that answers, or of the newest while none does. */
export async function passagesOfSource(
  db: Db,
  ownerId: string,
  sourceId: string,
  page: PassagesPage,
): Promise<PassageRow[]> {
  const like = page.search === undefined ? null : `%${foldTyped(page.search).replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<PassageRow>`
    select ${passageColumns} from passages p
     where p.owner_id = ${ownerId} and p.source_id = ${sourceId} and p.ordinal > ${page.after}
       and p.version = coalesce((select version from published_sources where source_id = ${sourceId}),
                                (select version from whole_readings where source_id = ${sourceId}),
                                (select max(version) from passages where source_id = ${sourceId}))
       and p.ordinal >= coalesce((select ordinal from passages
                                   where id = ${page.from ?? null}::uuid and source_id = ${sourceId}), 0)
       and (${like}::text is null
            or translate(regexp_replace(normalize(p.text, nfd), '[\\u0300-\\u036f]', '', 'g'),
                         ${typographic}::text, ${typed}::text) ilike ${like}::text)
     order by p.ordinal limit ${page.limit}`.execute(db);
  return rows;
}

export async function passagesById(db: Db, ownerId: string, ids: string[]): Promise<PassageRow[]> {
  const { rows } = await sql<PassageRow>`
    select ${passageColumns} from passages p
     where p.owner_id = ${ownerId} and p.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function excludePassage(db: Db, ownerId: string, id: string, excluded: boolean) {
  const { rows } = await sql<PassageRow>`
    update passages p set excluded = ${excluded} where p.owner_id = ${ownerId} and p.id = ${id}
    returning ${passageColumns}`.execute(db);
  return rows[0];
}

/** Gives the passages of these sources to another account, in the transaction that gives it their chatbot. */
export const givePassages = (db: Db, ownerId: string, sourceIds: readonly string[], toId: string) =>
  sql`update passages set owner_id = ${toId}
       where owner_id = ${ownerId} and source_id = any(${[...sourceIds]}::uuid[])`.execute(db);
