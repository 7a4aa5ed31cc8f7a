import {
  getBilling,
  openPortal,
  previewPlan,
  startCheckout,
} from '@parlance/contract/endpoints/account/billing';
import { createChatbot, listChatbots } from '@parlance/contract/endpoints/chatbots';
import { getUsage } from '@parlance/contract/endpoints/usage';
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { registry } from '../../kit/metrics.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { type StripeServer, startStripeServer } from '../../test/servers/stripe.ts';
import { readBilling } from './payments/billing.ts';
import { closeAtStripe, reconcile } from './queue.ts';
import { promptly } from './stripe/client.ts';

const day = 86_400;
let stripe: StripeServer;
let program: Program;
let webhook: string;

beforeAll(async () => {
  stripe = await startStripeServer();
  stripe.business.addBuiltInPrices();
  // People stay signed in while months pass.
  const years = String(10 * 365 * day);
  const lifetimes = {
    AUTH_ACCESS_TOKEN_SECONDS: years,
    AUTH_SESSION_SECONDS: years,
    AUTH_SESSION_IDLE_SECONDS: years,
  };
  program = await startProgram({ ...stripe.env, ...lifetimes });
  webhook = `${program.url}/webhooks/stripe`;
});
afterEach(() => {
  stripe.state.mode = 'up';
});
afterAll(async () => {
  await program?.stop();
  await stripe?.stop();
});

/** Moves both clocks by days, and a little. */
const pass = (days: number) => {
  stripe.advance(days * day + 60);
  program.advance((days * day + 60) * 1000);
};
/** What Stripe has to tell, as it likes to tell it; then what follows from it. */
const hear = async () => {
  await stripe.deliverShuffled(webhook);
  await program.settle();
};
const billingOf = async (user: User) => (await user.call(getBilling)).body;
const customerOf = (user: User) =>
  [...stripe.business.customers.values()].find(({ metadata }) => metadata?.user_id === user.id)?.id ?? '';
const subscriptionsOf = (user: User) => stripe.business.subscriptionsOf(customerOf(user));
const liveOf = (user: User) => subscriptionsOf(user).filter(({ status }) => status !== 'canceled');
const idAt = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
const press = (url: string, action: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });

async function checkOut(user: User, plan: 'starter' | 'growth' | 'scale') {
  const { status, body } = await user.call(startCheckout, { body: { plan } });
  expect(status).toBe(200);
  return body.url;
}

/** A person who has paid for a plan. */
async function subscriber(plan: 'starter' | 'growth' | 'scale', language: 'fr' | 'en' = 'en') {
  const user = await program.newUser({ language });
  await press(await checkOut(user, plan), 'pay');
  await hear();
  const [subscription] = subscriptionsOf(user);
  if (!subscription) throw new Error('no subscription');
  return { user, subscription };
}

const subjects = async (user: User) => (await program.mailbox(user.email)).map(({ subject }) => subject);
const addChatbots = async (user: User, names: string[]) => {
  for (const name of names) {
    await user.call(createChatbot, { body: { name, platform: 'website' } });
    program.advance(1000);
  }
};
const chatbotsOf = async (user: User) =>
  (await user.call(listChatbots, { query: { sort: 'createdAt' } })).body.items.map(
    ({ name, status }) => `${name} ${status}`,
  );

