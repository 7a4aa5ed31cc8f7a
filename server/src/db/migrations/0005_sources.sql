create table sources (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  kind text not null check (kind in ('file', 'url', 'answer')),
  name text not null,
  url text,
  media_type text not null,
  -- What the reader is told: pdf, docx, xlsx, csv, txt, html.
  format text not null check (format in ('pdf', 'docx', 'xlsx', 'csv', 'txt', 'html')),
  size bigint not null default 0 check (size >= 0),
  sha256 bytea,
  -- Where the original lies in the file store.
  file_key uuid,
  status text not null default 'pending' check (status in ('pending', 'processing', 'processed', 'ready', 'error')),
  progress_done int,
  progress_total int,
  error_code text,
  error_message_fr text,
  error_message_en text,
  error_status_code int,
  -- Raised by each reading; passages of an older one go when a newer one is whole.
  version int not null default 1,
  passages int not null default 0,
  storage_tokens bigint not null default 0,
  language text check (language in ('fr', 'en')),
  requires_authentication boolean not null default false,
  schedule text not null default 'never' check (schedule in ('never', 'daily', 'weekly')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_sync_at timestamptz,
  constraint error_is_explained check (
    status <> 'error' or (error_code is not null and error_message_fr is not null and error_message_en is not null)
  )
);
create unique index sources_same_bytes on sources (chatbot_id, sha256) where kind = 'file';
create unique index sources_same_page on sources (chatbot_id, url) where kind = 'url';
create index sources_newest on sources (chatbot_id, created_at desc, id desc);
create index sources_by_name on sources (chatbot_id, lower(name), id);
create index sources_of_owner on sources (owner_id, updated_at desc);

-- Keys whose files must go once the rows that named them are gone: deletion happens from a job.
create table abandoned_files (
  file_key uuid primary key,
  at timestamptz not null
);
create function abandon_file() returns trigger language plpgsql as $$
begin
  if old.file_key is not null then
    insert into abandoned_files values (old.file_key, clock_timestamp()) on conflict do nothing;
  end if;
  return old;
end $$;
create trigger sources_abandon_file after delete on sources for each row execute function abandon_file();

-- Politeness over all processes: when a host (scheme, name and port) may next be asked, and its rules.
create table crawl_hosts (
  host text primary key,
  next_at timestamptz not null,
  -- What robots.txt says: its text, '' where there is none, null when unknown.
  robots text,
  robots_at timestamptz
);
