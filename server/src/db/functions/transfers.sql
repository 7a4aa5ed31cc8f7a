-- The account that an offer to this address is for, if there is one: people of an organisation's provider are known by that
-- provider, not by an address.
create or replace function transfer_receiver(address text) returns uuid language sql stable as $$
  select id from users where email = address and email_confirmed_at is not null and not is_sso_user
$$;

-- What is deleted is offered to nobody.
create or replace function cancel_offers() returns trigger language plpgsql as $$
begin
  update transfers set status = 'cancelled', decided_at = clock_timestamp()
   where chatbot_id = old.id and status = 'pending';
  return old;
end $$;
create or replace trigger chatbots_cancel_offers before delete on chatbots for each row execute function cancel_offers();

-- The address of somebody who is gone stays in no offer to them.
create or replace function forget_offers() returns trigger language plpgsql as $$
begin
  delete from transfers where email = old.email and not old.is_sso_user;
  return old;
end $$;
create or replace trigger users_forget_offers after delete on users for each row execute function forget_offers();

-- Open pages of both sides hear of an offer.
create or replace function tell_transfers() returns trigger language plpgsql as $$
declare
  listener uuid;
begin
  for listener in select distinct unnest(array[new.owner_id, coalesce(new.receiver_id, transfer_receiver(new.email))]) loop
    if listener is not null then
      perform tell_change(listener, tg_op, 'transfers', jsonb_build_object('id', new.id, 'status', new.status),
                          case tg_op when 'UPDATE' then jsonb_build_object('id', old.id) end);
    end if;
  end loop;
  return null;
end $$;
create or replace trigger transfers_tell_new after insert on transfers for each row execute function tell_transfers();
create or replace trigger transfers_tell_changes after update on transfers for each row
  when (old.status is distinct from new.status) execute function tell_transfers();
