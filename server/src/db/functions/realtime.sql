-- A person's open pages hear of changes of their own rows. Only these columns leave the database, and the owner's id
-- only as far as the process that picks the sockets.
create or replace function tell_change(owner uuid, kind text, of_table text, row_now jsonb, row_before jsonb) returns void
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

-- Nobody hears what the embedded database tells while no page is open: it has one connection, which says so when it is
-- opened, and listens itself once a page is.
create or replace function is_heard(channel text) returns boolean language sql volatile
  return current_setting('parlance.sole_connection', true) is distinct from 'on'
         or channel in (select pg_listening_channels());

create or replace function told_source(
  id uuid, chatbot_id uuid, kind text, name text, status text, updated_at timestamptz, done int, total int
) returns jsonb language sql stable return jsonb_build_object(
  'id', id, 'chatbot_id', chatbot_id, 'kind', kind, 'name', name, 'status', status, 'updated_at', updated_at,
  'progress', case when done is not null and total is not null then jsonb_build_object('done', done, 'total', total) end);

-- Ten thousand pages come and change some hundreds at a time, mostly while nobody looks; to tell each of them was an
-- eighth of what the database did. So a statement tells its rows together, and none where nobody can hear it.
-- A crawl that stops, or comes to the end of the quota, takes the pages with it that it has not read. They are told
-- without a name, as nobody has read one, so that they aren't announced as sources that somebody has deleted.
-- The plan is made once for all statements of a connection: one for a single row would compare each of a thousand rows
-- with each other.
create or replace function tell_sources() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  if not is_heard('realtime') then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform tell_change(o.owner_id, tg_op, 'sources', null,
      jsonb_build_object('id', o.id, 'chatbot_id', o.chatbot_id, 'name',
        case when o.kind = 'url' and o.status in ('pending', 'processing') then null else o.name end))
      from rows_before o;
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
create or replace trigger sources_tell_added after insert on sources
  referencing new table as rows_now for each statement execute function tell_sources();
create or replace trigger sources_tell_changed after update on sources
  referencing old table as rows_before new table as rows_now for each statement execute function tell_sources();
create or replace trigger sources_tell_gone after delete on sources
  referencing old table as rows_before for each statement execute function tell_sources();

create or replace function tell_chatbots() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_change(old.owner_id, tg_op, 'chatbots', null, jsonb_build_object('id', old.id, 'name', old.name));
  elsif tg_op = 'UPDATE' and old.owner_id <> new.owner_id then
    -- Handed over: it leaves one account and comes to the other.
    perform tell_change(old.owner_id, 'DELETE', 'chatbots', null, jsonb_build_object('id', old.id, 'name', old.name));
    perform tell_change(new.owner_id, 'INSERT', 'chatbots',
      jsonb_build_object('id', new.id, 'name', new.name, 'status', new.status, 'updated_at', new.updated_at), null);
  else
    perform tell_change(new.owner_id, tg_op, 'chatbots',
      jsonb_build_object('id', new.id, 'name', new.name, 'status', new.status, 'updated_at', new.updated_at),
      case tg_op when 'UPDATE' then jsonb_build_object('id', old.id) end);
  end if;
  return null;
end $$;
create or replace trigger chatbots_tell_rows after insert or delete on chatbots for each row execute function tell_chatbots();
-- Open pages of the owner hear as well where the widget was seen or refused, and when a copy is made.
create or replace trigger chatbots_tell_changes after update on chatbots for each row
  when ((old.name, old.status, old.updated_at, old.creation, old.seen_at, old.refused_at)
    is distinct from (new.name, new.status, new.updated_at, new.creation, new.seen_at, new.refused_at))
  execute function tell_chatbots();

create or replace function tell_crawls() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_change(old.owner_id, tg_op, 'crawls', null,
      jsonb_build_object('id', old.id, 'chatbot_id', old.chatbot_id));
  else
    perform tell_change(new.owner_id, tg_op, 'crawls',
      jsonb_build_object('id', new.id, 'chatbot_id', new.chatbot_id, 'status', new.status, 'found', new.found,
        'read', new.read, 'skipped', new.skipped, 'failed', new.failed, 'updated_at', new.updated_at),
      case tg_op when 'UPDATE' then jsonb_build_object('id', old.id) end);
  end if;
  return null;
