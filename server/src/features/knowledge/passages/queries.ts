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

const passageColumns = sql`p.id, p.source_id, p.ordinal, p.text, p.position, p.starts, p.language, p.tokens, p.excluded`;

/** Also the lock that orders writers of one chatbot's terms: taken first, it leaves no deadlock to the rest. */
export const addPassageCounts = (db: Db, chatbotId: string, french: number, english: number) =>
  sql`insert into chatbot_stats as stats (chatbot_id, french, english)
      values (${chatbotId}, greatest(${french}::int, 0), greatest(${english}::int, 0))
      on conflict (chatbot_id) do update set
        french = greatest(stats.french + ${french}::int, 0), english = greatest(stats.english + ${english}::int, 0)`.execute(
    db,
  );

export const lockChatbotTerms = (db: Db, chatbotId: string) => addPassageCounts(db, chatbotId, 0, 0);

/**
 * This transaction's end waits for no disk: for what a job would do again after a crash, and whose last transaction,
 * which waits, brings it to the disk with its own.
 */
export const commitAsynchronously = (db: Db) => sql`set local synchronous_commit to off`.execute(db);

/** The same for a chatbot that may be gone; false when it is. */
export async function lockChatbotTermsIfThere(db: Db, chatbotId: string): Promise<boolean> {
  const { rows } = await sql`select from chatbot_stats where chatbot_id = ${chatbotId} for update`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Of these readings, the sources that are still there and have begun no newer one, held so until the transaction ends.
 * Before `lockChatbotTerms`, as whoever ends a reading locks its source first.
 */
export async function findCurrentReadings(
  db: Db,
  { sourceIds, versions }: { sourceIds: string[]; versions: number[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sources s
     where exists (select from unnest(${sourceIds}::uuid[], ${versions}::int[]) as n (source_id, version)
                    where n.source_id = s.id and s.version <= n.version)
       and s.id = any(${sourceIds}::uuid[])
     order by s.id for share of s`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Texts of these readings that their source's last whole reading has too, by source and hash. */
export async function findEarlierTexts(
  db: Db,
  texts: { sourceIds: string[]; versions: number[]; hashes: Buffer[] },
): Promise<Map<string, { excluded: boolean }>> {
  if (texts.hashes.length === 0) return new Map();
  const { rows } = await sql<{ source_id: string; hash: string; excluded: boolean }>`
    select n.source_id, encode(n.hash, 'hex') as hash, bool_or(e.excluded) as excluded
      from unnest(${texts.sourceIds}::uuid[], ${texts.versions}::int[], ${texts.hashes}::bytea[])
             as n (source_id, version, hash),
           lateral (select p.excluded from passages p join whole_readings w on w.source_id = p.source_id
                                                                            and w.version = p.version
                     where p.source_id = n.source_id and p.content_hash = n.hash and p.version < n.version offset 0) e
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

/** As the columns of a table `n (id, length, terms, weights)`. */
async function wordsTable(db: Db, ids: string[], { lengths, terms, starts, weights }: PassageWords) {
  const { rows } = await sql<{ type: number }>`select 'sparsevec'::regtype::oid as type`.execute(db);
  const vectors = encodeSparseVectors(rows[0]?.type ?? 0, dimensions, weights);
  const ends = Int32Array.from(starts, (_, at) => starts[at + 1] ?? terms.length);
  return sql`
    (select w.id, w.length, (${encodeIntegers(terms)}::int[])[w.start + 1 : w.end] as terms, w.weights
       from unnest(${ids}::uuid[], ${lengths}::int[], ${encodeIntegers(starts)}::int[], ${encodeIntegers(ends)}::int[],
                   ${vectors}::sparsevec[]) as w (id, length, start, "end", weights)) n`;
}

/** With their words. The ids that were new: a job that runs again inserts nothing twice. */
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

/** How many passages hold each term: ascending, the index's order, which is page by page. */
export interface TermFrequencies {
  terms: Int32Array;
  passages: Int32Array;
}

/** A row's two arrays of so many numbers fill a page of 8 kB. */
const maxChangesPerRow = 900;

/** So many rows a search looks through in about a millisecond; whoever adds more counts some up at once. */
export const maxPendingChanges = 128;

/** What passages count for, in a transaction that has locked the chatbot's terms. */
export async function addFrequencies(
  db: Db,
  chatbotId: string,
  { terms, passages, french, english }: TermFrequencies & { french: number; english: number },
): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    with counted as (
      update chatbot_stats set french = french + ${french}::int, english = english + ${english}::int
       where chatbot_id = ${chatbotId}::uuid
    ), added as (
      insert into chatbot_term_changes (chatbot_id, first, last, terms, passages)
      select ${chatbotId}::uuid, n.terms[1], n.terms[cardinality(n.terms)], n.terms, n.passages
        from (select (${encodeIntegers(terms)}::int[])[start + 1 : start + ${maxChangesPerRow}] as terms,
                     (${encodeIntegers(passages)}::int[])[start + 1 : start + ${maxChangesPerRow}] as passages
                from generate_series(0, ${terms.length}::int - 1, ${maxChangesPerRow}::int) as start) n
      returning id
    )
    select ((select count(*) from chatbot_term_changes where chatbot_id = ${chatbotId}::uuid)
            + (select count(*) from added))::int as waiting`.execute(db);
  await mergeChangesUntil(db, chatbotId, rows[0]?.waiting ?? 0, maxPendingChanges);
}

/** Counts changes up, in a transaction that has locked the chatbot's terms, until at most as many rows are `left`. */
export async function mergeChanges(db: Db, chatbotId: string, left = 0): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from chatbot_term_changes where chatbot_id = ${chatbotId}`.execute(db);
  await mergeChangesUntil(db, chatbotId, rows[0]?.waiting ?? 0, left);
}

async function mergeChangesUntil(db: Db, chatbotId: string, waiting: number, left: number): Promise<void> {
  for (let rows = waiting; rows > left; ) {
    const counted = await mergeChangeBatch(db, chatbotId);
    if (counted === 0) return;
    rows -= counted;
  }
}

/** As many rows as a transaction should count up while visitors wait for the database: some thousand terms. */
const changeRowBatchSize = 8;

/** How many rows of changes. */
export async function mergeChangeBatch(db: Db, chatbotId: string): Promise<number> {
  const { rows } = await sql<{ changes: number; terms: number[] | null; passages: number[] | null }>`
    with taken as (
      delete from chatbot_term_changes
       where chatbot_id = ${chatbotId}
         and (first, id) in (select first, id from chatbot_term_changes where chatbot_id = ${chatbotId}
                              order by first, id limit ${changeRowBatchSize})
      returning terms, passages
    ), sums as (
      select n.term, sum(n.passages)::int as passages
        from taken, unnest(taken.terms, taken.passages) as n (term, passages)
       group by n.term having sum(n.passages) <> 0
    )
    select (select count(*)::int from taken) as changes, array_agg(term order by term) as terms,
           array_agg(passages order by term) as passages
      from sums`.execute(db);
  const [taken] = rows;
  if (taken?.terms && taken.passages)
    await addToTerms(db, chatbotId, Int32Array.from(taken.terms), Int32Array.from(taken.passages));
  return taken?.changes ?? 0;
}

/**
 * Most terms of a document are new to a chatbot, and looking for a place that is taken costs as much as taking one: which
 * are known is asked at once.
 */
async function addToTerms(db: Db, chatbotId: string, terms: Int32Array, passages: Int32Array): Promise<void> {
  const { rows } = await sql<{ terms: number[] | null }>`
    select array_agg(term) as terms from chatbot_terms
     where chatbot_id = ${chatbotId}::uuid and term = any(${encodeIntegers(terms)}::int[])`.execute(db);
  const known = new Set(rows[0]?.terms);
  const those = (isWanted: (term: number) => boolean) => {
    const kept = terms.map((_, at) => at).filter((at) => isWanted(terms[at] as number));
    const of = (values: Int32Array) => encodeIntegers(kept.map((at) => values[at] as number));
    return sql`select ${chatbotId}::uuid, n.term, n.passages
                 from unnest(${of(terms)}::int[], ${of(passages)}::int[]) as n (term, passages)`;
  };
  if (known.size < terms.length)
    await sql`insert into chatbot_terms (chatbot_id, term, passages) ${those((term) => !known.has(term))}`.execute(
      db,
    );
  if (known.size === 0) return;
  const { rows: counted } = await sql<{ unused: number[] | null }>`
    with counted as (
      insert into chatbot_terms as known (chatbot_id, term, passages) ${those((term) => known.has(term))}
      on conflict (chatbot_id, term) do update set passages = known.passages + excluded.passages
      returning term, passages
    )
    select array_agg(term) as unused from counted where passages = 0`.execute(db);
  const unused = counted[0]?.unused;
  if (unused)
    await sql`delete from chatbot_terms
               where chatbot_id = ${chatbotId} and term = any(${encodeIntegers(Int32Array.from(unused))}::int[])`.execute(
      db,
    );
}

/** Chatbots of which some changes are not counted up. */
export async function chatbotsWithChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ chatbot_id: string }>`
    select distinct chatbot_id from chatbot_term_changes`.execute(db);
  return rows.map(({ chatbot_id }) => chatbot_id);
}

/** Vectors of texts that are unchanged, as are the headings above them, so that they needn't be embedded again. */
export const copyVectors = (db: Db, chatbotId: string, ids: string[]) =>
  sql`insert into passage_vectors (passage_id, chatbot_id, source_id, version, model, embedding)
      select distinct on (p.id) p.id, p.chatbot_id, p.source_id, p.version, v.model, v.embedding
        from passages p
        join passages earlier on earlier.source_id = p.source_id and earlier.content_hash = p.content_hash
                             and earlier.version < p.version
                             and earlier.position -> 'heading' is not distinct from p.position -> 'heading'
        join passage_vectors v on v.passage_id = earlier.id
       where p.id = any(${ids}::uuid[]) and p.chatbot_id = ${chatbotId}
       order by p.id, earlier.version desc
      on conflict (passage_id) do nothing`.execute(db);

/** Some readings of a source, from the first to the last. */
export interface Versions {
  sourceId: string;
  first: number;
  last: number;
}

/** As the columns of a table `n (source_id, first, last)`. */
const rangesOf = (versions: Versions[]) => sql`
  unnest(${versions.map(({ sourceId }) => sourceId)}::uuid[], ${versions.map(({ first }) => first)}::int[],
         ${versions.map(({ last }) => last)}::int[]) as n (source_id, first, last)`;

/** What later readings are compared with. */
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

/** A reading that is older than the one that answers changes nothing. */
export const publishVersions = (
  db: Db,
  chatbotId: string,
  { sourceIds, versions }: { sourceIds: string[]; versions: number[] },
) =>
  sql`insert into published_sources as published (source_id, chatbot_id, version)
      select n.source_id, ${chatbotId}::uuid, n.version
        from unnest(${sourceIds}::uuid[], ${versions}::int[]) as n (source_id, version)
      on conflict (source_id) do update set version = excluded.version
        where published.version < excluded.version`.execute(db);

export const sortPendingTerms = (db: Db) =>
  sql`select gin_clean_pending_list('passage_lexicon_terms')`.execute(db);

export const withdrawVersions = (db: Db, chatbotId: string, versions: Versions[]) =>
  sql`delete from published_sources p using ${rangesOf(versions)}
       where p.chatbot_id = ${chatbotId} and p.source_id = n.source_id and p.version between n.first and n.last`.execute(
    db,
  );

/** Passages of some readings of sources, some at a time, with what they counted for. */
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

/** Unless more is left of them meanwhile. */
export const forgetRemovedSources = (db: Db, versions: Versions[]) =>
  sql`delete from removed_sources r using ${rangesOf(versions)}
       where r.source_id = n.source_id and r.last = n.last`.execute(db);

/** Chatbots with passages whose terms are of an older analysis. */
export async function chatbotsAnalysedBefore(
  db: Db,
  analysis: number,
  limit: number,
): Promise<{ chatbotId: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    select c.id, c.owner_id from chatbots c
     where c.id in (select chatbot_id from passages where analysis < ${analysis})
     order by c.id limit ${limit}`.execute(db);
  return rows.map(({ id, owner_id }) => ({ chatbotId: id, ownerId: owner_id }));
}

export async function passagesAnalysedBefore(
  db: Db,
  chatbotId: string,
  analysis: number,
  limit: number,
): Promise<PassageRow[]> {
  const { rows } = await sql<PassageRow>`
    select ${passageColumns} from passages p
     where p.analysis < ${analysis} and p.chatbot_id = ${chatbotId} limit ${limit}`.execute(db);
  return rows;
}

/** The terms as they are counted, of those of these passages that are still to be analysed again. */
export async function storedTerms(
  db: Db,
  ids: string[],
  analysis: number,
): Promise<{ id: string; terms: number[] }[]> {
  const { rows } = await sql<{ id: string; terms: number[] }>`
    select p.id, coalesce(l.terms, '{}') as terms
      from passages p left join passage_lexicon l on l.passage_id = p.id
     where p.id = any(${ids}::uuid[]) and p.analysis < ${analysis} for update of p`.execute(db);
  return rows;
}

export async function replaceLexicon(
  db: Db,
  { analysis, ids, words }: { analysis: number; ids: string[]; words: PassageWords },
): Promise<void> {
  const table = await wordsTable(db, ids, words);
  await sql`with analysed as (
              update passages set analysis = ${analysis} where id = any(${ids}::uuid[])
            )
            update passage_lexicon l set length = n.length, terms = n.terms, weights = n.weights
              from ${table} where l.passage_id = n.id`.execute(db);
}

/** How many passages there are and hold each term; what a question's weights are made of. */
export async function frequenciesOf(db: Db, chatbotId: string, terms: number[]) {
  const { rows } = await sql<{
    french: number;
    english: number;
    terms: number[] | null;
    passages: number[] | null;
    /** Whether its owner has written answers. */
    answers: boolean;
  }>`
    select stats.french, stats.english, found.terms, found.passages,
           exists (select from sources where chatbot_id = ${chatbotId} and kind = 'answer') as answers
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

export interface SourcesState {
  /** That passages are written in. */
  languages: TextLanguage[];
  /** Another one once a source has come, gone or changed. */
  version: string;
}

/** What a chatbot's sources are by now. */
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

export interface SearchHit extends PassageRow {
  score: number;
  source_name: string;
  source_url: string | null;
  is_answer: boolean;
}

/**
 * The best passages by BM25. With `rare`, only passages with one of these terms are read. `answers`: whether the chatbot
 * has written answers at all.
 */
export async function searchPassagesByWords(
  db: Db,
  chatbotId: string,
  question: string,
  rare: number[] | undefined,
  answers: boolean,
  limit: number,
): Promise<SearchHit[]> {
  const isAnswer = answers
    ? sql`(select kind = 'answer' from sources where id = found.source_id)`
    : sql`false`;
  const { rows } = await sql<SearchHit>`
    select found.*, ${isAnswer} as is_answer
      from passages_by_words(${chatbotId}, ${question}::sparsevec, ${rare ?? null}::int[], ${limit}) found`.execute(
    db,
  );
  return rows;
}

/** The passages of a chatbot that may be quoted, up to so many, as found by none of their words. */
export async function listAnsweringPassages(db: Db, chatbotId: string, limit: number): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select ${passageColumns}, 0 as score, s.name as source_name, s.url as source_url, s.kind = 'answer' as is_answer
      from passages p join sources s on s.id = p.source_id
     where p.chatbot_id = ${chatbotId} and not p.excluded
       and (p.source_id, p.version) in (select source_id, version from published_sources where chatbot_id = ${chatbotId})
     limit ${limit}`.execute(db);
  return rows;
}

/** The written answers that are nearest by words, to be compared by what they answer. */
export async function searchAnswersByWords(
  db: Db,
  chatbotId: string,
  question: string,
  limit: number,
): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select found.*, true as is_answer
      from answers_by_words(${chatbotId}, ${question}::sparsevec, ${limit}) found`.execute(db);
  return rows;
}

/** The best passages by cosine, read exactly: an index over all chatbots would lose some of this one's. */
export async function searchPassagesByVector(
  db: Db,
  chatbotId: string,
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
    select ${passageColumns}, best.score, s.name as source_name, s.url as source_url, s.kind = 'answer' as is_answer
      from best join passages p on p.id = best.passage_id join sources s on s.id = p.source_id
     order by best.score desc, p.id`.execute(db);
  return rows;
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

/** As people type what they look for: accents, fixed spaces and apostrophes make no difference. */
const foldTyped = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'");

/** In the source's order, of the reading that answers, or of the newest while none does. */
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

export async function passagesById(db: Db, ownerId: string, ids: string[]) {
  const { rows } = await sql<PassageRow & { source_name: string }>`
    select ${passageColumns}, s.name as source_name
      from passages p join sources s on s.id = p.source_id
     where p.owner_id = ${ownerId} and p.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function excludePassage(db: Db, ownerId: string, id: string, excluded: boolean) {
  const { rows } = await sql<PassageRow & { source_name: string }>`
    update passages p set excluded = ${excluded} from sources s
     where p.owner_id = ${ownerId} and p.id = ${id} and s.id = p.source_id
    returning ${passageColumns}, s.name as source_name`.execute(db);
  return rows[0];
}

/** A model of another size is another model: its vectors cannot be compared. */
const isOf = ({ name, dimensions }: VectorModel) =>
  sql`v.model = ${name} and vector_dims(v.embedding) = ${dimensions}`;

export interface VectorModel {
  name: string;
  dimensions: number;
}

/** Texts of the reading that answers that no vector of this model stands for yet. */
export async function passagesWithoutVector(
  db: Db,
  sourceId: string,
  model: VectorModel,
  limit: number,
): Promise<PassageRow[]> {
  const { rows } = await sql<PassageRow>`
    select ${passageColumns} from published_sources s
      join passages p on p.source_id = s.source_id and p.version = s.version
     where s.source_id = ${sourceId}
       and not exists (select from passage_vectors v where v.passage_id = p.id and ${isOf(model)})
     order by p.ordinal limit ${limit}`.execute(db);
  return rows;
}

/** Of these sources, those that answer with a text that no vector of this model stands for. */
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

/** A passage that was deleted while it was being embedded is passed over. */
export const upsertVectors = (db: Db, model: string, ids: string[], vectors: string[]) =>
  sql`insert into passage_vectors (passage_id, chatbot_id, source_id, version, model, embedding)
      select p.id, p.chatbot_id, p.source_id, p.version, ${model}, n.embedding::vector
        from unnest(${ids}::uuid[], ${vectors}::text[]) as n (id, embedding)
        join passages p on p.id = n.id for key share of p
      on conflict (passage_id) do update set model = excluded.model, embedding = excluded.embedding`.execute(
    db,
  );
