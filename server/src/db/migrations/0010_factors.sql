-- Authenticator apps. A secret is shown once, while its factor is being enrolled.
create table factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  friendly_name text,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret_sealed text not null,
  -- The last 30-second step whose code was accepted: neither it nor an earlier one opens anything again.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index factors_name on factors (user_id, friendly_name) where friendly_name is not null;
create index factors_user on factors (user_id, created_at);

-- Somebody is asked for a code; the answer comes from where the question went.
create table factor_challenges (
  id uuid primary key,
  factor_id uuid not null references factors on delete cascade,
  address_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index factor_challenges_factor on factor_challenges (factor_id, expires_at);

-- For who lost the authenticator app. One that was used is gone.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- Wrong codes of the second step, of whatever factor.
create table second_step_failures (
  user_id uuid primary key references users on delete cascade,
  failures integer not null,
  first_at timestamptz not null,
  blocked_until timestamptz
);

-- The factor that raised a session; none for a recovery code. Once that factor is removed, the session is back at
-- its first level with its next refresh.
alter table sessions add column raised_by uuid;
alter table sessions add column falls_back boolean not null default false;
