import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createChatbot, deleteChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { createClient, type RealtimeChannel } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newId } from '../../kit/ids.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { loadPublishableKey } from '../auth/service.ts';
import { charge } from '../usage/service.ts';
import { Connection } from './connection.ts';
import { Hub } from './hub.ts';

let program: Program;
let key: string;
let person: User;
let other: User;
/** A socket that says nothing from the first test to the last. */
let idle: Idle;

beforeAll(async () => {
  program = await startProgram();
  key = await loadPublishableKey(program.context);
  idle = await idleSocket();
  person = await program.newUser();
  other = await program.newUser();
});
afterAll(() => program.stop());

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function eventually<T>(look: () => T | undefined | false): Promise<T> {
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(10)) {
    const seen = look();
    if (seen) return seen;
  }
  throw new Error('waited in vain');
}

// biome-ignore lint/suspicious/noExplicitAny: frames of many shapes, each looked at by its test
type Any = any;

const address = (query = `apikey=${key}&vsn=2.0.0`) =>
  `${program.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`;

interface Idle {
  closed: Promise<{ code: number; afterMs: number }>;
}

async function idleSocket(): Promise<Idle> {
  const socket = new WebSocket(address());
  await once(socket, 'open');
  const begun = Date.now();
  const closed = once(socket, 'close').then(([code]) => ({ code, afterMs: Date.now() - begun }));
  return { closed };
}

/** A socket that speaks frames, with all that came. */
async function rawSocket(query?: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(address(query), { headers });
  closing.push(() => socket.terminate());
  const heard: Any[] = [];
  let closed: number | undefined;
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  socket.on('close', (code) => {
    closed = code;
  });
  await once(socket, 'open');
  const say = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  return {
    socket,
    heard,
    say,
    closed: () => closed,
    /** The answer to the message of a number. */
    answer: (ref: string) =>
      eventually(() => heard.find((frame) => frame[1] === ref && frame[3] === 'phx_reply')),
    until: (event: string, topic?: string) =>
      eventually(() => heard.find((frame) => frame[3] === event && (!topic || frame[2] === topic))),
    join(topic: string, token: string | undefined, changes: unknown[] = [], ref = '1') {
      say([
        ref,
        ref,
        topic,
        'phx_join',
        {
          config: {
            broadcast: { ack: false, self: false },
            presence: { key: '', enabled: false },
            postgres_changes: changes,
            private: false,
          },
          ...(token === undefined ? {} : { access_token: token }),
        },
      ]);
    },
  };
}

const any = { event: '*', schema: 'public', table: '*' };

/**
 * The official client of somebody, with what its channel heard. One that subscribes before it knows its token is refused,
 * and asks again a second later.
 */
async function officialChannel(user: User, filter: Any, options: object = {}, knowsToken = true) {
  const client = createClient(program.url, key, {
    accessToken: async () => user.token,
    realtime: { transport: WebSocket as never, ...options },
  });
  closing.push(() => client.realtime.disconnect());
  if (knowsToken) await client.realtime.setAuth();
  const heard: Any[] = [];
  const systems: Any[] = [];
  const states: string[] = [];
  const channel: RealtimeChannel = client
    .channel('mine')
    .on('postgres_changes' as never, filter, (change: Any) => heard.push(change))
    .on('system' as never, {} as never, (message: Any) => systems.push(message));
  channel.subscribe((state) => states.push(state));
  await eventually(() => states.includes('SUBSCRIBED'));
  return { client, channel, heard, systems, states };
}

type Official = Awaited<ReturnType<typeof officialChannel>>;

const website = (name: string) => ({ name, platform: 'website' }) as const;

