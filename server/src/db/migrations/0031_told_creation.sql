-- Whoever watches a copy being made hears with the change what it came to.
create or replace function tell_chatbots() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_change(old.owner_id, tg_op, 'chatbots', null, jsonb_build_object('id', old.id, 'name', old.name));
  else
    perform tell_change(new.owner_id, tg_op, 'chatbots',
      jsonb_build_object('id', new.id, 'name', new.name, 'status', new.status, 'creation', new.creation,
        'updated_at', new.updated_at),
      case tg_op when 'UPDATE' then jsonb_build_object('id', old.id) end);
  end if;
  return null;
end $$;
