import { describe, expect, test } from 'vitest';
import { fragmentOf, locationOf, newEmail, open, password } from './caller.ts';
import { shared } from './programs.ts';
import { connect } from './socket.ts';

const { server, auth, ask, signUp, signIn, refresh, mailTo, newPerson } = shared();

/** Each of the ten as a story of its own; the areas hold the details. */
describe('§17 the ten mistakes', () => {
  test('1: bodies with null and unknown keys are no mistake of the client', async () => {
    const body = {
      code_challenge: null,
      code_challenge_method: null,
      gotrue_meta_security: {},
      data: {},
      x: 1,
    };
    expect((await signUp(newEmail(), body)).outcome).toBe('200');
  });

  test('2: no answer but that of /logout is empty', async () => {
    const { token, email } = await newPerson();
    const answers = [
      await auth('POST /recover', { email }),
      await auth('POST /otp', { email }),
      await auth('POST /resend', { type: 'signup', email }),
      await auth('GET /reauthenticate', undefined, { token }),
      await auth('POST /nothing', {}),
    ];
    for (const { text, headers } of answers) {
      expect(JSON.parse(text)).toEqual(expect.any(Object));
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    }
  });

  test('3: a page can read what tells it the code and the time to wait', async () => {
    const { headers } = await auth('POST /recover', {}, { headers: { origin: server.url } });
    const exposed = headers.get('access-control-expose-headers') ?? '';
    expect(exposed).toContain('x-supabase-api-version');
    expect(exposed).toContain('retry-after');
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
  });

  test('4: the publishable key as bearer is nobody', async () => {
    expect((await signUp(newEmail(), {}, { token: server.key })).outcome).toBe('200');
  });

  test('5: an ended session is 403 session_not_found, and says so to the client', async () => {
    const { token } = await newPerson();
    await auth('POST /logout', undefined, { token });
    const answer = await auth('GET /user', undefined, { token });
    expect(answer.outcome).toBe('403 session_not_found');
  });

  test('6: two tabs and a lost answer end no session', async () => {
    const { session } = await newPerson();
    const [one, two] = await Promise.all([refresh(session.refresh_token), refresh(session.refresh_token)]);
    expect([one.outcome, two.outcome]).toEqual(['200', '200']);
    await refresh(one.body.refresh_token);
    expect((await refresh(one.body.refresh_token)).outcome).toBe('200');
  });

  test('7: what is wrong with an account is told to who knows its password', async () => {
    const email = newEmail();
    await signUp(email);
    expect((await signIn(email, 'wrong one')).outcome).toBe('400 invalid_credentials');
    expect((await signIn(newEmail(), 'wrong one')).outcome).toBe('400 invalid_credentials');
  });

  test('8: a session never leaves for an address that only looks like ours', async () => {
    const host = new URL(server.url).host;
    for (const address of [
      `http://${host}.evil.tld`,
      `http://${host}@evil.tld`,
      '//evil.tld',
      '\\\\evil.tld',
    ]) {
      const email = newEmail();
      await auth(`POST /signup?redirect_to=${encodeURIComponent(address)}`, { email, password });
      const { link } = await mailTo(email);
      link.searchParams.set('redirect_to', address);
      const answer = await open(link);
      expect(fragmentOf(answer).access_token).toEqual(expect.any(String));
      expect(locationOf(answer).origin).toBe(server.url);
    }
  });

  test('9: an address confirmed by its owner keeps no password that a stranger set before', async () => {
    const email = newEmail();
    await signUp(email, { password: 'the stranger’s own', data: { first_name: 'Stranger' } });
    await mailTo(email);
    await auth('POST /recover', { email });
    const { code } = await mailTo(email, 2);
    const { body } = await auth('POST /verify', { type: 'recovery', email, token: code });
    await auth('PUT /user', { password }, { token: body.access_token });
    expect((await signIn(email, 'the stranger’s own')).outcome).toBe('400 invalid_credentials');
    expect((await signIn(email)).outcome).toBe('200');
  });

  test('10: a realtime binding is echoed as it was asked, and a silent socket stays', async () => {
    const { token } = await newPerson();
    const socket = await connect(server);
    const asked = [{ event: 'DELETE', schema: 'public', table: 'sources' }];
    const { response } = await socket.join('realtime:echo', asked, token);
    expect(response.postgres_changes).toEqual([{ id: expect.anything(), ...asked[0] }]);
    expect(socket.isClosed()).toBe(false);
    socket.close();
  });

  test('and the small ones: no null identities, no milliseconds, and a looked-at link stays good', async () => {
    const email = newEmail();
    await signUp(email);
    const again = await signUp((await newPerson()).email);
    expect(again.body.identities).toEqual([]);
    const { link } = await mailTo(email);
    await ask(`HEAD ${link.pathname}${link.search}`, undefined, { key: undefined });
    const { expires_at } = fragmentOf(await open(link));
    expect(expires_at).toMatch(/^\d{10}$/);
  });
});
