import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { listenLocally } from './local.ts';
import { Business, Refusal } from './stripe/business.ts';
import { answerCall } from './stripe/calls.ts';
import { type Form, parseForm } from './stripe/form.ts';
import { answerPage } from './stripe/pages.ts';

export interface StripeRequest {
  method: string;
  path: string;
  form: Form;
  version: string | undefined;
  idempotencyKey: string | undefined;
}

/** How it behaves: as it should; hangs up; says nothing; asks for patience; answers what is no JSON, or an object of nothing. */
export type StripeMode = 'up' | 'down' | 'silent' | 'busy' | 'garbage' | 'empty';

const secretKey = 'sk_test_51NeverARealKeyOfAnyone';
const webhookSecret = 'whsec_neverARealSecretOfAnyone';

/**
 * A local server that speaks Stripe's protocol: form bodies, keys, idempotency, versions, pages with buttons, signed events. It
 * has a clock of its own, and tells what happened when `deliver` is called, or at once where `webhookUrl` is set.
 */
export async function startStripeServer() {
  let offset = 0;
  const business = new Business(() => Math.floor(Date.now() / 1000) + offset);
  business.apiVersion = Stripe.API_VERSION;
  const requests: StripeRequest[] = [];
  const kept = new Map<string, { wish: string; answer?: { status: number; body: string } }>();
  const state: { mode: StripeMode; webhookUrl?: string; delayMs: number } = { mode: 'up', delayMs: 0 };
  let delivered = 0;

  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch((error) => send(response, 500, errorBody(error)));
  });
  const { port, stop } = await listenLocally(server);
  business.url = `http://127.0.0.1:${port}`;

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const url = new URL(incoming.url ?? '/', business.url);
    const body = await text(incoming);
    if (!url.pathname.startsWith('/v1/')) {
      const page = answerPage(business, incoming.method ?? 'GET', url, parseForm(body));
      if (state.webhookUrl !== undefined) await deliver(state.webhookUrl, untold());
      response.writeHead(page.location ? 303 : 200, {
        'content-type': 'text/html; charset=utf-8',
        ...(page.location ? { location: page.location } : {}),
      });
      response.end(page.html);
      return;
    }
    if (state.mode === 'silent') return;
    if (state.mode === 'down') {
      incoming.socket.destroy();
      return;
    }
    if (state.mode === 'garbage') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Gateway</h1>');
      return;
    }
    if (state.mode === 'empty') {
      send(response, 200, '{}');
      return;
    }
    if (state.mode === 'busy') {
      send(response, 429, errorBody(new Refusal(429, 'Too many requests', { code: 'rate_limit' })));
      return;
    }
    await api(incoming, response, url, body);
  }

  async function api(incoming: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    const method = incoming.method ?? 'GET';
    const header = (name: string) => incoming.headers[name] as string | undefined;
    const form = method === 'GET' ? parseForm(url.search.slice(1)) : parseForm(body);
    const key = method === 'POST' ? header('idempotency-key') : undefined;
    requests.push({
      method,
      path: url.pathname,
      form,
      version: header('stripe-version'),
      idempotencyKey: key,
    });
    if (!isAuthorised(header('authorization'))) {
      send(response, 401, errorBody(new Refusal(401, 'Invalid API Key provided')));
      return;
    }
    const wish = `${method} ${url.pathname} ${body}`;
    const before = key === undefined ? undefined : kept.get(key);
    if (before && before.wish !== wish) {
      const refusal = new Refusal(
        400,
        'Keys for idempotent requests can only be used with the same parameters',
        {
          type: 'idempotency_error',
        },
      );
      send(response, 400, errorBody(refusal));
      return;
    }
    if (before && !before.answer) {
      const refusal = new Refusal(409, 'Another request under this key is running', { code: 'lock_timeout' });
      send(response, 409, errorBody(refusal));
      return;
    }
    if (before?.answer) {
      send(response, before.answer.status, before.answer.body);
      return;
    }
    const entry: { wish: string; answer?: { status: number; body: string } } = { wish };
    if (key !== undefined) kept.set(key, entry);
    // Two that come together meet while the first is under way.
    await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    const { status, body: said } = attempt(method, url.pathname, form);
    entry.answer = { status, body: said };
    // What was refused may be tried again under its key.
    if (key !== undefined && status >= 400 && status < 500) kept.delete(key);
    send(response, status, said);
  }

  function attempt(method: string, path: string, form: Form) {
    try {
      return { status: 200, body: JSON.stringify(answerCall(business, method, path, form)) };
    } catch (error) {
      return { status: error instanceof Refusal ? error.status : 500, body: errorBody(error) };
    }
  }

  /** Events that were not delivered yet. */
  function untold(): Stripe.Event[] {
    const events = business.events.slice(delivered);
    delivered = business.events.length;
    return events;
  }

  const sign = (payload: string, { secret = webhookSecret, at = business.now } = {}) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });

  async function post(url: string, payload: string, signature: string): Promise<number> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
    });
    return response.status;
  }

  /** Sends these events in this order, each signed anew; gives how each was answered. */
  async function deliver(url: string, events: readonly Stripe.Event[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of events) {
      const payload = JSON.stringify(event);
      statuses.push(await post(url, payload, sign(payload)));
    }
    return statuses;
  }

  return {
    url: business.url,
    business,
    requests,
    state,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: business.url,
    },
    untold,
    sign,
    post,
    deliver,
    /** Each event of late twice, in no order that means anything. */
    deliverShuffled(url: string) {
      const events = untold();
      return deliver(url, [...[...events].reverse(), ...events]);
    },
    /** Moves the clock; what is due happens. */
    advance(seconds: number) {
      offset += seconds;
      business.catchUp();
    },
    stop,
  };
}

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>;

const errorBody = (error: unknown) =>
  JSON.stringify({
    error: error instanceof Refusal ? error.error : { type: 'api_error', message: String(error) },
  });

function send(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${Math.random().toString(36).slice(2, 12)}`,
    'stripe-version': Stripe.API_VERSION,
  });
  response.end(body);
}

function isAuthorised(header: string | undefined): boolean {
  const [scheme, value = ''] = (header ?? '').split(' ');
  const key = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().replace(/:$/, '') : value;
  return key === secretKey;
}
