-- What batches of passages add to `chatbot_terms`, or take from it: a row for each of a document's thousands of words was
-- half of what storing it cost. Here a batch is a few rows; a job counts them up soon after, each term once for all batches.
-- Until then a search adds them to what is counted, by halving the ascending terms (`width_bucket`).
create table chatbot_term_changes (
  chatbot_id uuid not null,
  id bigint generated always as identity,
  first int not null,
  last int not null,
  terms int4[] not null,
  passages int4[] not null,
  -- By the first term, so that what lies side by side in `chatbot_terms` is counted up together.
  primary key (chatbot_id, first, id)
);
-- Read where they lie: whoever writes cuts them so that a row fits a page.
alter table chatbot_term_changes alter column terms set storage plain, alter column passages set storage plain;

create or replace function forget_chatbot_terms() returns trigger language plpgsql as $$
begin
  delete from chatbot_terms where chatbot_id in (select id from gone);
  delete from chatbot_term_changes where chatbot_id in (select id from gone);
  return null;
end $$;
