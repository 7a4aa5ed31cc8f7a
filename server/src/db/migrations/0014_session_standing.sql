-- What every request with a session needs to know, planned once: finding the plan takes longer than following it, and all
-- of it goes by primary keys, so that no plan for particular arguments could be better.
create function session_standing(session uuid, person uuid)
returns table (
  scope text, aal text, created_at timestamptz, email text, banned_until timestamptz, preferred_locale text,
  has_factor boolean
)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select s.scope, s.aal, s.created_at, u.email, u.banned_until, p.preferred_locale,
      exists (select from factors f where f.user_id = u.id and f.status = 'verified')
    from sessions s join users u on u.id = s.user_id left join profiles p on p.id = u.id
    where s.id = session and s.user_id = person;
end $$;
