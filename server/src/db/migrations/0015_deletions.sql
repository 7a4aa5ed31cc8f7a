-- Deletions of accounts that are carried out.

alter table users
  -- Since when the account is being deleted: nothing takes that back.
  add column leaving_since timestamptz;

-- Accounts that were deleted, by an id that names nobody: a backup from before brings them back, unless they are deleted again.
create table deleted_accounts (
  id uuid primary key,
  at timestamptz not null
);
