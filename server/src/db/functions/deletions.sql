-- Whoever deletes leaves an id, from which a restored backup is told what to delete again (docs/operation.md). An account's
-- stands for all that was its own, a chatbot's for its sources and conversations; what a chatbot keeps no longer is
-- found by its age.

create or replace function register_accounts() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind, at) select id, 'account', clock_timestamp() from gone on conflict do nothing;
  return null;
end $$;
create or replace trigger users_register_deletion after delete on users
  referencing old table as gone for each statement execute function register_accounts();

create or replace function register_chatbots() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind, at)
  select g.id, 'chatbot', clock_timestamp() from gone g
   where exists (select from users u where u.id = g.owner_id and u.leaving_since is null)
  on conflict do nothing;
  return null;
end $$;
create or replace trigger chatbots_register_deletion after delete on chatbots
  referencing old table as gone for each statement execute function register_chatbots();

create or replace function register_sources() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind, at)
  select g.id, 'source', clock_timestamp() from gone g
   where exists (select from chatbots b join users u on u.id = b.owner_id
                  where b.id = g.chatbot_id and u.leaving_since is null)
  on conflict do nothing;
  return null;
end $$;
create or replace trigger sources_register_deletion after delete on sources
  referencing old table as gone for each statement execute function register_sources();

create or replace function register_conversations() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind, at)
  select g.id, 'conversation', clock_timestamp() from gone g
   where g.channel <> 'test'
     and exists (select from chatbots b join users u on u.id = b.owner_id
                  where b.id = g.chatbot_id and u.leaving_since is null
                    and (b.retention_days is null
                         or g.last_message_at >= clock_timestamp() - make_interval(days => b.retention_days)))
  on conflict do nothing;
  return null;
end $$;
create or replace trigger conversations_register_deletion after delete on conversations
  referencing old table as gone for each statement execute function register_conversations();

-- A key that was revoked is not to work again.
create or replace function register_api_keys() returns trigger language plpgsql as $$
begin
  insert into deletions (id, kind, at)
  select g.id, 'api_key', clock_timestamp() from gone g
   where exists (select from users u where u.id = g.user_id and u.leaving_since is null)
  on conflict do nothing;
  return null;
end $$;
create or replace trigger api_keys_register_deletion after delete on api_keys
  referencing old table as gone for each statement execute function register_api_keys();
