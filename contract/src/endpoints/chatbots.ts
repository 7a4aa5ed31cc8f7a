import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { countCharacters, limits } from '../limits.ts';
import { count, id, nextCursor, page, plainText, queryNumber, time } from '../shapes.ts';
import { timeZone } from '../time-zone.ts';

export const tones = ['neutral', 'warm', 'formal'] as const;
export const answerLengths = ['short', 'medium', 'long'] as const;
/**
 * What is said when the sources don't hold the answer: that, with the contact; with a request to rephrase; or alone.
 */
export const unknownReplies = ['contact', 'rephrase', 'say'] as const;
export const retentionPeriods = [30, 90, 365] as const;
export const imageSlots = ['avatar', 'launcherIcon', 'sendIcon', 'userAvatar'] as const;
export type ImageSlot = (typeof imageSlots)[number];

export const platform = z.enum(['website', 'telegram', 'whatsapp']);
export const chatbotStatus = z.enum(['active', 'paused', 'error']);

/** A time zone as a browser names its own; one that isn't known here is left out. */
export const browserTimeZone = plainText(64);

/** A chatbot's name: trimmed and composed (NFC), then 3 to 50 characters as a person counts them. */
export const chatbotName = z.pipe(
  z.pipe(
    plainText(400),
    z.transform((name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ')),
  ),
  z.string().check(
    z.refine((name) => countCharacters(name) >= limits.chatbotName.min, { error: 'too_short' }),
    z.refine((name) => countCharacters(name) <= limits.chatbotName.max, { error: 'too_long' }),
  ),
);

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i));
export const appearance = z.object({
  primaryColor: colour,
  secondaryColor: colour,
  inputBorderColor: colour,
  launcherColor: colour,
  launcherIconUrl: z.nullable(z.string()),
  sendIconUrl: z.nullable(z.string()),
  userAvatarUrl: z.nullable(z.string()),
  position: z.enum(['start', 'end']),
  size: z.enum(['small', 'medium', 'large']),
  corners: z.enum(['round', 'soft', 'square']),
  theme: z.enum(['auto', 'light', 'dark']),
  title: plainText(400),
  placeholder: plainText(100),
  zIndex: z.int().check(z.gte(0), z.lte(2147483647)),
});
export type Appearance = z.output<typeof appearance>;
const appearanceChange = z.strictObject({
  ...z.partial(z.omit(appearance, { launcherIconUrl: true, sendIconUrl: true, userAvatarUrl: true })).shape,
});

export const chatbot = z.object({
  id,
  publicId: z.string(),
  name: z.string(),
  platform,
  status: chatbotStatus,
  /** Present while it is paused because the plan has fewer chatbots: it resumes by itself once there is room. */
  pausedByPlan: z.optional(z.literal(true)),
  error: z.optional(z.string()),
  systemMessage: plainText(limits.systemMessage),
  welcomeMessage: plainText(limits.welcomeMessage),
  avatarUrl: z.nullable(z.string()),
  suggestions: z
    .array(z.string().check(z.minLength(1), z.maxLength(limits.suggestions.length)))
    .check(z.maxLength(limits.suggestions.count)),
  contact: plainText(200),
  privacyUrl: z.nullable(z.url()),
  /** The language where the visitor's is unknown. */
  language: z.enum(['fr', 'en']),
  /** Whose clock and public holidays count; null where nobody has said so. */
  timeZone: z.nullable(z.string()),
  tone: z.enum(tones),
  answerLength: z.enum(answerLengths),
  whenUnknown: z.enum(unknownReplies),
  /** One of those offered (`listModels`); null, or no longer offered: the operator's. */
  model: z.nullable(plainText(100)),
  /** Null: ours, a low one that keeps to the sources. */
  temperature: z.nullable(z.number()),
  allowedDomains: z.array(z.string().check(z.maxLength(253))).check(z.maxLength(50)),
  allowApps: z.boolean(),
  /** How long conversations are kept; null: for good. */
  retentionDays: z.nullable(z.union([z.literal(30), z.literal(90), z.literal(365)])),
  /** Message tokens that its visitors may use a day and a month of the quota; null: no cap of its own. */
  dailyTokens: z.nullable(count),
  monthlyTokens: z.nullable(count),
  appearance,
  /** `warning`: made, but something of it needs its owner (`creationNotice`). */
  creation: z.enum(['initializing', 'completed', 'warning']),
  creationNotice: z.optional(z.string()),
  /** The last page of a customer where the widget was loaded. */
  seenOn: z.optional(z.object({ host: z.string(), at: time })),
  /** The last page that asked for the widget in vain, while its domain is still not allowed. */
  refusedOn: z.optional(z.object({ host: z.string(), at: time })),
  createdAt: time,
  updatedAt: time,
  lastSyncAt: z.nullable(time),
});
export type Chatbot = z.output<typeof chatbot>;

