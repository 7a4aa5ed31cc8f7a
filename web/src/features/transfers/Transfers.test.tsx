import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { speak } from '@parlance/contract/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { field, press, render, says, type, until } from '../../test/render.tsx';
import { texts } from './texts.ts';

const t = speak(texts, 'fr');

// Changes are told over a socket, which nobody answers here.
vi.mock('../../lib/queries/realtime.ts', () => ({ watchRows: () => () => {} }));

const chatbotId = '0190a000-0000-7000-8000-000000000001';
const id = '0190a000-0000-7000-8000-000000000002';
const transfer = (direction: 'outgoing' | 'incoming', status = 'pending') => ({
  id,
  direction,
  chatbot: { name: 'Musée', platform: 'website', ...(direction === 'outgoing' ? { id: chatbotId } : {}) },
  email: 'ana@example.org',
  name: direction === 'incoming' ? 'Ana Ruiz' : null,
  status,
  contents: { sources: 12, passages: 90, conversations: 1, checks: 0, bytes: 2_097_152 },
  expiresAt: new Date(Date.now() + 1e9).toISOString(),
  createdAt: new Date().toISOString(),
  decidedAt: null,
});

let held: ReturnType<typeof transfer>[];
let effect: object;
let refusal: object | undefined;
let calls: [method: string, path: string, body: unknown][];
/** The order in which each list was asked for. */
let asked: (string | null)[];
let server: Server;

