-- What concerns the security of an account: noticed by the server, or told by the page that a person has open.
create table security_events (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  origin text not null check (origin in ('server', 'browser')),
  event text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  -- From a browser these are claims: kept, never acted on.
  details jsonb not null default '{}',
  user_agent text,
  -- Truncated.
  address text,
  created_at timestamptz not null
);
create index security_events_user on security_events (user_id, origin, created_at);
create index security_events_age on security_events (created_at);