describe('through the official client', () => {
  test.each(['1.0.0', '2.0.0'])('changes of one’s own rows arrive (%s)', async (vsn) => {
    const channels = [person, other].map((user) => officialChannel(user, any, { vsn }, false));
    const [mine, theirs] = (await Promise.all(channels)) as [Official, Official];
    await eventually(() => mine.systems.some(({ status }) => status === 'ok'));
    const { body: chatbot } = await person.call(createChatbot, { body: website(`Cats ${vsn}`) });
    await person.call(updateChatbot, { params: { chatbotId: chatbot.id }, body: { name: `Dogs ${vsn}` } });
    await person.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
    await eventually(() => mine.heard.length >= 3);
    const [inserted, updated, deleted] = mine.heard;
    expect(inserted).toMatchObject({
      eventType: 'INSERT',
      schema: 'public',
      table: 'chatbots',
      errors: null,
    });
    expect(Object.keys(inserted.new).sort()).toEqual(['id', 'name', 'status', 'updated_at']);
    expect(inserted.new).toMatchObject({ id: chatbot.id, name: `Cats ${vsn}`, status: 'active' });
    expect(updated).toMatchObject({
      eventType: 'UPDATE',
      new: { name: `Dogs ${vsn}` },
      old: { id: chatbot.id },
    });
    expect(deleted).toMatchObject({
      eventType: 'DELETE',
      old: { id: chatbot.id, name: `Dogs ${vsn}` },
      new: {},
    });
    expect(Date.parse(inserted.commit_timestamp)).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(mine.heard)).not.toContain(person.id);
    expect(theirs.heard).toEqual([]);
  });

  test('a filter narrows', async () => {
    const person = await program.newUser();
    const { body: chatbot } = await person.call(createChatbot, { body: website('First') });
    const filtered = (filter: string) =>
      officialChannel(person, { event: 'UPDATE', schema: 'public', table: 'chatbots', filter });
    const passing = await filtered(`id=eq.${chatbot.id},name=in.("Second, renamed",Third)`);
    const blocking = await filtered(`id=neq.${chatbot.id}`);
    const params = { chatbotId: chatbot.id };
    for (const name of ['Second, renamed', 'Other', 'Third'])
      await person.call(updateChatbot, { params, body: { name } });
    await person.call(deleteChatbot, { params });
    await eventually(() => passing.heard.length >= 2);
    await wait(100);
    expect(passing.heard.map((change) => change.new.name)).toEqual(['Second, renamed', 'Third']);
    expect(blocking.heard).toEqual([]);
  });

  test('where a chatbot was seen is told to its owner, a reading of its sources is not', async () => {
    const { body: chatbot } = await person.call(createChatbot, { body: website('Seen') });
    const mine = await officialChannel(person, { ...any, event: 'UPDATE' });
    const set = (change: object) =>
      program.context.db.updateTable('chatbots').set(change).where('id', '=', chatbot.id).execute();
    await set({ last_sync_at: new Date() });
    await set({ seen_host: 'example.com', seen_at: new Date() });
    await set({ creation: 'warning' });
    await eventually(() => mine.heard.length >= 2);
    await wait(100);
    expect(mine.heard.map((change) => change.new.id)).toEqual([chatbot.id, chatbot.id]);
    await person.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
  });

  test('leaves, and hears no more', async () => {
    const mine = await officialChannel(person, any);
    expect(await mine.channel.unsubscribe()).toBe('ok');
    const { body } = await person.call(createChatbot, { body: website('Unheard') });
    await person.call(deleteChatbot, { params: { chatbotId: body.id } });
    await wait(100);
    expect(mine.heard).toEqual([]);
  });
});

