-- Where a passage's pages or rows begin in its text, an offset and a number in turn: what is quoted of it is cited by its
-- own page. Nothing for a passage of one page, and for those read before, which keep naming their first.
alter table passages add column starts int[] not null default '{}';

-- As they were, and told with the passages that are found.
drop function passages_by_words(uuid, sparsevec, int[], int);
create function passages_by_words(bot uuid, question sparsevec, rare int[], most int) returns table (
  id uuid, source_id uuid, ordinal int, text text, "position" jsonb, starts int[], language text, tokens int, excluded boolean,
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
    select p.id, p.source_id, p.ordinal, p.text, p.position, p.starts, p.language, p.tokens, p.excluded, best.score, s.name, s.url
      from best join passages p on p.id = best.passage_id join sources s on s.id = p.source_id
     where best.score > 0 order by best.score desc, p.id;
end $$;

drop function answers_by_words(uuid, sparsevec, int);
create function answers_by_words(bot uuid, question sparsevec, most int) returns table (
  id uuid, source_id uuid, ordinal int, text text, "position" jsonb, starts int[], language text, tokens int, excluded boolean,
  score double precision, source_name text, source_url text
) language plpgsql stable rows 10 set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select p.id, p.source_id, p.ordinal, p.text, p.position, p.starts, p.language, p.tokens, p.excluded,
           -(l.weights <#> question) as score, s.name, s.url
      from sources s
      join published_sources r on r.source_id = s.id
      join passages p on p.source_id = s.id and p.version = r.version
      join passage_lexicon l on l.passage_id = p.id
     where s.chatbot_id = bot and s.kind = 'answer' and not p.excluded and (l.weights <#> question) < 0
     order by l.weights <#> question, p.id limit most;
end $$;
