-- A crawl that stops, or comes to the end of the quota, takes the pages with it that it has not read. They are told
-- without a name, as nobody has read one, so that they aren't announced as sources that somebody has deleted.
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
