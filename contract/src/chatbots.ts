import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { countCharacters, limits } from './limits.ts';
import { count, id, nextCursor, page, plainText, time } from './shapes.ts';

export const platform = z.enum(['website', 'telegram', 'whatsapp']);
export const chatbotStatus = z.enum(['active', 'paused', 'error']);

/** Trimmed and composed (NFC), then 3 to 50 characters as a person counts them. */
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

export const chatbot = z.object({
  id,
  publicId: z.string(),
  name: z.string(),
  platform,
  status: chatbotStatus,
  error: z.optional(z.string()),
  systemMessage: plainText(limits.systemMessage),
  welcomeMessage: plainText(limits.welcomeMessage),
  avatarUrl: z.nullable(z.string()),
  suggestions: z.array(plainText(limits.suggestions.length, 1)).check(z.maxLength(limits.suggestions.count)),
  contact: plainText(200),
  privacyUrl: z.nullable(z.url()),
  language: z.enum(['fr', 'en']),
  allowedDomains: z.array(z.string().check(z.maxLength(253))).check(z.maxLength(50)),
  allowApps: z.boolean(),
  appearance,
  createdAt: time,
  updatedAt: time,
  lastSyncAt: z.nullable(time),
});
export type Chatbot = z.output<typeof chatbot>;

const params = z.object({ chatbotId: id });

export const listChatbots = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots',
  summary: 'List your chatbots',
  access: 'user',
  query: z.object({
    ...page,
    sort: z._default(z.enum(['name', '-name', 'createdAt', '-createdAt']), '-createdAt'),
    search: z.optional(plainText(100)),
    name: z.optional(plainText(100)),
  }),
  answer: z.object({ items: z.array(chatbot), nextCursor }),
  errors: ['invalid_cursor'],
});

export const createChatbot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots',
  summary: 'Create a chatbot',
  access: 'user',
  // Telegram and WhatsApp chatbots need their credentials: they are made under /channels.
  body: z.strictObject({ name: chatbotName, platform: z.literal('website') }),
  answer: chatbot,
  status: 201,
  errors: ['chatbot_name_taken', 'chatbot_limit_reached'],
});

export const getChatbot = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId',
  summary: 'Read a chatbot',
  access: 'user',
  params,
  answer: chatbot,
  errors: ['not_found'],
});

export const updateChatbot = endpoint({
  method: 'PATCH',
  path: '/api/v1/chatbots/:chatbotId',
  summary: 'Change a chatbot',
  access: 'user',
  params,
  body: z.strictObject({
    name: z.optional(chatbotName),
    status: z.optional(z.enum(['active', 'paused'])),
    contact: z.optional(plainText(200)),
    systemMessage: z.optional(plainText(limits.systemMessage)),
    welcomeMessage: z.optional(plainText(limits.welcomeMessage)),
    suggestions: z.optional(
      z.array(plainText(limits.suggestions.length, 1)).check(z.maxLength(limits.suggestions.count)),
    ),
    language: z.optional(z.enum(['fr', 'en'])),
    allowedDomains: z.optional(
      z
        .array(z.string().check(z.maxLength(253), z.regex(/^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/i)))
        .check(z.maxLength(50)),
    ),
    allowApps: z.optional(z.boolean()),
    updatedAt: z.optional(time),
  }),
  answer: chatbot,
  errors: ['not_found', 'chatbot_name_taken', 'edit_conflict'],
});

export const deleteChatbot = endpoint({
  method: 'DELETE',
  path: '/api/v1/chatbots/:chatbotId',
  summary: 'Delete a chatbot and its sources',
  access: 'user',
  params,
  status: 204,
  errors: ['not_found'],
});

export const chatbotCount = z.object({ used: count, limit: z.nullable(count) });