test('a plan is paid at Stripe, and holds once its webhook has come', async () => {
  const user = await program.newUser({ language: 'en' });
  const url = await checkOut(user, 'starter');
  const session = stripe.business.sessions.get(idAt(url));
  expect(session).toMatchObject({
    client_reference_id: user.id,
    metadata: { user_id: user.id, plan: 'starter' },
  });
  const sent = stripe.requests.find(
    ({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions',
  );
  expect(sent?.version).toBe(stripe.business.apiVersion);
  expect(sent?.form).toMatchObject({
    mode: 'subscription',
    subscription_data: { metadata: { user_id: user.id } },
  });

  const paid = await press(url, 'pay');
  expect(paid.headers.get('location')).toBe(`${program.url}/pricing?checkout=done&plan=starter`);
  expect(await billingOf(user)).toMatchObject({
    plan: 'free',
    status: 'free',
    syncedAt: null,
    hasPortal: true,
  });
  await hear();
  const billing = await billingOf(user);
  expect(billing).toMatchObject({
    plan: 'starter',
    status: 'active',
    endsAt: null,
    nextPlan: null,
    keptUntil: null,
  });
  const end = subscriptionsOf(user)[0]?.items.data[0]?.current_period_end ?? 0;
  expect(billing.activeUntil).toBe(new Date(end * 1000).toISOString());
  expect((await user.call(getUsage)).body).toMatchObject({ plan: 'starter', message: { limit: 2_000_000 } });
});

test('a card that is refused leaves everything as it was', async () => {
  const user = await program.newUser();
  const url = await checkOut(user, 'growth');
  expect(await (await press(url, 'fail')).text()).toContain('declined');
  await hear();
  expect(await billingOf(user)).toMatchObject({ plan: 'free', status: 'free' });
  expect((await press(url, 'pay')).status).toBe(303);
  await hear();
  expect((await billingOf(user)).plan).toBe('growth');
});

function permutations<T>(values: T[]): T[][] {
  if (values.length < 2) return [values];
  return values.flatMap((value, at) => permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]));
}

/** An account without a person: nobody signs in to it. */
async function newAccount() {
  const now = program.context.clock();
  const id = newId(now);
  await program.context.db.insertInto('users').values({ id, created_at: now, updated_at: now }).execute();
  return id;
}

test('in whatever order and how often its events come, a payment ends in the same state', async () => {
  const { db } = program.context;
  const price = [...stripe.business.prices.values()].find(
    ({ lookup_key }) => lookup_key === 'parlance_growth_month',
  );
  const ends = new Set<string>();
  for (const order of permutations([0, 1, 2, 3])) {
    const ownerId = await newAccount();
    const { id: customer } = stripe.business.addCustomer({});
    // Only the checkout says whose it is.
    const { id: subscription } = stripe.business.subscribe(customer, price?.id ?? '');
    const session = {
      id: stripe.business.id('cs'),
      object: 'checkout.session',
      client_reference_id: ownerId,
    };
    stripe.business.tell('checkout.session.completed', { ...session, subscription });
    const events = stripe.untold();
    expect(events.map(({ type }) => type)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
      'checkout.session.completed',
    ]);
    for (const at of order) {
      const event = events[at] as Stripe.Event;
      expect(await stripe.deliver(webhook, [event, event])).toEqual([200, 200]);
      await program.settle();
    }
    const { plan, status, endsAt, nextPlan } = await readBilling(program.context, ownerId);
    const rows = await db.selectFrom('subscriptions').selectAll().where('owner_id', '=', ownerId).execute();
    ends.add(
      JSON.stringify({ plan, status, endsAt, nextPlan, rows: rows.map((row) => [row.status, row.plan]) }),
    );
  }
  expect([...ends]).toEqual([
    JSON.stringify({
      plan: 'growth',
      status: 'active',
      endsAt: null,
      nextPlan: null,
      rows: [['active', 'growth']],
    }),
  ]);
});

test('the same event five times has one effect', async () => {
  const { user, subscription } = await subscriber('starter');
  stripe.business.refusedCards.add(customerOf(user));
  pass(30);
  const failure = stripe.untold().filter(({ type }) => type === 'invoice.payment_failed');
  expect(failure).toHaveLength(1);
  const [event] = failure as [Stripe.Event];
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await stripe.deliver(webhook, [event]))[0]),
  );
  await program.settle();
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  const rows = await program.context.db
    .selectFrom('stripe_events')
    .selectAll()
    .where('id', '=', event.id)
    .execute();
  expect(rows).toHaveLength(1);
  expect((await subjects(user)).filter((subject) => subject.includes('did not go through'))).toHaveLength(1);
  expect(subscription.status).toBe('past_due');
});

