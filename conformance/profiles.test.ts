import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Extra, Person } from './caller.ts';
import { shared } from './programs.ts';

const { server, rest, newPerson, client, clientOf, auth } = shared();

let person: Person;
let other: Person;
beforeAll(async () => {
  person = await newPerson({ data: { first_name: 'Camille', last_name: 'Morel', preferred_locale: 'fr' } });
  other = await newPerson({ data: { first_name: 'Alex', last_name: 'Other' } });
});

const as = (who: Person, headers: Record<string, string> = {}): Extra => ({ token: who.token, headers });
const get = (query: string, headers?: Record<string, string>) =>
  rest(`GET /profiles${query}`, undefined, as(person, headers));
const single = { accept: 'application/vnd.pgrst.object+json' };
const representation = { prefer: 'return=representation' };
/** The four fields, always. */
const expectError = (answer: Answer, status: number, code: string) => {
  expect(answer.status).toBe(status);
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'hint', 'message']);
  expect(answer.body.code).toBe(code);
};

describe('§13 reading', () => {
  test('answers a list with its range', async () => {
    const answer = await get(`?select=id,first_name&id=eq.${person.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([{ id: person.id, first_name: 'Camille' }]);
    expect(answer.headers.get('content-range')).toBe('0-0/*');
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  test('has the columns that are told, and no other', async () => {
    const { body } = await get('?select=*');
    expect(Object.keys(body[0]).sort()).toEqual(
      [
        'id',
        'first_name',
        'last_name',
        'website',
        'receive_updates',
        'preferred_locale',
        'updated_at',
        'google_consent_completed',
      ].sort(),
    );
  });

  test('without a select is all columns', async () => {
    expect((await get('')).body).toEqual((await get('?select=*')).body);
  });

  test('shows one’s own row only, whatever is asked', async () => {
    for (const query of ['', '?select=*', `?id=in.(${person.id},${other.id})`, '?limit=100&order=id.desc']) {
      const { body } = await get(query);
      expect(body.map(({ id }: { id: string }) => id)).toEqual([person.id]);
    }
  });

  test('of another’s row is empty, not an error', async () => {
    const answer = await get(`?select=id&id=eq.${other.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([]);
    expect(answer.headers.get('content-range')).toBe('*/*');
  });

  test('by nobody is empty or refused', async () => {
    const answer = await rest('GET /profiles?select=id', undefined, { token: server.key });
    expect(answer.status === 200 ? answer.body : answer.status).toEqual(answer.status === 200 ? [] : 401);
    expect(answer.text).not.toContain(person.id);
  });

  test('of one is an object with its own content type', async () => {
    const answer = await get(`?select=id&id=eq.${person.id}`, single);
    expect(answer.body).toEqual({ id: person.id });
    expect(answer.headers.get('content-type')).toContain('application/vnd.pgrst.object+json');
  });

  test('of one that is none is 406', async () => {
    const answer = await get(`?select=id&id=eq.${other.id}`, single);
    expectError(answer, 406, 'PGRST116');
    expect(answer.body).toEqual({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
  });

  test('counts exactly when asked', async () => {
    const { headers } = await get(`?select=id&id=eq.${person.id}`, { prefer: 'count=exact' });
    expect(headers.get('content-range')).toBe('0-0/1');
    const none = await get(`?select=id&id=eq.${other.id}`, { prefer: 'count=exact' });
    expect(none.headers.get('content-range')).toBe('*/0');
  });

  test('by HEAD has the range and no body', async () => {
    const answer = await rest('HEAD /profiles?select=id', undefined, as(person, { prefer: 'count=exact' }));
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
    expect(answer.headers.get('content-range')).toBe('0-0/1');
  });

  test.each([
    ['eq', (id: string) => `id=eq.${id}`, 1],
    ['neq', (id: string) => `id=neq.${id}`, 0],
    ['in', (id: string) => `id=in.(${id})`, 1],
    ['in quoted', (id: string) => `id=in.("${id}")`, 1],
    ['is null', () => 'website=is.null', 1],
    ['is not null', () => 'website=not.is.null', 0],
    ['is false', () => 'receive_updates=is.false', 1],
    ['several', (id: string) => `id=eq.${id}&first_name=eq.Camille`, 1],
    ['several that contradict', (id: string) => `id=eq.${id}&first_name=eq.Alex`, 0],
  ])('filters by %s', async (_what, filter, rows) => {
    const { status, body } = await get(`?select=id&${filter(person.id)}`);
    expect(status).toBe(200);
    expect(body).toHaveLength(rows);
  });

  test.each(['?order=first_name.asc', '?order=updated_at.desc.nullslast', '?limit=1', '?limit=1&offset=0'])(
    'takes %s',
    async (query) => {
      const { status, body } = await get(query);
      expect(status).toBe(200);
      expect(body).toHaveLength(1);
    },
  );

  test.each(['?limit=0', '?offset=1'])('of %s is empty', async (query) => {
    expect((await get(query)).body).toEqual([]);
  });

  test('takes the schema headers of the client', async () => {
    expect((await get('?select=id', { 'accept-profile': 'public' })).status).toBe(200);
  });
});

describe('§13 writing', () => {
  test('by PATCH without Prefer is 204 and empty', async () => {
    const answer = await rest(`PATCH /profiles?id=eq.${person.id}`, { preferred_locale: 'en' }, as(person));
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect((await get('?select=preferred_locale')).body).toEqual([{ preferred_locale: 'en' }]);
  });

  test('of another’s row is the same answer and changes nothing', async () => {
    const answer = await rest(`PATCH /profiles?id=eq.${other.id}`, { first_name: 'Taken' }, as(person));
    expect(answer.status).toBe(204);
    const { body } = await rest('GET /profiles?select=first_name', undefined, as(other));
    expect(body).toEqual([{ first_name: 'Alex' }]);
  });

  test('with return=representation answers the rows, and says that it did', async () => {
    const answer = await rest(
      `PATCH /profiles?id=eq.${person.id}&select=*`,
      { website: 'https://morel.example' },
      as(person, representation),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject([{ id: person.id, website: 'https://morel.example' }]);
    expect(answer.headers.get('preference-applied')).toContain('return=representation');
  });

  test('with return=representation of no row is an empty list', async () => {
    const answer = await rest(
      `PATCH /profiles?id=eq.${other.id}&select=*`,
      { website: 'https://x.example' },
      as(person, representation),
    );
    expect([answer.status, answer.body]).toEqual([200, []]);
  });

  test('takes every column of the specification’s forms', async () => {
    const row = {
      first_name: 'Camille',
      last_name: 'Durand',
      website: 'https://durand.example',
      receive_updates: true,
      updated_at: '2026-01-02T03:04:05.678Z',
    };
    expect((await rest(`PATCH /profiles?id=eq.${person.id}`, row, as(person))).status).toBe(204);
    const { body } = await get('?select=first_name,last_name,website,receive_updates');
    expect(body).toEqual([
      {
        first_name: 'Camille',
        last_name: 'Durand',
        website: 'https://durand.example',
        receive_updates: true,
      },
    ]);
  });

  test('sets the consent of the consent screen', async () => {
    await rest(`PATCH /profiles?id=eq.${person.id}`, { google_consent_completed: true }, as(person));
    expect((await get('?select=google_consent_completed')).body).toEqual([
      { google_consent_completed: true },
    ]);
  });

  test('empties a column by null', async () => {
    await rest(`PATCH /profiles?id=eq.${person.id}`, { website: null }, as(person));
    expect((await get('?select=website')).body).toEqual([{ website: null }]);
  });

  test('by a POST that merges is 200 or 201, and changes the row', async () => {
    const answer = await rest(
      'POST /profiles',
      { id: person.id, first_name: 'Merged' },
      as(person, { prefer: 'resolution=merge-duplicates' }),
    );
    expect([200, 201]).toContain(answer.status);
    expect((await get('?select=first_name')).body).toEqual([{ first_name: 'Merged' }]);
  });

  test('by a POST that merges answers rows when asked, in one Prefer or several', async () => {
    for (const prefer of [
      'resolution=merge-duplicates,return=representation',
      'return=representation, resolution=merge-duplicates',
    ]) {
      const { body } = await rest(
        'POST /profiles?on_conflict=id&select=id,first_name&columns=%22id%22,%22first_name%22',
        [{ id: person.id, first_name: 'Camille' }],
        as(person, { prefer }),
      );
      expect(body).toEqual([{ id: person.id, first_name: 'Camille' }]);
    }
  });

  test('by a POST of an existing id is 409', async () => {
    expectError(await rest('POST /profiles', { id: person.id }, as(person)), 409, '23505');
  });
});

describe('§13 refusals', () => {
  test.each<[string, string, object | undefined, number, string]>([
    ['an unknown column in a body', 'PATCH /profiles?id=eq.ME', { nothing: 1 }, 400, 'PGRST204'],
    ['an unknown column in a select', 'GET /profiles?select=nothing', undefined, 400, '42703'],
    ['an unknown column in a filter', 'GET /profiles?nothing=eq.1', undefined, 400, '42703'],
    ['an unknown column in an order', 'GET /profiles?order=nothing', undefined, 400, '42703'],
    ['an unknown table', 'GET /users', undefined, 404, 'PGRST205'],
    ['a table that is ours but not offered', 'GET /sessions', undefined, 404, 'PGRST205'],
    ['a UUID that is none', 'GET /profiles?id=eq.nothing', undefined, 400, '22P02'],
    ['an update without a filter', 'PATCH /profiles', { first_name: 'All' }, 400, '21000'],
    ['an operator that is none', 'GET /profiles?id=like.a', undefined, 400, 'PGRST100'],
    ['a filter that is none', 'GET /profiles?id=nothing', undefined, 400, 'PGRST100'],
    ['another’s row inserted', 'POST /profiles', { id: 'OTHER', first_name: 'X' }, 403, '42501'],
    ['an id changed', 'PATCH /profiles?id=eq.ME', { id: 'OTHER' }, 403, '42501'],
    ['a fresh row of nobody', 'POST /profiles', { id: '0190d2a2-0000-7000-8000-000000000000' }, 403, '42501'],
  ])('%s', async (_what, call, body, status, code) => {
    const filled = (text: string) => text.replace('ME', person.id).replace('OTHER', other.id);
    const sent = body && JSON.parse(filled(JSON.stringify(body)));
    expectError(await rest(filled(call), sent, as(person)), status, code);
  });

  test('names the column that is unknown', async () => {
    const { body } = await rest(`PATCH /profiles?id=eq.${person.id}`, { nothing: 1 }, as(person));
    expect(body.message).toBe("Could not find the 'nothing' column of 'profiles' in the schema cache");
  });

  test('another’s row merged is refused in the database’s words', async () => {
    const answer = await rest(
      'POST /profiles',
      { id: other.id, first_name: 'Taken' },
      as(person, { prefer: 'resolution=merge-duplicates' }),
    );
    expectError(answer, 403, '42501');
    expect(answer.body.message).toBe('new row violates row-level security policy for table "profiles"');
  });

  test('a body that is no JSON', async () => {
    const answer = await rest(`PATCH /profiles?id=eq.${person.id}`, undefined, {
      token: person.token,
      raw: '{',
    });
    expectError(answer, 400, 'PGRST102');
  });

  test('writing while signed out', async () => {
    const answer = await rest('POST /profiles', { id: person.id }, { token: server.key });
    expectError(answer, 401, '42501');
  });

  test('DELETE', async () => {
    const answer = await rest(`DELETE /profiles?id=eq.${person.id}`, undefined, as(person));
    expect([403, 405]).toContain(answer.status);
    expect((await get('?select=id')).body).toHaveLength(1);
  });

  test('another schema', async () => {
    expectError(await get('?select=id', { 'accept-profile': 'private' }), 406, 'PGRST106');
    const written = await rest(
      `PATCH /profiles?id=eq.${person.id}`,
      { first_name: 'X' },
      as(person, { 'content-profile': 'auth' }),
    );
    expectError(written, 406, 'PGRST106');
  });

  test('a broken token, telling the client so', async () => {
    const answer = await rest('GET /profiles?select=id', undefined, { token: 'nothing' });
    expectError(answer, 401, 'PGRST301');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  test('the token of an ended session', async () => {
    const { token } = await newPerson();
    await auth('POST /logout', undefined, { token });
    const answer = await rest('GET /profiles?select=id', undefined, { token });
    expectError(answer, 401, answer.body.code);
    expect(answer.body.code).toMatch(/^PGRST30\d$/);
  });

  test.each([
    "?select=id'",
    '?select=id;drop table profiles',
    '?order=id;select 1',
    '?id=eq.%00',
    '?select=id,id(id)',
  ])('what is meant for a database: %s', async (query) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message']);
  });
});

describe('§13 through the official client', () => {
  const table = async () => (await clientOf(person.session)).from('profiles');

  test('select and single', async () => {
    const { data, error } = await (await table()).select('id').eq('id', person.id).single();
    expect(error).toBeNull();
    expect(data).toEqual({ id: person.id });
  });

  test('single of nothing is its error', async () => {
    const { error, status } = await (await table()).select('id').eq('id', other.id).single();
    expect([status, error?.code]).toEqual([406, 'PGRST116']);
  });

  test('maybeSingle of nothing is null', async () => {
    const { data, error } = await (await table()).select('id').eq('id', other.id).maybeSingle();
    expect([data, error]).toEqual([null, null]);
  });

  test('update', async () => {
    const { error, status } = await (await table()).update({ preferred_locale: 'fr' }).eq('id', person.id);
    expect([error, status]).toEqual([null, 204]);
  });

  test('update and select', async () => {
    const { data } = await (await table())
      .update({ first_name: 'Camille' })
      .eq('id', person.id)
      .select('first_name');
    expect(data).toEqual([{ first_name: 'Camille' }]);
  });

  test('upsert', async () => {
    const { error } = await (await table()).upsert({ id: person.id, last_name: 'Morel' });
    expect(error).toBeNull();
  });

  test('upsert of a list, and select', async () => {
    const { data, error } = await (await table())
      .upsert([{ id: person.id, last_name: 'Durand' }])
      .select('last_name')
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ last_name: 'Durand' });
  });

  test('insert of what is there', async () => {
    const { error, status } = await (await table()).insert({ id: person.id });
    expect([status, error?.code]).toEqual([409, '23505']);
  });

  test('count without rows', async () => {
    const { count, error } = await (await table()).select('*', { count: 'exact', head: true });
    expect([count, error]).toEqual([1, null]);
  });

  test('in, is, order, limit and range', async () => {
    const { data, error } = await (await table())
      .select('id')
      .in('id', [person.id, other.id])
      .is('website', null)
      .order('updated_at', { ascending: false })
      .range(0, 9);
    expect(error).toBeNull();
    expect(data).toEqual([{ id: person.id }]);
  });

  test('signed out sees nothing', async () => {
    const { data, error } = await client().from('profiles').select('id');
    expect(error ? [] : data).toEqual([]);
  });
});
