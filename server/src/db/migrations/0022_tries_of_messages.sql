-- How often a platform did not take it, and did not say when it would.
alter table channel_messages add column tries smallint not null default 0;

-- Questions behind a chat's buttons that no button has room for, by the buttons' names: their words, whatever becomes of them since.
alter table channel_chats add column offered jsonb;
