-- A document brings thousands of words: a look at `chatbots` for each of them cost more than a third of storing it.
-- Whoever adds words holds the chatbot's row of chatbot_stats, whose own reference is checked, so that a deletion waits
-- for it and finds all of them.
alter table chatbot_terms drop constraint chatbot_terms_chatbot_id_fkey;
create function forget_chatbot_terms() returns trigger language plpgsql as $$
begin
  delete from chatbot_terms where chatbot_id in (select id from gone);
  return null;
end $$;
create trigger chatbots_forget_terms after delete on chatbots
  referencing old table as gone for each statement execute function forget_chatbot_terms();

-- A passage goes with its source, which goes with its chatbot and its owner: two looks and two index entries for each
-- passage said it again.
alter table passages drop constraint passages_owner_id_fkey, drop constraint passages_chatbot_id_fkey;
drop index passages_of_owner;
drop index passages_of_chatbot;
