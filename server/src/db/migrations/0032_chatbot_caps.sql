-- What a chatbot's visitors have used; its owner's tests have another cause.
create index ledger_entries_of_visitors on ledger_entries (chatbot_id, at) include (tokens) where cause like 'message:%';

-- One mail per level and period of a chatbot's own caps.
create table cap_alerts (
  chatbot_id uuid not null references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  period text not null check (period in ('day', 'month')),
  level text not null check (level in ('warning80', 'warning90', 'exceeded')),
  period_start timestamptz not null,
  at timestamptz not null,
  primary key (chatbot_id, period, level, period_start)
);

-- What visitors of a chatbot have used since two instants.
create function visitor_tokens(
  bot uuid, day_since timestamptz, month_since timestamptz, out day bigint, out month bigint
) language sql stable as $$
  select coalesce(sum(tokens) filter (where at >= day_since), 0)::bigint,
         coalesce(sum(tokens) filter (where at >= month_since), 0)::bigint
    from ledger_entries
   where chatbot_id = bot and cause like 'message:%' and at >= least(day_since, month_since)
$$;

-- As before, and below a chatbot's own caps where it has any: 'held', or what was in the way.
drop function reserve_tokens(uuid, uuid, text, text, bigint, uuid, text, text, timestamptz, timestamptz, bigint, timestamptz);
create function reserve_tokens(
  reservation uuid, owner uuid, type text, work text, amount bigint, bot uuid, bot_name text, reason text,
  expiry timestamptz, since timestamptz, token_limit bigint, day_since timestamptz, day_limit bigint, month_limit bigint,
  now_at timestamptz
) returns text language plpgsql as $$
declare
  taken bigint;
  held bigint;
  used record;
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
