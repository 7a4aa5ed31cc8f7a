import type { BodyOf } from '@parlance/contract/endpoint';
import type { createTransfer as creation, Transfer } from '@parlance/contract/endpoints/transfers';
import type { Context } from '../../context.ts';
import { encodeJson } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError, requireFound } from '../../kit/errors.ts';
import { takePage } from '../../kit/http/cursor.ts';
import type { Caller } from '../../kit/http/route.ts';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { requireAttempts } from '../../kit/limits/rate-limit.ts';
import { lockOwner } from '../auth/service.ts';
import { planOf } from '../billing/service.ts';
import { reconnectAfterHandOver } from '../channels/service.ts';
import {
  countChatbots,
  getChatbot,
  handOverChatbot,
  lockChatbot,
  lockChatbotExclusively,
  nameAt,
} from '../chatbots/service.ts';
import { fileBytesIn, fileBytesOf, handOverPassages, prepareHandOverOfSources } from '../sources/service.ts';
import { handOverNotes, prepareHandOverOfSummaries } from '../summaries/service.ts';
import { forgetCapAlerts } from '../usage/service.ts';
import {
  contentsOf,
  decide,
  expireTransfers,
  insertTransfer,
  lockPending,
  type SidedRow,
  type TransfersPage,
  takeUntold,
  transferById,
  transfersOf,
} from './queries.ts';
import { mailTransfer, sides } from './queue.ts';

interface Move {
  /** The chatbot's. */
  id: string;
  fromId: string;
  toId: string;
}
/** What `conversations` does of a hand-over; passed in, since it has no service. */
export interface HandOverOfConversations {
  prepareHandOver(db: Db, move: Move): Promise<void>;
  handOverMessages(db: Db, move: Move): Promise<void>;
}

const dayMs = 86_400_000;
const offeredForMs = 14 * dayMs;
/** Each offer mails an address that may be a stranger's. */
const maxOffersPerDay = 20;
const maxOffersToAddressPerDay = 5;

/** Has both sides told by mail what has become of offers. */
export async function tellSides(db: Db, now: Date, limit: number, id?: string): Promise<number> {
  const untold = await takeUntold(db, limit, id);
  for (const { id: transferId, status, owner_id: ownerId } of untold)
    for (const to of sides) await enqueue(db, mailTransfer, { transferId, to, status }, { now, ownerId });
  return untold.length;
}

async function present(context: Context, row: SidedRow): Promise<Transfer> {
  const isOver = row.status === 'pending' && row.expires_at <= context.clock();
  const status = isOver ? 'expired' : row.status;
  const isPending = status === 'pending';
  const hasChatbot = row.is_incoming ? status === 'accepted' : status !== 'accepted';
  return {
    id: row.id,
    direction: row.is_incoming ? 'incoming' : 'outgoing',
    chatbot: {
      ...(hasChatbot && row.chatbot_id !== null ? { id: row.chatbot_id } : {}),
      name: (isPending ? row.current_name : null) ?? row.chatbot_name,
      platform: row.platform,
    },
    email: row.is_incoming ? (row.sender_email ?? '') : row.email,
    name: row.is_incoming ? row.sender_name : null,
    status,
    contents:
      isPending && row.chatbot_id !== null
        ? await contentsOf(context.db, row.owner_id, row.chatbot_id)
        : row.contents,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    decidedAt: (isOver ? row.expires_at : row.decided_at)?.toISOString() ?? null,
  };
}

const presentById = async (context: Context, userId: string, id: string) =>
  present(context, requireFound(await transferById(context.db, userId, id)));

/** Offers a chatbot. What is answered is the same whether the address has an account or not. */
export async function createTransfer(
  context: Context,
  caller: Caller,
  wish: BodyOf<typeof creation>,
): Promise<Transfer> {
  const { userId } = caller;
  const email = wish.email.trim().toLowerCase();
  if (email === caller.email.toLowerCase()) throw new AppError('transfer_to_self');
  await getChatbot(context.db, userId, wish.chatbotId);
  await requireAttempts(context, [
    { of: `transfers of ${userId}`, limit: maxOffersPerDay, windowMs: dayMs },
    { of: `transfers to ${email}`, limit: maxOffersToAddressPerDay, windowMs: dayMs },
  ]);
  const now = context.clock();
  const id = newId(now);
  await transaction(context.db, async (db) => {
    await lockOwner(db, userId);
    const { platform, name } = await getChatbot(db, userId, wish.chatbotId);
    if (!(await lockChatbot(db, userId, wish.chatbotId))) throw new AppError('not_found');
    await expireTransfers(db, now, wish.chatbotId);
    const row = await insertTransfer(db, {
      id,
      owner_id: userId,
      email,
      chatbot_id: wish.chatbotId,
      chatbot_name: name,
      platform,
      contents: encodeJson(await contentsOf(db, userId, wish.chatbotId)),
      created_at: now,
      expires_at: new Date(now.getTime() + offeredForMs),
    });
    if (!row) throw new AppError('transfer_pending');
    await tellSides(db, now, 1, id);
  });
  return presentById(context, userId, id);
}

