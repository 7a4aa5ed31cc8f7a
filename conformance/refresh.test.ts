import { describe, expect, test } from 'vitest';
import { type Json, uuidForm } from './caller.ts';
import { claimsOf } from './forged.ts';
import { shared } from './programs.ts';

const { auth, signIn, refresh, newPerson, client } = shared();

const newToken = async () => (await newPerson()).session.refresh_token as string;
const next = async (token: string): Promise<string> => (await refresh(token)).body.refresh_token;

describe('§8 a refresh token', () => {
  test('is opaque', async () => {
    expect((await newToken()).split('.')).toHaveLength(1);
  });

  test('rotates into a new session answer of the same session', async () => {
    const { session, id } = await newPerson();
    const { outcome, body } = await refresh(session.refresh_token);
    expect(outcome).toBe('200');
    expect(body).toMatchObject({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: expect.any(Number),
      user: { id },
    });
    expect(body.refresh_token).not.toBe(session.refresh_token);
    const [before, after] = [claimsOf(session.access_token), claimsOf(body.access_token)];
    expect(after.session_id).toBe(before.session_id);
    expect(after.session_id).toMatch(uuidForm);
  });

  test('that is the parent of the active one gets the active one', async () => {
    const first = await newToken();
    const second = await next(first);
    expect(await next(first)).toBe(second);
    expect(await next(first)).toBe(second);
  });

  test('that is older joins the chain within its interval', async () => {
    const first = await newToken();
    const second = await next(first);
    const third = await next(second);
    expect(await next(first)).toBe(third);
    expect((await refresh(third)).outcome).toBe('200');
  });

  test('of a person’s other session is not touched', async () => {
    const person = await newPerson();
    const other = (await signIn(person.email)).body.refresh_token;
    await next(person.session.refresh_token);
    expect((await refresh(other)).outcome).toBe('200');
  });

  test('carries the metadata of now', async () => {
    const { session, token } = await newPerson();
    await auth('PUT /user', { data: { city: 'Lyon' } }, { token });
    const { body } = await refresh(session.refresh_token);
    expect(claimsOf(body.access_token).user_metadata).toMatchObject({ city: 'Lyon' });
  });

  test('needs no bearer, and a dead one does not matter', async () => {
    const token = await newToken();
    expect((await refresh(token, { token: 'dead.dead.dead' })).outcome).toBe('200');
  });

  test.each<[string, Json, string]>([
    ['absent', undefined, '400 validation_failed'],
    ['null', null, '400 validation_failed'],
    ['empty', '', '400 validation_failed'],
    ['malformed', 'no token!', '400 validation_failed'],
    ['a number', 12_345_678_901, '400 validation_failed'],
    ['a list', ['abcdefghijkl'], '400 validation_failed'],
    ['unknown', 'abcdefghijkl', '400 refresh_token_not_found'],
    ['unknown and long', 'A'.repeat(43), '400 refresh_token_not_found'],
  ])('that is %s is refused', async (_what, refresh_token, outcome) => {
    expect((await auth('POST /token?grant_type=refresh_token', { refresh_token })).outcome).toBe(outcome);
  });

  test('of an ended session is unknown', async () => {
    const { session, token } = await newPerson();
    await auth('POST /logout?scope=local', undefined, { token });
    expect((await refresh(session.refresh_token)).outcome).toBe('400 refresh_token_not_found');
  });

  test('is no access token, nor the other way round', async () => {
    const { session } = await newPerson();
    expect((await auth('GET /user', undefined, { token: session.refresh_token })).outcome).toBe(
      '403 bad_jwt',
    );
    expect((await refresh(session.access_token)).status).toBe(400);
  });

  test('is what the official client refreshes with', async () => {
    const { session } = await newPerson();
    const { data, error } = await client().auth.refreshSession(session);
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  });

  test('that is refused leaves the official client with an error of the server', async () => {
    const { error } = await client().auth.refreshSession({ refresh_token: 'abcdefghijkl' });
    expect(error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'refresh_token_not_found' });
  });
});

describe('§8 in parallel', () => {
  test('refreshes with one token all answer 200 with the same active token, and leave one chain', async () => {
    const token = await newToken();
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(token)));
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    expect(successors.size).toBe(1);
    const [active = ''] = successors;
    expect((await refresh(active)).outcome).toBe('200');
  });

  test('tabs that go on refreshing keep one session alive', async () => {
    let tokens: string[] = Array(4).fill(await newToken());
    for (let round = 0; round < 4; round++) tokens = await Promise.all(tokens.map(next));
    expect(new Set(tokens).size).toBe(1);
  });

  test('a refresh beside a sign-out ends with the session ended', async () => {
    const { session, token } = await newPerson();
    const [refreshed, ended] = await Promise.all([
      refresh(session.refresh_token),
      auth('POST /logout', undefined, { token }),
    ]);
    expect(ended.status).toBe(204);
    expect(['200', '400 refresh_token_not_found']).toContain(refreshed.outcome);
    expect((await refresh(session.refresh_token)).outcome).toBe('400 refresh_token_not_found');
  });
});
