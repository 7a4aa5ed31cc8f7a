/** The tables that each feature of the server keeps. Those of `kit` and `db` are nobody's: their modules alone ask for them. */
export const tableOwners: Record<string, readonly string[]> = {
  auth: [
    'consents',
    'credential_changes',
    'factor_challenges',
    'factors',
    'flow_states',
    'identities',
    'known_devices',
    'one_time_tokens',
    'profiles',
    'provider_flows',
    'recovery_codes',
    'refresh_tokens',
    'saml_assertions',
    'second_step_failures',
    'security_events',
    'sessions',
    'api_keys',
    'sign_in_addresses',
    'sign_in_failures',
    'sign_ups',
    'signing_keys',
    'users',
  ],
  billing: [
    'accounts',
    'billing_customers',
    'billing_notices',
    'stripe_closures',
    'stripe_events',
    'subscriptions',
  ],
  usage: [
    'cap_alerts',
    'ledger_causes',
    'ledger_entries',
    'quota_alerts',
    'quota_needs',
    'reservations',
    'usage_days',
    'usage_hours',
    'usage_sums',
    'visitor_sums',
  ],
  chatbots: ['chatbot_images', 'chatbots', 'system_message_versions'],
  knowledge: [
    'chatbot_stats',
    'chatbot_term_changes',
    'chatbot_terms',
    'passage_lexicon',
    'passage_vectors',
    'passages',
    'published_sources',
    'removed_sources',
    'whole_readings',
  ],
  sources: [
    'abandoned_files',
    'charged_files',
    'chatbot_copies',
    'crawl_hosts',
    'crawl_pages',
    'crawls',
    'site_blocks',
    'sources',
    'upload_pieces',
    'uploads',
  ],
  conversations: [
    'check_results',
    'check_runs',
    'checks',
    'conversations',
    'fallbacks',
    'free_answers',
    'messages',
    'unanswered_questions',
  ],
  summaries: ['summaries', 'summary_notes'],
  channels: ['channel_chats', 'channel_closures', 'channel_events', 'channel_messages', 'channels'],
  transfers: ['transfers'],
  privacy: ['account_deletions', 'data_export_parts', 'data_exports', 'deletions'],
  kit: ['idempotency_keys', 'job_turns', 'jobs', 'mails', 'rate_limits'],
  db: ['settings'],
};

const base = ['db', 'kit'];

/** The files of SQL that belong to one feature: the functions that its queries call. */
const functionFiles: Record<string, string> = {
  'server/src/db/functions/auth.sql': 'auth',
  'server/src/db/functions/search.sql': 'knowledge',
  'server/src/db/functions/billing.sql': 'billing',
  'server/src/db/functions/usage.sql': 'usage',
  'server/src/db/functions/conversations.sql': 'conversations',
  'server/src/db/functions/channels.sql': 'channels',
  'server/src/db/functions/transfers.sql': 'transfers',
};

interface Use {
  table: string;
  isWritten: boolean;
}

const builder =
  /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|(?:inner|left|right|full|cross)Join|using|from)\(\s*\[?\s*['"`](\w+)/g;
const raw =
  /\b(insert\s+into|merge\s+into|delete\s+from|update|from|join|using|truncate)\s+(?:only\s+)?(\w+)\b(?!\s*\()/gi;

/** The tables that SQL in this text names, be it built or written. */
function tablesIn(text: string, known: ReadonlySet<string>): Use[] {
  return [builder, raw].flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .map(([, verb = '', table = '']) => ({
        table,
        isWritten: /^(insert|update|delete|merge|truncate)/i.test(verb),
      }))
      .filter(({ table }) => known.has(table)),
  );
}

/** Tables of one table and its aliases: `a, b` after `from`. */
const listed = /\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?((?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)+)/gi;

function tablesListedIn(text: string, known: ReadonlySet<string>): Use[] {
  return [...text.matchAll(listed)].flatMap(([, rest = '']) =>
    rest
      .split(',')
      .map((part) => part.trim().split(/\s/)[0] ?? '')
      .filter((table) => known.has(table))
      .map((table) => ({ table, isWritten: false })),
  );
}

/**
 * SQL that asks for what another feature keeps. One rule: a feature writes its own tables alone, and reads beside them only
 * tables of features left of it on the ladder; what stands right of it is asked of there, passed in, or composed there.
 */
export function findForeignTables(
  files: ReadonlyMap<string, string>,
  ladder: readonly string[],
  owners: typeof tableOwners,
): string[] {
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([feature, tables]) => tables.map((table) => [table, feature] as const)),
  );
  const known = new Set(ownerOf.keys());
  const refusals = new Set<string>();
  for (const [file, text] of files) {
    const feature = functionFiles[file] ?? /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];
    if (feature === undefined) continue;
    const mine = ladder.indexOf(feature);
    for (const { table, isWritten } of [...tablesIn(text, known), ...tablesListedIn(text, known)]) {
      const owner = ownerOf.get(table) as string;
      if (owner === feature) continue;
      const whose = `“${table}” of “${owner}”`;
      if (base.includes(owner)) refusals.add(`${file}: asks for ${whose}, which its own module does`);
      else if (ladder.indexOf(owner) > mine)
        refusals.add(
          `${file}: asks for ${whose}, which stands right of “${feature}” on the ladder: have it passed in, or compose there`,
        );
      else if (isWritten) refusals.add(`${file}: writes ${whose}: ask its service`);
    }
  }
  return [...refusals];
}

/** Tables of the schema that nobody is named for, and names that the schema has not. */
export function findUnownedTables(tables: readonly string[], owners: typeof tableOwners): string[] {
  const owned = Object.values(owners).flat();
  return [
    ...tables
      .filter((table) => !owned.includes(table))
      .map((table) => `“${table}” has no owner in scripts/checks/table-owners.ts`),
    ...owned
      .filter((table) => !tables.includes(table))
      .map((table) => `“${table}” stands in scripts/checks/table-owners.ts and not in the schema`),
  ];
}
