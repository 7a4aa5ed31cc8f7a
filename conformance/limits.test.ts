import { describe, expect, test } from 'vitest';
import { type Answer, type Extra, newEmail, password } from './caller.ts';
import { isOwn, programWith } from './programs.ts';

/** Six mails of one kind a minute would be none; the figures are small so that a check reaches them soon. */
const requests = 24;
const emails = 18;
const at = programWith(() => ({
  AUTH_RATE_LIMIT_EMAILS_PER_HOUR: String(emails),
  AUTH_RATE_LIMIT_REQUESTS_PER_5MIN: String(requests),
  AUTH_MIN_SECONDS_BETWEEN_EMAILS: '60',
}));

let addresses = 0;
/** A client address of its own. */
const newClient = (): Extra => ({ from: `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}` });

const expectRefused = (answer: Answer, code: string) => {
  expect(answer.outcome).toBe(`429 ${code}`);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
};
const mails = 'over_email_send_rate_limit';
const calls = 'over_request_rate_limit';

const confirmed = () => at.newPerson({}, newClient());

/** The answers of so many calls from one client address. */
async function times(count: number, call: (client: Extra) => Promise<Answer>, client = newClient()) {
  const answers: Answer[] = [];
  while (answers.length < count) answers.push(await call(client));
  return answers;
}

