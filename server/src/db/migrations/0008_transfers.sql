-- A chatbot changes hands: what hangs on it is its owner's, by a key that moves with it.

-- No row of a chatbot has another owner than the chatbot: one that is on its way with the former owner while the chatbot is
-- handed over waits for that, and is refused.
alter table chatbots add unique (id, owner_id);

do $$
declare
  held text;
begin
  foreach held in array array['chatbot_images', 'system_message_versions', 'sources', 'crawls', 'uploads',
                              'chatbot_copies', 'conversations', 'unanswered_questions', 'checks', 'check_runs', 'fallbacks',
                              'free_answers', 'summaries'] loop
    execute format('alter table %I drop constraint %I, add constraint %2$I foreign key (chatbot_id, owner_id)
                      references chatbots (id, owner_id) on delete cascade on update cascade',
                   held, held || '_chatbot_id_fkey');
  end loop;
end $$;

-- An offer of a chatbot to whoever has an address, or will have it: only what is confirmed counts.
create table transfers (
  id uuid primary key,
  -- Who offers.
  owner_id uuid not null references users on delete cascade,
  -- Who accepted or declined.
  receiver_id uuid references users on delete cascade,
  -- Of the receiver, in small letters.
  email text not null check (email = lower(email)),
  -- Null once it is deleted.
  chatbot_id uuid references chatbots on delete set null,
  -- As they were when it was offered, or handed over.
  chatbot_name text not null,
  platform text not null check (platform in ('website', 'telegram', 'whatsapp')),
  contents jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
  -- The last of these that both were told by mail.
  told text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz check ((decided_at is null) = (status = 'pending'))
);
create unique index transfers_pending on transfers (chatbot_id) where status = 'pending';
create index transfers_of_chatbot on transfers (chatbot_id);
create index transfers_of_owner on transfers (owner_id, id desc);
create index transfers_of_receiver on transfers (receiver_id, id desc);
create index transfers_to on transfers (email, id desc);
create index transfers_due on transfers (expires_at) where status = 'pending';
create index transfers_untold on transfers (id) where told is distinct from status;