describe('what is published', () => {
  const newSource = (ownerId: string, chatbotId: string) => ({
    id: newId(new Date()),
    owner_id: ownerId,
    chatbot_id: chatbotId,
    kind: 'file' as const,
    name: 'a.pdf',
    media_type: 'application/pdf',
    format: 'pdf' as const,
    created_at: new Date(),
    updated_at: new Date(),
  });

  test('of many sources that one statement changes: each that changed, once', async () => {
    const person = await program.newUser();
    const { db } = program.context;
    const { body: chatbot } = await person.call(createChatbot, { body: website('With many sources') });
    const { heard } = await officialChannel(person, { event: '*', schema: 'public', table: 'sources' });
    const [one, other, third] = [0, 1, 2].map(() => newSource(person.id, chatbot.id));
    if (!one || !other || !third) throw new Error('three sources');
    await db.insertInto('sources').values([one, other, third]).execute();
    await db
      .updateTable('sources')
      .set((e) => ({
        status: e
          .case()
          .when('id', '=', third.id)
          .then('pending' as const)
          .else('processing' as const)
          .end(),
      }))
      .where('chatbot_id', '=', chatbot.id)
      .execute();
    await db.deleteFrom('sources').where('chatbot_id', '=', chatbot.id).execute();
    await eventually(() => heard.length >= 8);
    const told = (type: string, which: 'new' | 'old') =>
      heard.filter(({ eventType }) => eventType === type).map((event) => event[which].id);
    expect(told('INSERT', 'new').sort()).toEqual([one.id, other.id, third.id].sort());
    expect(told('UPDATE', 'new').sort()).toEqual([one.id, other.id].sort());
    expect(told('DELETE', 'old').sort()).toEqual([one.id, other.id, third.id].sort());
  });

  test('of sources: state and progress, never the owner or the file', async () => {
    const person = await program.newUser();
    const { db } = program.context;
    const { body: chatbot } = await person.call(createChatbot, { body: website('With sources') });
    const { heard } = await officialChannel(person, { event: '*', schema: 'public', table: 'sources' });
    const source = newSource(person.id, chatbot.id);
    await db.insertInto('sources').values(source).execute();
    const change = { progress_done: 3, progress_total: 9, status: 'processing' as const };
    await db.updateTable('sources').set(change).where('id', '=', source.id).execute();
    // Nothing that anybody sees.
    await db.updateTable('sources').set({ passages: 9 }).where('id', '=', source.id).execute();
    await db.deleteFrom('sources').where('id', '=', source.id).execute();
    await eventually(() => heard.length >= 3);
    expect(heard.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    const columns = ['chatbot_id', 'id', 'kind', 'name', 'progress', 'status', 'updated_at'];
    expect(Object.keys(heard[1].new).sort()).toEqual(columns);
    expect(heard[1].new).toMatchObject({ status: 'processing', progress: { done: 3, total: 9 } });
    expect(heard[0].new.progress).toBeNull();
    expect(heard[2].old).toEqual({ id: source.id, chatbot_id: chatbot.id, name: 'a.pdf' });

    // A page that nobody has read has no name yet.
    const url = 'https://example.org/1';
    const page = {
      ...newSource(person.id, chatbot.id),
      kind: 'url' as const,
      url,
      name: url,
      host: 'example.org',
    };
    await db.insertInto('sources').values(page).execute();
    await db.deleteFrom('sources').where('id', '=', page.id).execute();
    await eventually(() => heard.length >= 5);
    expect(heard[4].old).toEqual({ id: page.id, chatbot_id: chatbot.id, name: null });
  });

  test('of profiles: changes; a row too large for a notification is told by its id', async () => {
    const { db } = program.context;
    const { heard } = await officialChannel(person, { event: '*', schema: 'public', table: 'profiles' });
    const set = (website: string) =>
      db.updateTable('profiles').set({ website }).where('id', '=', person.id).execute();
    await set('https://a.example');
    await set(`https://${'🙂'.repeat(2048)}.example`);
    await eventually(() => heard.length >= 2);
    expect(heard[0]).toMatchObject({
      eventType: 'UPDATE',
      new: { id: person.id, website: 'https://a.example' },
    });
    expect(Object.keys(heard[0].new)).toHaveLength(8);
    expect(heard[1]).toMatchObject({ errors: ['Error 413: Payload Too Large'], old: { id: person.id } });
    expect(heard[1].new.id).toBe(person.id);
  });

  test('of conversations: that they began, go on, are rated and gone; not whose turn it is, nor tests', async () => {
    const person = await program.newUser();
    const { db } = program.context;
    const { body: chatbot } = await person.call(createChatbot, { body: website('Talkative') });
    const { heard } = await officialChannel(person, { event: '*', schema: 'public', table: 'conversations' });
    const at = new Date();
    const [id, testId] = [newId(at), newId(at)];
    await db
      .insertInto('conversations')
      .values(
        (['website', 'test'] as const).map((channel) => ({
          id: channel === 'test' ? testId : id,
          owner_id: person.id,
          chatbot_id: chatbot.id,
          channel,
          language: 'fr',
          visitor_token_hash: Buffer.alloc(32),
          token_expires_at: at,
          started_at: at,
          last_message_at: at,
        })),
      )
      .execute();
    const of = () => db.updateTable('conversations').where('id', 'in', [id, testId]);
    await of().set({ answering_until: at }).execute();
    await of().set({ message_count: 2 }).execute();
    const messageId = newId(at);
    await db
      .insertInto('messages')
      .values({
        id: messageId,
        conversation_id: id,
        owner_id: person.id,
        role: 'chatbot',
        text: 'Oui.',
        mode: 'quoted',
        created_at: at,
      })
      .execute();
    const rate = (feedback: 'up' | 'down') =>
      db.updateTable('messages').set({ feedback }).where('id', '=', messageId).execute();
    await rate('up');
    await rate('up');
    await rate('down');
    await db.deleteFrom('conversations').where('id', 'in', [id, testId]).execute();
    await eventually(() => heard.length >= 5);
    await wait(50);
    expect(heard.map(({ eventType }) => eventType)).toEqual([
      'INSERT',
      'UPDATE',
      'UPDATE',
      'UPDATE',
      'DELETE',
    ]);
    expect(Object.keys(heard[1].new).sort()).toEqual([
      'chatbot_id',
      'id',
      'last_message_at',
      'message_count',
    ]);
    expect(heard[1].new.message_count).toBe(2);
    expect(heard[4].old).toEqual({ id, chatbot_id: chatbot.id });
  });

  test('of a charge: whose figures have moved, within two seconds', async () => {
    const [person, other] = [await program.newUser(), await program.newUser()];
    const figures = { event: '*', schema: 'public', table: 'usage_sums' };
    const [mine, theirs] = [await officialChannel(person, figures), await officialChannel(other, figures)];
    const spend = (tokens: number) =>
      charge(program.context, program.context.db, {
        ownerId: person.id,
        tokenType: 'message',
        operation: 'chat_completion',
        details: { parts: [{ name: 'answer', tokens }] },
        chatbotId: null,
        chatbotName: null,
        cause: `some ${tokens}`,
      });
    const begun = performance.now();
    await spend(100);
    await spend(23);
    await eventually(() => mine.heard.length >= 2);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(mine.heard.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE']);
    expect(mine.heard[1].new).toEqual({ token_type: 'message', period: 0, tokens: 123 });
    expect(theirs.heard).toEqual([]);
    expect(JSON.stringify(mine.heard)).not.toContain(person.id);
  });

  test('what is rolled back is told to nobody', async () => {
    const { heard } = await officialChannel(person, any);
    const { db } = program.context;
    await expect(
      db.transaction().execute(async (inner) => {
        await inner
          .updateTable('profiles')
          .set({ website: 'https://x.example' })
          .where('id', '=', person.id)
          .execute();
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await wait(100);
    expect(heard).toEqual([]);
  });
});

describe('frames', () => {
  test('a join is answered in the order and words of what was asked, then the system speaks', async () => {
    const raw = await rawSocket();
    const asked = [
      { event: 'DELETE', schema: 'public', table: 'sources', filter: 'chatbot_id=in.("a,b",c)' },
      { event: '*', schema: 'public' },
      { event: 'UPDATE', schema: 'public', table: 'profiles' },
    ];
    raw.join('realtime:room:1', person.token, asked);
    const [joinRef, ref, topic, , payload] = await raw.answer('1');
    expect([joinRef, ref, topic, payload.status]).toEqual(['1', '1', 'realtime:room:1', 'ok']);
    const told = payload.response.postgres_changes as Any[];
    expect(told.map(({ id, ...rest }) => rest)).toEqual(asked);
    expect(new Set(told.map(({ id }) => id)).size).toBe(3);
    expect(told.every(({ id }) => Number.isInteger(id) && id > 0)).toBe(true);
    expect(await raw.until('system')).toEqual([
      null,
      null,
      'realtime:room:1',
      'system',
      { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'room:1' },
    ]);
    await program.context.db
      .updateTable('profiles')
      .set({ last_name: 'Roy' })
      .where('id', '=', person.id)
      .execute();
    const [, , , , change] = await raw.until('postgres_changes');
    expect(change.ids).toEqual([told[1].id, told[2].id]);
    expect(change.data.columns).toContainEqual({ name: 'receive_updates', type: 'bool' });
    expect(change.data.old_record).toEqual({ id: person.id });
  });

  test('nobody hears changes without a session; without changes a topic is anybody’s', async () => {
    const raw = await rawSocket();
    const refusal = async (ref: string, topic: string, token: string | undefined, changes: unknown[]) => {
      raw.join(topic, token, changes, ref);
      const { status, response } = (await raw.answer(ref))[4];
      return status === 'error' ? response.reason : status;
    };
    expect(await refusal('1', 'realtime:a', undefined, [])).toBe('ok');
    expect(await refusal('2', 'realtime:a', undefined, [any])).toMatch(/^Unauthorized/);
    expect(await refusal('3', 'realtime:a', key, [any])).toMatch(/^Unauthorized/);
    expect(await refusal('4', 'realtime:a', 'a.b.c', [any])).toMatch(/^InvalidJWTToken: /);
    // Who is nobody, and whose token is none, hears so before a word of what they ask for is read.
    const wrongFilter = { ...any, table: 'sources', filter: 'id=eq.(,'.repeat(7000) };
    expect(await refusal('41', 'realtime:a', undefined, [wrongFilter])).toMatch(/^Unauthorized/);
    expect(await refusal('42', 'realtime:a', 'a.b.c', [wrongFilter])).toMatch(/^InvalidJWTToken: /);
    expect(await refusal('43', 'realtime:a', person.token, [wrongFilter])).toMatch(/^Unable to subscribe/);
    expect(await refusal('5', 'realtime:', person.token, [])).toBe('unmatched topic');
    expect(await refusal('6', 'realtime:*', person.token, [any])).toMatch(/^Unauthorized/);
    expect(await refusal('7', 'other:a', person.token, [])).toBe('unmatched topic');
    for (const [at, wrong] of [
      { ...any, table: 'users' },
      { ...any, table: '__proto__' },
      { ...any, schema: 'auth' },
      { ...any, event: 'TRUNCATE' },
      { ...any, table: 'sources', filter: 'owner_id=eq.1' },
      { ...any, table: 'sources', filter: 'name=like.%a' },
      { ...any, table: 'sources', filter: 'name' },
      'sources',
    ].entries())
      expect(await refusal(`1${at}`, 'realtime:a', person.token, [wrong])).toMatch(/^Unable to subscribe/);
    expect(await refusal('8', 'realtime:a', person.token, [any])).toBe('ok');
  });

  test('heartbeats, leaving and joining anew', async () => {
    const raw = await rawSocket();
    raw.say([null, '7', 'phoenix', 'heartbeat', {}]);
    expect(await raw.answer('7')).toEqual([
      null,
      '7',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ]);
    raw.join('realtime:a', person.token, [any], '1');
    await raw.answer('1');
    raw.join('realtime:a', person.token, [any], '2');
    await raw.answer('2');
    expect(await raw.until('phx_close')).toEqual(['1', '1', 'realtime:a', 'phx_close', {}]);
    await program.context.db
      .updateTable('profiles')
      .set({ website: 'https://again.example' })
      .where('id', '=', person.id)
      .execute();
    await raw.until('postgres_changes');
    await wait(50);
    expect(raw.heard.filter((frame) => frame[3] === 'postgres_changes')).toHaveLength(1);
    raw.say(['2', '3', 'realtime:a', 'phx_leave', {}]);
    await raw.answer('3');
    await eventually(() => raw.heard.some((frame) => frame[0] === '2' && frame[3] === 'phx_close'));
    raw.say(['2', '4', 'realtime:a', 'access_token', { access_token: person.token }]);
    raw.say([null, '5', 'phoenix', 'heartbeat', {}]);
    await raw.answer('5');
    expect(raw.heard.some((frame) => frame[1] === '4')).toBe(false);
  });

  test('what is no frame is dropped, the socket lives', async () => {
    const raw = await rawSocket();
    for (const frame of [
      '',
      'x',
      '[]',
      '{}',
      '[1,2,3,4,5]',
      '["1","1","realtime:a","phx_join"]',
      '"a"',
      'null',
    ])
      raw.say(frame);
    raw.say('["1","1","realtime:a","phx_join",{"a":1,"a":2}]');
    raw.say('[null,"1","phoenix","heartbeat",{"__proto__":{}}]');
    raw.say(JSON.stringify(['1', '1', 'realtime:a', 'phx_join', []]));
    raw.say(JSON.stringify([{}, '1', 'phoenix', 'heartbeat', {}]));
    raw.socket.send(Buffer.from([3, 1, 1]));
    raw.say([null, '9', 'phoenix', 'heartbeat', {}]);
    await raw.answer('9');
    expect(raw.heard).toHaveLength(1);
  });

  test('the first version speaks in objects', async () => {
    const raw = await rawSocket(`apikey=${key}&vsn=1.0.0`);
    raw.say({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' });
    await eventually(() => raw.heard.length > 0);
    expect(raw.heard[0]).toEqual({
      topic: 'phoenix',
      event: 'phx_reply',
      payload: { status: 'ok', response: {} },
      ref: '1',
      join_ref: null,
    });
  });
});

describe('a membership', () => {
  test('takes a newer token in silence, ignores what is none, and ends on a bad one', async () => {
    const raw = await rawSocket();
    const user = await program.newUser();
    const newer = async () =>
      (await program.auth('/token?grant_type=password', { email: user.email, password: 'six chevaux bleus' }))
        .body.access_token;
    raw.join('realtime:a', user.token, [any]);
    await raw.answer('1');
    const renew = (token: unknown) =>
      raw.say(['1', null, 'realtime:a', 'access_token', { access_token: token }]);
    for (const token of [user.token, null, key, await newer()]) renew(token);
    raw.say([null, '5', 'phoenix', 'heartbeat', {}]);
    await raw.answer('5');
    expect(raw.heard.map((frame) => frame[3])).toEqual(['phx_reply', 'system', 'phx_reply']);
    renew(other.token);
    await raw.until('phx_close');
    expect(raw.heard.at(-2)?.[4]).toMatchObject({ status: 'error', channel: 'a' });
    raw.join('realtime:b', user.token, [any], '6');
    await raw.answer('6');
    raw.say(['6', null, 'realtime:b', 'access_token', { access_token: 'a.b.c' }]);
    await raw.until('phx_close', 'realtime:b');
  });

  test('ends with its session, at once', async () => {
    const user = await program.newUser();
    const raw = await rawSocket();
    raw.join('realtime:a', user.token, [any]);
    await raw.answer('1');
    await fetch(`${program.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${user.token}` },
    });
    await raw.until('phx_close');
    expect(raw.heard.at(-2)?.[4]).toMatchObject({ status: 'error', message: 'The session has ended' });
    raw.join('realtime:a', user.token, [any], '2');
    expect((await raw.answer('2'))[4].status).toBe('error');
    expect(raw.closed()).toBeUndefined();
  });

  test('that is looked at while its session ends does not begin', async () => {
    const user = await program.newUser();
    const { session_id: sessionId } = decodeJwt<{ session_id: string }>(user.token);
    const hub = new Hub(program.context, () => {});
    closing.push(() => hub.close());
    await hub.ready();
    let isEnded = false;
    const listener = { userId: user.id, sessionId, onChange() {} };
    hub.add({ ...listener, onSessionEnd: () => (isEnded = true) });
    // The session is read while it lives, and what was read arrives once it has ended.
    let read = () => {};
    const isRead = new Promise<void>((resolve) => (read = resolve));
    let arrive = () => {};
    const arrives = new Promise<void>((resolve) => (arrive = resolve));
    const db = program.context.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if ('has_factor' in (result.rows[0] ?? {})) {
          read();
          await arrives;
        }
        return result;
      },
    }) as typeof program.context.db;
    const heard: Any[] = [];
    const context = { ...program.context, db };
    const connection = new Connection(context, hub, new Map(), '2.0.0', (text) =>
      heard.push(JSON.parse(text)),
    );
    const payload = { config: { postgres_changes: [any] }, access_token: user.token };
    connection.receive({ joinRef: '1', ref: '1', topic: 'realtime:a', event: 'phx_join', payload }, 1);
    await isRead;
    // In one statement: the embedded database lets no transaction begin beside what is still being read.
    await program.context.db.deleteFrom('sessions').where('id', '=', sessionId).execute();
    await eventually(() => isEnded);
    arrive();
    await eventually(() => heard.length > 0);
    expect(heard.map((frame) => frame[4])).toEqual([
      { status: 'error', response: { reason: 'InvalidJWTToken: The session has ended' } },
    ]);
  });

  test('does not outlive its token', async () => {
    const raw = await rawSocket();
    const user = await program.newUser();
    raw.join('realtime:a', user.token, [any]);
    await raw.answer('1');
    program.advance(3_601_000);
    try {
      await program.context.db
        .updateTable('profiles')
        .set({ website: 'https://late.example' })
        .where('id', '=', user.id)
        .execute();
      await raw.until('phx_close');
      expect(raw.heard.some((frame) => frame[3] === 'postgres_changes')).toBe(false);
    } finally {
      program.advance(-3_601_000);
    }
  });
});

describe('limits', () => {
  test('twenty channels a socket, ten sockets a user', async () => {
    const user = await program.newUser();
    const raw = await rawSocket();
    for (let at = 1; at <= 21; at++) raw.join(`realtime:${at}`, user.token, [any], String(at));
    expect((await raw.answer('20'))[4].status).toBe('ok');
    expect((await raw.answer('21'))[4].response.reason).toMatch(/^ChannelRateLimitReached: /);
    const more = await Promise.all(Array.from({ length: 10 }, () => rawSocket()));
    for (const socket of more) socket.join('realtime:a', user.token, [any]);
    const answers = await Promise.all(more.map((socket) => socket.answer('1')));
    const reasons = answers.map((frame) => frame[4]).filter(({ status }) => status === 'error');
    expect(reasons).toHaveLength(1);
    expect(reasons[0].response.reason).toMatch(/^ChannelRateLimitReached: /);
  });

  test('frames of 64 KiB, and no flood of them', async () => {
    const large = await rawSocket();
    large.say([null, '1', 'phoenix', 'heartbeat', { a: 'x'.repeat(65_536) }]);
    await eventually(() => large.closed() === 1009);
    const flood = await rawSocket();
    for (let at = 0; at < 150; at++) flood.say([null, String(at), 'phoenix', 'heartbeat', {}]);
    await eventually(() => flood.closed() === 1008);
  });

  test('who says more than can be taken in is cut, and what still waits is not done', async () => {
    const user = await program.newUser();
    const many = await rawSocket();
    const large = await rawSocket();
    const filter = 'x'.repeat(60_000);
    // Nobody's session can be looked up meanwhile: what is asked waits, however slowly it is said.
    await program.context.db.transaction().execute(async (inner) => {
      await sql`lock table sessions in access exclusive mode`.execute(inner);
      for (let at = 1; at <= 61; at++) many.join('realtime:a', user.token, [any], String(at));
      await eventually(() => many.closed() === 1008);
      for (let at = 1; at <= 6; at++) large.join('realtime:a', user.token, [{ ...any, filter }], String(at));
      await eventually(() => large.closed() === 1008);
    });
    expect([...many.heard, ...large.heard].filter((frame) => frame[3] === 'phx_reply')).toEqual([]);
  });

  test('who reads nothing is cut', async () => {
    const user = await program.newUser();
    const raw = await rawSocket();
    raw.join('realtime:a', user.token, [any]);
    await raw.answer('1');
    // The pressure reaches the server when its own buffers and the system's are full.
    (raw.socket as unknown as { _socket: { pause(): void } })._socket.pause();
    const { db } = program.context;
    const text = 'x'.repeat(6000);
    for (let round = 0; round < 2000; round += 100) {
      await db.transaction().execute(async (inner) => {
        for (let at = 0; at < 100; at++)
          await inner
            .updateTable('profiles')
            .set({ website: `https://${text}${round}-${at}` })
            .where('id', '=', user.id)
            .execute();
      });
    }
    (raw.socket as unknown as { _socket: { resume(): void } })._socket.resume();
    await eventually(() => raw.closed() === 1006);
  });
});

describe('the handshake', () => {
  const handshake = async (query: string, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(address(query), { headers });
    socket.on('error', () => {});
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, Any];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(String(Buffer.concat(chunks))),
    };
  };

  test('wants the key, a version it knows and one of our own origins', async () => {
    expect(await handshake('vsn=2.0.0')).toMatchObject({ status: 401, body: { error: expect.any(String) } });
    expect(await handshake('apikey=sb_publishable_no')).toMatchObject({ status: 401 });
    expect(await handshake(`apikey=${key}&vsn=9.0.0`)).toMatchObject({ status: 403 });
    const foreign = await handshake(`apikey=${key}`, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
    const own = await rawSocket(undefined, { origin: program.url });
    own.say([null, '1', 'phoenix', 'heartbeat', {}]);
    await own.answer('1');
  });

  test('without an upgrade asks for one; elsewhere an upgrade is no matter', async () => {
    const plain = await fetch(`${program.url}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`);
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
    const speak = async (request: string) => {
      const socket = connect(Number(new URL(program.url).port), '127.0.0.1');
      socket.end(request);
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      return String(Buffer.concat(chunks));
    };
    const upgrade = 'Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n';
    expect(await speak(`GET /healthz HTTP/1.1\r\n${upgrade}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
    const twoHosts = await speak(`GET /healthz HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`);
    expect(twoHosts).toMatch(/^HTTP\/1.1 400 /);
    const post = await speak(`POST /healthz HTTP/1.1\r\n${upgrade}Content-Length: 2\r\n\r\n{}`);
    expect(post).toMatch(/^HTTP\/1.1 400 /);
  });
});

test('who never signs in is sent away', { timeout: 20_000 }, async () => {
  const { code, afterMs } = await idle.closed;
  expect(code).toBe(1008);
  expect(afterMs).toBeGreaterThan(8000);
});