const params = z.object({ chatbotId: id });

export const chatbotSorts = [
  'name',
  '-name',
  'platform',
  '-platform',
  'createdAt',
  '-createdAt',
  /** Sources that were never synced come first, descending last. */
  'lastSyncAt',
  '-lastSyncAt',
] as const;
export type ChatbotSort = (typeof chatbotSorts)[number];

/** `https://`, `http://` and nothing else: it becomes a link on strangers' pages. */
const webAddress = z.url({ protocol: /^https?$/, hostname: /\./ }).check(z.maxLength(limits.urlLength));

/** What may be changed and tried of how a chatbot answers. */
const answering = {
  systemMessage: z.optional(plainText(limits.systemMessage)),
  contact: z.optional(plainText(200)),
  language: z.optional(z.enum(['fr', 'en'])),
  timeZone: z.optional(z.nullable(timeZone)),
  tone: z.optional(z.enum(tones)),
  answerLength: z.optional(z.enum(answerLengths)),
  whenUnknown: z.optional(z.enum(unknownReplies)),
  model: z.optional(z.nullable(plainText(100, 1))),
  temperature: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(2)))),
};
export const answeringDraft = z.strictObject(answering);
export type AnsweringDraft = z.output<typeof answeringDraft>;

const tokenCap = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000))));

export const listChatbots = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots',
  summary: 'List your chatbots',
  access: 'user',
  scope: 'read',
  query: z.object({
    ...page,
    sort: z._default(z.enum(chatbotSorts), '-createdAt'),
    platform: z.optional(platform),
    search: z.optional(plainText(100)),
    /** Up to the length of fifty characters of a person's. */
    name: z.optional(plainText(400)),
  }),
  answer: z.object({ items: z.array(chatbot), nextCursor }),
  errors: ['invalid_cursor'],
});

export const createChatbot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots',
  summary: 'Create a chatbot',
  access: 'user',
  scope: 'write',
  // Telegram and WhatsApp chatbots need their credentials: they are made under /channels.
  body: z.strictObject({
    name: chatbotName,
    platform: z.literal('website'),
    timeZone: z.optional(browserTimeZone),
  }),
  answer: chatbot,
  status: 201,
  errors: ['chatbot_name_taken', 'chatbot_limit_reached'],
});

export const getChatbot = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId',
  summary: 'Read a chatbot',
  access: 'user',
  scope: 'read',
  params,
  answer: chatbot,
  errors: ['not_found'],
});

export const updateChatbot = endpoint({
  method: 'PATCH',
  path: '/api/v1/chatbots/:chatbotId',
  summary: 'Change a chatbot',
  access: 'user',
  scope: 'write',
  params,
  body: z.strictObject({
    name: z.optional(chatbotName),
    status: z.optional(z.enum(['active', 'paused'])),
    /** The warning of its creation has been read, and is shown no more. */
    creation: z.optional(z.literal('completed')),
    ...answering,
    welcomeMessage: z.optional(plainText(limits.welcomeMessage)),
    suggestions: z.optional(
      z.array(plainText(limits.suggestions.length, 1)).check(z.maxLength(limits.suggestions.count)),
    ),
    privacyUrl: z.optional(z.nullable(webAddress)),
    allowedDomains: z.optional(
      z
        .array(z.string().check(z.maxLength(253), z.regex(/^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/i)))
        .check(z.maxLength(50)),
    ),
    allowApps: z.optional(z.boolean()),
    retentionDays: z.optional(z.nullable(z.union([z.literal(30), z.literal(90), z.literal(365)]))),
    dailyTokens: tokenCap,
    monthlyTokens: tokenCap,
    /** The changes alone; images come by upload. */
    appearance: z.optional(appearanceChange),
    /** The change that the caller saw last: somebody's since then refuses this one. */
    updatedAt: z.optional(time),
  }),
  answer: chatbot,
  errors: ['not_found', 'chatbot_name_taken', 'edit_conflict', 'model_not_offered'],
});

