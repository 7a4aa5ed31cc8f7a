-- What is paid for even if the work never ends: its provider is asked as soon as the tokens are set aside.
alter table reservations add column due bigint not null default 0 check (due between 0 and 9007199254740991);

-- What the last piece of work needed that was refused for lack of tokens. Where more is left, or once one has had what it
-- needs, the quota is not used up.
create table quota_needs (
  owner_id uuid not null references users on delete cascade,
  token_type text not null check (token_type in ('message', 'storage')),
  tokens bigint not null check (tokens between 0 and 9007199254740991),
  primary key (owner_id, token_type)
);

-- As before. Work that reserves again under its own id renews its reservation, which stays as it was when that is refused;
-- of the same work under another id, whose process died, what is due is charged, under a cause of its own.
drop function reserve_tokens(uuid, uuid, text, text, bigint, uuid, text, text, timestamptz, timestamptz, bigint, timestamptz, bigint, bigint, timestamptz);
create function reserve_tokens(
  reservation uuid, owner uuid, type text, work text, amount bigint, due_amount bigint, bot uuid, bot_name text, reason text,
  expiry timestamptz, since timestamptz, token_limit bigint, day_since timestamptz, day_limit bigint, month_limit bigint,
  now_at timestamptz
) returns text language plpgsql as $$
declare
  taken bigint;
  held bigint;
  used record;
begin
  perform 1 from users where id = owner for no key update;
  with dead as (
    delete from reservations where owner_id = owner and cause = reason and id <> reservation returning *
  )
  insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause)
  select id, owner_id, now_at, operation, token_type, due, chatbot_id, chatbot_name, cause || ':' || id
    from dead where due > 0
  on conflict do nothing;
  if token_limit is not null then
    select (select coalesce(sum(tokens), 0) from ledger_entries
             where owner_id = owner and token_type = type and at >= since)
         + (select coalesce(sum(tokens), 0) from reservations
             where owner_id = owner and token_type = type and expires_at > now_at and id <> reservation)
      into taken;
    if taken + amount > token_limit then
      return 'quota';
    end if;
  end if;
  if day_limit is not null or month_limit is not null then
    select coalesce(sum(tokens), 0) into held from reservations
     where owner_id = owner and chatbot_id = bot and cause like 'message:%' and expires_at > now_at
       and id <> reservation;
    select * into used from visitor_tokens(bot, day_since, since);
    if used.month + held + amount > month_limit then
      return 'month';
    end if;
    if used.day + held + amount > day_limit then
      return 'day';
    end if;
  end if;
  delete from quota_needs where owner_id = owner and token_type = type;
  insert into reservations (id, owner_id, token_type, operation, tokens, due, chatbot_id, chatbot_name, cause, expires_at)
  values (reservation, owner, type, work, amount, due_amount, bot, bot_name, reason, expiry)
  on conflict (id) do update
     set operation = excluded.operation, tokens = excluded.tokens, due = excluded.due, expires_at = excluded.expires_at;
  return 'held';
end $$;

-- As before; of work that was taken for dead meanwhile, what was due is charged already.
create or replace function settle_tokens(
  entry uuid, owner uuid, type text, work text, amount bigint, bot uuid, bot_name text, reason text,
  since timestamptz, token_limit bigint, now_at timestamptz
) returns bigint language plpgsql as $$
begin
  perform 1 from users where id = owner for no key update;
  delete from reservations where owner_id = owner and cause = reason;
  insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause)
  values (entry, owner, now_at, work, type, amount, bot, bot_name, reason)
  on conflict do nothing;
  if not found or token_limit is null then
    return null;
  end if;
  return (select coalesce(sum(tokens), 0) from ledger_entries
           where owner_id = owner and token_type = type and at >= since);
end $$;
