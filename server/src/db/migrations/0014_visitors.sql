-- All conversations of one visitor are found by who the page says is asking, too.

create index conversations_of_stated_id on conversations (chatbot_id, (visitor ->> 'id'))
  where visitor ->> 'id' <> '';
create index conversations_of_stated_email on conversations (owner_id, lower(visitor ->> 'email'))
  where visitor ->> 'email' <> '';
