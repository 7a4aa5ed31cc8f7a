alter table messages
  -- Of an answer that found nothing: what it offers instead, each a question as it stands.
  add column subjects text[] not null default '{}',
  -- It was asked nothing that sources could answer.
  add column small_talk boolean not null default false;
