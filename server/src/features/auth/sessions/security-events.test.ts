import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { authProtocol, bearer, password } from '../../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { forgetExpired } from '../jobs.ts';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;

beforeAll(async () => {
  program = await startProgram({ RETENTION_SECURITY_DAYS: '30' });
  auth = await authProtocol(program);
});
afterAll(() => program.stop());

const event = {
  timestamp: '2026-01-02T03:04:05.678Z',
  event: 'RAPID_ACCESS_ATTEMPTS',
  severity: 'low',
  details: { attempts: 11 },
  userAgent: 'Mozilla/5.0',
  url: 'https://app.example/dashboard',
  source: 'client',
};

async function report(token: string, body: unknown) {
  const response = await fetch(`${program.url}/functions/v1/security-monitor`, {
    method: 'POST',
    headers: { apikey: auth.key, 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const eventsOf = (userId: string) =>
  program.context.db
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

const alertsTo = async (email: string) => {
  await program.settle();
  return (await program.mailbox(email)).filter(
    ({ subject }) => subject === 'Unusual activity on your account',
  );
};

describe('security-monitor', () => {
  test('keeps what a page claims under the caller’s own id, with the address that it really came from', async () => {
    const { id, session } = await auth.confirmedPerson();
    const other = await auth.confirmedPerson();
    expect(await report(session.access_token, event)).toMatchObject({
      status: 200,
      text: '{"received":true}',
    });
    expect(await eventsOf(id)).toMatchObject([
      {
        origin: 'browser',
        event: 'RAPID_ACCESS_ATTEMPTS',
        severity: 'low',
        details: { timestamp: event.timestamp, details: { attempts: 11 }, url: event.url },
        address: '127.0.0.0',
      },
    ]);
    const forged = await report(session.access_token, { ...event, user_id: other.id });
    expect(forged.status).toBe(400);
    expect(forged.headers.get('content-type')).toContain('application/problem+json');
    expect(await eventsOf(other.id)).toEqual([]);
  });

  test.each([
    ['a severity of its own', { severity: 'deadly' }],
    ['a long name', { event: 'x'.repeat(101) }],
    ['a long address', { url: `https://x/${'y'.repeat(2048)}` }],
    ['a time that is none', { timestamp: 'now' }],
    ['an array for a text', { event: ['x'] }],
  ])('refuses %s and keeps nothing', async (_what, change) => {
    const { id, session } = await auth.confirmedPerson();
    expect((await report(session.access_token, { ...event, ...change })).status).toBe(400);
    expect(await eventsOf(id)).toEqual([]);
  });

  test('mails what is grave, once an hour', async () => {
    const { email, session } = await auth.confirmedPerson();
    await report(session.access_token, { ...event, severity: 'medium' });
    expect(await alertsTo(email)).toHaveLength(0);
    for (const severity of ['high', 'critical', 'high'])
      await report(session.access_token, { ...event, severity });
    const [alert, ...more] = await alertsTo(email);
    expect(more).toEqual([]);
    expect(`${alert?.text}${alert?.html}`).not.toContain('RAPID_ACCESS');
    program.advance(3_600_000 + 1000);
    const { answer } = await auth.signIn(email);
    await report(answer.access_token, { ...event, severity: 'high' });
    expect(await alertsTo(email)).toHaveLength(2);
  });

  test('keeps the newest thousand of a browser and all of the server', async () => {
    const { id, session } = await auth.confirmedPerson();
    const { db, clock } = program.context;
    const now = clock().getTime();
    await db
      .insertInto('security_events')
      .values(
        Array.from({ length: 1010 }, (_, index) => ({
          id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
          user_id: id,
          origin: index < 5 ? 'server' : 'browser',
          event: 'EARLIER',
          severity: 'low',
          created_at: new Date(now - 2000 + index),
        })),
      )
      .execute();
    await report(session.access_token, event);
    const kept = await eventsOf(id);
    expect(kept.filter(({ origin }) => origin === 'server')).toHaveLength(5);
    expect(kept.filter(({ origin }) => origin === 'browser')).toHaveLength(1000);
    expect(kept.at(-1)?.event).toBe('RAPID_ACCESS_ATTEMPTS');
  });
});

describe('the server’s own events', () => {
  const namesOf = async (userId: string) => (await eventsOf(userId)).map((row) => row.event);

  test('are a new device, a new password and a lock, without anything secret', async () => {
    const { email, id, session } = await auth.confirmedPerson();
    await auth.signIn(email, password, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
    await auth.put(session.access_token, { password: 'sept moutons gris' });
    for (let tries = 0; tries < 5; tries++) await auth.signIn(email, 'neuf loups noirs');
    expect(await namesOf(id)).toEqual(['sign_in_new_device', 'password_changed', 'sign_in_locked']);
    expect(JSON.stringify(await eventsOf(id))).not.toMatch(/moutons|loups/);
  });

  test('are a refresh token that was used twice, which is mailed', async () => {
    const { email, id, session } = await auth.confirmedPerson();
    const refresh = async (token: string) =>
      (await auth.call('/token?grant_type=refresh_token', { body: { refresh_token: token } })).answer;
    const second = await refresh(session.refresh_token);
    await refresh(second.refresh_token);
    program.advance(60_000);
    expect(await refresh(session.refresh_token)).toMatchObject({ error_code: 'refresh_token_already_used' });
    expect(await namesOf(id)).toEqual(['refresh_token_reused']);
    expect(await alertsTo(email)).toHaveLength(1);
  });

  test('are forgotten when their time is over', async () => {
    const { id, session } = await auth.confirmedPerson();
    await report(session.access_token, event);
    const forget = async () => {
      await enqueue(program.context.db, forgetExpired, {}, { now: program.context.clock() });
      await program.settle();
      return (await eventsOf(id)).length;
    };
    program.advance(29 * 86_400_000);
    expect(await forget()).toBe(1);
    program.advance(2 * 86_400_000);
    expect(await forget()).toBe(0);
  });
});
