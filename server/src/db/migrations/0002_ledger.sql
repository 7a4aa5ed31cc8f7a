-- The ledger in months, and the sums that spare adding up its entries.

alter table profiles
  -- A name that `Intl` knows: in which the account's days begin and its month renews. None is UTC.
  add column time_zone text check (length(time_zone) between 1 and 64),
  add column theme text check (theme in ('system', 'light', 'dark'));

alter table ledger_entries rename to earlier_entries;

-- The tokens of an entry's parts together: a CHECK may not ask for them itself.
create function ledger_parts_sum(details jsonb) returns bigint language sql immutable as $$
  select coalesce(sum((part ->> 'tokens')::bigint), 0)::bigint from jsonb_array_elements(details -> 'parts') part
$$;

-- Append-only, in months of UTC, each a table of its own: ensure_ledger_month() makes them.
create table ledger_entries (
  id uuid not null,
  -- Without a reference, for which adding a month would lock `users` (functions/cleanup.sql).
  owner_id uuid not null,
  at timestamptz not null,
  operation text not null check (operation in ('chat_completion', 'file_upload', 'reindex', 'vector_search', 'api_call', 'summary_generation')),
  token_type text not null check (token_type in ('message', 'storage')),
  tokens bigint not null check (tokens between 0 and 9007199254740991),
  chatbot_id uuid,
  chatbot_name text,
  -- What was charged for.
  cause text not null,
  -- The account's month in which it counts, from 0, in which it was opened; 0 for storage, which is a lifetime's.
  period int not null check (period >= 0),
  -- The account's own date: chatbots' daily caps.
  day date not null,
  -- What the tokens went to (LedgerDetails in json.ts).
  details jsonb not null default '{}' check (not details ? 'parts' or ledger_parts_sum(details) = tokens),
  primary key (id, at)
) partition by range (at);

-- The same cause is never charged twice: a table in parts has no unique key across them.
create table ledger_causes (
  owner_id uuid not null references users on delete cascade,
  cause text not null,
  entry_id uuid not null,
  -- The entry's, by which it is found in its month.
  at timestamptz not null,
  primary key (owner_id, cause)
);

-- ── Running sums, written by the entries' own trigger and nobody else; `parlance ledger verify` proves them ──────────────

-- Rows that change with each charge: room for their next version beside them.
create table usage_sums (
  owner_id uuid not null references users on delete cascade,
  token_type text not null check (token_type in ('message', 'storage')),
  period int not null,
  tokens bigint not null,
  entries bigint not null,
  primary key (owner_id, token_type, period)
) with (fillfactor = 50);

-- What a chatbot's visitors have used; its owner's tests have another cause.
create table visitor_sums (
  owner_id uuid not null references users on delete cascade,
  -- Outlives the chatbot, as in ledger_entries.
  chatbot_id uuid not null,
  period int not null,
  day date not null,
  tokens bigint not null,
  primary key (owner_id, chatbot_id, period, day)
) with (fillfactor = 50);

create table usage_hours (
  owner_id uuid not null references users on delete cascade,
  -- The beginning of an hour of UTC.
  hour timestamptz not null,
  chatbot_id uuid,
  operation text not null check (operation in ('chat_completion', 'file_upload', 'reindex', 'vector_search', 'api_call', 'summary_generation')),
  token_type text not null check (token_type in ('message', 'storage')),
  tokens bigint not null,
  entries bigint not null,
  unique nulls not distinct (owner_id, hour, chatbot_id, operation, token_type)
) with (fillfactor = 70);

-- ── What was there before ───────────────────────────────────────────────────────────────────────────────────────────────

-- Nobody had a time zone: the months of UTC since the account was opened.
create function period_of(opened timestamptz, moment timestamptz) returns int language sql immutable as $$
  select greatest(0, months - ((first + make_interval(months => months))::date > today)::int)
    from (select (opened at time zone 'UTC')::date as first, (moment at time zone 'UTC')::date as today) days,
         lateral (select (extract(year from today) - extract(year from first))::int * 12
                         + (extract(month from today) - extract(month from first))::int as months) counted
$$;

do $$
declare
  month timestamp;
begin
  for month in select distinct date_trunc('month', at at time zone 'UTC') from earlier_entries loop
    execute format('create table %I partition of ledger_entries for values from (%L) to (%L)',
                   'ledger_entries_' || to_char(month, 'YYYY_MM'),
                   month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;

insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause, period, day)
select e.id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause,
       case token_type when 'message' then period_of(u.created_at, at) else 0 end, (at at time zone 'UTC')::date
  from earlier_entries e join users u on u.id = e.owner_id;
drop table earlier_entries;

create index ledger_entries_newest on ledger_entries (owner_id, at, id);

insert into ledger_causes select owner_id, cause, id, at from ledger_entries;
insert into usage_sums
select owner_id, token_type, period, sum(tokens), count(*) from ledger_entries group by 1, 2, 3;
insert into visitor_sums
select owner_id, chatbot_id, period, day, sum(tokens) from ledger_entries
 where chatbot_id is not null and cause like 'message:%' group by 1, 2, 3, 4;
insert into usage_hours
select owner_id, date_trunc('hour', at, 'UTC'), chatbot_id, operation, token_type, sum(tokens), count(*)
  from ledger_entries group by 1, 2, 3, 4, 5;

-- Where what is due for it counts should its work die: the month that it began in, or after its end the next; and its day.
alter table reservations add column period int not null default 0 check (period >= 0),
                         add column period_end timestamptz,
                         add column day date not null default current_date,
                         -- What is due, as the entry tells it.
                         add column due_details jsonb not null default '{}'
                           check (not due_details ? 'parts' or ledger_parts_sum(due_details) = due);
update reservations r set period = period_of(u.created_at, clock_timestamp())
  from users u where u.id = r.owner_id and token_type = 'message';
alter table reservations alter column period drop default, alter column day drop default;
drop function period_of;

-- Named by the month's number and by the limit that was near: with another limit, how near it is is told anew. Told before,
-- an alert may be told once more.
drop table quota_alerts;
create table quota_alerts (
  owner_id uuid not null references users on delete cascade,
  token_type text not null check (token_type in ('message', 'storage')),
  level text not null check (level in ('warning80', 'warning90', 'exceeded')),
  period int not null,
  token_limit bigint not null,
  -- When it was mailed; null where it was only seen, and put away.
  at timestamptz,
  put_away_at timestamptz,
  primary key (owner_id, token_type, period, token_limit, level)
);

drop table cap_alerts;
create table cap_alerts (
  chatbot_id uuid not null references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  period text not null check (period in ('day', 'month')),
  -- The number of the account's month, or of the day since 1970.
  number int not null,
  token_limit bigint not null,
  level text not null check (level in ('warning80', 'warning90', 'exceeded')),
  at timestamptz not null,
  primary key (chatbot_id, period, number, token_limit, level)
);
