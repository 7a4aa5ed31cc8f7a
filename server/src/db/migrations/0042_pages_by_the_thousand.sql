-- A sitemap brings ten thousand pages; what is kept of each is written when it is named and again when it is read.

-- A source goes with its chatbot, which goes with its owner: a look at the owner for each page said it again.
alter table sources drop constraint sources_owner_id_fkey;

-- Whoever names pages of a crawl holds its row, so a look at it for each page said it again. They go in its statement.
alter table crawl_pages drop constraint crawl_pages_crawl_id_fkey;
create function forget_crawl_pages() returns trigger language plpgsql as $$
declare
  crawl uuid;
begin
  for crawl in select id from gone loop
    delete from crawl_pages where crawl_id = crawl;
  end loop;
  return null;
end $$;
create trigger crawls_forget_pages after delete on crawls
  referencing old table as gone for each statement execute function forget_crawl_pages();

-- Whoever publishes a reading holds its source's row. By the index, whatever the plan was made for: one for ten thousand
-- sources would read both tables for each.
alter table published_sources drop constraint published_sources_source_id_fkey;
alter table whole_readings drop constraint whole_readings_source_id_fkey;
create function forget_readings() returns trigger
  language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from published_sources where source_id in (select id from gone);
  delete from whole_readings where source_id in (select id from gone);
  return null;
end $$;
create trigger sources_forget_readings after delete on sources
  referencing old table as gone for each statement execute function forget_readings();

-- What waits is one index, of a host's pages and of all accounts' queue.
drop index sources_unread;
drop index sources_waiting;
create index sources_waiting on sources (chatbot_id, host, id) where status in ('pending', 'processing');

-- Asked for what was read last, so that what waits needs no place in it.
drop index sources_of_owner;
create index sources_of_owner on sources (owner_id, updated_at desc) where status in ('processed', 'ready', 'error');
