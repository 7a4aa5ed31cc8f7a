-- Deletions that the register beside the database does not have yet: what it has goes from here.

create table deletions (
  id uuid primary key,
  kind text not null check (kind in ('account', 'chatbot', 'source', 'conversation', 'api_key')),
  at timestamptz not null
);
insert into deletions (id, kind, at) select id, 'account', at from deleted_accounts;
drop table deleted_accounts;
