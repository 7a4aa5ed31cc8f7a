import { type KeyScope, keyScopes } from '@parlance/contract/endpoint';
import { createApiKey, deleteApiKey, listApiKeys } from '@parlance/contract/endpoints/account/api-keys';
import { undoChange } from '@parlance/contract/endpoints/account/sessions';
import { createChatbot, getChatbot, listChatbots } from '@parlance/contract/endpoints/chatbots';
import { getUsage } from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../../db/transaction.ts';
import { newId, nilId } from '../../../../kit/ids.ts';
import { authProtocol, bearer, password } from '../../../../test/clients/auth-protocol.ts';
import { newChatbot } from '../../../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../../../test/program.ts';
import { barAccount } from '../../service.ts';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;
let owner: User;
const keys = {} as Record<KeyScope, string>;

const minuteMs = 60_000;
const make = async (user: Pick<User, 'call'>, scopes: readonly KeyScope[] = keyScopes, name = 'Script') =>
  (await user.call(createApiKey, { body: { name, scopes: [...scopes] } })).body;

beforeAll(async () => {
  program = await startProgram();
  auth = await authProtocol(program);
  owner = await program.newUser();
  for (const scope of keyScopes) keys[scope] = (await make(owner, [scope])).key;
});
afterAll(() => program.stop());

const statusWith = async (key: string) => (await program.call(listChatbots, {}, key)).status;

describe('a key', () => {
  test('is shown once, told by mail, and kept as a hash', async () => {
    const user = await program.newUser({ language: 'en' });
    const { status, body, headers } = await user.call(createApiKey, {
      body: { name: 'Nightly export', scopes: ['answer', 'read', 'read'] },
    });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.key).toMatch(/^parlance_[\w-]{32}$/);
    expect(body).toMatchObject({
      name: 'Nightly export',
      scopes: ['read', 'answer'],
      last4: body.key.slice(-4),
      lastUsedAt: null,
    });
    const { key, ...listed } = body;
    expect((await user.call(listApiKeys)).body.items).toEqual([listed]);

    expect(await statusWith(key)).toBe(200);
    const { rows } = await sql<{ row: string }>`
      select api_keys::text as row from api_keys where user_id = ${user.id}`.execute(program.context.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(key.slice(9, 30));
    await program.settle();
    const mail = (await program.mailbox(user.email))[0];
    expect(mail?.subject).toBe('An API key was created');
    expect(mail?.text).not.toContain(key);
    expect(mail?.text).toContain(`${program.url}/profile`);
    expect(program.logged.join('\n')).not.toContain(key);
    program.context.log.info({ note: `with ${key}` }, `came ${key}`);
    expect(program.logged.at(-1)).toMatch(/\[redacted\].*\[redacted\]/);
    expect(program.logged.at(-1)).not.toContain(key);
  });

  test('is refused with its next call once it is revoked, and is nobody else’s to revoke', async () => {
    const { id, key } = await make(owner);
    const stranger = await program.newUser();
    const params = { apiKeyId: id };
    expect((await stranger.call(deleteApiKey, { params })).status).toBe(404);
    expect((await stranger.call(listApiKeys)).body.items).toEqual([]);
    expect(await statusWith(key)).toBe(200);
    expect((await owner.call(deleteApiKey, { params })).status).toBe(204);
    const { status, body, headers } = await program.call(listChatbots, {}, key);
    expect({ status, body }).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect((await owner.call(deleteApiKey, { params })).status).toBe(404);
    const events = await program.context.db
      .selectFrom('security_events')
      .select(['event'])
      .where('user_id', '=', owner.id)
      .where('event', 'like', 'api_key_%')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(events.map(({ event }) => event)).toEqual(['api_key_revoked', 'api_key_created']);
  });

  test('notes its last use at most once a minute', async () => {
    const { id, key } = await make(owner, ['read']);
    const lastUse = async () =>
      (await owner.call(listApiKeys)).body.items.find((one) => one.id === id)?.lastUsedAt ?? '';
    const at = program.context.clock().getTime();
    await statusWith(key);
    const first = await lastUse();
    expect(Date.parse(first)).toBeGreaterThanOrEqual(at);
    program.advance(minuteMs / 2);
    await statusWith(key);
    expect(await lastUse()).toBe(first);
    program.advance(minuteMs);
    await statusWith(key);
    expect(Date.parse(await lastUse())).toBeGreaterThan(Date.parse(first) + minuteMs);
    await owner.call(deleteApiKey, { params: { apiKeyId: id } });
  });

  test('keeps an Idempotency-Key as a session does', async () => {
    const user = await program.newUser();
    const { key } = await make(user, ['write']);
    const wish = {
      body: { name: 'Une fois', platform: 'website' as const },
      headers: { 'idempotency-key': 'once' },
    };
    const first = await program.call(createChatbot, wish, key);
    const again = await program.call(createChatbot, wish, key);
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect((await user.call(listChatbots)).body.items).toHaveLength(1);
  });

  test('sees its own account only', async () => {
    const other = await program.newUser();
    const { id } = await newChatbot(other);
    const params = { chatbotId: id };
    expect((await program.call(getChatbot, { params }, keys.read)).status).toBe(404);
    expect((await other.call(getChatbot, { params })).status).toBe(200);
  });
});