function answer(
  method: string,
  { pathname: path, searchParams: query }: URL,
  body: unknown,
): [number, unknown] {
  if (method !== 'GET') calls.push([method, path, body]);
  if (method !== 'GET' && refusal) return [409, refusal];
  if (path === '/api/v1/chatbots')
    return [200, { items: [{ id: chatbotId, name: 'Musée', creation: 'completed' }], nextCursor: null }];
  if (path.endsWith('/effect')) return [200, effect];
  if (method === 'GET' && path === '/api/v1/transfers') {
    asked.push(query.get('sort'));
    return [
      200,
      { items: held.filter(({ direction }) => direction === query.get('direction')), nextCursor: null },
    ];
  }
  const status = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' }[
    path.split('/').at(-1) ?? ''
  ];
  const [row = transfer('outgoing')] = held;
  held = [{ ...row, status: status ?? 'pending' }];
  return [status ? 200 : 201, held[0]];
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://server');
      const [status, json] = answer(request.method ?? '', url, text ? JSON.parse(text) : undefined);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(json));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/transfers`;
  await Promise.all([
    import('../../ui/dialogs/DialogPanel.tsx'),
    import('./OfferDialog.tsx'),
    import('./AcceptDialog.tsx'),
  ]);
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(async () => {
  await render(null);
  held = [];
  refusal = undefined;
  calls = [];
  asked = [];
  effect = {
    chatbots: { used: 1, after: 2, limit: 3 },
    bytes: { used: 0, after: 2_097_152, limit: null },
    isPossible: true,
    name: 'Musée',
  };
});

async function open(at = '/admin/transfers') {
  const { Transfers } = await import('./Transfers.tsx');
  const { Toaster } = await import('../../ui/toasts/Toaster.tsx');
  const { queryClient } = await import('../../lib/queries/query-client.ts');
  queryClient.clear();
  const router = createMemoryRouter([{ path: '/admin/transfers', Component: Transfers }], {
    initialEntries: [at],
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster label="Notifications" closeLabel="Fermer" />
    </QueryClientProvider>,
  );
}

const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? '';

test('where there is none yet, it says how it works; an offer asks for a whole address', async () => {
  await open(`/admin/transfers?chatbot=${chatbotId}`);
  await until(() => says(t.howMove) && dialog().includes('Musée'));
  await type(t.email, 'ana@example');
  await press(t.send);
  await until(() => says(t.emailWrong));
  expect(calls).toEqual([]);
  await type(t.email, ' ana@example.org ');
  await press(t.send);
  await until(() => says(t.sent('Musée', 'ana@example.org')) && dialog() === '');
  expect(calls).toEqual([['POST', '/api/v1/transfers', { chatbotId, email: 'ana@example.org' }]]);
  await until(() => says(t.pending) && says('12\u00a0sources, 1\u00a0conversation (2\u00a0Mo)'));
});

test('beyond a screen there is a search, which is in the address and says when nothing fits', async () => {
  held = [transfer('outgoing')];
  await open();
  await until(() => says('Musée'));
  expect(document.querySelector('[type=search]')).toBeNull();
  held = Array.from({ length: 10 }, (_, at) => ({ ...transfer('outgoing'), id: `${at}` }));
  await open();
  await until(() => document.querySelector('[type=search]'));
  held = [];
  await open('/admin/transfers?q=refuge');
  await until(() => says(t.noMatch));
  expect(document.querySelector<HTMLInputElement>('[type=search]')?.value).toBe('refuge');
  expect(says(t.emptyOutgoing)).toBe(false);
});

test('its heads sort it, which is in the address', async () => {
  held = [transfer('outgoing')];
  await open();
  await until(() => asked.at(-1) === '-createdAt' && says('Musée'));
  const head = document.querySelectorAll('th')[1];
  await press(t.to);
  await until(() => asked.at(-1) === 'email' && document.querySelector('[aria-sort=ascending]'));
  await press(t.to);
  await until(() => asked.at(-1) === '-email' && document.querySelector('[aria-sort=descending]'));
  // The head that was pressed stayed: it keeps the focus.
  expect(document.querySelectorAll('th')[1]).toBe(head);
});

test('an offer that is refused says why, and keeps what was typed', async () => {
  refusal = { code: 'transfer_pending', title: 'Ce chatbot est déjà proposé à quelqu’un.', status: 409 };
  await open(`/admin/transfers?chatbot=${chatbotId}`);
  await until(() => dialog().includes('Musée'));
  await type(t.email, 'ana@example.org');
  await press(t.send);
  await until(() => dialog().includes('déjà proposé'));
  expect(field(t.email).value).toBe('ana@example.org');
});

test('an offer is taken back, and declined', async () => {
  held = [transfer('outgoing')];
  await open();
  await until(() => says(t.pending));
  await press(t.takeBackOf('Musée'));
  await until(() => says(t.tookBack('Musée')) && says(t.cancelled));
  held = [transfer('incoming')];
  await render(null);
  await open('/admin/transfers?tab=incoming');
  await until(() => says('Ana Ruiz'));
  await press(t.declineOf('Musée'));
  await until(() => says(t.didDecline('Musée')) && says(t.declined));
  expect(calls.map(([, path]) => path.split('/').at(-1))).toEqual(['cancel', 'decline']);
});

test('before accepting one reads what it does to the plan; without room it can’t be', async () => {
  held = [transfer('incoming')];
  effect = { ...effect, isPossible: false, chatbots: { used: 3, after: 4, limit: 3 }, name: 'Musée (2)' };
  await open('/admin/transfers?tab=incoming');
  await until(() => says('Ana Ruiz'));
  await press(t.acceptOf('Musée'));
  await until(() => dialog().includes(t.noRoom));
  expect(dialog()).toContain(t.change('3', '4'));
  expect(dialog()).toContain(t.renamed('Musée (2)'));
  const button = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
    ({ textContent }) => textContent === t.accept,
  );
  expect(button?.disabled).toBe(true);
});

test('accepted, the chatbot is said to be theirs', async () => {
  held = [transfer('incoming')];
  await open('/admin/transfers?tab=incoming');
  await until(() => says('Ana Ruiz'));
  await press(t.acceptOf('Musée'));
  await until(() => dialog().includes(t.change('1', '2')));
  await press(t.accept);
  await until(() => says(t.didAccept('Musée')) && says(t.accepted));
});
