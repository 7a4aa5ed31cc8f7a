import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../server/src/db/migrate.ts';
import { openDatabase } from '../server/src/db/open.ts';
import {
  exportConversations,
  getConversation,
  listConversations,
} from '../server/src/features/conversations/desk/conversations.ts';
import type { ConversationsFilter } from '../server/src/features/conversations/desk/queries.ts';
import { newId } from '../server/src/kit/ids.ts';

/** What it costs an owner of many conversations to read, search and export them, on the embedded database. */

const conversations = 17_000;
/** Three questions with their answers each. */
const messages = conversations * 6;
const rounds = 9;

const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
const { db, close } = await openDatabase({ dataDir: folder });
try {
  await migrate({ db });
  const now = new Date();
  const [ownerId, chatbotId] = [newId(now), newId(now)];
  await sql`insert into users (id, email, created_at, updated_at)
    values (${ownerId}, 'bench@example.org', ${now}, ${now})`.execute(db);
  await sql`insert into chatbots (id, owner_id, public_id, name, name_key, language, platform, created_at, updated_at)
    values (${chatbotId}, ${ownerId}, 'bench-of-conversations', 'Bench', 'bench', 'fr', 'website', ${now}, ${now})
  `.execute(db);
  await sql`
    insert into conversations (id, owner_id, chatbot_id, channel, language, visitor_token_hash, token_expires_at,
                               message_count, started_at, last_message_at)
    select gen_random_uuid(), ${ownerId}, ${chatbotId}, 'website', 'fr', '', now(), 6,
           now() - i * interval '5 minutes', now() - i * interval '5 minutes'
      from generate_series(1, ${sql.lit(conversations)}) i`.execute(db);
  const words =
    'réservation chambre petit-déjeuner à quelle heure où parking été prix € nuit l’hôtel piscine enfants ouvert';
  await sql`
    insert into messages (id, conversation_id, owner_id, role, text, mode, created_at)
    select gen_random_uuid(), c.id, c.owner_id, case when k % 2 = 0 then 'visitor' else 'chatbot' end,
           (select string_agg((string_to_array(${words}, ' '))[1 + floor(random() * 16)::int], ' ')
              from generate_series(1, case when k % 2 = 0 then 9 else 60 end) where k >= 0 and c.id is not null),
           case when k % 2 = 1 then 'quoted' end, now()
      from conversations c, generate_series(0, 5) k`.execute(db);
  await sql`analyze`.execute(db);

  const median = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  };
  const list = (filter: ConversationsFilter) =>
    listConversations(db, ownerId, filter, { limit: 25, after: undefined });
  const [first] = (await list({})).items;
  const page = { limit: 50, before: undefined };
  const cases: [name: string, work: () => Promise<unknown>][] = [
    ['a page of the list', () => list({})],
    ['a filter that shows nothing', () => list({ feedback: 'up' })],
    ['a search for a word that is everywhere', () => list({ search: 'ETE' })],
    ['a search for a word that is nowhere', () => list({ search: 'introuvable' })],
    ['a transcript', () => getConversation(db, ownerId, first?.id ?? '', page)],
  ];
  const rows: string[] = [];
  for (const [name, work] of cases) rows.push(`| ${name}, median, ms | ${(await median(work)).toFixed(1)} |`);

  const begun = performance.now();
  let bytes = 0;
  for await (const chunk of exportConversations(db, ownerId, {}, 'fr')) bytes += Buffer.byteLength(chunk);
  rows.push(
    `| all as CSV, s | ${((performance.now() - begun) / 1000).toFixed(1)} |`,
    `| CSV, MB | ${(bytes / 2 ** 20).toFixed(1)} |`,
  );
  console.log(rows.join('\n'));
  writeFileSync(
    join(import.meta.dirname, 'results/conversations.md'),
    `## Conversations

An account of ${conversations} conversations and ${messages} messages, read by its owner from the embedded database. A search
looks through 20 000 conversations at most before it answers with a page.

| | |
| --- | --- |
${rows.join('\n')}
`,
  );
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}
