import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import type { StoredHealth } from '../../../db/json.ts';
import { formatFallbacks } from '../../../kit/metrics.ts';
import {
  type ChannelPlatform,
  type KnownOfChannel,
  type OpenChannel,
  PlatformError,
  type TelegramCredentials,
} from '../platforms/platform.ts';
import { isDeliverable, isOfOtherOrigin } from '../platforms/reachable.ts';
import { showsSecret } from '../platforms/secret.ts';
import { partsOf } from '../writing/parts.ts';
import { readMarkdown } from '../writing/spans.ts';
import { callTelegram } from './calls.ts';
import { compose } from './composing.ts';
import { Drafts } from './drafts.ts';
import { printHtml } from './html.ts';
import { farewellCalls, introductionCalls } from './introduction.ts';
import { readMoves, readUpdate, refOf } from './updates.ts';

type Channel = OpenChannel<TelegramCredentials>;

const me = z.object({ id: z.int(), username: z.string() });
const webhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.optional(z.int()),
  last_error_date: z.optional(z.int()),
  last_error_message: z.optional(z.string()),
});
const done = z.unknown();
const sent = z.object({ message_id: z.int() });

/** Reactions come only where they are named. */
const allowedUpdates = ['message', 'edited_message', 'callback_query', 'my_chat_member', 'message_reaction'];
/** More than this waits at Telegram where deliveries fail. */
const maxBacklog = 100;
/** An error of this long ago, after which nothing waits, says nothing of now. */
const recentMs = 60 * 60_000;
const maxDraft = 4000;
/** Telegram takes 30 messages a second of a bot, one a second in a chat, where a few at once pass, and 20 a minute in a group. */
const botPace = { everyMs: 34, burst: 1 };
const chatPace = { everyMs: 1000, burst: 3 };
const groupPace = { everyMs: 3600, burst: 3 };

const call = <T extends z.ZodMiniType>(
  context: Context,
  { credentials }: Channel,
  method: string,
  body: Record<string, unknown>,
  result: T,
) => callTelegram(context, credentials, method, body, result);

/** Gives the error of a call that Telegram refuses another code. */
const refusedAs = (error: unknown, code: PlatformError['code']): unknown =>
  error instanceof PlatformError && error.failure === 'refused'
    ? new PlatformError('refused', code, { detail: error.detail })
    : error;

const drafts = new Drafts();

