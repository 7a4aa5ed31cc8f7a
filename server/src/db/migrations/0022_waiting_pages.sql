-- Pages that waited when their host's job came to read them: what was queued for each alone reads files only now.
insert into jobs (id, name, lane, payload, owner_id, dedupe_key, run_at, scheduled_at, created_at)
select gen_random_uuid(), 'sources.read-pages', 'network',
       jsonb_build_object('ownerId', owner_id, 'chatbotId', chatbot_id, 'host', host),
       owner_id, chatbot_id || ' ' || host, now(), now(), now()
  from sources where kind = 'url' and host is not null and status in ('pending', 'processing')
 group by owner_id, chatbot_id, host
on conflict (name, dedupe_key) where failed_at is null and dedupe_key is not null do nothing;
