import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { press, render, says, until } from '../../../test/render.tsx';

const chatbotId = '0190a000-0000-7000-8000-000000000001';
const conversationId = '0190a000-0000-7000-8000-000000000002';
const now = new Date().toISOString();
const hostile = '<img src=x onerror="window.hacked=1"> **gras** [lien](https://evil.example)';
const conversation = {
  id: conversationId,
  chatbotId,
  chatbotName: 'Accueil',
  channel: 'website',
  language: 'fr',
  messageCount: 2,
  unanswered: 1,
  up: 0,
  down: 1,
  excerpt: hostile,
  startedAt: now,
  lastMessageAt: now,
};
const citation = {
  number: 1,
  passageId: 'gone',
  sourceName: 'guide.pdf',
  position: { page: 4 },
  quote: 'À 7 h.',
};
const messages = [
  {
    id: 'm1',
    role: 'chatbot',
    text: 'Non.',
    createdAt: now,
    mode: 'unanswered',
    citations: [],
    unansweredId: 'u0',
  },
  { id: 'm2', role: 'visitor', text: hostile, createdAt: now },
  {
    id: 'm3',
    role: 'chatbot',
    text: hostile,
    createdAt: now,
    mode: 'unanswered',
    citations: [],
    subjects: [hostile, 'Piscine'],
    unansweredId: 'u1',
  },
  { id: 'm4', role: 'visitor', text: 'Quand ?', understood: `${hostile} : quand ?`, createdAt: now },
  {
    id: 'm5',
    role: 'chatbot',
    text: 'À 7 h. [1]',
    createdAt: now,
    mode: 'quoted',
    citations: [citation],
    passages: [],
    tokens: 12,
    feedback: 'down',
  },
  { id: 'm6', role: 'visitor', text: 'Merci', createdAt: now },
  {
    id: 'm7',
    role: 'chatbot',
    text: 'Avec plaisir !',
    createdAt: now,
    mode: 'generated',
    citations: [],
    smallTalk: true,
  },
];

/** Pages of the list, in turn, and what was asked for them. */
let pages: { items: unknown[]; nextCursor: string | null }[];
let asked: URLSearchParams[];
let deletedVisitors = 0;
let chatbots: { id: string; name: string }[];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const answer = (body: unknown) => response.end(JSON.stringify(body));
    if (pathname === '/config.json') return answer({ publishableKey: 'sb_publishable_test' });
    if (pathname === '/api/v1/chatbots') return answer({ items: chatbots, nextCursor: null });
    if (pathname === `/api/v1/chatbots/${chatbotId}/unanswered`) return answer({ items: [], isWhole: true });
    if (pathname === '/api/v1/conversations') {
      asked.push(searchParams);
      return answer(pages[Math.min(asked.length, pages.length) - 1]);
    }
    if (pathname === `/api/v1/conversations/${conversationId}`)
      return answer({ ...conversation, messages, nextCursor: null });
    if (pathname === `/api/v1/conversations/${conversationId}/visitor`) {
      if (request.method === 'DELETE') deletedVisitors++;
      return answer({ conversations: 3 });
    }
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked = [];
  chatbots = [{ id: chatbotId, name: 'Accueil' }];
  pages = [{ items: [conversation], nextCursor: null }];
});

