-- A passage's words are removed in the statement that removes the passage: a look at `passages` for each row, and a lock
-- on it, said it again.
alter table passage_lexicon drop constraint passage_lexicon_passage_id_fkey;
