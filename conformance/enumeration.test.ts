import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, newEmail, type Person } from './caller.ts';
import { shared } from './programs.ts';

const { auth, signIn, newPerson } = shared();

let known: Person[];
let unknown: string[];
beforeAll(async () => {
  known = await Promise.all(Array.from({ length: 4 }, () => newPerson()));
  unknown = known.map(() => newEmail());
});

const calls: [string, (email: string) => Promise<Answer>][] = [
  ['POST /recover', (email) => auth('POST /recover', { email })],
  ['POST /otp', (email) => auth('POST /otp', { email, create_user: false })],
  ['POST /resend', (email) => auth('POST /resend', { type: 'signup', email })],
  ['POST /resend of a change', (email) => auth('POST /resend', { type: 'email_change', email })],
  ['sign-in', (email) => signIn(email, 'wrong one')],
];

/** Without what differs from request to request. */
const headersOf = ({ headers }: Answer) =>
  [...headers].filter(([name]) => !/^(date|x-request-id|content-security-policy)$/.test(name)).sort();

describe('§5 §6 §17 who has an account', () => {
  test.each(calls)('is not told by text, status or headers: %s', async (_what, call) => {
    const [one, other] = [await call((known[0] as Person).email), await call(unknown[0] as string)];
    expect(one.outcome).toBe(other.outcome);
    expect(one.body).toEqual(other.body);
    expect(headersOf(one)).toEqual(headersOf(other));
  });

  test('is not told by the fields of a sign-up’s answer but its empty identities', async () => {
    const body = { password: 'six chevaux bleus', data: { a: 1 } };
    const taken = await auth('POST /signup', { email: (known[0] as Person).email, ...body });
    const free = await auth('POST /signup', { email: newEmail(), ...body });
    expect(taken.status).toBe(free.status);
    expect(Object.keys(taken.body).sort()).toEqual(Object.keys(free.body).sort());
    expect(headersOf(taken).map(([name]) => name)).toEqual(headersOf(free).map(([name]) => name));
  });

  test('is not told by a wrong code', async () => {
    const [one, other] = [(known[0] as Person).email, unknown[0]].map((email) => ({
      type: 'recovery',
      email,
      token: '000000',
    }));
    const [first, second] = [await auth('POST /verify', one), await auth('POST /verify', other)];
    expect(first.body).toEqual(second.body);
    expect(first.status).toBe(second.status);
  });

  /** A quarter of the requests met a quiet moment: what the rest took is the machine's, not the server's. */
  const quartile = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 4)] as number;

  /** Times of both, measured by turns so that a busy machine weighs on both alike. */
  async function compared(call: (email: string) => Promise<Answer>, rounds: number) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      for (const side of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const email = side === 0 ? known[round % known.length]?.email : unknown[round % unknown.length];
        const begun = performance.now();
        await call(email ?? '');
        times[side].push(performance.now() - begun);
      }
    }
    return { known: quartile(times[0]), unknown: quartile(times[1]) };
  }

  test.each<[string, (email: string) => Promise<Answer>, number]>([
    ...calls.slice(0, 4).map(([what, call]) => [what, call, 20] as [string, typeof call, number]),
    // Four for each: five failures of one account are its limit.
    ['sign-in', (email) => signIn(email, 'wrong one'), 16],
  ])('is not told by time: %s', { retry: 2 }, async (what, call, rounds) => {
    if (what === 'sign-in') {
      known = await Promise.all(known.map(() => newPerson()));
      unknown = known.map(() => newEmail());
    }
    const times = await compared(call, rounds);
    const difference = Math.abs(times.known - times.unknown);
    expect(difference, JSON.stringify(times)).toBeLessThan(
      Math.max(6, 0.3 * Math.max(times.known, times.unknown)),
    );
  });

  test('costs a hash for nobody, too', async () => {
    const times = await compared((email) => signIn(email, 'another wrong one'), 4);
    const { headers } = await auth('GET /health');
    expect(headers.get('content-type')).toContain('json');
    const withoutHash: number[] = [];
    for (let round = 0; round < 4; round++) {
      const begun = performance.now();
      await auth('POST /token?grant_type=password', { email: newEmail() });
      withoutHash.push(performance.now() - begun);
    }
    expect(times.unknown).toBeGreaterThan(quartile(withoutHash));
  });
});