async function open(search: string) {
  const { Summary } = await import('./Summary.tsx');
  const { queryClient } = await import('../../../lib/queries/query-client.ts');
  queryClient.clear();
  const router = createMemoryRouter([{ path: '/summary', Component: Summary }], {
    initialEntries: [`/summary${search}`],
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const buttons = (name: string) =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name);

test('the address says what is listed, and messages are text', async () => {
  await open(`?chatbot=${chatbotId}&q=gras&period=7d&channel=website&feedback=down&unanswered=1`);
  await until(() => says(hostile));
  expect(document.querySelector('img, a[href^="https://evil"]')).toBeNull();
  const [query] = asked;
  const { from, limit, ...filter } = Object.fromEntries(query ?? []);
  expect(filter).toEqual({
    chatbotId,
    search: 'gras',
    channel: 'website',
    feedback: 'down',
    unanswered: 'true',
  });
  expect(limit).toBe('25');
  expect(Math.round((Date.now() - Date.parse(from ?? '')) / 3_600_000)).toBe(7 * 24);
});

test('two days, in either order, are both whole; half a date is none', async () => {
  await open('?period=days&from=2026-11-20&to=2026-11-03');
  await until(() => says(hostile));
  expect(asked[0]?.get('from')).toBe(new Date('2026-11-03T00:00').toISOString());
  expect(asked[0]?.get('to')).toBe(new Date('2026-11-21T00:00').toISOString());
  expect([...document.querySelectorAll<HTMLInputElement>('[type=date]')].map(({ value }) => value)).toEqual([
    '2026-11-20',
    '2026-11-03',
  ]);
  await open('?period=days&from=0002-11-20');
  await until(() => asked.length > 1);
  expect([asked[1]?.get('from'), asked[1]?.get('to')]).toEqual([null, null]);
});

test('a search that has found nothing yet goes on by itself', async () => {
  pages = [{ items: [], nextCursor: 'a' }, { items: [], nextCursor: 'b' }, ...pages];
  await open('?q=gras');
  await until(() => says(hostile));
  expect(asked.map((query) => query.get('cursor'))).toEqual([null, 'a', 'b']);
});

test('where no chatbot is chosen, unanswered questions are those of the one that has some', async () => {
  chatbots = [{ id: '0190a000-0000-7000-8000-000000000009', name: 'Aaa' }, ...chatbots];
  await open('?tab=unanswered');
  await until(() => says('apparaîtront ici'));
  expect(asked.map((query) => [query.get('unanswered'), query.get('limit')])).toEqual([['true', '1']]);
  expect(says('Chatbot Accueil')).toBe(true);
});

test('words are looked for once they are typed', async () => {
  const router = await open('?q=g');
  for (const typed of ['gr', 'gra', 'gras'])
    await act(async () => void router.navigate(`/summary?q=${typed}`));
  await until(() => says(hostile));
  expect(asked.map((query) => query.get('search'))).toEqual(['gras']);
});

test('nothing to show says what one gains, or offers to show all', async () => {
  pages = [{ items: [], nextCursor: null }];
  await open('');
  await until(() => buttons('Exporter en CSV').length === 0 && says('dès la première question'));
  await open('?unanswered=1');
  await until(() => says('Aucune conversation ne correspond.'));
  asked = [];
  await press('Effacer les filtres');
  await until(() => asked.some((query) => !query.has('unanswered')));
});

test('a transcript shows text, what is left of its passages, and offers to answer where the question is known', async () => {
  await open(`?conversation=${conversationId}`);
  await until(() => says('Quand ?'));
  expect(document.querySelector('img, a[href^="https://evil"]')).toBeNull();
  expect(document.querySelectorAll('strong')).toHaveLength(1);
  expect(says('guide.pdf')).toBe(true);
  expect(says('page 4')).toBe(true);
  expect(says('Ce passage n’est plus dans vos sources.')).toBe(true);
  expect(document.querySelector('a[href*="data-sources"]')).toBeNull();
  expect(says('Compris comme')).toBe(true);
  expect(says('«\u00a0Piscine\u00a0»')).toBe(true);
  expect(says('Pas utile')).toBe(true);
  // The first message's question is on a page before this one.
  expect(buttons('Répondre à cette question')).toHaveLength(1);
  // A courtesy is no answer to improve. One that could be better starts from what was said, without its marks.
  expect(buttons('Améliorer cette réponse')).toHaveLength(1);
  await press('Améliorer cette réponse');
  await until(() => document.querySelector('[role=dialog]'));
  expect([...document.querySelectorAll('textarea')].map(({ value }) => value)).toEqual([
    `${hostile} : quand ?`,
    'À 7 h.',
  ]);
});

test('all of a visitor are found from one conversation, and deleted once the dialog has said how many', async () => {
  const router = await open(`?chatbot=${chatbotId}&q=gras&conversation=${conversationId}`);
  await until(() => says('Toutes les conversations de ce visiteur (3)'));
  await press('Toutes les conversations de ce visiteur (3)');
  await until(() => asked.some((query) => query.get('visitorOf') === conversationId));
  expect(router.state.location.search).toBe(`?conversation=${conversationId}&visitor=${conversationId}`);
  await press('Un seul visiteur');
  expect(router.state.location.search).toBe(`?conversation=${conversationId}`);
  await press('Tout supprimer de ce visiteur');
  await until(() => says('Supprimer les 3 conversations de ce visiteur\u00a0?'));
  expect(deletedVisitors).toBe(0);
  await press('Supprimer 3 conversations');
  await until(() => router.state.location.search === '');
  expect(deletedVisitors).toBe(1);
});

test('a deleted conversation is out of sight at once, and back when that is undone', async () => {
  const router = await open(`?conversation=${conversationId}`);
  await until(() => document.querySelector('[data-row]') && says('Quand ?'));
  await press('Supprimer la conversation');
  await until(() => !document.querySelector('[data-row]') && !says('Quand ?'));
  expect(router.state.location.search).toBe('');
  const { toasts } = await import('../../../ui/toasts/toasts.ts');
  await act(async () => toasts.get().at(-1)?.action?.run());
  await until(() => document.querySelector('[data-row]'));
});
