import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { loadPublishableKey } from '../../features/auth/service.ts';
import type { Program } from '../program.ts';

export const password = 'six chevaux bleus';

/** The 2024 shape of errors. */
export const version = { 'x-supabase-api-version': '2024-01-01' };

export const newAddress = () => `person-${randomUUID()}@example.org`;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Where an answer leads, and what its fragment says. */
export const fragmentOf = (response: { headers: Headers }) => {
  const to = new URL(response.headers.get('location') as string);
  return { to, facts: Object.fromEntries(new URLSearchParams(to.hash.slice(1))) };
};

/** A person's dealings with `/auth/v1`, through the official client or without. */
export async function authProtocol(program: Program) {
  const key = await loadPublishableKey(program.context);

  /** The official client, as a page would make it; nothing of it is replaced. */
  const client = (options: object = {}, through?: typeof fetch): SupabaseClient =>
    createClient(program.url, key, {
      ...(through ? { global: { fetch: through } } : {}),
      auth: { autoRefreshToken: false, persistSession: false, ...options },
      // Node 20 has none of its own.
      realtime: { transport: WebSocket as never },
    });

  /** One that asks for a code (PKCE), with a store of its own. */
  const codeClient = (through?: typeof fetch): SupabaseClient => {
    const store = new Map<string, string>();
    const options = {
      flowType: 'pkce',
      persistSession: true,
      storageKey: randomUUID(),
      storage: {
        getItem: (name: string) => store.get(name) ?? null,
        setItem: (name: string, value: string) => void store.set(name, value),
        removeItem: (name: string) => void store.delete(name),
      },
    };
    return client(options, through);
  };

  const call = async (
    path: string,
    options: { body?: unknown; raw?: string; headers?: Record<string, string>; method?: string } = {},
  ) => {
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(`${program.url}/auth/v1${path}`, {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        apikey: key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body,
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, each looked at by its test
    let answer: any;
    try {
      answer = JSON.parse(text);
    } catch {
      answer = text;
    }
    return { status: response.status, headers: response.headers, answer, text };
  };

  /** The newest mail, with its link and code. */
  const mailTo = async (email: string, subject?: string) => {
    await program.settle();
    const mails = await program.mailbox(email);
    const mail = subject === undefined ? mails[0] : mails.find((one) => one.subject === subject);
    if (!mail) throw new Error(`no mail to ${email}`);
    const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(mail.text)?.[0];
    const code = /^\d{6}$/m.exec(mail.text)?.[0];
    return { ...mail, link: link as string, code: code as string };
  };

  const open = (link: string, init: RequestInit = {}) => fetch(link, { redirect: 'manual', ...init });

  const signIn = (email: string, word = password, headers: Record<string, string> = {}) =>
    call('/token?grant_type=password', { body: { email, password: word }, headers });

  const put = (token: string, body: unknown) =>
    call('/user', { method: 'PUT', body, headers: bearer(token) });

  const confirmedPerson = async (language = 'en') => {
    const email = newAddress();
    await call('/signup', { body: { email, password, data: { preferred_locale: language } } });
    const verified = await call('/verify', {
      body: { type: 'signup', email, token: (await mailTo(email)).code },
    });
    if (verified.status !== 200) throw new Error(`not confirmed: ${verified.text}`);
    return { email, id: verified.answer.user.id as string, session: verified.answer };
  };

  return { key, client, codeClient, call, mailTo, open, signIn, put, confirmedPerson };
}
