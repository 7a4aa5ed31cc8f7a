-- Archives of what is kept of an account. Their bytes lie in parts, each a file of its own; a job that was killed goes on
-- behind the last one.
create table data_exports (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  -- A deleted one stays for some days, so that it counts against how many may be asked for.
  status text not null check (status in ('pending', 'running', 'ready', 'expired', 'error', 'deleted')),
  -- What its link is signed over, beside its id: without the row no link opens.
  nonce bytea not null,
  language text not null check (language in ('fr', 'en')),
  -- Where the next part begins: what has been written of which entry.
  position jsonb not null,
  parts int not null default 0,
  bytes bigint not null default 0,
  done int not null default 0,
  total int not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index data_exports_of_owner on data_exports (owner_id, created_at);
create unique index data_exports_one_running on data_exports (owner_id) where status in ('pending', 'running');

create table data_export_parts (
  export_id uuid not null references data_exports on delete cascade,
  number int not null,
  file_key uuid not null unique,
  size bigint not null,
  -- Entries that end in it, for the archive's own list at its end.
  entries jsonb not null,
  primary key (export_id, number)
);