end $$;
create or replace trigger crawls_tell_rows after insert or delete on crawls for each row execute function tell_crawls();
create or replace trigger crawls_tell_changes after update on crawls for each row
  when ((old.status, old.found, old.read, old.skipped, old.failed, old.updated_at)
    is distinct from (new.status, new.found, new.read, new.skipped, new.failed, new.updated_at))
  execute function tell_crawls();

-- Twice an answer, so without a detour; taking and giving back the turn to answer is nobody's news. Open lists and
-- transcripts also hear of thumbs, of questions answered and of deletions; of tests nobody needs to.
create or replace function tell_conversations() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('realtime', json_build_object('owner', old.owner_id, 'type', tg_op, 'table', 'conversations',
      'at', clock_timestamp(), 'record', null,
      'old', json_build_object('id', old.id, 'chatbot_id', old.chatbot_id))::text);
    return null;
  end if;
  perform pg_notify('realtime', json_build_object('owner', new.owner_id, 'type', tg_op, 'table', 'conversations',
    'at', clock_timestamp(),
    'record', json_build_object('id', new.id, 'chatbot_id', new.chatbot_id, 'message_count', new.message_count,
      'last_message_at', new.last_message_at),
    'old', json_build_object('id', new.id))::text);
  return null;
end $$;
create or replace trigger conversations_tell_new after insert on conversations for each row
  when (new.channel <> 'test') execute function tell_conversations();
create or replace trigger conversations_tell_gone after delete on conversations for each row
  when (old.channel <> 'test') execute function tell_conversations();
create or replace trigger conversations_tell_changes after update on conversations for each row
  when (new.channel <> 'test' and (old.message_count, old.last_message_at, old.unanswered, old.up, old.down)
    is distinct from (new.message_count, new.last_message_at, new.unanswered, new.up, new.down))
  execute function tell_conversations();

-- Each charge moves one of these rows, in whatever feature it was made: by them open pages hear that figures have moved.
create or replace function tell_usage_sums() returns trigger language plpgsql as $$
begin
  if is_heard('realtime') then
    perform tell_change(new.owner_id, tg_op, 'usage_sums',
      jsonb_build_object('token_type', new.token_type, 'period', new.period, 'tokens', new.tokens),
      case tg_op when 'UPDATE' then jsonb_build_object('token_type', old.token_type, 'period', old.period) end);
  end if;
  return null;
end $$;
create or replace trigger usage_sums_tell_charges after insert or update on usage_sums for each row
  execute function tell_usage_sums();

create or replace function tell_profiles() returns trigger language plpgsql as $$
begin
  -- What the table has on /rest/v1; what else is kept there is read elsewhere.
  perform tell_change(new.id, tg_op, 'profiles',
    jsonb_build_object('id', new.id, 'first_name', new.first_name, 'last_name', new.last_name, 'website', new.website,
      'receive_updates', new.receive_updates, 'preferred_locale', new.preferred_locale,
      'google_consent_completed', new.google_consent_completed, 'updated_at', new.updated_at),
    jsonb_build_object('id', old.id));
  return null;
end $$;
create or replace trigger profiles_tell_changes after update on profiles for each row
  when (old is distinct from new) execute function tell_profiles();

-- An ended session closes its channels in every process.
create or replace function tell_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('realtime', jsonb_build_object('session', old.id)::text);
  return null;
end $$;
create or replace trigger sessions_tell_end after delete on sessions for each row execute function tell_ended_session();

-- A list of summaries shows how far each has come; its text is fetched.
create or replace function tell_summaries() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_change(old.owner_id, tg_op, 'summaries', null,
      jsonb_build_object('id', old.id, 'chatbot_id', old.chatbot_id));
  else
    perform tell_change(new.owner_id, tg_op, 'summaries',
      jsonb_build_object('id', new.id, 'chatbot_id', new.chatbot_id, 'period', new.period, 'status', new.status,
        'read', new.read, 'conversations', new.conversations),
      case tg_op when 'UPDATE' then jsonb_build_object('id', old.id) end);
  end if;
  return null;
end $$;
create or replace trigger summaries_tell_rows after insert or delete on summaries
  for each row execute function tell_summaries();
create or replace trigger summaries_tell_changes after update on summaries for each row
  when ((old.status, old.read) is distinct from (new.status, new.read)) execute function tell_summaries();
