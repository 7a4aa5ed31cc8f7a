import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import type { InboundEvent } from '../platforms/platform.ts';

/** Neither database keeps these in a text. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();
const storableOr = (text: string | undefined) => (text === undefined ? null : storable(text));
const storableJson = (value: unknown) =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storable(part) : part));

/** What a delivery says of one chat: the newest of each. */
type SaidOfChat = Pick<InboundEvent, 'chatKey' | 'secondKey' | 'name' | 'statedLanguage' | 'origin'> & {
  /** Where an answer goes; undefined: where it went before. */
  address?: InboundEvent['address'];
  /** All that it was called. */
  keys: Set<string>;
  events: InboundEvent[];
  /** When something was last said to us; undefined: nothing was. */
  saidAt?: Date | undefined;
};

type Kind = InboundEvent['content']['kind'];
/** What is about a message before it, and answered nowhere. */
const isAbout = (kind: Kind) => kind === 'edited' || kind === 'rated';
/** What says nothing to us opens no chat: of whoever never wrote to us nothing is kept. */
const isSaid = (kind: Kind) => !isAbout(kind) && kind !== 'blocked' && kind !== 'unblocked';

/** Senders repeat what was not acknowledged for a week: a clock that says longer ago, or to come, is wrong. */
const repeatedForMs = 7 * 86_400_000;

const timeOf = ({ saidAt }: InboundEvent, now: Date): Date => {
  const agoMs = saidAt === undefined ? 0 : now.getTime() - saidAt.getTime();
  return saidAt !== undefined && agoMs >= 0 && agoMs < repeatedForMs ? saidAt : now;
};

/** Whatever shares a key is of one chat, which goes on under the key that came last. */
function gatherByChat(events: readonly InboundEvent[], now: Date): SaidOfChat[] {
  const byKey = new Map<string, SaidOfChat>();
  for (const event of events) {
    const { chatKey, secondKey } = event;
    const known = byKey.get(chatKey);
    const before = secondKey === undefined ? undefined : byKey.get(secondKey);
    const chat: SaidOfChat = known ?? before ?? { chatKey, keys: new Set(), events: [] };
    if (before && before !== chat) {
      chat.events = [...before.events, ...chat.events];
      for (const key of before.keys) {
        chat.keys.add(key);
        byKey.set(key, chat);
      }
    }
    // One that is said of it beside the new one is an old name of it, and nothing new.
    if (chatKey !== chat.secondKey) chat.chatKey = chatKey;
    if (secondKey !== undefined && secondKey !== chat.chatKey) chat.secondKey = secondKey;
    const { kind } = event.content;
    if (!isAbout(kind)) chat.address = event.address;
    const saidAt = isSaid(kind) ? timeOf(event, now) : undefined;
    if (saidAt && !(chat.saidAt && chat.saidAt > saidAt)) chat.saidAt = saidAt;
    chat.name = event.name ?? chat.name;
    chat.statedLanguage = event.statedLanguage ?? chat.statedLanguage;
    chat.origin = event.origin ?? chat.origin;
    chat.events.push(event);
    for (const key of secondKey === undefined ? [chatKey] : [chatKey, secondKey]) {
      chat.keys.add(key);
      byKey.set(key, chat);
    }
  }
  // In one order for all deliveries, so that two at a time wait for each other and never in a circle.
  return [...new Set(byKey.values())].sort((a, b) => (a.chatKey < b.chatKey ? -1 : 1));
}

/**
 * Takes the events of a delivery in with their chats, all in one statement; gives the chat of each that had not come before. Who is
 * known by the second key alone keeps their chat. What the sender says to be of one second is told apart by the order in which it came.
 */
