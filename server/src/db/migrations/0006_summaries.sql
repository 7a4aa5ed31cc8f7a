-- What visitors said to a chatbot in a period. One runs at a time for a chatbot and a period.
create table summaries (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  period text not null check (period in ('24h', '7d', '30d')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'error')),
  -- Whether a model writes it: it may end otherwise than it began, where the provider fails.
  mode text not null check (mode in ('generated', 'counted')),
  language text not null check (language in ('fr', 'en')),
  -- Conversations and visitors' messages of the period, as they were counted when it was asked for.
  conversations int not null,
  messages int not null,
  -- Conversations read so far, and the last of them; null before the first.
  read int not null default 0,
  last_read uuid,
  -- How often its notes have been joined.
  level int not null default 0,
  -- What a provider has sold for it so far, by its parts.
  spent jsonb not null default '[]',
  -- What it has cost; until it is done, about what it will cost.
  tokens bigint not null default 0 check (tokens between 0 and 9007199254740991),
  result jsonb,
  error_code text,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((status = 'done') = (result is not null) and (status = 'error') = (error_code is not null)
    and (status in ('done', 'error')) = (finished_at is not null))
);
create index summaries_newest on summaries (chatbot_id, id desc);
create index summaries_of_owner on summaries (owner_id);
create unique index summaries_running on summaries (chatbot_id, period) where status in ('pending', 'running');

-- What a model has said of some conversations, and of notes joined, until the summary is done: killed amid, it goes on here.
create table summary_notes (
  summary_id uuid not null references summaries on delete cascade,
  level int not null,
  place int not null,
  owner_id uuid not null references users on delete cascade,
  claims jsonb not null,
  primary key (summary_id, level, place)
);
create index summary_notes_of_owner on summary_notes (owner_id);
