-- An answer that failed because a platform would not let us in any more keeps what it says for a while: it may be sent yet.
alter table channel_messages drop constraint channel_messages_check2,
  add check (status <> 'queued' or body is not null),
  add check (body is null or status in ('queued', 'failed'));
create index channel_messages_withheld on channel_messages (chatbot_id, created_at) where status = 'failed' and body is not null;
