create table passages (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  source_id uuid not null references sources on delete cascade,
  -- The reading of the source that produced it: sources.version.
  version int not null,
  ordinal int not null,
  text text not null,
  position jsonb not null default '{}',
  language text not null check (language in ('fr', 'en')),
  tokens int not null check (tokens >= 0),
  -- Left out of answers by hand.
  excluded boolean not null default false,
  -- Of the text: what is unchanged is neither charged nor embedded again.
  content_hash bytea not null,
  -- The analysis whose terms the lexicon holds: rows of an older one must be analysed again.
  analysis int not null,
  unique (source_id, version, ordinal)
);
create index passages_of_owner on passages (owner_id);
create index passages_of_chatbot on passages (chatbot_id);
create index passages_same_text on passages (source_id, content_hash);
create index passages_excluded on passages (chatbot_id) where excluded;

-- Which reading of each source answers. A search sees a source wholly in its old or wholly in its new form, because
-- this row changes at once; a source without it doesn't answer yet.
create table published_sources (
  source_id uuid primary key references sources on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  version int not null
);
create index published_sources_of_chatbot on published_sources (chatbot_id);

-- BM25 as a dot product: a passage's side holds the saturated term frequencies, a question's side brings the rarity
-- of its terms, so document frequencies are always fresh. Apart from passages, so that a scan reads no text.
create table passage_lexicon (
  passage_id uuid primary key references passages on delete cascade,
  chatbot_id uuid not null,
  source_id uuid not null,
  version int not null,
  -- Words counted: should the average length in `weights` ever change, they can be made anew from this.
  length int not null,
  -- Term numbers mixed with the chatbot's id: one index serves all chatbots, and no search reads another's postings.
  terms int4[] not null,
  weights sparsevec not null
);
create index passage_lexicon_of_chatbot on passage_lexicon (chatbot_id);
create index passage_lexicon_terms on passage_lexicon using gin (terms);
-- Inline as long as the row fits a page: the scan of a chatbot reads every row's weights.
alter table passage_lexicon alter column weights set storage main;

-- In how many passages each term occurs; the key is the same mixed number. Every batch updates rows here: room on each
-- page keeps these updates off the index, and an early vacuum keeps the table small.
create table chatbot_terms (
  chatbot_id uuid not null references chatbots on delete cascade,
  term int not null,
  passages int not null,
  primary key (chatbot_id, term)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

create table chatbot_stats (
  chatbot_id uuid primary key references chatbots on delete cascade,
  french int not null default 0,
  english int not null default 0
) with (fillfactor = 50);

-- Dense vectors, of any dimension: searched exactly within one chatbot.
create table passage_vectors (
  passage_id uuid primary key references passages on delete cascade,
  chatbot_id uuid not null,
  source_id uuid not null,
  version int not null,
  model text not null,
  embedding vector not null
);
create index passage_vectors_of_chatbot on passage_vectors (chatbot_id);

-- Passages that hold one of these terms, by the index whatever the planner thinks of it: on fresh tables it has no
-- statistics, takes every term for common, and would read the whole table for each question.
create function passages_holding(wanted int[]) returns setof passage_lexicon
  language sql stable rows 1000 set enable_seqscan = off as $$
  select * from passage_lexicon where terms && wanted
$$;
