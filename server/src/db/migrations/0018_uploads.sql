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
