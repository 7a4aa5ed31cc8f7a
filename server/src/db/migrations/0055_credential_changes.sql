-- When who holds a session last showed again who they are: by the password, a mailed code, or the second factor.
alter table sessions add column proven_at timestamptz;

-- A link to an account ends with the session that began it.
delete from provider_flows where link_user_id is not null;
alter table provider_flows add column link_session_id uuid references sessions on delete cascade;
alter table provider_flows add check ((link_user_id is null) = (link_session_id is null));
create index provider_flows_link_session on provider_flows (link_session_id);

-- The session that is enrolling a factor; no other finishes it.
delete from factors where status = 'unverified';
alter table factors add column enrolled_by uuid;

-- How the ways into an account stood before one of them was changed, for as long as the change can be undone.
create table credential_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  change text not null,
  -- The address that stood before, where the mail goes.
  email text not null,
  password_hash text,
  -- Rows as they stood; the secrets of factors stay sealed.
  identities jsonb not null,
  factors jsonb not null,
  -- SHA-256 of what the mail's link holds; none until the mail has been made.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index credential_changes_user on credential_changes (user_id, created_at);
create index credential_changes_expiry on credential_changes (expires_at);
