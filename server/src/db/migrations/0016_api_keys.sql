-- Personal API keys, and the conversations that programs hold with them.

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'answer']),
  -- SHA-256: of a random text nothing else is needed.
  key_hash bytea not null unique,
  last4 text not null,
  created_at timestamptz not null,
  -- To the minute.
  last_used_at timestamptz
);
create index api_keys_user on api_keys (user_id, created_at);

alter table conversations
  drop constraint conversations_channel_check,
  add constraint conversations_channel_check check (channel in ('website', 'telegram', 'whatsapp', 'api', 'test'));
