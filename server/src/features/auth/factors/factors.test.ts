import {
  createRecoveryCodes,
  endSession,
  listSessions,
  proveSession,
  useRecoveryCode,
} from '@parlance/contract/endpoints/account/sessions';
import { createChatbot, listChatbots } from '@parlance/contract/endpoints/chatbots';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../kit/ids.ts';
import { authProtocol, bearer, password } from '../../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../../test/program.ts';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;

beforeAll(async () => {
  program = await startProgram({ TRUSTED_PROXIES: '127.0.0.1' });
  auth = await authProtocol(program);
});
afterAll(() => program.stop());

const stepMs = 30_000;
const minuteMs = 60_000;

interface Factor {
  id: string;
  secret: string;
}

const codeOf = ({ secret }: Factor, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: program.context.clock().getTime() + step * stepMs,
  });

async function enrol(token: string, body: object = {}): Promise<Factor> {
  const { answer } = await auth.call('/factors', {
    body: { factor_type: 'totp', ...body },
    headers: bearer(token),
  });
  return { id: answer.id, secret: answer.totp.secret };
}

const challenge = async (token: string, { id }: Factor, headers: Record<string, string> = {}) =>
  (await auth.call(`/factors/${id}/challenge`, { body: {}, headers: { ...bearer(token), ...headers } }))
    .answer.id as string;

const answer = (
  token: string,
  { id }: Factor,
  challengeId: string,
  code: string,
  headers: Record<string, string> = {},
) =>
  auth.call(`/factors/${id}/verify`, {
    body: { challenge_id: challengeId, code },
    headers: { ...bearer(token), ...headers },
  });

const prove = async (token: string, factor: Factor, code = codeOf(factor)) =>
  answer(token, factor, await challenge(token, factor), code);

const outcomeOf = ({ status, answer }: { status: number; answer: { error_code?: string } }) =>
  `${status} ${answer.error_code ?? ''}`.trim();

/** Somebody with a verified factor, their session at its second level; the next code of theirs is good again. */
async function withFactor() {
  const person = await auth.confirmedPerson();
  const factor = await enrol(person.session.access_token);
  const raised = await prove(person.session.access_token, factor);
  expect(raised.status).toBe(200);
  program.advance(stepMs);
  return { ...person, factor, low: person.session.access_token as string, raised: raised.answer };
}

const signIn = async (email: string, headers: Record<string, string> = {}) =>
  (await auth.signIn(email, password, headers)).answer;

const api = (endpoint: Parameters<Program['call']>[0], token: string, wish = {}) =>
  program.call(endpoint, wish, token) as Promise<{ status: number; headers: Headers; body: never }>;

// biome-ignore lint/suspicious/noExplicitAny: problems and answers of several shapes
const bodyOf = (response: { body: unknown }): any => response.body;

