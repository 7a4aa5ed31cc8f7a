-- Open pages of the owner hear as well where the widget was seen, and when a copy is made.
drop trigger chatbots_tell_changes on chatbots;
create trigger chatbots_tell_changes after update on chatbots for each row
  when ((old.name, old.status, old.updated_at, old.creation, old.seen_at)
    is distinct from (new.name, new.status, new.updated_at, new.creation, new.seen_at))
  execute function tell_chatbots();
