-- The tables, in the order of the features' ladder (scripts/checks/boundaries.ts): a reference points up the page. Functions
-- and triggers stand in ../functions; what goes with a row that no foreign key takes along, at the head of cleanup.sql.

create extension if not exists vector;

-- ── Kit ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A row is a job that is still to be done, or one that failed for good and waits for the operator's eyes.
create table jobs (
  id uuid primary key,
  name text not null,
  -- Quick ones (mails) have places of their own, so that a long reading never delays them. So have jobs that mostly wait
  -- for somebody else's server (network): a slow site never delays a document.
  lane text not null check (lane in ('quick', 'long', 'network')),
  payload jsonb not null,
  -- Whose turn it takes, and with whom it goes; none for a job of the program.
  owner_id uuid,
  dedupe_key text,
  run_at timestamptz not null,
  -- When run_at was set. In the future only if the clock went back since: then run_at means nothing, and the job is due.
  scheduled_at timestamptz not null,
  -- Asked for once more while it ran: it begins anew instead of ending.
  again boolean not null default false,
  attempts int not null default 0 check (attempts >= 0),
  lease_owner uuid,
  lease_until timestamptz,
  failed_at timestamptz,
  error text,
  created_at timestamptz not null
);
create index jobs_due on jobs (lane, run_at) where failed_at is null;
create index jobs_of_owner on jobs (owner_id, lane, run_at) where failed_at is null;
create unique index jobs_dedupe on jobs (name, dedupe_key) where failed_at is null and dedupe_key is not null;
create index jobs_failed on jobs (failed_at) where failed_at is not null;
-- How many jobs of each account run, asked with each claim.
create index jobs_running on jobs (lane, owner_id) where lease_owner is not null;

-- Whose turn it is: the owner who was served longest ago goes first. Jobs without owner share the nil uuid. Counted,
-- not timed: no clock can upset the order.
create sequence job_turn_numbers;
create table job_turns (
  owner_id uuid primary key,
  turn bigint not null
);

create table rate_limits (
  -- SHA-256 of what is counted: no address or account stands here in the clear.
  key bytea primary key,
  window_start timestamptz not null,
  count int not null check (count >= 0),
  expires_at timestamptz not null
);
create index rate_limits_expiry on rate_limits (expires_at);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- The development mailbox: what would have been sent, had a mail server been configured.
create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null
);

