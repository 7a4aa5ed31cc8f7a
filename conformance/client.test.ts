import type { AuthChangeEvent, SupabaseClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Json, locationOf, newEmail, open, password, pause } from './caller.ts';
import { memory, openPage } from './page.ts';
import { shared } from './programs.ts';
import { codeOf } from './totp.ts';

const { server, auth, signUp, signIn, mailTo, newPerson, client, clientOf } = shared();

afterEach(() => vi.unstubAllGlobals());

/** The events that a client has told, in order. */
function eventsOf(supabase: SupabaseClient): AuthChangeEvent[] {
  const events: AuthChangeEvent[] = [];
  supabase.auth.onAuthStateChange((event) => {
    events.push(event);
  });
  return events;
}

const settled = () => pause(30);

describe('§16 the client keeps a session', () => {
  test('under the name of the host', async () => {
    const { email } = await newPerson();
    const storage = memory();
    const supabase = client({ persistSession: true, storage });
    await supabase.auth.signInWithPassword({ email, password });
    const name = `sb-${new URL(server.url).hostname.split('.')[0]}-auth-token`;
    expect(JSON.parse(storage.items.get(name) ?? '')).toMatchObject({ user: { email } });
  });

  test('over a reload', async () => {
    const { email } = await newPerson();
    const storage = memory();
    await client({ persistSession: true, storage }).auth.signInWithPassword({ email, password });
    const { data } = await client({ persistSession: true, storage }).auth.getSession();
    expect(data.session?.user.email).toBe(email);
  });

  test('over its end, by a refresh of its own', async () => {
    const { email } = await newPerson();
    const storage = memory();
    await client({ persistSession: true, storage }).auth.signInWithPassword({ email, password });
    const [[name, text] = ['', '']] = storage.items;
    const stored = JSON.parse(text);
    storage.items.set(name, JSON.stringify({ ...stored, expires_at: 1 }));
    const { data, error } = await client({ persistSession: true, storage }).auth.getSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(stored.refresh_token);
  });

  test('in several tabs that refresh at once', async () => {
    const { session } = await newPerson();
    const tabs = await Promise.all(Array.from({ length: 4 }, () => clientOf(session)));
    const answers = await Promise.all(tabs.map((tab) => tab.auth.refreshSession()));
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(new Set(answers.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
  });
});

describe('§16 the client’s events', () => {
  test('are SIGNED_IN, USER_UPDATED, TOKEN_REFRESHED and SIGNED_OUT', async () => {
    const { email } = await newPerson();
    const supabase = client();
    const events = eventsOf(supabase);
    await supabase.auth.signInWithPassword({ email, password });
    await supabase.auth.updateUser({ data: { a: 1 } });
    await supabase.auth.refreshSession();
    await supabase.auth.signOut();
    await settled();
    expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual([
      'SIGNED_IN',
      'USER_UPDATED',
      'TOKEN_REFRESHED',
      'SIGNED_OUT',
    ]);
  });

  test('are PASSWORD_RECOVERY for the code of a recovery', async () => {
    const { email } = await newPerson();
    const supabase = client();
    const events = eventsOf(supabase);
    await supabase.auth.resetPasswordForEmail(email);
    const { code } = await mailTo(email, 2);
    await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' });
    await settled();
    expect(events).toContain('PASSWORD_RECOVERY');
  });

  test('are MFA_CHALLENGE_VERIFIED for a second factor', async () => {
    const supabase = await clientOf((await newPerson()).session);
    const events = eventsOf(supabase);
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' });
    const factor = data as { id: string; totp: { secret: string } };
    await supabase.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret, 0) });
    await settled();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  });
});

describe('§16 the client in the page that a link leads to', () => {
  /** A page at the address that the newest mail’s link leads to. */
  async function landed(email: string, mail: number, options: Json = {}) {
    const location = openPage(locationOf(await open((await mailTo(email, mail)).link)).href);
    const supabase = client({
      detectSessionInUrl: true,
      persistSession: true,
      storage: memory(),
      ...options,
    });
    const events = eventsOf(supabase);
    const started = await supabase.auth.initialize();
    await settled();
    return { location, supabase, events, started };
  }

  test('takes the session of a confirmation and clears the address', async () => {
    const email = newEmail();
    await signUp(email);
    const { location, supabase, events, started } = await landed(email, 1);
    expect(started.error).toBeNull();
    expect((await supabase.auth.getSession()).data.session?.user.email).toBe(email);
    expect(events).toContain('SIGNED_IN');
    expect(location.href).not.toContain('access_token');
    expect(supabase.requests.some((request) => request.endsWith('/user'))).toBe(true);
  });

  test('knows a recovery', async () => {
    const { email } = await newPerson();
    await auth('POST /recover', { email });
    const { events, supabase } = await landed(email, 2);
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await supabase.auth.updateUser({ password: 'sept moutons gris' })).error).toBeNull();
  });

  test('exchanges the code of a PKCE flow', async () => {
    const email = newEmail();
    const storage = memory();
    const asking = client({ flowType: 'pkce', persistSession: true, storage });
    await asking.auth.signUp({ email, password });
    const { events, supabase, location } = await landed(email, 1, { flowType: 'pkce', storage });
    expect((await supabase.auth.getSession()).data.session?.user.email).toBe(email);
    expect(events).toContain('SIGNED_IN');
    expect(location.searchParams.has('code')).toBe(false);
  });

  test('reads why a link was refused', async () => {
    const email = newEmail();
    await signUp(email);
    const { link } = await mailTo(email);
    await open(link);
    const { started } = await landed(email, 1);
    expect(started.error).toMatchObject({
      message: 'Email link is invalid or has expired',
      details: { error: 'access_denied', code: 'otp_expired' },
    });
  });

  test('keeps an existing session although a link was refused', async () => {
    const person = await newPerson();
    const storage = memory();
    await client({ persistSession: true, storage }).auth.signInWithPassword({
      email: person.email,
      password,
    });
    await open((await mailTo(person.email)).link);
    const { supabase } = await landed(person.email, 1, { storage });
    expect((await supabase.auth.getSession()).data.session?.user.email).toBe(person.email);
  });
});

