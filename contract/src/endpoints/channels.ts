import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { countCharacters, limits } from '../limits.ts';
import { count, id, nextCursor, page, plainText, time } from '../shapes.ts';
import { browserTimeZone, platform } from './chatbots.ts';

/** A channel's name: trimmed and composed (NFC), then 1 to 64 characters as a person counts them (readings, 4). */
export const channelName = z.pipe(
  z.pipe(
    plainText(600),
    z.transform((name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ')),
  ),
  z.string().check(
    z.refine((name) => countCharacters(name) >= limits.channelName.min, { error: 'too_short' }),
    z.refine((name) => countCharacters(name) <= limits.channelName.max, { error: 'too_long' }),
  ),
);

/** What is done when a channel is created, in this order; a retry goes on at the first that is not done. */
export const channelStepName = z.enum(['verifying', 'creating', 'configuring', 'credentials']);
export type ChannelStepName = z.output<typeof channelStepName>;

export const channelStep = z.object({
  name: channelStepName,
  /** `warning`: the channel works, and something more is to be set up. */
  status: z.enum(['pending', 'running', 'done', 'warning', 'error']),
  code: z.optional(z.string()),
  /** What went wrong, in the reader's language. */
  message: z.optional(z.string()),
  /** What the platform itself said of it, in its own words. */
  detail: z.optional(z.string()),
});
export type ChannelStep = z.output<typeof channelStep>;

/** How the platform sees a channel. */
export const channelHealth = z.object({
  status: z.enum(['ok', 'warning', 'error']),
  checkedAt: time,
  /** Messages that wait at the platform to be delivered to us, where it says so. */
  backlog: z.nullable(count),
  /** What to know of it, the gravest first, in the reader's language. */
  findings: z.array(
    z.object({ code: z.string(), message: z.string(), detail: z.optional(z.string()), at: z.nullable(time) }),
  ),
  /** Whether registering our address anew would mend it. */
  canReconnect: z.boolean(),
  /** When the token ends; null: never, or the platform does not say. */
  tokenExpiresAt: z.nullable(time),
});
export type ChannelHealth = z.output<typeof channelHealth>;

/** Where a chatbot is reached; its id is its chatbot's, from before that is there. */
export const channel = z.object({
  id,
  /** Null until the chatbot is created. */
  chatbotId: z.nullable(id),
  platform,
  /** The chatbot's name. */
  name: z.string(),
  /** Its name there: of a website the chatbot's own, `@bot`, or a telephone number; empty until the platform has told. */
  account: z.string(),
  /** Where visitors find it: of a website, the public page; empty until it is known. */
  link: z.string(),
  /** `creating`: its steps run; `failed`: one of them ended in an error and waits for a retry; `ready`: it answers. */
  status: z.enum(['creating', 'failed', 'ready']),
  /** Whether its chatbot is put on hold: it says so to whoever writes. */
  isPaused: z.boolean(),
  steps: z.array(channelStep),
  lastEventAt: z.nullable(time),
  /** Why it does not answer, in the reader's language. */
  error: z.optional(z.string()),
  /** The last four characters of its token. */
  last4: z.optional(z.string()),
  health: z.nullable(channelHealth),
  /** Where the platform refused to be told our address: what to paste there by hand. */
  setup: z.optional(z.object({ callbackUrl: z.string(), verifyToken: z.string() })),
  /** The business account's numbers, where there are several: one is to be chosen before the creation goes on, or is its own. */
  numbers: z.optional(z.array(z.object({ id: z.string(), number: z.string(), name: z.string() }))),
  createdAt: time,
});
export type Channel = z.output<typeof channel>;

const credential = (max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(max + 100)),
      z.transform((value: string) => value.trim()),
    ),
    z.string().check(
      z.minLength(1, { error: 'required' }),
      z.maxLength(max, { error: 'too_long' }),
      // It travels in addresses and headers.
      z.regex(/^[\x21-\x7e]*$/, { error: 'invalid_characters' }),
    ),
  );

/** What BotFather gives: the bot's number, a colon and a secret. */
export const botToken = z.pipe(
  credential(256),
  z.string().check(z.refine((token) => token.includes(':'), { error: 'no_colon' })),
);