describe('a delivery is refused, and nothing of it stored,', () => {
  const sent = async (header: (payload: string) => string, body = (payload: string) => payload) => {
    const id = `evt_refused${Math.random().toString(36).slice(2)}`;
    const object = { id: 'sub_1', object: 'subscription' };
    const payload = JSON.stringify({
      id,
      object: 'event',
      type: 'customer.subscription.updated',
      livemode: false,
      api_version: stripe.business.apiVersion,
      data: { object },
    });
    const status = await stripe.post(webhook, body(payload), header(payload));
    const rows = await program.context.db
      .selectFrom('stripe_events')
      .selectAll()
      .where('id', '=', id)
      .execute();
    return [status, rows.length];
  };
  const now = () => stripe.business.now;

  test('whose signature is another secret’s, of other bytes, or missing', async () => {
    expect(await sent((payload) => stripe.sign(payload, { secret: 'whsec_other' }))).toEqual([401, 0]);
    expect(
      await sent(
        (payload) => stripe.sign(payload),
        (payload) => payload.replace('updated', 'deleted'),
      ),
    ).toEqual([401, 0]);
    expect(await sent(() => '')).toEqual([401, 0]);
    expect(await sent((payload) => stripe.sign(payload).replace('v1=', 'v0='))).toEqual([401, 0]);
  });

  test('whose time is more than 300 seconds off, either way', async () => {
    expect(await sent((payload) => stripe.sign(payload, { at: now() - 302 }))).toEqual([401, 0]);
    expect(await sent((payload) => stripe.sign(payload, { at: now() + 302 }))).toEqual([401, 0]);
    expect(await sent((payload) => stripe.sign(payload, { at: now() - 298 }))).toEqual([200, 1]);
    expect(await sent((payload) => stripe.sign(payload, { at: now() + 298 }))).toEqual([200, 1]);
  });

  test('but one of several signatures is enough, while the secret is changed', async () => {
    const both = (payload: string) => {
      const other = /v1=\w+/.exec(stripe.sign(payload, { secret: 'whsec_old' }))?.[0];
      return stripe.sign(payload).replace(/v1=/, `${other},v1=`);
    };
    expect(await sent(both)).toEqual([200, 1]);
    await program.settle();
  });

  test('that is of the other mode, which is answered and warned of', async () => {
    const user = await program.newUser();
    await press(await checkOut(user, 'starter'), 'pay');
    const events = stripe.untold().map((event) => ({ ...event, livemode: true }) as Stripe.Event);
    expect(new Set(await stripe.deliver(webhook, events))).toEqual(new Set([200]));
    await program.settle();
    expect((await billingOf(user)).plan).toBe('free');
    expect(program.logged.some((line) => line.includes('the other mode'))).toBe(true);
  });
});

test('a body that is signed and is no event is answered and dropped', async () => {
  for (const payload of ['{}', 'nothing', '[1]', '{"object":"v2.core.event"}'])
    expect(await stripe.post(webhook, payload, stripe.sign(payload))).toBe(200);
});

describe('an upgrade', () => {
  test('is previewed with what is due now, and holds at once without counting anew', async () => {
    const { user, subscription } = await subscriber('starter');
    const { body: preview } = await user.call(previewPlan, { query: { plan: 'growth' } });
    expect(preview).toMatchObject({ direction: 'upgrade', at: null, dueNow: 4000, chatbots: [] });
    const before = (await user.call(getUsage)).body;

    const url = await checkOut(user, 'growth');
    expect(url).toContain('/portal/');
    const asked = stripe.requests.findLast(({ path }) => path === '/v1/billing_portal/sessions');
    expect(asked?.form.flow_data).toMatchObject({
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscription.id,
        items: { 0: { id: subscription.items.data[0]?.id, quantity: '1' } },
      },
    });
    await press(url, 'confirm');
    await hear();
    expect(await billingOf(user)).toMatchObject({ plan: 'growth', status: 'active', nextPlan: null });
    const after = (await user.call(getUsage)).body;
    expect(after.message).toEqual({
      ...before.message,
      limit: 8_000_000,
      remaining: 8_000_000 - before.message.used,
    });
    expect(after.renewedAt).toBe(before.renewedAt);
    expect(subscription.items.data).toHaveLength(1);
  });
});

