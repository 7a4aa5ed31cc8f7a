-- Where a chatbot's clock and calendar count. Null: nobody has said so; then only what is true wherever its language is
-- spoken most is said of the time.
alter table chatbots add time_zone text check (length(time_zone) between 1 and 64);
