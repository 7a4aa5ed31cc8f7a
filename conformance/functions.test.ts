import { FunctionsHttpError } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from './caller.ts';
import { shared } from './programs.ts';

const { server, functions, newPerson, client, clientOf, signIn } = shared();

const event = {
  timestamp: '2026-01-02T03:04:05.678Z',
  event: 'DEVTOOLS_OPENED',
  severity: 'low',
  details: { width: 1440, list: [1, { deep: true }] },
  userAgent: 'Mozilla/5.0',
  url: 'https://app.example/login',
  source: 'client',
};

let person: Person;
beforeAll(async () => {
  person = await newPerson({ data: { first_name: 'Camille' } });
});

const report = (body: unknown, token?: string) =>
  functions('POST /security-monitor', body, token ? { token } : {});

describe('§14 security-monitor', () => {
  test('takes an event', async () => {
    const answer = await report(event, person.token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ received: true });
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  test.each(['low', 'medium', 'high', 'critical'])('takes the severity %s', async (severity) => {
    expect((await report({ ...event, severity }, person.token)).body).toEqual({ received: true });
  });

  test('echoes nothing of it', async () => {
    const { text } = await report({ ...event, event: '<script>alert(1)</script>' }, person.token);
    expect(text).not.toContain('script');
  });

  test('wants a session', async () => {
    expect((await report(event)).status).toBe(401);
    expect((await report(event, server.key)).status).toBe(401);
    expect((await report(event, 'nothing')).status).toBe(401);
  });

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a list', [event]],
    ['another severity', { ...event, severity: 'deadly' }],
    ['no event', { ...event, event: undefined }],
    ['an event that is no text', { ...event, event: 7 }],
    ['a time that is none', { ...event, timestamp: 'yesterday' }],
  ])('refuses %s with a problem', async (_what, body) => {
    const answer = await report(body, person.token);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(expect.any(Object));
  });

  test('refuses over 16 KiB', async () => {
    const { status } = await report({ ...event, details: { text: 'x'.repeat(17_000) } }, person.token);
    expect(status).toBe(413);
  });

  test('takes sixty a minute of one person, then names the time to wait; of another it goes on', async () => {
    const busy = await newPerson();
    const statuses = [];
    let last = await report(event, busy.token);
    for (statuses.push(last.status); statuses.length < 61; statuses.push(last.status))
      last = await report(event, busy.token);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(last.status).toBe(429);
    expect(last.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await report(event, person.token)).status).toBe(200);
  });
});

describe('§14 handle-google-auth', () => {
  const handle = (token?: string) => functions('POST /handle-google-auth', undefined, token ? { token } : {});

  test('wants a session', async () => {
    expect((await handle()).status).toBe(401);
    expect((await handle(server.key)).status).toBe(401);
  });

  test('is for people of Google', async () => {
    expect((await handle(person.token)).status).toBe(403);
  });
});

describe('§14 functions', () => {
  test('that are unknown are 404 JSON', async () => {
    const answer = await functions('POST /nothing', {}, { token: person.token });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(expect.any(Object));
  });

  test.each(['POST /nothing', 'POST /security-monitor', 'POST /handle-google-auth'])(
    'never blame a relay for their own refusals: %s',
    async (call) => {
      expect((await functions(call, {})).headers.get('x-relay-error')).toBeNull();
    },
  );

  test('ignore the region', async () => {
    const { body } = await functions('POST /security-monitor?forceFunctionRegion=eu-west-3', event, {
      token: person.token,
      headers: { 'x-region': 'eu-west-3' },
    });
    expect(body).toEqual({ received: true });
  });

  test('answer the official client with an object', async () => {
    const supabase = await clientOf((await signIn(person.email)).body);
    const { data, error } = await supabase.functions.invoke('security-monitor', { body: event });
    expect(error).toBeNull();
    expect(data).toEqual({ received: true });
  });

  test('refuse the official client with its own kind of error, whose context can be read', async () => {
    const { error } = await client().functions.invoke('security-monitor', { body: event });
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect((error as FunctionsHttpError).context.status).toBe(401);
    expect(await (error as FunctionsHttpError).context.json()).toEqual(expect.any(Object));
  });

  test('take the official client’s call without a body', async () => {
    const supabase = await clientOf((await signIn(person.email)).body);
    const { error } = await supabase.functions.invoke('handle-google-auth');
    expect((error as FunctionsHttpError).context.status).toBe(403);
  });
});
