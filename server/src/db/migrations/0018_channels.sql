-- Chatbots on Telegram and WhatsApp. A website's needs no row: where it is reached nothing has to be told.

-- What visitors sent waits for nobody's readings and mails.
alter table jobs drop constraint jobs_lane_check,
  add constraint jobs_lane_check check (lane in ('inbound', 'quick', 'long', 'network'));

create table channels (
  -- Its chatbot's, given before that is created: a retry makes no second one.
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  -- The same once it is there.
  chatbot_id uuid unique,
  platform text not null check (platform in ('telegram', 'whatsapp')),
  -- What its chatbot is to be called, and where its clock counts.
  name text not null,
  time_zone text,
  -- What the platform knows it by: a bot's or a telephone number's id. Set with the chatbot; one chatbot each.
  account_id text check (account_id is null or chatbot_id is not null),
  -- What people know it by there, and where they find it.
  account text not null default '',
  link text not null default '',
  -- Sealed: what we sign in with there, and what the platform signs in with here.
  credentials text not null,
  webhook_secret text not null,
  last4 text not null,
  -- Of each step of its creation how it ended, in their order.
  steps jsonb not null,
  -- What a platform has told that its own code reads again.
  facts jsonb not null default '{}',
  health jsonb,
  -- Nothing is sent before: the platform has said so.
  held_until timestamptz,
  -- When its owner was last told that it answers nobody; null while it answers.
  told_broken_at timestamptz,
  last_event_at timestamptz,
  created_at timestamptz not null,
  foreign key (chatbot_id, owner_id) references chatbots (id, owner_id) on delete cascade on update cascade,
  unique (platform, account_id)
);
create index channels_of_owner on channels (owner_id, created_at desc, id desc);
create index channels_unfinished on channels (created_at) where chatbot_id is null;

-- Accounts at a platform that are to be let go of, until that is done or a day has passed; whose they were is not kept.
create table channel_closures (
  id uuid primary key,
  platform text not null check (platform in ('telegram', 'whatsapp')),
  account_id text not null,
  credentials text not null,
  facts jsonb not null,
  created_at timestamptz not null
);

-- One person's chat with a chatbot, and the conversation that goes on there.
create table channel_chats (
  id uuid primary key,
  owner_id uuid not null,
  chatbot_id uuid not null,
  -- Who it is, as the platform tells people apart; of a group, the person in it.
  chat_key text not null,
  -- By which the same person was known before, or is beside it.
  second_key text,
  -- How an answer finds its way there.
  address jsonb not null,
  -- What the person is called there.
  name text,
  conversation_id uuid references conversations on delete set null,
  -- As the person chose it; else each message says by itself.
  language text check (language in ('fr', 'en')),
  -- As the platform says it, or their number's country.
  stated_language text check (stated_language in ('fr', 'en')),
  -- Where the person came from, by the link that they followed.
  origin text,
  -- They blocked the chatbot, or are gone: nothing is sent.
  is_closed boolean not null default false,
  -- When they were last told that nobody answers just now, and that only text is read.
  told_unavailable_at timestamptz,
  told_unreadable_at timestamptz,
  last_inbound_at timestamptz not null,
  unique (chatbot_id, chat_key),
  foreign key (chatbot_id, owner_id) references chatbots (id, owner_id) on delete cascade on update cascade
);
create index channel_chats_by_second_key on channel_chats (chatbot_id, second_key) where second_key is not null;
create index channel_chats_of_conversation on channel_chats (conversation_id) where conversation_id is not null;

-- What a platform has delivered, once each; its content until it is handled.
create table channel_events (
  owner_id uuid not null,
  chatbot_id uuid not null,
  -- The sender's own id of it.
  external_id text not null,
  chat_id uuid not null references channel_chats on delete cascade,
  -- The platform's id of the message that it is or is about.
  message_ref text,
  -- The platform's order within a chat.
  position bigint not null,
  content jsonb,
  -- Of the question that it became, and of its answer: given before they are, so that each is there once.
  question_id uuid,
  answer_id uuid,
  received_at timestamptz not null,
  handled_at timestamptz check (handled_at is null or content is null),
  primary key (chatbot_id, external_id),
  foreign key (chatbot_id, owner_id) references chatbots (id, owner_id) on delete cascade on update cascade
);
create index channel_events_waiting on channel_events (chat_id, position, received_at) where handled_at is null;
create index channel_events_by_message on channel_events (chat_id, message_ref) where message_ref is not null;
create index channel_events_handled on channel_events (handled_at) where handled_at is not null;

-- What is sent to a chat, in the order of its ids; its body until the platform has it.
create table channel_messages (
  id uuid primary key,
  owner_id uuid not null,
  chatbot_id uuid not null,
  chat_id uuid not null references channel_chats on delete cascade,
  -- The answer that it is, or a part of; null: a line of the program's own.
  message_id uuid references messages on delete cascade,
  body jsonb,
  status text not null check (status in ('sent', 'queued', 'delivered', 'read', 'failed')),
  -- The platform's id of it: without one nothing counts as sent.
  external_id text,
  -- Why it failed, by our code, and in the platform's own words.
  error_code text check (error_code is null or status = 'failed'),
  error_detail text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check (status in ('queued', 'failed') or external_id is not null),
  check ((status = 'queued') = (body is not null)),
  foreign key (chatbot_id, owner_id) references chatbots (id, owner_id) on delete cascade on update cascade
);
create index channel_messages_queued on channel_messages (chat_id, id) where status = 'queued';
create index channel_messages_by_external_id on channel_messages (chatbot_id, external_id) where external_id is not null;
create index channel_messages_of_message on channel_messages (message_id) where message_id is not null;
