import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, instantForm, type Json, type Person, pause } from './caller.ts';
import { shared } from './programs.ts';
import { connect, type Socket } from './socket.ts';

const { server, auth, rest, api, ask, newPerson, clientOf, refresh } = shared();

let person: Person;
let other: Person;
beforeAll(async () => {
  [person, other] = [await newPerson(), await newPerson()];
});

const open: Socket[] = [];
const socketOf = async (options?: Parameters<typeof connect>[1]) => {
  const socket = await connect(server, options);
  open.push(socket);
  return socket;
};
afterEach(async () => {
  for (const socket of open.splice(0)) socket.close();
  // The smallest plan has one chatbot.
  for (const [who, id] of bots.splice(0)) await remove(who, id);
});

const bots: [Person, string][] = [];
const any = (table: string, more: object = {}) => ({ event: '*', schema: 'public', table, ...more });
let named = 0;
const newChatbot = async (who: Person) => {
  const { status, body } = await api(
    'POST /chatbots',
    { name: `Bot ${++named} ${Date.now()}`, platform: 'website' },
    { token: who.token },
  );
  expect(status).toBe(201);
  bots.push([who, body.id]);
  return body.id as string;
};
const rename = (who: Person, id: string) =>
  api(`PATCH /chatbots/${id}`, { name: `Renamed ${++named}` }, { token: who.token });
const remove = (who: Person, id: string) => api(`DELETE /chatbots/${id}`, undefined, { token: who.token });
const touchProfile = (who: Person, first_name = `Name ${++named}`) =>
  rest(`PATCH /profiles?id=eq.${who.id}`, { first_name }, { token: who.token });
