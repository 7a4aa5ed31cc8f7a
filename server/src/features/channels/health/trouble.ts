import { errors } from '@parlance/contract/errors';
import type { Context } from '../../../context.ts';
import { encodeJson } from '../../../db/json.ts';
import { transaction } from '../../../db/transaction.ts';
import { enqueue, enqueueAll } from '../../../kit/jobs/enqueue.ts';
import { reportError, settleError } from '../../chatbots/service.ts';
import type { AnyPlatform, PlatformError } from '../platforms/platform.ts';
import { answerChat, mailBroken, mailEnding } from '../queue.ts';
import { type ChannelRow, noteFacts, updateChannelRow } from '../records/channels.ts';
import { waitingChats } from '../records/chats.ts';
import { releaseWithheld } from '../records/outgoing.ts';

/**
 * A channel answers nobody until its owner does something about it: the chatbot says so, and a mail, once until it is well
 * again. What comes from a platform that merely fails for the moment is no such thing.
 */
export async function reportTrouble(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  channel: ChannelRow,
  trouble: Pick<PlatformError, 'code'>,
): Promise<void> {
  log.warn({ channel: channel.id, code: trouble.code }, 'a channel answers nobody');
  const now = clock();
  await transaction(db, async (db) => {
    await reportError(db, channel.owner_id, channel.id, errors[trouble.code].title, now);
    if (channel.told_broken_at !== null) return;
    const told = await updateChannelRow(db, channel.owner_id, channel.id, { told_broken_at: now });
    if (told)
      await enqueue(
        db,
        mailBroken,
        { channelId: channel.id },
        { now, ownerId: channel.owner_id, dedupeKey: channel.id },
      );
  });
}

const warnedBeforeMs = 7 * 86_400_000;

/** Has its owner told by mail, once of each token, that the one by which we sign in ends within a week. */
export async function warnOfEnd(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id: channelId, owner_id: ownerId, facts }: ChannelRow,
  expiresAt: string,
): Promise<void> {
  const now = clock();
  const isSoon = Date.parse(expiresAt) - now.getTime() < warnedBeforeMs;
  if (!isSoon || facts.toldExpiryOf === expiresAt) return;
  await transaction(db, async (db) => {
    if (await noteFacts(db, { id: channelId, owner_id: ownerId }, { toldExpiryOf: expiresAt }))
      await enqueue(db, mailEnding, { channelId }, { now, ownerId, dedupeKey: channelId });
  });
}

const toldAtOnce = 5;

/** Keeps what a platform says of its own accord, for the channel's health; what ends its answers is reported. */
export async function noteTrouble(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  channel: ChannelRow,
  { code, detail, failure }: PlatformError,
): Promise<void> {
  const at = context.clock().toISOString();
  const before = channel.health ?? {
    checkedAt: at,
    backlog: null,
    findings: [],
    canReconnect: false,
    tokenExpiresAt: channel.facts.tokenExpiresAt ?? null,
  };
  const isGrave = failure === 'signed_out';
  const told = { code, ...(detail === undefined ? {} : { detail }), at, isGrave, isTold: true };
  const others = before.findings.filter((one) => one.code !== code || one.detail !== detail);
  const findings = [told, ...others].slice(0, toldAtOnce);
  await updateChannelRow(context.db, channel.owner_id, channel.id, {
    health: encodeJson({ ...before, findings }),
  });
  if (isGrave) await reportTrouble(context, channel, { code });
}

/**
 * It is well again: the chatbot answers, unless its owner has paused it; who wrote while nothing could be answered, and whose answer
 * could not be sent and is not too late yet, hears of it.
 */
export const endTrouble = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { lateAfterMs }: Pick<AnyPlatform, 'lateAfterMs'>,
  channel: ChannelRow,
): Promise<void> =>
  transaction(db, async (db) => {
    const { id, owner_id: ownerId } = channel;
    const now = clock();
    await settleError(db, ownerId, id, now);
    await updateChannelRow(db, ownerId, id, { told_broken_at: null });
    const released = await releaseWithheld(db, channel, new Date(now.getTime() - lateAfterMs));
    const chats = new Set([...released, ...(await waitingChats(db, ownerId, id))]);
    const entries = [...chats].map((chatId) => ({ payload: { chatId }, ownerId, dedupeKey: chatId }));
    await enqueueAll(db, answerChat, entries, now);
  });
