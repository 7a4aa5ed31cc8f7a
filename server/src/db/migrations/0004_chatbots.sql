create table chatbots (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  public_id text not null unique,
  name text not null check (char_length(name) between 1 and 400),
  -- The name as it is compared: composed, case folded, spaces collapsed.
  name_key text not null,
  platform text not null check (platform in ('website', 'telegram', 'whatsapp')),
  status text not null default 'active' check (status in ('active', 'paused', 'error')),
  error text check (status <> 'error' or error is not null),
  system_message text not null default '',
  welcome_message text not null default '',
  suggestions text[] not null default '{}',
  contact text not null default '',
  privacy_url text,
  language text not null check (language in ('fr', 'en')),
  allowed_domains text[] not null default '{}',
  allow_apps boolean not null default false,
  -- Only what differs from the defaults of the contract.
  appearance jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_sync_at timestamptz,
  unique (owner_id, name_key)
);
create index chatbots_newest on chatbots (owner_id, created_at desc, id desc);