const upload = async (who: Person, chatbotId: string) => {
  const form = new FormData();
  form.append(
    'files',
    new Blob(['Le petit-déjeuner est servi de 7 h à 10 h.'], { type: 'text/plain' }),
    'h.txt',
  );
  const response = await fetch(`${server.url}/api/v1/chatbots/${chatbotId}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  });
  expect(response.status).toBeLessThan(300);
};

async function joined(changes: object[], who: Person = person, options?: Parameters<typeof connect>[1]) {
  const socket = await socketOf(options);
  const topic = `realtime:room-${++named}`;
  const answer = await socket.join(topic, changes, who.token);
  expect(answer.status).toBe('ok');
  await socket.frame('the subscription', ({ event, topic: of }) => event === 'system' && of === topic);
  return { socket, topic, ids: answer.response.postgres_changes.map(({ id }: Json) => id) as unknown[] };
}
const change = (socket: Socket, fits: (data: Json) => boolean) =>
  eventually('the change', () => socket.changes().find(({ data }) => fits(data))?.data as Json | undefined);

describe('§15 the handshake', () => {
  test.each([
    ['no key', ''],
    ['a wrong key', 'sb_publishable_wrong'],
  ])('with %s is 401', async (_what, key) => {
    await expect(connect(server, { key })).rejects.toThrow('401');
  });

  test('ignores parameters it does not know', async () => {
    await socketOf({ more: '&eventsPerSecond=0.2&log_level=info&surprise=%00' });
  });

  test('asks nothing else than a key', async () => {
    const socket = await socketOf();
    expect(await socket.call('phoenix', 'heartbeat', {})).toEqual({ status: 'ok', response: {} });
  });

  test('that is none is no defect', async () => {
    const { status } = await ask(`GET /realtime/v1/websocket?apikey=${server.key}&vsn=2.0.0`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe('§15 frames', () => {
  test('of version 2.0.0 are lists', async () => {
    const socket = await socketOf();
    const ref = socket.send('phoenix', 'heartbeat', {});
    await socket.frame('the reply', (frame) => frame.ref === ref);
    expect(JSON.parse(socket.raw[0] ?? '')).toEqual([
      null,
      ref,
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ]);
  });

  test('of version 1.0.0 are objects', async () => {
    const socket = await socketOf({ vsn: '1.0.0' });
    const ref = socket.send('phoenix', 'heartbeat', {});
    await socket.frame('the reply', (frame) => frame.ref === ref);
    expect(JSON.parse(socket.raw[0] ?? '')).toMatchObject({
      topic: 'phoenix',
      event: 'phx_reply',
      ref,
      payload: { status: 'ok', response: {} },
    });
  });

  test.each<[string, string | Buffer]>([
    ['no JSON', '{'],
    ['a number', '7'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['wrong types', '[{},{},{},{},{}]'],
    ['no topic', '["9","99",null,"phx_join",{}]'],
    ['a NUL', '["9","99","realtime:\\u0000","phx_join",{}]'],
    ['bytes', Buffer.from([0, 1, 2, 255])],
    ['an event that is none', '["9","99","realtime:x","constructor",{}]'],
    ['a prototype', '["9","99","__proto__","__proto__",{"__proto__":{}}]'],
  ])('that are malformed leave the socket alive: %s', async (_what, text) => {
    const socket = await socketOf();
    socket.sendText(text);
    expect(await socket.call('phoenix', 'heartbeat', {})).toEqual({ status: 'ok', response: {} });
  });

  test('over 64 KiB end the socket, not the server', async () => {
    const socket = await socketOf();
    socket.sendText('x'.repeat(70_000));
    await eventually('the end', () => socket.isClosed() || undefined);
    await socketOf();
  });
});

describe('§15 joining', () => {
  test('echoes what was asked in order, with an id each, and nothing that was not asked', async () => {
    const asked = [
      { event: 'DELETE', schema: 'public', table: 'sources' },
      { event: 'INSERT', schema: 'public', table: 'chatbots', filter: 'status=eq.active' },
      { event: '*', schema: 'public', table: '*' },
      { event: 'UPDATE', schema: 'public' },
    ];
    const socket = await socketOf();
    const answer = await socket.join('realtime:echo', asked, person.token);
    expect(answer.status).toBe('ok');
    const bindings = answer.response.postgres_changes as Json[];
    expect(bindings.map(({ id, ...rest }) => rest)).toEqual(asked);
    for (const { id } of bindings) expect(id).toBeTruthy();
    expect(new Set(bindings.map(({ id }) => id)).size).toBe(asked.length);
  });

  test('tells of the subscription', async () => {
    const socket = await socketOf();
    await socket.join('realtime:told', [any('sources')], person.token);
    const { payload, ref } = await socket.frame('the word', ({ event }) => event === 'system');
    expect(ref).toBeNull();
    expect(payload).toEqual({
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: 'told',
    });
  });

  test('for nothing answers an empty list', async () => {
    const socket = await socketOf();
    const answer = await socket.join('realtime:nothing', undefined, person.token);
    expect(answer).toMatchObject({ status: 'ok', response: { postgres_changes: [] } });
  });

  test('with presence tells who is there: nobody', async () => {
    const socket = await socketOf();
    await socket.call('realtime:presence', 'phx_join', {
      config: { presence: { key: '', enabled: true }, postgres_changes: [] },
      access_token: person.token,
    });
    const { payload } = await socket.frame('presence', ({ event }) => event === 'presence_state');
    expect(payload).toEqual({});
  });

  test.each<[string, () => string | undefined]>([
    ['without a token', () => undefined],
    ['with the publishable key as token', () => server.key],
  ])('for changes %s is refused', async (_what, token) => {
    const socket = await socketOf();
    const { status, response } = await socket.join('realtime:nobody', [any('sources')], token());
    expect(status).toBe('error');
    expect(response.reason).toContain('Unauthorized');
  });

  test.each<[string, () => string | Promise<string>]>([
    ['is none', () => 'nothing'],
    ['is forged', () => `${person.token.slice(0, -4)}AAAA`],
    [
      'is of an ended session',
      async () => {
        const { token } = await newPerson();
        await auth('POST /logout', undefined, { token });
        return token;
      },
    ],
  ])('with a token that %s is refused', async (_what, token) => {
    const socket = await socketOf();
    const { status, response } = await socket.join('realtime:bad', [any('sources')], await token());
    expect(status).toBe('error');
    expect(response.reason).toEqual(expect.any(String));
  });

  test('names a token that is none', async () => {
    const socket = await socketOf();
    const { response } = await socket.join('realtime:bad', [any('sources')], 'nothing');
    expect(response.reason).toMatch(/^InvalidJWTToken/);
  });

  test.each(['realtime:', 'elsewhere', ''])('of the topic %j is refused', async (topic) => {
    const socket = await socketOf();
    const ref = socket.send(topic, 'phx_join', {
      config: { postgres_changes: [] },
      access_token: person.token,
    });
    await socket.settle();
    const replies = socket.frames.filter((frame) => frame.ref === ref && frame.payload.status === 'ok');
    expect(replies).toEqual([]);
  });

  test('stops at twenty channels a socket', async () => {
    const socket = await socketOf();
    const answers = [];
    for (let count = 0; count < 21; count++)
      answers.push(await socket.join(`realtime:${count}`, [], person.token));
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(20);
    expect(answers[20].response.reason).toMatch(/^ChannelRateLimitReached/);
  });

  test('again of one topic replaces the old', async () => {
    const { socket, topic } = await joined([any('profiles')]);
    await socket.join(topic, [any('profiles')], person.token);
    await socket.settle();
    await touchProfile(person, 'Once');
    await change(socket, ({ record }) => record?.first_name === 'Once' || record?.id === person.id);
    await socket.settle();
    expect(socket.changes(topic)).toHaveLength(1);
  });
});

describe('§15 changes', () => {
  test('of a row come with ids, columns and time', async () => {
    const { socket, ids } = await joined([any('chatbots')]);
    const id = await newChatbot(person);
    const data = await change(socket, ({ type }) => type === 'INSERT');
    expect(data).toMatchObject({
      type: 'INSERT',
      schema: 'public',
      table: 'chatbots',
      commit_timestamp: expect.stringMatching(instantForm),
      errors: null,
      record: { id },
    });
    expect(data.columns).toContainEqual({ name: 'id', type: 'uuid' });
    expect(socket.changes()[0].ids).toEqual(ids);
  });

  test('of a chatbot come for insertion, update and deletion', async () => {
    const { socket } = await joined([any('chatbots')]);
    const id = await newChatbot(person);
    await rename(person, id);
    const updated = await change(socket, ({ type }) => type === 'UPDATE');
    expect(updated.record).toMatchObject({ id, name: expect.stringContaining('Renamed') });
    expect(updated.old_record).toMatchObject({ id });
    await remove(person, id);
    const deleted = await change(socket, ({ type }) => type === 'DELETE');
    expect(deleted.old_record).toMatchObject({ id });
    expect(deleted.record ?? {}).toEqual({});
  });

  test('of a source come while it is read, and when it goes', async () => {
    const { socket } = await joined([any('sources')]);
    const chatbotId = await newChatbot(person);
    await upload(person, chatbotId);
    const ready = await change(socket, ({ record }) => record?.status === 'ready');
    expect(ready).toMatchObject({
      table: 'sources',
      type: 'UPDATE',
      record: { chatbot_id: chatbotId, name: 'h.txt' },
    });
    const inserted = await change(socket, ({ type }) => type === 'INSERT');
    expect(Object.keys(inserted.record).sort()).toEqual(
      ['id', 'chatbot_id', 'kind', 'name', 'status', 'progress', 'updated_at'].sort(),
    );
    await api(`DELETE /sources/${ready.record.id}`, undefined, { token: person.token });
    const gone = await change(socket, ({ type }) => type === 'DELETE');
    expect(gone.old_record).toEqual({ id: ready.record.id, chatbot_id: chatbotId, name: 'h.txt' });
  });

  test('of the profile come for updates', async () => {
    const { socket } = await joined([{ event: 'UPDATE', schema: 'public', table: 'profiles' }]);
    await touchProfile(person);
    expect(await change(socket, ({ type }) => type === 'UPDATE')).toMatchObject({
      table: 'profiles',
      record: { id: person.id },
    });
  });

  test('never hold more than the fact sheet’s columns', async () => {
    const { socket } = await joined([any('chatbots')]);
    const id = await newChatbot(person);
    const { record } = await change(socket, ({ type }) => type === 'INSERT');
    expect(Object.keys(record).sort()).toEqual(['id', 'name', 'status', 'updated_at']);
    await remove(person, id);
  });

  test('of another owner never come, whatever was asked', async () => {
    const { socket } = await joined([
      any('*'),
      any('chatbots'),
      { event: 'DELETE', schema: 'public', table: 'chatbots' },
    ]);
    const id = await newChatbot(other);
    await rename(other, id);
    await remove(other, id);
    await touchProfile(other);
    // One's own change after them tells that they would have come.
    const own = await newChatbot(person);
    await change(socket, ({ record }) => record?.id === own);
    expect(socket.raw.join()).not.toContain(id);
    expect(socket.raw.join()).not.toContain(other.id);
  });

  test('of another owner do not come for a filter that names them', async () => {
    const id = await newChatbot(other);
    const { socket } = await joined([any('chatbots', { filter: `id=eq.${id}` })]);
    await rename(other, id);
    await remove(other, id);
    await pause(400);
    expect(socket.changes()).toEqual([]);
  });

  test('are narrowed by the event', async () => {
    const { socket } = await joined([{ event: 'DELETE', schema: 'public', table: 'chatbots' }]);
    const id = await newChatbot(person);
    await rename(person, id);
    await remove(person, id);
    await change(socket, ({ type }) => type === 'DELETE');
    expect(socket.changes().map(({ data }) => data.type)).toEqual(['DELETE']);
  });

  test.each([
    ['eq', () => 'name=eq.Right'],
    ['in', () => 'name=in.(Other,Right)'],
    ['several', (id: string) => `id=eq.${id},name=eq.Right`],
  ])('are narrowed by a filter: %s', async (_what, filter) => {
    const id = await newChatbot(person);
    const { socket } = await joined([any('chatbots', { filter: filter(id) })]);
    for (const name of ['Wrong', 'Right', 'Wrong again'])
      await api(`PATCH /chatbots/${id}`, { name }, { token: person.token });
    await change(socket, ({ record }) => record?.name === 'Right');
    await socket.settle();
    expect(socket.changes().map(({ data }) => data.record.name)).toEqual(['Right']);
  });

  test('that fit several bindings come once with all their ids', async () => {
    const { socket, ids } = await joined([any('chatbots'), any('*'), any('sources')]);
    const id = await newChatbot(person);
    await change(socket, ({ record }) => record?.id === id);
    await socket.settle();
    const [only, ...more] = socket.changes().filter(({ data }) => data.record?.id === id);
    expect(more).toEqual([]);
    expect(new Set(only.ids)).toEqual(new Set(ids.slice(0, 2)));
  });

  test('of version 1.0.0 are objects', async () => {
    const { socket } = await joined([any('profiles')], person, { vsn: '1.0.0' });
    await touchProfile(person);
    await change(socket, ({ type }) => type === 'UPDATE');
    expect(Array.isArray(JSON.parse(socket.raw.at(-1) ?? '[]'))).toBe(false);
  });

  test('stop after leaving, which is answered', async () => {
    const { socket, topic } = await joined([any('profiles')]);
    expect(await socket.call(topic, 'phx_leave', {})).toMatchObject({ status: 'ok' });
    await socket.frame('the end', ({ event, topic: of }) => event === 'phx_close' && of === topic);
    await touchProfile(person);
    await pause(400);
    expect(socket.changes()).toEqual([]);
  });
});

describe('§15 tokens on a channel', () => {
  test('that are new are taken without a word', async () => {
    const fresh = await newPerson();
    const { socket, topic } = await joined([any('profiles')], fresh);
    const { body } = await refresh(fresh.session.refresh_token);
    const seen = socket.frames.length;
    socket.send(topic, 'access_token', { access_token: body.access_token });
    await socket.settle();
    expect(socket.frames.slice(seen)).toEqual([]);
    await touchProfile(fresh);
    await change(socket, ({ type }) => type === 'UPDATE');
  });

  test.each<[string, () => unknown]>([
    ['the same', () => person.token],
    ['null', () => null],
    ['the publishable key', () => server.key],
  ])('that are %s mean nothing', async (_what, token) => {
    const { socket, topic } = await joined([any('profiles')]);
    socket.send(topic, 'access_token', { access_token: token() });
    await touchProfile(person);
    await change(socket, ({ type }) => type === 'UPDATE');
  });

  test.each<[string, () => string]>([
    ['none', () => 'nothing'],
    ['another’s', () => other.token],
  ])('that are %s close the channel with a word', async (_what, token) => {
    const { socket, topic } = await joined([any('profiles')]);
    socket.send(topic, 'access_token', { access_token: token() });
    await socket.frame('the word', ({ event, payload }) => event === 'system' && payload.status === 'error');
    await socket.frame('the end', ({ event, topic: of }) => event === 'phx_close' && of === topic);
    await touchProfile(person);
    await touchProfile(other);
    await pause(300);
    expect(socket.changes()).toEqual([]);
  });

  test('whose session ends close the channel', async () => {
    const leaving = await newPerson();
    const { socket, topic } = await joined([any('profiles')], leaving);
    await auth('POST /logout', undefined, { token: leaving.token });
    await socket.frame('the end', ({ event, topic: of }) => event === 'phx_close' && of === topic);
  });
});

describe('§15 through the official client', () => {
  test('a subscription becomes SUBSCRIBED and brings changes', async () => {
    const supabase = await clientOf(person.session);
    const seen: Json[] = [];
    const statuses: string[] = [];
    const channel = supabase
      .channel('own')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'chatbots' }, (change) =>
        seen.push(change),
      )
      .on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'sources' }, () => {})
      .subscribe((status) => statuses.push(status));
    await eventually('the subscription', () => statuses.includes('SUBSCRIBED') || undefined);
    const id = await newChatbot(person);
    await remove(person, id);
    const gone = await eventually('the deletion', () => seen.find(({ eventType }) => eventType === 'DELETE'));
    expect(gone).toMatchObject({ schema: 'public', table: 'chatbots', old: { id } });
    expect(seen[0]).toMatchObject({ eventType: 'INSERT', new: { id } });
    expect(statuses).toEqual(['SUBSCRIBED']);
    await supabase.removeChannel(channel);
    await supabase.realtime.disconnect();
  });

  test('a subscription while signed out is an error', async () => {
    const supabase = shared().client();
    const statuses: string[] = [];
    supabase
      .channel('nobody')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'chatbots' }, () => {})
      .subscribe((status) => statuses.push(status));
    await eventually('the refusal', () => statuses.includes('CHANNEL_ERROR') || undefined);
    await supabase.removeAllChannels();
    await supabase.realtime.disconnect();
  });
});
