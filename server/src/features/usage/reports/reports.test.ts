import { randomUUID } from 'node:crypto';
import type { AnswerOf, QueryOf } from '@parlance/contract/endpoint';
import { createChatbot, deleteChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import {
  getForecast,
  getLedgerEntry,
  getUsageHistory,
  getUsageTrend,
  type LedgerSort,
  ledgerSort,
  listLedger,
  listUsageByChatbot,
  type Operation,
  operation,
  type TokenType,
} from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram, type User } from '../../../test/program.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram({ PLANS_FILE: new URL('../../../test/plans.json', import.meta.url).pathname });
});
afterAll(() => program.stop());

const hour = 3_600_000;
const day = 24 * hour;

type Item = AnswerOf<typeof listLedger>['items'][number];
type Filter = Partial<QueryOf<typeof getUsageHistory>>;

interface Planted {
  at: Date;
  tokens: number;
  operation: Operation;
  tokenType: TokenType;
  chatbot: { id: string; name: string } | null;
  cause?: string;
  details?: object;
}

/** Entries as a charge writes them, at any time. */
async function plant(user: User, entries: readonly Partial<Planted>[]): Promise<Item[]> {
  const { db, clock } = program.context;
  const items: Item[] = [];
  for (const wish of entries) {
    const entry = {
      at: clock(),
      tokens: 10,
      operation: 'chat_completion',
      tokenType: 'message',
      chatbot: null,
      ...wish,
    };
    const id = randomUUID();
    await sql`select ensure_ledger_month(${entry.at})`.execute(db);
    await sql`
      insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause, period, day, details)
      values (${id}, ${user.id}, ${entry.at}, ${entry.operation}, ${entry.tokenType}, ${entry.tokens},
              ${entry.chatbot?.id ?? null}, ${entry.chatbot?.name ?? null}, ${entry.cause ?? `test:${id}`}, 0,
              ${entry.at.toISOString().slice(0, 10)}, ${JSON.stringify(entry.details ?? {})}::jsonb)`.execute(
      db,
    );
    const { operation, tokenType, tokens, chatbot } = entry as Planted;
    items.push({ id, at: entry.at.toISOString(), operation, tokenType, tokens, chatbot });
  }
  return items;
}

const live = (user: User, timeZone: string) =>
  sql`update profiles set time_zone = ${timeZone} where id = ${user.id}`.execute(program.context.db);

async function pages(user: User, query: Filter & { sort?: LedgerSort; limit?: number }): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const { status, body } = await user.call(listLedger, { query: { ...query, ...(cursor && { cursor }) } });
    expect(status).toBe(200);
    items.push(...body.items);
    if (body.nextCursor === null) return items;
    cursor = body.nextCursor;
  }
}

async function csv(user: User, query: Filter & { sort?: LedgerSort }, language = 'en'): Promise<string[]> {
  const url = new URL('/api/v1/usage/ledger', program.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const headers = { authorization: `Bearer ${user.token}`, accept: 'text/csv', 'accept-language': language };
  const response = await fetch(url, { headers });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return (await response.text()).split('\r\n').slice(0, -1);
}

/** Figures that look like chance, the same each time. */
function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return { next, pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T };
}

const bots = ['Zoé', 'Accueil', 'accueil 10', 'accueil 9', 'École'].map((name) => ({
  id: randomUUID(),
  name,
}));

const randomEntries = (seed: number, count: number, now: Date): Partial<Planted>[] => {
  const { next, pick } = chance(seed);
  const storage: Operation[] = ['file_upload', 'reindex'];
  return Array.from({ length: count }, () => {
    const kind = pick(operation.options);
    return {
      at: new Date(Math.floor(now.getTime() - next() ** 3 * 400 * day)),
      tokens: pick([0, 5, 5, 70, 1_200, 90_000]),
      operation: kind,
      tokenType: storage.includes(kind) ? 'storage' : 'message',
      chatbot: pick([null, ...bots]),
    };
  });
};

const names = new Intl.Collator('fr', { numeric: true });
const orders: Record<string, (a: Item, b: Item) => number> = {
  at: () => 0,
  tokens: (a, b) => a.tokens - b.tokens,
  operation: (a, b) => (a.operation < b.operation ? -1 : Number(a.operation > b.operation)),
  tokenType: (a, b) => (a.tokenType < b.tokenType ? -1 : Number(a.tokenType > b.tokenType)),
  chatbot: (a, b) => names.compare(a.chatbot?.name ?? '', b.chatbot?.name ?? ''),
};
const byTime = (a: Item, b: Item) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1);

