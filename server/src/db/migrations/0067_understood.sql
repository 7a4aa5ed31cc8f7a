-- What a visitor's message was understood as, where it goes on from what was said before it.
alter table messages add column understood text;
