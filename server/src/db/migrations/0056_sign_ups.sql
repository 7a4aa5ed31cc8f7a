-- What somebody gave who signed up with an address: it counts once the mail of that very sign-up confirms it. The
-- account shows the first one's until then.
create table sign_ups (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  password_hash text,
  metadata jsonb not null,
  -- The way in of who came by a provider that did not vouch for the address.
  identity_id uuid references identities on delete cascade,
  -- A keyed hash of where it was asked from: who asks from there for another mail is taken for the same.
  asked_from bytea,
  created_at timestamptz not null
);
create index sign_ups_user on sign_ups (user_id, created_at);
create index sign_ups_identity on sign_ups (identity_id);

insert into sign_ups (id, user_id, password_hash, metadata, identity_id, created_at)
select gen_random_uuid(), u.id, u.password_hash, u.user_metadata,
       (select i.id from identities i where i.user_id = u.id and i.provider <> 'email' order by i.created_at limit 1),
       u.created_at
  from users u where u.email_confirmed_at is null and u.email is not null;

-- Each sign-up has a mail of its own; another one does not make it void.
alter table one_time_tokens add column sign_up_id uuid references sign_ups on delete cascade;
update one_time_tokens t set sign_up_id = s.id from sign_ups s where s.user_id = t.user_id and t.kind = 'signup';
alter table one_time_tokens drop constraint one_time_tokens_pkey;
alter table one_time_tokens add unique nulls not distinct (user_id, kind, sign_up_id);
create index one_time_tokens_sign_up on one_time_tokens (sign_up_id);
