import type { Setup } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export interface ActivityRow {
  at: Date;
  kind: 'source_ready' | 'source_error' | 'conversation' | 'chatbot_created';
  chatbot_id: string | null;
  chatbot_name: string | null;
  conversation_id: string | null;
  text: string;
}

/** The newest activities of each kind, each by its own index, then merged. */
export async function recentActivity(db: Db, ownerId: string, limit: number): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select a.at, a.kind, a.chatbot_id, c.name as chatbot_name, a.conversation_id, a.text from (
      (select updated_at as at, case status when 'error' then 'source_error' else 'source_ready' end as kind,
              chatbot_id, null::uuid as conversation_id, name as text
         from sources where owner_id = ${ownerId} and status in ('processed', 'ready', 'error')
        order by updated_at desc limit ${limit})
      union all
      (select v.last_message_at, 'conversation', v.chatbot_id, v.id,
              coalesce((select left(m.text, 120) from messages m
                         where m.conversation_id = v.id and m.role = 'visitor' order by m.id desc limit 1), '')
         from conversations v where v.owner_id = ${ownerId} and v.channel <> 'test'
        order by v.last_message_at desc limit ${limit})
      union all
      (select created_at, 'chatbot_created', id, null, name from chatbots where owner_id = ${ownerId}
        order by created_at desc limit ${limit})
    ) a left join chatbots c on c.id = a.chatbot_id
    order by a.at desc limit ${limit}
  `.execute(db);
  return rows;
}

/** The number of things that hang on a chatbot; nothing when it is absent or somebody else's. */
export async function contentsOf(db: Db, ownerId: string, chatbotId: string) {
  const { rows } = await sql<{ sources: number; conversations: number }>`
    select (select count(*)::int from sources where chatbot_id = c.id) as sources,
           (select count(*)::int from conversations where chatbot_id = c.id and channel <> 'test') as conversations
      from chatbots c where c.owner_id = ${ownerId} and c.id = ${chatbotId}
  `.execute(db);
  return rows[0];
}

const maxSetups = 50;
/** The newest sources, among which one that failed is looked for: of thousands, who looks sees no others. */
const sourcesLookedAt = 200;

/** What each chatbot has and lacks; nothing is looked at beyond what an index has at hand. */
export async function setupsOf(db: Db, ownerId: string): Promise<Setup[]> {
  const { rows } = await sql<Setup>`
    select c.id, c.public_id as "publicId", c.name, c.platform, c.contact <> '' as "hasContact",
           c.daily_tokens is not null or c.monthly_tokens is not null as "hasCap",
           c.seen_at is not null as "isInstalled",
           exists (select from sources s where s.chatbot_id = c.id) as "hasSource",
           exists (select from crawls w where w.chatbot_id = c.id) as "hasCrawl",
           exists (select from checks k where k.chatbot_id = c.id) as "hasChecks",
           exists (select from conversations v where v.chatbot_id = c.id and v.channel = 'test') as "isTested",
           exists (select from conversations v where v.chatbot_id = c.id and v.channel <> 'test') as "hasVisitors",
           (select newest.kind from (
              select s.kind, s.status, s.created_at from sources s where s.chatbot_id = c.id
               order by s.created_at desc, s.id desc limit ${sourcesLookedAt}) newest
             where newest.status = 'error' order by newest.created_at desc limit 1) as "failedSource"
      from chatbots c where c.owner_id = ${ownerId}
     order by c.created_at, c.id limit ${maxSetups}
  `.execute(db);
  return rows;
}
