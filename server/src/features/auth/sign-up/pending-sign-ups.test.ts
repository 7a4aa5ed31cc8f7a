import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import {
  authProtocol,
  bearer,
  fragmentOf,
  newAddress,
  password,
} from '../../../test/clients/auth-protocol.ts';
import { newBrowser } from '../../../test/clients/redirect-walk.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { newPerson, type OidcIssuer, startOidcIssuer } from '../../../test/servers/oidc-issuer.ts';
import { forgetExpired } from '../jobs.ts';

const strangers = 'sept moutons gris';
/** Where the stranger is, and where the owner of the address. */
const there = { 'x-forwarded-for': '192.0.2.7' };
const here = { 'x-forwarded-for': '198.51.100.9' };

let issuer: OidcIssuer;
let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;

beforeAll(async () => {
  issuer = await startOidcIssuer();
  program = await startProgram({ ...issuer.env, TRUSTED_PROXIES: '127.0.0.1' });
  auth = await authProtocol(program);
});
afterAll(async () => {
  await program.stop();
  await issuer.stop();
});

/** A stranger has signed up with somebody's address. */
async function taken() {
  const email = newAddress();
  const data = { first_name: 'Mallory', website: 'https://evil.example', preferred_locale: 'en' };
  await auth.call('/signup', { body: { email, password: strangers, data }, headers: there });
  return { email, mail: await auth.mailTo(email) };
}

const ask = (path: string, body: object, headers = here) => auth.call(path, { body, headers });
const byCode = async (type: string, email: string, code: string) =>
  (await auth.call('/verify', { body: { type, email, token: code } })).answer;
const profileOf = (id: string) =>
  program.context.db
    .selectFrom('profiles')
    .select(['first_name', 'website', 'preferred_locale'])
    .where('id', '=', id)
    .executeTakeFirst();

const proofs: Record<string, (email: string) => Promise<{ access_token: string }>> = {
  async 'a code of /otp'(email) {
    await ask('/otp', { email });
    return byCode('email', email, (await auth.mailTo(email)).code);
  },
  async 'a code of /otp without an account to be made'(email) {
    await ask('/otp', { email, create_user: false });
    return byCode('email', email, (await auth.mailTo(email)).code);
  },
  async 'a link of /otp'(email) {
    await ask('/otp', { email });
    const { facts } = fragmentOf(await auth.open((await auth.mailTo(email)).link));
    return facts as { access_token: string };
  },
  async 'a link of /otp that ends in a code'(email) {
    const verifier = randomBytes(48).toString('hex');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    await ask('/otp', { email, code_challenge: challenge, code_challenge_method: 's256' });
    const { to } = fragmentOf(await auth.open((await auth.mailTo(email)).link));
    const body = { auth_code: to.searchParams.get('code'), code_verifier: verifier };
    return (await auth.call('/token?grant_type=pkce', { body })).answer;
  },
  async 'a recovery'(email) {
    await ask('/recover', { email });
    return byCode('recovery', email, (await auth.mailTo(email)).code);
  },
  async 'a mail asked for from elsewhere'(email) {
    await ask('/resend', { type: 'signup', email });
    return byCode('signup', email, (await auth.mailTo(email)).code);
  },
  async 'a provider that vouches for it'(email) {
    issuer.person = newPerson({ email });
    const way = await newBrowser().walk(
      `${program.url}/auth/v1/authorize?provider=google`,
      (url) => url.hash !== '',
    );
    const facts = Object.fromEntries(new URLSearchParams((way.at(-1) as URL).hash.slice(1)));
    return facts as { access_token: string };
  },
};

