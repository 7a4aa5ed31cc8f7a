import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, freshOn } from '../test/database.ts';
import { inBatches, readBatches } from './batches.ts';
import { encodeByteStrings, encodeIntegers, encodeSparseVectors, encodeTexts } from './binary.ts';
import { DatabaseUnavailable } from './failure.ts';
import { type Db, type OpenedDatabase, openDatabase } from './open.ts';
import { transaction } from './transaction.ts';

let database: OpenedDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  await sql`create table notes (id int primary key, text text unique)`.execute(db);
});
afterAll(() => database?.close());

const count = async () => (await sql<{ n: number }>`select count(*) as n from notes`.execute(db)).rows[0]?.n;

describe('values', () => {
  test('come back as they are documented', async () => {
    const { rows } = await sql`
      select 9007199254740991::int8 as int8, 12.50::numeric as numeric, '2026-02-03'::date as date,
        '2026-02-03 04:05:06.789+02'::timestamptz as instant, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid as uuid,
        '{"a": [1, null]}'::jsonb as json, array[1, null, 3] as ints, '{"x\\"y","b\\\\c","",NULL}'::text[] as texts,
        array[[1, 2], [3, 4]] as matrix, '{}'::uuid[] as none, '\\x00ff'::bytea as bytes, array['\\x01'::bytea] as many,
        1.5::float8 as float8, true as yes, null::int8 as nothing, '[1,2]'::vector as vector, 'x'::char(3) as padded
    `.execute(db);
    expect(rows[0]).toEqual({
      int8: 9007199254740991,
      numeric: 12.5,
      date: '2026-02-03',
      instant: new Date('2026-02-03T02:05:06.789Z'),
      uuid: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      json: { a: [1, null] },
      ints: [1, null, 3],
      texts: ['x"y', 'b\\c', '', null],
      matrix: [
        [1, 2],
        [3, 4],
      ],
      none: [],
      bytes: Buffer.from([0, 255]),
      many: [Buffer.from([1])],
      float8: 1.5,
      yes: true,
      nothing: null,
      vector: '[1,2]',
      padded: 'x  ',
    });
    expect(Buffer.isBuffer((rows[0] as { bytes: unknown }).bytes)).toBe(true);
  });

  test('go in as they come out', async () => {
    const instant = new Date('2026-07-08T09:10:11.123Z');
    const texts = ['a "b"', 'c\\d', '', 'é{},', null];
    const { rows } = await sql`
      select ${instant}::timestamptz as instant, ${texts}::text[] as texts, ${[1, 2]}::int4[] as ints,
        ${Buffer.from([0, 1, 254])}::bytea as bytes, ${[Buffer.from([7])]}::bytea[] as many, ${{ a: 'é' }}::jsonb as json,
        ${true}::bool as yes, ${undefined}::text as nothing, ${2 ** 40}::int8 as big, ${[instant]}::timestamptz[] as instants
    `.execute(db);
    expect(rows[0]).toEqual({
      instant,
      texts,
      ints: [1, 2],
      bytes: Buffer.from([0, 1, 254]),
      many: [Buffer.from([7])],
      json: { a: 'é' },
      yes: true,
      nothing: null,
      big: 2 ** 40,
      instants: [instant],
    });
  });

  test('go in as bytes, in bulk', async () => {
    const { rows } = await sql<{ type: number }>`select 'sparsevec'::regtype::oid as type`.execute(db);
    const vectors = [
      { places: [1, 9], values: [0.5, 1.25] },
      { places: [], values: [] },
    ];
    const many = ['a "b"', 'c\\d', '', 'é{},NULL'];
    const back = await sql`
      select ${encodeIntegers(Int32Array.of(-(2 ** 31), 0, 2 ** 31 - 1))}::int[] as ints, ${encodeIntegers(Int32Array.of())}::int[] as none,
        ${encodeTexts(many)}::text[] as texts, ${encodeByteStrings([Buffer.from([0, 255]), Buffer.of()])}::bytea[] as bytes,
        ${encodeSparseVectors(rows[0]?.type ?? 0, 9, vectors)}::sparsevec[]::text[] as vectors`.execute(db);
    expect(back.rows[0]).toEqual({
      ints: [-(2 ** 31), 0, 2 ** 31 - 1],
      none: [],
      texts: many,
      bytes: [Buffer.from([0, 255]), Buffer.of()],
      vectors: ['{1:0.5,9:1.25}/9', '{}/9'],
    });
  });

  test('an integer beyond 2^53 is refused, not rounded', async () => {
    await expect(sql`select 9007199254740993::int8 as n`.execute(db)).rejects.toThrow(/beyond 2\^53/);
    expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
  });

  test('a bare list of objects is refused: it may be JSON or an array', async () => {
    await expect(sql`select ${[{ a: 1 }]}::jsonb`.execute(db)).rejects.toThrow(/JSON.stringify/);
  });
});

