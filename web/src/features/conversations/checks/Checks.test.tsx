import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { press, render, says, type, until } from '../../../test/render.tsx';

const hostile = '<img src=x onerror="window.hacked=1"> **gras**';
const chatbot = { id: 'c1', name: 'Accueil', suggestions: ['Où êtes-vous ?'] } as unknown as Chatbot;
const at = new Date().toISOString();
const check = { id: 'k1', question: hostile, mustContain: ['12 €', hostile], passed: true, createdAt: at };
const figures = { done: 2, total: 2, passed: 1, broken: 1, mended: 0, tokens: 80 };
const ended = { id: 'r1', at, status: 'done', ...figures, results: [] as unknown[] };
const results = [
  {
    checkId: 'k2',
    question: 'Quand ?',
    passed: true,
    before: true,
    mode: 'quoted',
    answer: 'À 7 h.',
    missing: [],
  },
  {
    checkId: 'k1',
    question: hostile,
    passed: false,
    before: true,
    mode: 'quoted',
    answer: `${hostile} 15 € [1]`,
    answerBefore: `${hostile} 12 € [1]`,
    missing: ['12 €'],
  },
];

let checks: unknown[];
/** The runs that the server answers with, in turn. */
let runs: unknown[][];
let refusal: { status: number; code: string; title: string } | undefined;
let sent: { path: string; body: unknown }[];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const answer = (body: unknown) => response.end(JSON.stringify(body));
    if (pathname === '/config.json') return answer({ publishableKey: 'sb_publishable_test' });
    if (request.method === 'POST') {
      const path = pathname.split('/').at(-1) ?? '';
      const body = await text(request);
      sent.push({ path, body: body === '' ? undefined : JSON.parse(body) });
      if (refusal) {
        response.writeHead(refusal.status, { 'content-type': 'application/problem+json' });
        return answer(refusal);
      }
      return answer(path === 'check-runs' ? { ...ended, status: 'running' } : check);
    }
    if (pathname.endsWith('/checks')) return answer({ items: checks, nextCursor: null });
    if (pathname.endsWith('/check-runs'))
      return answer({ items: runs.length > 1 ? runs.shift() : runs[0], nextCursor: null });
    if (pathname === '/api/v1/check-runs/r1') return answer({ ...ended, results });
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  checks = [check];
  runs = [[]];
  refusal = undefined;
  sent = [];
});

async function open() {
  const { Checks } = await import('./Checks.tsx');
  const { queryClient } = await import('../../../lib/queries/query-client.ts');
  queryClient.clear();
  const router = createMemoryRouter([{ path: '/', element: <Checks chatbot={chatbot} /> }]);
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const textarea = () => document.querySelector('textarea') as HTMLTextAreaElement;

test('the first check starts from a suggested question; what is typed last need not be added by hand', async () => {
  checks = [];
  await open();
  await until(() => says('Vérifiez en un clic'));
  await press('Où êtes-vous ?');
  await until(textarea);
  expect(textarea().value).toBe('Où êtes-vous ?');
  await press('Enregistrer');
  await until(() => says('Ajoutez au moins un texte'));
  expect(sent).toEqual([]);
  await type('La réponse doit contenir', ' 3 rue Haute ');
  await press('Enregistrer');
  await until(() => sent[0]);
  expect(sent[0]).toEqual({
    path: 'checks',
    body: { question: 'Où êtes-vous ?', mustContain: ['3 rue Haute'] },
  });
});

test('a run is followed to its end; what broke comes first, each answer beside the one before', async () => {
  runs = [[], [{ ...ended, status: 'running', done: 1 }], [ended]];
  await open();
  await until(() => says('1 question. Chaque réponse est facturée'));
  await press('Tout vérifier');
  await until(() => document.querySelector('[role=progressbar]'));
  expect(says('Questions posées\u00a0: 1 sur 2.')).toBe(true);
  await until(() => says('1 réponse juste sur 2.') || says('Une réponse juste sur 2.'));
  await until(() => document.querySelector('details'));
  expect(says('Une ne l’est plus depuis la fois précédente.')).toBe(true);
  expect(says('environ 40 jetons')).toBe(true);
  const questions = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(questions[0]).toContain('N’est plus juste');
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marked).toEqual(['15', '12']);
  // Text of strangers is text.
  expect(document.querySelector('img')).toBeNull();
  expect(says(hostile)).toBe(true);
}, 10_000);

test('what refuses a run is said; that one runs already is no failure', async () => {
  await open();
  await until(() => says('Doit contenir'));
  const { toasts } = await import('../../../ui/toasts/toasts.ts');
  await act(async () => toasts.set([]));
  refusal = { status: 409, code: 'check_run_running', title: 'Déjà en cours.' };
  await press('Tout vérifier');
  await until(() => sent.length === 1);
  refusal = { status: 403, code: 'message_quota_exceeded', title: 'Plus de jetons.' };
  await until(() => !document.querySelector('[aria-busy]'));
  expect(toasts.get()).toEqual([]);
  await press('Tout vérifier');
  await until(() => toasts.get()[0]);
  expect(toasts.get()[0]?.description).toBe('Plus de jetons.');
});
