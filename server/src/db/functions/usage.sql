create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  -- The rows of a deleted account go with it (a cascade, never a statement on this table alone).
  if tg_op = 'DELETE' and not exists (select 1 from users where id = old.owner_id) then
    return old;
  end if;
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
create or replace trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();

-- What visitors of a chatbot have used since two instants.
create or replace function visitor_tokens(
  bot uuid, day_since timestamptz, month_since timestamptz, out day bigint, out month bigint
) language sql stable as $$
  select coalesce(sum(tokens) filter (where at >= day_since), 0)::bigint,
         coalesce(sum(tokens) filter (where at >= month_since), 0)::bigint
    from ledger_entries
   where chatbot_id = bot and cause like 'message:%' and at >= least(day_since, month_since)
$$;

-- Sets tokens aside under the owner's lock, below the quota and the chatbot's own caps where it has any: 'held', or what
-- was in the way. One round trip, and each of its statements sees what was committed before the lock was had: a sum read
-- before it could be stale. The lock is `lockOwner`'s: against each other, not against whoever refers to the account.
-- Whoever writes a crawl's pages holds the account so, and waited for a charge that waited for the crawl.
-- Work that reserves again under its own id renews its reservation, which stays as it was when that is refused; of the
-- same work under another id, whose process died, what is due is charged, under a cause of its own.
create or replace function reserve_tokens(
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

-- Turns what was set aside into an entry of what was spent; the sum since then, or null when the cause was charged
-- before. The sum is read where there is a limit to hold it against: it grows with the month. Of work that was taken for
-- dead meanwhile, what was due is charged already.
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
