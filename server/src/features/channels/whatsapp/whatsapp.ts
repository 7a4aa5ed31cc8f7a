import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { StoredHealth } from '../../../db/json.ts';
import {
  type ChannelPlatform,
  type OpenChannel,
  PlatformError,
  type WhatsAppCredentials,
} from '../platforms/platform.ts';
import { isDeliverable, isOfOtherOrigin } from '../platforms/reachable.ts';
import { isSame, showsSecret } from '../platforms/secret.ts';
import { faultOf, findAccount, inspectToken, numbersOf } from './accounts.ts';
import { callGraph } from './calls.ts';
import { compose } from './composing.ts';
import { numbersIn, readDelivery } from './deliveries.ts';

type Channel = OpenChannel<WhatsAppCredentials>;

const done = z.unknown();
const sent = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) });
const subscribed = z.object({
  data: z.array(z.object({ override_callback_uri: z.optional(z.string()) })),
});

const hour = 60 * 60_000;
const windowMs = 24 * hour;
const day = 24 * hour;
/** Meta takes 80 messages a second of a number. */
const numberPace = { of: 'number', everyMs: 13, burst: 1 };
/** Meta takes no longer address. */
const maxCallback = 200;

const subscriptions = ({ credentials }: Channel) => `${credentials.businessAccountId}/subscribed_apps`;

function messagesOf({ accountId }: Channel): string {
  if (accountId === null) throw new PlatformError('signed_out', 'whatsapp_number_gone');
  return `${accountId}/messages`;
}

export const whatsApp: ChannelPlatform<WhatsAppCredentials> = {
  name: 'whatsapp',
  maxDeliveryBytes: 3 * 1024 * 1024,
  // It ends by itself after 25 seconds, and may be renewed once.
  typing: { everyMs: 24_000, times: 2 },
  // A quarter of an hour in all.
  retriesMs: [1000, 4000, 16_000, 64_000, 256_000, 559_000],
  // Businesses are written to as to a desk that answers within the day, for which WhatsApp lets them.
  lateAfterMs: windowMs,
  last4: ({ accessToken }) => accessToken.slice(-4),

  verify: findAccount,

  // What a number says of itself is its owner's, in WhatsApp Manager.
  configure: async () => undefined,

  async connect(context, channel, callbackUrl) {
    const { config } = context;
    if (!isDeliverable(config, config.channels.whatsappApiUrl) || callbackUrl.length > maxCallback)
      return { code: 'public_url_not_https' };
    const path = subscriptions(channel);
    const body = { override_callback_uri: callbackUrl, verify_token: channel.webhookSecret };
    try {
      await callGraph(context, channel.credentials, { method: 'POST', path, body }, done);
      const { data } = await callGraph(context, channel.credentials, { method: 'GET', path }, subscribed);
      if (data.some(({ override_callback_uri: uri }) => uri === callbackUrl)) return undefined;
      return { code: 'whatsapp_subscription_refused' };
    } catch (error) {
      // Its owner can paste the address where Meta does not take it from us.
      if (!(error instanceof PlatformError) || error.failure !== 'refused') throw error;
      return { code: 'whatsapp_subscription_refused', detail: error.detail };
    }
  },

  async disconnect(context, channel, isAccountStillUsed) {
    if (isAccountStillUsed) return;
    const path = subscriptions(channel);
    try {
      await callGraph(context, channel.credentials, { method: 'DELETE', path }, done);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.failure !== 'signed_out') throw error;
    }
  },

  async checkHealth(context, channel, { callbackUrls, isToSetUp }) {
    const { expiresAt } = await inspectToken(context, channel);
    const number = (await numbersOf(context, channel)).find(({ id }) => id === channel.accountId);
    if (!number) throw new PlatformError('signed_out', 'whatsapp_number_gone');
    const { data } = await callGraph(
      context,
      channel.credentials,
      { method: 'GET', path: subscriptions(channel) },
      subscribed,
    );
    const findings: StoredHealth['findings'] = [];
    const isByHand = channel.facts.isSetUpByHand === true && data.length > 0;
    const isOurs =
      isByHand || data.some(({ override_callback_uri: uri }) => callbackUrls.includes(uri ?? ''));
    const fault = faultOf(number);
    if (fault) findings.push({ code: fault, at: null, isGrave: true });
    if (!isOurs && isToSetUp)
      findings.push({ code: 'whatsapp_subscription_refused', at: null, isGrave: false });
    else if (!isOurs) {
      const isGrave = !data.some(({ override_callback_uri: uri = '' }) => isOfOtherOrigin(uri, callbackUrls));
      findings.push({ code: 'whatsapp_subscription_lost', at: null, isGrave });
    }
    if (expiresAt !== undefined && Date.parse(expiresAt) - context.clock().getTime() < 7 * day)
      findings.push({ code: 'whatsapp_token_expires', at: expiresAt, isGrave: false });
    if (number.status === 'RESTRICTED')
      findings.push({ code: 'whatsapp_account_restricted', at: null, isGrave: false });
    if (number.quality_rating === 'RED' || number.status === 'FLAGGED')
      findings.push({ code: 'whatsapp_quality_low', at: null, isGrave: false });
    return { backlog: null, findings, canReconnect: !isOurs, tokenExpiresAt: expiresAt ?? null };
  },

  handshake(channel, query) {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
    const isOurs = mode === 'subscribe' && showsSecret(channel, token);
    return isOurs && typeof challenge === 'string' && challenge.length <= 200 ? challenge : undefined;
  },

  isFromPlatform({ credentials: { clientSecret } }, headers, body) {
    const signature = `sha256=${createHmac('sha256', clientSecret).update(body).digest('hex')}`;
    return clientSecret !== '' && isSame(headers['x-hub-signature-256'], signature);
  },

  accountsIn: numbersIn,
  read: readDelivery,

  compose,

  pacesOf: () => [numberPace],

  async send(context, channel, { address, lastInboundAt }, { id, body }) {
    if (context.clock().getTime() - lastInboundAt.getTime() >= windowMs)
      throw new PlatformError('refused', 'whatsapp_window_closed');
    const message = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...address,
      ...body,
      // Handed back in every status: the match holds where the answer to this call is lost.
      biz_opaque_callback_data: id,
    };
    const call = { method: 'POST' as const, path: messagesOf(channel), body: message };
    try {
      const { messages } = await callGraph(context, channel.credentials, call, sent);
      return { externalId: messages[0]?.id ?? '' };
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'whatsapp_message_malformed') {
        const { detail } = error;
        context.log.error({ channel: channel.id, kind: body.type, detail }, 'a message of ours is malformed');
      }
      throw error;
    }
  },

  async showTyping(context, channel, _chat, messageRef) {
    if (messageRef === null) return;
    const body = {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: messageRef,
      typing_indicator: { type: 'text' },
    };
    await callGraph(context, channel.credentials, { method: 'POST', path: messagesOf(channel), body }, done);
  },
};
