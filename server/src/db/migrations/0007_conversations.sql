create table conversations (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  channel text not null check (channel in ('website', 'telegram', 'whatsapp', 'test')),
  language text not null check (language in ('fr', 'en')),
  -- SHA-256 of the token that the visitor's browser holds; ids alone open nothing.
  visitor_token_hash bytea not null,
  token_expires_at timestamptz not null,
  message_count int not null default 0,
  unanswered int not null default 0,
  -- Set while an answer is being written: one at a time.
  answering_until timestamptz,
  started_at timestamptz not null,
  last_message_at timestamptz not null
);
create index conversations_of_visitor on conversations (visitor_token_hash);
create index conversations_newest on conversations (chatbot_id, last_message_at desc, id desc);
create index conversations_of_owner on conversations (owner_id, last_message_at desc);

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  owner_id uuid not null references users on delete cascade,
  role text not null check (role in ('visitor', 'chatbot')),
  text text not null,
  mode text check (mode in ('generated', 'quoted', 'unanswered')),
  citations jsonb not null default '[]',
  -- Passages that were found, used or not, with their scores.
  passages jsonb not null default '[]',
  feedback text check (feedback in ('up', 'down')),
  tokens bigint,
  created_at timestamptz not null,
  check ((role = 'chatbot') = (mode is not null))
);
create index messages_in_order on messages (conversation_id, id);

create table unanswered_questions (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  message_id uuid not null unique references messages on delete cascade,
  question text not null,
  language text not null check (language in ('fr', 'en')),
  at timestamptz not null
);
create index unanswered_questions_newest on unanswered_questions (chatbot_id, at desc);