export async function listTransfers(context: Context, userId: string, page: TransfersPage) {
  const { shown, last } = await takePage(page, (page) => transfersOf(context.db, userId, page));
  const items = [];
  for (const row of shown) items.push(await present(context, row));
  return { items, last: last && { value: last.sort_value, id: last.id } };
}

/** The offer as the receiver may decide it; `transfer_closed` where nobody may any more. */
async function incomingOffer(context: Context, db: Db, userId: string, id: string) {
  const row = requireFound(await transferById(db, userId, id));
  if (!row.is_incoming) throw new AppError('not_found');
  if (row.status !== 'pending' || row.expires_at <= context.clock() || row.chatbot_id === null)
    throw new AppError('transfer_closed');
  return { ...row, chatbot_id: row.chatbot_id };
}

export async function previewTransfer(context: Context, userId: string, id: string) {
  const { db, config } = context;
  const offer = await incomingOffer(context, db, userId, id);
  const { plan } = await planOf(db, config.plans, userId);
  const chatbot = await getChatbot(db, offer.owner_id, offer.chatbot_id);
  const used = { chatbots: await countChatbots(db, userId), bytes: await fileBytesOf(db, userId) };
  const bytes = {
    used: used.bytes,
    after: used.bytes + (await fileBytesIn(db, offer.owner_id, chatbot.id)),
    limit: plan.storageBytes,
  };
  const chatbots = { used: used.chatbots, after: used.chatbots + 1, limit: plan.chatbots };
  const fits = ({ after, limit }: typeof chatbots) => limit === null || after <= limit;
  return {
    chatbots,
    bytes,
    isPossible: fits(chatbots) && (bytes.after === bytes.used || fits(bytes)),
    name: (await nameAt(db, userId, chatbot)).name,
  };
}

/**
 * Hands the chatbot over, in one transaction, whose locks go down the ladder: both accounts, in the order of their ids, the chatbot
 * alone, the offer. What is answered at that moment goes on and stays charged to whom it was reserved for
 * (docs/adr/0043-a-chatbot-changes-hands-in-one-transaction.md).
 */
export async function acceptTransfer(
  context: Context,
  userId: string,
  id: string,
  conversations: HandOverOfConversations,
): Promise<Transfer> {
  const known = await incomingOffer(context, context.db, userId, id);
  await transaction(context.db, async (db) => {
    for (const ownerId of [known.owner_id, userId].sort()) await lockOwner(db, ownerId);
    await lockChatbotExclusively(db, known.owner_id, known.chatbot_id);
    await lockPending(db, known.owner_id, id);
    // Asked again, now that nothing of it can change: who is it for, does it wait, is it still there?
    const offer = await incomingOffer(context, db, userId, id);
    const move: Move = { id: offer.chatbot_id, fromId: offer.owner_id, toId: userId };
    const contents = await contentsOf(db, move.fromId, move.id);
    const now = context.clock();
    await prepareHandOverOfSources(context, db, move);
    await conversations.prepareHandOver(db, move);
    await prepareHandOverOfSummaries(db, move);
    await forgetCapAlerts(db, move.fromId, move.id);
    const { name } = await handOverChatbot(context, db, move);
    await handOverPassages(db, move);
    await conversations.handOverMessages(db, move);
    await handOverNotes(db, move);
    await reconnectAfterHandOver(db, move, now);
    await decide(db, move.fromId, id, { status: 'accepted', at: now, receiverId: userId, contents, name });
    await tellSides(db, now, 1, id);
  });
  return presentById(context, userId, id);
}

/** Declines an offer, or takes one back. */
export async function closeTransfer(
  context: Context,
  userId: string,
  id: string,
  status: 'declined' | 'cancelled',
): Promise<Transfer> {
  const isDecline = status === 'declined';
  const row = requireFound(await transferById(context.db, userId, id));
  if (row.is_incoming !== isDecline) throw new AppError('not_found');
  await transaction(context.db, async (db) => {
    await lockOwner(db, userId);
    const pending = await lockPending(db, row.owner_id, id);
    if (!pending || pending.expires_at <= context.clock()) throw new AppError('transfer_closed');
    const now = context.clock();
    await decide(db, row.owner_id, id, { status, at: now, ...(isDecline ? { receiverId: userId } : {}) });
    await tellSides(db, now, 1, id);
  });
  return presentById(context, userId, id);
}
