import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Billing } from '@parlance/contract/endpoints/account/billing';
import { speak } from '@parlance/contract/i18n';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { press, render, says, type, until } from '../../../test/render.tsx';
import { changeTexts } from '../change/texts.ts';
import { estimateTexts } from '../estimates/texts.ts';
import { subscriptionTexts } from '../subscription/texts.ts';
import { troubleTexts } from '../subscription/trouble-texts.ts';
import { texts } from '../texts.ts';

const t = speak(texts, 'fr');
const change = speak(changeTexts, 'fr');
const subscription = speak(subscriptionTexts, 'fr');

const plan = (id: string, priceEur: number | null, chatbots: number | null, isBuyable: boolean) => ({
  id,
  priceEur,
  messageTokens: priceEur === null ? null : 100_000 * (1 + priceEur),
  storageTokens: 200_000,
  storageBytes: 262_144_000,
  chatbots,
  isBuyable,
});
const plans = [
  plan('free', 0, 1, false),
  plan('starter', 19, 3, true),
  plan('growth', 59, 10, true),
  plan('enterprise', null, null, false),
];
const unpaid: Billing = {
  plan: 'free',
  status: 'free',
  activeUntil: null,
  endsAt: null,
  nextPlan: null,
  keptUntil: null,
  hasPortal: false,
  syncedAt: null,
};
const paid: Billing = {
  ...unpaid,
  plan: 'growth',
  status: 'active',
  activeUntil: '2026-12-03T10:00:00.000Z',
  hasPortal: true,
};
const names = ['Accueil', 'Réservations', 'Spa', 'Séminaires'];
const idOf = (name: string) => `0190a000-0000-7000-8000-00000000000${names.indexOf(name)}`;

let billing: Billing;
let config: Record<string, unknown>;
/** The answer to the next way to the payment provider. */
let refusal: { status: number; code: string; detail: string } | undefined;
let sent: { method: string; path: string; body: unknown }[];
let server: Server;
const assign = vi.fn();

function answer(method: string, { pathname: path, searchParams }: URL, body: unknown): [number, unknown?] {
  if (path === '/api/v1/plans') return [200, { items: plans }];
  if (path === '/api/v1/billing') return [200, billing];
  if (path === '/api/v1/billing/preview') {
    const to = plans.find(({ id }) => id === searchParams.get('plan'));
    const from = plans.find(({ id }) => id === billing.plan);
    const isDowngrade = billing.plan === 'growth';
    const [direction, at, dueNow] = isDowngrade
      ? ['downgrade', billing.activeUntil, 0]
      : ['upgrade', null, 1900];
    const allowed = to?.chatbots ?? 0;
    const chatbots = names.map((name, index) => ({ id: idOf(name), name, staysOn: index < allowed }));
    const kept = { storageExceeded: isDowngrade, chatbots: isDowngrade ? chatbots : [] };
    return [200, { direction, from, to, at, dueNow, ...kept }];
  }
  sent.push({ method, path, body });
  if (path === '/api/v1/billing/kept-chatbots') return [204];
  if (refusal) return [refusal.status, { title: refusal.detail, ...refusal }];
  return [200, { url: 'https://pay.example/session' }];
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    const url = new URL(request.url ?? '', 'http://server');
    const [status, json] = answer(request.method ?? '', url, text ? JSON.parse(text) : undefined);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(json === undefined ? '' : JSON.stringify(json));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pricing`;
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  await Promise.all([import('../../../ui/dialogs/DialogPanel.tsx'), import('../change/ChangeDialog.tsx')]);
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(async () => {
  await render(null);
  billing = unpaid;
  config = { payments: true, answers: 'generated', supportEmail: 'bonjour@example.org' };
  refusal = undefined;
  sent = [];
  assign.mockClear();
});

async function draw(element: ReactNode, at: string) {
  const { queryClient } = await import('../../../lib/queries/query-client.ts');
  queryClient.clear();
  queryClient.setQueryData(['config'], config);
  const router = createMemoryRouter([{ path: '/pricing', element }], { initialEntries: [at] });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

async function open(at = '/pricing') {
  const { Pricing } = await import('./Pricing.tsx');
  await draw(<Pricing />, at);
  await until(() => document.querySelector('#plan-growth'));
}

const card = (id: string) => document.querySelector(`#plan-${id}`)?.textContent ?? '';
const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? '';

test('who is on which plan is marked, and the plan that the address names is pointed out', async () => {
  await open('/pricing?plan=starter');
  expect(card('free')).toContain(t.current);
  expect(card('starter')).toContain(t.suggested);
  expect(card('starter')).toContain('666 à 1\u00a0000 échanges');
  expect(card('enterprise')).toContain(t.onRequest);
  const [letter] = [...document.querySelectorAll<HTMLAnchorElement>('#plan-enterprise a')];
  expect(letter?.href).toMatch(/^mailto:bonjour@example\.org/);
});

test('what a plan changes is shown before it is paid, and two presses ask for one page', async () => {
  await open();
  await press(t.choose('Starter'));
  await until(() => dialog().includes(change.dueNow('19\u00a0€')));
  expect(dialog()).toContain(change.atOnce);
  expect(sent).toEqual([]);
  await press(change.toPayment);
  await press(change.toPayment);
  await until(() => assign.mock.calls.length > 0);
  await press(change.toPayment);
  expect(sent).toEqual([{ method: 'POST', path: '/api/v1/billing/checkout', body: { plan: 'starter' } }]);
  expect(assign.mock.calls).toEqual([['https://pay.example/session']]);
});

test('where the payment provider does not answer, it says so and what was chosen stays', async () => {
  refusal = { status: 503, code: 'payments_unavailable', detail: 'Le paiement est indisponible.' };
  await open();
  await press(t.choose('Starter'));
  await until(() => dialog().includes(change.toPayment));
  await press(change.toPayment);
  await until(() => dialog().includes('Le paiement est indisponible.'));
  expect(card('starter')).toContain(t.chosen);
  expect(assign).not.toHaveBeenCalled();
  refusal = undefined;
  await press(change.toPayment);
  await until(() => assign.mock.calls.length === 1);
});

test('before a smaller plan one picks which chatbots stay on, no more than it allows', async () => {
  billing = paid;
  await open();
  await press(t.choose('Starter'));
  await until(() => dialog().includes(change.keep(3)));
  expect(dialog()).toContain(change.storageExceeded);
  const tick = async (name: string) => {
    const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name);
    label?.click();
    await until(() => label);
  };
  await tick('Séminaires');
  await until(() => dialog().includes(change.keepTooMany('4', '3')));
  await press(change.toConfirmation);
  expect(sent).toEqual([]);
  await tick('Accueil');
  await until(() => !dialog().includes(change.keepTooMany('4', '3')));
  await press(change.toConfirmation);
  await until(() => assign.mock.calls.length === 1);
  const chatbotIds = ['Réservations', 'Spa', 'Séminaires'].map(idOf);
  expect(sent).toEqual([
    { method: 'PUT', path: '/api/v1/billing/kept-chatbots', body: { chatbotIds } },
    { method: 'POST', path: '/api/v1/billing/checkout', body: { plan: 'starter' } },
  ]);
});

