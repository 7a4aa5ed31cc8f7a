import { createRecoveryCodes, proveSession, undoChange } from '@parlance/contract/endpoints/account/sessions';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { authProtocol, bearer, newAddress, password, version } from '../../../test/clients/auth-protocol.ts';
import { newBrowser } from '../../../test/clients/redirect-walk.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { newPerson, type OidcIssuer, startOidcIssuer } from '../../../test/servers/oidc-issuer.ts';
import { setPassword } from '../queries/accounts.ts';
import { hashPassword, maxConcurrentHashes, runInHashSlot } from './passwords.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const otherPassword = 'sept moutons gris';

let issuer: OidcIssuer;
let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;

beforeAll(async () => {
  issuer = await startOidcIssuer();
  program = await startProgram({ ...issuer.env, AUTH_ACCESS_TOKEN_SECONDS: String(30 * 24 * 3600) });
  auth = await authProtocol(program);
});
afterAll(async () => {
  await program.stop();
  await issuer.stop();
});

type Answer = Awaited<ReturnType<typeof auth.call>>;
const outcomeOf = ({ status, answer }: Answer) => `${status} ${answer?.error_code ?? ''}`.trim();

const authorize = (token: string) =>
  auth.call('/user/identities/authorize?provider=google&skip_http_redirect=true', {
    headers: { ...bearer(token), ...version },
  });
const unlink = (token: string, identityId: string) =>
  auth.call(`/user/identities/${identityId}`, { method: 'DELETE', headers: bearer(token) });
const enrol = (token: string) =>
  auth.call('/factors', { body: { factor_type: 'totp' }, headers: bearer(token) });
const userOf = async (token: string) => (await auth.call('/user', { headers: bearer(token) })).answer;

/** Begins a link in a browser, up to the way back from the provider, which is not gone yet. */
async function beginLink(token: string, stranger = newPerson()) {
  issuer.person = stranger;
  const response = await authorize(token);
  expect(response.status).toBe(200);
  const browser = newBrowser();
  browser.remember({ headers: response.headers } as Response);
  const way = await browser.walk(response.answer.url, (url) => url.pathname === '/auth/v1/callback');
  return { browser, back: (way.at(-1) as URL).href };
}

async function finish({ browser, back }: Awaited<ReturnType<typeof beginLink>>) {
  const to = new URL((await browser.step(back)).headers.get('location') as string);
  return Object.fromEntries(new URLSearchParams(to.hash.slice(1)));
}

async function link(token: string, stranger = newPerson()) {
  const { access_token } = await finish(await beginLink(token, stranger));
  expect(access_token).toBeTruthy();
  return access_token as string;
}

const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: program.context.clock().getTime() + step * 30_000,
  });

async function verifyFactor(token: string, id: string, secret: string) {
  const { answer } = await auth.call(`/factors/${id}/challenge`, { body: {}, headers: bearer(token) });
  return auth.call(`/factors/${id}/verify`, {
    body: { challenge_id: answer.id, code: codeOf(secret) },
    headers: bearer(token),
  });
}

async function undoToken(email: string, subject: string) {
  const { text } = await auth.mailTo(email, subject);
  return /\/undo#(\S+)/.exec(text)?.[1] as string;
}

const undo = async (token: string, word?: string) => {
  const { status, body } = await program.call(undoChange, { body: { token, password: word } });
  return status === 204 ? '204' : `${status} ${(body as unknown as { code: string }).code}`;
};

