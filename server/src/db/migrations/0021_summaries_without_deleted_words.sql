-- Summaries say of which conversations their quotes are, so that words go with who said them. Those that were made before
-- cannot say it: they keep their figures, and what a model has written.
update summaries set result = jsonb_build_object(
  'title', split_part(result ->> 'text', E'\n', 1),
  'figures', result -> 'figures',
  'claims', case mode when 'counted' then '[]'::jsonb else (
    select coalesce(jsonb_agg((item - 'examples') || jsonb_build_object('kind', section -> 'kind', 'quotes', '[]'::jsonb)
                              order by s.at, i.at), '[]')
      from jsonb_array_elements(result -> 'sections') with ordinality as s (section, at)
     cross join lateral jsonb_array_elements(section -> 'items') with ordinality as i (item, at)) end)
 where result is not null;

update summary_notes set claims = (
  select coalesce(jsonb_agg((claim - 'examples') || '{"quotes": []}' order by at), '[]')
    from jsonb_array_elements(claims) with ordinality as c (claim, at));
