-- Plans are the operator's file; an account without a row here is on its first plan.
create table accounts (
  owner_id uuid primary key references users on delete cascade,
  plan text not null,
  active_until timestamptz
);

-- The append-only ledger. Balances are always its sum. A chatbot is named, not referenced: rows outlive it.
create table ledger_entries (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  at timestamptz not null,
  operation text not null check (operation in ('chat_completion', 'file_upload', 'reindex', 'vector_search', 'api_call', 'summary_generation')),
  token_type text not null check (token_type in ('message', 'storage')),
  tokens bigint not null check (tokens between 0 and 9007199254740991),
  chatbot_id uuid,
  chatbot_name text,
  -- What was charged for; the same cause is never charged twice.
  cause text not null,
  unique (owner_id, cause)
);
create index ledger_entries_balance on ledger_entries (owner_id, token_type, at) include (tokens);
create index ledger_entries_newest on ledger_entries (owner_id, id desc);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  -- The rows of a deleted account go with it (a cascade, never a statement on this table alone).
  if tg_op = 'DELETE' and not exists (select 1 from users where id = old.owner_id) then
    return old;
  end if;
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();

-- Tokens set aside while work is under way, so that parallel requests cannot overspend.
create table reservations (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  token_type text not null check (token_type in ('message', 'storage')),
  operation text not null,
  tokens bigint not null check (tokens between 0 and 9007199254740991),
  chatbot_id uuid,
  chatbot_name text,
  cause text not null,
  expires_at timestamptz not null,
  unique (owner_id, cause)
);
create index reservations_expiry on reservations (expires_at);

-- One alert and one mail per level and period.
create table quota_alerts (
  owner_id uuid not null references users on delete cascade,
  token_type text not null check (token_type in ('message', 'storage')),
  level text not null check (level in ('warning80', 'warning90', 'exceeded')),
  period_start timestamptz not null,
  at timestamptz not null,
  primary key (owner_id, token_type, level, period_start)
);

-- Sets tokens aside under the owner's lock, or says that they would pass the limit. One round trip, and each of
-- its statements sees what was committed before the lock was had: a sum read before it could be stale.
create function reserve_tokens(
  reservation uuid, owner uuid, type text, work text, amount bigint, bot uuid, bot_name text, reason text,
  expiry timestamptz, since timestamptz, token_limit bigint, now_at timestamptz
) returns boolean language plpgsql as $$
declare
  taken bigint;
begin
  perform 1 from users where id = owner for update;
  delete from reservations where owner_id = owner and cause = reason;
  if token_limit is not null then
    select (select coalesce(sum(tokens), 0) from ledger_entries
             where owner_id = owner and token_type = type and at >= since)
         + (select coalesce(sum(tokens), 0) from reservations
             where owner_id = owner and token_type = type and expires_at > now_at)
      into taken;
    if taken + amount > token_limit then
      return false;
    end if;
  end if;
  insert into reservations (id, owner_id, token_type, operation, tokens, chatbot_id, chatbot_name, cause, expires_at)
  values (reservation, owner, type, work, amount, bot, bot_name, reason, expiry);
  return true;
end $$;

-- Turns what was set aside into an entry of what was spent; the sum since then, or null when the cause was
-- charged before.
create function settle_tokens(
  entry uuid, owner uuid, type text, work text, amount bigint, bot uuid, bot_name text, reason text,
  since timestamptz, now_at timestamptz
) returns bigint language plpgsql as $$
begin
  perform 1 from users where id = owner for update;
  delete from reservations where owner_id = owner and cause = reason;
  insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause)
  values (entry, owner, now_at, work, type, amount, bot, bot_name, reason)
  on conflict (owner_id, cause) do nothing;
  if not found then
    return null;
  end if;
  return (select coalesce(sum(tokens), 0) from ledger_entries
           where owner_id = owner and token_type = type and at >= since);
end $$;
