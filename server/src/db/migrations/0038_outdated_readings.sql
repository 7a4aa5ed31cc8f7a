-- A source that is read again leaves passages, too: those of its readings up to `last`, which no longer answer. A deleted
-- one leaves them all.
alter table removed_sources add last int not null default 2147483647;
create or replace function leave_passages() returns trigger language plpgsql as $$
begin
  insert into removed_sources (source_id, chatbot_id) select id, chatbot_id from gone
  on conflict (source_id) do update set last = excluded.last;
  return null;
end $$;
