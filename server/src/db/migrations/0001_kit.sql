create extension if not exists vector;

-- A row is a job that is still to be done, or one that failed for good and waits for the operator's eyes.
create table jobs (
  id uuid primary key,
  name text not null,
  -- Quick ones (mails) have places of their own, so that a long reading never delays them.
  lane text not null check (lane in ('quick', 'long')),
  payload jsonb not null,
  owner_id uuid,
  dedupe_key text,
  run_at timestamptz not null,
  -- When run_at was set. In the future only if the clock went back since: then run_at means nothing, and the job is due.
  scheduled_at timestamptz not null,
  -- Asked for once more while it ran: it begins anew instead of ending.
  again boolean not null default false,
  attempts int not null default 0 check (attempts >= 0),
  lease_owner uuid,
  lease_until timestamptz,
  failed_at timestamptz,
  error text,
  created_at timestamptz not null
);
create index jobs_due on jobs (lane, run_at) where failed_at is null;
create index jobs_of_owner on jobs (owner_id, lane, run_at) where failed_at is null;
create unique index jobs_dedupe on jobs (name, dedupe_key) where failed_at is null and dedupe_key is not null;
create index jobs_failed on jobs (failed_at) where failed_at is not null;

-- Whose turn it is: the owner who was served longest ago goes first. Jobs without owner share the nil uuid. Counted,
-- not timed: no clock can upset the order.
create sequence job_turn_numbers;
create table job_turns (
  owner_id uuid primary key,
  turn bigint not null
);

create table rate_limits (
  -- SHA-256 of what is counted: no address or account stands here in the clear.
  key bytea primary key,
  window_start timestamptz not null,
  count int not null check (count >= 0),
  expires_at timestamptz not null
);
create index rate_limits_expiry on rate_limits (expires_at);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- The development mailbox: what would have been sent, had a mail server been configured.
create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null
);

create table idempotency_keys (
  owner_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  -- Absent while the request runs.
  status int,
  body jsonb,
  created_at timestamptz not null,
  primary key (owner_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