const eventsOf = async (userId: string) =>
  (
    await program.context.db
      .selectFrom('security_events')
      .select('event')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

const subjects = {
  password: 'Your password was changed',
  address: 'The address of your account was changed',
  linked: 'A way to sign in was added',
  unlinked: 'A way to sign in was removed',
  factor: 'Two-step sign-in is on',
  noFactor: 'Authenticator app removed',
};

describe('a session that began a while ago', () => {
  test('opens the account to nobody else until its person has shown again who they are', async () => {
    const { session, email } = await auth.confirmedPerson();
    const token = session.access_token;
    const identityId = session.user.identities[0].identity_id;
    program.advance(6 * minuteMs);
    const attempts = () =>
      Promise.all([
        authorize(token),
        unlink(token, identityId),
        enrol(token),
        issuer.idToken(newPerson() as never).then((id_token) =>
          auth.call('/token?grant_type=id_token', {
            body: { provider: 'google', id_token, link_identity: true },
            headers: bearer(token),
          }),
        ),
      ]).then((answers) => answers.map(outcomeOf));
    expect(await attempts()).toEqual(Array(4).fill('400 reauthentication_needed'));

    const prove = async (body: never) => (await program.call(proveSession, { body }, token)).status;
    expect(await prove({ code: '000000' } as never)).toBe(422);
    expect(await prove({ password: otherPassword } as never)).toBe(422);
    expect(await attempts()).toEqual(Array(4).fill('400 reauthentication_needed'));

    await auth.call('/reauthenticate', { headers: bearer(token) });
    const { code } = await auth.mailTo(email, 'Your verification code');
    expect(await prove({ code } as never)).toBe(204);
    expect(await prove({ code } as never)).toBe(422);
    expect(outcomeOf(await authorize(token))).toBe('200');
    program.advance(6 * minuteMs);
    expect(outcomeOf(await authorize(token))).toBe('400 reauthentication_needed');
    expect(await prove({ password } as never)).toBe(204);
    expect(outcomeOf(await enrol(token))).toBe('200');
  });

  test('makes no recovery codes, which stand in for the factor', async () => {
    const { session } = await auth.confirmedPerson();
    const { answer: factor } = await enrol(session.access_token);
    const raised = (await verifyFactor(session.access_token, factor.id, factor.totp.secret)).answer;
    expect((await program.call(createRecoveryCodes, {}, raised.access_token)).status).toBe(200);
    program.advance(6 * minuteMs);
    const late = await program.call(createRecoveryCodes, {}, raised.access_token);
    expect([late.status, (late.body as unknown as { code: string }).code]).toEqual([
      403,
      'reauthentication_needed',
    ]);
  });

  test('proves itself to a guesser no more often than a sign-in does', async () => {
    const { session } = await auth.confirmedPerson();
    const tries = [];
    for (let guess = 0; guess < 7; guess++) {
      const body = { password: `wrong guess ${guess}` };
      tries.push((await program.call(proveSession, { body }, session.access_token)).status);
    }
    expect(tries).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  test('proves itself by no password that is replaced while it waits to be compared', async () => {
    const { id, session } = await auth.confirmedPerson();
    program.advance(6 * minuteMs);
    let open = () => {};
    const busy = new Promise<void>((resolve) => (open = resolve));
    const slots = Array.from({ length: maxConcurrentHashes }, () => runInHashSlot(() => busy));
    const proving = program.call(proveSession, { body: { password } }, session.access_token);
    // Time to read the hash that it will be compared with.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await setPassword(program.context.db, id, await hashPassword(otherPassword), program.context.clock());
    open();
    await Promise.all(slots);
    expect((await proving).status).toBe(422);
    expect(outcomeOf(await authorize(session.access_token))).toBe('400 reauthentication_needed');
  });

  test('is proven in no transaction: sign-ins in the slots would wait for its connection, and it for a slot', async () => {
    const { db } = program.context;
    await expect(transaction(db, () => runInHashSlot(async () => {}))).rejects.toThrow(
      'inside a transaction',
    );
    await expect(runInHashSlot(() => transaction(db, async () => 'done'))).resolves.toBe('done');
  });

  test('counts wrong proofs under an Idempotency-Key, too, and keeps nothing of them', async () => {
    const { id, email, session } = await auth.confirmedPerson();
    const token = session.access_token;
    const keyed = async (body: never, key: string) =>
      (await program.call(proveSession, { body, headers: { 'idempotency-key': key } }, token)).status;
    await auth.call('/reauthenticate', { headers: bearer(token) });
    const { code } = await auth.mailTo(email, 'Your verification code');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess++)
      expect(await keyed({ code: wrong } as never, `c${guess}`)).toBe(422);
    expect(await keyed({ code } as never, 'c')).toBe(422);
    const tries = [];
    for (let guess = 0; guess < 6; guess++) {
      tries.push(await keyed({ password: `wrong guess ${guess}` } as never, `p${guess}`));
    }
    expect(tries).toEqual([422, 422, 422, 422, 422, 429]);
    const { db } = program.context;
    const kept = db.selectFrom('idempotency_keys').select('key').where('owner_id', '=', id);
    expect(await kept.execute()).toEqual([]);
  });
});

describe('a link that was begun', () => {
  const endings: [string, (person: Awaited<ReturnType<typeof auth.confirmedPerson>>) => Promise<unknown>][] =
    [
      ['its session', ({ session }) => signOut(session.access_token, 'local')],
      [
        'a global sign-out',
        async ({ email }) => signOut((await auth.signIn(email)).answer.access_token, 'global'),
      ],
      ['a change of password', ({ session }) => auth.put(session.access_token, { password: otherPassword })],
      [
        'a factor',
        async ({ session }) => {
          const { answer } = await enrol(session.access_token);
          return verifyFactor(session.access_token, answer.id, answer.totp.secret);
        },
      ],
      ['another link', ({ session }) => link(session.access_token)],
      ['a change of address', ({ email, session }) => changeAddress(email, session.access_token)],
    ];
  const signOut = (token: string, scope: string) =>
    auth.call(`/logout?scope=${scope}`, { body: {}, headers: bearer(token) });

  test.each(endings)('ends with %s', async (_what, ending) => {
    const person = await auth.confirmedPerson();
    const begun = await beginLink(person.session.access_token);
    const stranger = issuer.person;
    await ending(person);
    const { error_code, access_token } = await finish(begun);
    expect([error_code, access_token]).toEqual(['bad_oauth_state', undefined]);
    const { rows } = await identitiesOf(person.id);
    expect(rows).not.toContain(stranger.sub);
  });

  test('ends when the session does while the provider is asked', async () => {
    const person = await auth.confirmedPerson();
    const begun = await beginLink(person.session.access_token);
    const [facts] = await Promise.all([
      finish(begun),
      auth.call('/logout?scope=global', { body: {}, headers: bearer(person.session.access_token) }),
    ]);
    const { rows } = await identitiesOf(person.id);
    // Whichever was first: linked and mailed, or not linked.
    expect(rows.includes(issuer.person.sub)).toBe(facts.access_token !== undefined);
  });
});

const identitiesOf = async (userId: string) => ({
  rows: (
    await program.context.db
      .selectFrom('identities')
      .select('provider_id')
      .where('user_id', '=', userId)
      .execute()
  ).map(({ provider_id }) => provider_id),
});

async function changeAddress(email: string, token: string, to = newAddress()) {
  expect((await auth.put(token, { email: to })).status).toBe(200);
  for (const address of [email, to]) {
    const { code } = await auth.mailTo(address);
    const answer = await auth.call('/verify', {
      body: { type: 'email_change', email: address, token: code },
    });
    expect(answer.status).toBe(200);
  }
  return to;
}

describe('what else was begun', () => {
  test('a change of address ends with a change of password, and is sent again to nobody', async () => {
    const { email, session } = await auth.confirmedPerson();
    const to = newAddress();
    await auth.put(session.access_token, { email: to });
    const { code } = await auth.mailTo(to);
    await auth.put(session.access_token, { password: otherPassword });
    expect((await userOf(session.access_token)).new_email).toBeUndefined();
    await auth.call('/resend', { body: { type: 'email_change', email } });
    await program.settle();
    expect(await program.mailbox(to)).toHaveLength(1);
    expect(
      outcomeOf(await auth.call('/verify', { body: { type: 'email_change', email: to, token: code } })),
    ).toBe('403 otp_expired');
  });

  test('an enrolment is finished in no other session', async () => {
    const { email, session } = await auth.confirmedPerson();
    const { answer: factor } = await enrol(session.access_token);
    const { answer: other } = await auth.signIn(email);
    expect(outcomeOf(await verifyFactor(other.access_token, factor.id, factor.totp.secret))).toBe(
      '404 mfa_factor_not_found',
    );
  });

  test('a mailed code of before a global sign-out proves nothing any more', async () => {
    const { email, session } = await auth.confirmedPerson();
    await auth.call('/reauthenticate', { headers: bearer(session.access_token) });
    const { code } = await auth.mailTo(email, 'Your verification code');
    await auth.call('/logout', { body: {}, headers: bearer(session.access_token) });
    const { access_token } = (await auth.signIn(email)).answer;
    expect((await program.call(proveSession, { body: { code } }, access_token)).status).toBe(422);
  });
});

describe('a change of who gets into an account', () => {
  test('is told to the address that stood before, and undone from there with the password that stood', async () => {
    const { id, email, session } = await auth.confirmedPerson();
    const stranger = newPerson();
    const theirs = await link(session.access_token, stranger);
    await unlink(theirs, session.user.identities[0].identity_id);
    expect((await userOf(theirs)).email).toBe(stranger.email);
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['identity_linked', 'identity_unlinked']));

    const token = await undoToken(email, subjects.unlinked);
    const first = await undoToken(email, subjects.linked);
    expect(await undo(`${token}x`, password)).toBe('404 undo_invalid');
    expect(await undo(token)).toBe('422 undo_password_wrong');
    expect(await undo(token, otherPassword)).toBe('422 undo_password_wrong');
    expect(await undo(first, password)).toBe('204');
    expect(await undo(first, password)).toBe('404 undo_invalid');
    expect(await undo(token, password)).toBe('404 undo_invalid');

    expect(outcomeOf(await auth.call('/user', { headers: bearer(theirs) }))).toBe('403 session_not_found');
    const { answer: back } = await auth.signIn(email);
    expect(back.user).toMatchObject({ id, email, app_metadata: { providers: ['email'] } });
    expect(await eventsOf(id)).toContain('change_undone');
    const told = 'A change to your account was undone';
    expect((await auth.mailTo(email, told)).text).toContain('/forgot-password');
    expect((await auth.mailTo(stranger.email as string, told)).subject).toBe(told);
    issuer.person = stranger;
    const way = await newBrowser().walk(
      `${program.url}/auth/v1/authorize?provider=google`,
      (url) => url.hash !== '',
    );
    const facts = new URLSearchParams((way.at(-1) as URL).hash.slice(1));
    expect((await userOf(facts.get('access_token') as string)).id).not.toBe(id);
  });

  test('is undone with all that came after it, the new password too', async () => {
    const { id, email, session } = await auth.confirmedPerson();
    await auth.put(session.access_token, { password: otherPassword });
    const theirs = await link(session.access_token);
    await unlink(theirs, session.user.identities[0].identity_id);
    expect(await undo(await undoToken(email, subjects.unlinked), password)).toBe('422 undo_password_wrong');
    expect(await undo(await undoToken(email, subjects.password), password)).toBe('204');
    expect((await auth.signIn(email, otherPassword)).status).toBe(400);
    expect((await auth.signIn(email)).answer.user).toMatchObject({ id, email });
    expect((await identitiesOf(id)).rows).toEqual([id]);
  });

  test('takes a later one along that was made by a clock that is behind', async () => {
    const { email, session } = await auth.confirmedPerson();
    await auth.put(session.access_token, { password: otherPassword });
    const first = await undoToken(email, subjects.password);
    program.advance(-20_000);
    await auth.put(session.access_token, { password: 'huit merles verts' });
    const second = await undoToken(email, subjects.password);
    program.advance(20_000);
    expect(second).not.toBe(first);
    expect(await undo(first, password)).toBe('204');
    expect(await undo(second, otherPassword)).toBe('404 undo_invalid');
  });

  test('of its address goes back to the one before', async () => {
    const { id, email, session } = await auth.confirmedPerson();
    const to = await changeAddress(email, session.access_token);
    const mail = await auth.mailTo(email, subjects.address);
    expect(mail.text).toContain(to);
    expect(await eventsOf(id)).toContain('email_changed');
    expect(await undo(await undoToken(email, subjects.address), password)).toBe('204');
    expect((await auth.signIn(email)).answer.user.identities[0].identity_data.email).toBe(email);
    expect((await auth.signIn(to)).status).toBe(400);
  });

  test('gives a factor that was added up, and one that was taken away back, opening no session', async () => {
    const { email, session } = await auth.confirmedPerson();
    const { answer: factor } = await enrol(session.access_token);
    const { answer: raised } = await verifyFactor(session.access_token, factor.id, factor.totp.secret);
    const added = await undoToken(email, subjects.factor);
    await auth.call(`/factors/${factor.id}`, { method: 'DELETE', headers: bearer(raised.access_token) });
    expect(await undo(await undoToken(email, subjects.noFactor), password)).toBe('204');
    const { answer: low } = await auth.signIn(email);
    expect(low.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }]);
    program.advance(minuteMs);
    expect(outcomeOf(await verifyFactor(low.access_token, factor.id, factor.totp.secret))).toBe('200');

    expect(await undo(added, password)).toBe('204');
    expect((await auth.signIn(email)).answer.user.factors).toBeUndefined();
  });

  test('is undone by no guessing, and its link lies nowhere but in the mail', async () => {
    const { email, session } = await auth.confirmedPerson();
    await auth.put(session.access_token, { password: otherPassword });
    const token = await undoToken(email, subjects.password);
    const tries = [];
    for (let guess = 0; guess < 6; guess++) tries.push(await undo(token, `wrong guess ${guess}`));
    expect(tries.at(-1)).toBe('429 rate_limited');
    const { rows } = await program.context.db
      .selectFrom('credential_changes')
      .selectAll()
      .execute()
      .then((rows) => ({ rows: JSON.stringify(rows) }));
    expect(rows).not.toContain(token);
    expect(program.logged.join('\n')).not.toContain(token);
  });

  test('takes its address back from a sign-up that nobody confirmed, and from no account that somebody did', async () => {
    for (const isConfirmed of [false, true]) {
      const { id, email, session } = await auth.confirmedPerson();
      await changeAddress(email, session.access_token);
      const token = await undoToken(email, subjects.address);
      await auth.call('/signup', { body: { email, password: otherPassword } });
      const { code } = await auth.mailTo(email);
      if (isConfirmed) await auth.call('/verify', { body: { type: 'signup', email, token: code } });
      expect(await undo(token, password)).toBe(isConfirmed ? '409 conflict' : '204');
      const { answer } = await auth.signIn(email);
      expect(answer.user?.id === id).toBe(!isConfirmed);
    }
  });

  test('by a provider that vouches for the address is told, too', async () => {
    const { id, email } = await auth.confirmedPerson();
    issuer.person = newPerson({ email });
    await newBrowser().walk(`${program.url}/auth/v1/authorize?provider=google`, (url) => url.hash !== '');
    expect(await eventsOf(id)).toContain('identity_linked');
    expect(await undo(await undoToken(email, subjects.linked), password)).toBe('204');
    expect((await identitiesOf(id)).rows).toEqual([id]);
  });

  test('is undone for seven days', async () => {
    const { email, session } = await auth.confirmedPerson();
    await auth.put(session.access_token, { password: otherPassword });
    const token = await undoToken(email, subjects.password);
    program.advance(7 * dayMs + 1000);
    expect(await undo(token, password)).toBe('404 undo_invalid');
  });
});
