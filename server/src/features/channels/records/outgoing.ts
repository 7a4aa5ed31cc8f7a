import type { TranscriptMessage } from '@parlance/contract/endpoints/conversations';
import { type ErrorCode, errors } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { ChannelMessages } from '../../../db/types.ts';
import { newId } from '../../../kit/ids.ts';
import type { Receipt } from '../platforms/platform.ts';
import type { ChatRow } from './chats.ts';
import { storable } from './intake.ts';

type OfOwner = { id: string; owner_id: string };

/** Puts messages behind those that a chat waits for, in their order. */
export async function queueMessages(
  db: Db,
  chat: Pick<ChatRow, 'id' | 'owner_id' | 'chatbot_id'>,
  messageId: string | null,
  bodies: readonly Record<string, unknown>[],
  now: Date,
): Promise<void> {
  if (bodies.length === 0) return;
  await db
    .insertInto('channel_messages')
    .values(
      bodies.map((body) => ({
        id: newId(now),
        owner_id: chat.owner_id,
        chatbot_id: chat.chatbot_id,
        chat_id: chat.id,
        message_id: messageId,
        body: encodeJson(body),
        status: 'queued' as const,
        created_at: now,
      })),
    )
    .execute();
}

/** `held_until`: nobody on the account is sent anything before. */
export type QueuedMessage = Selectable<ChannelMessages> & { held_until: Date | null };

export const nextQueued = (db: Db, chat: OfOwner): Promise<QueuedMessage | undefined> =>
  db
    .selectFrom('channel_messages')
    .innerJoin('channels', 'channels.id', 'channel_messages.chatbot_id')
    .selectAll('channel_messages')
    .select('channels.held_until')
    .where('channel_messages.chat_id', '=', chat.id)
    .where('channel_messages.owner_id', '=', chat.owner_id)
    .where('channel_messages.status', '=', 'queued')
    .orderBy('channel_messages.id')
    .limit(1)
    .executeTakeFirst();

export const markSent = (db: Db, ownerId: string, id: string, externalId: string, now: Date) =>
  db
    .updateTable('channel_messages')
    .set({ status: 'sent', external_id: externalId, sent_at: now, body: null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'queued')
    .execute();

export const countTry = (db: Db, ownerId: string, id: string) =>
  db
    .updateTable('channel_messages')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute();

type Failing = { code: ErrorCode; detail?: string | undefined };

export const markFailed = (db: Db, ownerId: string, id: string, { code, detail }: Failing) =>
  db
    .updateTable('channel_messages')
    .set({ status: 'failed', body: null, error_code: code, error_detail: detail?.slice(0, 500) ?? null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute();

/** What a chat waits for is not sent while we may not sign in: of its answers the words are kept. */
export const withholdQueued = (db: Db, chat: OfOwner, { code, detail }: Failing) =>
  db
    .updateTable('channel_messages')
    .set({
      status: 'failed',
      body: sql`case when message_id is null then null else body end`,
      error_code: code,
      error_detail: detail?.slice(0, 500) ?? null,
    })
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('status', '=', 'queued')
    .execute();

/** Has the answers sent after all that were withheld and are not older; gives their chats. */
export async function releaseWithheld(
  db: Db,
  channel: { id: string; owner_id: string },
  since: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('channel_messages')
    .set({ status: 'queued', error_code: null, error_detail: null })
    .where('chatbot_id', '=', channel.id)
    .where('owner_id', '=', channel.owner_id)
    .where('status', '=', 'failed')
    .where('body', 'is not', null)
    .where('created_at', '>', since)
    .returning('chat_id')
    .execute();
  return [...new Set(rows.map(({ chat_id }) => chat_id))];
}

/** What was withheld so long that nobody waits for it any more is kept no longer. */
export const forgetWithheld = (db: Db, before: Date) =>
  db
    .updateTable('channel_messages')
    .set({ body: null })
    .where('status', '=', 'failed')
    .where('body', 'is not', null)
    .where('created_at', '<', before)
    .execute();

/** What a chat waits for and will not get. */
export const failQueued = (db: Db, chat: OfOwner, code: ErrorCode) =>
  db
    .updateTable('channel_messages')
    .set({ status: 'failed', body: null, error_code: code })
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('status', '=', 'queued')
    .execute();

const order = ['queued', 'sent', 'delivered', 'failed', 'read'] as const;
const furthest = (a: Receipt, b: Receipt) => (order.indexOf(a.status) >= order.indexOf(b.status) ? a : b);

/**
 * Notes what became of messages, all in one statement: each only goes forward, whatever the order in which that is told; what was
 * read has not failed.
 */
export async function noteReceipts(
  db: Db,
  channel: { id: string; owner_id: string },
  receipts: readonly Receipt[],
  now: Date,
): Promise<void> {
  const last = new Map<string, Receipt>();
  for (const receipt of receipts) {
    const other = last.get(receipt.externalId);
    last.set(receipt.externalId, other ? furthest(other, receipt) : receipt);
  }
  const told = [...last.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  const ours = (id: string | undefined) => (z.uuid().safeParse(id).success ? (id ?? null) : null);
  await sql`
    update channel_messages m
       set status = r.status, external_id = r.external_id, body = null, sent_at = coalesce(m.sent_at, ${now}),
           error_code = r.code, error_detail = r.detail
      from unnest(${told.map(({ externalId }) => storable(externalId))}::text[],
                  ${told.map(({ messageId }) => ours(messageId))}::uuid[],
                  ${told.map(({ status }) => status)}::text[],
                  ${told.map(({ status, code }) => (status === 'failed' ? (code ?? 'temporarily_unavailable') : null))}::text[],
                  ${told.map(({ detail }) => (detail === undefined ? null : storable(detail.slice(0, 500))))}::text[])
        as r (external_id, message_id, status, code, detail)
     where m.chatbot_id = ${channel.id} and m.owner_id = ${channel.owner_id}
       and (m.external_id = r.external_id or m.id = r.message_id)
       and m.status <> 'failed'
       and array_position(${[...order]}::text[], m.status) < array_position(${[...order]}::text[], r.status)
  `.execute(db);
}

/** The answer that a message of ours was a part of. */
export const messageSentAs = (db: Db, chat: OfOwner, externalId: string) =>
  db
    .selectFrom('channel_messages')
    .select('message_id')
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('external_id', '=', externalId)
    .executeTakeFirst();

/** How answers reached their chats, each by the worst of its parts, told in `language`. */
export async function findDeliveries(
  db: Db,
  ownerId: string,
  messageIds: readonly string[],
  language: Language,
): Promise<Map<string, NonNullable<TranscriptMessage['delivery']>>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('channel_messages')
    .select(['message_id', 'status', 'error_code', 'error_detail'])
    .distinctOn('message_id')
    .where('owner_id', '=', ownerId)
    .where('message_id', 'in', messageIds)
    .orderBy('message_id')
    .orderBy(sql`array_position(array['failed', 'queued', 'sent', 'delivered', 'read'], status)`)
    .execute();
  return new Map(
    rows.map(({ message_id, status, error_code, error_detail }) => [
      message_id ?? '',
      {
        status,
        ...(error_code === null ? {} : { message: errors[error_code as ErrorCode].title[language] }),
        ...(error_detail === null ? {} : { detail: error_detail }),
      },
    ]),
  );
}
