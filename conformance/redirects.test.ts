import { describe, expect, test } from 'vitest';
import { fragmentOf, locationOf, newEmail, open, password, pause, queryOf } from './caller.ts';
import { isOwn, shared } from './programs.ts';
import { site } from './start.ts';

const { server, auth, ask, mailTo, newPerson, clientOf } = shared();

const linkTo = async (redirectTo: string | undefined, headers: Record<string, string> = {}) => {
  const email = newEmail();
  const query = redirectTo === undefined ? '' : `?redirect_to=${encodeURIComponent(redirectTo)}`;
  const { outcome } = await auth(`POST /signup${query}`, { email, password }, { headers });
  expect(outcome).toBe('200');
  return { email, ...(await mailTo(email)) };
};

const host = new URL(server.url).host;
const { hostname, port } = new URL(server.url);

/** Addresses that are nobody's of ours, however much they look so. */
const foreign = [
  'https://evil.example/',
  `http://${host}.evil.example/`,
  `http://${host}@evil.example/`,
  `http://evil.example/${host}`,
  `http://evil.example#@${host}`,
  `http://evil.example?${server.url}`,
  '//evil.example/',
  '\\\\evil.example\\',
  `http:\\\\evil.example`,
  '///evil.example',
  'https:evil.example',
  `${server.url}@evil.example/`,
  `http://user:secret@${host}/`,
  `https://${host}/`,
  `http://${hostname}:${Number(port) + 1}/`,
  `http://${hostname}/`,
  'javascript:alert(1)',
  'data:text/html,hello',
  `ftp://${host}/`,
  'http://evil.example\t/',
  ` ${server.url}.evil.example`,
  `http://${host}\n.evil.example/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `${site}.evil.example/`,
  `${site}@evil.example/`,
  `${site}:8443/`,
  `${site.replace('https:', 'http:')}/`,
  '/relative',
  'nothing',
];

describe('§7 where a link leads', () => {
  test.each(['/', '/auth/callback', '/a/b?c=d&e=f'])('is any path of ours: %s', async (path) => {
    const { link } = await linkTo(server.url + path);
    expect(link.searchParams.get('redirect_to')).toBe(server.url + path);
    expect(locationOf(await open(link)).href.startsWith(server.url + path)).toBe(true);
  });

  test.runIf(isOwn())('is a site of SITE_URLS', async () => {
    const { link } = await linkTo(`${site}/auth/callback`);
    expect(locationOf(await open(link)).href).toMatch(`${site}/auth/callback#`);
  });

  test('is PUBLIC_URL when nothing else was said', async () => {
    const { link } = await linkTo(undefined);
    expect(locationOf(await open(link)).origin).toBe(server.url);
  });

  test('is the page that asked when nothing else was said', async () => {
    const { link } = await linkTo(undefined, { referer: `${server.url}/register` });
    expect(link.searchParams.get('redirect_to')).toBe(`${server.url}/register`);
  });

  test('is not the page of a stranger that asked', async () => {
    const { link } = await linkTo(undefined, { referer: 'https://evil.example/' });
    expect(link.href).not.toContain('evil');
  });

  test.each(foreign)('is never %j, not when the mail is built', async (address) => {
    const { link } = await linkTo(address);
    const to = new URL(link.searchParams.get('redirect_to') ?? server.url);
    expect(to.origin).toBe(server.url);
    expect(to.href).not.toContain('evil');
  });

  test.each(foreign)('is never %j, not when the link is opened', async (address) => {
    const query = new URLSearchParams({ token: 'nothing', type: 'signup', redirect_to: address });
    const answer = await ask(`GET /auth/v1/verify?${query}`, undefined, { key: undefined });
    expect(answer.status).toBe(303);
    expect(locationOf(answer).origin).toBe(server.url);
    expect(locationOf(answer).pathname).toBe('/');
  });

  test('of two wishes is none that was not checked', async () => {
    const answer = await ask(
      `GET /auth/v1/verify?token=x&type=signup&redirect_to=${encodeURIComponent(server.url)}&redirect_to=https://evil.example`,
      undefined,
      { key: undefined },
    );
    expect(locationOf(answer).origin).toBe(server.url);
  });
});

