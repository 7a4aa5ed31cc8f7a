-- Jobs that mostly wait for somebody else's server have places of their own: a slow site never delays a document.
alter table jobs drop constraint jobs_lane_check;
alter table jobs add constraint jobs_lane_check check (lane in ('quick', 'long', 'network'));

-- A sitemap, or a site whose links are followed.
create table crawls (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  kind text not null check (kind in ('sitemap', 'site')),
  url text not null,
  status text not null default 'running' check (status in ('running', 'stopped', 'done', 'error')),
  -- Raised each time that it begins again; pages remember in which run they were named last.
  run int not null default 1,
  -- Sitemaps of this run: [{url, depth}] still to be read, and addresses that were met. All pages are known once
  -- nothing waits.
  sitemaps_waiting jsonb not null default '[]',
  sitemaps_seen text[] not null default '{}',
  error_code text,
  error_message_fr text,
  error_message_en text,
  error_status_code int,
  found int not null default 0,
  read int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  max_pages int not null check (max_pages > 0),
  ignore_header boolean not null default false,
  ignore_footer boolean not null default false,
  schedule text not null default 'never' check (schedule in ('never', 'daily', 'weekly')),
  next_sync_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  constraint error_is_explained check (
    status <> 'error' or (error_code is not null and error_message_fr is not null and error_message_en is not null)
  ),
  unique (chatbot_id, kind, url)
);
create index crawls_newest on crawls (chatbot_id, created_at desc, id desc);
create index crawls_due on crawls (next_sync_at) where next_sync_at is not null;

-- What became of each page of a crawl. A page that is a source has the source's id.
create table crawl_pages (
  id uuid primary key,
  crawl_id uuid not null references crawls on delete cascade,
  -- By bytes: addresses with one path and different queries lie side by side.
  url text collate "C" not null,
  status text not null default 'waiting' check (status in ('waiting', 'read', 'skipped', 'failed')),
  -- Why it was left out or could not be read: a code of the program's texts, and what completes the sentence.
  reason text,
  detail text,
  status_code int,
  -- What the sitemap says of its last change; of the last time that it was read.
  lastmod text,
  read_lastmod text,
  -- Links from the first page to this one.
  depth int not null default 0,
  run int not null,
  -- Runs in a row that did not name it.
  misses int not null default 0,
  unique (crawl_id, url)
);
create index crawl_pages_by_status on crawl_pages (crawl_id, status, id);

alter table sources
  -- Of a page: scheme, name and port; whose turn it takes.
  add column host text,
  add column crawl_id uuid references crawls on delete cascade,
  -- As the site names the page itself, where that is another address.
  add column canonical_url text collate "C",
  -- What a site is asked with, so that it needn't send what has not changed.
  add column etag text,
  add column last_modified text,
  -- Of the text that answers: the same again is not indexed again.
  add column text_hash bytea,
  -- The next reading counts even when it is much shorter than what is known.
  add column accepts_loss boolean not null default false,
  -- How often the host has asked for patience in a row.
  add column delays int not null default 0,
  add column next_sync_at timestamptz;
update sources set host = lower(substring(url from '^[a-zA-Z]+://[^/?#]+')) where kind = 'url';
create index sources_waiting on sources (chatbot_id, host, id)
  where kind = 'url' and status in ('pending', 'processing');
create index sources_of_crawl on sources (crawl_id, status) where crawl_id is not null;
create index sources_same_canonical on sources (chatbot_id, canonical_url) where canonical_url is not null;
create index sources_due on sources (next_sync_at) where next_sync_at is not null;

-- What pages of a site have in common (footers, banners), as hashes of its blocks.
create table site_blocks (
  chatbot_id uuid not null references chatbots on delete cascade,
  site text not null,
  blocks bytea not null,
  primary key (chatbot_id, site)
);

-- How often a host asks to be left between two requests.
alter table crawl_hosts add column delay_ms int not null default 0;

create function tell_crawls() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_change(old.owner_id, tg_op, 'crawls', null,
      jsonb_build_object('id', old.id, 'chatbot_id', old.chatbot_id));
  else
    perform tell_change(new.owner_id, tg_op, 'crawls',
      jsonb_build_object('id', new.id, 'chatbot_id', new.chatbot_id, 'status', new.status, 'found', new.found,
        'read', new.read, 'skipped', new.skipped, 'failed', new.failed, 'updated_at', new.updated_at),
      case tg_op when 'UPDATE' then jsonb_build_object('id', old.id) end);
  end if;
  return null;
end $$;
create trigger crawls_tell_rows after insert or delete on crawls for each row execute function tell_crawls();
create trigger crawls_tell_changes after update on crawls for each row
  when ((old.status, old.found, old.read, old.skipped, old.failed, old.updated_at)
    is distinct from (new.status, new.found, new.read, new.skipped, new.failed, new.updated_at))
  execute function tell_crawls();
