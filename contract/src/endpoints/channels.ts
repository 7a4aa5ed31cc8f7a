import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { countCharacters, limits } from '../limits.ts';
import { id, nextCursor, page, plainText, time } from '../shapes.ts';
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

/** Where a chatbot is reached. */
export const channel = z.object({
  id,
  chatbotId: id,
  platform,
  /** Its name there. */
  account: z.string(),
  /** Where visitors find it: of a website, the public page. */
  link: z.string(),
  steps: z.array(
    z.object({
      name: z.enum(['verifying', 'creating', 'configuring', 'credentials']),
      status: z.enum(['pending', 'running', 'done', 'warning', 'error']),
      code: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  ),
  lastEventAt: z.nullable(time),
  error: z.optional(z.string()),
});
export type Channel = z.output<typeof channel>;

export const createWebsiteChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/website',
  summary: 'Create a chatbot for a website',
  access: 'user',
  body: z.strictObject({ name: channelName, timeZone: z.optional(browserTimeZone) }),
  answer: channel,
  status: 201,
  errors: ['chatbot_name_taken', 'chatbot_limit_reached'],
});

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/v1/channels',
  summary: 'Where your chatbots are reached, the newest first',
  access: 'user',
  query: z.object(page),
  answer: z.object({ items: z.array(channel), nextCursor }),
  errors: ['invalid_cursor'],
});

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:channelId',
  summary: 'Read a channel',
  access: 'user',
  params: z.object({ channelId: id }),
  answer: channel,
  errors: ['not_found'],
});
