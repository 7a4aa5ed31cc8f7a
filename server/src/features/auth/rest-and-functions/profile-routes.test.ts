import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { loadPublishableKey } from '../service.ts';

let program: Program;
let key: string;
let person: User;
let other: User;

beforeAll(async () => {
  program = await startProgram({ AUTH_ACCESS_TOKEN_SECONDS: '600' });
  key = await loadPublishableKey(program.context);
  person = await program.newUser();
  other = await program.newUser();
});
afterAll(() => program.stop());

/** The official client, signed in as somebody. */
const profilesOf = ({ token }: User) =>
  createClient(program.url, key, {
    accessToken: async () => token,
    // Node 20 has none of its own.
    realtime: { transport: WebSocket as never },
  }).from('profiles');

const rest = async (
  call: string,
  wish: { body?: unknown; raw?: string; token?: string; headers?: Record<string, string> } = {},
) => {
  const [method = 'GET', path = ''] = call.split(' ');
  const body = wish.raw ?? (wish.body === undefined ? undefined : JSON.stringify(wish.body));
  const token = wish.token ?? person.token;
  const response = await fetch(`${program.url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: key,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...wish.headers,
    },
    body,
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, each looked at by its test
  const answer: any = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, answer };
};
const outcome = async (...call: Parameters<typeof rest>) => {
  const { status, answer } = await rest(...call);
  if (status >= 400) expect(Object.keys(answer).sort()).toEqual(['code', 'details', 'hint', 'message']);
  return `${status} ${answer?.code ?? ''}`.trim();
};

/** Somebody whose profile is gone, as after a sign-in through a provider that named nobody. */
const withoutProfile = async () => {
  const user = await program.newUser();
  await program.context.db.deleteFrom('profiles').where('id', '=', user.id).execute();
  return user;
};

describe('reading through the official client', () => {
  test('selects, filters, orders and counts', async () => {
    const profiles = profilesOf(person);
    expect((await profiles.select('id,preferred_locale').eq('id', person.id)).data).toEqual([
      { id: person.id, preferred_locale: 'fr' },
    ]);
    expect((await profiles.select('called:first_name').single()).data).toEqual({ called: 'Camille' });
    const filtered = profiles
      .select('id', { count: 'exact' })
      .in('id', [person.id, other.id])
      .neq('first_name', 'Nobody')
      .gt('first_name', 'Camilla')
      .gte('first_name', 'Camille')
      .lt('updated_at', '2999-01-01T00:00:00Z')
      .lte('first_name', 'Camille')
      .is('website', null)
      .is('receive_updates', false)
      .not('last_name', 'is', null)
      .not('first_name', 'eq', 'Nobody')
      .order('updated_at', { ascending: false, nullsFirst: false })
      .range(0, 9);
    expect(await filtered).toMatchObject({ status: 200, count: 1, data: [{ id: person.id }], error: null });
    expect((await profiles.select().not('first_name', 'in', '(Camille,"a,b")')).data).toEqual([]);
    expect((await profiles.select('id', { count: 'exact', head: true })).count).toBe(1);
  });

  test('finds nobody else', async () => {
    const profiles = profilesOf(person);
    expect((await profiles.select()).data).toHaveLength(1);
    expect((await profiles.select().eq('id', other.id)).data).toEqual([]);
    expect((await profiles.select().eq('id', other.id).maybeSingle()).data).toBeNull();
    expect(await profiles.select().eq('id', other.id).single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 0 rows', hint: null },
    });
  });

  test('leaves empty members away when asked', async () => {
    const { data } = await profilesOf(person).select('website,first_name').stripNulls();
    expect(data).toEqual([{ first_name: 'Camille' }]);
  });
});

describe('writing through the official client', () => {
  test.each(['javascript:alert(1)', ' https://a.example', 'a.example', 'mailto:a@a.example'])(
    'takes no %s for a website',
    async (website) => {
      const profiles = profilesOf(person);
      for (const written of [
        await profiles.update({ website }).eq('id', person.id),
        await profiles.upsert({ id: person.id, website }),
      ]) {
        expect(written).toMatchObject({ status: 400, error: { code: '23514' } });
      }
      expect((await profiles.update({ website: '' }).eq('id', person.id)).status).toBe(204);
    },
  );

  test('changes the own row, silently or with the row', async () => {
    const profiles = profilesOf(person);
    const updated_at = '2026-01-02T03:04:05.678Z';
    const names = { first_name: 'Ana', last_name: null, website: 'https://a.example', receive_updates: true };
    const silent = await profiles.update({ ...names, updated_at }).eq('id', person.id);
    expect([silent.status, silent.data, silent.error]).toEqual([204, null, null]);
    const shown = await profiles.update({ preferred_locale: 'en' }).eq('id', person.id).select().single();
    expect(shown.data).toMatchObject({ ...names, preferred_locale: 'en' });
    const counted = await profiles
      .update({ first_name: 'Camille', last_name: 'Morel' }, { count: 'exact' })
      .eq('id', person.id);
    expect(counted.count).toBe(1);
    expect(await profiles.update({ website: null }).eq('id', person.id).select('id')).toMatchObject({
      status: 200,
      data: [{ id: person.id }],
    });
    const none = await profiles.update({ first_name: 'x' }).eq('first_name', 'Nobody').select();
    expect([none.status, none.data]).toEqual([200, []]);
  });

  test('changes nobody else’s, and moves no row away', async () => {
    const profiles = profilesOf(person);
    expect((await profiles.update({ first_name: 'Eve' }).eq('id', other.id)).status).toBe(204);
    expect((await profiles.update({ first_name: 'Eve' }).eq('id', other.id).select()).data).toEqual([]);
    expect((await profiles.update({ id: other.id }).eq('id', person.id)).error?.code).toBe('42501');
    expect((await profiles.update({ id: person.id }).eq('id', other.id)).status).toBe(204);
    for (const id of [other.id, '0198c2a1-0000-7000-8000-000000000001']) {
      expect(await profiles.upsert({ id, first_name: 'Eve' })).toMatchObject({ status: 403 });
      expect(await profiles.insert({ id })).toMatchObject({ status: 403, error: { code: '42501' } });
    }
    expect(await profiles.insert({ first_name: 'Eve' })).toMatchObject({ error: { code: '42501' } });
    expect((await profilesOf(other).select('first_name').single()).data).toEqual({ first_name: 'Camille' });
  });

  test('adds the own row once, and merges into it', async () => {
    const user = await withoutProfile();
    const profiles = profilesOf(user);
    const row = { id: user.id, first_name: 'Noé' };
    expect((await profiles.upsert(row)).status).toBe(201);
    expect((await profiles.upsert({ id: user.id, last_name: 'Roy' })).status).toBe(200);
    expect((await profiles.upsert([row], { onConflict: 'id' }).select('first_name,last_name')).data).toEqual([
      { first_name: 'Noé', last_name: 'Roy' },
    ]);
    const ignored = await profiles.upsert({ ...row, first_name: 'x' }, { ignoreDuplicates: true }).select();
    expect([ignored.status, ignored.data]).toEqual([201, []]);
    expect(await profiles.insert(row)).toMatchObject({ status: 409, error: { code: '23505' } });
    expect((await profiles.select('first_name').single()).data).toEqual({ first_name: 'Noé' });
  });

  test('inserts with defaults and the row on demand', async () => {
    const user = await withoutProfile();
    const inserted = await profilesOf(user)
      .insert([{ id: user.id, first_name: 'Lou' }])
      .select()
      .single();
    expect(inserted).toMatchObject({
      status: 201,
      data: { first_name: 'Lou', receive_updates: false, google_consent_completed: false, website: null },
    });
  });

  test('stops where more would change than was allowed', async () => {
    const limited = profilesOf(person).update({ first_name: 'x' }).eq('id', person.id).select();
    expect(await limited.maxAffected(0)).toMatchObject({ error: { code: 'PGRST124' } });
    expect((await profilesOf(person).select('first_name').single()).data).toEqual({ first_name: 'Camille' });
  });

  test('of many at once leaves one row', async () => {
    const user = await withoutProfile();
    const all = await Promise.all(
      Array.from({ length: 6 }, () => profilesOf(user).insert({ id: user.id, first_name: 'Lou' })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('over the wire', () => {
  test('ranges are told, and parts of a counted whole are 206', async () => {
    const range = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await rest(`GET /profiles${path}`, { headers });
      return `${answer.status} ${answer.headers.get('content-range')}`;
    };
    const exact = { prefer: 'count=exact' };
    expect(await range('')).toBe('200 0-0/*');
    expect(await range('', exact)).toBe('200 0-0/1');
    expect(await range('?first_name=eq.Nobody')).toBe('200 */*');
    expect(await range('?first_name=eq.Nobody', exact)).toBe('200 */0');
    expect(await range('', { ...exact, 'range-unit': 'items', range: '0-4' })).toBe('200 0-0/1');
    expect(await range('', { range: '1-4' })).toBe('200 */*');
    expect(await range('?limit=0', exact)).toBe('206 */1');
    expect(await outcome('GET /profiles?offset=5', { headers: exact })).toBe('416 PGRST103');
  });

  test('HEAD says what GET says, without a body', async () => {
    const head = await rest('HEAD /profiles', { headers: { prefer: 'count=exact' } });
    expect([head.status, head.headers.get('content-range'), head.answer]).toEqual([200, '0-0/1', undefined]);
    expect((await rest('HEAD /profiles?select=nope')).status).toBe(400);
  });

  test('types, preferences and rows come as asked', async () => {
    const single = await rest('GET /profiles', { headers: { accept: 'application/vnd.pgrst.object+json' } });
    expect(single.headers.get('content-type')).toContain('application/vnd.pgrst.object+json');
    expect((await rest('GET /profiles')).headers.get('content-type')).toContain('application/json');
    const written = await rest(`PATCH /profiles?id=eq.${person.id}&select=id`, {
      body: { website: null },
      headers: { prefer: 'return=representation, count=exact' },
    });
    expect(written.headers.get('preference-applied')).toBe('return=representation, count=exact');
    expect(written.answer).toEqual([{ id: person.id }]);
    const located = await rest('POST /profiles', {
      body: { id: person.id },
      headers: { prefer: 'resolution=merge-duplicates,return=headers-only' },
    });
    expect(located.headers.get('location')).toBe(`/profiles?id=eq.${person.id}`);
    const instant = (await rest('GET /profiles?select=updated_at')).answer[0].updated_at;
    expect(instant).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test.each([
    ['GET /profiles?select=password_hash', '400 42703'],
    ['GET /profiles?email=eq.a', '400 42703'],
    ['GET /profiles?id=eq.x', '400 22P02'],
    ['GET /profiles?first_name=eq.%00', '400 22021'],
    ['GET /profiles?updated_at=eq.0000-00-00', '400 22008'],
    ['GET /profiles?first_name=fts.a', '400 PGRST100'],
    ['GET /users', '404 PGRST205'],
    ['GET /', '404 PGRST205'],
    ['POST /rpc/anything', '404 PGRST202'],
    ['DELETE /profiles?id=eq.0', '400 22P02'],
    ['DELETE /profiles', '403 42501'],
    ['PUT /profiles', '405 PGRST117'],
  ])('%s is refused: %s', async (call, expected) => expect(await outcome(call)).toBe(expected));

  test.each([
    ['a change of everybody', 'PATCH /profiles', { first_name: 'x' }, '400 21000'],
    ['an unknown column', 'PATCH /profiles?id=not.is.null', { is_admin: true }, '400 PGRST204'],
    ['a list', 'PATCH /profiles?id=not.is.null', ['x'], '400 PGRST102'],
    ['no body', 'PATCH /profiles?id=not.is.null', undefined, '400 PGRST102'],
    ['nothing where something must be', 'PATCH /profiles?id=not.is.null', { updated_at: null }, '400 23502'],
    ['a long name', 'PATCH /profiles?id=not.is.null', { first_name: 'x'.repeat(201) }, '400 22001'],
    ['a third language', 'PATCH /profiles?id=not.is.null', { preferred_locale: 'de' }, '400 23514'],
    ['an impossible day', 'PATCH /profiles?id=not.is.null', { updated_at: '2026-02-31' }, '400 22008'],
    ['the same row twice', 'POST /profiles', 'twice', '409 23505'],
  ])('%s is refused', async (_what, call, body, expected) => {
    const twice = [{ id: person.id }, { id: person.id }];
    expect(await outcome(call, { body: body === 'twice' ? twice : body })).toBe(expected);
    expect((await rest('GET /profiles?select=first_name')).answer).toEqual([{ first_name: 'Camille' }]);
  });

  test('bodies that are no honest JSON are refused', async () => {
    const patch = (raw: string) => outcome(`PATCH /profiles?id=eq.${person.id}`, { raw });
    expect(await patch('{')).toBe('400 PGRST102');
    expect(await patch('{"first_name":"a","first_name":"b"}')).toBe('400 PGRST102');
    expect(await patch('{"__proto__":{"first_name":"a"}}')).toBe('400 PGRST102');
    expect(await patch('{"first_name":"\\u0000"}')).toBe('400 PGRST102');
    expect(await patch('{"first_name":"\\ud800"}')).toBe('400 PGRST102');
    expect(await patch(JSON.stringify({ website: 'x'.repeat(1_100_000) }))).toBe('413 PGRST102');
    const headers = { 'content-type': 'text/csv' };
    expect(await outcome('POST /profiles', { raw: 'id\n1', headers })).toBe('415 PGRST102');
  });

  test('another schema or form is not there', async () => {
    expect(await outcome('GET /profiles', { headers: { 'accept-profile': 'auth' } })).toBe('406 PGRST106');
    const headers = { 'content-profile': 'auth' };
    expect(await outcome('POST /profiles', { body: {}, headers })).toBe('406 PGRST106');
    expect(await outcome('GET /profiles', { headers: { accept: 'text/csv' } })).toBe('406 PGRST107');
    expect((await rest('GET /profiles', { headers: { 'accept-profile': 'public' } })).status).toBe(200);
  });

  test('nobody reads or writes without a session', async () => {
    expect(await outcome('GET /profiles', { token: '' })).toBe('401 PGRST301');
    expect(await outcome('GET /profiles', { token: key })).toBe('401 PGRST301');
    expect(await outcome('GET /profiles', { token: 'a.b.c' })).toBe('401 PGRST301');
    for (const token of ['', key]) {
      expect(await outcome('POST /profiles', { token, body: { id: person.id } })).toBe('401 42501');
      expect(await outcome(`PATCH /profiles?id=eq.${person.id}`, { token, body: {} })).toBe('401 42501');
    }
    const challenge = (await rest('GET /profiles', { token: 'a.b.c' })).headers.get('www-authenticate');
    expect(challenge).toMatch(/^Bearer error="invalid_token"/);
  });

  test('an ended session is refused at once, a token past its time by name', async () => {
    const user = await program.newUser();
    program.advance(601_000);
    expect(await outcome('GET /profiles', { token: user.token })).toBe('401 PGRST303');
    program.advance(-601_000);
    expect((await rest('GET /profiles', { token: user.token })).status).toBe(200);
    await program.context.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    expect(await outcome('GET /profiles', { token: user.token })).toBe('401 PGRST301');
  });
});
