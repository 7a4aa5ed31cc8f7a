-- Questions with what their answers must contain. `passed` and `answer` are of the last time that it was asked as it
-- stands now; a changed one has never been asked.
create table checks (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  question text not null,
  must_contain text[] not null,
  passed boolean,
  answer text,
  created_at timestamptz not null
);
create index checks_in_order on checks (chatbot_id, id);
create index checks_of_owner on checks (owner_id);

create table check_runs (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  status text not null check (status in ('running', 'done', 'error')),
  error_code text,
  at timestamptz not null,
  check ((status = 'error') = (error_code is not null))
);
create index check_runs_newest on check_runs (chatbot_id, id desc);
create index check_runs_of_owner on check_runs (owner_id);
create unique index check_runs_running on check_runs (chatbot_id) where status = 'running';

-- One for each check that there was when the run began, as it read then. The ids of its conversation and answer are
-- given beforehand: a run that was broken off finds an answer that it has had, and a charge made is not made again.
create table check_results (
  run_id uuid not null references check_runs on delete cascade,
  place int not null,
  owner_id uuid not null references users on delete cascade,
  -- May be gone.
  check_id uuid not null,
  question text not null,
  must_contain text[] not null,
  conversation_id uuid not null,
  message_id uuid not null,
  passed boolean,
  passed_before boolean,
  mode text check (mode in ('generated', 'quoted', 'unanswered')),
  answer text,
  answer_before text,
  missing text[],
  tokens bigint,
  primary key (run_id, place),
  check ((passed is null) = (mode is null) and (passed is null) = (answer is null)
    and (passed is null) = (missing is null) and (passed is null) = (tokens is null))
);
create index check_results_of_owner on check_results (owner_id);
