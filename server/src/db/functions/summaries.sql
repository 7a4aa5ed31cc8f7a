-- What is told of conversations goes with them. A visitor's words stay as long as one of the conversations in which we know
-- them to stand; a sentence as long as one of those that it links to, or where it tells of more than are ever linked to
-- (twenty), and so of nobody. One that is made around a quote goes with its last. The figures stay.
create or replace function claims_without(claims jsonb, gone uuid[]) returns jsonb language sql immutable as $$
  with told as (
    select place, claim,
           (select coalesce(jsonb_agg(id order by at), '[]')
              from jsonb_array_elements_text(claim -> 'conversationIds') with ordinality as linked (id, at)
             where id::uuid <> all (gone)) as links,
           (select coalesce(jsonb_agg(jsonb_set(quote, '{conversationIds}', there.ids) order by at), '[]')
              from jsonb_array_elements(claim -> 'quotes') with ordinality as said (quote, at)
             cross join lateral (
               select jsonb_agg(id) as ids
                 from jsonb_array_elements_text(quote -> 'conversationIds') as standing_in (id)
                where id::uuid <> all (gone)) there
             where there.ids is not null) as quotes
      from jsonb_array_elements(claims) with ordinality as listed (claim, place)
  )
  select coalesce(jsonb_agg(claim || jsonb_build_object('conversationIds', links, 'quotes', quotes) order by place), '[]')
    from told
   where (links <> '[]' or (claim ->> 'conversations')::int > 20)
     and (quotes <> '[]' or position('{question}' in claim ->> 'text') = 0)
$$;

create or replace function forget_in_summaries() returns trigger language plpgsql as $$
declare
  told record;
  claims jsonb;
  rest jsonb;
begin
  -- In the order of their ids: two deletions at once would wait for each other.
  for told in
    select s.id, array_agg(g.id) as gone
      from gone g join summaries s
        on s.chatbot_id = g.chatbot_id and s.ends_at >= g.started_at and s.starts_at <= g.last_message_at
     where s.result is not null
     group by s.id order by s.id
  loop
    select s.result -> 'claims' into claims from summaries s where s.id = told.id for update;
    continue when not found;
    rest := claims_without(claims, told.gone);
    if rest <> claims then
      update summaries s set result = jsonb_set(s.result, '{claims}', rest) where s.id = told.id;
    end if;
  end loop;
  return null;
end $$;
create or replace trigger conversations_leave_summaries after delete on conversations
  referencing old table as gone for each statement execute function forget_in_summaries();