-- ── Auth ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table users (
  id uuid primary key,
  -- Lower case. None when a provider vouches for no address of its own.
  email text,
  -- People of a single sign-on provider may share an address with an account of the house.
  is_sso_user boolean not null default false,
  -- Argon2id as a PHC string; none for who never set a password.
  password_hash text,
  email_confirmed_at timestamptz,
  user_metadata jsonb not null default '{}',
  new_email text,
  -- Which of its two confirmations a change of address has; none before the first.
  email_change_confirmed text check (email_change_confirmed in ('current', 'new')),
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (email) where not is_sso_user;

-- Of the kit, here because of its reference: what a request under a key of the caller's was answered.
create table idempotency_keys (
  owner_id uuid not null references users on delete cascade,
  key text not null,
  fingerprint bytea not null,
  -- Absent while the request runs.
  status int,
  body jsonb,
  created_at timestamptz not null,
  primary key (owner_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table profiles (
  id uuid primary key references users on delete cascade,
  first_name text,
  last_name text,
  -- Shown as a link: nothing but an address of the web stands there.
  website text check (website ~* '^(https?://|$)'),
  receive_updates boolean not null default false,
  preferred_locale text check (preferred_locale in ('fr', 'en')),
  google_consent_completed boolean not null default false,
  updated_at timestamptz not null
);

-- A way in: the provider's name for a person. For `email` that is the user's own id.
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_user on identities (user_id, created_at);
create index identities_email on identities (email);

-- Ending a session is deleting its row; its access tokens die with it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{method, timestamp}], newest first; survives refreshes.
  amr jsonb not null,
  -- A session that began with a recovery link may do little but set a password.
  scope text not null default 'account' check (scope in ('account', 'recovery')),
  -- Which refresh token is the active one, and that token sealed: who lost an answer gets the same one again.
  generation integer not null default 0,
  refresh_token_sealed text not null,
  user_agent text,
  -- Truncated, for the person's list of sessions.
  address text,
  -- When who holds it last showed again who they are: by the password, a mailed code, or the second factor.
  proven_at timestamptz,
  -- The factor that raised it; none for a recovery code. Once that factor is removed, the session is back at its first
  -- level with its next refresh.
  raised_by uuid,
  falls_back boolean not null default false,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index sessions_user on sessions (user_id, created_at);

-- Every refresh token a session ever had, so that the use of an old one is noticed.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  generation integer not null,
  rotated_at timestamptz,
  unique (session_id, generation)
);

-- What a client that asked for a code (PKCE) must prove before it gets its session.
create table flow_states (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  -- email/signup, recovery, magiclink, email_change, oauth …
  method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- SHA-256; none until the link was opened.
  code_hash bytea unique,
  code_issued_at timestamptz,
  -- What the session that the code buys is told beside: the SAML provider's id, and the provider's own tokens, sealed,
  -- handed on once.
  provider text,
  provider_tokens_sealed text,
  created_at timestamptz not null
);
create index flow_states_user on flow_states (user_id);
create index flow_states_age on flow_states (created_at);

-- What somebody gave who signed up with an address: it counts once the mail of that very sign-up confirms it. The
-- account shows the first one's until then.
create table sign_ups (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  password_hash text,
  metadata jsonb not null,
  -- The way in of who came by a provider that did not vouch for the address.
  identity_id uuid references identities on delete cascade,
  -- A keyed hash of where it was asked from: who asks from there for another mail is taken for the same.
  asked_from bytea,
  created_at timestamptz not null
);
create index sign_ups_user on sign_ups (user_id, created_at);
create index sign_ups_identity on sign_ups (identity_id);

-- One outstanding mail of a kind per user: a newer one replaces the older. Each sign-up has a mail of its own; another one
-- does not make it void. Only hashes.
create table one_time_tokens (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication')),
  email text not null,
  link_hash bytea unique,
  code_hash bytea,
  -- After the fifth the code is void; the link of the same mail stays good.
  code_tries integer not null default 0,
  flow_state_id uuid references flow_states on delete cascade,
  sign_up_id uuid references sign_ups on delete cascade,
  expires_at timestamptz not null,
  unique nulls not distinct (user_id, kind, sign_up_id)
);
create index one_time_tokens_email on one_time_tokens (email);
create index one_time_tokens_flow on one_time_tokens (flow_state_id);
create index one_time_tokens_sign_up on one_time_tokens (sign_up_id);

-- Failed sign-ins per account, client address, or both; keys are hashes.
create table sign_in_failures (
  key bytea primary key,
  failures integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_failures_age on sign_in_failures (last_at);

-- From where a person signed in before: somebody else's failures do not lock them out there.
create table sign_in_addresses (
  user_id uuid not null references users on delete cascade,
  address_hash bytea not null,
  last_at timestamptz not null,
  primary key (user_id, address_hash)
);

-- From where a person was seen to sign in: a browser in a network. Only a keyed hash.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  last_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_age on known_devices (last_at);

-- A sign-in that went to a provider and may come back once. OpenID Connect: the state names the row; SAML: the
-- RelayState does.
create table provider_flows (
  id uuid primary key,
  -- As in `identities`: google, or sso: and the provider's id.
  provider text not null,
  redirect_to text not null,
  -- In which mails are written that it causes.
  language text not null check (language in ('fr', 'en')),
  -- Of a client that asked for a code (PKCE).
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Whose account the identity is linked to, which ends with the session that began it; none for a sign-in.
  link_user_id uuid references users on delete cascade,
  link_session_id uuid references sessions on delete cascade,
  -- SHA-256 of the cookie of the browser that began.
  browser_hash bytea,
  -- What the ID token must repeat, and the sealed verifier that the code is fetched with.
  nonce text,
  verifier_sealed text,
  -- The SAML request that the response must answer.
  request_id text,
  -- What an organisation's provider has answered, sealed, until the browser that asked comes for it: the provider has it
  -- posted from its own site, where our cookie does not go along.
  answer_sealed text,
  created_at timestamptz not null,
  used_at timestamptz,
  check ((link_user_id is null) = (link_session_id is null))
);
create index provider_flows_age on provider_flows (created_at);
create index provider_flows_link on provider_flows (link_user_id);
create index provider_flows_link_session on provider_flows (link_session_id);

-- Assertions that have opened a session, until they have run out: none is taken twice.
create table saml_assertions (
  provider text not null,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (provider, assertion_hash)
);
create index saml_assertions_expiry on saml_assertions (expires_at);

-- Authenticator apps. A secret is shown once, while its factor is being enrolled.
create table factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  friendly_name text,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret_sealed text not null,
  -- The session that is enrolling it; no other finishes it.
  enrolled_by uuid,
  -- The last 30-second step whose code was accepted: neither it nor an earlier one opens anything again.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index factors_name on factors (user_id, friendly_name) where friendly_name is not null;
create index factors_user on factors (user_id, created_at);

-- Somebody is asked for a code; the answer comes from where the question went.
create table factor_challenges (
  id uuid primary key,
  factor_id uuid not null references factors on delete cascade,
  address_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index factor_challenges_factor on factor_challenges (factor_id, expires_at);

-- For who lost the authenticator app. One that was used is gone.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- Wrong codes of the second step, of whatever factor.
create table second_step_failures (
  user_id uuid primary key references users on delete cascade,
  failures integer not null,
  first_at timestamptz not null,
  blocked_until timestamptz
);

-- How the ways into an account stood before one of them was changed, for as long as the change can be undone.
create table credential_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  change text not null,
  -- The address that stood before, where the mail goes.
  email text not null,
  password_hash text,
  -- Rows as they stood; the secrets of factors stay sealed.
  identities jsonb not null,
  factors jsonb not null,
  -- SHA-256 of what the mail's link holds; none until the mail has been made.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index credential_changes_user on credential_changes (user_id, created_at);
create index credential_changes_expiry on credential_changes (expires_at);

-- What concerns the security of an account: noticed by the server, or told by the page that a person has open.
create table security_events (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  origin text not null check (origin in ('server', 'browser')),
  event text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  -- From a browser these are claims: kept, never acted on.
  details jsonb not null default '{}',
  user_agent text,
  -- Truncated.
  address text,
  created_at timestamptz not null
);
create index security_events_user on security_events (user_id, origin, created_at);
create index security_events_age on security_events (created_at);

-- The newest that is not retired signs; a retired one stays published until its last token has expired.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_sealed text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- ── Usage ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Plans are the operator's file; an account without a row here is on its first plan.
create table accounts (
  owner_id uuid primary key references users on delete cascade,
  plan text not null,
  active_until timestamptz
);

-- The append-only ledger. Balances are always its sum. A chatbot is named, not referenced: rows outlive it.
create table ledger_entries (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  at timestamptz not null,
  operation text not null check (operation in ('chat_completion', 'file_upload', 'reindex', 'vector_search', 'api_call', 'summary_generation')),
  token_type text not null check (token_type in ('message', 'storage')),
  tokens bigint not null check (tokens between 0 and 9007199254740991),
  chatbot_id uuid,
  chatbot_name text,
  -- What was charged for; the same cause is never charged twice.
  cause text not null,
  unique (owner_id, cause)
);
create index ledger_entries_balance on ledger_entries (owner_id, token_type, at) include (tokens);
create index ledger_entries_newest on ledger_entries (owner_id, id desc);
-- What a chatbot's visitors have used; its owner's tests have another cause.
create index ledger_entries_of_visitors on ledger_entries (chatbot_id, at) include (tokens) where cause like 'message:%';

-- Tokens set aside while work is under way, so that parallel requests cannot overspend.
create table reservations (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  token_type text not null check (token_type in ('message', 'storage')),
  operation text not null,
  tokens bigint not null check (tokens between 0 and 9007199254740991),
  -- What is paid for even if the work never ends: its provider is asked as soon as the tokens are set aside.
  due bigint not null default 0 check (due between 0 and 9007199254740991),
  -- Named as in ledger_entries, which it becomes.
  chatbot_id uuid,
  chatbot_name text,
  cause text not null,
  expires_at timestamptz not null,
  unique (owner_id, cause)
);
create index reservations_expiry on reservations (expires_at);

-- What the last piece of work needed that was refused for lack of tokens. Where more is left, or once one has had what it
-- needs, the quota is not used up.
create table quota_needs (
  owner_id uuid not null references users on delete cascade,
  token_type text not null check (token_type in ('message', 'storage')),
  tokens bigint not null check (tokens between 0 and 9007199254740991),
  primary key (owner_id, token_type)
);

-- One alert and one mail per level and period.
create table quota_alerts (
  owner_id uuid not null references users on delete cascade,
  token_type text not null check (token_type in ('message', 'storage')),
  level text not null check (level in ('warning80', 'warning90', 'exceeded')),
  period_start timestamptz not null,
  at timestamptz not null,
  primary key (owner_id, token_type, level, period_start)
);

-- ── Chatbots ─────────────────────────────────────────────────────────────────────────────────────────────────────────

create table chatbots (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  public_id text not null unique,
  name text not null check (char_length(name) between 1 and 400),
  -- The name as it is compared: composed, case folded, spaces collapsed.
  name_key text not null,
  platform text not null check (platform in ('website', 'telegram', 'whatsapp')),
  status text not null default 'active' check (status in ('active', 'paused', 'error')),
  -- What keeps it from answering, as {fr, en}: told in the reader's language.
  error jsonb check (status <> 'error' or error is not null),
  creation text not null default 'completed' check (creation in ('initializing', 'completed', 'warning')),
  -- What a copy lacks, as {fr, en}.
  creation_notice jsonb,
  system_message text not null default '',
  welcome_message text not null default '',
  suggestions text[] not null default '{}',
  contact text not null default '',
  privacy_url text,
  language text not null check (language in ('fr', 'en')),
  -- Where its clock and calendar count. Null: nobody has said so; then only what is true wherever its language is spoken
  -- most is said of the time.
  time_zone text check (length(time_zone) between 1 and 64),
  tone text not null default 'neutral' check (tone in ('neutral', 'warm', 'formal')),
  answer_length text not null default 'medium' check (answer_length in ('short', 'medium', 'long')),
  when_unknown text not null default 'contact' check (when_unknown in ('contact', 'rephrase', 'say')),
  -- Of the configured provider; null is the operator's.
  model text,
  temperature double precision check (temperature between 0 and 2),
  -- Null keeps conversations for good.
  retention_days int default 365 check (retention_days in (30, 90, 365)),
  daily_tokens bigint check (daily_tokens >= 0),
  monthly_tokens bigint check (monthly_tokens >= 0),
  allowed_domains text[] not null default '{}',
  allow_apps boolean not null default false,
  -- The last customer's page that loaded the widget.
  seen_host text,
  seen_at timestamptz,
  -- The last page of a domain that is not allowed: its own console can't say more than that something is wrong.
  refused_host text,
  refused_at timestamptz,
  -- Only what differs from the defaults of the contract.
  appearance jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_sync_at timestamptz,
  unique (owner_id, name_key),
  check ((seen_host is null) = (seen_at is null)),
  check ((refused_host is null) = (refused_at is null))
);
create index chatbots_newest on chatbots (owner_id, created_at desc, id desc);

-- Stored files by slot, as kit/files names them; what a slot holds never changes, a new image has a new name.
create table chatbot_images (
  chatbot_id uuid not null references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  slot text not null check (slot in ('avatar', 'launcherIcon', 'sendIcon', 'userAvatar')),
  -- A file that a slot no longer names goes as a source's does.
  file_key uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  primary key (chatbot_id, slot)
);
create index chatbot_images_file on chatbot_images (file_key);

-- What the instructions were before each change of them.
create table system_message_versions (
  chatbot_id uuid not null references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  version int not null,
  system_message text not null,
  at timestamptz not null,
  primary key (chatbot_id, version)
);

-- Of usage, here because of its reference: one mail per level and period of a chatbot's own caps.
create table cap_alerts (
  chatbot_id uuid not null references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  period text not null check (period in ('day', 'month')),
  level text not null check (level in ('warning80', 'warning90', 'exceeded')),
  period_start timestamptz not null,
  at timestamptz not null,
  primary key (chatbot_id, period, level, period_start)
);

-- ── Knowledge ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table passages (
  id uuid primary key,
  -- A passage goes with its source, which goes with its chatbot and its owner: two looks and two index entries for each
  -- passage said it again.
  owner_id uuid not null,
  chatbot_id uuid not null,
  -- No reference: the passages of a deleted source follow in a job (functions/cleanup.sql).
  source_id uuid not null,
  -- The reading of the source that produced it: sources.version.
  version int not null,
  ordinal int not null,
  text text not null,
  position jsonb not null default '{}',
  -- Where its pages or rows begin in its text, an offset and a number in turn: what is quoted of it is cited by its own
  -- page. Nothing for a passage of one page.
  starts int[] not null default '{}',
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
create index passages_same_text on passages (source_id, content_hash);
create index passages_excluded on passages (chatbot_id) where excluded;
-- Which chatbots hold passages whose words an older program read: hardly ever any, and looked for every minute.
create index passages_by_analysis on passages (analysis, chatbot_id);

-- Which reading of each source answers. A search sees a source wholly in its old or wholly in its new form, because
-- this row changes at once; a source without it doesn't answer yet. It goes with its source, which goes with its chatbot: a
-- look at either for each page said it again.
create table published_sources (
  source_id uuid primary key,
  chatbot_id uuid not null,
  version int not null,
  -- Whether its owner wrote it as the answer to a question: such a passage is said whole, and looked for apart.
  is_answer boolean not null default false
);
create index published_sources_of_chatbot on published_sources (chatbot_id);
create index published_answers on published_sources (chatbot_id) where is_answer;

-- Each source's last whole reading, whether it answers or not: what the next one is compared with. What it held is
-- neither charged again nor taken back into answers by a site's bad hour; what was read of one that broke off never counts.
create table whole_readings (
  source_id uuid primary key,
  version int not null
);

-- Passages that a job has still to clear up: all of a deleted source, and of one that is read again those of its readings
-- up to `last`, which no longer answer.
create table removed_sources (
  source_id uuid primary key,
  chatbot_id uuid not null,
  last int not null default 2147483647
);
create index removed_sources_of_chatbot on removed_sources (chatbot_id);

-- BM25 as a dot product: a passage's side holds the saturated term frequencies, a question's side brings the rarity
-- of its terms, so document frequencies are always fresh. Apart from passages, so that a scan reads no text.
create table passage_lexicon (
  -- A passage's words are removed in the statement that removes the passage: a look at `passages` for each row, and a lock
  -- on it, said it again.
  passage_id uuid primary key,
  chatbot_id uuid not null,
  source_id uuid not null,
  version int not null,
  -- Words counted: should the average length in `weights` ever change, they can be made anew from this.
  length int not null,
  -- Term numbers mixed with the chatbot's id: one index serves all chatbots, and no search reads another's postings.
  terms int4[] not null,
  -- Inline as long as the row fits a page: the scan of a chatbot reads every row's weights.
  weights sparsevec storage main not null
);
create index passage_lexicon_of_chatbot on passage_lexicon (chatbot_id);
create index passage_lexicon_terms on passage_lexicon using gin (terms);

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

-- In how many passages each term occurs; the key is the same mixed number. Every batch updates rows here: room on each
-- page keeps these updates off the index, and an early vacuum keeps the table small.
create table chatbot_terms (
  chatbot_id uuid not null,
  term int not null,
  passages int not null,
  primary key (chatbot_id, term)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- What batches of passages add to `chatbot_terms`, or take from it: a row for each of a document's thousands of words was
-- half of what storing it cost. Here a batch is a few rows; a job counts them up soon after, each term once for all batches.
-- Until then a search adds them to what is counted, by halving the ascending terms (`width_bucket`).
create table chatbot_term_changes (
  -- No reference, as of chatbot_terms: whoever writes holds the chatbot's row of chatbot_stats, and a key would lock the
  -- chatbot's own after its source's, against the order of a deletion.
  chatbot_id uuid not null,
  id bigint generated always as identity,
  first int not null,
  last int not null,
  -- Read where they lie: whoever writes cuts them so that a row fits a page.
  terms int4[] storage plain not null,
  passages int4[] storage plain not null,
  -- By the first term, so that what lies side by side in `chatbot_terms` is counted up together.
  primary key (chatbot_id, first, id)
);

-- ── Sources ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create table sources (
  id uuid primary key,
  -- A source goes with its chatbot, which goes with its owner: a look at the owner for each page said it again.
  owner_id uuid not null,
  chatbot_id uuid not null references chatbots on delete cascade,
  kind text not null check (kind in ('file', 'url', 'answer')),
  name text not null,
  url text,
  -- Of a page: scheme, name and port; whose turn it takes.
  host text,
  crawl_id uuid,
  -- As the site names the page itself, where that is another address.
  canonical_url text collate "C",
  media_type text not null,
  -- What the reader is told: pdf, docx, xlsx, csv, txt, html.
  format text not null check (format in ('pdf', 'docx', 'xlsx', 'csv', 'txt', 'html')),
  size bigint not null default 0 check (size >= 0),
  sha256 bytea,
  -- Where the original lies in the file store.
  file_key uuid,
  status text not null default 'pending' check (status in ('pending', 'processing', 'processed', 'ready', 'error')),
  progress_done int,
  progress_total int,
  error_code text,
  -- What goes on from the code: {reason, and its facts}; worded when it is shown.
  error_detail jsonb,
  error_status_code int,
  -- What a reading has to say although it succeeded: [{code, fr, en}].
  notices jsonb not null default '[]',
  -- Raised by each reading; passages of an older one go when a newer one is whole.
  version int not null default 1,
  passages int not null default 0,
  storage_tokens bigint not null default 0,
  language text check (language in ('fr', 'en')),
  requires_authentication boolean not null default false,
  -- How a page is read.
  ignore_header boolean not null default false,
  ignore_footer boolean not null default false,
  -- What a site is asked with, so that it needn't send what has not changed.
  etag text,
  last_modified text,
  -- Of the text that answers: the same again is not indexed again.
  text_hash bytea,
  -- The next reading counts even when it is much shorter than what is known.
  accepts_loss boolean not null default false,
  -- How often the host has asked for patience in a row.
  delays int not null default 0,
  schedule text not null default 'never' check (schedule in ('never', 'daily', 'weekly')),
  next_sync_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_sync_at timestamptz,
  constraint error_is_explained check (status <> 'error' or error_code is not null)
);
create unique index sources_same_bytes on sources (chatbot_id, sha256) where kind = 'file';
create unique index sources_same_page on sources (chatbot_id, url) where kind = 'url';
create index sources_same_canonical on sources (chatbot_id, canonical_url) where canonical_url is not null;
create index sources_newest on sources (chatbot_id, created_at desc, id desc);
-- Names are sorted by their beginning: a page's cursor holds it, and the title of a page or a written question may be long.
create index sources_by_name on sources (chatbot_id, left(lower(name), 100), id);
create index sources_answers on sources (chatbot_id) where kind = 'answer';
create index sources_of_crawl on sources (crawl_id, status) where crawl_id is not null;
-- What waits is one index, of a host's pages and of all accounts' queue.
create index sources_waiting on sources (chatbot_id, host, id) where status in ('pending', 'processing');
-- Asked for what was read last, so that what waits needs no place in it.
create index sources_of_owner on sources (owner_id, updated_at desc) where status in ('processed', 'ready', 'error');
-- How long reading takes is told from what waits and what was read of late.
create index sources_read on sources (kind, updated_at) where status in ('processed', 'ready', 'error');
-- What lacks its vectors is looked for now and then.
create index sources_without_vectors on sources (updated_at) where status = 'processed';
create index sources_due on sources (next_sync_at) where next_sync_at is not null;
-- An account's files are summed up at each upload.
create index sources_files_of_owner on sources (owner_id) include (size) where kind = 'file' and file_key is not null;
-- Originals that could not be read go after some days.
create index sources_unreadable on sources (updated_at)
  where status = 'error' and kind = 'file' and file_key is not null and last_sync_at is null;

-- How many passages a chatbot has in each language. Of knowledge, here because of its reference: a chatbot's deletion
-- takes the rows of each table in the order in which the references were made. Whoever reads a source holds its row, then
-- this one; a deletion that took this one first would wait for the source while it is waited for.
create table chatbot_stats (
  chatbot_id uuid primary key references chatbots on delete cascade,
  french int not null default 0,
  english int not null default 0
) with (fillfactor = 50);

-- A sitemap, or a site whose links are followed.
create table crawls (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  kind text not null check (kind in ('sitemap', 'site')),
  url text not null,
  status text not null default 'running' check (status in ('running', 'stopped', 'done', 'error')),
  -- Raised each time that it begins again; pages remember in which run they were named last.
  run int not null default 1,
  -- Sitemaps of this run: [{url, depth}] still to be read, and addresses that were met. All pages are known once
  -- nothing waits.
  sitemaps_waiting jsonb not null default '[]',
  sitemaps_seen text[] not null default '{}',
  error_code text,
  -- What goes on from the code: {reason, and its facts}; worded when it is shown.
  error_detail jsonb,
  error_status_code int,
  found int not null default 0,
  read int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  max_pages int not null check (max_pages > 0),
  ignore_header boolean not null default false,
  ignore_footer boolean not null default false,
  schedule text not null default 'never' check (schedule in ('never', 'daily', 'weekly')),
  next_sync_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  constraint error_is_explained check (status <> 'error' or error_code is not null),
  unique (chatbot_id, kind, url)
);
create index crawls_newest on crawls (chatbot_id, created_at desc, id desc);
create index crawls_due on crawls (next_sync_at) where next_sync_at is not null;
alter table sources add foreign key (crawl_id) references crawls on delete cascade;

-- What became of each page of a crawl. A page that is a source has the source's id.
create table crawl_pages (
  id uuid primary key,
  crawl_id uuid not null,
  -- By bytes: addresses with one path and different queries lie side by side.
  url text collate "C" not null,
  status text not null default 'waiting' check (status in ('waiting', 'read', 'skipped', 'failed')),
  -- Why it was left out or could not be read: a code of the program's texts, and what completes the sentence.
  reason text,
  detail text,
  status_code int,
  -- What the sitemap says of its last change; of the last time that it was read.
  lastmod text,
  read_lastmod text,
  -- Links from the first page to this one.
  depth int not null default 0,
  run int not null,
  -- Runs in a row that did not name it.
  misses int not null default 0,
  unique (crawl_id, url)
);
create index crawl_pages_by_status on crawl_pages (crawl_id, status, id);

-- What pages of a site have in common (footers, banners), as hashes of its blocks.
create table site_blocks (
  chatbot_id uuid not null references chatbots on delete cascade,
  site text not null,
  blocks bytea not null,
  primary key (chatbot_id, site)
);

-- Politeness over all processes: when a host (scheme, name and port) may next be asked, and its rules.
create table crawl_hosts (
  host text primary key,
  next_at timestamptz not null,
  -- What robots.txt says: its text, '' where there is none, null when unknown.
  robots text,
  robots_at timestamptz,
  -- How often it asks to be left between two requests.
  delay_ms int not null default 0
);

-- Files that arrive in pieces. Each piece is a file of its own in the store, on disk or in S3, until the last one has
-- come and all are joined.
create table uploads (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  name text not null,
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size),
  -- What it became: whoever has not heard the last answer asks again, and hears the same.
  source_id uuid references sources on delete cascade,
  updated_at timestamptz not null
);
create index uploads_of_owner on uploads (owner_id, updated_at desc);
create index uploads_of_chatbot on uploads (chatbot_id);
create index uploads_of_source on uploads (source_id);
create index uploads_age on uploads (updated_at);

create table upload_pieces (
  file_key uuid primary key,
  upload_id uuid not null references uploads on delete cascade,
  start bigint not null,
  unique (upload_id, start)
);

-- Keys whose files must go once the rows that named them are gone: deletion happens from a job.
create table abandoned_files (
  file_key uuid primary key,
  at timestamptz not null
);

-- What an account has paid for a file's text, by the file's bytes: it outlives the source, so that the same file is
-- charged once, deleted and uploaded again or in another chatbot.
create table charged_files (
  owner_id uuid not null references users on delete cascade,
  sha256 bytea not null,
  tokens bigint not null check (tokens >= 0),
  primary key (owner_id, sha256)
);

-- Copies of chatbots whose sources are still being copied, in the order of the sources' ids.
create table chatbot_copies (
  chatbot_id uuid primary key references chatbots on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- No reference: it may be deleted meanwhile, and the copy says so.
  from_id uuid not null,
  started_at timestamptz not null,
  -- The last source that was copied.
  after uuid,
  -- Sources that had not been read once, and are not copied.
  unread int not null default 0
);

-- ── Conversations ────────────────────────────────────────────────────────────────────────────────────────────────────

create table conversations (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  channel text not null check (channel in ('website', 'telegram', 'whatsapp', 'test')),
  language text not null check (language in ('fr', 'en')),
  -- SHA-256 of the token that the visitor's browser holds; ids alone open nothing.
  visitor_token_hash bytea not null,
  token_expires_at timestamptz not null,
  -- Who the customer's page says is asking: `{id?, name?, email?}`, checked by nobody.
  visitor jsonb,
  message_count int not null default 0,
  unanswered int not null default 0,
  -- Thumbs of its answers.
  up int not null default 0,
  down int not null default 0,
  -- Set while an answer is being written: one at a time.
  answering_until timestamptz,
  started_at timestamptz not null,
  last_message_at timestamptz not null
);
create index conversations_of_visitor on conversations (visitor_token_hash);
create index conversations_newest on conversations (chatbot_id, last_message_at desc, id desc);
create index conversations_of_owner on conversations (owner_id, last_message_at desc, id desc) where channel <> 'test';
-- A chatbot's tests by its owner, among all that visitors have said.
create index conversations_of_tests on conversations (chatbot_id) where channel = 'test';

-- Texts as they are searched: without accents, capitals, ligatures and kinds of space and apostrophe. The words of a search
-- go through the same function. It stands here because `messages.folded` is stored: another folding is a migration that
-- writes that column anew.
create function fold_text(words text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(
    lower(regexp_replace(normalize(words, nfkd), U&'[\0300-\036f]', '', 'g') collate "pg_c_utf8"),
    'œ', 'oe'), '’', '''')
$$;

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  owner_id uuid not null references users on delete cascade,
  role text not null check (role in ('visitor', 'chatbot')),
  text text not null,
  folded text generated always as (fold_text(text)) stored,
  -- What a visitor's message was understood as, where it goes on from what was said before it.
  understood text,
  mode text check (mode in ('generated', 'quoted', 'unanswered')),
  citations jsonb not null default '[]',
  -- Passages that were found, used or not, with their scores.
  passages jsonb not null default '[]',
  -- Of an answer that found nothing: what it offers instead, each a question as it stands.
  subjects text[] not null default '{}',
  -- It was asked nothing that sources could answer.
  small_talk boolean not null default false,
  -- What a model wrote of an answer and nobody was shown, with the reason of each sentence: for the chatbot's owner.
  left_out jsonb,
  feedback text check (feedback in ('up', 'down')),
  tokens bigint,
  created_at timestamptz not null,
  check ((role = 'chatbot') = (mode is not null))
);
create index messages_in_order on messages (conversation_id, id);

create table unanswered_questions (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  chatbot_id uuid not null references chatbots on delete cascade,
  message_id uuid not null unique references messages on delete cascade,
  question text not null,
  language text not null check (language in ('fr', 'en')),
  at timestamptz not null
);
create index unanswered_questions_newest on unanswered_questions (chatbot_id, at desc);

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

-- ── Privacy ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Accounts that are to be deleted. Signing in after the request takes it back.
create table account_deletions (
  owner_id uuid primary key references users on delete cascade,
  requested_at timestamptz not null,
  scheduled_for timestamptz not null
);