describe('a downgrade', () => {
  test('takes effect at the end of what is paid', async () => {
    const { user } = await subscriber('growth');
    await addChatbots(user, ['Bot A', 'Bot B', 'Bot C', 'Bot D']);
    const { body: preview } = await user.call(previewPlan, { query: { plan: 'starter' } });
    expect(preview).toMatchObject({
      direction: 'downgrade',
      dueNow: 0,
      at: (await billingOf(user)).activeUntil,
    });
    await press(await checkOut(user, 'starter'), 'confirm');
    await hear();
    expect(await billingOf(user)).toMatchObject({ plan: 'growth', nextPlan: 'starter' });
    expect(await chatbotsOf(user)).toEqual(['Bot A active', 'Bot B active', 'Bot C active', 'Bot D active']);
    pass(30);
    await hear();
    expect(await billingOf(user)).toMatchObject({ plan: 'starter', nextPlan: null, status: 'active' });
    expect(await chatbotsOf(user)).toEqual(['Bot A active', 'Bot B active', 'Bot C active', 'Bot D paused']);
  });
});

describe('a cancellation', () => {
  test.each([{ bare: false }, { bare: true }])(
    'holds at the end of the period, and can be taken back (%o)',
    async (how) => {
      const { user, subscription } = await subscriber('starter');
      await addChatbots(user, ['Bot A', 'Bot B']);
      stripe.business.cancelAtEnd(subscription.id, how);
      await hear();
      const cancelled = await billingOf(user);
      expect(cancelled).toMatchObject({ plan: 'starter', status: 'active', endsAt: cancelled.activeUntil });
      stripe.business.resume(subscription.id);
      await hear();
      expect(await billingOf(user)).toMatchObject({ plan: 'starter', endsAt: null });

      stripe.business.cancelAtEnd(subscription.id, how);
      pass(31);
      await hear();
      expect(await billingOf(user)).toMatchObject({ plan: 'free', status: 'canceled', activeUntil: null });
      expect(await chatbotsOf(user)).toEqual(['Bot A active', 'Bot B paused']);
      expect((await subjects(user))[0]).toBe('Your plan has ended');

      // Somebody who comes back has one subscription, and everything as it was.
      await press(await checkOut(user, 'starter'), 'pay');
      await hear();
      expect(await billingOf(user)).toMatchObject({ plan: 'starter', status: 'active' });
      expect(await chatbotsOf(user)).toEqual(['Bot A active', 'Bot B active']);
      expect(liveOf(user)).toHaveLength(1);
    },
  );
});

describe('a renewal that fails', () => {
  test('keeps the plan for 14 days, with one mail an attempt; paid after all, it goes on', async () => {
    const { user, subscription } = await subscriber('starter', 'fr');
    stripe.business.refusedCards.add(customerOf(user));
    pass(30);
    await hear();
    const failed = await billingOf(user);
    expect(failed).toMatchObject({ plan: 'starter', status: 'past_due' });
    const invoice = stripe.business.invoices.get(subscription.latest_invoice ?? '');
    expect(failed.keptUntil).toBe(new Date(((invoice?.created ?? 0) + 14 * day) * 1000).toISOString());
    expect((await subjects(user))[0]).toBe('Votre paiement n’a pas abouti');
    stripe.business.retry(subscription.id);
    await hear();
    expect((await subjects(user)).filter((subject) => subject.includes('pas abouti'))).toHaveLength(2);

    stripe.business.refusedCards.clear();
    stripe.business.retry(subscription.id);
    await hear();
    expect(await billingOf(user)).toMatchObject({ plan: 'starter', status: 'active', keptUntil: null });
    pass(15);
    await program.settle();
    expect((await billingOf(user)).plan).toBe('starter');
  });

  test('falls to the free limits after 14 days, unheard from Stripe, and loses nothing', async () => {
    const { user, subscription } = await subscriber('starter');
    await addChatbots(user, ['Bot A', 'Bot B']);
    stripe.business.refusedCards.add(customerOf(user));
    pass(30);
    await hear();
    pass(13);
    await program.settle();
    expect((await billingOf(user)).plan).toBe('starter');
    stripe.state.mode = 'down';
    pass(1);
    await program.settle();
    stripe.state.mode = 'up';
    expect(await billingOf(user)).toMatchObject({ plan: 'free', status: 'past_due' });
    expect(await chatbotsOf(user)).toEqual(['Bot A active', 'Bot B paused']);

    stripe.business.change(subscription.id, { status: 'unpaid' });
    await hear();
    expect(await billingOf(user)).toMatchObject({ plan: 'free', status: 'unpaid' });
    expect((await subjects(user)).filter((subject) => subject === 'Your plan has ended')).toHaveLength(1);
    stripe.business.refusedCards.clear();
    stripe.business.retry(subscription.id);
    await hear();
    expect(await billingOf(user)).toMatchObject({ plan: 'starter', status: 'active' });
    expect(await chatbotsOf(user)).toEqual(['Bot A active', 'Bot B active']);
  });

  test('tells of the bank’s question with Stripe’s page, and of nothing that is over', async () => {
    const { user, subscription } = await subscriber('starter');
    const invoice = stripe.business.bill(subscription.id, 'subscription_cycle', 'open', 1900);
    stripe.business.tell('invoice.payment_action_required', invoice);
    await hear();
    const [mail] = await program.mailbox(user.email);
    expect(mail?.subject).toBe('Your bank is waiting for a confirmation');
    expect(mail?.text).toContain(`/invoices/${invoice.id}`);
    invoice.attempt_count = 2;
    stripe.business.tell('invoice.payment_failed', invoice);
    invoice.status = 'paid';
    await hear();
    expect((await subjects(user))[0]).toBe('Your bank is waiting for a confirmation');
  });
});

