-- Texts as they are searched: without accents, capitals, ligatures and kinds of space and apostrophe. The words of a search
-- go through the same function.
create function fold_text(words text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(
    lower(regexp_replace(normalize(words, nfkd), U&'[\0300-\036f]', '', 'g') collate "pg_c_utf8"),
    'œ', 'oe'), '’', '''')
$$;
alter table messages add folded text generated always as (fold_text(text)) stored;

-- Thumbs of a conversation's answers; what visitors rate twice at once is counted by the rows themselves.
alter table conversations add up int not null default 0, add down int not null default 0;
update conversations c
   set up = m.up, down = m.down
  from (select conversation_id, count(*) filter (where feedback = 'up') as up,
               count(*) filter (where feedback = 'down') as down
          from messages where feedback is not null group by conversation_id) m
 where m.conversation_id = c.id;
create function count_feedback() returns trigger language plpgsql as $$
begin
  update conversations
     set up = up + (new.feedback is not distinct from 'up')::int - (old.feedback is not distinct from 'up')::int,
         down = down + (new.feedback is not distinct from 'down')::int
                     - (old.feedback is not distinct from 'down')::int
   where id = new.conversation_id;
  return null;
end $$;
create trigger messages_count_feedback after update of feedback on messages for each row
  when (old.feedback is distinct from new.feedback) execute function count_feedback();

-- A question that was answered or taken off the list is none that its conversation waits for.
create function count_answered() returns trigger language plpgsql as $$
begin
  update conversations c set unanswered = c.unanswered - 1
    from messages m where m.id = old.message_id and c.id = m.conversation_id;
  return null;
end $$;
create trigger unanswered_questions_count after delete on unanswered_questions for each row
  execute function count_answered();

drop index conversations_of_owner;
create index conversations_of_owner on conversations (owner_id, last_message_at desc, id desc) where channel <> 'test';

-- Open lists and transcripts also hear of thumbs, of questions answered and of deletions; of tests nobody needs to.
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
drop trigger conversations_tell_rows on conversations;
drop trigger conversations_tell_changes on conversations;
create trigger conversations_tell_new after insert on conversations for each row
  when (new.channel <> 'test') execute function tell_conversations();
create trigger conversations_tell_gone after delete on conversations for each row
  when (old.channel <> 'test') execute function tell_conversations();
create trigger conversations_tell_changes after update on conversations for each row
  when (new.channel <> 'test' and (old.message_count, old.last_message_at, old.unanswered, old.up, old.down)
    is distinct from (new.message_count, new.last_message_at, new.unanswered, new.up, new.down))
  execute function tell_conversations();
