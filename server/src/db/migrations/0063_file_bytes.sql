-- An account's files are summed up at each upload.
create index sources_files_of_owner on sources (owner_id) include (size) where kind = 'file' and file_key is not null;

-- Originals that could not be read go after some days; the row stays.
create trigger sources_file_left after update of file_key on sources
  for each row when (old.file_key is not null and new.file_key is distinct from old.file_key) execute function abandon_file();
create index sources_unreadable on sources (updated_at)
  where status = 'error' and kind = 'file' and file_key is not null and last_sync_at is null;
