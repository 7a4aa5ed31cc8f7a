-- Who charges an account locks it as `lockOwner` does: against each other, not against whoever refers to it. Whoever writes
-- a crawl's pages holds the account so, and waited for a charge that waited for the crawl.
create or replace function reserve_tokens(
  reservation uuid, owner uuid, type text, work text, amount bigint, bot uuid, bot_name text, reason text,
  expiry timestamptz, since timestamptz, token_limit bigint, day_since timestamptz, day_limit bigint, month_limit bigint,
  now_at timestamptz
) returns text language plpgsql as $$
declare
  taken bigint;
  held bigint;
  used record;
begin
  perform 1 from users where id = owner for no key update;
  delete from reservations where owner_id = owner and cause = reason;
  if token_limit is not null then
    select (select coalesce(sum(tokens), 0) from ledger_entries
             where owner_id = owner and token_type = type and at >= since)
         + (select coalesce(sum(tokens), 0) from reservations
             where owner_id = owner and token_type = type and expires_at > now_at)
      into taken;
    if taken + amount > token_limit then
      return 'quota';
    end if;
  end if;
  if day_limit is not null or month_limit is not null then
    select coalesce(sum(tokens), 0) into held from reservations
     where owner_id = owner and chatbot_id = bot and cause like 'message:%' and expires_at > now_at;
    select * into used from visitor_tokens(bot, day_since, since);
    if used.month + held + amount > month_limit then
      return 'month';
    end if;
    if used.day + held + amount > day_limit then
      return 'day';
    end if;
  end if;
  insert into reservations (id, owner_id, token_type, operation, tokens, chatbot_id, chatbot_name, cause, expires_at)
  values (reservation, owner, type, work, amount, bot, bot_name, reason, expiry);
  return 'held';
end $$;

create or replace function settle_tokens(
  entry uuid, owner uuid, type text, work text, amount bigint, bot uuid, bot_name text, reason text,
  since timestamptz, token_limit bigint, now_at timestamptz
) returns bigint language plpgsql as $$
begin
  perform 1 from users where id = owner for no key update;
  delete from reservations where owner_id = owner and cause = reason;
  insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause)
  values (entry, owner, now_at, work, type, amount, bot, bot_name, reason)
  on conflict (owner_id, cause) do nothing;
  if not found or token_limit is null then
    return null;
  end if;
  return (select coalesce(sum(tokens), 0) from ledger_entries
           where owner_id = owner and token_type = type and at >= since);
end $$;
