alter table sources
  -- How a page is read.
  add column ignore_header boolean not null default false,
  add column ignore_footer boolean not null default false,
  -- What a reading has to say although it succeeded: [{code, fr, en}].
  add column notices jsonb not null default '[]';
