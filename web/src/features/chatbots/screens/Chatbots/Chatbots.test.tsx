import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { speak } from '@parlance/contract/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { field, press, render, says, type, until } from '../../../../test/render.tsx';
import { texts as dialogTexts } from '../../dialog-texts.ts';
import { texts } from '../../texts.ts';

const t = speak(texts, 'fr');
const d = speak(dialogTexts, 'fr');

// Changes are told over a socket, which nobody answers here.
vi.mock('../../../../lib/queries/realtime.ts', () => ({ watchRows: () => () => {} }));

const id = '0190a000-0000-7000-8000-000000000001';
const chatbot = (name: string): Record<string, unknown> & { name: string } => ({
  id,
  publicId: 'AbCdEfGhIjKlMnOp',
  name,
  platform: 'website',
  status: 'active',
  creation: 'completed',
  avatarUrl: null,
  createdAt: new Date().toISOString(),
  updatedAt: '2026-11-21T19:00:00.000Z',
  lastSyncAt: null,
});

/** What the server holds, which a test changes under the screen's feet. */
let held: ReturnType<typeof chatbot>[];
/** Chatbots that others offer. */
let offers: object[];
let contents: { sources: number; conversations: number };
/** The answer to the next change, and until when it waits. */
let refusal: { status: number; problem: object } | undefined;
let gate: Promise<void>;
/** Until when the list can't be read. */
let reading: Promise<void>;
let changes: Record<string, unknown>[];
let server: Server;

