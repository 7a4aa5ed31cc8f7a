import type Stripe from 'stripe';
import {
  customerObject,
  invoiceObject,
  itemObject,
  paymentObject,
  priceObject,
  refundObject,
  scheduleObject,
  type sessionObject,
  subscriptionObject,
} from './objects.ts';

type Session = ReturnType<typeof sessionObject>;
type Subscription = ReturnType<typeof subscriptionObject>;
type Invoice = ReturnType<typeof invoiceObject>;

const monthSeconds = 30 * 86_400;

/** An error as Stripe answers it. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: { type: string; code?: string; param?: string; message: string };

  constructor(status: number, message: string, more: { type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.error = { type: 'invalid_request_error', message, ...more };
  }
}

export const missing = (param: string, id: string) =>
  new Refusal(404, `No such ${param}: '${id}'`, { code: 'resource_missing', param });

/** What Stripe does with money and time: payments, renewals, failures, changes; every change tells an event. */
export class Business {
  readonly customers = new Map<string, ReturnType<typeof customerObject>>();
  readonly deletedCustomers = new Set<string>();
  readonly prices = new Map<string, ReturnType<typeof priceObject>>();
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly payments: ReturnType<typeof paymentObject>[] = [];
  readonly refunds: ReturnType<typeof refundObject>[] = [];
  readonly schedules = new Map<string, ReturnType<typeof scheduleObject>>();
  readonly events: Stripe.Event[] = [];
  /** Customers whose card is refused. */
  readonly refusedCards = new Set<string>();
  livemode = false;
  apiVersion = '';
  url = '';
  #clock: () => number;
  #count = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get now() {
    return this.#clock();
  }

  id(prefix: string) {
    this.#count++;
    return `${prefix}_${String(this.#count).padStart(8, '0')}`;
  }

  /** Tells of an object as it is now. */
  tell(type: string, object: object) {
    const event = {
      id: this.id('evt'),
      object: 'event',
      api_version: this.apiVersion,
      created: this.now,
      data: { object: structuredClone(object) },
      livemode: this.livemode,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    } satisfies Omit<Stripe.EventBase, 'type' | 'data'> & { type: string; data: { object: object } };
    this.events.push(event as unknown as Stripe.Event);
  }

  addPrice(lookup_key: string, unit_amount: number) {
    const id = this.id('price');
    const { now: created, livemode } = this;
    const price = priceObject({ id, lookup_key, unit_amount, product: this.id('prod'), created, livemode });
    this.prices.set(id, price);
    return price;
  }

  /** What the built-in plans are sold for, under the names by which they are looked up. */
  addBuiltInPrices() {
    for (const [plan, cents] of Object.entries({ starter: 1900, growth: 5900, scale: 19_900 }))
      this.addPrice(`parlance_${plan}_month`, cents);
  }

  price(id: string) {
    const price = this.prices.get(id);
    if (!price) throw missing('price', id);
    return price;
  }

  customer(id: string) {
    const customer = this.customers.get(id);
    if (!customer || this.deletedCustomers.has(id)) throw missing('customer', id);
    return customer;
  }

  subscription(id: string) {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw missing('subscription', id);
    return subscription;
  }

  addCustomer(metadata: Stripe.Metadata) {
    const { now: created, livemode } = this;
    const customer = customerObject({ id: this.id('cus'), created, metadata, livemode });
    this.customers.set(customer.id, customer);
    return customer;
  }

  /** Deleting a customer ends what it pays for. */
  deleteCustomer(id: string) {
    const customer = this.customer(id);
    for (const one of this.subscriptionsOf(id)) if (one.status !== 'canceled') this.end(one.id);
    this.deletedCustomers.add(id);
    this.tell('customer.deleted', customer);
  }

  subscriptionsOf(customer: string) {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer).reverse();
  }

  /** What somebody does on the checkout page. `incomplete`: the bank wants a proof first. */
  checkOut(id: string, outcome: 'pay' | 'fail' | 'incomplete' | 'trial') {
    const session = this.sessions.get(id);
    if (session?.status !== 'open') throw new Refusal(400, 'This session is not open.');
    if (outcome === 'fail') return;
    const { customer, metadata } = session;
    const status = { pay: 'active', incomplete: 'incomplete', trial: 'trialing' }[outcome];
    const subscription = this.subscribe(String(customer), metadata?.price ?? '', {
      status,
      metadata: { user_id: metadata?.user_id ?? '', plan: metadata?.plan ?? '' },
    });
    Object.assign(session, { status: 'complete', subscription: subscription.id });
    session.payment_status = outcome === 'incomplete' ? 'unpaid' : 'paid';
    this.tell('checkout.session.completed', session);
  }

  subscribe(
    customer: string,
    priceId: string,
    { status = 'active', metadata = {} }: { status?: string; metadata?: Stripe.Metadata } = {},
  ) {
    const { now, livemode } = this;
    const id = this.id('sub');
    const price = this.price(priceId);
    const item = itemObject({
      id: this.id('si'),
      subscription: id,
      price,
      start: now,
      end: now + monthSeconds,
    });
    const subscription = subscriptionObject({
      id,
      created: now,
      livemode,
      customer,
      metadata,
      items: {
        object: 'list',
        data: [item],
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
      },
      status: 'incomplete',
    });
    this.subscriptions.set(id, subscription);
    this.tell('customer.subscription.created', subscription);
    if (status === 'trialing') subscription.trial_end = now + monthSeconds;
    else this.bill(id, 'subscription_create', status === 'active' ? 'paid' : 'open', price.unit_amount);
    if (status !== 'incomplete') this.change(id, { status });
    return subscription;
  }

  bill(
    subscriptionId: string,
    reason: Stripe.Invoice.BillingReason,
    status: 'paid' | 'open',
    amount: number,
  ) {
    const { now, livemode } = this;
    const subscription = this.subscription(subscriptionId);
    const id = this.id('in');
    const invoice = invoiceObject({
      id,
      created: now,
      livemode,
      customer: subscription.customer,
      billing_reason: reason,
      status,
      amount_due: amount,
      hosted_invoice_url: `${this.url}/invoices/${id}`,
      subscription: subscriptionId,
      metadata: subscription.metadata,
    });
    this.invoices.set(id, invoice);
    subscription.latest_invoice = id;
    if (status === 'paid') this.#receive(invoice);
    return invoice;
  }

  #receive(invoice: Invoice) {
    const { now: created, livemode } = this;
    const { id, amount_due: amount } = invoice;
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: amount,
      amount_remaining: 0,
      next_payment_attempt: null,
    });
    this.payments.push(
      paymentObject({ id: this.id('inpay'), invoice: id, intent: this.id('pi'), amount, created, livemode }),
    );
    this.tell('invoice.paid', invoice);
  }

  refund(intent: string, reason: Stripe.Refund.Reason | null) {
    const payment = this.payments.find((one) => one.payment.payment_intent === intent);
    if (!payment) throw missing('payment_intent', intent);
    const amount = payment.amount_paid;
    const refund = refundObject({
      id: this.id('re'),
      amount,
      created: this.now,
      payment_intent: intent,
      reason,
    });
    this.refunds.push(refund);
    return refund;
  }

  change(id: string, changes: Partial<Stripe.Subscription>) {
    const subscription = this.subscription(id);
    Object.assign(subscription, changes);
    this.tell('customer.subscription.updated', subscription);
    return subscription;
  }

  #setPrice(id: string, price: Stripe.Price) {
    const subscription = this.subscription(id);
    const [item] = subscription.items.data;
    if (item) item.price = price as (typeof item)['price'];
    this.tell('customer.subscription.updated', subscription);
  }

  /** A change in the portal, set up as ours is: dearer at once and charged, cheaper at the end of the period. */
  changePlan(id: string, priceId: string) {
    const subscription = this.subscription(id);
    const price = this.price(priceId);
    const [item] = subscription.items.data;
    if (!item) throw new Refusal(400, 'no item');
    const difference = (price.unit_amount ?? 0) - (item.price.unit_amount ?? 0);
    if (difference > 0) {
      this.bill(id, 'subscription_update', 'paid', difference);
      this.#setPrice(id, price);
      return;
    }
    const { now: created, livemode } = this;
    const { current_period_start: start, current_period_end: end } = item;
    const schedule = scheduleObject({
      id: this.id('sub_sched'),
      customer: String(subscription.customer),
      subscription: id,
      created,
      livemode,
      phases: [
        { price: item.price, start, end },
        { price, start: end, end: end + monthSeconds },
      ],
    });
    this.schedules.set(schedule.id, schedule);
    this.change(id, { schedule: schedule.id });
  }

  /** `bare`: as newer versions do, without the boolean. */
  cancelAtEnd(id: string, { bare = false } = {}) {
    const end = this.subscription(id).items.data[0]?.current_period_end ?? null;
    this.change(id, { cancel_at: end, cancel_at_period_end: !bare });
  }

  resume(id: string) {
    this.change(id, { cancel_at: null, cancel_at_period_end: false });
  }

  end(id: string) {
    const subscription = this.subscription(id);
    if (subscription.status === 'canceled') throw missing('subscription', id);
    const { now } = this;
    Object.assign(subscription, { status: 'canceled', canceled_at: now, ended_at: now });
    this.tell('customer.subscription.deleted', subscription);
    return subscription;
  }

  /** Does what was due since: ends, changes of plan, renewals. */
  catchUp() {
    for (const subscription of this.subscriptions.values()) {
      const [item] = subscription.items.data;
      if (!item || !['active', 'trialing', 'past_due'].includes(subscription.status)) continue;
      while (item.current_period_end <= this.now && subscription.status !== 'canceled')
        this.#renew(subscription, item);
    }
  }

  #renew(subscription: Subscription, item: Stripe.SubscriptionItem) {
    const { id, customer } = subscription;
    if (subscription.cancel_at !== null && subscription.cancel_at <= this.now) {
      this.end(id);
      return;
    }
    item.current_period_start = item.current_period_end;
    item.current_period_end += monthSeconds;
    const schedule = this.schedules.get(subscription.schedule ?? '');
    const next = schedule?.phases.find(({ start_date }) => start_date === item.current_period_start)?.items[0]
      ?.price;
    if (schedule && next !== undefined) {
      item.price = next as Stripe.Price;
      schedule.status = 'released';
      subscription.schedule = null;
    }
    const isRefused = this.refusedCards.has(String(customer));
    const invoice = this.bill(
      id,
      'subscription_cycle',
      isRefused ? 'open' : 'paid',
      item.price.unit_amount ?? 0,
    );
    if (isRefused) {
      invoice.next_payment_attempt = this.now + 3 * 86_400;
      this.tell('invoice.payment_failed', invoice);
    }
    this.change(id, { status: isRefused ? 'past_due' : 'active' });
  }

  /** Tries an unpaid invoice once more. */
  retry(id: string) {
    const subscription = this.subscription(id);
    const invoice = this.invoices.get(subscription.latest_invoice ?? '');
    if (invoice?.status !== 'open') return;
    invoice.attempt_count++;
    if (this.refusedCards.has(String(subscription.customer))) {
      this.tell('invoice.payment_failed', invoice);
      return;
    }
    this.#receive(invoice);
    this.change(id, { status: 'active' });
  }
}
