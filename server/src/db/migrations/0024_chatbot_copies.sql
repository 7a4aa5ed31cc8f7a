-- What keeps a chatbot from answering, and what its copy lacks, as {fr, en}: told in the reader's language.
alter table chatbots alter column error type jsonb using to_jsonb(error);
alter table chatbots alter column creation_notice type jsonb using to_jsonb(creation_notice);

-- A file that a slot no longer names goes as a source's does.
alter table chatbot_images rename column file to file_key;
alter table chatbot_images alter column file_key type uuid using file_key::uuid;
create trigger chatbot_images_abandon_deleted after delete on chatbot_images
  for each row execute function abandon_file();
create trigger chatbot_images_abandon_replaced after update on chatbot_images
  for each row when (old.file_key <> new.file_key) execute function abandon_file();
create index chatbot_images_file on chatbot_images (file_key);

-- Copies of chatbots whose sources are still being copied, in the order of the sources' ids.
create table chatbot_copies (
  chatbot_id uuid primary key references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- No reference: it may be deleted meanwhile, and the copy says so.
  from_id uuid not null,
  started_at timestamptz not null,
  -- The last source that was copied.
  after uuid,
  -- Sources that had not been read once, and are not copied.
  unread int not null default 0
);
