create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  -- The rows of an account that is deleted go with it.
  if tg_op = 'DELETE' then
    if not exists (select 1 from users where id = old.owner_id and leaving_since is null) then
      return old;
    end if;
  end if;
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
create or replace trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create or replace trigger ledger_entries_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- Makes the month of this moment where it is missing. It is attached, not created in place: charges go on meanwhile. Each
-- month has its own trigger against TRUNCATE; those of rows come with the table that it belongs to.
create or replace function ensure_ledger_month(moment timestamptz) returns void language plpgsql as $$
declare
  first timestamp := date_trunc('month', moment at time zone 'UTC');
  month text := 'ledger_entries_' || to_char(first, 'YYYY_MM');
begin
  if to_regclass(month) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(7041980213);
  if to_regclass(month) is not null then
    return;
  end if;
  execute format('create table %I (like ledger_entries including all)', month);
  execute format('create trigger ledger_entries_never_emptied before truncate on %I
                    for each statement execute function refuse_ledger_change()', month);
  execute format('alter table ledger_entries attach partition %I for values from (%L) to (%L)', month,
                 first at time zone 'UTC', (first + interval '1 month') at time zone 'UTC');
end $$;

do $$
declare
  month regclass;
begin
  for month in select inhrelid from pg_inherits where inhparent = 'ledger_entries'::regclass loop
    execute format('create or replace trigger ledger_entries_never_emptied before truncate on %s
                      for each statement execute function refuse_ledger_change()', month);
  end loop;
end $$;

-- A cause that was charged before is skipped: whoever inserts finds nothing inserted.
create or replace function claim_ledger_cause() returns trigger language plpgsql as $$
begin
  insert into ledger_causes (owner_id, cause, entry_id, at) values (new.owner_id, new.cause, new.id, new.at)
  on conflict do nothing;
  if not found then
    return null;
  end if;
  return new;
end $$;
create or replace trigger ledger_entries_claim_cause before insert on ledger_entries
  for each row execute function claim_ledger_cause();

create or replace function add_to_sums() returns trigger language plpgsql as $$
begin
  insert into usage_sums as s (owner_id, token_type, period, tokens, entries)
  values (new.owner_id, new.token_type, new.period, new.tokens, 1)
  on conflict (owner_id, token_type, period) do update
     set tokens = s.tokens + excluded.tokens, entries = s.entries + 1;
  if new.chatbot_id is not null and new.cause like 'message:%' then
    insert into visitor_sums as s (owner_id, chatbot_id, period, day, tokens, answers)
    values (new.owner_id, new.chatbot_id, new.period, new.day, new.tokens, (new.cause not like 'message:%:%')::int)
    on conflict (owner_id, chatbot_id, period, day) do update
       set tokens = s.tokens + excluded.tokens, answers = s.answers + excluded.answers;
  end if;
  insert into usage_hours as s (owner_id, hour, chatbot_id, chatbot_name, operation, token_type, tokens, entries)
  values (new.owner_id, date_trunc('hour', new.at, 'UTC'), new.chatbot_id, coalesce(new.chatbot_name, ''), new.operation,
          new.token_type, new.tokens, 1)
  on conflict (owner_id, hour, chatbot_id, chatbot_name, operation, token_type) do update
     set tokens = s.tokens + excluded.tokens, entries = s.entries + 1;
  insert into usage_days as s (owner_id, day, chatbot_id, chatbot_name, operation, token_type, tokens, entries)
  values (new.owner_id, (new.at at time zone 'UTC')::date, new.chatbot_id, coalesce(new.chatbot_name, ''), new.operation,
          new.token_type, new.tokens, 1)
  on conflict (owner_id, day, chatbot_id, chatbot_name, operation, token_type) do update
     set tokens = s.tokens + excluded.tokens, entries = s.entries + 1;
  return null;
end $$;
create or replace trigger ledger_entries_add_to_sums after insert on ledger_entries
  for each row execute function add_to_sums();

-- What visitors of a chatbot have used on a day and in a month of the account. A day may lie in two months, where its owner has
-- moved to another time zone.
drop function if exists visitor_tokens(uuid, timestamptz, timestamptz);
create or replace function visitor_tokens(
  owner uuid, bot uuid, in_period int, on_day date, out day bigint, out month bigint
) language sql stable as $$
  select coalesce(sum(s.tokens) filter (where s.day = on_day), 0)::bigint,
         coalesce(sum(s.tokens) filter (where s.period = in_period), 0)::bigint
    from visitor_sums s
   where s.owner_id = owner and s.chatbot_id = bot and s.period between in_period - 1 and in_period + 1
$$;

-- Of reserved work that died, what is due is charged, under a cause of its own.
create or replace function charge_dead(dead reservations, now_at timestamptz) returns void language plpgsql as $$
begin
  if dead.due > 0 then
    perform ensure_ledger_month(now_at);
    insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause, period, day,
                                details)
    values (dead.id, dead.owner_id, now_at, dead.operation, dead.token_type, dead.due, dead.chatbot_id, dead.chatbot_name,
            dead.cause || ':' || dead.id, dead.period + (now_at >= dead.period_end is true)::int, dead.day,
            dead.due_details);
  end if;
end $$;

-- Ends expired reservations, one owner after another, each held as a charge holds it.
create or replace function end_expired_reservations(now_at timestamptz) returns void language plpgsql as $$
declare
  owner uuid;
  dead reservations;
begin
  for owner in select distinct owner_id from reservations where expires_at <= now_at order by owner_id loop
    perform 1 from users where id = owner for no key update;
    for dead in delete from reservations where owner_id = owner and expires_at <= now_at returning * loop
      perform charge_dead(dead, now_at);
    end loop;
  end loop;
end $$;

-- Sets tokens aside under the owner's lock, below the quota and the chatbot's own caps where it has any: 'held', or what
-- was in the way. One round trip, and each of its statements sees what was committed before the lock was had: a sum read
-- before it could be stale. The lock is `lockOwner`'s: against each other, not against whoever refers to the account.
-- Whoever writes a crawl's pages holds the account so, and waited for a charge that waited for the crawl.
-- Work that reserves again under its own id renews its reservation, which stays as it was when that is refused; of the
-- same work under another id, whose process died, what is due is charged.
drop function if exists reserve_tokens(uuid, uuid, text, text, bigint, bigint, uuid, text, text, timestamptz, timestamptz, bigint, timestamptz, bigint, bigint, timestamptz);
create or replace function reserve_tokens(
  reservation uuid, owner uuid, type text, work text, amount bigint, due_amount bigint, due_for jsonb, bot uuid, bot_name text,
  reason text, expiry timestamptz, in_period int, until timestamptz, on_day date, token_limit bigint, day_limit bigint,
  month_limit bigint, now_at timestamptz
) returns text language plpgsql as $$
declare
  dead reservations;
  taken bigint;
  held bigint;
  used record;
begin
  perform 1 from users where id = owner for no key update;
  for dead in delete from reservations where owner_id = owner and cause = reason and id <> reservation returning * loop
    perform charge_dead(dead, now_at);
  end loop;
  -- Charged before, its settlement will be skipped: nothing is to be set aside for it.
  if exists (select from ledger_causes where owner_id = owner and cause = reason) then
    return 'held';
  end if;
  if token_limit is not null then
    select coalesce((select tokens from usage_sums
                      where owner_id = owner and token_type = type and period = in_period), 0)
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
    select * into used from visitor_tokens(owner, bot, in_period, on_day);
    if used.month + held + amount > month_limit then
      return 'month';
    end if;
    if used.day + held + amount > day_limit then
      return 'day';
    end if;
  end if;
  -- A quote or a greeting, which takes a twentieth, does not say that an answer can be written again.
  delete from quota_needs
   where owner_id = owner and token_type = type and (type = 'storage' or amount * 8 >= tokens);
  insert into reservations (id, owner_id, token_type, operation, tokens, due, chatbot_id, chatbot_name, cause, expires_at,
                            period, period_end, day, due_details)
  values (reservation, owner, type, work, amount, due_amount, bot, bot_name, reason, expiry, in_period, until, on_day, due_for)
  on conflict (id) do update
     set operation = excluded.operation, tokens = excluded.tokens, due = excluded.due, due_details = excluded.due_details,
         expires_at = excluded.expires_at,
         period = excluded.period, period_end = excluded.period_end, day = excluded.day;
  return 'held';
end $$;

-- Turns what was set aside into an entry of what was spent; the sum of its month, or null when the cause was charged
-- before, or without a limit. Of work that was taken for dead meanwhile, what was due is charged already.
drop function if exists settle_tokens(uuid, uuid, text, text, bigint, uuid, text, text, timestamptz, bigint, timestamptz);
create or replace function settle_tokens(
  entry uuid, owner uuid, type text, work text, amount bigint, bot uuid, bot_name text, reason text,
  in_period int, on_day date, went_to jsonb, token_limit bigint, now_at timestamptz
) returns bigint language plpgsql as $$
begin
  perform 1 from users where id = owner for no key update;
  delete from reservations where owner_id = owner and cause = reason;
  perform ensure_ledger_month(now_at);
  insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause, period, day,
                              details)
  values (entry, owner, now_at, work, type, amount, bot, bot_name, reason, in_period, on_day, went_to);
  if not found or token_limit is null then
    return null;
  end if;
  return (select tokens from usage_sums where owner_id = owner and token_type = type and period = in_period);
end $$;
