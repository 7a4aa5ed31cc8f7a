import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Channel, ChannelStep } from '@parlance/contract/endpoints/channels';
import { speak } from '@parlance/contract/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { field, press, render, says, type, until } from '../../test/render.tsx';
import { texts as chatbotTexts } from '../chatbots/texts.ts';
import { creationTexts } from './creation/texts.ts';
import { formTexts } from './forms/texts.ts';
import { listTexts } from './list/texts.ts';
import { texts } from './texts.ts';

const t = speak(texts, 'fr');
const f = speak(formTexts, 'fr');
const c = speak(creationTexts, 'fr');
const l = speak(listTexts, 'fr');
const n = speak(chatbotTexts, 'fr');

// Changes are told over a socket, which nobody answers here.
vi.mock('../../lib/queries/realtime.ts', () => ({ watchRows: () => () => {} }));

const id = '0190a000-0000-7000-8000-000000000001';
const steps = (...states: Partial<ChannelStep>[]): ChannelStep[] =>
  (['verifying', 'creating', 'configuring', 'credentials'] as const).map((name, at) => ({
    name,
    status: 'pending',
    ...states[at],
  }));
const done = { status: 'done' } as const;
const allDone = steps(done, done, done, done);
const telegram = (change: Partial<Channel>): Channel => ({
  id,
  chatbotId: null,
  platform: 'telegram',
  name: 'Lilas',
  account: '',
  link: '',
  status: 'creating',
  isPaused: false,
  steps: steps({ status: 'running' }),
  lastEventAt: null,
  health: null,
  createdAt: new Date().toISOString(),
  ...change,
});
const ready = telegram({
  chatbotId: id,
  status: 'ready',
  steps: allDone,
  account: '@lilas_bot',
  link: 'https://t.me/lilas_bot',
  last4: 'x9Qk',
});
const failed = (code: string, more: Partial<Channel> = {}) =>
  telegram({
    status: 'failed',
    steps: steps({ status: 'error', code, message: `Pourquoi ${code}`, detail: 'Unauthorized' }),
    ...more,
  });

/** What the server holds; a test changes it under the screen's feet. */
let held: Channel | undefined;
let limit: number | null;
/** The answer to the next change. */
let refusal: { status: number; problem: object } | undefined;
let changes: [method: string, path: string, body: unknown][];
let server: Server;

