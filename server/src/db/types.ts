// Printed from the migrations by `npm run db:types`: don't edit.
import type { ColumnType } from 'kysely';
import type { EncodedJson, JsonColumns } from './json.ts';

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Json<C extends keyof JsonColumns> = ColumnType<
  JsonColumns[C],
  EncodedJson<JsonColumns[C]>,
  EncodedJson<JsonColumns[C]>
>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AbandonedFiles {
  file_key: string;
  at: Timestamp;
}

export interface AccountDeletions {
  owner_id: string;
  requested_at: Timestamp;
  scheduled_for: Timestamp;
}

export interface Accounts {
  owner_id: string;
  plan: string;
  active_until: Timestamp | null;
  granted_plan: string | null;
}

export interface ApiKeys {
  id: string;
  user_id: string;
  name: string;
  scopes: string[];
  key_hash: Buffer;
  last4: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface BillingCustomers {
  owner_id: string;
  customer_id: string | null;
  former: Generated<number>;
  checkout_at: Timestamp | null;
  created_at: Timestamp;
}

export interface BillingNotices {
  owner_id: string;
  cause: string;
  at: Timestamp;
}

export interface CapAlerts {
  chatbot_id: string;
  owner_id: string;
  period: 'day' | 'month';
  number: number;
  token_limit: number;
  level: 'warning80' | 'warning90' | 'exceeded';
  at: Timestamp;
}

export interface ChannelChats {
  id: string;
  owner_id: string;
  chatbot_id: string;
  chat_key: string;
  second_key: string | null;
  address: Json<'channel_chats.address'>;
  name: string | null;
  conversation_id: string | null;
  language: 'fr' | 'en' | null;
  stated_language: 'fr' | 'en' | null;
  origin: string | null;
  is_closed: Generated<boolean>;
  told_unavailable_at: Timestamp | null;
  told_unreadable_at: Timestamp | null;
  last_inbound_at: Timestamp;
  offered: Json<'channel_chats.offered'> | null;
}

export interface ChannelClosures {
  id: string;
  platform: 'telegram' | 'whatsapp';
  account_id: string;
  credentials: string;
  facts: Json<'channel_closures.facts'>;
  created_at: Timestamp;
  tried_at: Timestamp | null;
}

export interface ChannelEvents {
  owner_id: string;
  chatbot_id: string;
  external_id: string;
  chat_id: string;
  message_ref: string | null;
  position: number;
  content: Json<'channel_events.content'> | null;
  question_id: string | null;
  answer_id: string | null;
  received_at: Timestamp;
  handled_at: Timestamp | null;
}

export interface ChannelMessages {
  id: string;
  owner_id: string;
  chatbot_id: string;
  chat_id: string;
  message_id: string | null;
  body: Json<'channel_messages.body'> | null;
  status: 'sent' | 'queued' | 'delivered' | 'read' | 'failed';
  external_id: string | null;
  error_code: string | null;
  error_detail: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  tries: Generated<number>;
}

export interface Channels {
  id: string;
  owner_id: string;
  chatbot_id: string | null;
  platform: 'telegram' | 'whatsapp';
  name: string;
  time_zone: string | null;
  account_id: string | null;
  account: Generated<string>;
  link: Generated<string>;
  credentials: string;
  webhook_secret: string;
  last4: string;
  steps: Json<'channels.steps'>;
  facts: Generated<Json<'channels.facts'>>;
  health: Json<'channels.health'> | null;
  held_until: Timestamp | null;
  told_broken_at: Timestamp | null;
  last_event_at: Timestamp | null;
  created_at: Timestamp;
  next_webhook_secret: string | null;
}

export interface ChargedFiles {
  owner_id: string;
  sha256: Buffer;
  tokens: number;
}

export interface ChatbotCopies {
  chatbot_id: string;
  owner_id: string;
  from_id: string;
  started_at: Timestamp;
  after: string | null;
  unread: Generated<number>;
}

export interface ChatbotImages {
  chatbot_id: string;
  owner_id: string;
  slot: 'avatar' | 'launcherIcon' | 'sendIcon' | 'userAvatar';
  file_key: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/svg+xml';
}

export interface ChatbotStats {
  chatbot_id: string;
  french: Generated<number>;
  english: Generated<number>;
}

export interface ChatbotTermChanges {
  chatbot_id: string;
  id: Generated<number>;
  first: number;
  last: number;
  terms: number[];
  passages: number[];
}

export interface ChatbotTerms {
  chatbot_id: string;
  term: number;
  passages: number;
}

export interface Chatbots {
  id: string;
  owner_id: string;
  public_id: string;
  name: string;
  name_key: string;
  platform: 'website' | 'telegram' | 'whatsapp';
  status: Generated<'active' | 'paused' | 'error'>;
  error: Json<'chatbots.error'> | null;
  creation: Generated<'initializing' | 'completed' | 'warning'>;
  creation_notice: Json<'chatbots.creation_notice'> | null;
  system_message: Generated<string>;
  welcome_message: Generated<string>;
  suggestions: Generated<string[]>;
  contact: Generated<string>;
  privacy_url: string | null;
  language: 'fr' | 'en';
  time_zone: string | null;
  tone: Generated<'neutral' | 'warm' | 'formal'>;
  answer_length: Generated<'short' | 'medium' | 'long'>;
  when_unknown: Generated<'contact' | 'rephrase' | 'say'>;
  model: string | null;
  temperature: number | null;
  retention_days: Generated<30 | 90 | 365 | null>;
  daily_tokens: number | null;
  monthly_tokens: number | null;
  allowed_domains: Generated<string[]>;
  allow_apps: Generated<boolean>;
  seen_host: string | null;
  seen_at: Timestamp | null;
  refused_host: string | null;
  refused_at: Timestamp | null;
  appearance: Generated<Json<'chatbots.appearance'>>;
  created_at: Timestamp;
  updated_at: Timestamp;
  last_sync_at: Timestamp | null;
  resumes_as: 'active' | 'paused' | 'error' | null;
  kept_rank: number | null;
}

export interface CheckResults {
  run_id: string;
  place: number;
  owner_id: string;
  check_id: string;
  question: string;
  must_contain: string[];
  conversation_id: string;
  message_id: string;
  passed: boolean | null;
  passed_before: boolean | null;
  mode: 'generated' | 'quoted' | 'unanswered' | null;
  answer: string | null;
  answer_before: string | null;
  missing: string[] | null;
  tokens: number | null;
}

export interface CheckRuns {
  id: string;
  owner_id: string;
  chatbot_id: string;
  status: 'running' | 'done' | 'error';
  error_code: string | null;
  at: Timestamp;
}

export interface Checks {
  id: string;
  owner_id: string;
  chatbot_id: string;
  question: string;
  must_contain: string[];
  passed: boolean | null;
  answer: string | null;
  created_at: Timestamp;
}

export interface Consents {
  id: string;
  owner_id: string;
  at: Timestamp;
  policy_version: string;
  policy_hash: Buffer;
  language: 'fr' | 'en';
  address: string;
  performance_cookies: boolean;
  cookie_usage: boolean;
  analytics_tracking: boolean;
  data_collection: boolean;
  data_sharing_third_parties: boolean;
  marketing_communications: boolean;
}

export interface Conversations {
  id: string;
  owner_id: string;
  chatbot_id: string;
  channel: 'website' | 'telegram' | 'whatsapp' | 'api' | 'test';
  language: 'fr' | 'en';
  visitor_token_hash: Buffer;
  token_expires_at: Timestamp;
  visitor: Json<'conversations.visitor'> | null;
  message_count: Generated<number>;
  unanswered: Generated<number>;
  up: Generated<number>;
  down: Generated<number>;
  answering_until: Timestamp | null;
  started_at: Timestamp;
  last_message_at: Timestamp;
}

export interface CrawlHosts {
  host: string;
  next_at: Timestamp;
  robots: string | null;
  robots_at: Timestamp | null;
  delay_ms: Generated<number>;
}

export interface CrawlPages {
  id: string;
  crawl_id: string;
  url: string;
  status: Generated<'waiting' | 'read' | 'skipped' | 'failed'>;
  reason: string | null;
  detail: string | null;
  status_code: number | null;
  lastmod: string | null;
  read_lastmod: string | null;
  depth: Generated<number>;
  run: number;
  misses: Generated<number>;
}

export interface Crawls {
  id: string;
  owner_id: string;
  chatbot_id: string;
  kind: 'sitemap' | 'site';
  url: string;
  status: Generated<'running' | 'stopped' | 'done' | 'error'>;
  run: Generated<number>;
  sitemaps_waiting: Generated<Json<'crawls.sitemaps_waiting'>>;
  sitemaps_seen: Generated<string[]>;
  error_code: string | null;
  error_detail: Json<'crawls.error_detail'> | null;
  error_status_code: number | null;
  found: Generated<number>;
  read: Generated<number>;
  skipped: Generated<number>;
  failed: Generated<number>;
  max_pages: number;
  ignore_header: Generated<boolean>;
  ignore_footer: Generated<boolean>;
  schedule: Generated<'never' | 'daily' | 'weekly'>;
  next_sync_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  finished_at: Timestamp | null;
}

export interface CredentialChanges {
  id: string;
  user_id: string;
  change: string;
  email: string;
  password_hash: string | null;
  identities: Json<'credential_changes.identities'>;
  factors: Json<'credential_changes.factors'>;
  token_hash: Buffer | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface DataExportParts {
  export_id: string;
  number: number;
  file_key: string;
  size: number;
  entries: Json<'data_export_parts.entries'>;
}

export interface DataExports {
  id: string;
  owner_id: string;
  status: 'pending' | 'running' | 'ready' | 'expired' | 'error' | 'deleted';
  nonce: Buffer;
  language: 'fr' | 'en';
  position: Json<'data_exports.position'>;
  parts: Generated<number>;
  bytes: Generated<number>;
  done: Generated<number>;
  total: number;
  created_at: Timestamp;
  expires_at: Timestamp | null;
}

export interface Deletions {
  id: string;
  kind: 'account' | 'chatbot' | 'source' | 'conversation' | 'api_key';
  at: Timestamp;
}

export interface FactorChallenges {
  id: string;
  factor_id: string;
  address_hash: Buffer;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface Factors {
  id: string;
  user_id: string;
  friendly_name: string | null;
  status: Generated<'unverified' | 'verified'>;
  secret_sealed: string;
  enrolled_by: string | null;
  last_step: number | null;
  last_challenged_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface Fallbacks {
  chatbot_id: string;
  owner_id: string;
  reason: 'quota' | 'daily_cap' | 'monthly_cap' | 'provider';
  since: Timestamp;
  period: number;
  day: string;
  ended_at: Timestamp | null;
  answers: number;
  needed: number;
  mailed_at: Timestamp | null;
}

export interface FlowStates {
  id: string;
  user_id: string | null;
  method: string;
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
  code_hash: Buffer | null;
  code_issued_at: Timestamp | null;
  provider: string | null;
  provider_tokens_sealed: string | null;
  created_at: Timestamp;
}

export interface FreeAnswers {
  chatbot_id: string;
  owner_id: string;
  day: string;
  answers: number;
}

export interface IdempotencyKeys {
  owner_id: string;
  key: string;
  fingerprint: Buffer;
  status: number | null;
  body: Json<'idempotency_keys.body'> | null;
  created_at: Timestamp;
}

export interface Identities {
  id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  identity_data: Json<'identities.identity_data'>;
  email: string | null;
  last_sign_in_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface JobTurns {
  owner_id: string;
  turn: number;
}

export interface Jobs {
  id: string;
  name: string;
  lane: 'inbound' | 'quick' | 'long' | 'network';
  payload: Json<'jobs.payload'>;
  owner_id: string | null;
  dedupe_key: string | null;
  run_at: Timestamp;
  scheduled_at: Timestamp;
  again: Generated<boolean>;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Timestamp | null;
  failed_at: Timestamp | null;
  error: string | null;
  created_at: Timestamp;
}

export interface KnownDevices {
  user_id: string;
  device_hash: Buffer;
  last_at: Timestamp;
}

export interface LedgerCauses {
  owner_id: string;
  cause: string;
  entry_id: string;
  at: Timestamp;
}

export interface LedgerEntries {
  id: string;
  owner_id: string;
  at: Timestamp;
  operation: 'chat_completion' | 'file_upload' | 'reindex' | 'vector_search' | 'api_call' | 'summary_generation';
  token_type: 'message' | 'storage';
  tokens: number;
  chatbot_id: string | null;
  chatbot_name: string | null;
  cause: string;
  period: number;
  day: string;
  details: Generated<Json<'ledger_entries.details'>>;
}

export interface Mails {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  created_at: Timestamp;
  headers: Generated<Json<'mails.headers'>>;
}

export interface Messages {
  id: string;
  conversation_id: string;
  owner_id: string;
  role: 'visitor' | 'chatbot';
  text: string;
  folded: Generated<string | null>;
  understood: string | null;
  mode: 'generated' | 'quoted' | 'unanswered' | null;
  citations: Generated<Json<'messages.citations'>>;
  passages: Generated<Json<'messages.passages'>>;
  subjects: Generated<string[]>;
  small_talk: Generated<boolean>;
  left_out: Json<'messages.left_out'> | null;
  feedback: 'up' | 'down' | null;
  tokens: number | null;
  created_at: Timestamp;
  fallback: 'quota' | 'daily_cap' | 'monthly_cap' | 'provider' | null;
}

export interface OneTimeTokens {
  user_id: string;
  kind: 'signup' | 'recovery' | 'magiclink' | 'email_change_current' | 'email_change_new' | 'reauthentication';
  email: string;
  link_hash: Buffer | null;
  code_hash: Buffer | null;
  code_tries: Generated<number>;
  flow_state_id: string | null;
  sign_up_id: string | null;
  expires_at: Timestamp;
}

export interface PassageLexicon {
  passage_id: string;
  chatbot_id: string;
  source_id: string;
  version: number;
  length: number;
  terms: number[];
  weights: string;
}

export interface PassageVectors {
  passage_id: string;
  chatbot_id: string;
  source_id: string;
  version: number;
  model: string;
  embedding: string;
}

export interface Passages {
  id: string;
  owner_id: string;
  chatbot_id: string;
  source_id: string;
  version: number;
  ordinal: number;
  text: string;
  position: Generated<Json<'passages.position'>>;
  starts: Generated<number[]>;
  language: 'fr' | 'en';
  tokens: number;
  excluded: Generated<boolean>;
  content_hash: Buffer;
  analysis: number;
}

export interface Profiles {
  id: string;
  first_name: string | null;
  last_name: string | null;
  website: string | null;
  receive_updates: Generated<boolean>;
  preferred_locale: 'fr' | 'en' | null;
  google_consent_completed: Generated<boolean>;
  updated_at: Timestamp;
  time_zone: string | null;
  theme: 'system' | 'light' | 'dark' | null;
  email_notifications: Generated<boolean>;
  marketing_emails: boolean | null;
  activity_summaries: Generated<boolean>;
  tour: Generated<'new' | 'skipped' | 'completed'>;
  tour_step: number | null;
  tooltips: Generated<boolean>;
}

export interface ProviderFlows {
  id: string;
  provider: string;
  redirect_to: string;
  language: 'fr' | 'en';
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  link_user_id: string | null;
  link_session_id: string | null;
  browser_hash: Buffer | null;
  nonce: string | null;
  verifier_sealed: string | null;
  request_id: string | null;
  answer_sealed: string | null;
  created_at: Timestamp;
  used_at: Timestamp | null;
}

export interface PublishedSources {
  source_id: string;
  chatbot_id: string;
  version: number;
  is_answer: Generated<boolean>;
}

export interface QuotaAlerts {
  owner_id: string;
  token_type: 'message' | 'storage';
  level: 'warning80' | 'warning90' | 'exceeded';
  period: number;
  token_limit: number;
  at: Timestamp | null;
  put_away_at: Timestamp | null;
}

export interface QuotaNeeds {
  owner_id: string;
  token_type: 'message' | 'storage';
  tokens: number;
}

export interface RateLimits {
  key: Buffer;
  window_start: Timestamp;
  count: number;
  expires_at: Timestamp;
}

export interface RecoveryCodes {
  user_id: string;
  code_hash: Buffer;
  created_at: Timestamp;
}

export interface RefreshTokens {
  token_hash: Buffer;
  session_id: string;
  generation: number;
  rotated_at: Timestamp | null;
}

export interface RemovedSources {
  source_id: string;
  chatbot_id: string;
  last: Generated<number>;
}

export interface Reservations {
  id: string;
  owner_id: string;
  token_type: 'message' | 'storage';
  operation: string;
  tokens: number;
  due: Generated<number>;
  chatbot_id: string | null;
  chatbot_name: string | null;
  cause: string;
  expires_at: Timestamp;
  period: number;
  period_end: Timestamp | null;
  day: string;
  due_details: Generated<Json<'reservations.due_details'>>;
}

export interface SamlAssertions {
  provider: string;
  assertion_hash: Buffer;
  expires_at: Timestamp;
}

export interface SecondStepFailures {
  user_id: string;
  failures: number;
  first_at: Timestamp;
  blocked_until: Timestamp | null;
}

export interface SecurityEvents {
  id: string;
  user_id: string;
  origin: 'server' | 'browser';
  event: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  details: Generated<Json<'security_events.details'>>;
  user_agent: string | null;
  address: string | null;
  created_at: Timestamp;
}

export interface Sessions {
  id: string;
  user_id: string;
  aal: Generated<'aal1' | 'aal2'>;
  amr: Json<'sessions.amr'>;
  scope: Generated<'account' | 'recovery'>;
  generation: Generated<number>;
  refresh_token_sealed: string;
  user_agent: string | null;
  address: string | null;
  proven_at: Timestamp | null;
  raised_by: string | null;
  falls_back: Generated<boolean>;
  created_at: Timestamp;
  refreshed_at: Timestamp;
}

export interface Settings {
  key: string;
  value: Json<'settings.value'>;
  updated_at: Timestamp;
}

export interface SignInAddresses {
  user_id: string;
  address_hash: Buffer;
  last_at: Timestamp;
}

export interface SignInFailures {
  key: Buffer;
  failures: number;
  first_at: Timestamp;
  last_at: Timestamp;
  blocked_until: Timestamp | null;
}

export interface SignUps {
  id: string;
  user_id: string;
  password_hash: string | null;
  metadata: Json<'sign_ups.metadata'>;
  identity_id: string | null;
  asked_from: Buffer | null;
  created_at: Timestamp;
}

export interface SigningKeys {
  kid: string;
  public_jwk: Json<'signing_keys.public_jwk'>;
  private_jwk_sealed: string;
  created_at: Timestamp;
  retired_at: Timestamp | null;
}

export interface SiteBlocks {
  chatbot_id: string;
  site: string;
  blocks: Buffer;
}

export interface Sources {
  id: string;
  owner_id: string;
  chatbot_id: string;
  kind: 'file' | 'url' | 'answer';
  name: string;
  url: string | null;
  host: string | null;
  crawl_id: string | null;
  canonical_url: string | null;
  media_type: string;
  format: 'pdf' | 'docx' | 'xlsx' | 'csv' | 'txt' | 'html';
  size: Generated<number>;
  sha256: Buffer | null;
  file_key: string | null;
  status: Generated<'pending' | 'processing' | 'processed' | 'ready' | 'error'>;
  progress_done: number | null;
  progress_total: number | null;
  error_code: string | null;
  error_detail: Json<'sources.error_detail'> | null;
  error_status_code: number | null;
  notices: Generated<Json<'sources.notices'>>;
  version: Generated<number>;
  passages: Generated<number>;
  storage_tokens: Generated<number>;
  language: 'fr' | 'en' | null;
  requires_authentication: Generated<boolean>;
  ignore_header: Generated<boolean>;
  ignore_footer: Generated<boolean>;
  etag: string | null;
  last_modified: string | null;
  text_hash: Buffer | null;
  accepts_loss: Generated<boolean>;
  delays: Generated<number>;
  schedule: Generated<'never' | 'daily' | 'weekly'>;
  next_sync_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  last_sync_at: Timestamp | null;
}

export interface StripeClosures {
  id: string;
  kind: 'subscription' | 'customer';
  created_at: Timestamp;
}

export interface StripeEvents {
  id: string;
  type: string;
  received_at: Timestamp;
}

export interface Subscriptions {
  id: string;
  owner_id: string;
  customer_id: string;
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled';
  plan: string | null;
  next_plan: string | null;
  active_until: Timestamp | null;
  ends_at: Timestamp | null;
  past_due_since: Timestamp | null;
  created_at: Timestamp;
  synced_at: Timestamp;
}

export interface Summaries {
  id: string;
  owner_id: string;
  chatbot_id: string;
  period: '24h' | '7d' | '30d';
  starts_at: Timestamp;
  ends_at: Timestamp;
  status: Generated<'pending' | 'running' | 'done' | 'error'>;
  mode: 'generated' | 'counted';
  language: 'fr' | 'en';
  conversations: number;
  messages: number;
  read: Generated<number>;
  last_read: string | null;
  level: Generated<number>;
  spent: Generated<Json<'summaries.spent'>>;
  tokens: Generated<number>;
  result: Json<'summaries.result'> | null;
  error_code: string | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

export interface SummaryNotes {
  summary_id: string;
  level: number;
  place: number;
  owner_id: string;
  claims: Json<'summary_notes.claims'>;
}

export interface SystemMessageVersions {
  chatbot_id: string;
  owner_id: string;
  version: number;
  system_message: string;
  at: Timestamp;
}

export interface Transfers {
  id: string;
  owner_id: string;
  receiver_id: string | null;
  email: string;
  chatbot_id: string | null;
  chatbot_name: string;
  platform: 'website' | 'telegram' | 'whatsapp';
  contents: Json<'transfers.contents'>;
  status: Generated<'pending' | 'accepted' | 'declined' | 'cancelled' | 'expired'>;
  told: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  decided_at: Timestamp | null;
}

export interface UnansweredQuestions {
  id: string;
  owner_id: string;
  chatbot_id: string;
  message_id: string;
  question: string;
  language: 'fr' | 'en';
  at: Timestamp;
}

export interface UploadPieces {
  file_key: string;
  upload_id: string;
  start: number;
}

export interface Uploads {
  id: string;
  owner_id: string;
  chatbot_id: string;
  name: string;
  size: number;
  received: Generated<number>;
  source_id: string | null;
  updated_at: Timestamp;
}

export interface UsageDays {
  owner_id: string;
  day: string;
  chatbot_id: string | null;
  chatbot_name: string;
  operation: 'chat_completion' | 'file_upload' | 'reindex' | 'vector_search' | 'api_call' | 'summary_generation';
  token_type: 'message' | 'storage';
  tokens: number;
  entries: number;
}

export interface UsageHours {
  owner_id: string;
  hour: Timestamp;
  chatbot_id: string | null;
  chatbot_name: string;
  operation: 'chat_completion' | 'file_upload' | 'reindex' | 'vector_search' | 'api_call' | 'summary_generation';
  token_type: 'message' | 'storage';
  tokens: number;
  entries: number;
}

export interface UsageSums {
  owner_id: string;
  token_type: 'message' | 'storage';
  period: number;
  tokens: number;
  entries: number;
}

export interface Users {
  id: string;
  email: string | null;
  is_sso_user: Generated<boolean>;
  password_hash: string | null;
  email_confirmed_at: Timestamp | null;
  user_metadata: Generated<Json<'users.user_metadata'>>;
  new_email: string | null;
  email_change_confirmed: 'current' | 'new' | null;
  confirmation_sent_at: Timestamp | null;
  recovery_sent_at: Timestamp | null;
  email_change_sent_at: Timestamp | null;
  reauthentication_sent_at: Timestamp | null;
  last_sign_in_at: Timestamp | null;
  banned_until: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  leaving_since: Timestamp | null;
}

export interface VisitorSums {
  owner_id: string;
  chatbot_id: string;
  period: number;
  day: string;
  tokens: number;
  answers: Generated<number>;
}

export interface WholeReadings {
  source_id: string;
  version: number;
}

export interface Tables {
  abandoned_files: AbandonedFiles;
  account_deletions: AccountDeletions;
  accounts: Accounts;
  api_keys: ApiKeys;
  billing_customers: BillingCustomers;
  billing_notices: BillingNotices;
  cap_alerts: CapAlerts;
  channel_chats: ChannelChats;
  channel_closures: ChannelClosures;
  channel_events: ChannelEvents;
  channel_messages: ChannelMessages;
  channels: Channels;
  charged_files: ChargedFiles;
  chatbot_copies: ChatbotCopies;
  chatbot_images: ChatbotImages;
  chatbot_stats: ChatbotStats;
  chatbot_term_changes: ChatbotTermChanges;
  chatbot_terms: ChatbotTerms;
  chatbots: Chatbots;
  check_results: CheckResults;
  check_runs: CheckRuns;
  checks: Checks;
  consents: Consents;
  conversations: Conversations;
  crawl_hosts: CrawlHosts;
  crawl_pages: CrawlPages;
  crawls: Crawls;
  credential_changes: CredentialChanges;
  data_export_parts: DataExportParts;
  data_exports: DataExports;
  deletions: Deletions;
  factor_challenges: FactorChallenges;
  factors: Factors;
  fallbacks: Fallbacks;
  flow_states: FlowStates;
  free_answers: FreeAnswers;
  idempotency_keys: IdempotencyKeys;
  identities: Identities;
  job_turns: JobTurns;
  jobs: Jobs;
  known_devices: KnownDevices;
  ledger_causes: LedgerCauses;
  ledger_entries: LedgerEntries;
  mails: Mails;
  messages: Messages;
  one_time_tokens: OneTimeTokens;
  passage_lexicon: PassageLexicon;
  passage_vectors: PassageVectors;
  passages: Passages;
  profiles: Profiles;
  provider_flows: ProviderFlows;
  published_sources: PublishedSources;
  quota_alerts: QuotaAlerts;
  quota_needs: QuotaNeeds;
  rate_limits: RateLimits;
  recovery_codes: RecoveryCodes;
  refresh_tokens: RefreshTokens;
  removed_sources: RemovedSources;
  reservations: Reservations;
  saml_assertions: SamlAssertions;
  second_step_failures: SecondStepFailures;
  security_events: SecurityEvents;
  sessions: Sessions;
  settings: Settings;
  sign_in_addresses: SignInAddresses;
  sign_in_failures: SignInFailures;
  sign_ups: SignUps;
  signing_keys: SigningKeys;
  site_blocks: SiteBlocks;
  sources: Sources;
  stripe_closures: StripeClosures;
  stripe_events: StripeEvents;
  subscriptions: Subscriptions;
  summaries: Summaries;
  summary_notes: SummaryNotes;
  system_message_versions: SystemMessageVersions;
  transfers: Transfers;
  unanswered_questions: UnansweredQuestions;
  upload_pieces: UploadPieces;
  uploads: Uploads;
  usage_days: UsageDays;
  usage_hours: UsageHours;
  usage_sums: UsageSums;
  users: Users;
  visitor_sums: VisitorSums;
  whole_readings: WholeReadings;
}
