-- What a person wants of mails and of help, and what they agreed to.

alter table profiles
  -- Limits, and chatbots that stopped.
  add column email_notifications boolean not null default true,
  -- None until it is set: then what was said at sign-up counts (receive_updates).
  add column marketing_emails boolean,
  -- Off until it is asked for: a summary that a model writes is charged.
  add column activity_summaries boolean not null default false,
  add column tour text not null default 'new' check (tour in ('new', 'skipped', 'completed')),
  -- The step at which the tour goes on; none: it does not run.
  add column tour_step int check (tour_step between 0 and 99),
  add column tooltips boolean not null default true;

-- Each save of the privacy settings: append-only, so that consent can be proved. The newest counts.
create table consents (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  at timestamptz not null,
  -- Of the policy that was shown, and SHA-256 of its text in that language.
  policy_version text not null,
  policy_hash bytea not null,
  language text not null check (language in ('fr', 'en')),
  -- Truncated.
  address text not null,
  performance_cookies boolean not null,
  cookie_usage boolean not null,
  analytics_tracking boolean not null,
  data_collection boolean not null,
  data_sharing_third_parties boolean not null,
  marketing_communications boolean not null
);
create index consents_owner on consents (owner_id, id);

-- Headers that a mail would have had beside its sender and subject.
alter table mails add column headers jsonb not null default '{}';
