import type Stripe from 'stripe';

/**
 * Objects as Stripe answers them. Each satisfies the package's own type, so that none can drift from what the program is
 * written for; what nobody here looks at is null, as it mostly is there.
 */

export const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});

export const customerObject = (facts: Pick<Stripe.Customer, 'id' | 'created' | 'metadata' | 'livemode'>) =>
  ({
    object: 'customer',
    balance: 0,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    default_source: null,
    description: null,
    email: null,
    shipping: null,
    ...facts,
  }) satisfies Stripe.Customer;

export const priceObject = (facts: {
  id: string;
  lookup_key: string;
  unit_amount: number;
  product: string;
  created: number;
  livemode: boolean;
}) =>
  ({
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: 'eur',
    metadata: {},
    type: 'recurring',
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    custom_unit_amount: null,
    nickname: null,
    tax_behavior: null,
    tiers_mode: null,
    transform_quantity: null,
    unit_amount_decimal: null,
    ...facts,
  }) satisfies Stripe.Price;

export const sessionObject = (
  facts: Pick<
    Stripe.Checkout.Session,
    | 'id'
    | 'created'
    | 'expires_at'
    | 'livemode'
    | 'url'
    | 'customer'
    | 'client_reference_id'
    | 'success_url'
    | 'cancel_url'
    | 'metadata'
    | 'locale'
  >,
) =>
  ({
    object: 'checkout.session',
    mode: 'subscription',
    status: 'open' as Stripe.Checkout.Session.Status,
    payment_status: 'unpaid' as Stripe.Checkout.Session.PaymentStatus,
    subscription: null as string | null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    payment_method_types: ['card'],
    shipping_options: [],
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency: null,
    currency_conversion: null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    submit_type: null,
    total_details: null,
    ui_mode: null,
    wallet_options: null,
    ...facts,
  }) satisfies Stripe.Checkout.Session;

export const portalObject = (
  facts: Pick<
    Stripe.BillingPortal.Session,
    'id' | 'created' | 'livemode' | 'url' | 'customer' | 'configuration' | 'return_url' | 'locale'
  >,
) =>
  ({
    object: 'billing_portal.session',
    customer_account: null,
    flow: null,
    on_behalf_of: null,
    ...facts,
  }) satisfies Stripe.BillingPortal.Session;

const planObject = ({ id, unit_amount, created, livemode, product }: Stripe.Price): Stripe.Plan => ({
  id,
  object: 'plan',
  active: true,
  amount: unit_amount,
  billing_scheme: 'per_unit',
  created,
  currency: 'eur',
  interval: 'month',
  interval_count: 1,
  livemode,
  product,
  usage_type: 'licensed',
  amount_decimal: null,
  metadata: {},
  meter: null,
  nickname: null,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
});

export const itemObject = (facts: {
  id: string;
  subscription: string;
  price: Stripe.Price;
  start: number;
  end: number;
}) =>
  ({
    id: facts.id,
    object: 'subscription_item',
    created: facts.start,
    current_period_start: facts.start,
    current_period_end: facts.end,
    discounts: [],
    metadata: {},
    plan: planObject(facts.price),
    price: facts.price,
    subscription: facts.subscription,
    quantity: 1,
    billing_thresholds: null,
    current_trial: null,
    tax_rates: null,
  }) satisfies Stripe.SubscriptionItem;

export const subscriptionObject = (
  facts: Pick<
    Stripe.Subscription,
    'id' | 'created' | 'livemode' | 'customer' | 'metadata' | 'items' | 'status'
  >,
) =>
  ({
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: facts.created,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    cancel_at_period_end: false as boolean,
    collection_method: 'charge_automatically',
    currency: 'eur',
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    start_date: facts.created,
    cancel_at: null as number | null,
    canceled_at: null as number | null,
    ended_at: null as number | null,
    latest_invoice: null as string | null,
    schedule: null as string | null,
    trial_end: null as number | null,
    application: null,
    application_fee_percent: null,
    billing_cycle_anchor_config: null,
    billing_thresholds: null,
    cancellation_details: null,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    description: null,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    test_clock: null,
    transfer_data: null,
    trial_settings: null,
    trial_start: null,
    ...facts,
  }) satisfies Stripe.Subscription;

