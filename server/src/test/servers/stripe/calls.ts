import type Stripe from 'stripe';
import { type Business, missing, Refusal } from './business.ts';
import { type Form, metadataOf, partOf, textsOf } from './form.ts';
import { listOf, portalObject, sessionObject } from './objects.ts';

type Call = (business: Business, form: Form, id: string) => object;

/** A subscription with what was asked to be expanded in it. */
function presentSubscription(business: Business, id: string, form: Form) {
  const subscription = business.subscription(id);
  const expanded = textsOf(form, 'expand');
  const wants = (name: string) => expanded.some((path) => path.split('.')[0] === name);
  return {
    ...subscription,
    ...(wants('latest_invoice')
      ? { latest_invoice: business.invoices.get(subscription.latest_invoice ?? '') ?? null }
      : {}),
    ...(wants('schedule') ? { schedule: business.schedules.get(subscription.schedule ?? '') ?? null } : {}),
  };
}

const createSession: Call = (business, form) => {
  const { now: created, livemode } = business;
  const id = business.id('cs_test');
  const customer = partOf(form, 'customer') ?? '';
  business.customer(customer);
  business.price(partOf(form, 'line_items', '0', 'price') ?? '');
  if (form.payment_method_types !== undefined)
    throw new Refusal(400, 'Received unknown parameter: payment_method_types', {
      param: 'payment_method_types',
    });
  const session = sessionObject({
    id,
    created,
    expires_at: created + 86_400,
    livemode,
    url: `${business.url}/checkout/${id}`,
    customer,
    client_reference_id: partOf(form, 'client_reference_id') ?? null,
    success_url: partOf(form, 'success_url') ?? null,
    cancel_url: partOf(form, 'cancel_url') ?? null,
    metadata: metadataOf(form),
    locale: 'auto',
  });
  business.sessions.set(id, session);
  return session;
};

const portals = new WeakMap<Business, Map<string, { form: Form; customer: string }>>();
export const portalsOf = (business: Business) => {
  const known = portals.get(business) ?? new Map<string, { form: Form; customer: string }>();
  portals.set(business, known);
  return known;
};
const configurations = new WeakMap<
  Business,
  { id: string; metadata: Record<string, string>; form: Form }[]
>();
export const configurationsOf = (business: Business) => {
  const known = configurations.get(business) ?? [];
  configurations.set(business, known);
  return known;
};

const createPortal: Call = (business, form) => {
  const { now: created, livemode } = business;
  const id = business.id('bps');
  const customer = partOf(form, 'customer') ?? '';
  business.customer(customer);
  const configuration = partOf(form, 'configuration');
  if (configuration === undefined)
    throw new Refusal(
      400,
      'No configuration provided and your test mode default configuration has not been created.',
    );
  portalsOf(business).set(id, { form, customer });
  return portalObject({
    id,
    created,
    livemode,
    url: `${business.url}/portal/${id}`,
    customer,
    configuration,
    return_url: partOf(form, 'return_url') ?? null,
    locale: 'auto',
  });
};

/** What an upgrade costs at once: the difference, as if the period began now. */
const createPreview: Call = (business, form) => {
  const subscription = business.subscription(partOf(form, 'subscription') ?? '');
  const price = business.price(partOf(form, 'subscription_details', 'items', '0', 'price') ?? '');
  const before = subscription.items.data[0]?.price.unit_amount ?? 0;
  return { object: 'invoice', amount_due: Math.max(0, (price.unit_amount ?? 0) - before), currency: 'eur' };
};

const calls: Record<string, Call> = {
  'POST /v1/customers': (business, form) => business.addCustomer(metadataOf(form)),
  'GET /v1/customers/:id': (business, _form, id) =>
    business.deletedCustomers.has(id) ? { id, object: 'customer', deleted: true } : business.customer(id),
  'POST /v1/customers/:id': (business, form, id) =>
    Object.assign(business.customer(id), { email: partOf(form, 'email') ?? null }),
  'DELETE /v1/customers/:id': (business, _form, id) => {
    business.deleteCustomer(id);
    return { id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer;
  },
  'GET /v1/prices': (business, form) =>
    listOf(
      [...business.prices.values()].filter(({ lookup_key }) =>
        textsOf(form, 'lookup_keys').includes(lookup_key),
      ),
      '/v1/prices',
    ),
  'GET /v1/prices/:id': (business, _form, id) => business.price(id),
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions': (business, form) =>
    listOf(
      [...business.sessions.values()].filter(
        ({ customer, status }) =>
          customer === form.customer && (form.status === undefined || status === form.status),
      ),
      '/v1/checkout/sessions',
    ),
  'POST /v1/checkout/sessions/:id/expire': (business, _form, id) => {
    const session = business.sessions.get(id);
    if (session?.status !== 'open')
      throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    return Object.assign(session, { status: 'expired', url: null });
  },
  'POST /v1/billing_portal/sessions': createPortal,
  'GET /v1/billing_portal/configurations': (business) =>
    listOf(configurationsOf(business), '/v1/billing_portal/configurations'),
  'POST /v1/billing_portal/configurations': (business, form) => {
    const configuration = { id: business.id('bpc'), metadata: metadataOf(form), form };
    configurationsOf(business).push(configuration);
    return { ...configuration, object: 'billing_portal.configuration' };
  },
  'GET /v1/subscriptions': (business, form) =>
    listOf(business.subscriptionsOf(String(form.customer)), '/v1/subscriptions'),
  'GET /v1/subscriptions/:id': (business, form, id) => presentSubscription(business, id, form),
  'DELETE /v1/subscriptions/:id': (business, _form, id) => business.end(id),
  'GET /v1/invoices/:id': (business, _form, id) => {
    const invoice = business.invoices.get(id);
    if (!invoice) throw missing('invoice', id);
    return invoice;
  },
  'POST /v1/invoices/create_preview': createPreview,
  'GET /v1/invoice_payments': (business, form) =>
    listOf(
      business.payments.filter(({ invoice }) => invoice === form.invoice),
      '/v1/invoice_payments',
    ),
  'POST /v1/refunds': (business, form) =>
    business.refund(
      partOf(form, 'payment_intent') ?? '',
      partOf(form, 'reason') === 'duplicate' ? 'duplicate' : null,
    ),
  'GET /v1/subscription_schedules/:id': (business, _form, id) => {
    const schedule = business.schedules.get(id);
    if (!schedule) throw missing('schedule', id);
    return schedule;
  },
  'GET /v1/events': (business, form) => {
    const types = textsOf(form, 'types');
    return listOf(
      business.events.filter(({ type }) => types.includes(type)),
      '/v1/events',
    );
  },
};

/** Answers a call of the API; throws a `Refusal`. */
export function answerCall(business: Business, method: string, path: string, form: Form): object {
  const exact = calls[`${method} ${path}`];
  if (exact) return exact(business, form, '');
  const { pattern, id } = templateOf(path);
  const call = calls[`${method} ${pattern}`];
  if (!call) throw new Refusal(404, `Unrecognized request URL (${method}: ${path}).`);
  return call(business, form, id);
}

function templateOf(path: string) {
  const parts = path.split('/');
  const at = parts[2] === 'checkout' ? 4 : 3;
  const id = parts[at] ?? '';
  return { pattern: parts.with(at, ':id').join('/'), id };
}
