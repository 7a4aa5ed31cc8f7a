-- Files that arrive in pieces. Each piece is a file of its own in the store, on disk or in S3, until the last one has
-- come and all are joined.
create table uploads (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  name text not null,
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size),
  -- What it became: whoever has not heard the last answer asks again, and hears the same.
  source_id uuid references sources on delete cascade,
  updated_at timestamptz not null
);
create index uploads_of_owner on uploads (owner_id, updated_at desc);
create index uploads_of_chatbot on uploads (chatbot_id);
create index uploads_of_source on uploads (source_id);
create index uploads_age on uploads (updated_at);

create table upload_pieces (
  file_key uuid primary key,
  upload_id uuid not null references uploads on delete cascade,
  start bigint not null,
  unique (upload_id, start)
);
create trigger upload_pieces_abandon_file after delete on upload_pieces for each row execute function abandon_file();

-- What an account has paid for a file's text, by the file's bytes: it outlives the source, so that the same file is
-- charged once, deleted and uploaded again or in another chatbot.
create table charged_files (
  owner_id uuid not null references users on delete cascade,
  sha256 bytea not null,
  tokens bigint not null check (tokens >= 0),
  primary key (owner_id, sha256)
);
insert into charged_files
select owner_id, sha256, max(storage_tokens) from sources
 where kind = 'file' and sha256 is not null and storage_tokens > 0 group by owner_id, sha256;

-- Each source's last whole reading, whether it answers or not: what the next one is compared with. What it held is
-- neither charged again nor taken back into answers by a site's bad hour; what was read of one that broke off never counts.
create table whole_readings (
  source_id uuid primary key references sources on delete cascade,
  version int not null
);
insert into whole_readings select source_id, version from published_sources;

-- A deleted source stops answering at once, because its row of published_sources goes with it. Its passages follow in a
-- job, some thousands at a time: with ten thousand pages they would hold up everybody for a minute. Whoever adds passages
-- holds a share of the source's row instead of a reference, so that a deletion waits for it and the job finds all of them.
alter table passages drop constraint passages_source_id_fkey;
create table removed_sources (
  source_id uuid primary key,
  chatbot_id uuid not null
);
create index removed_sources_of_chatbot on removed_sources (chatbot_id);
create function leave_passages() returns trigger language plpgsql as $$
begin
  insert into removed_sources select id, chatbot_id from gone on conflict do nothing;
  return null;
end $$;
create trigger sources_leave_passages after delete on sources
  referencing old table as gone for each statement execute function leave_passages();

-- How long reading takes is told from what waits and what was read of late.
create index sources_unread on sources (kind, owner_id) where status in ('pending', 'processing');
create index sources_read on sources (kind, updated_at) where status in ('processed', 'ready', 'error');

-- What lacks its vectors is looked for now and then.
create index sources_without_vectors on sources (updated_at) where status = 'processed';

-- How many jobs of each account run, asked with each claim.
create index jobs_running on jobs (lane, owner_id) where lease_owner is not null;
update jobs set lane = 'network' where name = 'sources.embed';