describe('§16 the client and a session that has ended', () => {
  test('is told so, removes what it stored and says SIGNED_OUT', async () => {
    const { session, token } = await newPerson();
    const supabase = await clientOf(session);
    const events = eventsOf(supabase);
    await auth('POST /logout', undefined, { token });
    const { error } = await supabase.auth.getUser();
    expect(error?.name).toBe('AuthSessionMissingError');
    expect((await supabase.auth.getSession()).data.session).toBeNull();
    await settled();
    expect(events).toContain('SIGNED_OUT');
  });

  test('is not signed out by a server that is away', async () => {
    const { session } = await newPerson();
    let isAway = false;
    const away = async (...call: Parameters<typeof fetch>) => {
      if (!isAway) return fetch(...call);
      return new Response('{"code":"unavailable","message":"away"}', { status: 503 });
    };
    const supabase = await clientOf(session, { fetch: away });
    isAway = true;
    const { error } = await supabase.auth.getUser();
    expect(error?.name).toBe('AuthRetryableFetchError');
    expect((await supabase.auth.getSession()).data.session).not.toBeNull();
  });
});

describe('§16 what the client sends', () => {
  test('is taken with its own headers', async () => {
    const supabase = client();
    const email = newEmail();
    expect((await supabase.auth.signUp({ email, password })).error).toBeNull();
    expect((await supabase.auth.resend({ type: 'signup', email })).error).toBeNull();
    expect((await supabase.auth.resetPasswordForEmail(email)).error).toBeNull();
    expect(supabase.requests.map((request) => request.split('?')[0])).toEqual([
      'POST /auth/v1/signup',
      'POST /auth/v1/resend',
      'POST /auth/v1/recover',
    ]);
  });

  test('is the redirect in the query', async () => {
    const supabase = client();
    const email = newEmail();
    const emailRedirectTo = `${server.url}/auth/callback`;
    await supabase.auth.signUp({ email, password, options: { emailRedirectTo } });
    expect((await mailTo(email)).link.searchParams.get('redirect_to')).toBe(emailRedirectTo);
  });

  test('is an address, not a request, for sign-in with Google', async () => {
    const supabase = client({ flowType: 'pkce', persistSession: true, storage: memory() });
    const { data } = await supabase.auth.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true, redirectTo: `${server.url}/auth/callback` },
    });
    const address = new URL(data.url ?? '');
    expect(address.pathname).toBe('/auth/v1/authorize');
    expect(address.searchParams.get('code_challenge_method')).toBe('s256');
    expect(supabase.requests).toEqual([]);
  });

  test('is the session’s token to data and functions, and the key alone when there is none', async () => {
    const { session } = await newPerson();
    const supabase = await clientOf(session);
    expect((await supabase.from('profiles').select('id')).data).toHaveLength(1);
    await supabase.auth.signOut();
    const { data, error } = await supabase.from('profiles').select('id');
    expect(error ? [] : data).toEqual([]);
  });

  test('is a code of six digits for every kind of mail', async () => {
    const { email } = await newPerson();
    const supabase = client();
    await supabase.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const { code: token } = await mailTo(email, 2);
    const { error } = await supabase.auth.verifyOtp({ email, token, type: 'magiclink' });
    expect(error).toBeNull();
  });

  test('is a token hash, as server-side pages have it', async () => {
    const email = newEmail();
    await signUp(email);
    const { token: token_hash } = await mailTo(email);
    const { data, error } = await client().auth.verifyOtp({ token_hash, type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('is refused without a session where a user is needed', async () => {
    const { error } = await client().auth.updateUser({ data: {} });
    expect(error?.name).toBe('AuthSessionMissingError');
    expect((await signIn(newEmail())).outcome).toBe('400 invalid_credentials');
  });
});
