import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sampleChatbot as chatbot } from '../../../test/chatbot.ts';
import { press, render, says, until } from '../../../test/render.tsx';

const hostile = '<img src=x onerror="window.hacked=1"> **gras**';
const idOf = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const at = '2026-11-20T10:00:00.000Z';
const item = (about: string, conversations: number) => ({
  text: about,
  conversations,
  conversationIds: [idOf(71), idOf(72)],
  examples: [hostile],
});
const done = {
  id: idOf(1),
  chatbotId: chatbot.id,
  period: '7d',
  from: '2026-11-13T10:00:00.000Z',
  to: at,
  status: 'done',
  mode: 'generated',
  language: 'fr',
  progress: null,
  text: 'Le résumé en entier.',
  sections: [
    { kind: 'themes', items: [item('Les horaires de la piscine', 14)] },
    { kind: 'unanswered', items: [item('Les vélos électriques', 2)] },
    { kind: 'missing', items: [item('Le prix du parking', 3)] },
  ],
  figures: {
    conversations: 42,
    messages: 130,
    answered: 80,
    unanswered: 9,
    up: 7,
    down: 2,
    hours: Array.from({ length: 24 }, (_, hour) => (hour === 18 ? 31 : 0)),
    languages: { fr: 40, en: 2 },
    sources: [{ name: 'guide.pdf', answers: 12 }],
  },
  conversations: 42,
  messages: 130,
  tokens: 5400,
  error: null,
  createdAt: at,
  finishedAt: at,
};
const running = {
  ...done,
  id: idOf(2),
  status: 'running',
  mode: null,
  text: '',
  sections: [],
  figures: null,
  progress: { done: 12, total: 42 },
};
const estimated = { conversations: 42, messages: 130, tokens: 5000, mode: 'generated' };

let summaries: (typeof done | typeof running)[];
/** What one summary is, look by look. */
let looks: unknown[];
let estimate: typeof estimated;
let refusal: { status: number; code: string; title: string } | undefined;
let sent: { method: string | undefined; path: string; body: unknown }[];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const answer = (body: unknown) => response.end(JSON.stringify(body));
    if (pathname === '/config.json') return answer({ publishableKey: 'sb_publishable_test' });
    if (request.method !== 'GET') {
      const body = await text(request);
      sent.push({ method: request.method, path: pathname, body: body && JSON.parse(body) });
      if (refusal) {
        response.writeHead(refusal.status, { 'content-type': 'application/problem+json' });
        return answer(refusal);
      }
      if (request.method === 'DELETE') return response.writeHead(204).end();
      summaries = [running, ...summaries];
      return response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(running));
    }
    if (pathname.endsWith('/summaries/estimate')) {
      sent.push({ method: 'GET', path: 'estimate', body: searchParams.get('period') });
      return answer(estimate);
    }
    if (pathname.endsWith('/summaries')) return answer({ items: summaries, nextCursor: null });
    if (pathname.startsWith('/api/v1/summaries/')) {
      const known = summaries.find(({ id }) => pathname.endsWith(id));
      const look = pathname.endsWith(running.id) && looks.length > 1 ? looks.shift() : looks[0];
      if (known) return answer(pathname.endsWith(running.id) ? (look ?? known) : known);
    }
    if (pathname.endsWith('/recent-messages'))
      return answer({
        items: [80, 81].map((number) => ({
          id: idOf(number),
          conversationId: idOf(number + 10),
          channel: 'website',
          text: `${hostile} ${number}`,
          createdAt: at,
        })),
      });
    response.writeHead(404, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ code: 'not_found', title: 'Introuvable.', status: 404 }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  summaries = [done];
  looks = [];
  estimate = estimated;
  refusal = undefined;
  sent = [];
});