test('a status or a price that is unknown changes nothing, and the operator is told', async () => {
  const { user, subscription } = await subscriber('growth');
  stripe.business.change(subscription.id, { status: 'resting' });
  await hear();
  expect(await billingOf(user)).toMatchObject({ plan: 'growth', status: 'active' });
  expect(await registry.metrics()).toContain('parlance_payment_alerts_total{reason="unknown_status"}');
  // What it was begun with is not what it became since.
  const [item] = subscription.items.data;
  if (item) item.price = stripe.business.addPrice('something_else', 100);
  stripe.business.change(subscription.id, { status: 'active', metadata: { plan: 'starter' } });
  await hear();
  expect((await billingOf(user)).plan).toBe('growth');
  stripe.business.change(subscription.id, { metadata: {} });
  await hear();
  expect((await billingOf(user)).plan).toBe('growth');
  expect(program.logged.some((line) => line.includes('unknown_price'))).toBe(true);
});

test('a trial is told of before it ends, and has the plan; paused without a card it has the free limits', async () => {
  const user = await program.newUser({ language: 'en' });
  stripe.business.checkOut(idAt(await checkOut(user, 'starter')), 'trial');
  await hear();
  expect(await billingOf(user)).toMatchObject({ plan: 'starter', status: 'trialing' });
  const [subscription] = subscriptionsOf(user);
  stripe.business.tell('customer.subscription.trial_will_end', subscription ?? {});
  await hear();
  expect((await subjects(user))[0]).toBe('Your trial ends soon');
  stripe.business.change(subscription?.id ?? '', { status: 'paused' });
  await hear();
  expect(await billingOf(user)).toMatchObject({ plan: 'free', status: 'paused' });
});

test('a first payment that the bank wants proven is finished where it was begun', async () => {
  const user = await program.newUser();
  stripe.business.checkOut(idAt(await checkOut(user, 'starter')), 'incomplete');
  await hear();
  expect(await billingOf(user)).toMatchObject({ plan: 'free', status: 'incomplete' });
  expect(await checkOut(user, 'starter')).toContain('/invoices/');
  expect(await checkOut(user, 'growth')).toContain('/checkout/');
  expect(liveOf(user)).toEqual([]);
});