const whatsAppCredentials = {
  clientId: credential(64),
  clientSecret: credential(128),
  accessToken: credential(1000),
  businessAccountId: credential(64),
};

export const createWebsiteChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/website',
  summary: 'Create a chatbot for a website',
  access: 'user',
  scope: 'write',
  body: z.strictObject({ name: channelName, timeZone: z.optional(browserTimeZone) }),
  answer: channel,
  status: 201,
  errors: ['chatbot_name_taken', 'chatbot_limit_reached'],
});

export const createTelegramChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/telegram',
  summary: 'Create a chatbot on Telegram: its steps run as a job, which the channel tells of',
  access: 'user',
  scope: 'write',
  body: z.strictObject({ name: channelName, botToken, timeZone: z.optional(browserTimeZone) }),
  answer: channel,
  status: 202,
  errors: ['chatbot_name_taken', 'chatbot_limit_reached', 'telegram_token_invalid', 'telegram_bot_in_use'],
});

export const createWhatsAppChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/whatsapp',
  summary: 'Create a chatbot on WhatsApp: its steps run as a job, which the channel tells of',
  access: 'user',
  scope: 'write',
  body: z.strictObject({
    name: channelName,
    ...whatsAppCredentials,
    timeZone: z.optional(browserTimeZone),
  }),
  answer: channel,
  status: 202,
  errors: ['chatbot_name_taken', 'chatbot_limit_reached'],
});

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/v1/channels',
  summary: 'Where your chatbots are reached, the newest first',
  access: 'user',
  scope: 'read',
  query: z.object(page),
  answer: z.object({ items: z.array(channel), nextCursor }),
  errors: ['invalid_cursor'],
});

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:channelId',
  summary: 'Read a channel',
  access: 'user',
  scope: 'read',
  params: z.object({ channelId: id }),
  answer: channel,
  errors: ['not_found'],
});

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/api/v1/channels/:channelId',
  summary: 'Change what a channel signs in with, or choose its number; it is verified and registered anew',
  access: 'user',
  scope: 'write',
  isSecret: true,
  params: z.object({ channelId: id }),
  body: z.strictObject({
    botToken: z.optional(botToken),
    /** Says that the token is another bot's on purpose: the old one is let go. */
    replacesBot: z.optional(z.boolean()),
    clientId: z.optional(whatsAppCredentials.clientId),
    clientSecret: z.optional(whatsAppCredentials.clientSecret),
    accessToken: z.optional(whatsAppCredentials.accessToken),
    businessAccountId: z.optional(whatsAppCredentials.businessAccountId),
    /** One of `numbers`. */
    phoneNumberId: z.optional(credential(64)),
  }),
  answer: channel,
  status: 202,
  errors: [
    'not_found',
    'channel_busy',
    'telegram_token_invalid',
    'telegram_unreachable',
    'telegram_bot_in_use',
    'telegram_other_bot',
    'whatsapp_client_secret_wrong',
    'whatsapp_token_invalid',
    'whatsapp_permission_missing',
    'whatsapp_account_not_found',
    'whatsapp_no_phone_number',
    'whatsapp_choose_number',
    'whatsapp_number_in_use',
    'whatsapp_number_not_registered',
    'whatsapp_unreachable',
  ],
});

export const retryChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:channelId/retry',
  summary: 'Go on with a creation at the step that failed',
  access: 'user',
  scope: 'write',
  params: z.object({ channelId: id }),
  answer: channel,
  status: 202,
  errors: ['not_found', 'channel_busy'],
});

export const reconnectChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:channelId/reconnect',
  summary: 'Register our address at the platform anew, and look how it sees the channel',
  access: 'user',
  scope: 'write',
  params: z.object({ channelId: id }),
  answer: channel,
  status: 202,
  errors: ['not_found', 'channel_busy'],
});

export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/api/v1/channels/:channelId',
  summary: 'Give up a channel whose chatbot was not created; any other goes with its chatbot',
  access: 'user',
  scope: 'write',
  params: z.object({ channelId: id }),
  status: 204,
  errors: ['not_found', 'channel_in_use', 'channel_busy'],
});
