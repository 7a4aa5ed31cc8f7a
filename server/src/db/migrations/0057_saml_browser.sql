-- What an organisation's provider has answered, sealed, until the browser that asked comes for it: the provider has it
-- posted from its own site, where our cookie does not go along.
alter table provider_flows add column answer_sealed text;
delete from provider_flows where request_id is not null;
