create index sources_answers on sources (chatbot_id) where kind = 'answer';

-- The written answers nearest to a question by words, whatever else the chatbot has read about it. Without table scans,
-- as passages_by_words.
create function answers_by_words(bot uuid, question sparsevec, most int) returns table (
  id uuid, source_id uuid, ordinal int, text text, "position" jsonb, language text, tokens int, excluded boolean,
  score double precision, source_name text, source_url text
) language plpgsql stable rows 10 set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select p.id, p.source_id, p.ordinal, p.text, p.position, p.language, p.tokens, p.excluded,
           -(l.weights <#> question) as score, s.name, s.url
      from sources s
      join published_sources r on r.source_id = s.id
      join passages p on p.source_id = s.id and p.version = r.version
      join passage_lexicon l on l.passage_id = p.id
     where s.chatbot_id = bot and s.kind = 'answer' and not p.excluded and (l.weights <#> question) < 0
     order by l.weights <#> question, p.id limit most;
end $$;