describe('§7 a link that is good', () => {
  test('leads on by 303 with a session in the fragment', async () => {
    const { link } = await linkTo(`${server.url}/auth/callback`);
    const answer = await open(link);
    expect(answer.status).toBe(303);
    expect(locationOf(answer).search).toBe('');
    expect(fragmentOf(answer)).toEqual({
      access_token: expect.any(String),
      expires_at: expect.stringMatching(/^\d{10}$/),
      expires_in: expect.stringMatching(/^\d+$/),
      refresh_token: expect.any(String),
      sb: '',
      token_type: 'bearer',
      type: 'signup',
    });
  });

  test('sends neither referrer nor copies', async () => {
    const { link } = await linkTo(undefined);
    const { headers } = await open(link);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(['recovery', 'magiclink'])('names its type: %s', async (type) => {
    const { email } = await newPerson();
    await auth(type === 'recovery' ? 'POST /recover' : 'POST /otp', { email });
    expect(fragmentOf(await open((await mailTo(email, 2)).link)).type).toBe(type);
  });

  test('keeps the query of the page it leads to', async () => {
    const { link } = await linkTo(`${server.url}/auth/callback?next=%2Fchatbots`);
    expect(queryOf(await open(link))).toEqual({ next: '/chatbots' });
  });

  test('is the session that the official client takes up', async () => {
    const { link, email } = await linkTo(undefined);
    const { access_token = '', refresh_token = '' } = fragmentOf(await open(link));
    const supabase = await clientOf({ access_token, refresh_token });
    expect((await supabase.auth.getUser()).data.user?.email).toBe(email);
  });

  test.each(['HEAD', 'OPTIONS'])('is not used up by %s', async (method) => {
    const { link } = await linkTo(undefined);
    const looked = await ask(`${method} ${link.pathname}${link.search}`, undefined, { key: undefined });
    expect(looked.status).toBeLessThan(500);
    expect(looked.headers.get('location') ?? '').not.toContain('access_token');
    expect(fragmentOf(await open(link)).access_token).toEqual(expect.any(String));
  });
});

describe('§7 a link that is bad', () => {
  test.each([
    ['unknown', '?token=nothing&type=signup'],
    ['of an unknown kind', '?token=nothing&type=invite'],
  ])('leads on with the reason: %s', async (_what, query) => {
    const answer = await ask(`GET /auth/v1/verify${query}`, undefined, { key: undefined });
    expect(answer.status).toBe(303);
    expect(fragmentOf(answer)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('because it was used leads on with the reason', async () => {
    const { link } = await linkTo(`${server.url}/auth/callback`);
    await open(link);
    const again = await open(link);
    expect(locationOf(again).pathname).toBe('/auth/callback');
    expect(fragmentOf(again)).toMatchObject({ error: 'access_denied', error_code: 'otp_expired', sb: '' });
    expect(locationOf(again).search).toBe('');
  });

  test('of a PKCE flow has the reason in the query as well', async () => {
    const answer = await ask('GET /auth/v1/verify?token=pkce_nothing&type=signup', undefined, {
      key: undefined,
    });
    expect(queryOf(answer)).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' });
    expect(fragmentOf(answer)).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' });
  });

  test.each([
    '',
    '?type=signup',
    '?token=x',
    '?token=x&type=nothing',
    '?token[]=x&type=signup',
    '?token=%00&type=signup',
  ])('because it is none (%j) is a redirect still', async (query) => {
    const answer = await ask(`GET /auth/v1/verify${query}`, undefined, { key: undefined });
    expect(answer.status).toBe(303);
    expect(fragmentOf(answer)).toMatchObject({
      error: expect.stringMatching(/invalid_request|access_denied/),
    });
  });
});

describe('§7 the links of a changed address', () => {
  test('lead on with a message, then with a session', async () => {
    const person = await newPerson();
    const next = newEmail();
    await auth('PUT /user', { email: next }, { token: person.token });
    const first = await open((await mailTo(next)).link);
    expect(first.status).toBe(303);
    expect(fragmentOf(first)).toEqual({ message: expect.stringMatching(/other email/), sb: '' });
    await pause(1);
    const before = await mailTo(person.email, 2);
    const second = fragmentOf(await open(before.link));
    expect(second).toMatchObject({ access_token: expect.any(String), type: 'email_change' });
  });
});
