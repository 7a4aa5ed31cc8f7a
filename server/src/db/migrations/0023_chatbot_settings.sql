alter table chatbots
  add tone text not null default 'neutral' check (tone in ('neutral', 'warm', 'formal')),
  add answer_length text not null default 'medium' check (answer_length in ('short', 'medium', 'long')),
  add when_unknown text not null default 'contact' check (when_unknown in ('contact', 'rephrase', 'say')),
  -- Of the configured provider; null is the operator's.
  add model text,
  add temperature double precision check (temperature between 0 and 2),
  -- Null keeps conversations for good.
  add retention_days int default 365 check (retention_days in (30, 90, 365)),
  add daily_tokens bigint check (daily_tokens >= 0),
  add monthly_tokens bigint check (monthly_tokens >= 0),
  add creation text not null default 'completed' check (creation in ('initializing', 'completed', 'warning')),
  add creation_notice text,
  -- The last customer's page that loaded the widget.
  add seen_host text,
  add seen_at timestamptz,
  add check ((seen_host is null) = (seen_at is null));

-- Stored files by slot, as kit/files names them; what a slot holds never changes, a new image has a new name.
create table chatbot_images (
  chatbot_id uuid not null references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  slot text not null check (slot in ('avatar', 'launcherIcon', 'sendIcon', 'userAvatar')),
  file text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  primary key (chatbot_id, slot)
);

-- What the instructions were before each change of them.
create table system_message_versions (
  chatbot_id uuid not null references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  version int not null,
  system_message text not null,
  at timestamptz not null,
  primary key (chatbot_id, version)
);
