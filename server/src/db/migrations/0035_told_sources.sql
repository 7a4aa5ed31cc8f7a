-- Ten thousand pages come and change some hundreds at a time, mostly while nobody looks; to tell each of them was an
-- eighth of what the database did. So a statement tells its rows together, and none where nobody can hear it: the
-- embedded database has one connection, which says so when it is opened, and listens itself once a page is open.
create function is_heard(channel text) returns boolean language sql volatile
  return current_setting('parlance.sole_connection', true) is distinct from 'on'
         or channel in (select pg_listening_channels());

drop trigger sources_tell_rows on sources;
drop trigger sources_tell_changes on sources;

-- The plan is made once for all statements of a connection: one for a single row would compare each of a thousand rows
-- with each other.
create or replace function tell_sources() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  if not is_heard('realtime') then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform tell_change(o.owner_id, tg_op, 'sources', null,
      jsonb_build_object('id', o.id, 'chatbot_id', o.chatbot_id, 'name', o.name)) from rows_before o;
  elsif tg_op = 'INSERT' then
    perform tell_change(n.owner_id, tg_op, 'sources',
      told_source(n.id, n.chatbot_id, n.kind, n.name, n.status, n.updated_at, n.progress_done, n.progress_total), null)
      from rows_now n;
  else
    perform tell_change(n.owner_id, tg_op, 'sources',
      told_source(n.id, n.chatbot_id, n.kind, n.name, n.status, n.updated_at, n.progress_done, n.progress_total),
      jsonb_build_object('id', o.id))
      from rows_now n join rows_before o on o.id = n.id
     where (o.chatbot_id, o.kind, o.name, o.status, o.progress_done, o.progress_total, o.updated_at)
           is distinct from (n.chatbot_id, n.kind, n.name, n.status, n.progress_done, n.progress_total, n.updated_at);
  end if;
  return null;
end $$;

create function told_source(
  id uuid, chatbot_id uuid, kind text, name text, status text, updated_at timestamptz, done int, total int
) returns jsonb language sql stable return jsonb_build_object(
  'id', id, 'chatbot_id', chatbot_id, 'kind', kind, 'name', name, 'status', status, 'updated_at', updated_at,
  'progress', case when done is not null and total is not null then jsonb_build_object('done', done, 'total', total) end);

create trigger sources_tell_added after insert on sources
  referencing new table as rows_now for each statement execute function tell_sources();
create trigger sources_tell_changed after update on sources
  referencing old table as rows_before new table as rows_now for each statement execute function tell_sources();
create trigger sources_tell_gone after delete on sources
  referencing old table as rows_before for each statement execute function tell_sources();

-- It goes with its source, which goes with its chatbot: a look at the chatbot for each page said it again.
alter table published_sources drop constraint published_sources_chatbot_id_fkey;
