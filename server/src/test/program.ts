import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswerOf, type AnyEndpoint, addressOf, type SentBodyOf } from '@parlance/contract/endpoint';
import { allWork, createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { loadPublishableKey } from '../features/auth/service.ts';
import { runDueJobs } from '../kit/jobs/worker.ts';
import { createLog } from '../kit/log.ts';
import { openContext } from '../open-context.ts';
import { freshDatabase } from './database.ts';

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface User {
  id: string;
  email: string;
  token: string;
  /** Calls an endpoint of the contract as this user. */
  call<E extends AnyEndpoint>(endpoint: E, wish?: CallOptions<E>): Promise<Answer<AnswerOf<E>>>;
}

interface CallOptions<E extends AnyEndpoint> {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: SentBodyOf<E>;
  headers?: Record<string, string>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** A port that was free a moment ago: the program must know its own address before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * The whole program on a database and a data folder of its own, listening on loopback; outside services are
 * named in `env`, as an operator would. Jobs run when `settle` is called; the clock goes where it is put.
 */
export async function startProgram(env: Record<string, string> = {}) {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-program-'));
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    CRAWLER_REQUESTS_PER_SECOND: '0',
    AUTH_RATE_LIMIT_EMAILS_PER_HOUR: '600000',
    AUTH_RATE_LIMIT_REQUESTS_PER_5MIN: '600000',
    AUTH_MIN_SECONDS_BETWEEN_EMAILS: '0',
    ...env,
  });
  const database = await freshDatabase();
  const logged: string[] = [];
  let offsetMs = 0;
  const context = await openContext(config, {
    database,
    clock: () => new Date(Date.now() + offsetMs),
    log: createLog('debug', (line) => logged.push(line)),
  });
  const app = await createApp(context);
  await app.server.listen({ host: '127.0.0.1', port });
  const url = config.publicUrl;

  const call = async <E extends AnyEndpoint>(endpoint: E, wish: CallOptions<E> = {}, token?: string) => {
    const response = await fetch(url + addressOf(endpoint, wish.params, wish.query), {
      method: endpoint.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(wish.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...wish.headers,
      },
      ...(wish.body === undefined ? {} : { body: JSON.stringify(wish.body) }),
    });
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: body as AnswerOf<E> };
  };

  const settle = async () => {
    for (let ran = 1; ran > 0; ) ran = await runDueJobs(context, allWork);
  };

  const mailbox = async (to?: string): Promise<Mail[]> => {
    const rows = await database.db.selectFrom('mails').selectAll().orderBy('id', 'desc').execute();
    const mails = rows.map(({ recipient: to, ...mail }) => ({ ...mail, to }));
    return to === undefined ? mails : mails.filter((mail) => mail.to === to);
  };

  const auth = async (path: string, body: unknown) => {
    const response = await fetch(`${url}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: await loadPublishableKey(context), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      body: (await response.json()) as { access_token: string; user: { id: string } },
    };
  };

  return {
    url,
    context,
    app,
    logged,
    call,
    settle,
    mailbox,
    auth,
    advance(ms: number) {
      offsetMs += ms;
    },
    /** Signs up, follows the mail's link and signs in, as a person would. */
    async newUser({ language = 'fr' }: { language?: 'fr' | 'en' } = {}): Promise<User> {
      const email = `person-${randomUUID()}@example.org`;
      const password = 'six chevaux bleus';
      await auth('/signup', {
        email,
        password,
        data: { first_name: 'Camille', last_name: 'Morel', preferred_locale: language },
      });
      await settle();
      const [mail] = await mailbox(email);
      const link = /http\S+\/auth\/v1\/verify\?\S+/.exec(mail?.text ?? '')?.[0];
      if (!link) throw new Error('no confirmation mail');
      await fetch(link, { redirect: 'manual' });
      const { body } = await auth('/token?grant_type=password', { email, password });
      const token: string = body.access_token;
      return { id: body.user.id, email, token, call: (endpoint, wish) => call(endpoint, wish, token) };
    },
    async stop() {
      await app.streams.drain(1000);
      await app.server.close();
      await context.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Program = Awaited<ReturnType<typeof startProgram>>;