function sorted(items: readonly Item[], sort: LedgerSort): string[] {
  const compare = orders[sort.replace('-', '')] ?? (() => 0);
  const sign = sort.startsWith('-') ? -1 : 1;
  const last = (item: Item) => Number(sort.endsWith('chatbot') && item.chatbot === null);
  return items
    .toSorted((a, b) => last(a) - last(b) || sign * (compare(a, b) || byTime(a, b)))
    .map(({ id }) => id);
}

test('the journal goes by each column in both directions, page by page and as CSV, whatever is filtered', async () => {
  const user = await program.newUser();
  const now = program.context.clock();
  const all = await plant(user, randomEntries(11, 90, now));
  const [first] = bots;
  const filters: [Filter, (item: Item) => boolean][] = [
    [{}, () => true],
    [{ tokenType: 'storage' }, (item) => item.tokenType === 'storage'],
    [{ chatbotId: 'unassigned' }, (item) => item.chatbot === null],
    [
      { chatbotId: first?.id ?? '', period: '1y' },
      (item) => item.chatbot?.id === first?.id && Date.parse(item.at) > now.getTime() - 365 * day,
    ],
  ];
  for (const [filter, holds] of filters) {
    const expected = all.filter(holds);
    expect(expected.length).toBeGreaterThan(1);
    for (const sort of ledgerSort.options) {
      const shown = await pages(user, { ...filter, sort, limit: 40 });
      expect(shown.map(({ id }) => id)).toEqual(sorted(expected, sort));
      const lines = await csv(user, { ...filter, sort });
      expect(lines.slice(1).map((line) => Number(line.split(',').at(-1)))).toEqual(
        shown.map(({ tokens }) => tokens),
      );
    }
  }
});

const zones = [
  'Europe/Paris',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'UTC',
];

/** What the clocks of a zone show at an instant, to the hour, day or month. */
const shownAt = (at: string, bucket: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(at))
    .slice(0, bucket === 'month' ? 7 : bucket === 'day' ? 10 : 13);

