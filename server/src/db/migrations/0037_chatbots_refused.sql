-- The last page of a domain that is not allowed: its own console can't say more than that something is wrong.
alter table chatbots
  add refused_host text,
  add refused_at timestamptz,
  add check ((refused_host is null) = (refused_at is null));

-- Open pages of the owner hear of it as of where the widget was seen.
drop trigger chatbots_tell_changes on chatbots;
create trigger chatbots_tell_changes after update on chatbots for each row
  when ((old.name, old.status, old.updated_at, old.creation, old.seen_at, old.refused_at)
    is distinct from (new.name, new.status, new.updated_at, new.creation, new.seen_at, new.refused_at))
  execute function tell_chatbots();