function answer(method: string, { pathname: path }: URL, body: unknown): [number, unknown?] {
  if (path === '/config.json') return [200, { answers: 'quoted', supportEmail: null, url: 'http://server' }];
  if (path === '/api/v1/usage') return [200, { plan: 'free', chatbots: { used: 1, limit }, alerts: [] }];
  if (path === '/api/v1/chatbots') return [200, { items: [], nextCursor: null }];
  if (method === 'GET' && path === '/api/v1/channels')
    return [200, { items: held ? [held] : [], nextCursor: null }];
  if (method === 'GET') return held ? [200, held] : [404, { code: 'not_found', title: 'Introuvable.' }];
  changes.push([method, path.replace(`/api/v1/channels/${id}`, '…'), body]);
  if (refusal) {
    const { status, problem } = refusal;
    refusal = undefined;
    return [status, problem];
  }
  if (method === 'DELETE') {
    held = undefined;
    return [204];
  }
  // What is set up, or anew, begins at its first step.
  if (!path.endsWith('/reconnect')) held = telegram({ platform: held?.platform ?? 'telegram' });
  return [202, held];
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
      response.end(json === undefined ? '' : JSON.stringify(json));
    });
  });
  await new Promise<void>((finish) => server.listen(0, '127.0.0.1', finish));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/channels`;
  await Promise.all([
    import('../../ui/dialogs/DialogPanel.tsx'),
    import('../profile/ConfirmDialog.tsx'),
    import('./forms/SocialForm.tsx'),
    import('./creation/SocialCreation.tsx'),
    import('./list/ChannelDetail.tsx'),
    import('./list/ChangeCredentials.tsx'),
  ]);
});
afterAll(() => new Promise((finish) => server.close(finish)));

beforeEach(async () => {
  await render(null);
  held = undefined;
  limit = null;
  refusal = undefined;
  changes = [];
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(at: string) {
  const { Channels } = await import('./Channels.tsx');
  const { Toaster } = await import('../../ui/toasts/Toaster.tsx');
  const { queryClient } = await import('../../lib/queries/query-client.ts');
  queryClient.clear();
  const router = createMemoryRouter([{ path: '/channels', Component: Channels }], {
    initialEntries: [at],
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster label="Notifications" closeLabel="Fermer" />
    </QueryClientProvider>,
  );
  return router;
}

const dialog = () => document.querySelector('[role=dialog]');
const pressIn = async (place: ParentNode | null, name: string) => {
  const button = [...(place?.querySelectorAll<HTMLElement>('button') ?? [])].find(
    ({ textContent }) => textContent === name,
  );
  if (!button) throw new Error(`No button ${name}`);
  const { act } = await import('react');
  await act(async () => button.click());
};
const stepStates = () =>
  [...document.querySelectorAll<HTMLElement>('[data-step]')].map(({ dataset }) => dataset.status);

test('each of the three cards opens its form in place', async () => {
  const router = await open('/channels');
  await until(() => says(t.telegramNeeds));
  await press(t.whatsappCreate);
  await until(() => says(f.whatsappTitle));
  expect(router.state.location.search).toBe('?new=whatsapp');
  await press(t.telegramCreate);
  await until(() => says(f.telegramTitle));
  expect(document.querySelector('a[href="https://t.me/BotFather"]')).not.toBe(null);
  await press(t.websiteCreate);
  await until(() => says(f.websiteTitle));
  expect(says(f.telegramTitle)).toBe(false);
});

test('a token is asked for, with its colon; it is trimmed, masked, and kept nowhere', async () => {
  const router = await open('/channels?new=telegram');
  await until(() => says(f.telegramTitle));
  await press(f.submit);
  await until(() => says(f.nameRequired) && says(f.botTokenRequired));
  await type(n.name, 'Lilas');
  await type(f.botToken, '12345');
  await until(() => says(f.noColon));
  await type(f.botToken, '123:AA bé');
  await until(() => says(f.notCopiedWhole));
  expect(changes).toEqual([]);
  expect(field(f.botToken).type).toBe('password');
  expect(field(f.botToken).autocomplete).toBe('off');
  await press(f.reveal(f.botToken));
  expect(field(f.botToken).type).toBe('text');
  await type(f.botToken, ' 123456:AAFsecret \n');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('AAFsecret');
  await press(f.submit);
  await until(() => says(c.creatingTitle('Lilas', 'Telegram')));
  expect(router.state.location.search).toBe(`?created=${id}`);
  expect(changes).toMatchObject([
    ['POST', '/api/v1/channels/telegram', { name: 'Lilas', botToken: '123456:AAFsecret' }],
  ]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Lilas');
});

test('all five of WhatsApp are required', async () => {
  await open('/channels?new=whatsapp');
  await until(() => says(f.whatsappTitle));
  await press(f.submit);
  await until(() => says(f.nameRequired) && says(f.businessAccountIdRequired));
  for (const sentence of [f.clientIdRequired, f.clientSecretRequired, f.accessTokenRequired])
    expect(says(sentence)).toBe(true);
  expect(changes).toEqual([]);
  const body = { clientId: '1', clientSecret: '2', accessToken: '3', businessAccountId: '4' };
  await type(n.name, 'Lilas');
  for (const [name, value] of Object.entries(body)) await type(f[name as keyof typeof body], `${value} `);
  expect(['password', 'password']).toEqual([field(f.clientSecret).type, field(f.accessToken).type]);
  await press(f.submit);
  await until(() => changes.length > 0);
  expect(changes).toMatchObject([['POST', '/api/v1/channels/whatsapp', { name: 'Lilas', ...body }]]);
});

test('a refused token is said at its field, a full plan beside the way to a larger one', async () => {
  await open('/channels?new=telegram');
  await until(() => says(f.telegramTitle));
  await type(n.name, 'Lilas');
  await type(f.botToken, '1:A');
  const title = 'Telegram ne connaît pas ce jeton.';
  refusal = { status: 422, problem: { code: 'telegram_token_invalid', title, status: 422 } };
  await press(f.submit);
  await until(() => says(title));
  expect(field(f.botToken).getAttribute('aria-invalid')).toBe('true');
  expect(says(f.createFailed)).toBe(false);
  refusal = {
    status: 409,
    problem: { code: 'chatbot_limit_reached', title: 'Limite', status: 409, limit: 1 },
  };
  await type(f.botToken, '1:B');
  await press(f.submit);
  await until(() => says(n.limitReached(1)));
  expect(document.querySelector('form a[href^="/pricing"]')).not.toBe(null);
});

test('a plan that is full says so before anything is fetched elsewhere', async () => {
  limit = 1;
  await open('/channels?new=whatsapp');
  await until(() => says(n.limitReached(1)));
  expect(document.querySelector('form a[href^="/pricing"]')).not.toBe(null);
});

test('the steps are followed to their end, then the first message is', async () => {
  held = telegram({});
  await open(`/channels?created=${id}`);
  await until(() => stepStates()[0] === 'running');
  expect(stepStates()).toEqual(['running', 'pending', 'pending', 'pending']);
  expect(says(c.stepOf(1, 4, c.verifying))).toBe(true);
  expect(says(c.leave)).toBe(true);
  held = telegram({ steps: steps(done, done, { status: 'running' }) });
  await until(() => stepStates()[2] === 'running');
  held = ready;
  await until(() => says(c.readyTitle('Lilas', 'Telegram')));
  expect(document.querySelector('a[href="https://t.me/lilas_bot"]')).not.toBe(null);
  expect(says(c.waiting)).toBe(true);
  // What the last step made stale has been fetched by then.
  const isCalmAt = Date.now() + 700;
  await until(() => Date.now() > isCalmAt);
  held = { ...ready, lastEventAt: new Date().toISOString() };
  await until(() => says(c.arrived));
  expect(says(c.waiting)).toBe(false);
});

test('where no message comes, it says after some minutes what to check', async () => {
  held = ready;
  await open(`/channels?created=${id}`);
  await until(() => says(c.waiting));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
  await until(() => says(c.nothingYet));
  expect(says('Aucun autre programme n’utilise le même jeton.')).toBe(true);
  await press(c.watchAgain);
  await until(() => says(c.waiting));
});

test('a failed step tells why in both words; another token goes on', async () => {
  held = failed('telegram_token_invalid');
  await open(`/channels?created=${id}`);
  await until(() => says('Pourquoi telegram_token_invalid'));
  expect(stepStates()).toEqual(['error', 'pending', 'pending', 'pending']);
  expect(document.querySelector('[data-step=verifying] code')?.textContent).toBe('Unauthorized');
  await type(f.botToken, ' 2:NEW ');
  await press(c.sendToken);
  await until(() => stepStates()[0] === 'running');
  expect(changes).toEqual([['PATCH', '…', { botToken: '2:NEW' }]]);
});

test('what may pass by itself is tried again at its step', async () => {
  held = failed('telegram_unreachable');
  await open(`/channels?created=${id}`);
  await until(() => says('Pourquoi telegram_unreachable'));
  await press('Réessayer');
  await until(() => stepStates()[0] === 'running');
  expect(changes).toEqual([['POST', '…/retry', undefined]]);
});

test('a creation is given up once that is confirmed; one with a chatbot can’t be', async () => {
  held = failed('telegram_unreachable', { chatbotId: id });
  await open(`/channels?created=${id}`);
  await until(() => says('Pourquoi telegram_unreachable'));
  expect(says(c.giveUp)).toBe(false);
  held = failed('telegram_unreachable');
  const router = await open(`/channels?created=${id}`);
  await until(() => says(c.giveUp));
  await press(c.giveUp);
  await until(() => dialog()?.textContent?.includes(c.giveUpText));
  expect(changes).toEqual([]);
  await pressIn(dialog(), c.giveUp);
  await until(() => says(c.gaveUp('Lilas')) && !says(c.failedTitle('Lilas', 'Telegram')));
  expect(changes).toEqual([['DELETE', '…', undefined]]);
  expect(router.state.location.search).toBe('');
});

test('of several numbers one is chosen', async () => {
  held = failed('whatsapp_choose_number', {
    platform: 'whatsapp',
    numbers: [
      { id: '10', number: '+33 1', name: 'Hôtel' },
      { id: '20', number: '+33 2', name: 'Restaurant' },
    ],
  });
  await open(`/channels?created=${id}`);
  await until(() => says('Restaurant'));
  expect([says(c.numberTitle('Lilas')), says(c.error), says(l.incomplete)]).toEqual([true, false, true]);
  const { act } = await import('react');
  await act(async () => document.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click());
  await press(c.useNumber);
  await until(() => changes.length > 0);
  expect(changes).toEqual([['PATCH', '…', { phoneNumberId: '20' }]]);
});

const unwell: Channel = {
  ...ready,
  platform: 'whatsapp',
  error: 'Jeton refusé.',
  health: {
    status: 'error',
    checkedAt: '2026-11-21T10:00:00.000Z',
    backlog: 12,
    canReconnect: true,
    tokenExpiresAt: '2026-12-01T10:00:00.000Z',
    findings: [
      { code: 'whatsapp_token_invalid', message: 'Jeton refusé.', detail: 'Session has expired', at: null },
      { code: 'whatsapp_quality_low', message: 'Qualité faible.', at: null },
    ],
  },
};

test('another number of the account is taken from its details', async () => {
  held = {
    ...unwell,
    account: '+33 1',
    numbers: [
      { id: '10', number: '+33 1', name: 'Hôtel' },
      { id: '20', number: '+33 2', name: 'Restaurant' },
    ],
  };
  await open(`/channels?channel=${id}`);
  await until(() => says(l.changeNumber));
  await press(l.changeNumber);
  await until(() => says('Restaurant'));
  const [present, other] = document.querySelectorAll<HTMLInputElement>('input[type=radio]');
  expect(present?.checked).toBe(true);
  const { act } = await import('react');
  await act(async () => other?.click());
  await press(c.useNumber);
  await until(() => changes.length > 0);
  expect(changes).toEqual([['PATCH', '…', { phoneNumberId: '20' }]]);
});

test('where the platform refused our address, what to paste is shown', async () => {
  const setup = { callbackUrl: 'https://server/webhooks/whatsapp/1', verifyToken: 'v3rify' };
  const warning = { status: 'warning', message: 'À coller', detail: '(#2200)' } as const;
  held = { ...ready, platform: 'whatsapp', setup, steps: steps(done, done, done, warning) };
  await open(`/channels?created=${id}`);
  await until(() => says(c.warningTitle('Lilas')));
  for (const text of [setup.callbackUrl, setup.verifyToken, '(#2200)', c.copyCallbackUrl, c.copyVerifyToken])
    expect(says(text)).toBe(true);
});

test('the list tells the gravest thing; opened, all of it, and reconnects', async () => {
  held = unwell;
  const router = await open('/channels');
  await until(() => says('Jeton refusé.'));
  expect(says(l.error)).toBe(true);
  expect(says('Qualité faible.')).toBe(false);
  await press(l.detailsOf('Lilas'));
  await until(() => says('Qualité faible.'));
  expect(router.state.location.search).toBe(`?channel=${id}`);
  for (const text of ['Session has expired', '12', l.tokenEnds('x9Qk'), l.tokenExpires('1er décembre 2026')])
    expect(says(text)).toBe(true);
  expect(document.querySelector(`a[href="/chatbots/${id}/personnaliser"]`)).not.toBe(null);
  await press(l.reconnect);
  await until(() => changes.length > 0);
  expect(changes).toEqual([['POST', '…/reconnect', undefined]]);
  held = {
    ...ready,
    platform: 'whatsapp',
    health: { ...unwell.health, status: 'ok', findings: [], checkedAt: new Date().toISOString() } as never,
  };
  await until(() => says(l.healthy));
});

test('on hold it says so, and not that all is well; opened after a while, it and its row show what is so now', async () => {
  const health = { ...unwell.health, status: 'ok', findings: [] } as unknown as Channel['health'];
  held = { ...ready, isPaused: true, health };
  await open(`/channels?channel=${id}`);
  await until(() => says(l.onHold));
  expect([says(l.healthy), says(l.paused), says(l.connected)]).toEqual([false, true, false]);
  held = { ...ready, health: health && { ...health, checkedAt: new Date().toISOString() } };
  await until(() => says(l.healthy));
  expect([says(l.onHold), says(l.paused), says(l.connected)]).toEqual([false, false, true]);
});

test('a token that ends says on which day, not that it has just ended', async () => {
  const code = 'whatsapp_token_expires';
  const at = '2099-12-01T10:00:00.000Z';
  const warning = { status: 'warning', code, message: 'Va expirer.', detail: '2099-12-01' } as const;
  const health = { ...unwell.health, status: 'warning', findings: [{ code, message: 'Va expirer.', at }] };
  held = { ...ready, platform: 'whatsapp', steps: steps(warning, done, done, done), health } as Channel;
  await open(`/channels?created=${id}`);
  await until(() => says(c.expires('1er décembre 2099')));
  expect(says(c.whatsappSays)).toBe(false);
  await open(`/channels?channel=${id}`);
  await until(() => says(l.findings));
  expect(document.querySelector('section li time')).toBe(null);
});

test('only what is typed of the credentials is changed, and its steps are gone through anew', async () => {
  held = unwell;
  const router = await open(`/channels?channel=${id}`);
  await until(() => says(l.changeCredentials));
  await press(l.changeCredentials);
  await until(() => dialog()?.textContent?.includes(f.keepEmpty));
  expect(dialog()?.textContent).toContain(f.present('x9Qk'));
  await pressIn(dialog(), l.change);
  await until(() => says(f.oneNeeded));
  await type(f.accessToken, ' EAAnew ');
  await pressIn(dialog(), l.change);
  await until(() => dialog() === null && stepStates()[0] === 'running');
  expect(changes).toEqual([['PATCH', '…', { accessToken: 'EAAnew' }]]);
  expect(router.state.location.search).toBe(`?created=${id}`);
});

test('a token of another bot is taken once that is confirmed', async () => {
  held = ready;
  await open(`/channels?channel=${id}`);
  await until(() => says(l.changeToken));
  await press(l.changeToken);
  await until(() => dialog() !== null);
  await type(f.botToken, '9:OTHER');
  refusal = { status: 409, problem: { code: 'telegram_other_bot', title: 'Autre bot', status: 409 } };
  await pressIn(dialog(), l.change);
  await until(() => dialog()?.textContent?.includes(f.otherBotText('@lilas_bot')));
  await pressIn(dialog(), f.changeBot);
  await until(() => dialog() === null);
  expect(changes).toEqual([
    ['PATCH', '…', { botToken: '9:OTHER' }],
    ['PATCH', '…', { botToken: '9:OTHER', replacesBot: true }],
  ]);
});
