-- What a model wrote of an answer and nobody was shown, with the reason of each sentence: for the chatbot's owner.
alter table messages add column left_out jsonb;
