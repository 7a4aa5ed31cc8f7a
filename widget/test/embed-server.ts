import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type {
  AnswerEvent,
  Citation,
  ConversationMessage,
  EmbedConfig,
} from '@parlance/contract/endpoints/embed';
import { defaultConfig } from './config.ts';

/** What the chatbot of the test does with the next question. */
export interface Script {
  deltas: string[];
  citations?: Citation[];
  mode?: 'generated' | 'quoted' | 'unanswered';
  subjects?: string[];
  smallTalk?: boolean;
  /** Milliseconds between deltas. */
  pace?: number;
  /** Refused before the stream. */
  refuse?: { status: number; code: string; retryAfter?: number };
  /** An `error` event after the deltas. */
  fail?: string;
  /** The connection is cut after the deltas. */
  cut?: boolean;
}

export interface EmbedServer {
  origin: string;
  publicId: string;
  config: EmbedConfig;
  /** The policy and body of `/page`, the customer's page. */
  page: { policy?: string; html: string };
  next: Script[];
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  conversations: Map<string, ConversationMessage[]>;
  close(): Promise<void>;
}

const publicId = 'pub_0123456789abcdef';
const assets = join(import.meta.dirname, '../../dist/widget');

/** One pixel, red. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let serial = 0;
const newId = () => `0190a000-0000-7000-8000-${(++serial).toString(16).padStart(12, '0')}`;

/** Answers a question as the next script has it. */
async function converse(
  state: EmbedServer,
  question: { text: string; conversationId?: string },
  response: ServerResponse,
  cors: Record<string, string>,
  refuse: (status: number, code: string, headers?: object) => unknown,
) {
  const script = state.next.shift() ?? { deltas: [`Vous avez demandé : ${question.text}`] };
  if (script.refuse) {
    const { status, code, retryAfter } = script.refuse;
    return refuse(
      status,
      code,
      retryAfter ? { 'Retry-After': `${retryAfter}`, 'Access-Control-Expose-Headers': 'Retry-After' } : {},
    );
  }
  const conversationId = question.conversationId ?? newId();
  if (question.conversationId && !state.conversations.has(conversationId)) return refuse(404, 'not_found');
  const messages = state.conversations.get(conversationId) ?? [];
  state.conversations.set(conversationId, messages);
  const messageId = newId();
  const createdAt = new Date(0).toISOString();
  messages.push({ id: newId(), role: 'visitor', text: question.text, createdAt });
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...cors });
  response.write(': ok\n\n');
  const send = ({ event, data }: AnswerEvent) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  send({ event: 'meta', data: { conversationId, messageId, visitorToken: 'visitor-token' } });
  let text = '';
  for (const delta of script.deltas) {
    if (script.pace) await sleep(script.pace);
    if (response.destroyed) return;
    text += delta;
    send({ event: 'delta', data: { text: delta } });
  }
  if (script.cut) {
    await sleep(50);
    return response.destroy();
  }
  if (script.fail) {
    send({
      event: 'error',
      data: { type: 'about:blank', title: script.fail, status: 503, code: script.fail },
    });
    return response.end();
  }
  const citations = script.citations ?? [];
  const { mode = 'generated', subjects, smallTalk } = script;
  messages.push({ id: messageId, role: 'chatbot', text, createdAt, mode, citations, subjects, smallTalk });
  send({ event: 'citations', data: { citations } });
  send({ event: 'done', data: { mode, messageTokens: 12, subjects, smallTalk } });
  response.end();
}

/** A server that speaks the visitors' protocol and serves the build, and pages of a customer beside it. */
export async function startEmbedServer(): Promise<EmbedServer> {
  const files = JSON.parse(await readFile(join(assets, 'files.json'), 'utf8'));
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.destroy(error);
    });
  });

  const state: EmbedServer = {
    origin: '',
    publicId,
    config: structuredClone(defaultConfig),
    page: { html: '' },
    next: [],
    requests: [],
    conversations: new Map(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '/', state.origin);
    const path = url.pathname;
    const method = request.method ?? 'GET';
    state.requests.push({ method, path, headers: request.headers, body });
    // Any chatbot that is asked for, all with one configuration.
    const base = /^\/embed\/v1\/[^/]+/.exec(path)?.[0] ?? '';
    const cors = { 'Access-Control-Allow-Origin': request.headers.origin ?? '*', Vary: 'Origin' };
    const json = (status: number, value: unknown, headers = {}) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...cors, ...headers })
        .end(JSON.stringify(value));
    const refuse = (status: number, code: string, headers = {}) =>
      json(status, { type: 'about:blank', title: code, status, code }, headers);

    if (path === '/page') {
      const policy = state.page.policy ? { 'Content-Security-Policy': state.page.policy } : {};
      return response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...policy })
        .end(state.page.html);
    }
    if (path.startsWith('/embed/assets/')) {
      const file = await readFile(join(assets, path.slice('/embed/assets/'.length)));
      return response
        .writeHead(200, {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Content-Encoding': 'gzip',
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Cache-Control': 'public, max-age=31536000, immutable',
        })
        .end(gzipSync(file, { level: 9 }));
    }
    if (path === `${base}/widget.js`)
      return response
        .writeHead(200, {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Content-Encoding': 'gzip',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .end(gzipSync(await readFile(join(assets, files.loader)), { level: 9 }));
    if (path === `/embed/${publicId}`)
      return response
        .writeHead(200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy':
            "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
        })
        .end(
          `<!doctype html><html lang="${url.searchParams.get('language') ?? 'fr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>…</title><script type="module" src="/embed/assets/${files.page}"></script><body></body></html>`,
        );
    if (method === 'OPTIONS')
      return response
        .writeHead(204, {
          ...cors,
          'Access-Control-Allow-Methods': 'GET, POST, DELETE',
          'Access-Control-Allow-Headers': 'Content-Type, X-Visitor-Token',
        })
        .end();
    if (base && path === base) return json(200, state.config);
    if (path === `${base}/images/avatar.png`)
      return response
        .writeHead(200, {
          'Content-Type': 'image/png',
          ...cors,
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .end(png);
    if (path.startsWith(`${base}/images/`))
      return response
        .writeHead(200, { 'Content-Type': 'image/svg+xml', 'Cross-Origin-Resource-Policy': 'cross-origin' })
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>');

    const conversation = new RegExp(`^${base}/conversations/([^/]+)$`).exec(path)?.[1];
    if (conversation) {
      const messages = state.conversations.get(conversation);
      if (!messages || request.headers['x-visitor-token'] !== 'visitor-token')
        return refuse(404, 'not_found');
      if (method === 'DELETE') {
        state.conversations.delete(conversation);
        return response.writeHead(204, cors).end();
      }
      return json(200, { id: conversation, messages, nextCursor: null });
    }
    if (/\/messages\/[^/]+\/feedback$/.test(path)) return response.writeHead(204, cors).end();
    if (path === `${base}/messages` && method === 'POST')
      return converse(state, JSON.parse(body), response, cors, refuse);
    refuse(404, 'not_found');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

/** The customer's page: its own markup around the one line of the snippet. */
export const hostPage = (
  server: EmbedServer,
  parts: { head?: string; body?: string; lang?: string; attributes?: string } = {},
) =>
  `<!doctype html><html lang="${parts.lang ?? 'fr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Hôtel</title>${parts.head ?? ''}</head><body>${parts.body ?? '<h1>Hôtel des Glycines</h1><p>Annecy</p>'}<script src="${server.origin}/embed/v1/${server.publicId}/widget.js" data-chatbot="${server.publicId}" ${parts.attributes ?? ''} async></script></body></html>`;
