-- Payments: what Stripe says of accounts, as it was last fetched there. Nothing of a card, an invoice or an address is kept.

alter table accounts
  -- What the operator gave by hand, which stands over what is paid.
  add column granted_plan text;
-- Until now a plan could only be given by hand.
update accounts set granted_plan = plan where plan <> 'free';

-- Who an account is at Stripe.
create table billing_customers (
  owner_id uuid primary key references users on delete cascade,
  -- None once it was deleted there.
  customer_id text unique,
  -- How many were deleted there: Stripe gives the deleted one back for a day, unless it is asked under another key.
  former int not null default 0 check (former >= 0),
  -- When a checkout was begun last: whether it was paid is asked for, even if no event tells.
  checkout_at timestamptz,
  created_at timestamptz not null
);
create index billing_customers_checkout on billing_customers (checkout_at) where checkout_at is not null;

create table subscriptions (
  -- As Stripe calls it.
  id text primary key,
  owner_id uuid not null references users on delete cascade,
  customer_id text not null,
  status text not null check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
  -- None while its price is one that we do not know.
  plan text,
  -- What follows at active_until, where another was chosen.
  next_plan text,
  active_until timestamptz,
  ends_at timestamptz,
  -- Since when its renewal is unpaid.
  past_due_since timestamptz,
  -- At Stripe.
  created_at timestamptz not null,
  -- When what stands here was asked for: an older answer does not replace it.
  synced_at timestamptz not null
);
create index subscriptions_owner on subscriptions (owner_id, created_at);
create index subscriptions_live on subscriptions (id) where status not in ('canceled', 'incomplete_expired');

-- Deliveries that were taken: of any number of one event the first counts.
create table stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);
create index stripe_events_age on stripe_events (received_at);

-- One mail a cause: an invoice's attempt, a trial's end.
create table billing_notices (
  owner_id uuid not null references users on delete cascade,
  cause text not null,
  at timestamptz not null,
  primary key (owner_id, cause)
);

-- What is still to be ended at Stripe since its account is gone. Whose it was is known there alone.
create table stripe_closures (
  id text primary key,
  kind text not null check (kind in ('subscription', 'customer')),
  created_at timestamptz not null
);

alter table chatbots
  -- Set while it is paused because the plan has fewer: the status that comes back by itself.
  add column resumes_as text check (resumes_as in ('active', 'paused', 'error')),
  -- Which ones its owner would keep on first.
  add column kept_rank int check (kept_rank >= 0),
  add check (resumes_as is null or status = 'paused');
