import type { Tables } from '../../../db/types.ts';

/** What an archive holds of a table: the columns that it has, and those that it leaves out, all by name. */
export interface ExportedTable {
  /** The columns that say whose a row is, any of them; `crawl_id` by way of its crawl. */
  owner: string;
  /** Names a row, and orders them. */
  key: readonly string[];
  columns: string;
  /** Hashes, sealed secrets, keys of the file store, digests and other copies of what the archive has. */
  without: string;
}

const own = (columns: string, without = '', key = 'id', owner = 'owner_id'): ExportedTable => ({
  owner,
  key: key.split(' '),
  columns,
  without,
});
const users = (columns: string, without = '', key = 'id') => own(columns, without, key, 'user_id');

const secret = 'Hashes and sealed secrets that only let somebody in, gone when they run out.';
const index = 'Computed from the passages, to be searched.';
const sums = 'Sums of the ledger, which is exported entry by entry.';
const passing = 'Work under way, gone when it is done.';
const nobody = 'Holds nothing of a person: the program’s or the operator’s.';

/** Every table: what of it is in an archive, or why it is not. One that is missing does not compile. */
export const exportedTables: Record<keyof Tables, ExportedTable | string> = {
  abandoned_files: nobody,
  account_deletions: own('owner_id requested_at scheduled_for', '', 'owner_id'),
  accounts: own('owner_id plan active_until granted_plan', '', 'owner_id'),
  api_keys: users('id user_id name scopes last4 created_at last_used_at', 'key_hash'),
  billing_customers: own('owner_id customer_id former checkout_at created_at', '', 'owner_id'),
  billing_notices: own('owner_id cause at', '', 'owner_id cause'),
  cap_alerts: own(
    'chatbot_id owner_id period number token_limit level at',
    '',
    'chatbot_id period number token_limit level',
  ),
  channel_chats: own(
    'id owner_id chatbot_id chat_key second_key address name conversation_id language stated_language origin is_closed told_unavailable_at told_unreadable_at last_inbound_at offered',
  ),
  channel_closures: nobody,
  channel_events: passing,
  channel_messages: own(
    'id owner_id chatbot_id chat_id message_id status external_id error_code error_detail created_at sent_at tries',
    'body',
  ),
  channels: own(
    'id owner_id chatbot_id platform name time_zone account_id account link last4 steps facts health held_until told_broken_at last_event_at created_at',
    'credentials webhook_secret next_webhook_secret',
  ),
  charged_files: own('owner_id tokens', 'sha256', 'owner_id sha256'),
  chatbot_copies: passing,
  chatbot_images: own('chatbot_id owner_id slot media_type', 'file_key', 'chatbot_id slot'),
  chatbot_stats: index,
  chatbot_term_changes: index,
  chatbot_terms: index,
  chatbots: own(
    'id owner_id public_id name platform status error creation creation_notice system_message welcome_message suggestions contact privacy_url language time_zone tone answer_length when_unknown model temperature retention_days daily_tokens monthly_tokens allowed_domains allow_apps seen_host seen_at refused_host refused_at appearance created_at updated_at last_sync_at resumes_as kept_rank',
    'name_key',
  ),
  check_results: own(
    'run_id place owner_id check_id question must_contain conversation_id message_id passed passed_before mode answer answer_before missing tokens',
    '',
    'run_id place',
  ),
  check_runs: own('id owner_id chatbot_id status error_code at'),
  checks: own('id owner_id chatbot_id question must_contain passed answer created_at'),
  consents: own(
    'id owner_id at policy_version policy_hash language address performance_cookies cookie_usage analytics_tracking data_collection data_sharing_third_parties marketing_communications',
  ),
  conversations: own(
    'id owner_id chatbot_id channel language visitor message_count unanswered up down started_at last_message_at',
    'visitor_token_hash token_expires_at answering_until',
  ),
  crawl_hosts: nobody,
  crawl_pages: own(
    'id crawl_id url status reason detail status_code lastmod read_lastmod depth run misses',
    '',
    'id',
    'crawl_id',
  ),
  crawls: own(
    'id owner_id chatbot_id kind url status run sitemaps_waiting sitemaps_seen error_code error_detail error_status_code found read skipped failed max_pages ignore_header ignore_footer schedule next_sync_at created_at updated_at finished_at',
  ),
  credential_changes: users(
    'id user_id change email created_at expires_at',
    'password_hash identities factors token_hash',
  ),
  data_export_parts: 'The archives themselves.',
  data_exports: own(
    'id owner_id status language bytes created_at expires_at',
    'nonce position parts done total',
  ),
  deletions: 'Ids of what is gone.',
  factor_challenges: secret,
  factors: users(
    'id user_id friendly_name status last_challenged_at created_at updated_at',
    'secret_sealed enrolled_by last_step',
  ),
  fallbacks: own(
    'chatbot_id owner_id reason since period day ended_at answers needed mailed_at',
    '',
    'chatbot_id reason',
  ),
  flow_states: secret,
  free_answers: own('chatbot_id owner_id day answers', '', 'chatbot_id'),
  idempotency_keys: 'Answers to calls, kept for a day to be repeated: copies of what is exported.',
  identities: users(
    'id user_id provider provider_id identity_data email last_sign_in_at created_at updated_at',
  ),
  job_turns: passing,
  jobs: passing,
  known_devices: users('user_id last_at', 'device_hash', 'user_id device_hash'),
  ledger_causes: sums,
  ledger_entries: own(
    'id owner_id at operation token_type tokens chatbot_id chatbot_name cause period day details',
    '',
    'id at',
  ),
  mails: 'The development mailbox of a server that sends no mail: the operator’s, cleared by age.',
  messages: own(
    'id conversation_id owner_id role text understood mode citations passages subjects small_talk left_out feedback tokens created_at fallback',
    'folded',
  ),
  one_time_tokens: secret,
  passage_lexicon: index,
  passage_vectors: index,
  passages: own(
    'id owner_id chatbot_id source_id version ordinal text position language tokens excluded',
    'starts content_hash analysis',
  ),
  profiles: own(
    'id first_name last_name website receive_updates preferred_locale google_consent_completed updated_at time_zone theme email_notifications marketing_emails activity_summaries tour tour_step tooltips',
    '',
    'id',
    'id',
  ),
  provider_flows: secret,
  published_sources: index,
  quota_alerts: own(
    'owner_id token_type level period token_limit at put_away_at',
    '',
    'owner_id token_type period token_limit level',
  ),
  quota_needs: own('owner_id token_type tokens', '', 'owner_id token_type'),
  rate_limits: nobody,
  recovery_codes: secret,
  refresh_tokens: secret,
  removed_sources: index,
  reservations: passing,
  saml_assertions: nobody,
  second_step_failures: users('user_id failures first_at blocked_until', '', 'user_id'),
  security_events: users('id user_id origin event severity details user_agent address created_at'),
  sessions: users(
    'id user_id aal amr scope user_agent address proven_at falls_back created_at refreshed_at',
    'generation refresh_token_sealed raised_by',
  ),
  settings: nobody,
  sign_in_addresses: users('user_id last_at', 'address_hash', 'user_id address_hash'),
  sign_in_failures: nobody,
  sign_ups: users('id user_id metadata created_at', 'password_hash identity_id asked_from'),
  signing_keys: nobody,
  site_blocks: index,
  sources: own(
    'id owner_id chatbot_id kind name url host crawl_id canonical_url media_type format size status progress_done progress_total error_code error_detail error_status_code notices version passages storage_tokens language requires_authentication ignore_header ignore_footer etag last_modified schedule next_sync_at created_at updated_at last_sync_at',
    'sha256 file_key text_hash accepts_loss delays',
  ),
  stripe_closures: nobody,
  stripe_events: nobody,
  subscriptions: own(
    'id owner_id customer_id status plan next_plan active_until ends_at past_due_since created_at synced_at',
  ),
  summaries: own(
    'id owner_id chatbot_id period starts_at ends_at status mode language conversations messages read last_read level spent tokens result error_code created_at finished_at',
  ),
  summary_notes: passing,
  system_message_versions: own('chatbot_id owner_id version system_message at', '', 'chatbot_id version'),
  transfers: own(
    'id owner_id receiver_id email chatbot_id chatbot_name platform contents status created_at expires_at decided_at',
    'told',
    'id',
    'owner_id receiver_id',
  ),
  unanswered_questions: own('id owner_id chatbot_id message_id question language at'),
  upload_pieces: passing,
  uploads: own('id owner_id chatbot_id name size received source_id updated_at'),
  usage_days: sums,
  usage_hours: sums,
  usage_sums: sums,
  users: own(
    'id email is_sso_user email_confirmed_at user_metadata new_email email_change_confirmed last_sign_in_at banned_until leaving_since created_at updated_at',
    'password_hash confirmation_sent_at recovery_sent_at email_change_sent_at reauthentication_sent_at',
    'id',
    'id',
  ),
  visitor_sums: sums,
  whole_readings: index,
};