test('what the history totals is what the rows of the same filter total, bucket by bucket, in every zone', async () => {
  const user = await program.newUser();
  const now = program.context.clock();
  const all = await plant(user, randomEntries(5, 120, now));
  const { next, pick } = chance(3);
  for (let round = 0; round < 18; round++) {
    const timeZone = zones[round % zones.length] ?? 'UTC';
    await live(user, timeZone);
    const [a, b] = [next(), next()].map((part) => new Date(now.getTime() - part ** 2 * 360 * day)) as [
      Date,
      Date,
    ];
    const asDay = (date: Date) => (next() < 0.5 ? date.toISOString() : date.toISOString().slice(0, 10));
    const filter: Filter = {
      ...pick<Filter>([
        {},
        { period: pick(['24h', '7d', '1m', '6m', '1y']) },
        { from: asDay(new Date(Math.min(+a, +b))), to: asDay(new Date(Math.max(+a, +b) + day)) },
      ]),
      ...pick<Filter>([
        {},
        { tokenType: 'message' },
        { operation: 'reindex' },
        { chatbotId: bots[1]?.id ?? '' },
      ]),
    };
    const bucket = pick(['hour', 'day', 'month'] as const);
    const { status, body } = await user.call(getUsageHistory, { query: { ...filter, bucket } });
    if (status === 400) {
      expect([bucket, filter.period, filter.from]).toEqual(['hour', undefined, undefined]);
      continue;
    }
    const rows = await pages(user, { ...filter, limit: 100 });
    expect(body.total).toBe(rows.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(body.entries).toBe(rows.length);
    expect(body.average).toBe(body.items.length === 0 ? 0 : Math.round(body.total / body.items.length));
    const same = await pages(user, {
      ...filter,
      period: undefined,
      from: body.from,
      to: body.to,
      limit: 100,
    });
    expect(same.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    const starts = body.items.map(({ at }) => Date.parse(at));
    expect(starts).toEqual(starts.toSorted((x, y) => x - y));
    for (const [index, item] of body.items.entries()) {
      const within = rows.filter(
        ({ at }) =>
          Date.parse(at) >= (starts[index] ?? 0) &&
          Date.parse(at) < (starts[index + 1] ?? Number.POSITIVE_INFINITY),
      );
      for (const row of within)
        expect(shownAt(row.at, bucket, timeZone)).toBe(shownAt(item.at, bucket, timeZone));
      for (const type of ['message', 'storage'] as const) {
        const tokens = within
          .filter(({ tokenType }) => tokenType === type)
          .reduce((sum, row) => sum + row.tokens, 0);
        expect(item[type]).toBe(tokens);
      }
    }
    expect(body.peak?.tokens ?? 0).toBe(
      Math.max(0, ...body.items.map(({ message, storage }) => message + storage)),
    );
    for (const shares of Object.values(body.distribution)) {
      expect(shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(body.total);
    }
    for (const { chatbot, tokens } of body.distribution.chatbots) {
      const own = rows.filter((row) => row.chatbot?.id === chatbot?.id);
      expect(own.reduce((sum, row) => sum + row.tokens, 0)).toBe(tokens);
    }
  }
  expect(all).toHaveLength(120);
});

test('a day of summer time has 23 hours, one of winter time 25, and none is missing', async () => {
  const user = await program.newUser();
  await live(user, 'Europe/Paris');
  const twice = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].map((at) => new Date(at));
  await plant(
    user,
    twice.map((at, index) => ({ at, tokens: index + 1 })),
  );
  const on = async (date: string) =>
    (await user.call(getUsageHistory, { query: { from: date, to: date, bucket: 'hour' } })).body;
  const winter = await on('2026-10-25');
  expect(winter.items).toHaveLength(25);
  expect(winter.items.slice(2, 4)).toEqual([
    { at: '2026-10-25T00:00:00.000Z', message: 1, storage: 0 },
    { at: '2026-10-25T01:00:00.000Z', message: 2, storage: 0 },
  ]);
  expect(winter).toMatchObject({ total: 3, average: 0, peak: { at: '2026-10-25T01:00:00.000Z', tokens: 2 } });
  expect((await on('2026-03-29')).items).toHaveLength(23);
  const empty = await on('2026-03-29');
  expect(empty).toMatchObject({ total: 0, average: 0, peak: null, entries: 0 });
});

test('a cursor goes with its own filter and order alone, and shows nobody else’s', async () => {
  const [user, other] = [await program.newUser(), await program.newUser()];
  for (const one of [user, other]) await plant(one, randomEntries(2, 12, program.context.clock()));
  const query = { period: '1y', sort: 'tokens', limit: 2 } as const;
  const cursor = (await user.call(listLedger, { query })).body.nextCursor ?? '';
  const outcome = async (who: User, wish: object) => {
    const { status, body } = await who.call(listLedger, { query: { ...query, cursor, ...wish } });
    return status === 200 ? 200 : (body as unknown as { code: string }).code;
  };
  expect(await outcome(user, {})).toBe(200);
  expect(await outcome(user, { limit: 3 })).toBe(200);
  expect(await outcome(user, { sort: '-tokens' })).toBe('invalid_cursor');
  expect(await outcome(user, { period: '6m' })).toBe('invalid_cursor');
  expect(await outcome(user, { tokenType: 'message' })).toBe('invalid_cursor');
  expect(await outcome(other, {})).toBe('invalid_cursor');
  expect(await outcome(user, { cursor: 'bm9uc2Vuc2U' })).toBe('invalid_cursor');
});

test('what is charged meanwhile changes no page that follows', async () => {
  const user = await program.newUser();
  const planted = await plant(user, randomEntries(23, 9, program.context.clock()));
  const query = { sort: '-tokens', limit: 4 } as const;
  const first = (await user.call(listLedger, { query })).body;
  await plant(user, [{ tokens: 1 }, { tokens: 6 }]);
  program.advance(hour / 4);
  const rest = (
    await user.call(listLedger, { query: { ...query, limit: 100, cursor: first.nextCursor ?? '' } })
  ).body;
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(sorted(planted, '-tokens'));
});

test('refuses days that are reversed or ten years, and a chatbot of nobody finds nothing', async () => {
  const [user, other] = [await program.newUser(), await program.newUser()];
  const bot = (await other.call(createChatbot, { body: { name: 'Foreign', platform: 'website' } })).body;
  await plant(other, [{ chatbot: { id: bot.id, name: bot.name } }]);
  for (const endpoint of [listLedger, getUsageHistory]) {
    const outcome = async (query: Filter) => {
      const { status, body } = await user.call(endpoint, { query });
      return [status, (body as unknown as { errors?: { code: string }[] }).errors?.[0]?.code];
    };
    expect(await outcome({ from: '2026-02-02', to: '2026-02-01' })).toEqual([400, 'reversed']);
    expect(await outcome({ from: '2016-01-01', to: '2026-01-01' })).toEqual([400, 'too_long']);
    expect((await outcome({ from: '2026-02-30' }))[0]).toBe(400);
    expect((await outcome({ chatbotId: bot.id }))[0]).toBe(200);
    for (const date of ['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31']) {
      for (const query of [{ from: date, to: date }, { to: date }, { from: date }]) {
        expect((await outcome(query))[0]).toBeLessThan(500);
      }
    }
  }
  const query = { from: '2025-01-01', to: '2026-02-01', bucket: 'hour' } as const;
  expect((await user.call(getUsageHistory, { query })).status).toBe(400);
  for (const chatbotId of [bot.id, randomUUID()]) {
    expect((await user.call(listLedger, { query: { chatbotId } })).body.items).toEqual([]);
    expect((await user.call(getUsageHistory, { query: { chatbotId } })).body).toMatchObject({
      total: 0,
      entries: 0,
    });
  }
});

test('CSV is in the reader’s language and local time, safe from formulas', async () => {
  const user = await program.newUser();
  await live(user, 'Europe/Paris');
  const at = new Date('2026-07-14T22:05:09.000Z');
  await plant(user, [
    {
      at,
      tokens: 1_234,
      chatbot: { id: randomUUID(), name: '=cmd(); "x", y' },
      operation: 'reindex',
      tokenType: 'storage',
    },
    { at: new Date(at.getTime() - hour), tokens: 5 },
  ]);
  expect(await csv(user, {}, 'fr')).toEqual([
    'Date (Europe/Paris);Opération;Chatbot;Type;Jetons',
    `15/07/2026 00:05:09;Relecture d’une source;"'=cmd(); ""x"", y";Stockage;1234`,
    '14/07/2026 23:05:09;Réponse;Non attribué;Message;5',
  ]);
  expect(await csv(user, {})).toEqual([
    'Date (Europe/Paris),Operation,Chatbot,Type,Tokens',
    `2026-07-15 00:05:09,Source read again,"'=cmd(); ""x"", y",Storage,1234`,
    '2026-07-14 23:05:09,Answer,Unassigned,Message,5',
  ]);
});

test('CSV of more than a batch has every entry once, in order', async () => {
  const user = await program.newUser();
  const { db } = program.context;
  await sql`select ensure_ledger_month(${new Date(program.context.clock().getTime() - 10 * day)})`.execute(
    db,
  );
  await sql`
    insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, cause, period, day)
    select gen_random_uuid(), ${user.id}, ${program.context.clock()}::timestamptz - i * interval '10 minutes', 'api_call', 'message',
           i, 'test:' || i, 0, current_date
      from generate_series(1, 1200) i`.execute(db);
  for (const sort of ['tokens', '-operation'] as const) {
    const tokens = (await csv(user, { sort })).slice(1).map((line) => Number(line.split(',').at(-1)));
    expect(new Set(tokens).size).toBe(1_200);
    if (sort === 'tokens') expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
  }
});

test('the trend has each of the account’s days, today last', async () => {
  const user = await program.newUser();
  await live(user, 'Pacific/Kiritimati');
  const now = program.context.clock();
  await plant(user, [
    { tokens: 7 },
    { at: new Date(now.getTime() - 2 * day), tokens: 5, tokenType: 'storage' },
  ]);
  const { items } = (await user.call(getUsageTrend, { query: { days: 4 } })).body;
  const dateOf = (at: Date) => shownAt(at.toISOString(), 'day', 'Pacific/Kiritimati');
  expect(items).toEqual(
    [3, 2, 1, 0].map((ago) => ({
      date: dateOf(new Date(now.getTime() - ago * day)),
      message: ago === 0 ? 7 : 0,
      storage: ago === 2 ? 5 : 0,
    })),
  );
});

test('chatbots are named as they are now, the gone ones as they were last, and an answer has its price', async () => {
  const user = await program.newUser();
  const named = (name: string) => ({ body: { name, platform: 'website' as const } });
  const kept = (await user.call(createChatbot, named('Before'))).body;
  const gone = (await user.call(createChatbot, named('Gone'))).body;
  const answer = (more: object = {}) => ({ tokens: 100, cause: `message:${randomUUID()}`, ...more });
  const question = randomUUID();
  await plant(user, [
    { ...answer(), chatbot: { id: kept.id, name: 'Before' } },
    {
      tokens: 50,
      cause: `message:${question}:search`,
      operation: 'vector_search',
      chatbot: { id: kept.id, name: 'Before' },
    },
    { tokens: 150, cause: `message:${question}`, chatbot: { id: kept.id, name: 'Before' } },
    { tokens: 900, chatbot: { id: kept.id, name: 'Before' } },
    {
      ...answer(),
      chatbot: { id: gone.id, name: 'Earlier' },
      at: new Date(program.context.clock().getTime() - 1),
    },
    { ...answer({ tokens: 101 }), chatbot: { id: gone.id, name: 'Gone' } },
    { tokens: 20, tokenType: 'storage', operation: 'file_upload' },
  ]);
  await user.call(updateChatbot, { params: { chatbotId: kept.id }, body: { name: 'After' } });
  await user.call(deleteChatbot, { params: { chatbotId: gone.id } });
  const { items } = (await user.call(listUsageByChatbot)).body;
  expect(items).toEqual([
    {
      chatbot: { id: kept.id, name: 'After' },
      exists: true,
      message: 1_200,
      storage: 0,
      answers: 2,
      tokensPerAnswer: 150,
    },
    {
      chatbot: { id: gone.id, name: 'Gone' },
      exists: false,
      message: 201,
      storage: 0,
      answers: 2,
      tokensPerAnswer: 101,
    },
    { chatbot: null, exists: false, message: 0, storage: 20, answers: 0, tokensPerAnswer: null },
  ]);
  const history = (await user.call(getUsageHistory, { query: { period: '1m' } })).body;
  expect(history.distribution.chatbots).toEqual([
    { chatbot: { id: kept.id, name: 'After' }, tokens: 1_200 },
    { chatbot: { id: gone.id, name: 'Gone' }, tokens: 201 },
    { chatbot: null, tokens: 20 },
  ]);
  const old = (await user.call(listLedger, { query: { chatbotId: gone.id, sort: 'at' } })).body;
  expect(old.items.map(({ chatbot }) => chatbot?.name)).toEqual(['Earlier', 'Gone']);
});

test('the forecast tells the day, with its range, of an account with days enough, and nothing of others', async () => {
  const user = await program.newUser();
  expect((await user.call(getForecast)).body).toEqual({ message: null, storage: null });
  const now = program.context.clock().getTime();
  const use = (tokens: number[]) =>
    plant(
      user,
      tokens.map((tokens, index) => ({ at: new Date(now - (index + 1) * day), tokens })),
    );
  await use([4_000, 6_000]);
  expect((await user.call(getForecast)).body.message).toBeNull();
  await use([0, 0, 5_000]);
  const { message } = (await user.call(getForecast)).body;
  expect(message).toMatchObject({ perDay: 5_000, days: 3 });
  const dates = [message?.earliest, message?.endsOn, message?.latest].map((date) => Date.parse(date ?? ''));
  expect(dates).toEqual(dates.toSorted((a, b) => a - b));
  // 100 000 less 15 000, at 5 000 a day.
  expect(message?.endsOn).toBe(new Date(now + 17 * day).toISOString().slice(0, 10));
});

test('an entry tells its parts, or as a whole what it went to, and is nobody else’s', async () => {
  const [user, other] = [await program.newUser(), await program.newUser()];
  const parts = [
    { name: 'passages', tokens: 60 },
    { name: 'answer', tokens: 40 },
  ];
  const [whole, split] = await plant(user, [
    { tokens: 30, operation: 'reindex', tokenType: 'storage', cause: `source:${randomUUID()}:3` },
    { tokens: 100, cause: `message:${randomUUID()}`, details: { parts, model: { id: 'large', factor: 2 } } },
  ]);
  const entry = (who: User, id = '') => who.call(getLedgerEntry, { params: { entryId: id } });
  expect((await entry(user, whole?.id)).body).toEqual({
    ...whole,
    parts: [{ name: 'passages', tokens: 30 }],
  });
  expect((await entry(user, split?.id)).body).toEqual({ ...split, parts, model: { id: 'large', factor: 2 } });
  expect((await entry(other, split?.id)).status).toBe(404);
  expect((await entry(user, randomUUID())).status).toBe(404);
});