describe('nobody has two subscriptions:', () => {
  test('two clicks open one checkout, another plan ends the first one’s', async () => {
    const user = await program.newUser();
    stripe.state.delayMs = 20;
    const [one, two] = await Promise.all([checkOut(user, 'starter'), checkOut(user, 'starter')]);
    stripe.state.delayMs = 0;
    expect(one).toBe(two);
    expect(await checkOut(user, 'starter')).toBe(one);
    const other = await checkOut(user, 'growth');
    expect(stripe.business.sessions.get(idAt(one ?? ''))?.status).toBe('expired');
    // Back again within the ten minutes: the key of before gives an address that is no longer good.
    const again = await checkOut(user, 'starter');
    expect(stripe.business.sessions.get(idAt(again))?.status).toBe('open');
    expect(stripe.business.sessions.get(idAt(other))?.status).toBe('expired');
    const customers = [...stripe.business.customers.values()].filter(
      ({ metadata }) => metadata?.user_id === user.id,
    );
    expect(customers).toHaveLength(1);
  });

  test('who has paid goes to the portal, even before the webhook came', async () => {
    const user = await program.newUser();
    const url = await checkOut(user, 'starter');
    await press(url, 'pay');
    expect(await checkOut(user, 'growth')).toContain('/portal/');
    await hear();
    expect(liveOf(user)).toHaveLength(1);
  });

  test('where two are paid at once, the second ends at once and is paid back', async () => {
    const user = await program.newUser({ language: 'en' });
    const price = [...stripe.business.prices.values()].find(
      ({ lookup_key }) => lookup_key === 'parlance_growth_month',
    );
    await press(await checkOut(user, 'starter'), 'pay');
    stripe.advance(1);
    const metadata = { user_id: user.id, plan: 'growth' };
    const second = stripe.business.subscribe(customerOf(user), price?.id ?? '', { metadata });
    await hear();
    await hear();
    expect(liveOf(user).map(({ id }) => id)).not.toContain(second.id);
    expect(liveOf(user)).toHaveLength(1);
    expect(await billingOf(user)).toMatchObject({ plan: 'starter', status: 'active' });
    expect(stripe.business.refunds.map(({ amount }) => amount)).toEqual([5900]);
    expect((await subjects(user)).filter((subject) => subject.includes('double payment'))).toHaveLength(1);
  });

  test('two webhooks, a checkout and a cancellation at once come to one state', async () => {
    const { user, subscription } = await subscriber('starter');
    stripe.business.change(subscription.id, {});
    stripe.business.cancelAtEnd(subscription.id);
    const [first, second] = stripe.untold() as [Stripe.Event, Stripe.Event];
    const [, , checkout] = await Promise.all([
      stripe.deliver(webhook, [first]),
      stripe.deliver(webhook, [second]),
      user.call(startCheckout, { body: { plan: 'growth' } }),
      program.settle(),
    ]);
    expect(checkout.status).toBe(200);
    await program.settle();
    expect(liveOf(user)).toHaveLength(1);
    const billing = await billingOf(user);
    expect(billing).toMatchObject({ plan: 'starter', status: 'active', endsAt: billing.activeUntil });
    await press(checkout.body.url, 'confirm');
    await hear();
    expect(await billingOf(user)).toMatchObject({ plan: 'growth' });
  });
});

describe('what no event told', () => {
  const reconciled = async () => {
    const now = program.context.clock();
    await enqueue(program.context.db, reconcile, {}, { now, dedupeKey: `test ${now.getTime()}` });
    await program.settle();
  };

  test('is found by the daily look: a payment, a renewal, an end', async () => {
    const user = await program.newUser();
    await press(await checkOut(user, 'starter'), 'pay');
    stripe.untold();
    stripe.business.events.length = 0;
    await reconciled();
    expect(await billingOf(user)).toMatchObject({ plan: 'starter', status: 'active' });
    const [subscription] = subscriptionsOf(user);
    stripe.business.end(subscription?.id ?? '');
    stripe.untold();
    await reconciled();
    expect(await billingOf(user)).toMatchObject({ plan: 'free', status: 'canceled' });
  });
});

describe('while Stripe', () => {
  test.each(['down', 'busy', 'garbage', 'empty'] as const)(
    'is %s, payment is unavailable and nothing else breaks',
    async (mode) => {
      const { user } = await subscriber('starter');
      const stranger = await program.newUser();
      stripe.business.change(subscriptionsOf(user)[0]?.id ?? '', {});
      stripe.state.mode = mode;
      for (const who of [user, stranger]) {
        const { status, body } = await who.call(startCheckout, { body: { plan: 'growth' } });
        expect([status, (body as unknown as { code: string }).code]).toEqual([503, 'payments_unavailable']);
      }
      expect((await user.call(openPortal, { body: {} })).status).toBe(503);
      const preview = await stranger.call(previewPlan, { query: { plan: 'growth' } });
      expect([preview.status, preview.body.dueNow]).toEqual([200, null]);
      expect(await billingOf(user)).toMatchObject({ plan: 'starter', status: 'active' });
      expect(
        (await stranger.call(createChatbot, { body: { name: 'Bot A', platform: 'website' } })).status,
      ).toBe(201);
      // Events are taken in meanwhile, and looked at once it is back.
      expect(new Set(await stripe.deliver(webhook, stripe.untold()))).toEqual(new Set([200]));
      await program.settle();
      stripe.state.mode = 'up';
      program.advance(60_000);
      stripe.advance(60);
      await program.settle();
      expect(await billingOf(user)).toMatchObject({ plan: 'starter', status: 'active' });
    },
    30_000,
  );
});

