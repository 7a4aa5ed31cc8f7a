-- A chatbot that quotes its sources because what it writes with is used up or fails: one row for each reason, opened anew by
-- the next outage.
create table fallbacks (
  chatbot_id uuid not null references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('quota', 'daily_cap', 'monthly_cap', 'provider')),
  since timestamptz not null,
  -- The account's month and date then: with the next one, what was used up is there again.
  period int not null,
  day date not null,
  -- Null while it lasts.
  ended_at timestamptz,
  -- Questions that were answered so since then.
  answers int not null check (answers >= 0),
  -- Tokens that the last answer would have needed.
  needed bigint not null,
  -- When its owner was told by mail: of what is used up, alerts tell.
  mailed_at timestamptz,
  primary key (chatbot_id, reason)
);
create index fallbacks_of_owner on fallbacks (owner_id);

-- Answers of a chatbot that nobody was charged for, of its account's latest day with any.
create table free_answers (
  chatbot_id uuid primary key references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  day date not null,
  answers int not null check (answers > 0)
);
create index free_answers_of_owner on free_answers (owner_id);

-- Why an answer quotes where a model would have written it, or where it would have been charged.
alter table messages add column fallback text check (fallback in ('quota', 'daily_cap', 'monthly_cap', 'provider'));
