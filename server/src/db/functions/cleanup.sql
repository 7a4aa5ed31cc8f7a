-- What goes with a row, where no foreign key takes it along. Every other reference in the schema is a key with
-- `on delete cascade`. A key looks at the row it refers to, and locks it, for each row that is written; where rows come by
-- the thousand this is left out:
--
--   reference without a key                what stands for it
--   sources.owner_id -> users              sources.chatbot_id, a key: a source goes with its chatbot, which goes with its
--                                          owner
--   passages.source_id -> sources          trigger sources_leave_passages, then the job that clears up: with ten thousand
--                                          pages a key would hold up everybody for a minute
--   passages.chatbot_id, .owner_id         their source's removal
--   passage_lexicon.* -> passages …        whoever removes passages removes their words in the same statement
--   passage_vectors.chatbot_id, .source_id passage_vectors.passage_id, a key
--   published_sources, whole_readings      trigger sources_forget_readings
--     .source_id -> sources
--   published_sources.chatbot_id           its source's removal
--   removed_sources.* -> sources, chatbots none: a row says that these are gone; the job that clears up deletes it
--   chatbot_terms, chatbot_term_changes    trigger chatbots_forget_terms
--     .chatbot_id -> chatbots
--   crawl_pages.crawl_id -> crawls         trigger crawls_forget_pages
--   jobs.owner_id -> users                 trigger users_forget_jobs
--   ledger_entries.owner_id -> users       trigger users_forget_ledger
--   job_turns.owner_id -> users            the daily sweep of turns whose owner waits for nothing
--
-- Some references outlive what they name, each for a reason that its table gives: of ledger_entries, its sums and reservations
-- the chatbot, of chatbot_copies the original, of check_results the check and its conversation, of sessions and factors the
-- factor and the session that raised or enrolled them.
--
-- A row in every table, and what is left of it once its account is deleted: features/privacy/deletion.test.ts.

-- Keys of files whose rows are gone: a file cannot be deleted in a transaction, so a job does it afterwards.
create or replace function abandon_file() returns trigger language plpgsql as $$
begin
  if old.file_key is not null then
    insert into abandoned_files values (old.file_key, clock_timestamp()) on conflict do nothing;
  end if;
  return old;
end $$;
create or replace trigger sources_abandon_file after delete on sources for each row execute function abandon_file();
-- Originals that could not be read go after some days; the row stays.
create or replace trigger sources_file_left after update of file_key on sources
  for each row when (old.file_key is not null and new.file_key is distinct from old.file_key) execute function abandon_file();
create or replace trigger upload_pieces_abandon_file after delete on upload_pieces for each row execute function abandon_file();
create or replace trigger data_export_parts_abandon_file after delete on data_export_parts
  for each row execute function abandon_file();
create or replace trigger chatbot_images_abandon_deleted after delete on chatbot_images
  for each row execute function abandon_file();
create or replace trigger chatbot_images_abandon_replaced after update on chatbot_images
  for each row when (old.file_key <> new.file_key) execute function abandon_file();

-- A deleted source stops answering at once, because its row of published_sources goes with it. Its passages follow in a
-- job, some thousands at a time. Whoever adds passages holds a share of the source's row instead of a reference, so that a
-- deletion waits for it and the job finds all of them.
create or replace function leave_passages() returns trigger language plpgsql as $$
begin
  insert into removed_sources (source_id, chatbot_id) select id, chatbot_id from gone
  on conflict (source_id) do update set last = excluded.last;
  return null;
end $$;
create or replace trigger sources_leave_passages after delete on sources
  referencing old table as gone for each statement execute function leave_passages();

-- Whoever publishes a reading holds its source's row. By the index, whatever the plan was made for: one for ten thousand
-- sources would read both tables for each.
create or replace function forget_readings() returns trigger
  language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from published_sources where source_id in (select id from gone);
  delete from whole_readings where source_id in (select id from gone);
  return null;
end $$;
create or replace trigger sources_forget_readings after delete on sources
  referencing old table as gone for each statement execute function forget_readings();

-- A document brings thousands of words: a look at `chatbots` for each of them cost more than a third of storing it.
-- Whoever adds words holds the chatbot's row of chatbot_stats, whose own reference is checked, so that a deletion waits
-- for it and finds all of them.
create or replace function forget_chatbot_terms() returns trigger language plpgsql as $$
begin
  delete from chatbot_terms where chatbot_id in (select id from gone);
  delete from chatbot_term_changes where chatbot_id in (select id from gone);
  return null;
end $$;
create or replace trigger chatbots_forget_terms after delete on chatbots
  referencing old table as gone for each statement execute function forget_chatbot_terms();

-- Whoever names pages of a crawl holds its row, so a look at it for each page said it again. They go in its statement.
create or replace function forget_crawl_pages() returns trigger language plpgsql as $$
declare
  crawl uuid;
begin
  for crawl in select id from gone loop
    delete from crawl_pages where crawl_id = crawl;
  end loop;
  return null;
end $$;
create or replace trigger crawls_forget_pages after delete on crawls
  referencing old table as gone for each statement execute function forget_crawl_pages();

-- What an account waited for has nobody left to do it for; one that runs loses its lease. A key would lock the account's
-- row with each job.
create or replace function forget_jobs() returns trigger language plpgsql as $$
begin
  delete from jobs where owner_id in (select id from gone);
  return null;
end $$;
create or replace trigger users_forget_jobs after delete on users
  referencing old table as gone for each statement execute function forget_jobs();

-- A key would lock `users` for each month that is added. Nobody charges meanwhile: a charge holds the account's row.
create or replace function forget_ledger() returns trigger language plpgsql as $$
begin
  delete from ledger_entries where owner_id in (select id from gone);
  return null;
end $$;
create or replace trigger users_forget_ledger after delete on users
  referencing old table as gone for each statement execute function forget_ledger();
