-- Thumbs of a conversation's answers: what visitors rate twice at once is counted by the rows themselves.
create or replace function count_feedback() returns trigger language plpgsql as $$
begin
  update conversations
     set up = up + (new.feedback is not distinct from 'up')::int - (old.feedback is not distinct from 'up')::int,
         down = down + (new.feedback is not distinct from 'down')::int
                     - (old.feedback is not distinct from 'down')::int
   where id = new.conversation_id;
  return null;
end $$;
create or replace trigger messages_count_feedback after update of feedback on messages for each row
  when (old.feedback is distinct from new.feedback) execute function count_feedback();

-- A question that was answered or taken off the list is none that its conversation waits for.
create or replace function count_answered() returns trigger language plpgsql as $$
begin
  update conversations c set unanswered = c.unanswered - 1
    from messages m where m.id = old.message_id and c.id = m.conversation_id;
  return null;
end $$;
create or replace trigger unanswered_questions_count after delete on unanswered_questions for each row
  execute function count_answered();
