-- What somebody agreed to is never rewritten. The rows of a deleted account go with it.
create or replace function refuse_consent_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select 1 from users where id = old.owner_id) then
      return old;
    end if;
  end if;
  raise exception 'consents are append-only' using errcode = 'restrict_violation';
end $$;
create or replace trigger consents_append_only before update or delete on consents
  for each row execute function refuse_consent_change();
create or replace trigger consents_never_emptied before truncate on consents
  for each statement execute function refuse_consent_change();
