-- The best passages of a chatbot by BM25; with `rare`, only passages that hold one of these terms are read. One plan for
-- all arguments: planned anew for each question it cost a third of the search, and knew no better.
-- By the index whatever the planner thinks of it: on fresh tables it has no statistics, takes every term for common, and
-- would read the whole table for each question. `is true` keeps it from turning the sources that answer into a join: it
-- would loop over them for each passage, where a hashed list costs nothing.
drop function passages_holding(int[]);
create function passages_by_words(bot uuid, question sparsevec, rare int[], most int) returns table (
  id uuid, source_id uuid, ordinal int, text text, "position" jsonb, language text, tokens int, excluded boolean,
  score double precision, source_name text, source_url text
) language plpgsql stable rows 24 set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with best as materialized (
      select c.passage_id, -(c.weights <#> question) as score
        from (select * from passage_lexicon where rare is null and chatbot_id = bot
              union all select * from passage_lexicon where terms && rare offset 0) c
       where c.chatbot_id = bot
         and ((c.source_id, c.version) in (select s.source_id, s.version from published_sources s where s.chatbot_id = bot)) is true
         and c.passage_id not in (select x.id from passages x where x.chatbot_id = bot and x.excluded)
       order by c.weights <#> question, c.passage_id limit most
    )
    select p.id, p.source_id, p.ordinal, p.text, p.position, p.language, p.tokens, p.excluded, best.score, s.name, s.url
      from best join passages p on p.id = best.passage_id join sources s on s.id = p.source_id
     where best.score > 0 order by best.score desc, p.id;
end $$;

-- The sum is read where there is a limit to hold it against: it grows with the month.
drop function settle_tokens(uuid, uuid, text, text, bigint, uuid, text, text, timestamptz, timestamptz);
create function settle_tokens(
  entry uuid, owner uuid, type text, work text, amount bigint, bot uuid, bot_name text, reason text,
  since timestamptz, token_limit bigint, now_at timestamptz
) returns bigint language plpgsql as $$
begin
  perform 1 from users where id = owner for update;
  delete from reservations where owner_id = owner and cause = reason;
  insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause)
  values (entry, owner, now_at, work, type, amount, bot, bot_name, reason)
  on conflict (owner_id, cause) do nothing;
  if not found or token_limit is null then
    return null;
  end if;
  return (select coalesce(sum(tokens), 0) from ledger_entries
           where owner_id = owner and token_type = type and at >= since);
end $$;

-- Prepared statements are planned once by now, and a function costs more than it spares.
drop function session_standing(uuid, uuid);