test('going back to Free is ending the subscription', async () => {
  billing = paid;
  await open();
  await press(t.backToFree);
  await until(() => dialog().includes(change.toConfirmation));
  await press(change.toConfirmation);
  await until(() => assign.mock.calls.length === 1);
  expect(sent.at(-1)).toMatchObject({ path: '/api/v1/billing/portal', body: { purpose: 'cancel' } });
});

test('without payments there is somebody to write to, and no button that pays', async () => {
  config = { ...config, payments: false };
  await open();
  expect(says(t.withoutPayments)).toBe(true);
  expect(card('starter')).toContain(t.contact);
  expect(document.querySelector('[id^=plan-] button')).toBeNull();
  config = { ...config, supportEmail: null };
  await open();
  expect(says(t.withoutPaymentsOrContact)).toBe(true);
  expect(card('starter')).toContain(t.noContact);
});

test('after a checkout the plan is said to be on once our own server says so', async () => {
  await open('/pricing?checkout=done&plan=starter');
  await until(() => says(subscription.waiting('Starter')));
  expect(says(subscription.arrived('Starter'))).toBe(false);
  // An unfinished payment is none.
  billing = { ...paid, plan: 'starter', status: 'incomplete' };
  await new Promise((done) => setTimeout(done, 1600));
  expect(says(subscription.arrived('Starter'))).toBe(false);
  billing = { ...paid, plan: 'starter' };
  await until(() => says(subscription.arrived('Starter')));
  expect(card('starter')).toContain(t.current);
});

test('where the address names no plan, any that is paid is what was waited for', async () => {
  await open('/pricing?checkout=done');
  await until(() => says(subscription.waitingForPayment));
  billing = paid;
  await until(() => says(subscription.arrived('Growth')));
});

test('a confirmation that does not come is not claimed', async () => {
  const { CheckoutDone } = await import('../subscription/CheckoutReturn.tsx');
  await draw(<CheckoutDone plan="starter" waitMs={50} />, '/pricing');
  await until(() => says(subscription.late));
});

test('a checkout that was left keeps the choice', async () => {
  await open('/pricing?checkout=cancelled&plan=growth');
  expect(says(subscription.cancelledChoice('Growth'))).toBe(true);
  expect(card('growth')).toContain(t.chosen);
  await press(subscription.again);
  await until(() => dialog().includes(change.title('Growth')));
});

test('a failed payment is told with the way to put it right', async () => {
  billing = { ...paid, status: 'past_due', keptUntil: '2026-12-10T10:00:00.000Z' };
  const trouble = speak(troubleTexts, 'fr');
  const { PaymentNotice } = await import('../subscription/PaymentNotice.tsx');
  await draw(<PaymentNotice />, '/pricing');
  await until(() => says(trouble.pastDueUntil('Growth', '10 décembre 2026')));
  await press(trouble.update);
  await until(() => assign.mock.calls.length === 1);
  expect(sent).toEqual([
    { method: 'POST', path: '/api/v1/billing/portal', body: { purpose: 'payment_method' } },
  ]);
});

test('the calculator names a plan as one types, and tokens are counted at once, a million characters too', async () => {
  await open();
  const e = speak(estimateTexts, 'fr');
  expect(says(e.enough('Growth'))).toBe(true);
  await type(e.visitors, '10');
  await until(() => says(e.enoughCurrent(t.free)));
  await type(e.visitors, 'dix');
  await until(() => says(e.visitorsWrong));
  const text = document.querySelector('textarea');
  const setText = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  setText?.call(text, 'x'.repeat(1_000_000));
  text?.dispatchEvent(new Event('input', { bubbles: true }));
  await until(() => says('285\u00a0715 jetons'));
});