test('while Stripe hangs, people are not kept waiting, and read that payment is unavailable', async () => {
  const { user } = await subscriber('starter');
  const stranger = await program.newUser();
  const patience = { ...promptly };
  Object.assign(promptly, { timeout: 200, maxNetworkRetries: 0 });
  stripe.state.mode = 'silent';
  try {
    for (const who of [user, stranger])
      expect((await who.call(startCheckout, { body: { plan: 'growth' } })).status).toBe(503);
    expect((await user.call(openPortal, { body: {} })).status).toBe(503);
    expect((await stranger.call(previewPlan, { query: { plan: 'growth' } })).body.dueNow).toBeNull();
  } finally {
    Object.assign(promptly, patience);
  }
});

test('who asks Stripe without end is told to wait', async () => {
  const user = await program.newUser();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => (await user.call(openPortal, { body: {} })).status),
  );
  expect(new Set(statuses)).toEqual(new Set([409, 429]));
});

describe('the portal', () => {
  test('is set up by the program, once, so that a downgrade waits for the end of the period', async () => {
    const { user } = await subscriber('starter');
    for (const purpose of ['payment_method', 'cancel', 'resume'] as const)
      expect((await user.call(openPortal, { body: { purpose } })).body.url).toContain('/portal/');
    const made = stripe.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/billing_portal/configurations',
    );
    expect(made).toHaveLength(1);
    expect(made[0]?.form.features).toMatchObject({
      subscription_cancel: { mode: 'at_period_end' },
      subscription_update: {
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: { 0: { type: 'decreasing_item_amount' } } },
      },
    });
  });

  test('is nobody’s who never paid', async () => {
    const user = await program.newUser();
    const { status, body } = await user.call(openPortal, { body: {} });
    expect([status, (body as unknown as { code: string }).code]).toEqual([409, 'no_subscription']);
  });
});

describe('a deleted account', () => {
  const closed = async () => {
    const now = program.context.clock();
    await enqueue(program.context.db, closeAtStripe, {}, { now, dedupeKey: `test ${now.getTime()}` });
    await program.settle();
  };

  test('ends its subscription and its customer at Stripe, as soon as Stripe can be asked', async () => {
    const { user, subscription } = await subscriber('starter');
    const customer = customerOf(user);
    const { db } = program.context;
    stripe.state.mode = 'down';
    await db.deleteFrom('users').where('id', '=', user.id).execute();
    await closed();
    expect(subscription.status).toBe('active');
    stripe.state.mode = 'up';
    program.advance(60_000);
    stripe.advance(60);
    await closed();
    expect(subscription.status).toBe('canceled');
    expect(stripe.business.deletedCustomers.has(customer)).toBe(true);
    expect(stripe.business.invoices.size).toBeGreaterThan(0);
    expect(await db.selectFrom('stripe_closures').selectAll().execute()).toEqual([]);
    // What Stripe tells of it afterwards concerns nobody.
    await hear();
  }, 30_000);

  test('a customer that was deleted at Stripe is made anew with the next payment', async () => {
    const { user } = await subscriber('starter');
    const before = customerOf(user);
    stripe.business.deleteCustomer(before);
    await hear();
    expect(await billingOf(user)).toMatchObject({ plan: 'free', status: 'canceled', hasPortal: false });
    const session = stripe.business.sessions.get(idAt(await checkOut(user, 'starter')));
    expect(session?.customer).not.toBe(before);
  });
});

test('no secret of Stripe’s ever stood in the log', () => {
  const log = program.logged.join('\n');
  expect(program.logged.length).toBeGreaterThan(100);
  expect(log).not.toContain(stripe.env.STRIPE_SECRET_KEY);
  expect(log).not.toContain(stripe.env.STRIPE_WEBHOOK_SECRET);
  expect(log).not.toMatch(/v1=[0-9a-f]{64}/);
});
