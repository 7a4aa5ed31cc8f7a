-- What the ledger's reports are read from.

create index ledger_entries_by_tokens on ledger_entries (owner_id, tokens, at, id);

drop table usage_hours;
create table usage_hours (
  owner_id uuid not null references users on delete cascade,
  -- The beginning of an hour of UTC.
  hour timestamptz not null,
  chatbot_id uuid,
  -- As it was charged, by which the journal is sorted; empty: of no chatbot.
  chatbot_name text not null,
  operation text not null check (operation in ('chat_completion', 'file_upload', 'reindex', 'vector_search', 'api_call', 'summary_generation')),
  token_type text not null check (token_type in ('message', 'storage')),
  tokens bigint not null,
  entries bigint not null
) with (fillfactor = 70);
-- With the sums: an account's rows lie among everybody else's in the table, and together here.
create unique index usage_hours_key on usage_hours (owner_id, hour, chatbot_id, chatbot_name, operation, token_type)
  include (tokens, entries) nulls not distinct;

-- A year of hours is much to add up, or to look for a rare kind of entry in.
create table usage_days (
  owner_id uuid not null references users on delete cascade,
  -- A day of UTC.
  day date not null,
  chatbot_id uuid,
  chatbot_name text not null,
  operation text not null check (operation in ('chat_completion', 'file_upload', 'reindex', 'vector_search', 'api_call', 'summary_generation')),
  token_type text not null check (token_type in ('message', 'storage')),
  tokens bigint not null,
  entries bigint not null
) with (fillfactor = 70);
create unique index usage_days_key on usage_days (owner_id, day, chatbot_id, chatbot_name, operation, token_type)
  include (tokens, entries) nulls not distinct;

-- How many answers it was: an answer may have several entries.
alter table visitor_sums add column answers bigint not null default 0;

insert into usage_hours
select owner_id, date_trunc('hour', at, 'UTC'), chatbot_id, coalesce(chatbot_name, ''), operation, token_type, sum(tokens),
       count(*)
  from ledger_entries group by 1, 2, 3, 4, 5, 6;
insert into usage_days
select owner_id, (at at time zone 'UTC')::date, chatbot_id, coalesce(chatbot_name, ''), operation, token_type, sum(tokens),
       count(*)
  from ledger_entries group by 1, 2, 3, 4, 5, 6;
update visitor_sums s set answers = counted.answers
  from (select owner_id, chatbot_id, period, day, count(*) as answers from ledger_entries
         where chatbot_id is not null and cause like 'message:%' and cause not like 'message:%:%' group by 1, 2, 3, 4) counted
 where s.owner_id = counted.owner_id and s.chatbot_id = counted.chatbot_id and s.period = counted.period
   and s.day = counted.day;
