-- An account that is gone goes on paying unless Stripe is told. It is told by a job, as long as it takes: the account's end
-- waits for nobody.
create or replace function close_subscription() returns trigger language plpgsql as $$
begin
  insert into stripe_closures (id, kind, created_at) values (old.id, 'subscription', clock_timestamp())
  on conflict do nothing;
  return null;
end $$;
create or replace trigger subscriptions_close after delete on subscriptions for each row
  when (old.status not in ('canceled', 'incomplete_expired')) execute function close_subscription();

create or replace function close_customer() returns trigger language plpgsql as $$
begin
  insert into stripe_closures (id, kind, created_at) values (old.customer_id, 'customer', clock_timestamp())
  on conflict do nothing;
  return null;
end $$;
create or replace trigger billing_customers_close after delete on billing_customers for each row
  when (old.customer_id is not null) execute function close_customer();