async function open(search = '') {
  const { Summaries } = await import('./Summaries.tsx');
  const { queryClient } = await import('../../../lib/queries/query-client.ts');
  queryClient.clear();
  const router = createMemoryRouter([{ path: '/summary', element: <Summaries chatbot={chatbot} /> }], {
    initialEntries: [`/summary?tab=summary${search}`],
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const hrefs = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
const posts = () => sent.filter(({ method }) => method === 'POST');

test('a summary says of what it is made, each claim leads to its conversations, and visitors’ words are text', async () => {
  await open();
  await until(() => says('Les horaires de la piscine'));
  expect(says('D’après 42 conversations et 130 messages.')).toBe(true);
  expect(says('Écrit par le modèle')).toBe(true);
  expect(says('14 conversations')).toBe(true);
  expect(says(`«\u00a0${hostile}\u00a0»`)).toBe(true);
  expect(document.querySelector('img')).toBeNull();
  expect(hrefs()).toContain(`/summary?conversation=${idOf(71)}`);
  expect(hrefs()).toContain('/summary?tab=unanswered');
  expect(says('guide.pdf')).toBe(true);
  await until(() => document.querySelector('[role=slider]'));
  await until(() => hrefs().includes(`/summary?conversation=${idOf(91)}`));
  expect(says(`${hostile} 80`)).toBe(true);
});

test('what it would read and cost is said first, for the period that is chosen', async () => {
  summaries = [];
  await open();
  await until(() => says('À lire\u00a0: 42 conversations, 130 messages.'));
  expect(says('environ 5\u00a0000 jetons')).toBe(true);
  estimate = { ...estimated, mode: 'counted', tokens: 0 };
  await act(async () => document.querySelector<HTMLInputElement>('input[value="30d"]')?.click());
  await until(() => says('Sans modèle\u00a0: gratuit'));
  expect(sent.map(({ body }) => body)).toEqual(['7d', '30d']);
  estimate = { conversations: 0, messages: 0, tokens: 0, mode: 'counted' };
  await act(async () => document.querySelector<HTMLInputElement>('input[value="24h"]')?.click());
  await until(() => hrefs().some((href) => href.endsWith('/personnaliser?tab=integration')));
  expect(says('Aucune conversation sur cette période')).toBe(true);
  expect(says('Générer le résumé')).toBe(false);
});

test('one that is begun is followed to its end, and found again by who has left', async () => {
  summaries = [];
  looks = [running];
  const router = await open();
  await until(() => says('Générer le résumé'));
  await press('Générer le résumé');
  await until(() => says('Conversations lues\u00a0: 12 sur 42.'));
  expect(posts().map(({ body }) => body)).toEqual([{ period: '7d' }]);
  expect(router.state.location.search).toContain(`summary=${running.id}`);
  expect(says('s écoulées')).toBe(true);
  // Pressed again, it begins nothing.
  await press('Générer le résumé');
  expect(posts()).toHaveLength(1);
  await open();
  await until(() => document.querySelector('[role=progressbar]'));
  looks = [{ ...done, id: running.id }];
  await until(() => says('Les horaires de la piscine'));
  await until(() => says('Le résumé est prêt.'));
}, 10_000);

test('a quota that is used up leads to the plan that lifts it; any other failure to another try', async () => {
  summaries = [];
  refusal = { status: 403, code: 'message_quota_exceeded', title: 'Votre quota est épuisé.' };
  await open();
  await until(() => says('Générer le résumé'));
  await press('Générer le résumé');
  await until(() => says('Votre quota est épuisé.'));
  await until(() => hrefs().some((href) => href.startsWith('/pricing')));
  const failed = { status: 'error', error: { code: 'internal', message: 'Le modèle ne répond pas.' } };
  summaries = [{ ...running, ...failed } as never];
  looks = [summaries[0]];
  refusal = undefined;
  await open();
  await until(() => says('rien n’a été facturé'));
  expect(says('Le modèle ne répond pas.')).toBe(true);
  sent = [];
  await press('Réessayer');
  await until(() => posts().length === 1);
});

test('the whole text is copied; what it misses is answered; a deletion is undone or carried out', async () => {
  await open();
  await until(() => says('Le prix du parking'));
  const writeText = vi.fn(async (_: string) => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  const { toasts } = await import('../../../ui/toasts/toasts.ts');
  await press('Copier');
  await until(() => toasts.get().some(({ title }) => title === 'Résumé copié.'));
  expect(writeText).toHaveBeenCalledWith(done.text);
  await press('Écrire la réponse');
  await until(() => document.querySelector('textarea'));
  expect(document.querySelector('textarea')?.value).toBe(hostile);
  await press('Annuler');
  await press('Supprimer le résumé');
  await until(() => !says('Le prix du parking'));
  await act(async () => toasts.get().at(-1)?.action?.run());
  await until(() => says('Le prix du parking'));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await press(/^Supprimer le résumé.: Les 7/);
  const { dismissToast } = await import('../../../ui/toasts/toasts.ts');
  await act(async () => dismissToast(toasts.get().at(-1)?.id ?? 0));
  await until(() => sent.some(({ method, path }) => method === 'DELETE' && path.endsWith(done.id)));
});

test('an address of a summary that is gone says so, and leads to the latest', async () => {
  await open(`&summary=${idOf(99)}`);
  await until(() => says('Ce résumé n’existe plus.'));
  await press('Voir le dernier résumé');
  await until(() => says('Les horaires de la piscine'));
});