export const telegram: ChannelPlatform<TelegramCredentials> = {
  name: 'telegram',
  maxDeliveryBytes: 1024 * 1024,
  typing: { everyMs: 4000, times: Number.POSITIVE_INFINITY },
  retriesMs: [1000, 2000, 4000, 8000, 16_000],
  // A bot answers at once: who has heard nothing for an hour has found out elsewhere.
  lateAfterMs: 60 * 60_000,
  last4: ({ botToken }) => botToken.slice(-4),

  async verify(context, channel) {
    try {
      const { id, username } = await call(context, channel, 'getMe', {}, me);
      return {
        id: String(id),
        name: `@${username}`,
        link: `https://t.me/${encodeURIComponent(username)}`,
        facts: { username },
      };
    } catch (error) {
      if (error instanceof PlatformError && error.failure === 'signed_out')
        throw new PlatformError('signed_out', 'telegram_token_invalid', { detail: error.detail });
      throw error;
    }
  },

  async configure(context, channel, introduction) {
    try {
      for (const { method, body } of introductionCalls(introduction))
        await call(context, channel, method, body, done);
      return undefined;
    } catch (error) {
      // It answers without them.
      if (!(error instanceof PlatformError) || error.failure === 'signed_out') throw error;
      return { code: 'telegram_texts_refused', detail: error.detail };
    }
  },

  async connect(context, channel, callbackUrl) {
    if (!isDeliverable(context.config, context.config.channels.telegramApiUrl))
      throw new PlatformError('refused', 'public_url_not_https');
    const body = {
      url: callbackUrl,
      secret_token: channel.webhookSecret,
      allowed_updates: allowedUpdates,
    };
    try {
      await call(context, channel, 'setWebhook', body, done);
    } catch (error) {
      throw refusedAs(error, 'telegram_webhook_refused');
    }
    const { url } = await call(context, channel, 'getWebhookInfo', {}, webhookInfo);
    if (url !== callbackUrl) throw new PlatformError('refused', 'telegram_webhook_taken');
    return undefined;
  },

  async disconnect(context, channel) {
    try {
      await call(context, channel, 'deleteWebhook', { drop_pending_updates: true }, done);
      for (const { method, body } of farewellCalls()) await call(context, channel, method, body, done);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.failure !== 'signed_out') throw error;
    }
  },

  async checkHealth(context, channel, known) {
    const info = await call(context, channel, 'getWebhookInfo', {}, webhookInfo);
    return { ...judge(info, known, context.clock().getTime()), tokenExpiresAt: null };
  },

  isFromPlatform: (channel, headers) => showsSecret(channel, headers['x-telegram-bot-api-secret-token']),

  read: (channel, body) => ({ events: readUpdate(channel, body), receipts: [], moves: readMoves(body) }),

  compose,

  pacesOf: ({ chatId }) => [
    { of: `chat ${chatId}`, ...(Number(chatId) < 0 ? groupPace : chatPace) },
    { of: 'bot', ...botPace },
  ],

  async send(context, channel, { address }, { body: { plain, ...body } }) {
    const chat = { chat_id: address.chatId };
    const post = (body: Record<string, unknown>) =>
      call(context, channel, 'sendMessage', { ...chat, ...body }, sent);
    let id: number;
    try {
      id = (await post(body)).message_id;
    } catch (error) {
      const isMarkup = error instanceof PlatformError && /can't parse entities/i.test(error.detail ?? '');
      if (!isMarkup) throw error;
      formatFallbacks.inc();
      context.log.warn({ channel: channel.id }, 'Telegram took no HTML of an answer: sent without its marks');
      const { parse_mode: _, ...unmarked } = body;
      id = (await post({ ...unmarked, text: plain })).message_id;
    }
    return { externalId: refOf(Number(address.chatId), id) };
  },

  async showTyping(context, channel, { address }) {
    const thread = address.threadId === undefined ? {} : { message_thread_id: address.threadId };
    const body = { chat_id: address.chatId, action: 'typing', ...thread };
    await call(context, channel, 'sendChatAction', body, done);
  },

  async showDraft(context, channel, { address }, { id, text }) {
    const now = context.clock().getTime();
    // In private chats alone; what has no words yet is no draft.
    if (Number(address.chatId) < 0 || text.trim() === '') return;
    if (!drafts.begin(channel.id, id, text, now)) return;
    const [first = []] = partsOf(readMarkdown(text), maxDraft);
    const body = {
      chat_id: address.chatId,
      draft_id: createHash('sha256').update(id).digest().readUInt32BE() + 1,
      text: printHtml(first),
      parse_mode: 'HTML',
    };
    try {
      await call(context, channel, 'sendMessageDraft', body, done);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // By its code: an older server knows no such method, or not this way of it. Who left, or does not answer, says nothing of it.
      if (error.failure === 'refused' || error.failure === 'signed_out') drafts.turnOff(channel.id, now);
      throw error;
    }
  },

  async acknowledge(context, channel, messageRef) {
    const id = messageRef.split(':').at(-1) ?? '';
    await call(context, channel, 'answerCallbackQuery', { callback_query_id: id }, done);
  },
};

/** What Telegram's own view of a webhook means for its owner. */
function judge(
  info: z.output<typeof webhookInfo>,
  { callbackUrls, lastEventAt }: KnownOfChannel,
  now: number,
): Pick<StoredHealth, 'backlog' | 'findings' | 'canReconnect'> {
  const findings: StoredHealth['findings'] = [];
  const detail =
    info.last_error_message === undefined ? {} : { detail: info.last_error_message.slice(0, 500) };
  const failedAt = info.last_error_date === undefined ? undefined : info.last_error_date * 1000;
  const backlog = info.pending_update_count ?? 0;
  // What came since has come through; so has, after a while, what nothing waits for any more.
  const isFailing =
    failedAt !== undefined &&
    failedAt > (lastEventAt?.getTime() ?? 0) &&
    (backlog > 0 || now - failedAt < recentMs);
  const isGrave = !isOfOtherOrigin(info.url, callbackUrls);
  if (!callbackUrls.includes(info.url)) findings.push({ code: 'telegram_webhook_taken', at: null, isGrave });
  else if (backlog > maxBacklog)
    findings.push({ code: 'telegram_backlog', at: null, isGrave: false, ...detail });
  else if (isFailing) {
    const at = new Date(failedAt).toISOString();
    findings.push({ code: 'telegram_delivery_failing', at, isGrave: false, ...detail });
  }
  return { backlog, findings, canReconnect: findings.length > 0 };
}