describe('what is no key', () => {
  test('is refused as any wrong token', async () => {
    const { read } = keys;
    const invented = [
      'parlance_',
      'parlance_%00',
      ...[32, 9000].map((length) => `parlance_${'A'.repeat(length)}`),
    ];
    const changed = [read.slice(0, -1), `${read}A`, read.toUpperCase(), read.slice('parlance_'.length)];
    for (const wrong of [...invented, ...changed])
      expect(await statusWith(wrong), wrong.slice(0, 20)).toBe(401);
    const inQuery = await fetch(`${program.url}/api/v1/chatbots?access_token=${read}&apikey=${read}`);
    expect(inQuery.status).toBe(401);
  });
});

describe('creating', () => {
  test.each([
    { name: '', scopes: ['read'] },
    { name: '   ', scopes: ['read'] },
    { name: 'x'.repeat(65), scopes: ['read'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['admin'] },
    { name: 'x', scopes: ['read', 'read', 'read', 'read'] },
    { name: 'x', scopes: 'read' },
    { name: 'x', scopes: ['read'], key: 'parlance_mine' },
    { scopes: ['read'] },
    { name: 'x' },
  ])('refuses %j', async (body) => {
    const { status, body: problem } = await owner.call(createApiKey, { body: body as never });
    expect({ status, problem }).toMatchObject({ status: 400, problem: { code: 'validation_failed' } });
  });

  test('ends at twenty, whoever asks at the same time', async () => {
    const user = await program.newUser();
    for (let at = 1; at < limits.apiKeys; at++) await make(user, ['read'], `Key ${at}`);
    const both = await Promise.all(
      [1, 2].map(() => user.call(createApiKey, { body: { name: 'Last', scopes: ['read'] } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    const refused = both.find(({ status }) => status === 403)?.body;
    expect(refused).toMatchObject({ code: 'api_key_limit_reached', limit: limits.apiKeys });
    const { items } = (await user.call(listApiKeys)).body;
    expect(items).toHaveLength(limits.apiKeys);
    expect(items[0]?.name).toBe('Last');
    expect(items.at(-1)?.name).toBe('Key 1');
    await user.call(deleteApiKey, { params: { apiKeyId: items[3]?.id ?? '' } });
    expect((await make(user)).key).toMatch(/^parlance_/);

    // Each key sends a mail: none is made over and over.
    const wish = { body: { name: 'Again', scopes: ['read' as const] } };
    const statuses: number[] = [];
    for (let at = 0; at < 9; at++) statuses.push((await user.call(createApiKey, wish)).status);
    expect(statuses).toEqual([...Array(8).fill(403), 429]);
  });

  test('needs a session whose person has just shown who they are, and its second factor', async () => {
    const person = await auth.confirmedPerson();
    const { answer: session } = await auth.signIn(person.email);
    const wish = { body: { name: 'x', scopes: ['read' as const] } };
    program.advance(6 * minuteMs);
    const stale = await program.call(createApiKey, wish, session.access_token);
    expect(stale).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } });
    await program.context.db
      .insertInto('factors')
      .values({
        id: newId(new Date()),
        user_id: person.id,
        status: 'verified',
        secret_sealed: 'x',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    const { answer: first } = await auth.signIn(person.email);
    const half = await program.call(createApiKey, wish, first.access_token);
    expect(half).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
  });
});

describe('of every call', () => {
  interface Operation {
    security: Record<string, string[]>[];
    requestBody?: { content: Record<string, unknown> };
  }

  /** What no key opens, whatever its endpoint says. */
  const forPeople =
    /\/(api-keys|billing|preferences|privacy|sessions|session|recovery-codes|account|transfers)(\/|$)/;

  test('a key of each scope opens what is declared, and nothing else', async () => {
    const response = await fetch(`${program.url}/api/v1/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
    const seen: Record<string, number> = { read: 0, write: 0, answer: 0, none: 0 };
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.startsWith('/api/v1/')) continue;
      for (const [method, { security }] of Object.entries(operations)) {
        if (security.length === 0) continue;
        const [scope] = security.flatMap(({ personalKey = [] }) => personalKey);
        const name = `${method.toUpperCase()} ${path}`;
        seen[scope ?? 'none'] = (seen[scope ?? 'none'] ?? 0) + 1;
        if (forPeople.test(path)) expect(scope, name).toBeUndefined();
        // A key that only reads neither changes nor spends anything.
        if (scope === 'read') expect(method, name).toBe('get');
        if (method === 'get' && !forPeople.test(path)) expect(scope, name).toBe('read');
        for (const held of keyScopes) {
          const answer = await fetch(program.url + path.replace(/\{\w+\}/g, nilId), {
            method: method.toUpperCase(),
            headers: bearer(keys[held]),
          });
          const { code } = answer.ok ? { code: '' } : ((await answer.json()) as { code: string });
          expect(answer.status, name).not.toBe(500);
          expect(answer.status, name).not.toBe(401);
          expect(code === 'insufficient_scope', `${name} with ${held}`).toBe(held !== scope);
          if (held !== scope) expect(answer.status).toBe(403);
        }
      }
    }
    expect(seen.read).toBeGreaterThan(35);
    expect(seen.write).toBeGreaterThan(35);
    expect(seen.answer).toBe(2);
    expect(seen.none).toBeGreaterThan(25);
  });

  test('none opens the authentication protocol, the profile or the functions', async () => {
    const { key } = await make(owner);
    const headers = { ...bearer(key), apikey: auth.key };
    for (const [method, path] of [
      ['GET', '/auth/v1/user'],
      ['PUT', '/auth/v1/user'],
      ['POST', '/auth/v1/logout'],
      ['POST', '/auth/v1/factors'],
      ['GET', '/rest/v1/profiles?select=id'],
      ['POST', '/functions/v1/security-monitor'],
      ['POST', '/functions/v1/handle-google-auth'],
    ] as const) {
      const { status } = await fetch(program.url + path, {
        method,
        headers: method === 'GET' ? headers : { ...headers, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      expect([401, 403], `${method} ${path}`).toContain(status);
    }
  });
});

describe('an account', () => {
  test('that is banned, or whose deletion has begun, has no keys that open anything', async () => {
    const user = await program.newUser();
    const { key } = await make(user);
    const { db } = program.context;
    const until = (at: Date | null) =>
      db.updateTable('users').set({ banned_until: at }).where('id', '=', user.id).execute();
    await until(new Date(program.context.clock().getTime() + minuteMs));
    expect(await statusWith(key)).toBe(401);
    await until(null);
    expect(await statusWith(key)).toBe(200);
    await transaction(db, (db) => barAccount(db, user.id, program.context.clock()));
    expect(await statusWith(key)).toBe(401);
    const left = await db.selectFrom('api_keys').select('id').where('user_id', '=', user.id).execute();
    expect(left).toEqual([]);
  });

  test('keeps its keys with a new password, and loses them when somebody’s change is undone', async () => {
    const person = await auth.confirmedPerson();
    const { answer: session } = await auth.signIn(person.email);
    const token: string = session.access_token;
    const { body } = await program.call(createApiKey, { body: { name: 'x', scopes: ['read'] } }, token);
    const changed = await auth.put(token, { password: 'un autre mot de passe', current_password: password });
    expect(changed.status, changed.text).toBe(200);
    await auth.call('/logout?scope=global', { method: 'POST', headers: bearer(token) });
    expect(await statusWith(body.key)).toBe(200);
    const { text } = await auth.mailTo(person.email, 'Your password was changed');
    const undone = await program.call(undoChange, {
      body: { token: /\/undo#(\S+)/.exec(text)?.[1] ?? '', password },
    });
    expect(undone.status).toBe(204);
    expect(await statusWith(body.key)).toBe(401);
  });

  test('has what its keys read and its sessions read', async () => {
    const [byKey, bySession] = await Promise.all([
      program.call(getUsage, {}, keys.read),
      owner.call(getUsage),
    ]);
    expect(byKey.body).toEqual(bySession.body);
  });
});
