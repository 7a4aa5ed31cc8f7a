-- Who the customer's page says is asking: `{id?, name?, email?}`, checked by nobody.
alter table conversations add visitor jsonb;