async function answer(method: string, url: URL, body: Record<string, unknown>): Promise<[number, unknown?]> {
  const { pathname: path, searchParams: query } = url;
  if (path === '/config.json') return [200, { answers: 'quoted', supportEmail: null }];
  if (path === '/api/v1/usage') return [200, { chatbots: { used: held.length, limit: 3 } }];
  const absent = { code: 'not_found', title: 'Introuvable.', status: 404 };
  if (path === '/api/v1/transfers') return [200, { items: offers, nextCursor: null }];
  if (path.endsWith('/contents')) return held.length > 0 ? [200, contents] : [404, absent];
  if (method === 'GET' && path === '/api/v1/chatbots') {
    await reading;
    const name = query.get('name')?.toLowerCase();
    const items = held.filter(
      (one) => name === null || name === undefined || one.name.toLowerCase() === name,
    );
    return [200, { items, nextCursor: null }];
  }
  if (method === 'GET') return held[0] ? [200, held[0]] : [404, absent];
  await gate;
  changes.push({ method, ...body });
  if (refusal) {
    const { status, problem } = refusal;
    refusal = undefined;
    return [status, problem];
  }
  if (method === 'DELETE') {
    held = [];
    return [204];
  }
  held = held.map((one) => ({ ...one, ...(body as object) }));
  return [200, held[0]];
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    request.on('end', async () => {
      const url = new URL(request.url ?? '', 'http://server');
      const [status, json] = await answer(request.method ?? '', url, text ? JSON.parse(text) : {});
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(json === undefined ? '' : JSON.stringify(json));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chatbots`;
  await Promise.all([import('../../../../ui/dialogs/DialogPanel.tsx'), import('./ChatbotDialogs.ts')]);
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(async () => {
  await render(null);
  held = [chatbot('Accueil')];
  offers = [];
  contents = { sources: 12, conversations: 1 };
  refusal = undefined;
  gate = Promise.resolve();
  reading = gate;
  changes = [];
  sessionStorage.clear();
});

async function open(others: RouteObject[] = [], at = '/chatbots') {
  const { Chatbots } = await import('./Chatbots.tsx');
  const { Toaster } = await import('../../../../ui/toasts/Toaster.tsx');
  const { queryClient } = await import('../../../../lib/queries/query-client.ts');
  queryClient.clear();
  const router = createMemoryRouter(
    [
      { path: '/chatbots', Component: Chatbots },
      { path: '/chatbots/:chatbotId/data-sources', element: 'ses sources' },
      ...others,
    ],
    { initialEntries: [at] },
  );
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster label="Notifications" closeLabel="Fermer" />
    </QueryClientProvider>,
  );
  return router;
}

const choose = async (entry: string) => {
  await until(() => document.querySelector(`[aria-label="${t.actionsOf('Accueil')}"]`));
  await press(t.actionsOf('Accueil'));
  await press(entry);
};

test('pausing shows at once, and is taken back with a word where the server refuses', async () => {
  await open();
  let release = () => {};
  gate = new Promise((done) => {
    release = done;
  });
  refusal = { status: 503, problem: { code: 'unavailable', title: 'Indisponible', status: 503 } };
  await choose(t.pause);
  await until(() => says(t.paused));
  // Told at once, also where the list can't be read again: without a network it never is.
  let read = () => {};
  reading = new Promise((done) => {
    read = done;
  });
  release();
  await until(() => says(t.pauseFailed('Accueil')));
  read();
  await until(() => says(t.active) && !says(t.paused));
  await choose(t.pause);
  await until(() => held[0]?.status === 'paused' && says(t.paused));
  // What failed has succeeded: its word leaves.
  await until(() => !says(t.pauseFailed('Accueil')));
});

test('a chatbot that somebody offers is announced, and leads to where one decides', async () => {
  const offered = { email: 'ana@example.org', chatbot: { name: 'Musée' } };
  offers = [
    { ...offered, status: 'expired' },
    { ...offered, status: 'pending' },
  ];
  await open();
  await until(() => says('ana@example.org vous propose le chatbot «\u00a0Musée\u00a0».'));
  expect(document.querySelector('a[href="/admin/transfers?tab=incoming"]')?.textContent).toBe(
    'Voir et décider',
  );
});

test('what was left out when it was made is put away once it is read', async () => {
  const creationNotice = 'Une page n’a pas été copiée.';
  held = [{ ...chatbot('Accueil'), creation: 'warning', creationNotice }];
  await open();
  await until(() => says(creationNotice));
  await press(t.noticeReadOf('Accueil'));
  await until(() => !says(creationNotice));
  expect(changes).toEqual([{ method: 'PATCH', creation: 'completed' }]);
});

test('at the plan’s limit the button explains', async () => {
  held = ['1', '2', '3'].map((end) => ({ ...chatbot(`Accueil ${end}`), id: `${id.slice(0, -1)}${end}` }));
  await open();
  await until(() => says('Accueil 3'));
  await press(t.create);
  await until(() => document.querySelector('[role=dialog]')?.textContent?.includes(t.limitReached(3)));
  expect(document.querySelector('[role=dialog] input')).toBeNull();
});

test('who renames second is told what the name has become, and keeps their own by saving again', async () => {
  await open();
  await choose(t.edit);
  await until(() => document.querySelector('[role=dialog] input'));
  held = [{ ...chatbot('Standard'), updatedAt: '2026-11-21T19:30:00.000Z' }];
  refusal = { status: 409, problem: { code: 'edit_conflict', title: 'Modifié', status: 409 } };
  await type(t.name, 'Réception');
  await press(d.save);
  await until(() => says(d.changedElsewhere('Standard')));
  expect(field(t.name).value).toBe('Réception');
  await press(d.save);
  await until(() => says(d.renamed('Réception')));
  expect(changes).toMatchObject([
    { name: 'Réception', updatedAt: '2026-11-21T19:00:00.000Z' },
    { name: 'Réception', updatedAt: '2026-11-21T19:30:00.000Z' },
  ]);
});

test('a rename that fails says so in its own sentence, until it succeeds', async () => {
  await open();
  await choose(t.edit);
  await until(() => document.querySelector('[role=dialog] input'));
  refusal = { status: 500, problem: { code: 'internal', title: 'Erreur', status: 500 } };
  await type(t.name, 'Réception');
  await press(d.save);
  await until(() => says('Le chatbot n’a pas pu être modifié.'));
  await press(d.save);
  await until(() => !says('Le chatbot n’a pas pu être modifié.'));
  expect(changes).toHaveLength(2);
});

test('a success closes its dialog and shows in the list, however long that takes to be read again', async () => {
  await open();
  const dialog = () => document.querySelector('[role=dialog]');
  await choose(t.edit);
  await until(() => document.querySelector('[role=dialog] input'));
  await type(t.name, 'Réception');
  let read = () => {};
  held = [chatbot('Réception')];
  const saving = press(d.save);
  reading = new Promise((done) => {
    read = done;
  });
  await saving;
  await until(() => says(d.renamed('Réception')) && !dialog());
  expect(document.querySelector('table')?.textContent).toContain('Réception');
  read();
});

test('a deletion names what goes, asks, and is done once; what is gone already is no error', async () => {
  await open();
  await choose(t.delete);
  await until(() => says(d.deleteTitleCounted('Accueil', 12)));
  expect(says(d.conversations(1, '1'))).toBe(true);
  expect(changes).toEqual([]);
  refusal = { status: 404, problem: { code: 'not_found', title: 'Introuvable', status: 404 } };
  held = [];
  await press(t.delete);
  await until(() => says(d.gone('Accueil')));
  expect(changes).toHaveLength(1);
  // An empty list starts the first one in its place.
  await until(() => document.querySelector('form input[name=name]'));
});

test('a chatbot that was deleted elsewhere says so on its open screens, as soon as something about it is absent', async () => {
  const { ChatbotPage } = await import('../../parts/ChatbotPage.tsx');
  const { queryClient } = await import('../../../../lib/queries/query-client.ts');
  const page = <ChatbotPage>{({ name }) => `En ligne : ${name}`}</ChatbotPage>;
  await open([{ path: '/chatbots/:chatbotId', element: page }], `/chatbots/${id}`);
  await until(() => says('En ligne : Accueil'));
  held = [];
  const { call } = await import('../../../../lib/calls/api.ts');
  const { getChatbotContents } = await import('@parlance/contract/endpoints/chatbots');
  await queryClient
    .fetchQuery({
      queryKey: ['about it'],
      queryFn: () => call(getChatbotContents, { params: { chatbotId: id } }),
      retry: false,
    })
    .catch(() => {});
  await until(() => says(t.deletedTitle) && says(t.deletedElsewhere('Accueil')));
  expect(says('En ligne')).toBe(false);
  await press(t.backToList);
  await until(() => document.querySelector('form input[name=name]'));
});

test('a copy is proposed the next free name', async () => {
  held = [chatbot('Accueil'), { ...chatbot('Accueil (2)'), id: '0190a000-0000-7000-8000-000000000002' }];
  await open();
  await choose(t.duplicate);
  await until(() => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value === 'Accueil (3)');
});

test('who has handed over the only one still finds the way to transfers', async () => {
  held = [];
  await open();
  await until(() => says(t.emptyTitle));
  expect(says(t.transfers)).toBe(true);
  expect(document.querySelectorAll('[data-tour=create]')).toHaveLength(1);
});

test('the first chatbot is a name away, and says that its answers are quotes', async () => {
  held = [];
  const router = await open();
  await until(() => document.querySelector('form input[name=name]'));
  await type(t.name, 'ab');
  await press(t.create);
  await until(() => says(t.nameShort));
  expect(changes).toEqual([]);
  await type(t.name, 'Accueil');
  held = [chatbot('Accueil')];
  await press(t.create);
  await until(() => router.state.location.pathname === `/chatbots/${id}/data-sources`);
  await until(() => says(d.quoting));
});
