import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, each looked at by its check
export type Json = any;

/** A running server, as strangers know it. */
export interface Server {
  url: string;
  /** Its publishable key. */
  key: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
  text: string;
  /** Status and, of a refusal, its code: `400 validation_failed`. */
  outcome: string;
}

export interface Extra {
  headers?: Record<string, string>;
  /** The bearer. */
  token?: string;
  /** `undefined` under either name leaves the header away. */
  key?: string | undefined;
  version?: string | undefined;
  /** The body as it goes over the wire. */
  raw?: string;
  /** The client address, told by the proxy in front. */
  from?: string;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
  link: URL;
  code: string;
  token: string;
  type: string;
}

export interface Person {
  email: string;
  id: string;
  /** Of the confirmation. */
  session: Json;
  token: string;
}

export const password = 'six chevaux bleus';
export const newEmail = () => `person-${randomUUID()}@example.org`;
export const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** An instant as the protocol writes it: ISO 8601 in UTC. */
export const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What there is to see within a while; mails and changes take their way through a queue. */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  let wait = 10;
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(wait)) {
    const seen = await look();
    if (seen !== undefined) return seen;
    wait = Math.min(250, wait * 1.5);
  }
  throw new Error(`waited in vain for ${what}`);
}

export const currentVersion = '2024-01-01';

const withoutAbsent = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => !!entry[1]));

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Any address of the server: `POST /auth/v1/signup`. Redirects are looked at, not followed. */
export async function ask(server: Server, call: string, body?: unknown, extra: Extra = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = call.split(' ');
  const sent = extra.raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...withoutAbsent({
        apikey: 'key' in extra ? extra.key : server.key,
        'x-supabase-api-version': 'version' in extra ? extra.version : currentVersion,
        authorization: extra.token === undefined ? undefined : `Bearer ${extra.token}`,
        'content-type': sent === undefined ? undefined : 'application/json;charset=UTF-8',
        'x-forwarded-for': extra.from,
      }),
      ...extra.headers,
    },
    body: sent,
  });
  const text = await response.text();
  const answer = parsed(text);
  const code = answer?.error_code ?? answer?.code;
  return {
    status: response.status,
    headers: response.headers,
    body: answer,
    text,
    outcome: response.status >= 400 && code ? `${response.status} ${code}` : String(response.status),
  };
}

/** Everything a check does with one server; `always` stands in every body that does not say otherwise. */
export function speakerOf(server: Server, always: object = {}) {
  const at =
    (base: string) =>
    (call: string, body?: unknown, extra?: Extra): Promise<Answer> =>
      ask(server, call.replace(' ', ` ${base}`), body, extra);
  const auth = (call: string, body?: unknown, extra?: Extra): Promise<Answer> =>
    at('/auth/v1')(call, body === undefined ? body : { ...always, ...body }, extra);

  async function mailsTo(email: string): Promise<Mail[]> {
    const all = (await (await fetch(`${server.url}/dev/mailbox.json?to=${email}`)).json()) as (Mail & {
      to: string;
    })[];
    return all.filter(({ to }) => to === email);
  }

  /** The newest mail to somebody, once there are so many. */
  async function mailTo(email: string, count = 1): Promise<Mail> {
    const mails = await eventually(`mail ${count} to ${email}`, async () => {
      const theirs = await mailsTo(email);
      return theirs.length >= count ? theirs : undefined;
    });
    const { subject, text, html } = mails[0] as Mail;
    const link = new URL(/http\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? 'none:');
    return {
      subject,
      text,
      html,
      link,
      code: /^\d{6}$/m.exec(text)?.[0] ?? '',
      token: link.searchParams.get('token') ?? '',
      type: link.searchParams.get('type') ?? '',
    };
  }

  const signUp = (email: string, more: object = {}, extra?: Extra) =>
    auth('POST /signup', { email, password, ...more }, extra);

  const signIn = (email: string, word = password, extra?: Extra) =>
    auth('POST /token?grant_type=password', { email, password: word }, extra);

  const refresh = (token: string, extra?: Extra) =>
    auth('POST /token?grant_type=refresh_token', { refresh_token: token }, extra);

  /** Somebody whose address is confirmed, with a session. */
  async function newPerson(more: object = {}, extra?: Extra): Promise<Person> {
    const email = newEmail();
    const signedUp = await signUp(email, more, extra);
    if (signedUp.status === 429)
      throw new Error('The server limits the suite: start it with AUTH_RATE_LIMIT_* as high as they go.');
    const { code } = await mailTo(email);
    const { body: session, outcome } = await auth(
      'POST /verify',
      { type: 'signup', email, token: code },
      extra,
    );
    if (outcome !== '200') throw new Error(`The confirmation of ${email}: ${outcome}`);
    return { email, id: session.user.id, session, token: session.access_token };
  }

  /** Somebody as above whose session began with the password. */
  async function newSignedIn(more: object = {}, extra?: Extra): Promise<Person> {
    const person = await newPerson(more, extra);
    const { body: session } = await signIn(person.email, password, extra);
    return { ...person, session, token: session.access_token };
  }

  /** The official client; `requests` are those it made. */
  function client(options: Record<string, unknown> = {}): SupabaseClient & { requests: string[] } {
    const requests: string[] = [];
    const { fetch: through = fetch, ...auth } = options;
    const made = createClient(server.url, server.key, {
      auth: { autoRefreshToken: false, persistSession: false, ...auth },
      // Node 20 has none of its own.
      realtime: { transport: WebSocket as never },
      global: {
        fetch: (input: RequestInfo | URL, init?: RequestInit) => {
          const address = new URL(input instanceof Request ? input.url : input);
          requests.push(`${init?.method ?? 'GET'} ${address.pathname}${address.search}`);
          return (through as typeof fetch)(input, init);
        },
      },
    });
    return Object.assign(made, { requests });
  }

  /** The official client with somebody's session. */
  async function clientOf(session: Json, options?: Record<string, unknown>) {
    const made = client(options);
    const { error } = await made.auth.setSession(session);
    if (error) throw error;
    return made;
  }

  return {
    server,
    auth,
    rest: at('/rest/v1'),
    functions: at('/functions/v1'),
    api: at('/api/v1'),
    ask: (call: string, body?: unknown, extra?: Extra) => ask(server, call, body, extra),
    mailTo,
    mailsTo,
    signUp,
    signIn,
    refresh,
    newPerson,
    newSignedIn,
    client,
    clientOf,
  };
}

export type Speaker = ReturnType<typeof speakerOf>;

/** What an address says behind `#`. */
export const fragmentOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(locationOf(answer).hash.slice(1)));

export const queryOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(locationOf(answer).searchParams);

export const locationOf = (answer: Answer): URL => new URL(answer.headers.get('location') ?? 'none:');

/** Follows a mail's link no further than its first answer. */
export async function open(link: URL, headers: Record<string, string> = {}): Promise<Answer> {
  return ask({ url: link.origin, key: '' }, `GET ${link.pathname}${link.search}`, undefined, {
    key: undefined,
    version: undefined,
    headers,
  });
}