describe.skipIf(!isOwn())('§5 limits (need AUTH_RATE_LIMIT_* and AUTH_MIN_SECONDS_BETWEEN_EMAILS)', () => {
  const kinds: [string, (email: string, client: Extra) => Promise<Answer>][] = [
    ['/signup', (email, client) => at.signUp(email, {}, client)],
    ['/otp', (email, client) => at.auth('POST /otp', { email }, client)],
    ['/recover', (email, client) => at.auth('POST /recover', { email }, client)],
    ['/resend', (email, client) => at.auth('POST /resend', { type: 'signup', email }, client)],
  ];

  describe('between two mails of one kind to one address', () => {
    test.each(kinds)('there is a minute, whoever asks: %s', async (_what, call) => {
      const email = newEmail();
      expect((await call(email, newClient())).outcome).toBe('200');
      const again = await call(email, newClient());
      expectRefused(again, mails);
      expect(again.body.message).toMatch(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      );
      const told = Number(/after (\d+) seconds/.exec(again.body.message)?.[1]);
      expect(told).toBeGreaterThan(50);
      expect(told).toBeLessThanOrEqual(60);
      expect(Number(again.headers.get('retry-after'))).toBe(told);
    });

    test.each([
      ['/otp', (email: string) => at.auth('POST /otp', { email, create_user: false }, newClient())],
      ['/recover', (email: string) => at.auth('POST /recover', { email }, newClient())],
    ])('the minute does not tell who is known: %s', async (_what, call) => {
      const { email: known } = await confirmed();
      const unknown = newEmail();
      const outcomes = [];
      for (const email of [known, unknown])
        outcomes.push([(await call(email)).outcome, (await call(email)).outcome]);
      expect(outcomes[0]).toEqual(['200', `429 ${mails}`]);
      expect(outcomes[1]).toEqual(outcomes[0]);
    });

    test('a mail of another kind goes', async () => {
      const { email } = await confirmed();
      expect((await at.auth('POST /otp', { email }, newClient())).outcome).toBe('200');
      expect((await at.auth('POST /recover', { email }, newClient())).outcome).toBe('200');
    });
  });

  describe('in an hour', () => {
    test('mails to one address are a sixth', async () => {
      const { email } = await confirmed();
      expect((await at.auth('POST /otp', { email }, newClient())).outcome).toBe('200');
      expect((await at.auth('POST /recover', { email }, newClient())).outcome).toBe('200');
      const over = await at.auth('POST /resend', { type: 'signup', email }, newClient());
      expectRefused(over, mails);
      expect(over.body.message).toBe('email rate limit exceeded');
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(60);
    });

    test('mails to one unknown address are the same sixth', async () => {
      const email = newEmail();
      const calls = [
        { call: 'POST /recover', body: { email } },
        { call: 'POST /otp', body: { email, create_user: false } },
        { call: 'POST /resend', body: { type: 'signup', email } },
        { call: 'POST /resend', body: { type: 'email_change', email } },
      ];
      const outcomes = [];
      for (const { call, body } of calls) outcomes.push((await at.auth(call, body, newClient())).outcome);
      expect(outcomes).toEqual(['200', '200', '200', `429 ${mails}`]);
    });

    test('sign-ups from one client address are a third', async () => {
      const answers = await times(emails / 3 + 1, (client) => at.signUp(newEmail(), {}, client));
      expect(answers.map(({ status }) => status)).toEqual([...Array(emails / 3).fill(200), 429]);
      expectRefused(answers.at(-1) as Answer, mails);
      expect(answers.at(-1)?.body.message).toBe('email rate limit exceeded');
    });

    test('mails from one client address are all there are', async () => {
      const answers = await times(emails + 1, (client) =>
        at.auth('POST /recover', { email: newEmail() }, client),
      );
      expect(answers.map(({ status }) => status)).toEqual([...Array(emails).fill(200), 429]);
      expectRefused(answers.at(-1) as Answer, mails);
    });

    test('what one client address used up is nobody else’s', async () => {
      const client = newClient();
      await times(emails / 3, () => at.signUp(newEmail(), {}, client), client);
      const victim = newEmail();
      expectRefused(await at.signUp(victim, {}, client), mails);
      expect((await at.signUp(victim, {}, newClient())).outcome).toBe('200');
    });
  });

  describe('in five minutes one client address', () => {
    test.each<[string, (client: Extra) => Promise<Answer>]>([
      ['token', (client) => at.refresh('abcdefghijkl', client)],
      ['mails', (client) => at.auth('POST /recover', { email: 'nobody' }, client)],
      ['verify', (client) => at.auth('POST /verify', { type: 'signup', token_hash: 'x' }, client)],
      ['sso', (client) => at.auth('POST /sso', { domain: 'example.org' }, client)],
    ])('asks the group %s so often, and then is told when again', async (_group, call) => {
      const answers = await times(requests + 1, call);
      expect(answers.slice(0, -1).filter(({ status }) => status === 429)).toEqual([]);
      const last = answers.at(-1) as Answer;
      expectRefused(last, calls);
      expect(last.body.message).toBe('Request rate limit reached');
      expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    });

    test('asks the group of factors so often', async () => {
      const { token } = await confirmed();
      const id = '0190d2a2-0000-7000-8000-000000000000';
      const answers = await times(requests + 1, (client) =>
        at.auth(`POST /factors/${id}/challenge`, {}, { ...client, token }),
      );
      expectRefused(answers.at(-1) as Answer, calls);
      expect(answers.slice(0, -1).filter(({ status }) => status === 429)).toEqual([]);
    });

    test('is counted by group', async () => {
      const client = newClient();
      await times(requests + 1, () => at.refresh('abcdefghijkl', client));
      expect((await at.auth('POST /recover', { email: newEmail() }, client)).outcome).toBe('200');
      expect((await at.refresh('abcdefghijkl', newClient())).outcome).toBe('400 refresh_token_not_found');
    });

    test('cannot ask more by writing another address before its own', async () => {
      const client = '198.51.99.99';
      let last: Answer | undefined;
      for (let count = 0; count <= requests; count++)
        last = await at.refresh('abcdefghijkl', { from: `203.0.113.${count}, ${client}` });
      expectRefused(last as Answer, calls);
    });
  });

  describe('failed sign-ins', () => {
    const wrong = (email: string, client: Extra) => at.signIn(email, 'wrong one', client);

    test('of one account stop after five, from wherever they come', async () => {
      const { email } = await confirmed();
      for (let count = 0; count < 5; count++)
        expect((await wrong(email, newClient())).outcome).toBe('400 invalid_credentials');
      expectRefused(await wrong(email, newClient()), calls);
    });

    test('of an unknown account stop alike', async () => {
      const email = newEmail();
      for (let count = 0; count < 5; count++)
        expect((await wrong(email, newClient())).outcome).toBe('400 invalid_credentials');
      expectRefused(await wrong(email, newClient()), calls);
    });

    test('of one client address stop at a fifth of its requests, whatever the accounts', async () => {
      const most = Math.floor(requests / 5);
      const answers = await times(most + 1, (client) => wrong(newEmail(), client));
      expect(answers.slice(0, -1).filter(({ status }) => status === 429)).toEqual([]);
      expectRefused(answers.at(-1) as Answer, calls);
    });
  });

  test('the time to wait can be read by a page', async () => {
    const email = newEmail();
    await at.auth('POST /recover', { email }, newClient());
    const { headers } = await at.auth(
      'POST /recover',
      { email },
      {
        ...newClient(),
        headers: { origin: at.server.url },
      },
    );
    expect(headers.get('retry-after')).toEqual(expect.any(String));
    expect(headers.get('access-control-expose-headers')).toContain('retry-after');
  });

  test('reach the official client as status and code', async () => {
    const supabase = at.client();
    const email = newEmail();
    await at.auth('POST /recover', { email }, newClient());
    const { error } = await supabase.auth.resetPasswordForEmail(email);
    expect(error).toMatchObject({ status: 429, code: mails });
  });

  test('are counted once for requests that come at once', async () => {
    const client = newClient();
    const answers = await Promise.all(
      Array.from({ length: requests + 8 }, () => at.refresh('abcdefghijkl', client)),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(requests);
  });

  test('of sign-ups that come at once are kept', async () => {
    const client = newClient();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => at.auth('POST /signup', { email: newEmail(), password }, client)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(emails / 3);
  });
});

describe.skipIf(!isOwn())('§6 §10 §12 where neither Google nor SAML is configured', () => {
  test('settings say so', async () => {
    const { body } = await at.auth('GET /settings');
    expect(body).toMatchObject({ external: { google: false }, saml_enabled: false });
  });

  test('authorize is 400', async () => {
    const { outcome } = await at.auth('GET /authorize?provider=google', undefined, { key: undefined });
    expect(outcome).toBe('400 validation_failed');
  });

  test('an ID token is refused', async () => {
    const body = { provider: 'google', id_token: 'a.b.c' };
    expect((await at.auth('POST /token?grant_type=id_token', body)).outcome).toBe('400 provider_disabled');
  });

  test('single sign-on is 404', async () => {
    const body = { domain: 'example.org' };
    expect((await at.auth('POST /sso', body)).outcome).toBe('404 saml_provider_disabled');
  });
});
