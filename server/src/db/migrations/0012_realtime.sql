-- A person's open pages hear of changes of their own rows. Only these columns leave the database, and the owner's id
-- only as far as the process that picks the sockets.
create function tell_change(owner uuid, kind text, of_table text, row_now jsonb, row_before jsonb) returns void
language plpgsql as $$
declare
  -- The instant also keeps two equal changes of one transaction apart: notifications that are the same become one.
  told jsonb := jsonb_build_object(
    'owner', owner, 'type', kind, 'table', of_table, 'at', clock_timestamp(), 'record', row_now, 'old', row_before);
begin
  -- A notification holds less than 8000 bytes: of a larger row only its id is told, and that there is more.
  if octet_length(told::text) > 7900 then
    told := told || jsonb_build_object('errors', '["Error 413: Payload Too Large"]'::jsonb);
    if row_now is not null then
      told := told || jsonb_build_object('record', jsonb_build_object('id', row_now -> 'id'));
    end if;
    if row_before is not null then
      told := told || jsonb_build_object('old', jsonb_build_object('id', row_before -> 'id'));
    end if;
  end if;
  perform pg_notify('realtime', told::text);
end $$;

create function tell_sources() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_change(old.owner_id, tg_op, 'sources', null,
      jsonb_build_object('id', old.id, 'chatbot_id', old.chatbot_id, 'name', old.name));
  else
    perform tell_change(new.owner_id, tg_op, 'sources',
      jsonb_build_object('id', new.id, 'chatbot_id', new.chatbot_id, 'kind', new.kind, 'name', new.name,
        'status', new.status, 'updated_at', new.updated_at,
        'progress', case when new.progress_done is not null and new.progress_total is not null
          then jsonb_build_object('done', new.progress_done, 'total', new.progress_total) end),
      case tg_op when 'UPDATE' then jsonb_build_object('id', old.id) end);
  end if;
  return null;
end $$;
create trigger sources_tell_rows after insert or delete on sources for each row execute function tell_sources();
create trigger sources_tell_changes after update on sources for each row
  when ((old.chatbot_id, old.kind, old.name, old.status, old.progress_done, old.progress_total, old.updated_at)
    is distinct from (new.chatbot_id, new.kind, new.name, new.status, new.progress_done, new.progress_total, new.updated_at))
  execute function tell_sources();

create function tell_chatbots() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_change(old.owner_id, tg_op, 'chatbots', null, jsonb_build_object('id', old.id, 'name', old.name));
  else
    perform tell_change(new.owner_id, tg_op, 'chatbots',
      jsonb_build_object('id', new.id, 'name', new.name, 'status', new.status, 'updated_at', new.updated_at),
      case tg_op when 'UPDATE' then jsonb_build_object('id', old.id) end);
  end if;
  return null;
end $$;
create trigger chatbots_tell_rows after insert or delete on chatbots for each row execute function tell_chatbots();
create trigger chatbots_tell_changes after update on chatbots for each row
  when ((old.name, old.status, old.updated_at) is distinct from (new.name, new.status, new.updated_at))
  execute function tell_chatbots();

-- Twice an answer, so without a detour; taking and giving back the turn to answer is nobody's news.
create function tell_conversations() returns trigger language plpgsql as $$
begin
  perform pg_notify('realtime', json_build_object('owner', new.owner_id, 'type', tg_op, 'table', 'conversations',
    'at', clock_timestamp(),
    'record', json_build_object('id', new.id, 'chatbot_id', new.chatbot_id, 'message_count', new.message_count,
      'last_message_at', new.last_message_at),
    'old', json_build_object('id', new.id))::text);
  return null;
end $$;
create trigger conversations_tell_rows after insert on conversations for each row execute function tell_conversations();
create trigger conversations_tell_changes after update on conversations for each row
  when (old.message_count <> new.message_count or old.last_message_at <> new.last_message_at)
  execute function tell_conversations();

create function tell_profiles() returns trigger language plpgsql as $$
begin
  perform tell_change(new.id, tg_op, 'profiles', to_jsonb(new), jsonb_build_object('id', old.id));
  return null;
end $$;
create trigger profiles_tell_changes after update on profiles for each row
  when (old is distinct from new) execute function tell_profiles();

-- An ended session closes its channels in every process.
create function tell_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('realtime', jsonb_build_object('session', old.id)::text);
  return null;
end $$;
create trigger sessions_tell_end after delete on sessions for each row execute function tell_ended_session();
