-- Names are sorted by their beginning: a page's cursor holds it, and the title of a page or a written question may be long.
drop index sources_by_name;
create index sources_by_name on sources (chatbot_id, left(lower(name), 100), id);
