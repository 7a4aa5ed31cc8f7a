-- Accounts that are to be deleted. Signing in after the request takes it back.
create table account_deletions (
  owner_id uuid primary key references users on delete cascade,
  requested_at timestamptz not null,
  scheduled_for timestamptz not null
);
