-- One that its platform does not let go of keeps no other waiting.
alter table channel_closures add column tried_at timestamptz;

-- Sealed: what a registration under way tells the platform; accepted beside the one that it replaces until that is done.
alter table channels add column next_webhook_secret text;
