-- Which of its two confirmations a change of address has; none before the first.
alter table users add column email_change_confirmed text check (email_change_confirmed in ('current', 'new'));

-- From where a person was seen to sign in: a browser in a network. Only a keyed hash.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  last_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_age on known_devices (last_at);
