-- Whoever deletes a chatbot waits for no platform: what it held there is let go of by a job, and is free for another at once.
create or replace function close_channel() returns trigger language plpgsql as $$
begin
  insert into channel_closures (id, platform, account_id, credentials, facts, created_at)
  values (old.id, old.platform, old.account_id, old.credentials, old.facts, clock_timestamp())
  on conflict (id) do update set account_id = excluded.account_id, credentials = excluded.credentials, facts = excluded.facts,
                                 created_at = excluded.created_at;
  return null;
end $$;
create or replace trigger channels_close after delete on channels for each row
  when (old.account_id is not null) execute function close_channel();
create or replace trigger channels_let_go after update of account_id on channels for each row
  when (old.account_id is not null and new.account_id is distinct from old.account_id) execute function close_channel();
