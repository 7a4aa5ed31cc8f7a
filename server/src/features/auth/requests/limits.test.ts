import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, startProgram } from '../../../test/program.ts';
import { maxConcurrentHashes } from '../credentials/passwords.ts';
import { loadPublishableKey } from '../protocol/publishable-key.ts';

const password = 'six chevaux bleus';
/** The limits of a new installation, and a proxy, so that each test comes from an address of its own. */
const settings = {
  AUTH_RATE_LIMIT_EMAILS_PER_HOUR: '30',
  AUTH_RATE_LIMIT_REQUESTS_PER_5MIN: '150',
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: '60',
  TRUSTED_PROXIES: '127.0.0.1',
};

const seconds = (count: number) => count * 1000;

let program: Program;
let key: string;

beforeAll(async () => {
  program = await startProgram(settings);
  key = await loadPublishableKey(program.context);
});
afterAll(async () => program.stop());

let lastAddress = 0;
const newClient = () => `198.51.100.${++lastAddress}`;
let lastPerson = 0;
const newAddress = () => `limited-${++lastPerson}@example.org`;

async function post(path: string, body: object, from: string, bearer?: string) {
  const response = await fetch(`${program.url}/auth/v1${path}`, {
    method: path === '/user' ? 'PUT' : 'POST',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { error_code?: string; msg?: string; access_token?: string };
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    code: answer.error_code,
    message: answer.msg,
    retryAfter,
    token: answer.access_token,
  };
}

const signUp = (email: string, from: string) => post('/signup', { email, password }, from);
const signIn = (email: string, word: string, from: string) =>
  post('/token?grant_type=password', { email, password: word }, from);

async function confirmedPerson(from: string) {
  const email = newAddress();
  await signUp(email, from);
  await program.settle();
  const [mail] = await program.mailbox(email);
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  expect((await post('/verify', { type: 'signup', email, token: code }, from)).status).toBe(200);
  return email;
}

describe('mails', () => {
  test('of one kind to one address are a minute apart, whoever asks and whether it is known', async () => {
    for (const email of [newAddress(), await confirmedPerson(newClient())]) {
      const first = await post('/resend', { type: 'signup', email }, newClient());
      const again = await post('/resend', { type: 'signup', email }, newClient());
      const known = first.status === 429;
      expect(again).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
      expect(again.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
      expect(Number(again.retryAfter)).toBeGreaterThan(50);
      if (known) expect(first.code).toBe('over_email_send_rate_limit');
    }
  });

  test.each([
    ['/otp', { create_user: false }],
    ['/otp', {}],
    ['/recover', {}],
    ['/resend', { type: 'email_change' }],
  ])('asked for by %s %j are limited alike for known and unknown addresses', async (path, body) => {
    const answers: unknown[] = [];
    for (const email of [await confirmedPerson(newClient()), newAddress()]) {
      const told: unknown[] = [];
      for (let index = 0; index < 7; index++) {
        const { retryAfter, ...answer } = await post(path, { ...body, email }, newClient());
        told.push(answer);
        if (answer.status === 429) expect(Number(retryAfter)).toBeGreaterThan(0);
        // Every second one comes too soon.
        if (index % 2 === 1) program.advance(seconds(61));
      }
      answers.push(told.map((answer) => ({ ...(answer as object), message: undefined })));
    }
    expect(answers[0]).toMatchObject([
      { status: 200 },
      { status: 429 },
      { status: 200 },
      { status: 429 },
      {},
      {},
      {},
    ]);
    expect(answers[1]).toEqual(answers[0]);
  });

  test('of a change of address are counted for both addresses, whoever asks for them again', async () => {
    const victim = newAddress();
    const resends: Array<() => Promise<{ status: number }>> = [];
    for (let index = 0; index < 2; index++) {
      const email = await confirmedPerson(newClient());
      const { token } = await post('/token?grant_type=password', { email, password }, newClient());
      program.advance(seconds(61));
      expect((await post('/user', { email: victim }, newClient(), token)).status).toBe(200);
      const tooSoon = await post('/user', { email: newAddress() }, newClient(), token);
      expect(tooSoon).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
      resends.push(() => post('/resend', { type: 'email_change', email }, newClient()));
    }
    for (let index = 0; index < 2; index++) {
      program.advance(seconds(61));
      expect(await Promise.all(resends.map(async (again) => (await again()).status))).toEqual([200, 200]);
      await program.settle();
    }
    expect(await program.mailbox(victim)).toHaveLength(5);
  });

  test('to one address are five an hour', async () => {
    const email = newAddress();
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) {
      statuses.push((await signUp(email, newClient())).status);
      program.advance(seconds(61));
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    program.advance(seconds(3600));
    expect((await signUp(email, newClient())).status).toBe(200);
  });

  test('follow ten sign-ups an hour from one client address, and the refused count for nobody else', async () => {
    const from = newClient();
    for (let index = 0; index < 10; index++) expect((await signUp(newAddress(), from)).status).toBe(200);
    const victim = newAddress();
    const refused = await signUp(victim, from);
    expect(refused).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(refused.message).toBe('email rate limit exceeded');
    expect(Number(refused.retryAfter)).toBeGreaterThan(3000);
    expect((await signUp(victim, newClient())).status).toBe(200);
  });
});

describe('requests', () => {
  test('of one client address are counted by group, an IPv6 network as one', async () => {
    const body = { type: 'signup', token_hash: 'nothing' };
    const statuses = new Map<number, number>();
    for (let index = 0; index < 151; index++) {
      const { status } = await post('/verify', body, `2001:db8:1:1::${(index + 1).toString(16)}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 403: 150, 429: 1 });
    const refused = await post('/verify', body, '2001:db8:1:1::1');
    expect(refused).toMatchObject({ code: 'over_request_rate_limit', message: 'Request rate limit reached' });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect((await post('/verify', body, '2001:db8:1:2::1')).status).toBe(403);
    expect((await signIn(newAddress(), 'wrong one', '2001:db8:1:1::1')).status).toBe(400);
  });
});

describe('failed sign-ins', () => {
  test('of one account are five, then each doubles the wait; where the owner signed in before they are free', async () => {
    const home = newClient();
    const email = await confirmedPerson(home);
    expect((await signIn(email, password, home)).status).toBe(200);
    for (let index = 0; index < 5; index++) {
      expect((await signIn(email, 'wrong one', newClient())).status).toBe(400);
    }
    const blocked = await signIn(email, password, newClient());
    expect(blocked).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    const wait = Number(blocked.retryAfter);
    expect((await signIn(email, password, home)).status).toBe(200);

    program.advance(seconds(wait));
    expect((await signIn(email, 'wrong one', newClient())).status).toBe(400);
    const longer = await signIn(email, password, newClient());
    expect(Number(longer.retryAfter)).toBeGreaterThan(1.5 * wait);
    program.advance(seconds(Number(longer.retryAfter)));
    expect((await signIn(email, password, newClient())).status).toBe(200);
  });

  test('of an unknown address are counted alike', async () => {
    const email = newAddress();
    for (let index = 0; index < 5; index++) await signIn(email, 'wrong one', newClient());
    expect((await signIn(email, 'wrong one', newClient())).status).toBe(429);
  });

  test('in parallel get no further', async () => {
    const email = await confirmedPerson(newClient());
    const from = newClient();
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(email, 'wrong one', from)));
    const tried = answers.filter(({ status }) => status === 400).length;
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(tried).toBeLessThan(10);
  });

  test('from one client address are thirty, whatever the accounts', async () => {
    const from = newClient();
    for (let index = 0; index < 30; index++) {
      expect((await signIn(newAddress(), 'wrong one', from)).status).toBe(400);
    }
    const refused = await signIn(newAddress(), 'wrong one', from);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(800);
    program.advance(seconds(901));
    expect((await signIn(newAddress(), 'wrong one', from)).status).toBe(400);
  });
});

describe('a flood of sign-ins', () => {
  test('is refused beyond the queue at once, and the rest of the service goes on', async () => {
    let answered = 0;
    const flood = Array.from({ length: 120 }, async () => {
      const response = await post(
        '/token?grant_type=password',
        { email: newAddress(), password },
        newClient(),
      );
      answered += 1;
      return { ...response, answered };
    });
    const others = await Promise.all(
      ['/healthz', '/readyz', '/config.json'].map(async (path) => {
        const { status } = await fetch(program.url + path);
        return { status, answered };
      }),
    );
    const answers = await Promise.all(flood);
    const [refused, admitted] = [503, 400].map((status) =>
      answers.filter((answer) => answer.status === status),
    );
    if (!refused || !admitted) throw new Error('two kinds');
    expect(refused.length + admitted.length).toBe(120);
    expect(refused.length).toBeGreaterThan(0);
    expect(admitted.length).toBeGreaterThanOrEqual(64 + maxConcurrentHashes);
    for (const { retryAfter } of refused) expect(retryAfter).toBe('2');
    // Nobody who is refused, or asks for something else, waits for the hashing of those who were let in.
    const meanPlace = (of: { answered: number }[]) =>
      of.reduce((sum, { answered }) => sum + answered, 0) / of.length;
    expect(meanPlace(refused)).toBeLessThan(meanPlace(admitted));
    for (const { status, answered } of others) {
      expect(status).toBe(200);
      expect(answered).toBeLessThan(120);
    }
  });
});