describe('transaction', () => {
  test('rolls back what it did when it throws', async () => {
    const before = await count();
    const refused = transaction(db, async (db) => {
      await sql`insert into notes values (100, 'gone')`.execute(db);
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(await count()).toBe(before);
  });

  test('refuses the outer handle inside at once, and lets the next one through', async () => {
    const outer = db;
    await expect(transaction(db, async () => sql`select 1`.execute(outer))).rejects.toThrow(
      /nested use of the outer/,
    );
    await expect(transaction(db, async () => transaction(outer, async () => 1))).rejects.toThrow(
      /nested use/,
    );
    expect(await transaction(db, async (db) => (await sql`select 2 as n`.execute(db)).rows)).toEqual([
      { n: 2 },
    ]);
  });

  test('joins when it is called with a transaction’s own handle', async () => {
    const refused = transaction(db, async (db) => {
      await transaction(db, (db) => sql`insert into notes values (101, 'inner')`.execute(db));
      throw new Error('outer');
    });
    await expect(refused).rejects.toThrow('outer');
    expect((await sql`select 1 from notes where id = 101`.execute(db)).rows).toEqual([]);
  });

  test('is over for its handle when it is over', async () => {
    const escaped = await transaction(db, async (db) => ({ db }));
    await expect(sql`select 1`.execute(escaped.db)).rejects.toThrow(/already committed/);
  });

  test('does not follow what it started once it has ended', async () => {
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { later } = await transaction(db, async () => ({
      later: gate.then(() => sql`select 1 as n`.execute(db)),
    }));
    go();
    expect((await later).rows).toEqual([{ n: 1 }]);
  });

  test('many at once all come through', async () => {
    await sql`insert into notes values (1, '0')`.execute(db);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        transaction(db, async (db) => {
          const { rows } = await sql<{
            text: string;
          }>`select text from notes where id = 1 for update`.execute(db);
          await sql`update notes set text = ${String(Number(rows[0]?.text) + 1)} where id = 1`.execute(db);
        }),
      ),
    );
    expect((await sql`select text from notes where id = 1`.execute(db)).rows).toEqual([{ text: '50' }]);
  });
});

describe('work in batches', () => {
  const workOf = async (onRow: (id: number) => void = () => {}) => {
    const done: number[] = [];
    const ended = inBatches(db, 3, async (db, size) => {
      const { rows } = await sql<{ id: number }>`
        update notes set text = text || '!' where id in
          (select id from notes where text not like '%!' order by id limit ${size}) returning id`.execute(db);
      for (const { id } of rows) onRow(id);
      done.push(rows.length);
      return rows.length;
    });
    return { done, total: await ended };
  };
  const texts = async () =>
    (await sql<{ text: string }>`select text from notes order by id`.execute(db)).rows.map(
      ({ text }) => text,
    );

  beforeEach(() =>
    sql`delete from notes`
      .execute(db)
      .then(() => sql`insert into notes select n, 'n' || n from generate_series(100, 107) n`.execute(db)),
  );
  afterAll(() => sql`delete from notes`.execute(db));

  test('is done once, in transactions of its own, and counted', async () => {
    const { done, total } = await workOf();
    expect([done, total]).toEqual([[3, 3, 2], 8]);
    expect((await texts()).every((text) => /^n\d+!$/.test(text))).toBe(true);
  });

  test('that is ended between or within its batches is done by the next try, nothing of it twice', async () => {
    const dies = workOf((id) => {
      if (id === 104) throw new Error('the process ends');
    });
    await expect(dies).rejects.toThrow('the process ends');
    expect((await texts()).filter((text) => text.endsWith('!'))).toEqual(['n100!', 'n101!', 'n102!']);
    const { total } = await workOf();
    expect(total).toBe(5);
    expect((await texts()).every((text) => /^n\d+!$/.test(text))).toBe(true);
  });

  test('begins no further batch once it is to stop', async () => {
    const stopping = new AbortController();
    const stopped = inBatches(
      db,
      1,
      async () => {
        stopping.abort(new Error('stopped'));
        return 1;
      },
      stopping.signal,
    );
    await expect(stopped).rejects.toThrow('stopped');
  });

  test('reads every row once, whether or not the last batch is full', async () => {
    for (const size of [1, 3, 4, 8, 9]) {
      const read: number[] = [];
      const after = (last: { id: number } | undefined, limit: number) =>
        sql<{ id: number }>`select id from notes where id > ${last?.id ?? 0} order by id limit ${limit}`
          .execute(db)
          .then(({ rows }) => rows);
      for await (const rows of readBatches(size, after)) read.push(...rows.map(({ id }) => id));
      expect(read).toEqual([100, 101, 102, 103, 104, 105, 106, 107]);
    }
  });
});

test('a refusal says which constraint it was, in the same words on both databases', async () => {
  await sql`insert into notes values (200, 'taken')`.execute(db);
  const refused = await sql`insert into notes values (201, 'taken')`
    .execute(db)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(pg.DatabaseError);
  expect(refused).toMatchObject({ code: '23505', constraint: 'notes_text_key', table: 'notes' });
});

test('a notification arrives after the commit, none after a rollback', async () => {
  const heard: string[] = [];
  const silence = await database.listen('notes', (payload) => heard.push(payload));
  const refused = transaction(db, async (db) => {
    await sql`select pg_notify('notes', 'rolled back')`.execute(db);
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow();
  await transaction(db, (db) => sql`select pg_notify('notes', 'committed')`.execute(db));
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(heard).toEqual(['committed']);
  await silence();
});

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)('PostgreSQL (needs TEST_DATABASE_URL)', () => {
  test('a broken connection ends nothing: notifications and queries come back', async () => {
    const own = await freshOn(server ?? '');
    const heard: string[] = [];
    await own.listen('x', (payload) => heard.push(payload));
    const killOthers = async () => {
      const admin = new pg.Client({ connectionString: server });
      await admin.connect();
      const name = new URL(own.url).pathname.slice(1);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await admin.end();
    };
    const broken = await transaction(own.db, async (db) => {
      await sql`select 1`.execute(db);
      await killOthers();
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`select 1`.execute(db);
    }).catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(DatabaseUnavailable);
    while (!heard.includes('back')) {
      await sql`select pg_notify('x', 'back')`.execute(own.db).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await own.close();
  });

  test('an address where no database answers is told as such', async () => {
    await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow();
  });
});