export const invoiceObject = (
  facts: Pick<
    Stripe.Invoice,
    | 'id'
    | 'created'
    | 'livemode'
    | 'customer'
    | 'billing_reason'
    | 'status'
    | 'amount_due'
    | 'hosted_invoice_url'
  > & {
    subscription: string;
    metadata: Stripe.Metadata;
  },
) => {
  const { subscription, metadata, ...said } = facts;
  return {
    object: 'invoice',
    amount_overpaid: 0,
    amount_paid: said.status === 'paid' ? said.amount_due : 0,
    amount_remaining: said.status === 'paid' ? 0 : said.amount_due,
    amount_shipping: 0,
    attempt_count: 1,
    attempted: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    collection_method: 'charge_automatically',
    currency: 'eur',
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    lines: listOf<Stripe.InvoiceLineItem>([], `/v1/invoices/${said.id}/lines`),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: said.created,
    period_start: said.created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: said.amount_due,
    total: said.amount_due,
    next_payment_attempt: null as number | null,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription },
      type: 'subscription_details',
    },
    account_country: null,
    account_name: null,
    account_tax_ids: null,
    application: null,
    automatically_finalizes_at: null,
    custom_fields: null,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: null,
    default_payment_method: null,
    default_source: null,
    description: null,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    last_finalization_error: null,
    latest_revision: null,
    number: null,
    on_behalf_of: null,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    subtotal_excluding_tax: null,
    test_clock: null,
    total_discount_amounts: null,
    total_excluding_tax: null,
    total_pretax_credit_amounts: null,
    total_taxes: null,
    webhooks_delivered_at: null,
    ...said,
  } satisfies Stripe.Invoice;
};

export const paymentObject = (facts: {
  id: string;
  invoice: string;
  intent: string;
  amount: number;
  created: number;
  livemode: boolean;
}) =>
  ({
    id: facts.id,
    object: 'invoice_payment',
    amount_paid: facts.amount,
    amount_requested: facts.amount,
    created: facts.created,
    currency: 'eur',
    invoice: facts.invoice,
    is_default: true,
    livemode: facts.livemode,
    payment: { payment_intent: facts.intent, type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: facts.created },
  }) satisfies Stripe.InvoicePayment;

export const refundObject = (
  facts: Pick<Stripe.Refund, 'id' | 'amount' | 'created' | 'payment_intent' | 'reason'>,
) =>
  ({
    object: 'refund',
    currency: 'eur',
    status: 'succeeded',
    balance_transaction: null,
    charge: null,
    customer: null,
    customer_account: null,
    metadata: null,
    payment_method: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...facts,
  }) satisfies Stripe.Refund;

const phaseObject = (price: Stripe.Price, start: number, end: number): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  currency: 'eur',
  discounts: [],
  start_date: start,
  end_date: end,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: null,
      plan: price.id,
      price,
      tax_rates: null,
      quantity: 1,
    },
  ],
  proration_behavior: 'none',
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  default_payment_method: null,
  description: null,
  invoice_settings: null,
  metadata: null,
  on_behalf_of: null,
  transfer_data: null,
  trial_end: null,
});

export const scheduleObject = (facts: {
  id: string;
  customer: string;
  subscription: string;
  created: number;
  livemode: boolean;
  phases: { price: Stripe.Price; start: number; end: number }[];
}) =>
  ({
    id: facts.id,
    object: 'subscription_schedule',
    billing_mode: { flexible: null, type: 'flexible' },
    created: facts.created,
    customer: facts.customer,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: null,
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: facts.livemode,
    pause_schedules: [],
    phases: facts.phases.map(({ price, start, end }) => phaseObject(price, start, end)),
    status: 'active' as Stripe.SubscriptionSchedule.Status,
    subscription: facts.subscription,
    application: null,
    canceled_at: null,
    completed_at: null,
    current_phase: null,
    customer_account: null,
    metadata: null,
    released_at: null,
    released_subscription: null,
    test_clock: null,
  }) satisfies Stripe.SubscriptionSchedule;
