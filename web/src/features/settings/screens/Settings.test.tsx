import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataExport } from '@parlance/contract/endpoints/account/exports';
import { speak } from '@parlance/contract/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { field, press, render, says, until } from '../../../test/render.tsx';
import { toasts } from '../../../ui/toasts/toasts.ts';
import { policyTexts } from '../privacy/policy-texts.ts';
import { privacyTexts } from '../privacy/texts.ts';
import { exportTexts } from '../rights/export-texts.ts';
import { exportsQuery } from '../rights/exports.ts';
import { rightsTexts } from '../rights/texts.ts';
import { texts } from '../texts.ts';
import { Settings } from './Settings.tsx';

const t = speak(texts, 'fr');
const p = speak(privacyTexts, 'fr');
const policy = speak(policyTexts, 'fr');
const r = speak(rightsTexts, 'fr');
const e = speak(exportTexts, 'fr');

/** What the server holds, by the last part of the address. */
let held: Record<string, Record<string, unknown>>;
let sent: { method: string; path: string; body: Record<string, unknown> }[];
let isBroken: boolean;
/** The account's archives; none: they cannot be read. */
let archives: DataExport[] | undefined;
/** Holds the answers to saves back until it is resolved. */
let hold: Promise<void> | undefined;
let server: Server;

const archive = (id: number, facts: Partial<DataExport>): DataExport => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  status: 'ready',
  progress: null,
  bytes: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  ...facts,
});

