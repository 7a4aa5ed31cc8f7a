-- The best passages of a chatbot by BM25; with `rare`, only passages that hold one of these terms are read. One plan for
-- all arguments: planned anew for each question it cost a third of the search, and knew no better.
-- By the index whatever the planner thinks of it: on fresh tables it has no statistics, takes every term for common, and
-- would read the whole table for each question. `is true` keeps it from turning the sources that answer into a join: it
-- would loop over them for each passage, where a hashed list costs nothing.
create or replace function passages_by_words(owner uuid, bot uuid, question sparsevec, rare int[], most int) returns table (
  id uuid, source_id uuid, ordinal int, text text, "position" jsonb, starts int[], language text, tokens int, excluded boolean,
  score double precision, is_answer boolean
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
    select p.id, p.source_id, p.ordinal, p.text, p.position, p.starts, p.language, p.tokens, p.excluded, best.score, r.is_answer
      from best join passages p on p.id = best.passage_id join published_sources r on r.source_id = p.source_id
     where best.score > 0 and p.owner_id = owner order by best.score desc, p.id;
end $$;

-- The written answers nearest to a question by words, whatever else the chatbot has read about it. Without table scans,
-- as passages_by_words.
create or replace function answers_by_words(owner uuid, bot uuid, question sparsevec, most int) returns table (
  id uuid, source_id uuid, ordinal int, text text, "position" jsonb, starts int[], language text, tokens int, excluded boolean,
  score double precision, is_answer boolean
) language plpgsql stable rows 10 set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select p.id, p.source_id, p.ordinal, p.text, p.position, p.starts, p.language, p.tokens, p.excluded,
           -(l.weights <#> question) as score, r.is_answer
      from published_sources r
      join passages p on p.source_id = r.source_id and p.version = r.version
      join passage_lexicon l on l.passage_id = p.id
     where r.chatbot_id = bot and r.is_answer and p.owner_id = owner and not p.excluded and (l.weights <#> question) < 0
     order by l.weights <#> question, p.id limit most;
end $$;