export async function storeEvents(
  db: Db,
  channel: { id: string; owner_id: string },
  events: readonly InboundEvent[],
  now: Date,
): Promise<string[]> {
  const chats = gatherByChat(events, now);
  const named = chats.flatMap(({ chatKey, keys }) => [...keys].map((key) => ({ chatKey, key })));
  const all = chats.flatMap(({ chatKey, events }) => events.map((event) => ({ ...event, chatKey })));
  const { rows } = await sql<{ chat_id: string }>`
    with said as (
      select * from unnest(${chats.map(() => newId(now))}::uuid[], ${chats.map(({ chatKey }) => storable(chatKey))}::text[],
                           ${chats.map(({ secondKey }) => storableOr(secondKey))}::text[],
                           ${chats.map(({ address }) => (address === undefined ? null : storableJson(address)))}::text[],
                           ${chats.map(({ name }) => storableOr(name))}::text[],
                           ${chats.map(({ statedLanguage }) => statedLanguage ?? null)}::text[],
                           ${chats.map(({ origin }) => storableOr(origin))}::text[],
                           ${chats.map(({ saidAt }) => saidAt ?? null)}::timestamptz[])
        as s (new_id, chat_key, second_key, address, name, stated_language, origin, said_at)
    ), known as (
      select distinct on (n.chat_key) c.id, n.chat_key
        from unnest(${named.map(({ chatKey }) => storable(chatKey))}::text[],
                    ${named.map(({ key }) => storable(key))}::text[]) as n (chat_key, key)
        join channel_chats c on c.chatbot_id = ${channel.id} and (c.chat_key = n.key or c.second_key = n.key)
       where n.key <> n.chat_key and c.owner_id = ${channel.owner_id} and c.chat_key not in (select chat_key from said)
         and not exists (select from channel_chats o where o.chatbot_id = ${channel.id} and o.chat_key = n.chat_key)
       order by n.chat_key, c.last_inbound_at desc
    ), moved as (
      select distinct on (k.id) k.id, s.* from known k join said s using (chat_key) order by k.id, s.chat_key
    ), renamed as (
      update channel_chats c
         set chat_key = m.chat_key, second_key = m.second_key, address = coalesce(m.address::jsonb, c.address),
             name = coalesce(m.name, c.name), stated_language = coalesce(m.stated_language, c.stated_language),
             origin = coalesce(m.origin, c.origin), last_inbound_at = greatest(m.said_at, c.last_inbound_at)
        from moved m where c.id = m.id
      returning c.id, c.chat_key
    ), upserted as (
      insert into channel_chats (id, owner_id, chatbot_id, chat_key, second_key, address, name, stated_language, origin,
                                 last_inbound_at)
      select s.new_id, ${channel.owner_id}, ${channel.id}, s.chat_key, s.second_key, coalesce(s.address::jsonb, o.address), s.name,
             s.stated_language, s.origin, greatest(s.said_at, o.last_inbound_at)
        from said s left join channel_chats o on o.chatbot_id = ${channel.id} and o.chat_key = s.chat_key
       where s.chat_key not in (select chat_key from moved) and (s.said_at is not null or o.id is not null)
       order by s.chat_key
      on conflict (chatbot_id, chat_key) do update
        set address = excluded.address, name = coalesce(excluded.name, channel_chats.name),
            second_key = coalesce(excluded.second_key, channel_chats.second_key),
            stated_language = coalesce(excluded.stated_language, channel_chats.stated_language),
            origin = coalesce(excluded.origin, channel_chats.origin),
            last_inbound_at = greatest(excluded.last_inbound_at, channel_chats.last_inbound_at)
      returning id, chat_key
    ), chats as (
      select id, chat_key from renamed union all select id, chat_key from upserted
    )
    insert into channel_events (owner_id, chatbot_id, external_id, chat_id, message_ref, position, content, received_at)
    select ${channel.owner_id}, ${channel.id}, e.external_id, chats.id, e.message_ref, e.position, e.content::jsonb,
           ${now}::timestamptz + (e.at - 1) * interval '1 microsecond'
      from unnest(${all.map(({ externalId }) => storable(externalId))}::text[],
                  ${all.map(({ chatKey }) => storable(chatKey))}::text[],
                  ${all.map(({ messageRef }) => storableOr(messageRef))}::text[],
                  ${all.map(({ position }) => position)}::int8[],
                  ${all.map(({ content }) => storableJson(content))}::text[]) with ordinality
        as e (external_id, chat_key, message_ref, position, content, at)
      join chats using (chat_key)
     order by e.external_id
    on conflict (chatbot_id, external_id) do nothing
    returning chat_id
  `.execute(db);
  return rows.map(({ chat_id }) => chat_id);
}