export const deleteChatbot = endpoint({
  method: 'DELETE',
  path: '/api/v1/chatbots/:chatbotId',
  summary: 'Delete a chatbot and its sources',
  access: 'user',
  scope: 'write',
  params,
  status: 204,
  errors: ['not_found'],
});

/** What goes with a chatbot; `conversations`: with visitors. */
export const chatbotContents = z.object({ sources: count, conversations: count });
export type ChatbotContents = z.output<typeof chatbotContents>;

export const getChatbotContents = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/contents',
  summary: 'What goes with a chatbot when it is deleted',
  access: 'user',
  scope: 'read',
  params,
  answer: chatbotContents,
  errors: ['not_found'],
});

export const duplicateChatbot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/duplicate',
  summary: 'Duplicate a chatbot: appearance, instructions, checks and, uncharged, its sources',
  access: 'user',
  scope: 'write',
  params,
  body: z.strictObject({
    /** Absent: the next free name, “… (2)”. */
    name: z.optional(chatbotName),
    copySources: z._default(z.boolean(), true),
  }),
  answer: chatbot,
  status: 201,
  errors: ['not_found', 'chatbot_name_taken', 'chatbot_limit_reached', 'file_space_exceeded'],
});

export const setChatbotImage = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/images',
  summary: 'Set an image: PNG, JPG, and SVG but for the avatar, without what is no picture',
  access: 'user',
  scope: 'write',
  params,
  upload: 'multipart',
  parts: { slot: imageSlots, file: 'file' },
  answer: chatbot,
  errors: [
    'not_found',
    'validation_failed',
    'unsupported_media',
    'image_too_large',
    'image_unsupported',
    'image_unreadable',
    'avatar_unsupported',
    'image_dimensions',
    'storage_full',
  ],
});

export const removeChatbotImage = endpoint({
  method: 'DELETE',
  path: '/api/v1/chatbots/:chatbotId/images/:slot',
  summary: 'Remove an image',
  access: 'user',
  scope: 'write',
  params: z.object({ chatbotId: id, slot: z.enum(imageSlots) }),
  answer: chatbot,
  errors: ['not_found'],
});

export const systemMessageVersion = z.object({ version: count, systemMessage: z.string(), at: time });
export type SystemMessageVersion = z.output<typeof systemMessageVersion>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/versions',
  summary: 'Earlier system messages, the newest first',
  access: 'user',
  scope: 'read',
  params,
  query: z.object(page),
  answer: z.object({ items: z.array(systemMessageVersion), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/versions/:version/restore',
  summary: 'Take an earlier system message again; the present one stays among the versions',
  access: 'user',
  scope: 'write',
  params: z.object({ chatbotId: id, version: queryNumber(1, 999_999_999) }),
  answer: chatbot,
  errors: ['not_found'],
});

export const installProblems = [
  'unreachable',
  'not_a_page',
  'snippet_missing',
  'snippet_incomplete',
  'other_chatbot',
  'other_server',
  'domain_not_allowed',
  'blocked_by_policy',
  'loaded_twice',
  'paused',
] as const;

export const checkInstall = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/install-check',
  summary: 'Look at a page for the snippet, and say what stands in its way',
  access: 'user',
  scope: 'write',
  onlyLooks: true,
  params,
  body: z.strictObject({ url: plainText(limits.urlLength, 1) }),
  answer: z.object({
    found: z.boolean(),
    problems: z.array(z.object({ code: z.enum(installProblems), message: z.string() })),
  }),
  errors: ['not_found', 'address_refused', 'rate_limited'],
});

export const chatbotCount = z.object({ used: count, limit: z.nullable(count) });