describe('an address that a stranger signed up with', () => {
  test.each(Object.keys(proofs))('is its owner’s alone after %s', async (name) => {
    const { email, mail } = await taken();
    const session = await proofs[name]?.(email);
    const token = session?.access_token as string;
    expect(token).toBeTruthy();
    const { answer: user } = await auth.call('/user', { headers: bearer(token) });
    expect(user.email_confirmed_at).toBeTruthy();
    expect(JSON.stringify(user)).not.toMatch(/Mallory|evil/);
    expect(user.identities).toHaveLength(1);
    const profile = await profileOf(user.id);
    expect(profile?.first_name ?? profile?.website ?? profile?.preferred_locale ?? null).toBeNull();
    expect((await auth.signIn(email, strangers)).answer.error_code).toBe('invalid_credentials');
    expect(fragmentOf(await auth.open(mail.link)).facts.error_code).toBe('otp_expired');
    expect((await byCode('signup', email, mail.code)).error_code).toBe('otp_expired');
  });

  test('is confirmed by the owner’s own sign-up with what they gave', async () => {
    const { email } = await taken();
    await ask('/signup', { email, password, data: { first_name: 'Camille' } });
    const session = await byCode('signup', email, (await auth.mailTo(email)).code);
    expect(session.user.user_metadata).toEqual({ first_name: 'Camille' });
    expect(session.user.identities).toMatchObject([
      { identity_data: { first_name: 'Camille', email, email_verified: true } },
    ]);
    expect(await profileOf(session.user.id)).toMatchObject({ first_name: 'Camille', website: null });
    expect((await auth.signIn(email, strangers)).status).toBe(400);
    expect((await auth.signIn(email)).status).toBe(200);
  });

  test('loses nothing when the stranger comes second', async () => {
    const email = newAddress();
    await ask('/signup', { email, password, data: { first_name: 'Camille' } });
    const { link } = await auth.mailTo(email);
    await ask('/signup', { email, password: strangers, data: { first_name: 'Mallory' } }, there);
    await auth.mailTo(email);
    expect(fragmentOf(await auth.open(link)).facts.access_token).toBeTruthy();
    expect((await auth.signIn(email, strangers)).status).toBe(400);
    expect((await auth.signIn(email)).answer.user.user_metadata).toEqual({ first_name: 'Camille' });
  });

  test('keeps no provider’s identity that the address did not vouch for', async () => {
    const stranger = newPerson({ email_verified: false });
    const email = stranger.email as string;
    issuer.person = stranger;
    await newBrowser().walk(`${program.url}/auth/v1/authorize?provider=google`, (url) => url.hash !== '');
    await auth.mailTo(email);
    await ask('/signup', { email, password });
    const session = await byCode('signup', email, (await auth.mailTo(email)).code);
    expect(session.user.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect((await auth.signIn(email)).status).toBe(200);
    const way = await newBrowser().walk(
      `${program.url}/auth/v1/authorize?provider=google`,
      (url) => url.hash !== '',
    );
    expect((way.at(-1) as URL).hash).not.toContain('access_token');
  });
});

describe('a sign-up', () => {
  test('is confirmed by another mail for it, asked for from where it was made', async () => {
    const email = newAddress();
    await ask('/signup', { email, password, data: { first_name: 'Camille' } });
    await auth.mailTo(email);
    await ask('/resend', { type: 'signup', email });
    const session = await byCode('signup', email, (await auth.mailTo(email)).code);
    expect(session.user.user_metadata).toEqual({ first_name: 'Camille' });
    expect((await auth.signIn(email)).status).toBe(200);
  });

  test('is confirmed by no other mail where a stranger signed up from the same address, too', async () => {
    for (const first of [password, strangers]) {
      const email = newAddress();
      const second = first === password ? strangers : password;
      for (const word of [first, second]) {
        await ask('/signup', { email, password: word, data: { first_name: 'Somebody' } });
        await auth.mailTo(email);
      }
      await ask('/resend', { type: 'signup', email });
      const session = await byCode('signup', email, (await auth.mailTo(email)).code);
      expect(session.user.user_metadata).toEqual({});
      expect((await auth.signIn(email, strangers)).answer.error_code).toBe('invalid_credentials');
    }
  });

  test('that was not confirmed for a day is forgotten, but for an address’s first', async () => {
    const { email } = await taken();
    await ask('/signup', { email, password });
    await auth.mailTo(email);
    const count = async () =>
      (
        await program.context.db
          .selectFrom('sign_ups')
          .innerJoin('users', 'users.id', 'sign_ups.user_id')
          .select('sign_ups.id')
          .where('users.email', '=', email)
          .execute()
      ).length;
    expect(await count()).toBe(2);
    program.advance(25 * 3_600_000);
    await enqueue(program.context.db, forgetExpired, {}, { now: program.context.clock() });
    await program.settle();
    expect(await count()).toBe(1);
    expect((await auth.signIn(email, strangers)).answer.error_code).toBe('email_not_confirmed');
  });
});