function replyOfExports(method: string, name: string, reply: (status: number, body: unknown) => void) {
  if (!archives) return reply(500, { code: 'internal_error' });
  if (method === 'GET') return reply(200, { items: archives });
  sent.push({ method, path: name, body: {} });
  if (method === 'DELETE') {
    archives = archives.filter(({ id }) => id !== name);
    return reply(200, {});
  }
  if (isBroken) return reply(429, { code: 'too_many_exports', title: 'Réessayez demain.' });
  archives = [archive(9, { status: 'pending' }), ...archives];
  reply(202, archives[0]);
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    const path = new URL(request.url ?? '', 'http://server').pathname;
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const name = path.split('/').at(-1) ?? '';
    if (path.startsWith('/api/v1/privacy/export')) return replyOfExports(request.method ?? '', name, reply);
    const found = held[name];
    if (!found) return reply(404, { code: 'not_found' });
    if (request.method !== 'GET') {
      const body = text ? JSON.parse(text) : {};
      sent.push({ method: request.method ?? '', path, body });
      await hold;
      if (isBroken) return reply(500, { code: 'internal_error' });
      if (name === 'deletion') found.scheduledFor = '2026-12-03T10:00:00.000Z';
      else Object.assign(found, body);
      if (name === 'privacy') found.updatedAt = '2026-11-23T10:00:00.000Z';
    }
    reply(request.method === 'POST' ? 202 : 200, found);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/settings`;
  await Promise.all([
    import('../../../ui/dialogs/DialogPanel.tsx'),
    import('../../profile/ConfirmDialog.tsx'),
    import('../../profile/deletion/DeletionRequested.tsx'),
  ]);
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(async () => {
  await render(null);
  toasts.set([]);
  queryClient.clear();
  isBroken = false;
  archives = [];
  hold = undefined;
  sent = [];
  held = {
    'config.json': {
      supportEmail: 'aide@exemple.fr',
      legal: { privacy: { fr: '/legal/privacy/fr', en: 'https://policy.example/en' } },
    },
    notifications: { emailNotifications: true, marketingEmails: false, activitySummaries: false },
    appearance: { theme: null, language: 'fr', timezone: 'America/Montreal' },
    help: { tour: 'completed', step: null, tooltips: true },
    privacy: {
      functionalCookies: true,
      performanceCookies: false,
      cookieUsage: false,
      analyticsTracking: false,
      dataCollection: false,
      dataSharingThirdParties: false,
      marketingCommunications: false,
      consentVersion: null,
      updatedAt: null,
      currentVersion: '2026-11-01',
    },
    deletion: { isTakenBack: false, scheduledFor: null },
  };
});

async function open(tab: string) {
  const router = createMemoryRouter(
    [
      { path: '/settings', element: <Settings /> },
      { path: '/', element: <p>Accueil</p> },
    ],
    { initialEntries: [`/settings?tab=${tab}`] },
  );
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const tick = (label: string) => act(async () => field(label).click());
const choose = (label: string, value: string) =>
  act(async () => {
    const select = field(label) as unknown as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
const toastOf = (title: string) => until(() => toasts.get().find((toast) => toast.title === title));

test('three kinds of mail are chosen and saved; the others are listed, and wait', async () => {
  await open('notifications');
  await until(() => says(t.activitySummaries));
  expect(field(t.emailNotifications).checked).toBe(true);
  for (const name of [t.chatbotCreated, t.messageReceived, t.systemUpdates, t.securityAlerts, t.pushSounds])
    expect(field(name).disabled, name).toBe(true);
  let release = () => {};
  hold = new Promise((done) => {
    release = done;
  });
  await tick(t.activitySummaries);
  await press(t.save);
  await until(() => says(t.saving));
  release();
  await toastOf(t.saved);
  expect(sent).toEqual([
    { method: 'PUT', path: '/api/v1/preferences/notifications', body: { activitySummaries: true } },
  ]);
  expect(field(t.activitySummaries).checked).toBe(true);
});

test('a save that fails says so, and keeps what was chosen', async () => {
  await open('notifications');
  await until(() => says(t.activitySummaries));
  isBroken = true;
  await tick(t.marketingEmails);
  await press(t.save);
  expect((await toastOf('Erreur de sauvegarde')).description).toBe(t.saveFailed);
  expect(field(t.marketingEmails).checked).toBe(true);
});

test('theme and time zone hold at once, here and in the account', async () => {
  await open('appearance');
  await until(() => says('America/Montreal'));
  await choose(t.theme, 'light');
  expect([localStorage.getItem('theme'), document.documentElement.dataset.theme]).toEqual(['light', 'light']);
  await toastOf(t.saved);
  await choose(t.timezone, 'Europe/Paris');
  await until(() => sent.length === 2);
  expect(sent.map(({ body }) => body)).toEqual([{ theme: 'light' }, { timezone: 'Europe/Paris' }]);
});

test('the tour starts again from the settings, on the dashboard', async () => {
  const router = await open('appearance');
  await until(() => says(t.tourRestart));
  await press(t.tourRestart);
  await until(() => router.state.location.pathname === '/');
  expect(sent[0]?.body).toEqual({ tour: 'new', step: 0 });
});

test('nothing was agreed to until it is saved, and what is necessary cannot be turned off', async () => {
  await open('privacy');
  await until(() => says(p.never));
  expect([field(p.functionalCookies).checked, field(p.functionalCookies).disabled]).toEqual([true, true]);
  await tick(p.marketingCommunications);
  await press(p.savePreferences);
  await toastOf(t.saved);
  expect(sent[0]?.body).toEqual({
    performanceCookies: false,
    cookieUsage: false,
    analyticsTracking: false,
    dataCollection: false,
    dataSharingThirdParties: false,
    marketingCommunications: true,
    consentVersion: '2026-11-01',
  });
  await until(() => !says(p.never));
});

test('a new version of the policy asks again, says what has changed, and takes the choices as they stand', async () => {
  Object.assign(held.privacy ?? {}, { consentVersion: '2025-01-01', updatedAt: '2025-01-02T10:00:00.000Z' });
  await open('privacy');
  await until(() => says(policy.changed));
  const changes = [...document.querySelectorAll('a')].find((link) => link.textContent === policy.changes);
  await until(() => changes?.getAttribute('href') === '/legal/privacy/fr/changes');
  await tick(p.analyticsTracking);
  await press(policy.confirm);
  await until(() => !says(policy.changed));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ analyticsTracking: true, consentVersion: '2026-11-01' });
});

test('deletion is asked for after a question, and the page says until when; other rights have an address', async () => {
  await open('privacy');
  await until(() => says('aide@exemple.fr'));
  await press(r.deletion);
  await until(() => document.querySelector('[role=dialog]')?.textContent?.includes('Êtes-vous sûr'));
  expect(sent).toEqual([]);
  await act(async () =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog] button')]
      .find((button) => button.textContent === r.deletion)
      ?.click(),
  );
  await until(() => says(r.scheduled));
  expect(sent).toEqual([{ method: 'POST', path: '/api/v1/privacy/deletion', body: {} }]);
});

/** As the next look at the archives would. */
const lookAgain = () => act(async () => void (await queryClient.refetchQueries(exportsQuery)));
const linkNames = () => [...document.querySelectorAll('a')].map((link) => link.textContent);

test('an archive is asked for once, followed while it is written, and can then be downloaded and deleted', async () => {
  await open('privacy');
  await until(() => says(e.none));
  await press(e.exports);
  await until(() => says(e.waiting));
  await toastOf(e.requested);
  await press(e.exports);
  expect(sent).toEqual([{ method: 'POST', path: 'export', body: {} }]);
  archives = [archive(9, { status: 'running', progress: { done: 3, total: 10 } })];
  await lookAgain();
  await until(() => says(e.written('30\u00a0%')));
  expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('30');
  const url = `${window.location.origin}/api/v1/privacy/exports/x/archive?token=y`;
  archives = [archive(9, { bytes: 2048, expiresAt: '2026-11-27T10:00:00.000Z', url })];
  await lookAgain();
  await until(() => says(e.ready));
  expect(says('27 novembre 2026')).toBe(true);
  expect(linkNames()).toContain(e.download);
  await act(async () =>
    document.querySelector<HTMLElement>('button[aria-label^="Supprimer\u00a0: Archive"]')?.click(),
  );
  await until(() => document.querySelector('[role=dialog]')?.textContent?.includes(e.deleteText));
  expect(sent).toHaveLength(1);
  await press(e.delete);
  await until(() => says(e.none));
});

test('of archives that failed or are over the page says so; another is asked for in place of the last', async () => {
  archives = [
    archive(2, { status: 'error' }),
    archive(1, { status: 'expired', expiresAt: '2026-11-13T10:00:00.000Z' }),
  ];
  await open('privacy');
  await until(() => says(e.expired));
  expect([says(e.error), says('13 novembre 2026'), linkNames().includes(e.download)]).toEqual([
    true,
    true,
    false,
  ]);
  isBroken = true;
  await press(e.again);
  await until(() => document.querySelector('#rights')?.textContent?.includes('Réessayez demain.'));
  isBroken = false;
  await press(e.again);
  await until(() => says(e.waiting));
  expect(says('Réessayez demain.')).toBe(false);
});

test('archives that cannot be read can be asked for again', async () => {
  archives = undefined;
  await open('privacy');
  await until(() => says(e.notLoaded));
  archives = [];
  await press('Réessayer');
  await until(() => says(e.none));
});