const eventsOf = async (userId: string) =>
  (
    await program.context.db
      .selectFrom('security_events')
      .select(['event', 'severity', 'origin'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

describe('a secret', () => {
  test('lies sealed in the database and in no log', async () => {
    const { factor } = await withFactor();
    const row = await program.context.db
      .selectFrom('factors')
      .selectAll()
      .where('id', '=', factor.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(factor.secret);
    expect(program.context.secrets.decrypt(row.secret_sealed, `factors.secret_sealed.${factor.id}`)).toBe(
      factor.secret,
    );
    expect(program.logged.join('\n')).not.toContain(factor.secret);
  });
});

describe('a factor that was begun and left', () => {
  test('is swept at the next enrolment, five minutes later', async () => {
    const { session } = await auth.confirmedPerson();
    await enrol(session.access_token, { friendly_name: 'phone' });
    program.advance(4 * minuteMs);
    const again = () =>
      auth.call('/factors', {
        body: { factor_type: 'totp', friendly_name: 'phone' },
        headers: bearer(session.access_token),
      });
    expect(outcomeOf(await again())).toBe('422 mfa_factor_name_conflict');
    program.advance(2 * minuteMs);
    expect((await api(proveSession, session.access_token, { body: { password } })).status).toBe(204);
    expect((await again()).status).toBe(200);
  });

  test('does not stand in for the one that is asked for', async () => {
    const { raised, email } = await withFactor();
    const second = await enrol(raised.access_token);
    const { access_token: low } = await signIn(email);
    expect(outcomeOf(await prove(low, second))).toBe('403 insufficient_aal');
    expect((await prove(raised.access_token, second)).status).toBe(200);
  });
});

describe('a code', () => {
  test('may be written with a space', async () => {
    const { session } = await auth.confirmedPerson();
    const factor = await enrol(session.access_token);
    const code = codeOf(factor);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await prove(session.access_token, factor, spaced)).status).toBe(200);
  });

  test('is not good for what came before it either', async () => {
    const { raised, factor } = await withFactor();
    expect((await prove(raised.access_token, factor, codeOf(factor, 1))).status).toBe(200);
    for (const step of [0, 1]) {
      expect(outcomeOf(await prove(raised.access_token, factor, codeOf(factor, step)))).toBe(
        '422 mfa_verification_failed',
      );
    }
  });

  test('comes from where the challenge went', async () => {
    const { raised, factor } = await withFactor();
    const [here, there] = ['198.51.100.7', '203.0.113.9'].map((from) => ({ 'x-forwarded-for': from }));
    const id = await challenge(raised.access_token, factor, here);
    expect(outcomeOf(await answer(raised.access_token, factor, id, codeOf(factor), there))).toBe(
      '422 mfa_ip_address_mismatch',
    );
    expect((await answer(raised.access_token, factor, id, codeOf(factor), here)).status).toBe(200);
  });

  test('comes before the challenge has ended', async () => {
    const { raised, factor } = await withFactor();
    const id = await challenge(raised.access_token, factor);
    program.advance(301_000);
    expect(outcomeOf(await answer(raised.access_token, factor, id, codeOf(factor)))).toBe(
      '422 mfa_challenge_expired',
    );
  });

  test('may be right after one that was wrong, by the same challenge', async () => {
    const { raised, factor } = await withFactor();
    const id = await challenge(raised.access_token, factor);
    expect((await answer(raised.access_token, factor, id, '000000')).status).toBe(422);
    expect((await answer(raised.access_token, factor, id, codeOf(factor))).status).toBe(200);
  });
});

describe('wrong codes', () => {
  test('are five in a quarter of an hour, over factors and recovery codes, then none is looked at', async () => {
    const { raised, factor, email, id } = await withFactor();
    const codes = bodyOf(await api(createRecoveryCodes, raised.access_token)).codes as string[];
    const second = await enrol(raised.access_token);
    await prove(raised.access_token, second);
    program.advance(stepMs);
    const { access_token: low } = await signIn(email);
    const useCode = (code: string) => api(useRecoveryCode, low, { body: { code } });

    expect((await prove(low, factor, '000000')).status).toBe(422);
    expect((await prove(low, second, '000000')).status).toBe(422);
    expect(bodyOf(await useCode('not-a-code'))).toMatchObject({ code: 'recovery_code_invalid' });
    expect((await prove(low, factor, 'letters')).status).toBe(422);
    expect((await useCode('0000-0000-0000-0000')).status).toBe(422);

    const refused = await prove(low, factor);
    expect(outcomeOf(refused)).toBe('429 over_request_rate_limit');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    const also = await useCode(codes[0] as string);
    expect(also.status).toBe(429);
    expect(Number(also.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect(bodyOf(also).code).toBe('rate_limited');
    expect(await eventsOf(id)).toContain('second_step_locked');
    await program.settle();
    expect(await program.mailbox(email)).toContainEqual(
      expect.objectContaining({ subject: 'Unusual activity on your account' }),
    );

    program.advance(15 * minuteMs + 1000);
    expect((await prove(low, factor)).status).toBe(200);
  });

  test('are no more when they come at once', async () => {
    const { raised, factor } = await withFactor();
    const challenges = await Promise.all(
      Array.from({ length: 12 }, () => challenge(raised.access_token, factor)),
    );
    const answers = await Promise.all(
      challenges.map((id) => answer(raised.access_token, factor, id, '000000')),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('are forgotten with a right one', async () => {
    const { raised, factor } = await withFactor();
    const token = raised.access_token;
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 4; tries++) await prove(token, factor, '000000');
      expect((await prove(token, factor)).status).toBe(200);
      program.advance(stepMs);
    }
  });
});

describe('who has a factor', () => {
  test('opens nothing with a token of before, even when its session has been raised since', async () => {
    const { low, raised } = await withFactor();
    expect(bodyOf(await api(listChatbots, low))).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await api(listChatbots, raised.access_token)).status).toBe(200);
    const body = { name: 'Sneaky', platform: 'website' };
    expect((await api(createChatbot, low, { body })).status).toBe(403);
    expect((await api(listSessions, low)).status).toBe(403);
  });

  test('is a stranger to a session at the first level: it sees the factors, and changes nothing', async () => {
    const { email, raised } = await withFactor();
    const data = { first_name: 'Camille' };
    expect((await auth.put(raised.access_token, { data })).status).toBe(200);
    const { answer: session } = await auth.signIn(email);
    const { answer: user } = await auth.call('/user', { headers: bearer(session.access_token) });
    for (const shown of [user, session.user]) {
      expect(shown.factors).toHaveLength(1);
      expect([shown.user_metadata, shown.identities]).toEqual([{}, []]);
    }
    expect(decodeJwt(session.access_token).user_metadata).toEqual({});
    expect(outcomeOf(await auth.put(session.access_token, { data: { first_name: 'Mallory' } }))).toBe(
      '401 insufficient_aal',
    );
    expect(outcomeOf(await auth.call('/reauthenticate', { headers: bearer(session.access_token) }))).toBe(
      '401 insufficient_aal',
    );
    const { answer: whole } = await auth.call('/user', { headers: bearer(raised.access_token) });
    expect(whole.user_metadata).toMatchObject(data);
  });

  test('sets a new password by a recovery link only with the second step', async () => {
    const { email, factor } = await withFactor();
    await auth.call('/recover', { body: { email } });
    const { code } = await auth.mailTo(email, 'Choose a new password');
    const { answer: recovery } = await auth.call('/verify', {
      body: { type: 'recovery', email, token: code },
    });
    const token = recovery.access_token;
    const change = { password: 'sept moutons gris' };
    expect(outcomeOf(await auth.put(token, change))).toBe('401 insufficient_aal');
    const raised = await prove(token, factor);
    expect(raised.status).toBe(200);
    expect(bodyOf(await api(listChatbots, raised.answer.access_token)).code).toBe('forbidden');
    expect((await auth.put(raised.answer.access_token, change)).status).toBe(200);
    expect((await api(listChatbots, raised.answer.access_token)).status).toBe(200);
  });

  test('is told by mail of the first and of a removed one', async () => {
    const { email, raised, factor, id } = await withFactor();
    await auth.call(`/factors/${factor.id}`, { method: 'DELETE', headers: bearer(raised.access_token) });
    await program.settle();
    const subjects = (await program.mailbox(email)).map(({ subject }) => subject);
    expect(subjects).toContain('Two-step sign-in is on');
    expect(subjects).toContain('Authenticator app removed');
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['factor_added', 'factor_removed']));
  });
});

describe('a removed factor', () => {
  const remove = (token: string, { id }: Factor) =>
    auth.call(`/factors/${id}`, { method: 'DELETE', headers: bearer(token) });
  const refresh = async (token: string) =>
    (await auth.call('/token?grant_type=refresh_token', { body: { refresh_token: token } })).answer;

  test('lets those sessions fall back that it had raised, each at its next refresh', async () => {
    const { email, factor, raised } = await withFactor();
    const second = await enrol(raised.access_token);
    // From here on the first session stands by the second factor.
    const { answer: bySecond } = await prove(raised.access_token, second);
    const { access_token: low } = await signIn(email);
    const { answer: byFirst } = await prove(low, factor);
    expect((await remove(bySecond.access_token, factor)).status).toBe(200);

    expect((await api(listChatbots, byFirst.access_token)).status).toBe(200);
    const fallen = await refresh(byFirst.refresh_token);
    expect(decodeJwt(fallen.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(bodyOf(await api(listChatbots, fallen.access_token)).code).toBe('insufficient_aal');
    // The answer that got lost, too.
    expect(decodeJwt((await refresh(byFirst.refresh_token)).access_token)).toMatchObject({ aal: 'aal1' });
    expect(decodeJwt((await refresh(bySecond.refresh_token)).access_token)).toMatchObject({ aal: 'aal2' });
  });

  test('takes the recovery codes along when it was the last', async () => {
    const { raised, factor, id } = await withFactor();
    await api(createRecoveryCodes, raised.access_token);
    await remove(raised.access_token, factor);
    const left = await program.context.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('recovery codes', () => {
  const codesFor = async (token: string): Promise<string[]> =>
    bodyOf(await api(createRecoveryCodes, token)).codes;

  test('are ten, unlike each other, and stored as hashes', async () => {
    const { raised, id } = await withFactor();
    const codes = await codesFor(raised.access_token);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    const rows = await program.context.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    expect(rows).toHaveLength(10);
    expect(rows.map(({ code_hash }) => code_hash.toString()).join()).not.toContain(codes[0]);
  });

  test('need a factor and the second level', async () => {
    const { session } = await auth.confirmedPerson();
    expect(bodyOf(await api(createRecoveryCodes, session.access_token))).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    const { low } = await withFactor();
    expect(bodyOf(await api(createRecoveryCodes, low)).code).toBe('insufficient_aal');
  });

  test('are the second step once, however they are written, and are told by mail', async () => {
    const { raised, email, id } = await withFactor();
    const [code = ''] = await codesFor(raised.access_token);
    const { access_token: low } = await signIn(email);
    const written = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')}`;
    const used = await api(useRecoveryCode, low, { body: { code: written } });
    expect(used.status).toBe(200);
    const session = bodyOf(used);
    expect(decodeJwt(session.access_token)).toMatchObject({ aal: 'aal2', sub: id });
    expect(decodeJwt(session.access_token).session_id).toBe(decodeJwt(low).session_id);
    expect((await api(listChatbots, session.access_token)).status).toBe(200);
    const client = auth.client();
    const taken = await client.auth.setSession(session);
    expect(taken.error).toBeNull();

    const { access_token: again } = await signIn(email);
    expect((await api(useRecoveryCode, again, { body: { code } })).status).toBe(422);
    await program.settle();
    expect((await program.mailbox(email)).map(({ subject }) => subject)).toContain(
      'A recovery code was used',
    );
    expect(await eventsOf(id)).toContain('recovery_code_used');
  });

  test('are one step for one of many who bring the same', async () => {
    const { raised, email } = await withFactor();
    const [code = ''] = await codesFor(raised.access_token);
    const { access_token: low } = await signIn(email);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => api(useRecoveryCode, low, { body: { code } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('are void once there are new ones, and nobody else’s', async () => {
    const { raised, email } = await withFactor();
    const [old = ''] = await codesFor(raised.access_token);
    const [current = ''] = await codesFor(raised.access_token);
    const stranger = await withFactor();
    const { access_token: strange } = await signIn(stranger.email);
    const { access_token: low } = await signIn(email);
    expect((await api(useRecoveryCode, strange, { body: { code: current } })).status).toBe(422);
    expect((await api(useRecoveryCode, low, { body: { code: old } })).status).toBe(422);
    expect((await api(useRecoveryCode, low, { body: { code: current } })).status).toBe(200);
  });

  test('are not wasted on a session that needs none', async () => {
    const { raised, email } = await withFactor();
    const [code = ''] = await codesFor(raised.access_token);
    expect((await api(useRecoveryCode, raised.access_token, { body: { code } })).status).toBe(409);
    const { access_token: low } = await signIn(email);
    expect((await api(useRecoveryCode, low, { body: { code } })).status).toBe(200);
  });

  test('help who has forgotten the password, too', async () => {
    const { raised, email } = await withFactor();
    const [code = ''] = await codesFor(raised.access_token);
    await auth.call('/recover', { body: { email } });
    const mail = await auth.mailTo(email, 'Choose a new password');
    const { answer: recovery } = await auth.call('/verify', {
      body: { type: 'recovery', email, token: mail.code },
    });
    const session = bodyOf(await api(useRecoveryCode, recovery.access_token, { body: { code } }));
    expect((await auth.put(session.access_token, { password: 'sept moutons gris' })).status).toBe(200);
  });

  test('are kept under no idempotency key', async () => {
    const { raised, id } = await withFactor();
    await api(createRecoveryCodes, raised.access_token, {
      headers: { 'idempotency-key': newId(new Date()) },
    });
    const kept = await program.context.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('owner_id', '=', id)
      .execute();
    expect(kept).toEqual([]);
  });
});

describe('sessions', () => {
  test('are listed page by page, the last seen first, one’s own alone', async () => {
    const { email, session } = await auth.confirmedPerson();
    await auth.confirmedPerson();
    program.advance(1000);
    await signIn(email, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    program.advance(1000);
    const { access_token: token } = await signIn(email);
    const first = bodyOf(await api(listSessions, token, { query: { limit: 2 } }));
    expect(first.items).toEqual([
      {
        id: decodeJwt(token).session_id,
        current: true,
        userAgent: expect.any(String),
        lastSeenAt: expect.any(String),
      },
      expect.objectContaining({
        current: false,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      }),
    ]);
    const rest = bodyOf(await api(listSessions, token, { query: { limit: 2, cursor: first.nextCursor } }));
    expect(rest.items).toMatchObject([{ id: decodeJwt(session.access_token).session_id, current: false }]);
    expect(rest.nextCursor).toBeNull();
  });

  test('end at once, for their owner alone', async () => {
    const { email, session, id } = await auth.confirmedPerson();
    const stranger = await auth.confirmedPerson();
    const { access_token: token } = await signIn(email);
    const params = { sessionId: decodeJwt(session.access_token).session_id as string };
    expect((await api(endSession, stranger.session.access_token, { params })).status).toBe(404);
    expect((await api(listChatbots, session.access_token)).status).toBe(200);
    expect((await api(endSession, token, { params })).status).toBe(204);
    expect((await api(listChatbots, session.access_token)).status).toBe(401);
    expect(outcomeOf(await auth.call('/user', { headers: bearer(session.access_token) }))).toBe(
      '403 session_not_found',
    );
    expect((await api(endSession, token, { params })).status).toBe(404);
    expect((await api(endSession, token, { params: { sessionId: 'nothing' } })).status).toBe(404);
    expect(await eventsOf(id)).toContain('session_ended');
  });
});
