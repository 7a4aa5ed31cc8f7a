create table users (
  id uuid primary key,
  -- Lower case. None when a provider vouches for no address of its own.
  email text,
  -- People of a single sign-on provider may share an address with an account of the house.
  is_sso_user boolean not null default false,
  -- Argon2id as a PHC string; none for who never set a password.
  password_hash text,
  email_confirmed_at timestamptz,
  user_metadata jsonb not null default '{}',
  new_email text,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (email) where not is_sso_user;

create table profiles (
  id uuid primary key references users on delete cascade,
  first_name text,
  last_name text,
  website text,
  receive_updates boolean not null default false,
  preferred_locale text check (preferred_locale in ('fr', 'en')),
  google_consent_completed boolean not null default false,
  updated_at timestamptz not null
);

-- A way in: the provider's name for a person. For `email` that is the user's own id.
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_user on identities (user_id, created_at);
create index identities_email on identities (email);

-- Ending a session is deleting its row; its access tokens die with it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{method, timestamp}], newest first; survives refreshes.
  amr jsonb not null,
  -- A session that began with a recovery link may do little but set a password.
  scope text not null default 'account' check (scope in ('account', 'recovery')),
  -- Which refresh token is the active one, and that token sealed: who lost an answer gets the same one again.
  generation integer not null default 0,
  refresh_token_sealed text not null,
  user_agent text,
  -- Truncated, for the person's list of sessions.
  address text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index sessions_user on sessions (user_id, created_at);

-- Every refresh token a session ever had, so that the use of an old one is noticed.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  generation integer not null,
  rotated_at timestamptz,
  unique (session_id, generation)
);

-- What a client that asked for a code (PKCE) must prove before it gets its session.
create table flow_states (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  -- email/signup, recovery, magiclink, email_change, oauth …
  method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- SHA-256; none until the link was opened.
  code_hash bytea unique,
  code_issued_at timestamptz,
  created_at timestamptz not null
);
create index flow_states_user on flow_states (user_id);
create index flow_states_age on flow_states (created_at);

-- One outstanding mail of a kind per user: a newer one replaces the older. Only hashes.
create table one_time_tokens (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication')),
  email text not null,
  link_hash bytea unique,
  code_hash bytea,
  -- After the fifth the code is void; the link of the same mail stays good.
  code_tries integer not null default 0,
  flow_state_id uuid references flow_states on delete cascade,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
create index one_time_tokens_email on one_time_tokens (email);
create index one_time_tokens_flow on one_time_tokens (flow_state_id);

-- Failed sign-ins per account, client address, or both; keys are hashes.
create table sign_in_failures (
  key bytea primary key,
  failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_failures_age on sign_in_failures (last_at);

-- From where a person signed in before: somebody else's failures do not lock them out there.
create table sign_in_addresses (
  user_id uuid not null references users on delete cascade,
  address_hash bytea not null,
  last_at timestamptz not null,
  primary key (user_id, address_hash)
);

-- The newest that is not retired signs; a retired one stays published until its last token has expired.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_sealed text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
