/**
 * The rooms of each part of the house, left to right: a file imports from its own room and from those left of it. `.` are the
 * files of the root that are not named; without it they come last. A room may stand in another (`federation/saml`); a file
 * belongs to the longest one that fits.
 */
export const rooms: Record<string, readonly string[]> = {
  'server/src/kit': [
    'errors.ts',
    'ids.ts',
    'log.ts',
    'limits',
    'formats',
    'metrics.ts',
    'child',
    'fetch',
    'files',
    'mail',
    'models',
    'secrets',
    'jobs',
    'http',
    'http/server',
  ],
  'server/src/db': [
    'json.ts',
    'types.ts',
    'binary.ts',
    'entries.ts',
    'failure.ts',
    'values.ts',
    'places.ts',
    'embedded',
    'connections',
    'open.ts',
    'migrate.ts',
    'transaction.ts',
    'batches.ts',
  ],
  'server/src/features/auth': [
    'queries',
    'requests',
    'mails',
    'sessions',
    'protocol',
    'credentials',
    'sign-up',
    'factors',
    'federation',
    'federation/saml',
    'accounts',
    'accounts/api-keys',
    'service.ts',
    'rest-and-functions',
  ],
  'server/src/features/billing': [
    'queries',
    'account-plan.ts',
    'standing.ts',
    'queue.ts',
    'mails',
    'alerts.ts',
    'stripe',
    'syncing',
    'payments',
  ],
  'server/src/features/usage': ['tokens', 'verification', 'reports'],
  'server/src/features/chatbots': [
    'queries.ts',
    'messages.ts',
    'allowed-domains.ts',
    'presenter.ts',
    'plan',
    'images/formats',
    'untrusted',
    'images',
    'copies',
    'versions',
    'sites',
  ],
  'server/src/features/reading': [
    'words',
    'blocks',
    'passages',
    'files',
    'ocr',
    'pdf',
    'office',
    'text',
    'web',
    'processes',
  ],
  'server/src/features/knowledge': ['lexicon', 'question', 'passages', 'quoting', 'search'],
  'server/src/features/sources': ['queue.ts', 'records', 'fetching', 'crawling', 'files', 'crawls', 'copies'],
  'server/src/features/conversations': [
    'small-talk',
    'understanding',
    'hours',
    'proof',
    'generation',
    'turns',
    'visitors',
    'answering/retrieval',
    'refusals',
    'answering',
    'embed',
    'desk',
    'checks',
    'unanswered',
  ],
  'server/src/features/summaries': ['queries.ts', 'queue.ts', 'period', 'telling', 'writing', 'weekly'],
  'server/src/features/channels': [
    'queue.ts',
    'platforms',
    'writing',
    'telegram',
    'whatsapp',
    'all-platforms.ts',
    'records',
    'health',
    'inbound',
    'answering',
    'creation',
  ],
  'server/src/features/privacy': [
    'personal-data',
    'messages.ts',
    'queries.ts',
    'queue.ts',
    'deletion',
    'replay',
    'exports',
  ],
  'web/src/features/auth': [
    '.',
    'captcha',
    'limits',
    'email-links',
    'parts',
    'second-step',
    'screens/GoogleConsent',
    'screens/Register',
    'screens/UndoChange',
    'screens/PasswordReset',
    'screens',
  ],
  'web/src/features/profile': [
    '.',
    'proof',
    'two-step',
    'security',
    'api-keys',
    'personal',
    'deletion',
    'screens',
  ],
  'web/src/features/settings': ['.', 'privacy', 'rights', 'screens'],
  'web/src/features/answers': ['.', 'answer', 'writing', 'comparing', 'passages'],
  'web/src/features/chatbots': ['.', 'parts', 'screens/Chatbots'],
  'web/src/features/customiser': [
    '.',
    'editing',
    'fields',
    'preview',
    'instructions',
    'trial',
    'visual',
    'internal',
    'integration',
    'screens/Customiser',
  ],
  'web/src/features/sources': [
    '.',
    'source',
    'uploads',
    'crawls',
    'add-urls',
    'screens/SourceSelection',
    'screens/OpenedSource',
    'screens/TestChatbot',
    'screens/DataSources',
    'screens',
  ],
  'web/src/features/dashboard': ['.', 'alerts', 'tips', 'usage', 'screens'],
  'web/src/features/conversations': [
    '.',
    'transcript',
    'list',
    'unanswered',
    'checks',
    'summaries',
    'screens',
  ],
  'web/src/features/pricing': ['.', 'estimates', 'plans', 'change', 'subscription', 'screens'],
  'web/src/ui': [
    '.',
    'buttons',
    'layout',
    'fields',
    'menus',
    'toasts',
    'loading',
    'dialogs',
    'display',
    'charts',
  ],
  'web/src/app': ['.', 'root', 'shortcuts', 'frame', 'signed-in', 'signed-out'],
  'web/src/lib': ['.', 'storage', 'browser', 'forms', 'language', 'calls', 'queries', 'session'],
  'widget/src': [
    '.',
    'conversation',
    'frame.ts',
    'host-page',
    'panel',
    'loader.ts',
    'embed-page.ts',
    'preview-page.ts',
    'styled-panel.ts',
  ],
};

/** The most things in a folder: where more stand, people don't search but ask (tests stand with what they test). */
const maxEntries = 14;

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function placeOf(file: string): { base: string; room: number; name: string } | undefined {
  const base = Object.keys(rooms).find((folder) => file.startsWith(`${folder}/`));
  if (base === undefined) return undefined;
  const order = rooms[base] as readonly string[];
  const within = file.slice(base.length + 1);
  const fits = (room: string) => within === room || within.startsWith(`${room}/`);
  const [name] = order.filter(fits).sort((one, other) => other.length - one.length);
  if (name !== undefined) return { base, room: order.indexOf(name), name };
  if (within.includes('/')) return { base, room: -1, name: within.replace(/\/.*/, '') };
  return order.includes('.')
    ? { base, room: order.indexOf('.'), name: 'its root' }
    : { base, room: order.length, name: 'its root' };
}

/** Why a file may not import another of the same part of the house, if it may not. */
export function roomRefusal(from: string, to: string): string | undefined {
  const [mine, theirs] = [placeOf(from), placeOf(to)];
  if (!mine || !theirs || mine.base !== theirs.base) return undefined;
  for (const { room, name, base } of [mine, theirs])
    if (room < 0) return `“${name}” has no place among the rooms of ${base} (scripts/checks/rooms.ts)`;
  if (theirs.room > mine.room)
    return `“${theirs.name}” stands right of “${mine.name}” among the rooms of ${mine.base}`;
  return undefined;
}

/** The folders that hold too many files and folders to find one's way. */
export function crowdedFolders(files: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const file of files) {
    if (isTest(file)) continue;
    const parts = file.split('/');
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      const held = entries.get(folder) ?? new Set();
      entries.set(folder, held.add(parts[depth] as string));
    }
  }
  return [...entries]
    .filter(([, held]) => held.size > maxEntries)
    .map(([folder, held]) => `${folder}: ${held.size} entries, of at most ${maxEntries}; give it rooms`);
}
